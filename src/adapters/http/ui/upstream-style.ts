// The part of the stylesheet for servers behind.
export const UPSTREAM_STYLE = `
.server {
	display: grid;
	gap: 0.6rem;
	margin-bottom: 1rem;
	padding: 1.1rem 1.25rem;
}
.server > p { margin: 0; }
.plain-header {
	justify-content: flex-start;
	padding: 0;
	border: 0;
}
.plain-header > :last-child { margin-left: auto; }
@media (max-width: 40rem) {
	.plain-header > :last-child { margin-left: 0; }
}
.notice:has(+ .server) { margin-bottom: 1rem; }
.server h2,
.server h3 {
	margin: 0;
	font-size: 1.15rem;
}
:is(.changed, .lines) details,
.server .tools {
	display: block;
	margin: 0;
	padding: 0.6rem 0.9rem;
}
.ui .tools form { margin-top: 0.6rem; }
.server .changed {
	margin: 0;
	padding: 0.7rem 0.9rem;
	background: none;
	border-left: 5px solid var(--mind);
}
.changed pre {
	max-height: 22rem;
	margin: 0.4rem 0 0;
}
.changed > button { justify-self: start; }
.tools ul {
	display: grid;
	gap: 0.1rem;
}
.tools li {
	display: flex;
	gap: 0.5rem 1rem;
	justify-content: space-between;
	padding: 0.4rem 0;
	border-top: 1px solid var(--line);
}
.tools .cost { flex: none; }
.add fieldset { padding-top: 0.75rem; }
.add .when-secret { display: none; }
.add:has([value="secret"]:checked) .when-secret { display: grid; }
.columns > * { min-width: 0; }
.lines {
	display: grid;
	grid-template-columns: minmax(0, 1fr);
	gap: 0.4rem;
}
.lines summary { cursor: pointer; font-weight: 550; }
.lines pre { margin: 0.35rem 0 0; }
.lines + .note { margin-top: 0.6rem; }
.tools form > button { justify-self: start; }
.tools summary { cursor: pointer; }
input[type="radio"] {
	flex: none;
	width: 1.1rem !important;
	height: 1.1rem;
	accent-color: var(--load);
}
`;
