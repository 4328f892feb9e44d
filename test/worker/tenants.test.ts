// Two workspaces and four users: everything that is kept, looked at by those whose it is not; then all of them at once.
import { describe, expect, it } from 'vitest';
import { times } from '../fuzz-runs';
import { postRaw, resultRaw } from './raw-calls';
import {
	as,
	ask,
	call,
	did,
	hex,
	loadline,
	serveTenants,
	UNKNOWN,
	USERS,
	type User,
} from './tenants-bed';

serveTenants();

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
			// Shared data is the workspace's, and no further.
			const isHere = other !== 'eve';
			expect([other, seen.findings.includes('all may know 2')]).toEqual([other, isHere]);
			expect([other, seen.shared.isError]).toEqual([other, isHere ? undefined : true]);
			// A reviewer learns that a path is taken.
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
const ROUNDS = Number(process.env.LOADLINE_ROUNDS ?? times(1, 3));

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
