// The frame of the pages that show what Loadline does: navigation, one column, no script.
import type { Child } from 'hono/jsx';
import { About, STYLE_PATH } from '../pages/frame';

export const UI_STYLE_PATH = '/assets/ui.css';
/** Address of browser programs (scripts/programs.mjs). */
export const PROGRAMS = '/assets/web/';
/** Draws tables that are charts (charts.tsx). */
export const CHARTS = { script: `${PROGRAMS}charts.js`, style: `${PROGRAMS}charts.css` };
/** Checks a document as it is written. */
export const EDITOR = { script: `${PROGRAMS}editor.js` };
/** The script of a conversation: tooltips, originals on demand, live updates. */
export const SIDE = { script: `${PROGRAMS}side.js` };

/** A script of a page, which works without it; and its own styles. */
export interface Island {
	readonly script: string;
	readonly style?: string;
}

const PLACES = [
	['/', 'Context'],
	['/overview', 'Overview'],
	['/upstreams', 'Upstreams'],
	['/playground', 'Playground'],
	['/memory', 'Memory'],
	['/runs', 'Runs'],
	['/config', 'Configuration'],
	['/people', 'People'],
	['/settings', 'Settings'],
] as const;

/** Title and scripts of a page. */
export interface ShellProps {
	readonly title: string;
	readonly here: string;
	readonly islands?: readonly Island[];
	readonly children?: Child;
}

/** The frame of all pages. */
export const Shell = ({ title, here, islands = [], children }: ShellProps) => (
	<html lang="en">
		<head>
			<About title={title} />
			<link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
			<link rel="stylesheet" href={STYLE_PATH} />
			<link rel="stylesheet" href={UI_STYLE_PATH} />
			{islands.map(({ script, style }) => (
				<>
					{style !== undefined && <link rel="stylesheet" href={style} />}
					<script src={script} type="module" />
				</>
			))}
		</head>
		<body class="ui">
			<a class="skip" href="#content">
				Skip to content
			</a>
			<header>
				<a class="mark" href="/">
					<span class="disc" aria-hidden="true" />
					Loadline
				</a>
				{/* On a narrow screen the pages stand behind it. */}
				<button type="button" class="menu quiet" popovertarget="pages">
					<span class="unseen">Pages: </span>
					{PLACES.find(([path]) => path === here)?.[1] ?? 'Pages'}
				</button>
				<nav id="pages" popover="auto" aria-label="Pages">
					{PLACES.map(([path, name]) => (
						<a href={path} aria-current={path === here ? 'page' : undefined}>
							{name}
						</a>
					))}
				</nav>
			</header>
			<main id="content">
				<h1>{title}</h1>
				{children}
			</main>
		</body>
	</html>
);

/** Formats a number: `12,345`. */
export const number = (value: number): string => Math.round(value).toLocaleString('en-US');

/** A share of 1 in whole percent. */
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** `2026-11-22 17:03`, UTC. */
export const when = (time: number | string): string => {
	const date = new Date(time);
	return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 16).replace('T', ' ');
};

/** Breaks between day and hour alone. */
export const Time = ({ at }: { at: number | string }) => {
	const [day, hour] = when(at).split(' ');
	return (
		<time datetime={new Date(at).toISOString()}>
			<span>{day}</span> <span>{hour}</span>
		</time>
	);
};

/** The name of a tool or an endpoint: it breaks where its words end, if it has to. */
export const Name = ({ children }: { children: string }) => (
	<span class="name">
		{children.split(/(?<=[_./-])(?![_./-])/).map((word, at) => (
			<>
				{at > 0 && <wbr />}
				{word}
			</>
		))}
	</span>
);

/** A figure with its name. */
export const Figure = ({ name, value, note }: { name: string; value: string; note?: string }) => (
	<div class="figure">
		<dt>{name}</dt>
		<dd>
			{value}
			{note !== undefined && <small>{note}</small>}
		</dd>
	</div>
);

/** Stands where there is nothing yet. */
export const Empty = ({ children }: { children?: Child }) => <p class="empty">{children}</p>;
