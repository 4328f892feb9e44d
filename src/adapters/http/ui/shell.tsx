// The frames of pages: of those for signing in, and of those that show what Loadline does, with navigation; and what stands
// on several of them.
import type { Child, PropsWithChildren } from 'hono/jsx';
import { Act, Post } from './form';

export const UI_STYLE_PATH = '/assets/ui.css';
/** Address of browser programs (scripts/programs.mjs). */
export const PROGRAMS = '/assets/web/';
/** Names of pages by their addresses. */
type Pages = Readonly<Record<string, string>>;
/** The three places, each with its pages; the first page is where the place opens. */
const PLACES: Readonly<Record<string, Pages>> = {
	Now: { '/': 'Conversations', '/runs': 'Runs' },
	Tools: { '/overview': 'Use', '/upstreams': 'Servers', '/playground': 'Try' },
	Rules: { '/memory': 'Rules' },
};

const ACCOUNT: Pages = {
	...{ '/people': 'People and tokens', '/people/data': 'Export and erase' },
	...{ '/connect': 'Connections', '/config': 'Configuration' },
	...{ '/settings': 'Display', '/find': 'Search' },
};

/** The person who looks. */
export interface Visitor {
	readonly name: string;
	readonly workspace: string;
	/** False where nobody signed in. */
	readonly maySignOut: boolean;
}

/** The frame of all pages. */
export const Shell = ({
	title,
	here,
	visitor,
	islands = [],
	children,
}: {
	title: string;
	here: string;
	visitor: Visitor;
	/** Names of scripts (browser/islands), beside that of every page; it works without them. */
	islands?: readonly string[];
	children?: Child;
}) => (
	<html lang="en">
		<head>
			<About title={title} />
			<link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
			<link rel="stylesheet" href={STYLE_PATH} />
			<link rel="stylesheet" href={UI_STYLE_PATH} />
			{['page', ...islands].map((name) => (
				<script src={`${PROGRAMS}${name}.js`} type="module" />
			))}
		</head>
		<body class="ui">
			<a class="skip" href="#content">
				Skip to content
			</a>
			{header(here, visitor)}
			<main id="content">
				{tabs(here)}
				<h1>
					<Name>{title}</Name>
				</h1>
				{children}
			</main>
		</body>
	</html>
);

/** Returns whether an address is of a page; conversations are of the first. */
const isAt = (path: string, here: string): boolean =>
	path === '/' ? /^\/(?:sessions\/|$)/.test(here) : here === path || here.startsWith(`${path}/`);

/** Returns whether an address is of one of some pages. */
const hasIn = (pages: Pages, here: string) => Object.keys(pages).some((path) => isAt(path, here));

const header = (here: string, { name, workspace, maySignOut }: Visitor) => (
	<header>
		<a class="mark" href="/" aria-label="Loadline">
			<span class="disc" aria-hidden="true" />
			<span class="wide">Loadline</span>
		</a>
		<nav aria-label="Places">
			{Object.entries(PLACES).map(([place, pages]) => (
				<a href={Object.keys(pages)[0]} aria-current={hasIn(pages, here) ? 'page' : undefined}>
					{place}
				</a>
			))}
		</nav>
		<search class="find">
			<form class="plain" method="get" action="/find">
				<input name="q" type="search" aria-label="Search" placeholder="Search (Ctrl K)" />
			</form>
		</search>
		<button type="button" class="account quiet" popovertarget="account">
			<span class="unseen">Account: </span>
			{name}
		</button>
		<div id="account" popover="auto">
			<p class="soft">
				{name} in the workspace {workspace}
			</p>
			<nav aria-label="Account">
				{Object.entries(ACCOUNT).map(([path, text]) => (
					<a href={path} aria-current={path === here ? 'page' : undefined}>
						{text}
					</a>
				))}
			</nav>
			{maySignOut && <Act to="/sign-out">Sign out</Act>}
		</div>
	</header>
);

const tabs = (here: string) => {
	const [place = '', all = {}] = Object.entries(PLACES).find(([, all]) => hasIn(all, here)) ?? [];
	const pages = Object.entries(all).map(([path, name]) => [path, name, isAt(path, here)] as const);
	return pages.length < 2 ? null : <Tabs label={place} of={pages} />;
};

type Tab = readonly [to: string, name: string, isHere: boolean];

