// Pages that show what Loadline does, and the forms on them. Each asks the API as whoever looks, so that
// no page shows or does what the API would not.
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Child } from 'hono/jsx';
import { parse, stringify } from 'yaml';
import { estimate } from '../../../protect/tokens/estimate';
import { isRecord } from '../../../shared/is-record';
import type { RouteState } from '../deps';
import { Notice } from '../pages/frame';
import { browserOf, csrfOf, formOf, sendPage } from '../pages/page';
import { type Answer, type Api, type Ask, apiFor } from './api';
import { LIVE } from './live';
import { csvOf, type Group, Overview } from './overview';
import {
	type Change,
	Changes,
	ConfigPage,
	Document,
	type Draft,
	MemoryPage,
	PeoplePage,
	Review,
	type Rule,
	type Run,
	RunsPage,
	type ToolCost,
	type Upstream,
	Upstreams,
	type Version,
} from './places';
import { type Listed, type Session, SessionTable, Side, Timeline, WINDOWS } from './sessions';
import { LIVE_PATH, number, Shell } from './shell';
import { UI_STYLE } from './style';

type C = Context<RouteState>;

/** The load line: a disc with a line through it. */
const ICON =
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g fill="none" stroke="#1f8fb5" stroke-width="3"><circle cx="16" cy="16" r="9"/><path d="M2 16h28"/></g></svg>';
const HINTS_COOKIE = 'loadline-hints';
/** Milliseconds within which a conversation is taken to go on. */
const LIVE_MS = 120_000;
const STALE = 'This page was too old, or another browser’s. Try again.';

