// Calls of a conversation, and what is known of one.
export const TIMELINE_STYLE = `
.dot {
	display: inline-block;
	width: 0.6rem;
	height: 0.6rem;
	margin-right: 0.5rem;
	border-radius: 0.2rem;
}
tr:has(:target) { background: color-mix(in srgb, var(--load) 8%, transparent); }
.ui details.call {
	display: block;
	max-width: 26rem;
	margin: 0;
	padding: 0;
	background: none;
	border: 0;
}
.ui details.call[open] { max-width: none; }
.call summary { cursor: pointer; overflow-wrap: anywhere; }
.call:not([open]) summary { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.call pre {
	max-height: 22rem;
	margin: 0.4rem 0 0;
	overflow: auto;
	background: var(--paper);
}
.call pre:empty { display: none; }
.facts {
	display: grid;
	gap: 0.25rem;
	width: 100%;
	margin: 0;
}
.facts > div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0.75rem; }
.facts dt { font-size: inherit; }
.facts dd { margin: 0; }
.asked {
	display: grid;
	grid-template-columns: fit-content(9rem) minmax(0, 1fr);
	gap: 0.1rem 0.75rem;
	margin: 0;
}
.asked dd { margin: 0; white-space: pre-wrap; }
@media (max-width: 40rem) {
	.facts > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
	.facts > div + div { margin-top: 0.3rem; }
}
`;
