// What the pages of the service add to the stylesheet of all pages (pages/style.ts).
export const UI_STYLE = `.ui {
	--t0: light-dark(#1f6f8b, #58b4d1);
	--t1: light-dark(#8a5a1f, #dba55a);
	--t2: light-dark(#5b6b2f, #a9bf6c);
	--t3: light-dark(#7a4470, #c98fc0);
	--t4: light-dark(#2f5f57, #77bfb3);
	--t5: light-dark(#8b3a3a, #e08f8f);
	--t6: light-dark(#55559c, #a9abea);
	--t7: light-dark(#6a661d, #cdc65f);
	--gone: light-dark(#b9b5ad, #4d545b);
}
.ui main {
	max-width: 68rem;
}
.ui header {
	flex-wrap: wrap;
}
.mark {
	color: inherit;
	text-decoration: none;
}
nav {
	display: flex;
	flex-wrap: wrap;
	gap: 0.15rem 0.35rem;
}
nav a {
	padding: 0.35rem 0.6rem;
	color: var(--soft);
	text-decoration: none;
	border-radius: 0.4rem;
}
nav a:hover {
	color: var(--ink);
}
nav a[aria-current] {
	color: var(--ink);
	background: var(--card);
	box-shadow: inset 0 -2px 0 var(--load);
}
.skip {
	position: absolute;
	left: -100vw;
}
.skip:focus {
	left: 1rem;
	top: 0.5rem;
	padding: 0.5rem 1rem;
	background: var(--card);
}
.figures {
	display: grid;
	grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
	gap: 0.75rem;
	margin: 1rem 0 1.5rem;
}
.figure {
	padding: 0.8rem 1rem;
	background: var(--card);
	border: 1px solid var(--line);
	border-radius: 0.6rem;
}
.figure dd {
	margin: 0;
	font-size: 1.5rem;
	font-variant-numeric: tabular-nums;
	line-height: 1.25;
}
.figure small {
	display: block;
	color: var(--soft);
	font-size: 0.85rem;
}
.side {
	margin: 0;
}
.side figcaption {
	display: flex;
	flex-wrap: wrap;
	gap: 0.2rem 1rem;
	justify-content: space-between;
	margin-bottom: 0.4rem;
	color: var(--soft);
	font-variant-numeric: tabular-nums;
}
.side strong {
	color: var(--ink);
}
.hull {
	display: block;
	width: 100%;
	height: clamp(13rem, 32vw, 20rem);
	background: var(--card);
	border: 1px solid var(--line);
	border-radius: 0.6rem;
}
.hull * {
	vector-effect: non-scaling-stroke;
}
.hull .raw {
	fill: none;
	stroke: var(--soft);
	stroke-width: 1.5;
	stroke-dasharray: 5 4;
}
.hull .line {
	stroke: var(--load);
	stroke-width: 2.5;
}
.hull .notch {
	fill: var(--ink);
}
.hull .notch.bad {
	fill: var(--bad);
}
.plank {
	stroke: var(--card);
	stroke-width: 0.75;
}
.plank:hover,
a:focus-visible .plank {
	stroke: var(--ink);
	stroke-width: 1.5;
}
.t0 { fill: var(--t0); background: var(--t0); }
.t1 { fill: var(--t1); background: var(--t1); }
.t2 { fill: var(--t2); background: var(--t2); }
.t3 { fill: var(--t3); background: var(--t3); }
.t4 { fill: var(--t4); background: var(--t4); }
.t5 { fill: var(--t5); background: var(--t5); }
.t6 { fill: var(--t6); background: var(--t6); }
.t7 { fill: var(--t7); background: var(--t7); }
.gone { fill: var(--gone); background: var(--gone); }
.legend {
	display: flex;
	flex-wrap: wrap;
	gap: 0.4rem 1.1rem;
	margin: 0.6rem 0 0;
	padding: 0;
	color: var(--soft);
	font-size: 0.9rem;
	list-style: none;
}
.legend i {
	display: inline-block;
	width: 0.8rem;
	height: 0.8rem;
	margin-right: 0.4rem;
	border-radius: 0.2rem;
	vertical-align: -0.06rem;
}
.advice {
	margin: 1.25rem 0;
	padding: 1rem 1.25rem;
	font-size: 1.1rem;
	background: var(--card);
	border: 1px solid var(--line);
	border-left: 5px solid var(--load);
	border-radius: 0.6rem;
}
.advice form {
	display: inline;
	margin: 0;
	padding: 0;
	background: none;
	border: 0;
}
.advice .row {
	margin-top: 0.75rem;
}
.scroll {
	position: relative;
	overflow-x: auto;
	background: var(--card);
	border: 1px solid var(--line);
	border-radius: 0.6rem;
}
table {
	width: 100%;
	border-collapse: collapse;
	font-variant-numeric: tabular-nums;
	overflow-wrap: normal;
}
caption {
	padding: 0.75rem 1rem;
	font-weight: 600;
	text-align: left;
}
th,
td {
	padding: 0.5rem 0.9rem;
	text-align: right;
	vertical-align: top;
	border-top: 1px solid var(--line);
	white-space: nowrap;
}
thead th {
	color: var(--soft);
	font-size: 0.85rem;
	font-weight: 550;
	vertical-align: bottom;
	white-space: normal;
	border-top: 0;
}
th:first-child,
td:first-child,
.left {
	text-align: left;
}
.wrap {
	min-width: 14rem;
	white-space: normal;
}
.over {
	color: var(--bad);
	font-weight: 600;
}
.empty {
	padding: 1.5rem;
	color: var(--soft);
	background: var(--card);
	border: 1px dashed var(--line);
	border-radius: 0.6rem;
}
.timeline {
	display: grid;
	gap: 0.4rem;
	margin: 0;
	padding: 0;
	list-style: none;
}
.timeline details {
	display: block;
	margin: 0;
	padding: 0.55rem 0.9rem;
}
.timeline summary {
	display: flex;
	flex-wrap: wrap;
	gap: 0.2rem 0.8rem;
	align-items: baseline;
	cursor: pointer;
}
.timeline .tokens {
	margin-left: auto;
	font-variant-numeric: tabular-nums;
}
.timeline .is-collapsed > summary {
	color: var(--soft);
}
.badge {
	padding: 0 0.4rem;
	font-size: 0.8rem;
	border: 1px solid currentColor;
	border-radius: 0.3rem;
}
.badge.amber { color: var(--mind); }
.badge.green { color: var(--good); }
.badge.grey { color: var(--soft); }
textarea {
	width: 100%;
	min-height: 16rem;
	padding: 0.7rem;
	font: 0.9rem/1.5 ui-monospace, monospace;
	color: inherit;
	background: var(--paper);
	border: 1px solid var(--soft);
	border-radius: 0.4rem;
}
.columns {
	display: grid;
	grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
	gap: 1rem;
	align-items: start;
}
.plain {
	display: inline !important;
	margin: 0 !important;
	padding: 0 !important;
	background: none !important;
	border: 0 !important;
}
form.plain.row {
	display: flex !important;
	gap: 0.5rem !important;
}
.small {
	padding: 0.25rem 0.7rem;
	font-size: 0.9rem;
}
.state-ok { color: var(--good); }
.state-down { color: var(--bad); }
.pages {
	display: flex;
	gap: 1rem;
	margin-top: 1rem;
}
.unseen {
	position: absolute;
	width: 1px;
	height: 1px;
	overflow: hidden;
	clip-path: inset(50%);
	white-space: nowrap;
}
.advice p {
	margin: 0;
}
form.row input[type="search"] {
	width: auto;
	flex: 0 1 18rem;
}
#checked p {
	margin: 0.3rem 0 0;
}
.notice form {
	color: inherit;
}
.over a {
	color: inherit;
}
.water {
	position: relative;
}
.labels {
	position: absolute;
	inset: 0;
	width: 100%;
	height: 100%;
	pointer-events: none;
}
.labels text {
	fill: var(--load);
	font-size: 0.8rem;
	text-anchor: end;
}
.labels .beyond {
	fill: var(--soft);
	stroke: var(--card);
	stroke-width: 4;
	paint-order: stroke;
}
.labels .start {
	text-anchor: start;
}
.notches {
	margin: 0.5rem 0 0;
	padding-left: 1.2rem;
	font-size: 0.9rem;
}
.notches .bad {
	color: var(--bad);
}
.peeks {
	min-height: 1.6rem;
	margin: 0.5rem 0 0;
	padding: 0;
	list-style: none;
}
.peeks pre,
.timeline pre {
	max-height: 22rem;
	overflow: auto;
	white-space: pre-wrap;
	overflow-wrap: anywhere;
}
.peeks pre {
	max-height: 12rem;
}
pre:empty {
	display: none;
}
.charts > :last-child:nth-child(odd) {
	grid-column: 1 / -1;
}
.ui details:not([open]) {
	gap: 0;
}
.ui form.plain + .timeline {
	margin-top: 0.75rem;
}
@media (max-width: 40rem) {
	th,
	td {
		padding: 0.5rem;
	}
	td:first-child:not(.wrap) {
		max-width: 9.5rem;
		overflow-wrap: anywhere;
		white-space: normal;
	}
	td.may-break {
		white-space: normal;
	}
	.wide-only {
		display: none;
	}
}
`;