/** @param ask the API itself */
export const uiRoutes = (ask: Ask): Hono<RouteState> => {
	const routes = new Hono<RouteState>({ strict: false });

	/** A page for who may see it; anybody else is shown the way in. */
	const page =
		(here: string, title: string, body: (c: C, api: Api, csrf: string) => Promise<Shown>) =>
		async (c: C): Promise<Response> => {
			const api = apiFor(c, ask);
			const me = await api.get('/api/me');
			if (me.status !== 200) {
				const to = `${new URL(c.req.url).pathname}${new URL(c.req.url).search}`;
				return c.redirect(`/sign-in?to=${encodeURIComponent(to)}`);
			}
			const shown = await body(c, api, await csrfOf(browserOf(c)));
			const { title: own = title, isLive, status = 200, content } = shown;
			return sendPage(
				c,
				<Shell title={own} here={here} isLive={isLive}>
					{content}
				</Shell>,
				{ status, isLive },
			);
		};

	/** A form of these pages: what it asks for is done by the API, and said on the page that follows. */
	const form =
		(
			work: (form: URLSearchParams, api: Api, c: C) => Promise<string | Shown>,
			here: string,
			title: string,
		) =>
		async (c: C): Promise<Response> => {
			const given = await formOf(c);
			if (!given) return page(here, title, async () => failed(STALE))(c);
			const done = await work(given, apiFor(c, ask), c);
			if (typeof done === 'string') return c.redirect(done, 303);
			return page(here, title, async () => done)(c);
		};

	routes.get('/assets/ui.css', (c) =>
		c.body(UI_STYLE, 200, { 'Content-Type': 'text/css', 'Cache-Control': 'public, max-age=3600' }),
	);

	routes.get(LIVE_PATH, (c) =>
		c.body(LIVE, 200, {
			'Content-Type': 'text/javascript',
			'Cache-Control': 'public, max-age=3600',
		}),
	);

	routes.get('/assets/icon.svg', (c) =>
		c.body(ICON, 200, {
			'Content-Type': 'image/svg+xml',
			'Cache-Control': 'public, max-age=86400',
		}),
	);

	routes.get(
		'/',
		page('/', 'Context', async (c, api, csrf) => {
			const listed = await api.get('/api/sessions?limit=20');
			if (listed.fault !== undefined) return failed(listed.fault);
			const { sessions } = listed.body as { sessions: readonly Listed[] };
			const [latest] = sessions;
			const session = latest && (await sessionOf(api, latest.id, latest.principal));
			return {
				...(latest && Date.now() - latest.lastAt < LIVE_MS && { isLive: true }),
				content: (
					<>
						{session && (
							<>
								<p>
									The latest conversation, <a href={`/sessions/${session.id}`}>{session.id}</a>
								</p>
								<Side session={session} room={roomOf(c)} canChange={true} csrf={csrf} />
							</>
						)}
						<SessionTable sessions={sessions} />
					</>
				),
			};
		}),
	);

	routes.get(
		'/sessions/:id',
		page('/', 'Conversation', async (c, api, csrf) => {
			const id = c.req.param('id') ?? '';
			const session = await sessionOf(api, id, c.req.query('principal'));
			if (!session)
				return { ...failed('There is no such conversation; it may have ended.'), status: 404 };
			const hints = getCookie(c, HINTS_COOKIE) === '1';
			const last = session.calls.at(-1)?.at ?? 0;
			return {
				title: `Conversation ${session.id}`,
				...(Date.now() - last < LIVE_MS && { isLive: true }),
				content: (
					<>
						<Side session={session} room={roomOf(c)} canChange={true} csrf={csrf} />
						<p>
							Window:{' '}
							{WINDOWS.map((tokens) => (
								<>
									<a
										href={`?window=${tokens}`}
										aria-current={tokens === roomOf(c) ? 'true' : undefined}
									>
										{number(tokens)}
									</a>{' '}
								</>
							))}
						</p>
						<h2>Timeline</h2>
						<form class="plain" method="post" action="/settings/hints">
							<input type="hidden" name="csrf" value={csrf} />
							<input type="hidden" name="to" value={`/sessions/${session.id}`} />
							<input type="hidden" name="hints" value={hints ? '0' : '1'} />
							<button type="submit" class="quiet small">
								{hints ? 'Hide context hints' : 'Show context hints'}
							</button>
						</form>
						<Timeline session={session} hints={hints} />
					</>
				),
			};
		}),
	);

	routes.get(
		'/sessions/:id/calls/:call',
		page('/', 'Original', async (c, api) => {
			const { id, call } = c.req.param();
			const answer = await api.get(`/api/sessions/${id}/calls/${call}/original`);
			if (answer.fault !== undefined)
				return { ...failed('Expired: the original is not kept any more.'), status: 404 };
			const { content } = answer.body as { content: readonly { text?: string; type: string }[] };
			const text = content.map((block) => block.text ?? `(${block.type})`).join('\n\n');
			return {
				content: (
					<Document
						path={call ?? ''}
						text={text}
						more={<p>As it was sent. Looking changes nothing.</p>}
					/>
				),
			};
		}),
	);

	routes.post('/settings/hints', async (c) => {
		const given = await formOf(c);
		const to = given?.get('to') ?? '/';
		setCookie(c, HINTS_COOKIE, given?.get('hints') === '1' ? '1' : '0', {
			...{ path: '/', sameSite: 'Lax', httpOnly: true, maxAge: 31_536_000 },
		});
		return c.redirect(/^\/sessions\/[\w-]+$/.test(to) ? to : '/', 303);
	});

	const telemetry = async (c: C, api: Api) => {
		const { search } = new URL(c.req.url);
		return api.get(`/api/telemetry${search}`);
	};

	routes.get(
		'/overview',
		page('/overview', 'Overview', async (c, api) => {
			const answer = await telemetry(c, api);
			if (answer.fault !== undefined) return failed(answer.fault);
			const { groups } = answer.body as { groups: readonly Group[] };
			return {
				content: (
					<>
						<Periods query={c.req.query()} />
						<Overview groups={groups} query={new URL(c.req.url).search} />
					</>
				),
			};
		}),
	);

	routes.get('/overview.csv', async (c) => {
		const answer = await telemetry(c, apiFor(c, ask));
		if (answer.fault !== undefined) return c.text(answer.fault, answer.status as 400);
		const { groups } = answer.body as { groups: readonly Group[] };
		return c.body(csvOf(groups), 200, {
			'Content-Type': 'text/csv; charset=utf-8',
			'Content-Disposition': 'attachment; filename="loadline.csv"',
		});
	});

	routes.get(
		'/upstreams',
		page('/upstreams', 'Upstreams', async (c, api, csrf) => {
			// Asked for their tools first, so that their state is of now.
			const names = upstreamsIn(await api.get('/health')).map(({ name }) => name);
			const costs = new Map(
				await Promise.all(
					names
						.slice(0, MOST_ASKED)
						.map(async (name) => [name, await toolCost(api, name)] as const),
				),
			);
			const upstreams = upstreamsIn(await api.get('/health'));
			return {
				content: (
					<Upstreams
						upstreams={upstreams}
						costs={costs}
						origin={new URL(c.req.url).origin}
						csrf={csrf}
					/>
				),
			};
		}),
	);

	routes.post(
		'/upstreams',
		form(
			async (given, api) => {
				const authorization = given.get('authorization')?.trim();
				const entry = {
					url: given.get('url') ?? '',
					...(authorization && { headers: { authorization } }),
				};
				const name = nameIn(given, 'name');
				if (name === undefined) return failed(NO_NAME);
				return next(
					await api.send('PUT', `/api/config/upstreams/${name}`, JSON.stringify(entry)),
					'/upstreams',
				);
			},
			'/upstreams',
			'Upstreams',
		),
	);

	routes.post(
		'/upstreams/remove',
		form(
			async (given, api) => {
				const name = nameIn(given, 'name');
				if (name === undefined) return failed(NO_NAME);
				return next(await api.send('DELETE', `/api/config/upstreams/${name}`), '/upstreams');
			},
			'/upstreams',
			'Upstreams',
		),
	);

	routes.get(
		'/config',
		page('/config', 'Configuration', async (c, api, csrf) =>
			configPage(api, csrf, c.req.query('endpoint')),
		),
	);

	routes.post(
		'/config',
		form(
			async (given, api, c) => {
				const text = given.get('text') ?? '';
				if (text.includes('***'))
					return failed(
						'The document holds secrets in clear, which are shown as ***: change it with loadline config, and name secrets instead.',
					);
				const isCheck = given.get('do') === 'check';
				const answer = await api.send(
					'PUT',
					`/api/config${isCheck ? '?dryRun=1' : ''}`,
					text,
					'application/yaml',
				);
				if (answer.fault !== undefined) return failed(answer.fault);
				if (!isCheck) return '/config';
				return preview(answer, text, await csrfOf(browserOf(c)));
			},
			'/config',
			'Configuration',
		),
	);

	routes.post(
		'/config/propose',
		form(
			async (given, api, c) => {
				const document = await api.get('/api/config/document');
				const known = textIn(document);
				const text = proposed(known, given.get('tool') ?? '', given.get('change') ?? '');
				const answer = await api.send('PUT', '/api/config?dryRun=1', text, 'application/yaml');
				if (answer.fault !== undefined) return failed(answer.fault);
				return preview(answer, text, await csrfOf(browserOf(c)));
			},
			'/config',
			'What would change',
		),
	);

	routes.post(
		'/config/rollback',
		form(
			async (given, api) =>
				next(
					await api.send(
						'POST',
						'/api/config/rollback',
						JSON.stringify({ version: Number(given.get('version')) }),
					),
					'/config',
				),
			'/config',
			'Configuration',
		),
	);

	routes.get(
		'/memory',
		page('/memory', 'Memory', async (_c, api, csrf) => {
			const [objects, drafts] = await Promise.all([
				api.get('/api/memory/objects?limit=200'),
				api.get('/api/memory/drafts?limit=100'),
			]);
			if (objects.fault !== undefined) return failed(objects.fault);
			const { objects: rules, total } = objects.body as { objects: readonly Rule[]; total: number };
			const { drafts: waiting = [] } = (drafts.body ?? {}) as { drafts?: readonly Draft[] };
			return { content: <MemoryPage rules={rules} total={total} drafts={waiting} csrf={csrf} /> };
		}),
	);

	routes.get(
		'/memory/:id',
		page('/memory', 'Rule', async (c, api) => {
			const answer = await api.get(
				`/api/memory/objects/${encodeURIComponent(c.req.param('id') ?? '')}`,
			);
			if (answer.fault !== undefined) return { ...failed(answer.fault), status: 404 };
			const { path = '', content = '' } = objectIn(answer.body);
			return {
				title: String(path),
				content: <Document path={String(path)} text={String(content)} />,
			};
		}),
	);

	routes.get(
		'/memory/drafts/:id',
		page('/memory', 'Draft', async (c, api, csrf) => {
			const id = c.req.param('id') ?? '';
			const answer = await api.get(`/api/memory/drafts/${encodeURIComponent(id)}`);
			if (answer.fault !== undefined) return { ...failed(answer.fault), status: 404 };
			const sides = answer.body as Record<string, unknown>;
			const textOf = (side: unknown) =>
				String(isRecord(side) ? (side.content ?? '') : (side ?? ''));
			const { path = '', state = '' } = objectIn(sides.draft);
			return {
				title: `Draft of ${String(path)}`,
				content: (
					<>
						{state === 'submitted' && <Review id={id} csrf={csrf} />}
						<div class="columns">
							<section>
								<h2>Published</h2>
								<pre tabindex={0}>{textOf(sides.current ?? sides.base)}</pre>
							</section>
							<section>
								<h2>Proposed</h2>
								<pre tabindex={0}>{textOf(sides.proposed)}</pre>
							</section>
						</div>
					</>
				),
			};
		}),
	);

	routes.post('/memory/drafts/:id', (c) =>
		form(
			async (given, api) => {
				const verb = given.get('do') === 'approve' ? 'approve' : 'reject';
				const id = encodeURIComponent(c.req.param('id'));
				return next(await api.send('POST', `/api/memory/drafts/${id}/${verb}`, '{}'), '/memory');
			},
			'/memory',
			'Memory',
		)(c),
	);

	routes.get(
		'/runs',
		page('/runs', 'Runs', async (_c, api) => {
			const [runs, workflows] = await Promise.all([
				api.get('/api/runs?limit=50'),
				api.get('/api/workflows'),
			]);
			if (runs.fault !== undefined) return failed(runs.fault);
			return {
				content: (
					<RunsPage
						runs={(runs.body as { runs: readonly Run[] }).runs}
						workflows={(workflows.body as { workflows?: [] })?.workflows ?? []}
					/>
				),
			};
		}),
	);

	routes.get(
		'/people',
		page('/people', 'People', async (_c, api, csrf) => {
			const [me, tokens, members, audit] = await Promise.all(
				['/api/me', '/api/tokens', '/api/members', '/api/audit?limit=50'].map((path) =>
					api.get(path),
				),
			);
			const part = (answer: Answer | undefined, key: string) =>
				answer?.fault === undefined && isRecord(answer?.body) ? answer.body[key] : undefined;
			return {
				content: (
					<PeoplePage
						me={me?.body as never}
						tokens={part(tokens, 'tokens') as never}
						members={part(members, 'members') as never}
						audit={part(audit, 'entries') as never}
						csrf={csrf}
					/>
				),
			};
		}),
	);

	routes.post(
		'/people/revoke',
		form(
			async (given, api) => {
				const id = nameIn(given, 'id');
				if (id === undefined) return failed(NO_NAME);
				return next(await api.send('DELETE', `/api/tokens/${id}`), '/people');
			},
			'/people',
			'People',
		),
	);

	return routes;
};

