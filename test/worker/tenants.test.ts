// Two workspaces, four users and one whose token was revoked: every route, and everything that is kept,
// looked at by those whose it is not; then all of them at once.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/contract';
import { postRaw, resultRaw } from './raw-calls';
import { isDoor, ROUTES } from './routes';
import { type Loadline, startLoadline } from './serve';

const hex = (text: string) => createHash('sha256').update(text).digest('hex');
const entry = (name: string, workspace: string, scopes: readonly string[]) => ({
	...{ name, workspace, scopes, sha256: hex(`${name}-token`) },
});
const USERS = ['ada', 'bob', 'eve', 'olga'] as const;
type User = (typeof USERS)[number] | 'cleo';
const TOKENS = [
	entry('ada', 'ws-a', ['mcp:use', 'telemetry:read', 'admin']),
	entry('bob', 'ws-a', ['mcp:use']),
	entry('eve', 'ws-b', ['mcp:use', 'admin']),
	entry('olga', 'ws-b', ['mcp:use']),
	entry('cleo', 'ws-a', ['mcp:use', 'telemetry:read']),
	entry('nobody', 'ws-a', []),
];

let loadline: Loadline;
beforeAll(async () => {
	loadline = await startLoadline({
		dev: false,
		token: 'ada-token',
		config: { demo: true, exportLinkSeconds: 60 },
		vars: { LOADLINE_TOKENS: JSON.stringify(TOKENS) },
	});
	await ask('eve-token', '/api/config', 'PUT', { demo: true });
});
afterAll(() => loadline?.stop());

const ask = async (
	token: string | undefined,
	path: string,
	method = 'GET',
	body?: object,
	from?: string,
) => {
	const headers = {
		...(token !== undefined && { authorization: `Bearer ${token}` }),
		...(from !== undefined && { 'cf-connecting-ip': from }),
		'content-type': 'application/json',
	};
	const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
	const response = await loadline.fetch(path, init);
	return { status: response.status, text: await response.text() };
};
const as = (user: User) => ({ headers: { authorization: `Bearer ${user}-token` } });
const call = (user: User, name: string, args: object) =>
	resultRaw(loadline, name, JSON.stringify(args), as(user));

/** The same, where a refusal would make a test look at nothing. */
const did = async (user: User, name: string, args: object) => {
	const result = await call(user, name, args);
	if (result.isError) throw new Error(`${user} ${name}: ${JSON.stringify(result.content)}`);
	return result;
};
const UNKNOWN = { knownHashes: { 'META_PROMPT.md': '' } };

it('many wrong tokens for a model, from one address, keep out nobody who has a valid one', async () => {
	const send = (token: string, address: string) =>
		loadline.fetch('/llm/anthropic/v1/messages', {
			method: 'POST',
			headers: { 'x-loadline-token': token, 'cf-connecting-ip': address },
			body: '{}',
		});
	for (let tries = 0; tries < 40; tries++)
		expect((await send(`guess-${tries}`, '192.0.2.9')).status).toBe(401);
	// Let in, and told that no provider is configured.
	for (const address of ['192.0.2.9', '192.0.2.10'])
		expect([address, (await send('ada-token', address)).status]).toEqual([address, 404]);
	expect((await send('guess-again', '192.0.2.9')).status).toBe(401);
});

it('the session that an address names is that of whoever calls', async () => {
	const path = '/mcp?session=same-name';
	const made = { bob: 3, ada: 1, eve: 2 } as const;
	for (const [user, calls] of Object.entries(made) as [keyof typeof made, number][])
		for (let n = 0; n < calls; n++)
			await resultRaw(loadline, 'demo__get_booking', '{"id":"bk_0001"}', { ...as(user), path });
	const found = async (user: User) => {
		const { text } = await ask(`${user}-token`, '/api/sessions');
		return [...text.matchAll(/"same-name"[^}]*"calls":(\d+)/g)].map(([, calls]) => Number(calls));
	};
	// Ada may read the figures of all of her workspace, as of sessions of two people.
	for (const [user, seen] of [
		['bob', [3]],
		['ada', [1, 3]],
		['eve', [2]],
	] as const)
		await expect.poll(async () => (await found(user)).sort()).toEqual(seen);
	// Nor is that of a connection, whatever the address names beside.
	const begin =
		'"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}';
	const begun = await postRaw(loadline, 'initialize', begin, { ...as('bob'), era: 'legacy', path });
	const session = begun.headers.get('mcp-session-id') ?? '';
	await begun.text();
	for (const [user, status] of [
		['bob', 200],
		['ada', 404],
		['eve', 404],
	] as const) {
		const headers = { ...as(user).headers, 'mcp-session-id': session };
		const listed = await postRaw(loadline, 'tools/list', '', { headers, era: 'legacy', path });
		expect([user, listed.status]).toEqual([user, status]);
	}
});