/** Links of which one is of what is shown. */
export const Tabs = ({ label, of }: { label: string; of: readonly Tab[] }) => (
	<nav class="tabs" aria-label={label}>
		{of.map(([to, name, isHere]) => (
			<a href={to} aria-current={isHere ? 'true' : undefined}>
				{name}
			</a>
		))}
	</nav>
);

/** Formats a number: `12,345`. */
export const number = (value: number): string => Math.round(value).toLocaleString('en-US');

/** A share of 1 in whole percent. */
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A time in the reader's zone and locale, by the script of every page; UTC without it, and when it is pointed at. */
export const Time = ({ at }: { at: number | string | null | undefined }) => {
	const date = new Date(at ?? Number.NaN);
	if (Number.isNaN(date.getTime())) return null;
	const text = date.toISOString();
	const utc = `${text.slice(0, 19).replace('T', ' ')} UTC`;
	return (
		<time datetime={text} title={utc}>
			{utc}
		</time>
	);
};

/** The name of a tool or an endpoint: it breaks where its words end, if it has to. */
export const Name = ({ children }: { children: string }) => (
	<span class="name">
		{children
			.split(/(?<=[_./-])(?![_./-])|(?<=[a-z])(?=[A-Z])/)
			.map((word, at) => [at > 0 && <wbr />, word])}
	</span>
);

/** A link by a name. */
export const Link = ({ to, children }: { to: string; children: string }) => (
	<a href={to}>
		<Name>{children}</Name>
	</a>
);

type Figure = readonly [value: number | string, note?: string];

/** Figures by name, each with a note on it, in one frame; those that are not known are left out. */
export const Figures = ({ of }: { of: Readonly<Record<string, false | undefined | Figure>> }) => (
	<dl class="figures">
		{Object.entries(of).map(
			([name, figure]) =>
				figure && (
					<div class="figure">
						<dt>{name}</dt>
						<dd>
							{typeof figure[0] === 'number' ? number(figure[0]) : figure[0]}
							{figure[1] !== undefined && <small>{figure[1]}</small>}
						</dd>
					</div>
				),
		)}
	</dl>
);

/** Facts by name; those that are not known are left out. */
export const FactList = ({ of }: { of: readonly (readonly [name: Child, fact: Child])[] }) => (
	<dl class="facts">
		{of
			.filter(([, fact]) => fact !== undefined && fact !== false)
			.map(([name, fact]) => (
				<div>
					<dt>{name}</dt>
					<dd>{fact}</dd>
				</div>
			))}
	</dl>
);

type Mark = readonly [mark: string, what: Child];

/** Colours and dashes by name: the class of each mark, and what it stands for. */
export const Legend = ({ of }: { of: readonly (false | Mark)[] }) => (
	<ul class="legend">
		{of
			.filter((each) => each !== false)
			.map(([mark, what]) => (
				<li>
					<i class={mark} />
					{what}
				</li>
			))}
	</ul>
);

/** Stands where there is nothing yet. */
export const Empty = ({ children }: { children?: Child }) => <p class="empty">{children}</p>;

export const STYLE_PATH = '/assets/pages.css';

/** The head of every page. */
export const About = ({ title }: { title: string }) => (
	<>
		<meta charset="utf-8" />
		<meta name="viewport" content="width=device-width, initial-scale=1" />
		<meta name="color-scheme" content="light dark" />
		<meta name="robots" content="noindex" />
		<title>{title} · Loadline</title>
	</>
);

type Framed = { title: string; who?: string | undefined };

/** The frame of all sign-in pages. @param who is signed in, and may sign out */
export const Frame = ({ title, who, children }: PropsWithChildren<Framed>) => (
	<html lang="en">
		<head>
			<About title={title} />
			<link rel="stylesheet" href={STYLE_PATH} />
		</head>
		<body>
			<header>
				<a class="mark" href={who === undefined ? undefined : '/'}>
					<span class="disc" aria-hidden="true" />
					Loadline
				</a>
				{who !== undefined && (
					<Post to="/sign-out" class="row">
						<span>{who}</span>
						<button type="submit" class="quiet small">
							Sign out
						</button>
					</Post>
				)}
			</header>
			<main>
				<h1>{title}</h1>
				{children}
			</main>
		</body>
	</html>
);

/** A message: a fault, or a success. */
export const Notice = ({ kind, children }: { kind: 'bad' | 'good' | 'mind'; children?: Child }) => (
	<p class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
		{children}
	</p>
);
