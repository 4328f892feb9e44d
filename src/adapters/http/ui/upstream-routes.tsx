// The page of servers behind, and its forms: each change is one of the configuration, and can be undone.
import { isLoginList } from '../../../gateway';
import { isRecord } from '../../../shared/json-values';
import { browserOf, csrfOf } from '../pages/page';
import type { Answer, Api } from './api';
import { definitionTokens } from './definitions';
import { failed, failedBy, NO_NAME, nameIn, next, type Places, type Shown } from './place';
import { Empty } from './shell';
import { type CardProps, type ListedTool, type ToolChange, UpstreamCard } from './upstream-card';
import { ConnectLines, type Entry, entryIn, secretOf, UpstreamForm } from './upstream-form';

/** The list of what is denied, once some names have been ticked and others not. */
const newlyDenied = (
	before: readonly string[],
	shown: readonly string[],
	offered: readonly string[],
): readonly string[] => [
	...before.filter((text) => !shown.includes(text)),
	...shown.filter((name) => !offered.includes(name)),
];

const MOST_ASKED = 20;

/** The pages of servers behind. */
export function upstreamRoutes({ get, post }: Places): void {
	get('/upstreams', 'Servers', async (c, api, csrf, me) => {
		const { origin } = new URL(c.req.url);
		const isLocal = me.workspace === 'ws-local';
		const cards = await cardsOf(api, { origin, csrf, tested: c.req.query('test') });
		return {
			content: (
				<>
					{cards.length === 0 ? (
						<Empty>No server stands behind yet: add one below.</Empty>
					) : (
						cards.map((card) => <UpstreamCard {...card} />)
					)}
					<div class="columns">
						<UpstreamForm csrf={csrf} />
						<ConnectLines origin={origin} isLocal={isLocal} />
					</div>
				</>
			),
		};
	});

	for (const path of ['/upstreams', '/upstreams/change'])
		post(path, async (given, api, c) => {
			const isNew = path === '/upstreams';
			const name = nameIn(given, 'name');
			/** With the form as it was written: the secret alone is asked for again. */
			const again = async (shown: Shown): Promise<Shown> => ({
				...shown,
				content: (
					<>
						{shown.content}
						<UpstreamForm
							csrf={await csrfOf(browserOf(c))}
							name={isNew ? undefined : name}
							given={{ ...Object.fromEntries(given), secret: '' }}
						/>
					</>
				),
			});
			if (name === undefined) return again(failed(NO_NAME));
			const before = isNew ? undefined : (await entriesOf(api)).get(name);
			if (!isNew && !before) return failed('The configuration has no server of this name.');
			const entry = entryIn(given, name, before);
			const secret = given.get('secret') ?? '';
			if (['secret', 'header', 'account'].includes(given.get('way') ?? '')) {
				const origins = URL.canParse(entry.url) ? [new URL(entry.url).origin] : [];
				const kept = await api.send(
					'PUT /api/secrets/:name',
					{ name: secretOf(name) },
					{ value: secret, origins },
				);
				if (kept.fault !== undefined) return again(failedBy(kept));
			}
			const put = await api.send('PUT /api/config/upstreams/:name', { name }, entry);
			return put.fault === undefined ? tested(put, name) : again(failedBy(put));
		});

	/** Adds a form about one server, whose name it gives. */
	const named = (
		act: string,
		work: (name: string, api: Api, given: URLSearchParams) => Promise<string | Shown>,
	) =>
		post(`/upstreams/${act}`, async (given, api) => {
			const name = nameIn(given, 'name');
			return name === undefined ? failed(NO_NAME) : work(name, api, given);
		});

	named('offer', async (name, api, given) => {
		const [shown, offered] = [given.getAll('tool'), given.getAll('offered')];
		const entry = (await entriesOf(api)).get(name);
		if (!entry) return failed('The configuration has no server of this name.');
		const { allow, deny = [] } = entry.tools ?? {};
		const denied = newlyDenied(deny, shown, offered);
		const whole = { ...entry, tools: { allow, ...(denied.length > 0 && { deny: denied }) } };
		return done(await api.send('PUT /api/config/upstreams/:name', { name }, whole), name);
	});

	named('accept', async (name, api) =>
		next(
			await api.send('POST /api/config/upstreams/:name/accept', { name }),
			'/upstreams?said=accept',
		),
	);

	named('remove', async (name, api) =>
		done(await api.send('DELETE /api/config/upstreams/:name', { name }), name),
	);
}