const PUBLIC = ['/health', '/api/me'];
// A pass-through to a model knows its callers by a token of its own.
const unique = ROUTES.filter((route) => isDoor(route) && !route.path.startsWith('/llm/'));
const pages = ROUTES.filter((route) => !isDoor(route));

describe('every route', () => {
	it('is closed to whoever brings no token, a wrong one or a revoked one', async () => {
		const made = await ask('ada-token', '/api/tokens', 'POST', { name: 'gone', scopes: ['admin'] });
		const { token, id } = JSON.parse(made.text);
		expect((await ask(token, '/api/config')).status).toBe(200);
		await ask('ada-token', `/api/tokens/${id}`, 'DELETE');
		expect(unique.length).toBeGreaterThan(50);
		for (const [at, { method, path }] of unique.entries()) {
			if (path === '/health') continue;
			const body = method === 'GET' ? undefined : {};
			// An address has so many wrong tokens a minute.
			const from = `10.1.${at >> 3}.1`;
			for (const brought of [undefined, 'wrong', token]) {
				const { status } = await ask(brought, path, method, body, from);
				expect([method, path, brought, status]).toEqual([method, path, brought, 401]);
			}
		}
	});

	it('declares a scope: a caller without any gets nothing', async () => {
		for (const { method, path } of unique) {
			if (PUBLIC.includes(path)) continue;
			const { status, text } = await ask(
				'nobody-token',
				path,
				method,
				method === 'GET' ? undefined : {},
			);
			// A method that a path does not have is refused as such.
			expect([method, path, [403, 405].includes(status), text]).toEqual([method, path, true, text]);
			if (status === 403) expect(text).toContain('insufficient_scope');
		}
	});

	it('that is a page shows a stranger nothing of a workspace', async () => {
		expect(pages.length).toBeGreaterThan(10);
		for (const { method, path } of pages) {
			const { text } = await ask(undefined, path, method, method === 'GET' ? undefined : {});
			expect([method, path, /ws-a|demo__|chunkSize/.test(text)]).toEqual([method, path, false]);
		}
	});

	it('of administration is closed to a member', async () => {
		const administration = /\/api\/(tokens|members|workspaces|secrets|audit|config\/upstreams)/;
		const declared = Object.keys(contract).map((key) =>
			key.replaceAll(/:\w+(\{[^}]*\})?/g, 'demo'),
		);
		for (const { method, path } of unique.filter((route) => administration.test(route.path))) {
			const { status } = await ask('bob-token', path, method, method === 'GET' ? undefined : {});
			const refused = declared.includes(`${method} ${path}`) ? 403 : 405;
			expect([method, path, status]).toEqual([method, path, refused]);
		}
	});
});

describe('what is one user’s', () => {
	it('opens for nobody else: handles, exports, links, sessions and their calls', async () => {
		const page = await call('bob', 'demo__list_bookings', {});
		const handle: string = page.structuredContent.nextCursor;
		await call('bob', 'read_result', { handle });
		const own = await ask('bob-token', `/api/results/${handle}`);
		expect(own.status).toBe(200);
		const altered = await ask(
			'bob-token',
			`/api/results/${handle.slice(0, -1)}${handle.endsWith('A') ? 'B' : 'A'}`,
		);
		for (const other of ['ada', 'eve', 'olga'] as const) {
			const seen = await ask(`${other}-token`, `/api/results/${handle}`);
			// In the words of one that was altered.
			expect([other, seen.status, seen.text.replace(/[0-9a-f-]{36}/, '')]).toEqual([
				other,
				altered.status,
				altered.text.replace(/[0-9a-f-]{36}/, ''),
			]);
			expect((await call(other, 'read_result', { handle })).isError).toBe(true);
			expect((await call(other, 'demo__list_bookings', { cursor: handle })).isError).toBe(true);
			const linked = await ask(`${other}-token`, `/api/results/${handle}/link?format=csv`, 'POST');
			expect(linked.status).not.toBe(201);
		}
		const sessions = async (user: User) => (await ask(`${user}-token`, '/api/sessions')).text;
		await expect.poll(() => sessions('bob')).toContain('"default"');
		for (const other of ['eve', 'olga'] as const)
			expect(await sessions(other)).not.toContain(
				JSON.parse((await ask('bob-token', '/api/me')).text).id,
			);
	});
});

