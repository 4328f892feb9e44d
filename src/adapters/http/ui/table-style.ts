// Tables; on a narrow screen the rows of some become cards.
export const TABLE_STYLE = `.scroll {
	position: relative;
	margin-bottom: 1.25rem;
	overflow-x: auto;
}
table {
	width: 100%;
	border-collapse: collapse;
	font-size: 0.875rem;
	overflow-wrap: normal;
}
caption {
	padding: 0.7rem 1rem;
	font-size: 0.9375rem;
	font-weight: 600;
	text-align: left;
}
th,
td {
	padding: 0.5rem 0.75rem;
	text-align: right;
	vertical-align: top;
	border-top: 1px solid var(--line);
	white-space: nowrap;
}
th:first-child,
td:first-child { padding-left: 1rem; }
th:last-child,
td:last-child { padding-right: 1rem; }
h2 + .scroll > table > caption,
h2 ~ .scroll > table > caption {
	color: var(--soft);
	font-size: 0.875rem;
	font-weight: 400;
}
thead th {
	padding-block: 0.35rem;
	color: var(--soft);
	font-size: 0.8125rem;
	font-weight: 550;
	vertical-align: bottom;
	white-space: normal;
}
tbody tr:hover { background: color-mix(in srgb, var(--ink) 3%, transparent); }
th:first-child,
td:first-child,
.left { text-align: left; }
.wrap {
	min-width: 8rem;
	white-space: normal;
	overflow-wrap: anywhere;
}
.stack .badge { white-space: normal; }
@media (min-width: 40.01rem) {
	.stack td:first-child:not(.wrap) { width: 28%; }
}
@media (max-width: 40rem) {
	th,
	td { padding: 0.5rem; }
	td:first-child:not(.wrap) {
		max-width: 9.5rem;
		overflow-wrap: anywhere;
		white-space: normal;
	}
	.wide-only { display: none; }
	.stack,
	.stack caption,
	.stack tbody { display: block; }
	.stack thead {
		position: absolute;
		width: 1px;
		height: 1px;
		overflow: hidden;
		clip-path: inset(50%);
	}
	/* Short values stand beside each other; what is longer has a line of its own. */
	.stack tr {
		display: flex;
		flex-wrap: wrap;
		gap: 0.35rem 1rem;
		padding: 0.8rem 1rem;
		border-top: 1px solid var(--line);
	}
	.stack td,
	.stack td:first-child:not(.wrap) {
		min-width: 6rem;
		max-width: 100%;
		padding: 0;
		text-align: left;
		white-space: normal;
		overflow-wrap: anywhere;
		border: 0;
	}
	.stack td:is(.wide-only, :empty) { display: none; }
	.stack td.over,
	.stack td:first-child {
		flex: 0 0 100%;
		font-weight: 550;
	}
	.stack td[data-label]::before {
		content: attr(data-label);
		display: block;
		color: var(--soft);
		font-size: 0.75rem;
		font-weight: 400;
	}
}
`;
