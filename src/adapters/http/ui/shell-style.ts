// Styles of a page's frame, navigation, forms and texts; charts, the choice of what they show, and what mends it.
export const SHELL_STYLE = `.ui main {
	max-width: 70rem;
	padding-top: 1.75rem;
}
.ui > header { flex-wrap: nowrap; min-height: 3.5rem; padding: 0.5rem max(1rem, calc((100vw - 68rem) / 2)); }
.ui nav { display: flex; flex-wrap: wrap; gap: 0.15rem 0.2rem; }
.ui nav a { padding: 0.3rem 0.6rem; color: var(--soft); text-decoration: none; border-radius: 0.4rem; }
.ui nav a:hover { color: var(--ink); background: color-mix(in srgb, var(--ink) 6%, transparent); }
.ui nav a[aria-current] { color: var(--ink); font-weight: 550; background: color-mix(in srgb, var(--load) 14%, transparent); }
.ui .find { flex: 0 1 13rem; margin-left: auto; }
.find input { padding: 0.3rem 0.7rem; }
.account { max-width: 12rem; padding: 0.3rem 0.8rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#account { inset: 3.25rem 1rem auto auto; max-width: calc(100vw - 2rem); padding: 0.8rem; color: inherit; box-shadow: 0 0.5rem 2rem rgb(0 0 0 / 25%); }
#account p { margin: 0 0 0.5rem; }
.ui #account nav { display: grid; margin-bottom: 0.6rem; }
.ui main > .tabs { margin-bottom: 1rem; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 0.5rem; padding: 0.5rem 1rem; background: var(--card); }
.heading { align-items: center; margin: 2rem 0 0.75rem; }
.ui .heading h2 { margin: 0; }
textarea { min-height: 16rem; font: 0.875rem/1.5 ui-monospace, monospace; }
/* Of a page, not a card on it. */
.ui :is(form.plain, details.plain) { display: inline; }
.ui :is(form.plain, details.plain, .tools form) { margin: 0; padding: 0; color: inherit; background: none; border: 0; }
.ui form.plain.row { display: flex; gap: 0.5rem; }
.ui search form.plain.row { flex-wrap: nowrap; }
.ui :is(form.plain.row, search, .note) + :is(.scroll, .empty, .note) { margin-top: 0.75rem; }
.narrow { max-width: 40rem; }
.ui details:not([open]) { gap: 0; }
/* A field and its button: in one line, of one height. */
.ui form.plain.row input:not([type="hidden"]) { width: auto; flex: 0 1 15rem; min-width: 0; }
.ui search :is(label, button) { white-space: nowrap; }
.ui form.plain.row :is(input:not([type="hidden"]), select) ~ button { align-self: stretch; font-size: inherit; }
.ui p > .button { margin-right: 0.6rem; }
.pages { display: flex; gap: 1rem; align-items: center; margin-top: 1rem; }
/* Large enough to be pointed at (WCAG 2.2, 2.5.8). */
.ui summary { min-height: 1.6rem; padding-block: 0.15rem; }
#checked { margin-top: 0.3rem; white-space: pre-line; }
@media (max-width: 40rem) {
	.mark .wide { display: none; }
	.ui > header { flex-wrap: wrap; }
	.ui .find { order: 1; flex: 1 0 100%; margin: 0; }
	.account { max-width: 7rem; margin-left: auto; }
	.ui search form.plain.row { flex-wrap: wrap; }
	.ui search label { flex: 1 0 100%; }
}
/* On paper: dark on light, nothing to press, nothing cut off, and the colours of tools. */
@media print {
	:root { color-scheme: light; }
	.ui :is(header, .tabs, .skip, search, .peek, button, .button) { display: none !important; }
	.ui .stack :is(th, td) { min-width: 0; padding-inline: 0.3rem; font-size: 0.75rem; overflow-wrap: break-word; }
	.ui .stack td.wrap { min-width: 4rem; overflow-wrap: anywhere; }
	.ui :is(.scroll, pre) { max-height: none; overflow: visible; }
	textarea { field-sizing: content; }
	.ui .call:not([open]) summary { white-space: normal; }
	i { print-color-adjust: exact; }
}
`;

export const OVERVIEW_STYLE = `.choice { margin-bottom: 1rem; }
.ui .tabs { display: inline-flex; flex-wrap: nowrap; padding: 0.15rem; background: color-mix(in srgb, var(--ink) 5%, transparent); border-radius: 0.5rem; }
.ui .tabs a { padding: 0.2rem 0.75rem; font-size: 0.875rem; }
.ui .tabs a[aria-current="true"] { background: var(--card); box-shadow: 0 1px 2px rgb(0 0 0 / 20%); }
.exports { display: flex; gap: 0.75rem; margin-left: auto; font-size: 0.875rem; }
.charts { grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); margin: 1.25rem 0; }
.charts > :last-child:nth-child(odd) { grid-column: 1 / -1; }
.chart { min-width: 0; margin: 0; padding: 0.9rem 1rem; }
.chart figcaption, .axis { margin: 0.3rem 0; font-size: 0.8125rem; }
.chart .axis { flex-wrap: nowrap; }
.ui .axis time { white-space: normal; }
.chart .axis :last-child { text-align: right; }
.chart figcaption strong { font-size: 0.9375rem; }
.chart > svg { display: block; width: 100%; height: 11rem; overflow: visible; }
.chart path { vector-effect: non-scaling-stroke; }
.grid { stroke: var(--line); }
.curve { fill: none; stroke-width: 2; stroke-linejoin: round; }
.curve.dashed { stroke-dasharray: 5 4; }
.chart summary { color: var(--soft); }
.chart .scroll { max-height: 20rem; overflow-y: auto; border: 0; }
.advice .facts { margin: 0.4rem 0; font-size: 0.9375rem; }
`;