describe('hooks of one user’s host', () => {
	const event = async (user: User, hook_event_name: string, more: object = {}) => {
		const told = { session_id: 'w1', cwd: '/p', transcript_path: '/t', hook_event_name, ...more };
		const { status, text } = await ask(`${user}-token`, '/hooks/claude-code', 'POST', told);
		expect([user, hook_event_name, status]).toEqual([user, hook_event_name, 200]);
		return text;
	};

	it('tell nobody else of its session, of its run, or of what its tools gave', async () => {
		const session = { session_id: 'w1' };
		const run = (await did('bob', 'workflow_start', { workflow: 'draft-and-refine', ...session }))
			.structuredContent.run_id;
		await did('bob', 'workflow_advance', { ...session, if_position: 1 });
		const stdout = Array.from({ length: 4_000 }, (_, at) => `${at}: of bob`).join('\n');
		const used = { tool_name: 'Bash', tool_response: { stdout, stderr: '' } };
		const handle = /nextCursor[\\":]+([\w-]{44})/.exec(
			await event('bob', 'PostToolUse', used),
		)?.[1];
		expect((await call('bob', 'read_result', { handle })).isError).toBeUndefined();
		for (const other of ['cleo', 'ada', 'eve', 'olga'] as const) {
			const seen = [
				await event(other, 'Stop'),
				await event(other, 'PreCompact', { trigger: 'manual' }),
				await event(other, 'UserPromptSubmit', { prompt: 'x' }),
			];
			for (const source of ['startup', 'resume', 'compact', 'clear'])
				seen.push(await event(other, 'SessionStart', { source }));
			expect([other, ...new Set(seen)]).toEqual([other, '{}']);
			expect((await call(other, 'read_result', { handle })).isError).toBe(true);
			for (const tool of ['workflow_status', 'workflow_advance', 'workflow_context'])
				expect([other, tool, (await call(other, tool, { run_id: run })).isError]).toEqual([
					...[other, tool, true],
				]);
			// An administrator sees what others did.
			const { status } = await ask(`${other}-token`, `/api/runs/${run}`);
			expect([other, status]).toEqual([other, other === 'ada' ? 200 : 404]);
		}
		expect(await event('bob', 'Stop')).toContain('/compact');
	});
});

describe('inside a workspace', () => {
	const private_ = 'only-bob-knows';
	const payloadOf = (task: string) => ({ payload: { task, constraints: [private_] } });
	const jsonOf = async (user: User, path: string) =>
		JSON.parse((await ask(`${user}-token`, path)).text);

	it('findings, payloads, drafts and requests are whose they are, unless shared', async () => {
		await did('bob', 'store_analysis_memory', { finding: `${private_} 1` });
		await did('bob', 'store_analysis_memory', { finding: 'all may know 2', shared: true });
		await did('bob', 'save_context', payloadOf('private-task'));
		await did('bob', 'save_context', { ...payloadOf('shared-task'), shared: true });
		const create = { path: 'context/OF_BOB.md', body: `# ${private_}` };
		await did('bob', 'memsetup', { session_id: 's', ...UNKNOWN });
		await did('bob', 'artifact', { session_id: 's', resource: 'context', op: { create } });
		const seenBy = async (user: User) => ({
			findings: JSON.stringify(await call(user, 'recall_analysis', {})),
			payload: await call(user, 'load_context', { task_id: 'private-task' }),
			shared: await call(user, 'load_context', { task_id: 'shared-task' }),
			drafts: JSON.stringify(await jsonOf(user, '/api/memory/drafts')),
		});
		const own = await seenBy('bob');
		expect(own.findings).toContain(private_);
		expect([own.payload.isError, own.shared.isError]).toEqual([undefined, undefined]);
		expect(own.drafts).toContain('OF_BOB');
		const { drafts } = await jsonOf('bob', '/api/memory/drafts');
		for (const other of ['cleo', 'ada', 'eve'] as const) {
			const seen = await seenBy(other);
			expect([other, seen.findings.includes(private_)]).toEqual([other, false]);
			expect([other, seen.payload.isError]).toEqual([other, true]);
			// What is shared is the workspace's, and no further.
			const isHere = other !== 'eve';
			expect([other, seen.findings.includes('all may know 2')]).toEqual([other, isHere]);
			expect([other, seen.shared.isError]).toEqual([other, isHere ? undefined : true]);
			// Who reviews learns that a path is taken.
			expect([other, seen.drafts.includes('OF_BOB')]).toEqual([other, other === 'ada']);
			const draft = await ask(`${other}-token`, `/api/memory/drafts/${drafts[0].id}`);
			expect([other, draft.text.includes(`# ${private_}`)]).toEqual([other, false]);
		}
		const { id } = drafts[0];
		await ask('ada-token', `/api/memory/drafts/${id}/reject`, 'POST', {});
		expect((await jsonOf('ada', '/api/audit')).entries[0]).toMatchObject({
			...{ action: 'POST /api/memory/drafts/:id/reject', name: 'ada', target: id },
		});
		expect((await jsonOf('eve', '/api/audit')).entries).not.toContainEqual(
			expect.objectContaining({ target: id }),
		);
		const requests = async (user: User) => {
			const found = await jsonOf(user, '/api/telemetry/requests?limit=200');
			return new Set(found.requests.map(({ principal }: { principal: string }) => principal));
		};
		const idOf = async (user: User) => (await jsonOf(user, '/api/me')).id;
		await expect.poll(async () => (await requests('ada')).has(await idOf('bob'))).toBe(true);
		expect([...(await requests('cleo'))]).toEqual([await idOf('cleo')]);
	});
});

