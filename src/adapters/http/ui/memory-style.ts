// The part of the stylesheet for rules, drafts and runs.
export const MEMORY_STYLE = `
.versions {
	display: grid;
	grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
	gap: 1rem;
}
.versions section { min-width: 0; }
.versions h2 { margin-top: 0.5rem; }
.versions pre,
.rule {
	max-height: 34rem;
	overflow: auto;
	white-space: pre-wrap;
	overflow-wrap: anywhere;
}
ins {
	color: var(--good);
	text-decoration: none;
	background: color-mix(in srgb, var(--good) 12%, transparent);
}
del {
	color: var(--bad);
	background: color-mix(in srgb, var(--bad) 10%, transparent);
}
.rule span { display: block; min-height: 1.5em; padding-left: 0.8rem; border-left: 3px solid transparent; }
.rule .line-binds { border-left-color: var(--load); }
.rule .line-unbound {
	color: var(--soft);
	border-left-color: var(--gone);
	border-left-style: dotted;
}
.advice ul {
	margin: 0.4rem 0 0;
	padding-left: 1.2rem;
	font-size: 1rem;
}
.review { max-width: 34rem; }
`;
