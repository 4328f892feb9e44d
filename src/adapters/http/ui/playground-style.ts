// The playground's part of the stylesheet: a form at the left, what came back beside it, below what the
// conversation holds.
export const PLAYGROUND_STYLE = `
.lead { max-width: 46rem; }
.bench {
	display: grid;
	grid-template-columns: minmax(0, 17rem) minmax(0, 1fr);
	gap: 1.25rem;
	align-items: start;
}
.panel {
	display: grid;
	gap: 0.5rem;
	padding: 1.1rem;
}
.panel .call {
	margin: 0.4rem 0 0;
	padding: 0.9rem 0 0;
	border: 0;
	border-top: 1px solid var(--line);
	border-radius: 0;
}
.field {
	display: grid;
	gap: 0.25rem;
}
.field label,
.panel > label,
.inline label { font-size: 0.9rem; }
textarea.short { min-height: 4rem; }
.outcome .question {
	margin: 0 0 1rem;
	border-left: 5px solid var(--mind);
}
.question code { overflow-wrap: anywhere; }
.measure {
	margin: 0 0 0.5rem;
	font-size: 1.1rem;
}
.bars {
	display: block;
	width: 100%;
	height: 0.9rem;
	margin-bottom: 0.9rem;
}
.bar-raw { fill: var(--gone); }
.bar-sent { fill: var(--load); }
.sides {
	display: grid;
	grid-template-columns: repeat(2, minmax(0, 1fr));
	gap: 0.9rem;
}
.sides figure {
	margin: 0;
	min-width: 0;
}
.sides figcaption {
	display: flex;
	flex-wrap: wrap;
	gap: 0.1rem 0.8rem;
	justify-content: space-between;
	font-size: 0.9rem;
}
.sides pre {
	min-height: 5rem;
	max-height: 23rem;
	margin: 0.35rem 0 0.4rem;
	overflow: auto;
	font-size: 0.78rem;
}
.media {
	display: flex;
	flex-wrap: wrap;
	gap: 0.9rem;
	align-items: center;
}
.media img {
	max-width: 100%;
	max-height: 24rem;
	background: repeating-conic-gradient(var(--card) 0 25%, var(--paper) 0 50%) 0 / 1rem 1rem;
	border: 1px solid var(--line);
}
.lost {
	color: var(--soft);
	opacity: 0.75;
	text-decoration: line-through;
}
.asking {
	display: grid;
	gap: 0.7rem;
	margin-top: 1rem;
}
.asking > button { justify-self: start; }
.ui form.inline {
	display: grid;
	grid-template-columns: 9.5rem minmax(0, 1fr) 6.5rem;
	gap: 0.4rem 0.7rem;
	align-items: center;
}
.combo { position: relative; }
.inline input { font-family: ui-monospace, monospace; }
.offers {
	position: absolute;
	z-index: 2;
	inset: calc(100% + 0.25rem) 0 auto;
	max-height: 16rem;
	overflow: auto;
	background: var(--card);
	border: 1px solid var(--soft);
	border-radius: 0.4rem;
	font: 0.85rem/1.5 ui-monospace, monospace;
}
.offers > div {
	padding: 0.3rem 0.7rem;
	cursor: pointer;
}
.offers > div:hover,
.offers > [aria-selected="true"] {
	color: var(--on-load);
	background: var(--load);
}
.held {
	display: grid;
	gap: 0.35rem;
}
.held li {
	background: var(--card);
	border: 1px solid var(--line);
	border-left: 5px solid var(--load);
	border-radius: 0.5rem;
	transition: border-color 0.5s, background 0.5s;
}
.held .is-transient { border-left-color: var(--mind); }
.held .is-consumed { border-left-color: var(--good); }
.held .is-collapsed {
	background: none;
	border-left-color: var(--gone);
}
.held .is-collapsed .line {
	color: var(--soft);
	animation: sink 0.7s ease-out;
}
@keyframes sink {
	from {
		padding-block: 2.2rem;
		background: color-mix(in srgb, var(--mind) 25%, transparent);
	}
}
@media (prefers-reduced-motion: reduce) {
	.held .is-collapsed .line { animation: none; }
}
.line {
	display: flex;
	flex-wrap: wrap;
	gap: 0.2rem 0.8rem;
	align-items: baseline;
	width: 100%;
	padding: 0.55rem 0.9rem;
	color: inherit;
	font-weight: 400;
	text-align: left;
	white-space: pre-line;
	background: none;
	border: 0;
}
.line > :first-child {
	flex: 1 1 12rem;
	min-width: 0;
}
.line .tokens { margin-left: auto; }
.held .note { padding: 0 0.9rem 0.55rem; }
.link {
	padding: 0;
	color: var(--load);
	font-weight: 400;
	text-decoration: underline;
	background: none;
	border: 0;
}
button:disabled {
	opacity: 0.6;
	cursor: default;
}
@media (max-width: 60rem) {
	.bench { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 40rem) {
	.sides { grid-template-columns: minmax(0, 1fr); }
	.sides pre { max-height: 15rem; }
	.ui form.inline { grid-template-columns: minmax(0, 1fr) auto; }
	.inline label { grid-column: 1 / -1; }
}
`;
