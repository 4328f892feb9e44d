// The part of the stylesheet for rules, drafts and runs.
export const MEMORY_STYLE = `
.versions {
	display: grid;
	grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
	gap: 1rem;
}
.versions section { min-width: 0; }
.versions h2 { margin-top: 0.5rem; }
.versions pre,.rule { max-height: 34rem; overflow: auto; }
ins {
	color: var(--good);
	text-decoration: none;
	background: color-mix(in srgb, var(--good) 12%, transparent);
}
del { color: var(--bad); background: color-mix(in srgb, var(--bad) 10%, transparent); }
.rule span { display: block; min-height: 1.5em; padding-left: 0.8rem; border-left: 3px solid transparent; }
.rule .line-binds { border-left-color: var(--load); }
.rule .line-unbound {
	color: var(--soft);
	border-left-color: var(--gone);
	border-left-style: dotted;
}
.advice ul { margin: 0.4rem 0 0; padding-left: 1.2rem; font-size: 1rem; }
.review { max-width: 34rem; }
blockquote { margin: 1rem 0; padding: 0.2rem 1rem; border-left: 4px solid var(--line); }
.flow,
.inner {
	display: flex;
	flex-wrap: wrap;
	gap: 0.9rem 1.6rem;
	margin: 0.5rem 0;
}
.flow { padding-left: 1.3rem; }
.flow > li { position: relative; }
.flow > li:first-child { margin-left: -1.3rem; }
.flow > li + li::before {
	content: "→";
	position: absolute;
	left: -1.4rem;
	top: 0.7rem;
	color: var(--soft);
}
.step {
	display: grid;
	gap: 0.2rem;
	align-content: start;
	justify-items: start;
	max-width: 20rem;
	padding: 0.7rem 0.9rem;
	background: var(--paper);
	border: 1px solid var(--line);
	border-top: 4px solid var(--gone);
	border-radius: 0.5rem;
}
.step .soft,
.stage { font-size: 0.85rem; }
.stage { color: var(--soft); }
.step.is-done { border-top-color: var(--good); }
.step.is-done .stage { color: var(--good); }
.step.is-now { border-color: var(--load); box-shadow: 0 0 0 1px var(--load); }
.step.is-now .stage { color: var(--load); font-weight: 600; }
.step.is-failed { border-color: var(--bad); }
.step.is-failed .stage { color: var(--bad); }
.inner { flex-direction: column; gap: 0.3rem; margin: 0.2rem 0 0; }
.inner li { padding: 0.3rem 0.6rem; border: 1px dashed var(--line); border-radius: 0.4rem; }
.inner .badge { margin-right: 0.4rem; }
.inner .is-now { border: 1px solid var(--load); }
.group { padding: 0.3rem 0.8rem 0.2rem; border: 1px dashed var(--soft); border-radius: 0.6rem; }
.group > p { margin: 0; color: var(--soft); font-size: 0.85rem; }
pre + .scroll { margin-top: 1rem; }
`;
