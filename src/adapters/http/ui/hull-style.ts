// The ship's side: its picture, what its colours mean, and what one plank is.
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
.labels text {
	fill: var(--load);
	font-size: 0.75rem;
	font-weight: 550;
	stroke: var(--card);
	stroke-width: 4;
	stroke-linejoin: round;
	paint-order: stroke;
}
.labels :is(.given, .scale) { fill: var(--soft); }
.labels .end { text-anchor: end; }
.labels .scale { font-weight: 400; }
.notches { margin: 0.6rem 0 0; font-size: 0.875rem; }
.notches li::before {
	content: "";
	display: inline-block;
	margin-right: 0.5rem;
	border: 0.35rem solid transparent;
	border-top: 0;
	border-bottom: 0.6rem solid currentColor;
}
.legend { margin: 0.6rem 0 0; color: var(--soft); font-size: 0.875rem; }
.legend i { display: inline-block; width: 0.7rem; height: 0.7rem; margin-right: 0.4rem; border-radius: 0.2rem; }
.legend .dashed { width: 1.2rem; height: 0; border-radius: 0; vertical-align: 0.25rem; border-top: 2px dashed var(--soft); }
.peek { min-height: 1.5em; margin: 0.6rem 0 0; color: var(--soft); font-size: 0.875rem; }
`;
