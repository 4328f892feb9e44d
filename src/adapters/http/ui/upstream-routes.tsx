// The page of servers behind, and its forms: each change is one of the configuration, and can be undone; and the playground,
// an MCP client in the browser, which without a script says how to look otherwise.
import { useContext } from 'hono/jsx';
import type { AnswerOf } from '../../../contract';
import { isLoginList } from '../../../gateway';
import { putInForce, telling } from './acts';
import { type Answer, type Api, mcpOf } from './api';
import { definitionTokens, OWN_TOOLS } from './figures';
import { Tied } from './form';
import { failed, failedBy, NO_NAME, nameIn, next, type Places, type Shown } from './place';
import { Empty, Notice } from './shell';
import { type ToolChange, UpstreamCard } from './upstream-card';
import { ConnectLines, type Entry, entryIn, secretFor, upstreamForm } from './upstream-form';

const MOST_ASKED = 20;
const EXISTS = 'There is a server of this name already: change it on its own card.';
const NO_SERVER = 'The configuration has no server of this name.';

/** Names that the form has for members of a secret and of a server's entry. */
const FIELDS = [
	[/^(?:value|\S*clientSecret)\b/, 'secret'],
	[/^origins\b/, 'url'],
	[/^\S*headers(?:\.\S+)?/, 'header'],
	[/^\S*clientId\b/, 'client'],
] as const;

/** Returns the page of a refusal, its faults by the fields of the form. */
const refusedForm = (answer: Answer, given: URLSearchParams): Shown => {
	// Of what stays the new address alone can be wrong.
	const kept = [[/^\S*(?:headers|auth)\b(?:\.[^\s:]+)?/, 'url']] as const;
	const fields = given.get('way') === 'keep' ? kept : FIELDS;
	const faults = (answer.faults ?? [answer.fault ?? '']).map((fault) =>
		fields.reduce((text, [member, field]) => text.replace(member, field), fault),
	);
	return failedBy({ ...answer, faults } as Answer);
};

/** The pages of servers behind. */
export function upstreamRoutes({ get, post }: Places): void {
	get('/upstreams', 'Servers', async (c, api, me) => {
		const { origin } = new URL(c.req.url);
		const isLocal = me.workspace === 'ws-local';
		const cards = await cardsOf(api, { origin, tested: c.req.query('test') });
		const names = cards.map(({ upstream }) => upstream.name);
		return (
			<>
				{noServer(c.req.query('test'), names)}
				{cards.length === 0 ? (
					<Empty>No server stands behind yet: add one below.</Empty>
				) : (
					cards.map((card) => <UpstreamCard {...card} />)
				)}
				<div class="columns">
					{upstreamForm()}
					<ConnectLines origin={origin} isLocal={isLocal} />
				</div>
			</>
		);
	});

	for (const path of ['/upstreams', '/upstreams/change'])
		post(path, async (given, api) => {
			const isNew = path === '/upstreams';
			const name = nameIn(given, 'name');
			if (name === undefined) return failed(NO_NAME, 'name');
			const before = (await entriesOf(api)).get(name);
			if (isNew && before) return { ...failed(EXISTS, 'name'), status: 409 };
			if (!isNew && !before) return failed(NO_SERVER);
			const secret = secretFor(name);
			const entry = entryIn(given, secret, before);
			const hasSecret = ['secret', 'header', 'account'].includes(given.get('way') ?? '');
			if (hasSecret) {
				const origins = URL.canParse(entry.url) ? [new URL(entry.url).origin] : [];
				const body = { value: given.get('secret') ?? '', origins, once: true };
				const kept = await api.send('PUT /api/secrets/:name', { name: secret }, body);
				if (kept.fault !== undefined) return refusedForm(kept, given);
			}
			const put = await api.send('PUT /api/config/upstreams/:name', { name }, entry);
			if (put.fault === undefined) return at(name, put, `?test=${name}`);
			// Of a server error nobody knows what it did; a secret that no version names is swept.
			if (hasSecret && put.status < 500)
				await api.send('DELETE /api/secrets/:name', { name: secret });
			return refusedForm(put, given);
		});

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
		if (!entry) return failed(NO_SERVER);
		const { allow, deny = [] } = entry.tools ?? {};
		const denied = [
			...deny.filter((text) => !shown.includes(text)),
			...shown.filter((tool) => !offered.includes(tool)),
		];
		const whole = { ...entry, tools: { allow, ...(denied.length > 0 && { deny: denied }) } };
		const put = await api.send('PUT /api/config/upstreams/:name', { name }, whole);
		return next(put, at(name, put));
	});

	named('accept', async (name, api) => {
		const done = await api.send('POST /api/config/upstreams/:name/accept', { name });
		const said = done.body?.accepted.length
			? 'What its tools say now is accepted, and they are called again.'
			: 'Nothing is left to accept: somebody did already.';
		return next(done, telling('/upstreams', said));
	});

	named('remove', async (name, api) => {
		const gone = await api.send('DELETE /api/config/upstreams/:name', { name });
		return next(gone, at(name, gone));
	});

	get('/playground', 'Playground', async (c, api) => {
		const names = (await api.get('/health')).body?.upstreams?.map(({ name }) => name) ?? [];
		return {
			islands: ['playground'],
			hasMedia: true,
			content: (
				<>
					{noServer(c.req.query('server'), names)}
					<p class="lead">
						What a tool gives, beside what a model gets of it. The client in this page calls as you
						do; its calls are counted apart.
					</p>
					<Program upstreams={JSON.stringify(names)} {...c.req.query()} />
				</>
			),
		};
	});
}