async function cardsOf(
	api: Api,
	{ tested, ...common }: { origin: string; csrf: string; tested: string | undefined },
): Promise<readonly CardProps[]> {
	// Asked for their tools first, so that their state is of now.
	const asked = ((await api.get('/health')).body?.upstreams ?? []).slice(0, MOST_ASKED);
	const inAll = new Map((await api.tools())?.map((tool) => [tool.name, definitionTokens(tool)]));
	const tools = new Map(
		await Promise.all(
			asked.map(async ({ name }) => {
				const begun = Date.now();
				const listed = await toolsOf(api, name, inAll);
				return [name, { listed, took: Date.now() - begun }] as const;
			}),
		),
	);
	const [health, entries] = await Promise.all([api.get('/health'), entriesOf(api)]);
	const changes = await changesOf(api, health.body?.changedTools ?? []);
	return (health.body?.upstreams ?? []).map((upstream) => {
		const { name } = upstream;
		const entry = entries.get(name);
		const found = tools.get(name);
		// Of one that does not answer, the list is empty.
		const isSilent = upstream.status === 'down' && found?.listed?.length === 0;
		const wantsLogin = found?.listed !== undefined && isLoginList(found.listed);
		return {
			...common,
			upstream,
			tools: wantsLogin || isSilent ? undefined : found?.listed,
			wantsLogin,
			took: tested === name ? found?.took : undefined,
			denied: entry?.tools?.deny ?? [],
			allowed: entry?.tools?.allow,
			changes: changes.filter((change) => change.upstream === name),
			mayAccept: changes.some((change) => change.after !== undefined),
			entry,
		};
	});
}

/** With what was said before and is said now, for who may accept it. */
async function changesOf(api: Api, told: readonly ToolChange[]): Promise<readonly ToolChange[]> {
	const names = [...new Set(told.map(({ upstream }) => upstream))];
	const shown = await Promise.all(
		names.map(async (name) => {
			const { body } = await api.get('/api/config/upstreams/:name/changes', { name });
			return body?.changes ?? told.filter(({ upstream }) => upstream === name);
		}),
	);
	return shown.flat();
}

/**
 * Reads the cost of each tool of a server, without Loadline's own.
 * @param inAll what definitions cost as `/mcp` lists them
 */
async function toolsOf(
	api: Api,
	name: string,
	inAll: ReadonlyMap<string, number>,
): Promise<readonly ListedTool[] | undefined> {
	return (await api.tools(name))
		?.filter((tool) => tool.name !== 'read_result')
		.map((tool) => ({
			name: tool.name,
			...(tool.description !== undefined && { description: tool.description }),
			tokens: inAll.get(`${name}__${tool.name}`) ?? definitionTokens(tool),
		}));
}

/** Reads each server's entry in the configuration in force. */
async function entriesOf(api: Api): Promise<ReadonlyMap<string, Entry>> {
	const { body } = await api.get('/api/config');
	return new Map(body?.config.upstreams?.map((entry) => [entry.name, entry]));
}

const tested = (answer: Answer, name: string): string =>
	`/upstreams?test=${name}${undoOf(answer)}#server-${name}`;

const done = (answer: Answer, name: string): string | Shown =>
	next(answer, `/upstreams?of=${name}${undoOf(answer)}`);

/** Tells the page which version came in force, and which was before. */
const undoOf = ({ body }: Answer): string => {
	const version = isRecord(body) ? Number(body.version) : Number.NaN;
	return version > 0 ? `&done=${version}&before=${version - 1}` : '';
};
