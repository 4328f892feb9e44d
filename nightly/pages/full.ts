// A workspace as it stands after a long use, made by real calls: 1,000 rules and some drafts, 300 conversations of
// three people, one of 250 calls, sixty tools of a tracker, the reference server and the demo, versions of the
// configuration, tokens and members.
import { startEverything } from '../../test/upstreams/everything-server';
import { startRawUpstream } from '../../test/upstreams/raw-upstream';
import type { Loadline } from '../../test/worker/serve';

export const RULES = 1_000;
export const CONVERSATIONS = 300;
export const CALLS = 250;
export const TOOLS = 60;
/** The conversation of many calls. */
export const LONG = 'release-of-the-tracker';

const REVISION = '2026-07-28';
const WORDS = ['issues', 'builds', 'people', 'releases', 'alerts', 'invoices'];
const VERBS = ['list', 'find', 'export', 'compare', 'archive', 'read_one', 'read_log', 'count'];

/** Requests at once. */
const AT_ONCE = 6;

/** Asks the server in JSON; throws where it refuses. */
export const asking =
	(loadline: Loadline, token?: string) =>
	async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
		const response = await loadline.fetch(path, {
			method,
			headers: {
				'content-type': 'application/json',
				...(token !== undefined && { authorization: `Bearer ${token}` }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		return (text === '' ? undefined : JSON.parse(text)) as Body;
	};

/** A call of a tool in a conversation of its name, as a host of the newest revision makes it. */
export async function callIn(
	loadline: Loadline,
	session: string,
	name: string,
	args: object = {},
	{ token, host = 'claude-code' }: { token?: string | undefined; host?: string } = {},
): Promise<{ content?: { text?: string }[]; structuredContent?: Record<string, unknown> }> {
	const response = await loadline.fetch(`/mcp?host=${host}`, {
		method: 'POST',
		headers: {
			...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
			...{ 'mcp-protocol-version': REVISION, 'mcp-method': 'tools/call', 'mcp-name': name },
			...(token !== undefined && { authorization: `Bearer ${token}` }),
		},
		body: JSON.stringify({
			...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
			params: {
				...{ name, arguments: args },
				_meta: {
					'io.modelcontextprotocol/protocolVersion': REVISION,
					'io.modelcontextprotocol/clientCapabilities': {},
					'io.modelcontextprotocol/clientInfo': { name: 'nightly', version: '1' },
					'dev.loadline/session': session,
				},
			},
		}),
	});
	const text = await response.text();
	const data = /^data: (\{.*)$/m.exec(text)?.[1] ?? text;
	return (JSON.parse(data) as { result?: object }).result ?? {};
}

/** Runs some work over all, a few at once. */
export async function over<Item>(all: readonly Item[], work: (item: Item) => Promise<unknown>) {
	const waiting = [...all];
	await Promise.all(
		Array.from({ length: AT_ONCE }, async () => {
			for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
		}),
	);
}

const rows = (count: number, of: string) =>
	Array.from({ length: count }, (_, id) => ({
		...{ id, title: `${of} ${id} of the tracker`, state: id % 3 === 0 ? 'closed' : 'open' },
		author: { login: `user${id % 9}`, avatar_url: `https://images.example/${id}.png` },
		labels: [{ name: `label-${id % 5}`, color: 'ff0000' }],
		body: 'What happened, and what was tried against it. '.repeat(1 + (id % 7)),
	}));

/** Answers of six forms: lists, an object, a text, a short word, a failure. */
function answerOf(verb: string, of: string): object {
	const text = (value: unknown) => ({
		content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
	});
	if (verb === 'list') return text({ [of]: rows(1_000, of) });
	if (verb === 'find') return text(rows(120, of));
	if (verb === 'read_one') return text({ ...rows(1, of)[0], history: rows(40, 'step') });
	if (verb === 'read_log')
		return text(Array.from({ length: 2_000 }, (_, at) => `${at} ${of}: ok, 12 ms`).join('\n'));
	if (verb === 'archive') return { ...text(`${of}: you may not archive`), isError: true };
	return text({ count: 1_000, of });
}

/** Fills it. @returns what closes the servers behind, and the tokens of the people */
export async function fill(loadline: Loadline) {
	const ask = asking(loadline);
	const everything = await startEverything();
	const names = WORDS.flatMap((of) => VERBS.map((verb) => ({ verb, of, name: `${verb}_${of}` })));
	const tracker = await startRawUpstream({
		tools: Object.fromEntries(
			names.map(({ verb, of, name }) => [name, () => JSON.stringify(answerOf(verb, of))]),
		),
		list: names.map(({ verb, of, name }) =>
			JSON.stringify({
				...{ name, description: `Asks the tracker: ${verb.replace('_', ' ')} of ${of}.` },
				inputSchema: {
					type: 'object',
					properties: { query: { type: 'string', description: `Words to look for in ${of}.` } },
				},
			}),
		),
	});
	for (const [name, { url }] of Object.entries({ everything, tracker }))
		await ask('PUT', `/api/config/upstreams/${name}`, { url });
	for (let seconds = 10; seconds < 20; seconds++)
		await ask('PUT', '/api/config/upstreams/tracker', {
			...{ url: tracker.url, timeoutMs: 1_000 * seconds },
		});

	const tokens: Record<string, string> = {};
	for (const name of ['Ann Archer', 'Bob Builder of the very long department name', 'CI']) {
		const scopes = ['mcp:use'];
		const { token } = await ask<{ token: string }>('POST', '/api/tokens', {
			name,
			scopes,
			service: name,
		});
		tokens[name] = token;
	}
	for (const [at, name] of ['Ada', 'Grace', 'Edsger'].entries())
		await ask('POST', '/api/members', {
			...{ name, issuer: 'https://id.example', subject: `${at}`, role: 'reviewer' },
		});

	const people = [undefined, ...Object.values(tokens)];
	const tools = names.map(({ name }) => `tracker__${name}`);
	// As a person does: one call of each tool, then conversations of a few calls each.
	await over(tools, (name) =>
		callIn(loadline, 'every-tool', name, { query: 'the newest, by ann@example.com' }),
	);
	await over(
		Array.from({ length: CONVERSATIONS }, (_, at) => at),
		async (at) => {
			const token = people[at % people.length];
			for (let call = 0; call <= at % 3; call++)
				await callIn(
					...[loadline, `work-${at}`, tools[(at * 7 + call) % tools.length] ?? ''],
					...([{ query: `case ${at}` }, { token, host: at % 2 ? 'codex' : 'goose' }] as const),
				);
		},
	);
	for (let at = 0; at < CALLS; at++) {
		const name = at % 5 === 4 ? 'demo__list_bookings' : (tools[(at * 5) % tools.length] ?? '');
		await callIn(loadline, LONG, name, name.startsWith('demo') ? {} : { query: `step ${at}` });
	}
	for (let page = 0; page < 3; page++) {
		await callIn(loadline, 'analysis', 'search_records', { model: 'activity' });
		await callIn(loadline, 'analysis', 'store_analysis_memory', { finding: `of page ${page}` });
	}
	await callIn(loadline, 'analysis', 'workflow_start', { workflow: 'tasks-one-by-one' });
	await callIn(loadline, 'analysis', 'everything__get-tiny-image');
	await callIn(loadline, 'analysis', 'everything__echo', { message: 'hello' });

	await rules(loadline, Object.values(tokens));
	// Records still on their way are told before pages are looked at.
	await ask('GET', '/api/sessions');
	return {
		tokens,
		close: async () => void (await Promise.all([everything.close(), tracker.close()])),
	};
}

async function rules(loadline: Loadline, tokens: readonly string[]) {
	const files = Array.from({ length: RULES }, (_, at) => ({
		file: `.claude/rules/${WORDS[at % WORDS.length]}/rule-${String(at).padStart(4, '0')}.md`,
		content: `# Rule ${at}\n\n- Never merge ${WORDS[at % WORDS.length]} without a test (${at}).\n- Names say what a thing is.\n`,
		base: null,
	}));
	const ask = asking(loadline);
	const published: { id: string }[] = [];
	for (let at = 0; at < files.length; at += 100)
		published.push(
			...(
				await ask<{ published: { id: string }[] }>('POST', '/api/memory/sync/apply', {
					files: files.slice(at, at + 100),
				})
			).published,
		);
	for (const [at, token] of tokens.entries()) {
		const as = { token };
		const session_id = `rules-${at}`;
		await callIn(
			loadline,
			session_id,
			'memsetup',
			{ session_id, knownHashes: { 'META_PROMPT.md': '' } },
			as,
		);
		for (const { id } of published.slice(at, at + 9)) {
			const knownHashes = { [id]: '' };
			await callIn(loadline, session_id, 'memload', { session_id, ids: [id], knownHashes }, as);
		}
		const body = `# Rule\n\n- Never merge without two tests (${at}).\n`;
		const op =
			at === 0
				? { create: { path: 'git/new-rule-of-ann.md', body } }
				: { update: { id: published[at]?.id, body } };
		await callIn(loadline, session_id, 'artifact', { session_id, resource: 'rule', op }, as);
	}
	const { drafts } = await ask<{ drafts: { id: string; path: string }[] }>(
		'GET',
		'/api/memory/drafts',
	);
	// The last of them is being written still.
	for (const [at, { id }] of [...drafts].reverse().slice(0, 2).entries())
		await asking(loadline, tokens[at])('POST', `/api/memory/drafts/${id}/submit`, {});
}