/** Says of a server that an address asks for that there is none of that name. */
const noServer = (name = '', names: readonly string[]) =>
	name !== '' &&
	!names.includes(name) && <Notice kind="bad">No server is called {name} here.</Notice>;

/** The place of the playground's program. */
const Program = ({ upstreams, tool = '', args = '', server = '' }: Record<string, string>) => (
	<div
		id="playground"
		data-upstreams={upstreams}
		data-csrf={useContext(Tied)}
		data-tool={tool}
		data-args={args}
		data-server={server}
	>
		<p class="empty">
			The playground is a program of this page: it needs JavaScript in your browser.
		</p>
	</div>
);

export async function cardsOf(
	api: Api,
	{ tested, ...common }: { origin: string; tested: string | undefined },
) {
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
	const [health, entries, figures] = await Promise.all([
		api.get('/health'),
		entriesOf(api),
		api.get('/api/telemetry', { groupBy: 'upstream' }),
	]);
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
			calls: figures.body?.groups.find(({ key }) => key === name),
			tried: figures.body?.groups.find(({ key }) => key === `playground:${name}`)?.count,
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

/** Reads the cost of each tool of a server but Loadline's own. @param inAll what definitions cost as `/mcp` lists them */
async function toolsOf(api: Api, name: string, inAll: ReadonlyMap<string, number>) {
	return (await api.tools(mcpOf(name)))
		?.filter((tool) => !OWN_TOOLS.has(tool.name))
		.map((tool) => ({
			name: tool.name,
			...(tool.description !== undefined && { description: tool.description }),
			tokens: inAll.get(`${name}__${tool.name}`) ?? definitionTokens(tool),
		}));
}

async function entriesOf(api: Api): Promise<ReadonlyMap<string, Entry>> {
	const { body } = await api.get('/api/config');
	return new Map(body?.config.upstreams?.map((entry) => [entry.name, entry]));
}

/** Returns the address of a server's card after a change of it, with the version in force and the one before. */
const at = (
	name: string,
	{ body }: Answer<AnswerOf<'PUT /api/config/upstreams/:name'>>,
	query = '',
): string => {
	const path = `/upstreams${query}#server-${name}`;
	if (body?.changes.length === 0) return telling(path, 'It was so already: nothing changed.');
	return body ? putInForce(path, body.version, body.version - 1) : path;
};
