// The stylesheet of the pages for people: light and dark, from 360 pixels. A text, because every runtime
// that Loadline is bundled for imports it alike.
export const STYLE = `:root {
	color-scheme: light dark;
	--paper: light-dark(#fbfaf7, #14171a);
	--card: light-dark(#ffffff, #1c2024);
	--ink: light-dark(#1c2733, #e8e6e1);
	--soft: light-dark(#55606c, #a4acb4);
	--line: light-dark(#d9d6cf, #353b41);
	--load: light-dark(#0b5c7a, #6cc3e0);
	--on-load: light-dark(#ffffff, #0c1a20);
	--bad: light-dark(#9b2c1f, #ff9d8f);
	--good: light-dark(#1f6b3b, #8fd9a8);
	--mind: light-dark(#7a5200, #f0c36b);
}
* { box-sizing: border-box; }
body {
	margin: 0;
	background: var(--paper);
	color: var(--ink);
	font: 1rem/1.55 system-ui, sans-serif;
	overflow-wrap: anywhere;
}
header {
	display: flex;
	flex-wrap: wrap;
	gap: 0.5rem 1rem;
	justify-content: space-between;
	align-items: center;
	padding: 0.75rem 1rem;
	border-bottom: 1px solid var(--line);
}
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
.mark {
	color: inherit;
	text-decoration: none;
	display: flex;
	align-items: center;
	gap: 0.6rem;
	font-weight: 650;
	letter-spacing: 0.01em;
}
/* The load line: a disc with a line through it. */
.disc { position: relative; width: 1.05rem; height: 1.05rem; border: 2px solid var(--load); border-radius: 50%; }
.disc::after { content: ""; position: absolute; inset: calc(50% - 1px) -0.35rem; border-top: 2px solid var(--load); }
h1 { margin: 0 0 1rem; font-size: 1.6rem; line-height: 1.2; letter-spacing: -0.01em; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.05rem; }
form h2 { margin-top: 0; }
a { color: var(--load); }
form:not(.row), details {
	display: grid;
	gap: 0.75rem;
	margin: 1.25rem 0;
	padding: 1.25rem;
	background: var(--card);
	border: 1px solid var(--line);
	border-radius: 0.6rem;
}
details form:not(.row) { margin: 0.75rem 0 0; padding: 0; border: 0; }
form p { margin: 0; }
label { font-weight: 550; }
input:not([type="checkbox"], [type="hidden"]), select, textarea {
	width: 100%;
	padding: 0.6rem 0.7rem;
	font: inherit;
	color: inherit;
	background: var(--paper);
	border: 1px solid var(--soft);
	border-radius: 0.4rem;
}
button, .button {
	display: inline-block;
	padding: 0.6rem 1.1rem;
	font: inherit;
	font-weight: 600;
	text-align: center;
	text-decoration: none;
	color: var(--on-load);
	background: var(--load);
	border: 1px solid var(--load);
	border-radius: 0.4rem;
	cursor: pointer;
}
.danger { color: var(--card); background: var(--bad); }
.small { padding: 0.25rem 0.7rem; font-size: 0.875rem; }
.quiet { color: var(--load); background: none; }
:focus-visible { outline: 3px solid var(--load); outline-offset: 2px; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem; }
.row select { width: auto; }
fieldset {
	display: grid;
	gap: 0.6rem;
	margin: 0;
	padding: 0.75rem 0 0;
	border: 0;
	border-top: 1px solid var(--line);
}
legend { float: left; width: 100%; padding: 0; font-weight: 550; }
.check { display: flex; gap: 0.6rem; font-weight: 400; }
.check input {
	flex: none;
	width: 1.1rem;
	height: 1.1rem;
	margin-top: calc((1lh - 1.1rem) / 2);
	font: inherit;
	accent-color: var(--load);
}
dl { margin: 1rem 0; }
dt { color: var(--soft); font-size: 0.9rem; }
dd { margin: 0 0 0.75rem; }
.notice { padding: 0.75rem 1rem; border: 1px solid currentColor; border-left-width: 5px; border-radius: 0.4rem; }
.bad { color: var(--bad); }
.good { color: var(--good); }
.mind { color: var(--mind); }
pre {
	padding: 0.9rem 1rem;
	background: var(--card);
	border: 1px solid var(--line);
	border-radius: 0.4rem;
	font-size: 0.85rem;
	line-height: 1.5;
	white-space: pre-wrap;
	overflow-wrap: anywhere;
}
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
.check code { color: var(--soft); }
`;
