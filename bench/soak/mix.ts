// Clients of the soak: conversations that come and go, each through all kinds of calls.
import { api, call, sent } from '../../nightly/faults/work';
import type { Loadline } from '../../test/worker/serve';

/** Sessions that take turns, and calls of all of them until others follow, a hundred each: so many are kept, older ones must go. */
const SESSIONS = 50;
const TURN = 5_000;
/** Versions of the configuration and rules are kept; so few are made, of calls of a tenant. */
const CONFIG_EVERY = 2_500;
const RULE_EVERY = 1_250;
/** One session of so many uses the server that is not the demo, and has a session of its own there. */
const STATEFUL = 10;
/** Milliseconds for which a handle is read on: as long as it is sure to open, however slow the machine. */
const HANDLE_MS = 60_000;

export interface Mix {
	/** Makes the call of a number. @throws where it is answered otherwise than it should be */
	call(n: number): Promise<unknown>;
	/** Runs that came to their end, rules published, and calls answered by the server that is not the demo. */
	readonly done: { runs: number; rules: number; everything: number };
}

interface Moved {
	readonly run_id: string;
	readonly position: number;
	readonly status?: string;
}

/** @param upstreams that its workspace is configured with; none where it has them already */
export function mixOf(loadline: Loadline, upstreams: readonly object[]): Mix {
	const handles = new Map<string, { handle: string; until: number }>();
	const set = new Set<string>();
	const runs = new Map<string, Moved>();
	const done = { runs: 0, rules: 0, everything: 0 };

	/** Results are kept for six times as long: what ends must be seen to end. */
	const configure = (n: number) => {
		const ends = { cursorTtlSeconds: 60, snapshotLifeSeconds: 600, limits: { sessions: SESSIONS } };
		const defaultPageSize = 40 + ((n / CONFIG_EVERY) & 7);
		return api(
			loadline,
			'/config',
			sent('PUT', {
				defaultPageSize,
				demo: true,
				...(upstreams.length > 0 && { upstreams }),
				...ends,
			}),
		);
	};

	const setUp = async (session: string) => {
		const knownHashes = { 'META_PROMPT.md': '' };
		await call(loadline, 'memsetup', { session_id: session, knownHashes }, session);
		set.add(session);
	};

	const publish = async (n: number, session: string) => {
		await setUp(session);
		const body = 'Bookings of a group MUST be checked before they are confirmed.\n';
		const op = { create: { path: `soak/after-${n}.md`, body } };
		const args = { resource: 'rule', op, session_id: session };
		const { id } = await call(loadline, 'artifact', args, session);
		await api(loadline, `/memory/drafts/${id}/submit`, sent('POST', {}));
		await api(loadline, `/memory/drafts/${id}/approve`, sent('POST', {}));
		done.rules++;
	};

	/** The next move of the session's run, or the first of another. */
	const move = async (session: string) => {
		const { run_id, position } = runs.get(session) ?? {};
		const moved = (await (run_id === undefined
			? call(loadline, 'workflow_start', { workflow: 'draft-and-refine' }, session)
			: call(
					loadline,
					'workflow_advance',
					{ run_id, if_position: position },
					session,
				))) as unknown as Moved;
		runs.set(session, moved);
		if (moved.status === undefined || moved.status === 'running') return;
		if (moved.status !== 'complete') throw new Error(`a run ended with ${moved.status}`);
		runs.delete(session);
		done.runs++;
	};

	const list = async (n: number, session: string) => {
		const found = await call(
			loadline,
			'demo__list_bookings',
			{ _loadline: { limit: 10 + (n % 100) } },
			session,
		);
		const handle = found.nextCursor;
		if (typeof handle === 'string')
			handles.set(session, { handle, until: performance.now() + HANDLE_MS });
	};

	const echo = async (n: number, session: string) => {
		const said = () => call(loadline, 'everything__echo', { message: `call ${n}` }, session);
		// It closes a connection that was idle for five seconds, sometimes as it is used: the answer is to try again.
		const { text } = await said().catch((error: Error) => {
			if (!error.message.includes('broke off the connection')) throw error;
			return said();
		});
		if (text !== `Echo: call ${n}`) throw new Error(`everything__echo answers ${text}`);
		done.everything++;
	};

	/** Of forty, one makes a long result, four read on in it, and most are small. */
	const one = (n: number): Promise<unknown> => {
		const session = `soak-${Math.floor(n / TURN)}-${n % SESSIONS}`;
		const ask = (tool: string, args: object) => call(loadline, tool, args, session);
		// Each session goes through all kinds, each at its own time.
		const kind = (Math.floor(n / SESSIONS) + n) % 40;
		const { handle, until = 0 } = handles.get(session) ?? {};
		if (n % CONFIG_EVERY === 0) return configure(n);
		if (n % RULE_EVERY === 1) return publish(n, session);
		if (kind === 0) return list(n, session);
		if (kind < 5 && performance.now() < until) return ask('read_result', { handle });
		if (kind === 5)
			return ask('demo__list_bookings', { _loadline: { select: 'bookings[?total>`900`].id' } });
		if (kind < 10) return ask('search_records', { model: 'activity', limit: 5 });
		if (kind < 12) return ask('workflow_list', {});
		if (kind < 15) return move(session);
		if (kind === 15) return setUp(session);
		if (kind < 20 && set.has(session)) return ask('memdisc', { session_id: session });
		if (kind < 24) return api(loadline, '/config');
		if (kind < 32 && n % STATEFUL === 0) return echo(n, session);
		return ask('demo__get_booking', { id: 'bk_0001', _loadline: { fields: 'id,status' } });
	};
	return { call: one, done };
}