const NO_NAME = 'A name takes letters, digits, - and _.';

/** A name in a form that may stand in a path: no dots lead elsewhere. */
const nameIn = (form: URLSearchParams, field: string): string | undefined => {
	const name = form.get(field) ?? '';
	return /^[\w-]{1,128}$/.test(name) ? name : undefined;
};

/** Servers whose tools a page asks for. */
const MOST_ASKED = 20;

const upstreamsIn = ({ body }: Answer): readonly Upstream[] =>
	isRecord(body) && Array.isArray(body.upstreams) ? (body.upstreams as readonly Upstream[]) : [];

/** What a server's list of tools costs, as a client of it sees the list. */
async function toolCost(api: Api, name: string): Promise<ToolCost | undefined> {
	const tools = await api.tools(name);
	if (!tools) return undefined;
	const listed = tools.map(({ name: tool, description, inputSchema }) => ({
		...{ name: tool, description, inputSchema },
	}));
	return { tools, tokens: estimate(JSON.stringify(listed)) };
}

interface Shown {
	readonly content: Child;
	readonly title?: string;
	readonly isLive?: boolean;
	readonly status?: number;
}

const failed = (text: string): Shown => ({
	content: <Notice kind="bad">{text}</Notice>,
	status: 400,
});

const next = (answer: Answer, to: string): string | Shown =>
	answer.fault === undefined ? to : failed(answer.fault);

