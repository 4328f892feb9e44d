// Calls one below the other, and what a call asked for.
export const TIMELINE_STYLE = `.timeline { overflow: hidden; }
.timeline li + li { border-top: 1px solid var(--line); }
.timeline li:target { background: color-mix(in srgb, var(--load) 8%, transparent); }
.ui .timeline details { display: block; }
.timeline summary {
	display: flex;
	gap: 0.2rem 0.75rem;
	align-items: baseline;
	padding: 0.5rem 1rem;
	cursor: pointer;
}
.timeline summary:hover { background: color-mix(in srgb, var(--ink) 3%, transparent); }
.timeline summary:focus-visible { outline-offset: -3px; }
.timeline summary::before {
	content: "";
	flex: none;
	width: 0.4rem;
	height: 0.4rem;
	border: solid var(--soft);
	border-width: 0 2px 2px 0;
	rotate: -45deg;
	translate: 0 -0.1rem;
}
.timeline [open] > summary::before { rotate: 45deg; }
.timeline summary > i {
	flex: none;
	width: 0.6rem;
	height: 0.6rem;
	border-radius: 0.2rem;
}
.timeline .what {
	min-width: 0;
	font-weight: 550;
}
.timeline .tokens {
	flex: none;
	margin-left: auto;
	font-size: 0.875rem;
}
.timeline .tokens small {
	color: var(--soft);
	font-size: inherit;
}
.timeline .is-collapsed > summary,
.timeline .is-collapsed .what {
	color: var(--soft);
	font-weight: 400;
}
.asked-line {
	flex: 1 1 4rem;
	min-width: 0;
	overflow: hidden;
	color: var(--soft);
	font-size: 0.8125rem;
	text-overflow: ellipsis;
	white-space: nowrap;
}
.opened {
	display: grid;
	grid-template-columns: minmax(0, 1fr);
	gap: 0.75rem;
	justify-items: start;
	padding: 0.25rem 1rem 1rem 2.15rem;
	font-size: 0.875rem;
}
.opened pre { width: 100%; }
.facts {
	display: grid;
	gap: 0.25rem;
	width: 100%;
	margin: 0;
}
.facts > div {
	display: grid;
	grid-template-columns: 9rem minmax(0, 1fr);
	gap: 0.75rem;
}
.facts dt { font-size: inherit; }
.facts dd { margin: 0; }
.asked {
	display: grid;
	grid-template-columns: fit-content(9rem) minmax(0, 1fr);
	gap: 0.1rem 0.75rem;
	margin: 0;
}
.peeks .asked { margin-top: 0.4rem; }
.asked dd {
	margin: 0;
	white-space: pre-wrap;
}
@media (max-width: 40rem) {
	.timeline summary { flex-wrap: wrap; }
	.timeline .what { flex: 1 1 0; }
	.timeline .asked-line {
		flex: 1 0 100%;
		order: 1;
		padding-left: 2.5rem;
	}
	.timeline .badge {
		order: 2;
		margin-left: 2.5rem;
	}
	.opened { padding-left: 1rem; }
	.facts > div {
		grid-template-columns: minmax(0, 1fr);
		gap: 0;
	}
	.facts > div + div { margin-top: 0.3rem; }
}
`;
