// The stylesheet of the pages: what is built from it stands beside the Worker's code, not in it.
import { HULL_STYLE, UI_STYLE } from './style';

/** A page's frame, navigation, forms and texts; charts, the choice of what they show, and what mends it. */
const SHELL_STYLE = `.ui main {
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

const OVERVIEW_STYLE = `.choice { margin-bottom: 1rem; }
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

/** Tables, of the app too. */
export const TABLE_STYLE = `.scroll {
	position: relative;
	margin-bottom: 1.25rem;
	overflow-x: auto;
}
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; overflow-wrap: normal; }
caption { padding: 0.7rem 1rem; font-size: 0.9375rem; font-weight: 600; text-align: left; }
th, td { padding: 0.5rem 0.75rem; text-align: right; vertical-align: top; border-top: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { padding-left: 1rem; }
th:last-child, td:last-child { padding-right: 1rem; }
h2 ~ .scroll > table > caption { color: var(--soft); font-size: 0.875rem; font-weight: 400; }
thead th { padding-block: 0.35rem; color: var(--soft); font-size: 0.8125rem; font-weight: 550; vertical-align: bottom; white-space: normal; }
tbody tr:hover { background: color-mix(in srgb, var(--ink) 3%, transparent); }
th:first-child, td:first-child, .left { text-align: left; }
.wrap { min-width: 8rem; white-space: normal; overflow-wrap: anywhere; }
.stack .badge { white-space: normal; }
.stack :is(.red, .small) { white-space: nowrap; }
@media (min-width: 40.01rem) {
	.stack td:first-child.wrap { min-width: 11rem; }
	.ui .usual { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem 1.5rem; align-items: start; }
}
@media (max-width: 40rem) {
	th, td { padding: 0.5rem; }
	.stack, .stack caption, .stack tbody { display: block; }
	.stack thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
	/* Short values stand beside each other; what is longer has a line of its own. */
	.stack tr { display: flex; flex-wrap: wrap; gap: 0.35rem 1rem; padding: 0.8rem 1rem; border-top: 1px solid var(--line); }
	.stack td { min-width: 6rem; max-width: 100%; padding: 0; text-align: left; white-space: normal; overflow-wrap: anywhere; border: 0; }
	.stack td:empty { display: none; }
	.stack td:first-child { flex: 0 0 100%; font-weight: 550; }
	.stack td[data-label]::before { content: attr(data-label); display: block; color: var(--soft); font-size: 0.75rem; font-weight: 400; }
}
`;

