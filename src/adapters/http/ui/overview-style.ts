// Charts, the choice of what they show, and what mends it.
export const OVERVIEW_STYLE = `.choice {
	display: flex;
	flex-wrap: wrap;
	gap: 0.4rem 1rem;
	align-items: center;
	margin-bottom: 1rem;
}
.choice .tabs {
	margin-right: auto;
}
.tabs a[aria-current="true"] {
	color: var(--ink);
	background: var(--card);
	box-shadow: inset 0 -2px 0 var(--load);
}
.charts {
	display: grid;
	grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
	gap: 1rem;
	margin: 1.5rem 0;
}
.chart {
	min-width: 0;
	margin: 0;
	padding: 0.9rem 1rem;
	background: var(--card);
	border: 1px solid var(--line);
	border-radius: 0.6rem;
}
.chart .plot {
	min-height: 15.5rem;
}
.chart .u-legend {
	color: var(--soft);
	font-size: 0.85rem;
	text-align: left;
}
.chart .u-legend th,
.chart .u-legend td {
	padding: 0 0.3rem 0 0;
	white-space: normal;
	border: 0;
}
.chart .uplot,
.chart .u-legend,
.chart .u-legend * {
	max-width: 100%;
}
.chart .uplot {
	overflow: hidden;
}
.chart summary,
.mend summary {
	color: var(--soft);
	cursor: pointer;
}
.chart .scroll {
	max-height: 20rem;
	overflow-y: auto;
	border: 0;
}
.mend {
	display: grid;
	gap: 0.6rem;
	margin-top: 0.75rem;
	font-size: 1rem;
}
.mend details form {
	display: grid !important;
	gap: 0.6rem;
	justify-items: start;
	padding-top: 0.5rem !important;
}
.mend .row input:not([type="hidden"]) {
	width: auto;
	flex: 1 1 12rem;
}
`;
