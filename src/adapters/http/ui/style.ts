// Styles of the service's pages and of the app, added to the stylesheet of all pages
// (pages/style.ts): colours, sizes, and what stands on several of them.
const COLOURS = Array.from({ length: 48 }, (_, at) => `t${at}`);
/** Of the first twelve, in the light and in the dark, and of all the rest together, the last. */
const OWN =
	`#0f6e9c/#5ab4e0 #b25a00/#f0a050 #1f7a3d/#6fc98a #a0308c/#e58fd6 #5b45c2/#ab9df5 #b8282c/#f58a86
	#2a3560/#d5dbf0 #857000/#d6c24a #00857d/#3fc9bd #7a4a2b/#c9a27e #d9589c/#ffa3cf #669900/#b6de58
	#6b7480/#97a1ad`
		.split(/\s+/)
		.map((pair, at) => [at < 12 ? at : COLOURS.length - 1, pair.replace('/', ', ')] as const);
/** Colours after the first twelve: hues by the golden angle, so that neighbours differ most; every second one is paler. */
const FURTHER = COLOURS.slice(12, -1).map((each, at) => {
	const hue = Math.round(20 + at * 137.5) % 360;
	const [light, dark] = at % 2 === 0 ? [0.45, 0.68] : [0.58, 0.84];
	return `--${each}: light-dark(oklch(${light} 0.13 ${hue}), oklch(${dark} 0.12 ${hue}));`;
});

export const UI_STYLE = `.ui {
	${OWN.map(([of, pair]) => `--t${of}: light-dark(${pair});`).join('\n\t')}
	${FURTHER.join('\n\t')}
	--gone: light-dark(#b9b5ad, #4d545b);
	font-size: 0.9375rem;
	font-variant-numeric: tabular-nums;
}
.ui h1 { margin-bottom: 0.75rem; font-size: 1.5rem; font-weight: 650; }
.ui h2 { font-size: 1.0625rem; font-weight: 650; }
.ui .lead,.ui .aside { margin: 0 0 1rem; color: var(--soft); }
.ui :is(.soft, .note) { color: var(--soft); font-weight: 400; }
.note { margin: 0; font-size: 0.85rem; }
${COLOURS.map((each) => `.${each} { fill: var(--${each}); background: var(--${each}); }`).join('\n')}
.gone { fill: var(--gone); background: var(--gone); }
.over { color: var(--bad); font-weight: 600; }
.ui summary { cursor: pointer; }
.ui code { font-family: ui-monospace, SFMono-Regular, Menlo, monospace; }
.ui time { white-space: nowrap; }
/* In a line, and at its both ends. */
:is(.side, .chart, .sides) figcaption, :is(.axis, .heading, .tools li) { display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; justify-content: space-between; }
:is(.choice, .legend, .media, .mend fieldset) { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; }
/* As many beside each other as there is room for. */
:is(.columns, .charts, .versions) { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1rem; align-items: start; }
/* What stands on its own paper; lists that are none to the eye. */
:is(.figures, .advice, .empty, .scroll, .hull, .chart, .server, .panel, #account) { background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; }
:where(.notches, .legend, .tools ul) { margin: 0; padding: 0; list-style: none; }
/* Figures in one frame, hairlines between them. */
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.4rem, 1fr)); gap: 1px; margin: 0 0 1.25rem; overflow: hidden; }
.figure { padding: 0.75rem 1rem; box-shadow: 0 0 0 1px var(--line); }
.figure dt { font-size: 0.8125rem; }
.figure dd { margin: 0; font-size: 1.375rem; font-weight: 600; overflow-wrap: normal; line-height: 1.3; letter-spacing: -0.01em; }
.figure small { display: block; color: var(--soft); font-size: 0.8125rem; font-weight: 400; letter-spacing: 0; }
@media (max-width: 40rem) {
	.figures { grid-template-columns: repeat(2, minmax(0, 1fr)); }
	.figure dd { font-size: 1.15rem; }
	.figure:last-child:nth-child(odd) { grid-column: 1 / -1; }
}
.advice { margin: 1.25rem 0; padding: 0.9rem 1.15rem; font-size: 1.0625rem; border-left: 4px solid var(--load); }
.advice p { margin: 0; }
.ui .advice > form.plain { display: block; margin-top: 0.6rem; }
.advice > form > button { margin-top: 0.4rem; }
.advice > * + :is(p, form, ul, .row) { margin-top: 0.6rem; }
.empty { border-style: dashed; margin: 0 0 1rem; padding: 1.5rem; color: var(--soft); }
.badge {
	padding: 0 0.4rem;
	font-size: 0.75rem;
	font-weight: 550;
	line-height: 1.35;
	text-decoration: none;
	white-space: nowrap;
	border: 1px solid currentColor;
	border-radius: 0.3rem;
}
.badge.amber { color: var(--mind); }
.badge.green { color: var(--good); }
.badge.red { color: var(--bad); }
.badge.grey { color: var(--soft); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

export const HULL_STYLE = `.side { margin: 0; }
.side figcaption { margin-bottom: 0.5rem; color: var(--soft); }
.side strong { color: var(--ink); }
.water { position: relative; }
.hull { display: block; width: 100%; height: clamp(15rem, 30vw, 20rem); }
.hull * { vector-effect: non-scaling-stroke; }
.hull .beyond { fill: color-mix(in srgb, var(--ink) 4%, transparent); }
.hull .raw { fill: none; stroke: var(--soft); stroke-width: 1.5; stroke-dasharray: 5 4; }
.hull .line { stroke: var(--load); stroke-width: 2.5; }
.hull .notch { fill: var(--ink); }
.hull .notch.bad { fill: var(--bad); }
.plank { stroke: var(--card); stroke-width: 1; }
a:is(:hover, :focus-visible) path { stroke: var(--ink); stroke-width: 1.5; }
.labels { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; pointer-events: none; }
.labels text { fill: var(--load); font-size: 0.75rem; font-weight: 550; stroke: var(--card); stroke-width: 4; stroke-linejoin: round; paint-order: stroke; }
.labels :is(.given, .scale) { fill: var(--soft); }
.labels .end { text-anchor: end; }
.labels .scale { font-weight: 400; }
.notches { margin: 0.6rem 0 0; font-size: 0.875rem; }
.notches li::before { content: ""; display: inline-block; margin-right: 0.5rem; border: 0.35rem solid transparent; border-top: 0; border-bottom: 0.6rem solid currentColor; }
.legend { margin: 0.6rem 0 0; color: var(--soft); font-size: 0.875rem; }
.legend i { display: inline-block; width: 0.7rem; height: 0.7rem; margin-right: 0.4rem; border-radius: 0.2rem; }
.legend .dashed { width: 1.2rem; height: 0; border-radius: 0; vertical-align: 0.25rem; border-top: 2px dashed var(--soft); }
.peek { min-height: 1.5em; margin: 0.6rem 0 0; color: var(--soft); font-size: 0.875rem; }
`;