const objectIn = (body: unknown): Record<string, unknown> => {
	if (!isRecord(body)) return {};
	return isRecord(body.object) ? body.object : body;
};

async function sessionOf(api: Api, id: string, principal?: string): Promise<Session | undefined> {
	const whose = principal === undefined ? '' : `?principal=${encodeURIComponent(principal)}`;
	const answer = await api.get(`/api/sessions/${encodeURIComponent(id)}${whose}`);
	return answer.fault === undefined ? (answer.body as Session) : undefined;
}

const roomOf = (c: C): number => {
	const asked = Number(c.req.query('window'));
	return asked >= 1_000 && asked <= 10_000_000 ? asked : 200_000;
};

const textIn = ({ body }: Answer): string => {
	const text = isRecord(body) ? (body.text ?? body.document ?? '') : '';
	return typeof text === 'string' ? text : stringify(text);
};

async function configPage(api: Api, csrf: string, endpoint?: string): Promise<Shown> {
	const [current, document, history] = await Promise.all([
		api.get('/api/config'),
		api.get('/api/config/document'),
		api.get('/api/config/history?limit=20'),
	]);
	if (current.fault !== undefined) return failed(current.fault);
	const { origin, config, version } = current.body as {
		origin: Readonly<Record<string, string>>;
		config: unknown;
		version: number;
	};
	const values = Object.entries(origin).map(
		([path, layer]) => [path, valueAt(config, path), layer] as const,
	);
	const text = textIn(document);
	return {
		content: (
			<ConfigPage
				text={endpoint === undefined ? text : proposed(text, endpoint, 'none')}
				values={values.sort(
					([, , a], [, , b]) => Number(a === 'defaults') - Number(b === 'defaults'),
				)}
				versions={(history.body as { versions?: readonly Version[] } | null)?.versions ?? []}
				version={version}
				csrf={csrf}
			/>
		),
	};
}

