// The playground's part of the stylesheet: a form at the left, what came back beside it, below what the
// conversation holds.
export const PLAYGROUND_STYLE = `
.lead { max-width: 46rem; }
.bench { display: grid; grid-template-columns: minmax(0, 17rem) minmax(0, 1fr); gap: 1.25rem; align-items: start; }
.panel { display: grid; gap: 0.5rem; padding: 1.1rem; }
.panel .call {
	margin: 0.4rem 0 0;
	padding: 0.9rem 0 0;
	border: 0;
	border-top: 1px solid var(--line);
	border-radius: 0;
}
.field { display: grid; gap: 0.25rem; }
.field label, .panel > label, .inline label { font-size: 0.9rem; }
textarea.short { min-height: 4rem; }
.outcome .question { margin: 0 0 1rem; border-left: 5px solid var(--mind); }
.question code { overflow-wrap: anywhere; }
.measure { margin: 0 0 0.5rem; font-size: 1.1rem; }
.bars { display: block; width: 100%; height: 0.9rem; margin-bottom: 0.9rem; }
.bar-raw { fill: var(--gone); }
.bar-sent { fill: var(--load); }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.9rem; }
.sides figure { margin: 0; min-width: 0; }
.sides figcaption { font-size: 0.9rem; }
.sides pre { min-height: 5rem; max-height: 23rem; margin: 0.35rem 0 0.4rem; overflow: auto; font-size: 0.78rem; }
.media img {
	max-width: 100%;
	max-height: 24rem;
	background: repeating-conic-gradient(var(--card) 0 25%, var(--paper) 0 50%) 0 / 1rem 1rem;
	border: 1px solid var(--line);
}
.lost { color: var(--soft); opacity: 0.75; text-decoration: line-through; }
.asking { display: grid; gap: 0.7rem; margin-top: 1rem; }
.asking > button { justify-self: start; }
.ui form.inline {
	display: grid;
	grid-template-columns: 9.5rem minmax(0, 1fr) 6.5rem;
	gap: 0.4rem 0.7rem;
	align-items: center;
}
button:disabled { opacity: 0.6; cursor: default; }
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