/** `npm run nightly -- security` asks for many. */
const ROUNDS = Number(process.env.LOADLINE_ROUNDS ?? 3);

describe('all of them at once', () => {
	it('never see each other’s data', { timeout: 60_000 + ROUNDS * 10_000 }, async () => {
		const marks = Object.fromEntries(
			USERS.map((user) => [user, `mark-of-${user}-${hex(user).slice(0, 12)}`]),
		);
		const seen: Record<(typeof USERS)[number], string[]> = { ada: [], bob: [], eve: [], olga: [] };
		const work = async (user: (typeof USERS)[number], round: number) => {
			const mark = marks[user] ?? '';
			const path = `context/OF_${user.toUpperCase()}_${round}.md`;
			const steps: (() => Promise<unknown>)[] = [
				() => did(user, 'store_analysis_memory', { finding: `${mark} ${round}` }),
				() => call(user, 'recall_analysis', {}),
				() => did(user, 'memsetup', { session_id: `s-${user}`, ...UNKNOWN }),
				() =>
					did(user, 'artifact', {
						...{ session_id: `s-${user}`, resource: 'context' },
						op: { create: { path, body: `# ${mark}\n\n- ${mark}` } },
					}),
				() => call(user, 'memdisc', { session_id: `s-${user}` }),
				() => call(user, 'workflow_list', {}),
				() => did(user, 'demo__list_bookings', { _loadline: { limit: 20 + (round % 30) } }),
				() => did(user, 'save_context', { payload: { task: `t-${round}`, constraints: [mark] } }),
				() => did(user, 'load_context', { task_id: `t-${round}` }),
				async () => (await postRaw(loadline, 'tools/list', '', as(user))).text(),
				...[
					'/api/sessions',
					'/api/memory/drafts',
					'/api/memory/objects',
					'/api/runs',
					'/api/records',
					'/health',
					'/api/config',
				].map((route) => async () => (await ask(`${user}-token`, route)).text),
			];
			for (const step of steps) seen[user].push(JSON.stringify(await step()));
		};
		for (let round = 0; round < ROUNDS; round++)
			await Promise.all(USERS.map((user) => work(user, round)));
		for (const user of USERS) {
			const all = seen[user].join('\n');
			expect([user, all.includes(marks[user] ?? '')]).toEqual([user, true]);
			for (const other of USERS) {
				if (other === user) continue;
				expect([user, other, all.includes(marks[other] ?? '')]).toEqual([user, other, false]);
				// An administrator reviews, and so learns which paths are taken.
				const isTaken = (user === 'ada' && other === 'bob') || (user === 'eve' && other === 'olga');
				expect([user, other, all.includes(`OF_${other.toUpperCase()}_`)]).toEqual([
					user,
					other,
					isTaken,
				]);
			}
		}
	});
});