const valueAt = (config: unknown, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), config);

const preview = (answer: Answer, text: string, csrf: string): Shown => {
	const { changes } = answer.body as { changes: readonly Change[] };
	return {
		title: 'What would change',
		content: (
			<>
				<Changes changes={changes} />
				<form method="post" action="/config">
					<input type="hidden" name="csrf" value={csrf} />
					<label for="text">The document that would be in force</label>
					<textarea id="text" name="text" spellcheck={false}>
						{text}
					</textarea>
					<div class="row">
						<button type="submit" name="do" value="save">
							Put in force
						</button>
						<a href="/config">Leave it as it is</a>
					</div>
				</form>
			</>
		),
	};
};

/** The document with a setting for one tool more; what it says already stays. */
function proposed(text: string, tool: string, change: string): string {
	const read: unknown = parse(text);
	const document = isRecord(read) ? read : {};
	if (change === 'leave') {
		const pairs = Array.isArray(document.transient) ? document.transient : [];
		return stringify({
			...document,
			transient: [...pairs, { tool, consumedBy: 'store_analysis_memory' }],
		});
	}
	const endpoints = isRecord(document.endpoints) ? document.endpoints : {};
	const known = isRecord(endpoints[tool]) ? endpoints[tool] : {};
	const settings = SETTINGS[change] ?? {};
	return stringify({ ...document, endpoints: { ...endpoints, [tool]: { ...known, ...settings } } });
}

const SETTINGS: Readonly<Record<string, object>> = {
	glance: { firstAnswerTokens: { list: 600, object: 500, text: 400 } },
	page: { defaultPageSize: 15 },
};

const Periods = ({ query }: { query: Readonly<Record<string, string>> }) => {
	const hours = [1, 24, 168, 720] as const;
	const names: Readonly<Record<number, string>> = {
		1: 'An hour',
		24: 'A day',
		168: 'A week',
		720: 'A month',
	};
	const now = Date.now();
	return (
		<p>
			{hours.map((each) => (
				<>
					<a href={`?from=${new Date(now - each * 3_600_000).toISOString()}`}>{names[each]}</a>{' '}
				</>
			))}
			{query.from !== undefined && <small>since {query.from}</small>}
		</p>
	);
};
