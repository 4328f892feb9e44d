// The page of servers behind, and its forms: each change is one of the configuration, and can be undone.
import { Hono } from 'hono';
import { estimate } from '../../../protect/tokens/estimate';
import { isRecord } from '../../../shared/is-record';
import type { RouteState } from '../deps';
import type { Answer, Api } from './api';
import { newlyDenied, withOffered } from './offered-tools';
import { failed, NO_NAME, nameIn, next, type Places, type Shown } from './place';
import type { CardProps, ListedTool, ToolChange, Upstream } from './upstream-card';
import { Upstreams } from './upstreams';

/** Servers whose tools a page asks for. */
const MOST_ASKED = 20;
const HERE = ['/upstreams', 'Upstreams'] as const;

export function upstreamRoutes({ page, form }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/upstreams',
		page(...HERE, async (c, api, csrf) => {
			const { origin } = new URL(c.req.url);
			const me = await api.get('/api/me');
			const isLocal = isRecord(me.body) && me.body.workspace === 'ws-local';
			const cards = await cardsOf(api, { origin, csrf, tested: c.req.query('test') });
			return { content: <Upstreams {...{ cards, origin, isLocal, csrf }} /> };
		}),
	);

	routes.post(
		'/upstreams',
		form(...HERE, async (given, api) => {
			const name = nameIn(given, 'name');
			if (name === undefined) return failed(NO_NAME);
			const url = given.get('url') ?? '';
			const way = given.get('way');
			if (way === 'secret') {
				const kept = await keepSecret(api, secretOf(name), url, given.get('secret') ?? '');
				if (kept.fault !== undefined) return failed(kept.fault);
			}
			const entry = {
				url,
				...(way === 'oauth' && { auth: 'oauth' }),
				...(way === 'secret' && {
					headers: { authorization: `Bearer \${secret:${secretOf(name)}}` },
				}),
			};
			const path = `/api/config/upstreams/${name}`;
			return tested(await api.send('PUT', path, JSON.stringify(entry)), name);
		}),
	);

	routes.post(
		'/upstreams/offer',
		form(...HERE, async (given, api) => {
			const name = nameIn(given, 'name');
			if (name === undefined) return failed(NO_NAME);
			const [shown, offered] = [given.getAll('tool'), given.getAll('offered')];
			const { body } = await api.get('/api/config/document');
			const text = isRecord(body) && typeof body.text === 'string' ? body.text : '';
			const changed = withOffered(text, name, shown, offered);
			if (changed !== undefined)
				return done(await api.send('PUT', '/api/config', changed, 'application/yaml'), name);
			// Of a lower layer: the document takes it over.
			const entry = (await entriesOf(api)).get(name);
			if (!entry) return failed('The configuration has no server of this name.');
			const known = isRecord(entry.tools) ? entry.tools : {};
			const tools = { ...known, deny: newlyDenied(known.deny, shown, offered) };
			const whole = JSON.stringify({ ...entry, tools });
			return done(await api.send('PUT', `/api/config/upstreams/${name}`, whole), name);
		}),
	);

	routes.post(
		'/upstreams/accept',
		form(...HERE, async (given, api) => {
			const name = nameIn(given, 'name');
			if (name === undefined) return failed(NO_NAME);
			return next(await api.send('POST', `/api/config/upstreams/${name}/accept`), '/upstreams');
		}),
	);

	routes.post(
		'/upstreams/remove',
		form(...HERE, async (given, api) => {
			const name = nameIn(given, 'name');
			if (name === undefined) return failed(NO_NAME);
			return done(await api.send('DELETE', `/api/config/upstreams/${name}`), name);
		}),
	);

	return routes;
}

async function cardsOf(
	api: Api,
	{ tested, ...common }: { origin: string; csrf: string; tested: string | undefined },
): Promise<readonly CardProps[]> {
	// Asked for their tools first, so that their state is of now.
	const asked = listIn<Upstream>(await api.get('/health'), 'upstreams').slice(0, MOST_ASKED);
	const tools = new Map(
		await Promise.all(
			asked.map(async ({ name }) => {
				const begun = Date.now();
				const listed = await toolsOf(api, name);
				return [name, { listed, took: Date.now() - begun }] as const;
			}),
		),
	);
	const [health, entries] = await Promise.all([api.get('/health'), entriesOf(api)]);
	const changes = listIn<ToolChange>(health, 'changedTools');
	return listIn<Upstream>(health, 'upstreams').map((upstream) => {
		const { name } = upstream;
		const entry = entries.get(name);
		const { deny, allow } = isRecord(entry?.tools) ? entry.tools : {};
		const found = tools.get(name);
		return {
			...common,
			upstream,
			tools: found?.listed,
			took: tested === name ? found?.took : undefined,
			denied: textsIn(deny),
			allowed: allow === undefined ? undefined : textsIn(allow),
			changes: changes.filter((change) => change.upstream === name),
			canChange: entry !== undefined,
			hasLogin: isRecord(entry?.auth) ? entry.auth.type === 'oauth' : entry?.auth === 'oauth',
		};
	});
}

/** What each tool of a server costs, as a client of it sees the list; Loadline's own is no tool of its. */
async function toolsOf(api: Api, name: string): Promise<readonly ListedTool[] | undefined> {
	const tools = await api.tools(name);
	return tools
		?.filter((tool) => tool.name !== 'read_result')
		.map(({ name: tool, description, inputSchema }) => ({
			name: tool,
			...(description !== undefined && { description }),
			tokens: estimate(JSON.stringify({ name: tool, description, inputSchema })),
		}));
}

/** What the configuration in force says of each server. */
async function entriesOf(api: Api): Promise<ReadonlyMap<string, Record<string, unknown>>> {
	const { body } = await api.get('/api/config');
	const config = isRecord(body) && isRecord(body.config) ? body.config : {};
	const entries = Array.isArray(config.upstreams) ? config.upstreams.filter(isRecord) : [];
	return new Map(entries.map((entry) => [String(entry.name), entry]));
}

const secretOf = (name: string): string =>
	`TOKEN_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;

const keepSecret = async (api: Api, name: string, url: string, value: string): Promise<Answer> => {
	const origins = URL.canParse(url) ? [new URL(url).origin] : [];
	return api.send('PUT', `/api/secrets/${name}`, JSON.stringify({ value, origins }));
};

const tested = (answer: Answer, name: string): string | Shown =>
	next(answer, `/upstreams?test=${name}${undoOf(answer)}#server-${name}`);

const done = (answer: Answer, name: string): string | Shown =>
	next(answer, `/upstreams?of=${name}${undoOf(answer)}`);

/** Tells the page which version came in force, and which was before. */
const undoOf = ({ body }: Answer): string => {
	const version = isRecord(body) ? Number(body.version) : Number.NaN;
	return version > 0 ? `&done=${version}&before=${version - 1}` : '';
};

const listIn = <Item,>({ body }: Answer, key: string): readonly Item[] =>
	isRecord(body) && Array.isArray(body[key]) ? (body[key] as readonly Item[]) : [];

const textsIn = (value: unknown): readonly string[] =>
	Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