export const STYLE = `${UI_STYLE}
${SHELL_STYLE}
${TABLE_STYLE}
${HULL_STYLE}
${OVERVIEW_STYLE}
/* Of a conversation. */
.dot { display: inline-block; width: 0.6rem; height: 0.6rem; margin-right: 0.5rem; border-radius: 0.2rem; }
tr:has(:target) { background: color-mix(in srgb, var(--load) 8%, transparent); }
.ui details.call { display: block; max-width: 26rem; margin: 0; padding: 0; background: none; border: 0; }
.ui details.call[open] { max-width: none; }
.call summary { overflow-wrap: anywhere; }
.call:not([open]) summary { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.call pre { max-height: 22rem; margin: 0.4rem 0 0; overflow: auto; background: var(--paper); }
.call pre:empty { display: none; }
.facts { display: grid; gap: 0.25rem; width: 100%; margin: 0; }
.facts > div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0.75rem; }
.facts dt { font-size: inherit; }
.facts dd { margin: 0; }
.facts code { white-space: pre-wrap; }
:is(.call, .facts) .facts > div { grid-template-columns: fit-content(9rem) minmax(0, 1fr); }
@media (max-width: 40rem) {
	.facts > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
	.facts > div + div { margin-top: 0.3rem; }
}
/* Of the playground. */
.lead { max-width: 46rem; }
.bench { display: grid; grid-template-columns: minmax(0, 17rem) minmax(0, 1fr); gap: 1.25rem; align-items: start; }
.panel { display: grid; gap: 0.5rem; padding: 1.1rem; }
.panel .call { margin: 0.4rem 0 0; padding: 0.9rem 0 0; border: 0; border-top: 1px solid var(--line); border-radius: 0; }
.field { display: grid; gap: 0.25rem; }
.field label { font-size: 0.9rem; }
textarea.short { min-height: 4rem; }
.outcome .question { margin: 0 0 1rem; border-left: 5px solid var(--mind); }
.question code { overflow-wrap: anywhere; }
.measure { margin: 0 0 0.5rem; font-size: 1.1rem; }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.9rem; }
.sides figure { margin: 0; min-width: 0; }
.sides figcaption { font-size: 0.9rem; }
.sides pre { min-height: 5rem; max-height: 23rem; margin: 0.35rem 0 0.4rem; overflow: auto; font-size: 0.78rem; }
.media img { max-width: 100%; max-height: 24rem; background: repeating-conic-gradient(var(--card) 0 25%, var(--paper) 0 50%) 0 / 1rem 1rem; border: 1px solid var(--line); }
.lost { color: var(--soft); opacity: 0.75; text-decoration: line-through; }
button:disabled { opacity: 0.6; cursor: default; }
@media (max-width: 60rem) { .bench { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 40rem) {
	.sides { grid-template-columns: minmax(0, 1fr); }
	.sides pre { max-height: 15rem; }
}
/* Of servers. */
.server { display: grid; gap: 0.6rem; margin-bottom: 1rem; padding: 1.1rem 1.25rem; }
.server > p { margin: 0; }
.plain-header { justify-content: flex-start; padding: 0; border: 0; }
.plain-header > :last-child { margin-left: auto; }
@media (max-width: 40rem) { .plain-header > :last-child { margin-left: 0; } }
.notice:has(+ .server) { margin-bottom: 1rem; }
.server h2,.server h3 { margin: 0; font-size: 1.15rem; }
:is(.changed, .lines) details,.server > details { display: block; margin: 0; padding: 0.6rem 0.9rem; }
.ui .tools form { margin-top: 0.6rem; }
.server .changed { margin: 0; padding: 0.7rem 0.9rem; background: none; border-left: 5px solid var(--mind); }
.changed pre { max-height: 22rem; margin: 0.4rem 0 0; }
.tools ul { display: grid; gap: 0.1rem; }
.tools li { flex-wrap: nowrap; padding: 0.4rem 0; border-top: 1px solid var(--line); }
.tools .cost { flex: none; }
.add fieldset { padding-top: 0.75rem; }
.add [data-when] { display: none; }
.add:has([value="secret"]:checked) [data-when~="secret"],
.add:has([value="header"]:checked) [data-when~="header"],
.add:has([value="account"]:checked) [data-when~="account"] { display: grid; }
.lines { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.4rem; }
.lines summary { font-weight: 550; }
.lines pre { margin: 0.35rem 0 0; }
.lines + .note { margin-top: 0.6rem; }
.tools form > button { justify-self: start; }
input[type="radio"] { flex: none; width: 1.1rem !important; height: 1.1rem; accent-color: var(--load); }
/* Of rules and runs. */
:is(.columns, .versions) > * { min-width: 0; }
.versions h2 { margin-top: 0.5rem; }
.versions pre,.rule { max-height: 34rem; overflow: auto; }
ins { color: var(--good); text-decoration: none; background: color-mix(in srgb, var(--good) 12%, transparent); }
del { color: var(--bad); background: color-mix(in srgb, var(--bad) 10%, transparent); }
.rule span { display: block; min-height: 1.5em; padding-left: 0.8rem; border-left: 3px solid transparent; }
.rule .line-binds { border-left-color: var(--load); }
.rule .line-unbound { color: var(--soft); border-left-color: var(--gone); border-left-style: dotted; }
.advice ul { margin: 0.4rem 0 0; padding-left: 1.2rem; font-size: 1rem; }
.review { max-width: 34rem; }
blockquote { margin: 1rem 0; padding: 0.2rem 1rem; border-left: 4px solid var(--line); }
pre + .scroll { margin-top: 1rem; }
`;
