// Charts, the choice of what they show, and what mends it.
export const OVERVIEW_STYLE = `.choice {
	display: flex;
	flex-wrap: wrap;
	gap: 0.5rem 1rem;
	align-items: center;
	margin-bottom: 1rem;
}
.ui .tabs {
	display: inline-flex;
	flex-wrap: nowrap;
	padding: 0.15rem;
	background: color-mix(in srgb, var(--ink) 5%, transparent);
	border-radius: 0.5rem;
}
.ui .tabs a { padding: 0.2rem 0.75rem; font-size: 0.875rem; }
.ui .tabs a[aria-current="true"] {
	background: var(--card);
	box-shadow: 0 1px 2px rgb(0 0 0 / 20%);
}
.exports {
	display: flex;
	gap: 0.75rem;
	margin-left: auto;
	font-size: 0.875rem;
}
.charts {
	display: grid;
	grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
	gap: 1rem;
	margin: 1.25rem 0;
}
.charts > :last-child:nth-child(odd) { grid-column: 1 / -1; }
.chart { min-width: 0; margin: 0; padding: 0.9rem 1rem; }
.chart figcaption,
.axis {
	display: flex;
	flex-wrap: wrap;
	gap: 0.2rem 1rem;
	justify-content: space-between;
	margin: 0.3rem 0;
	font-size: 0.8125rem;
}
.chart figcaption strong { font-size: 0.9375rem; }
.chart > svg {
	display: block;
	width: 100%;
	height: 11rem;
	overflow: visible;
}
.chart path { vector-effect: non-scaling-stroke; }
.grid { stroke: var(--line); }
.curve {
	fill: none;
	stroke: currentColor;
	stroke-width: 2;
	stroke-linejoin: round;
}
.s0 { color: var(--t0); stroke-dasharray: 5 4; }
.s1 { color: var(--t1); }
.s2 { color: var(--t2); }
.s3 { color: var(--t3); }
.chart summary,.mend summary { color: var(--soft); cursor: pointer; }
.chart .scroll { max-height: 20rem; overflow-y: auto; border: 0; }
.advice .facts { margin: 0.4rem 0; font-size: 0.9375rem; }
/* Ways to mend a tool, side by side; one that asks for more takes the width when it is opened. */
.mend {
	display: flex;
	flex-wrap: wrap;
	gap: 0.5rem;
	margin-top: 0.75rem;
	font-size: 0.9375rem;
}
.ui .mend > form { display: contents; }
.ui .mend > details { display: block; }
.mend > details[open] { flex: 1 0 100%; }
.mend > details > summary {
	display: inline-block;
	padding: 0.25rem 0.7rem;
	color: var(--load);
	font-size: 0.875rem;
	font-weight: 600;
	border: 1px solid var(--load);
	border-radius: 0.4rem;
	list-style: none;
}
.mend > details > summary::-webkit-details-marker { display: none; }
.mend > details > summary::after { content: " …"; }
.ui .mend details form {
	display: grid;
	gap: 0.6rem;
	justify-items: start;
	padding-top: 0.75rem;
}
.ui .mend details form.row { display: flex; }
.mend .row input:not([type="hidden"]) { width: auto; flex: 1 1 12rem; }
.mend .choices { gap: 0.3rem 1.25rem; padding: 0; border: 0; }
`;
