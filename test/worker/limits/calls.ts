// One call of each kind, and what it may cost: for the test that holds it to that, and for the benchmark.
import { resultRaw } from '../raw-calls';
import {
	type Answer,
	type Budget,
	KINDS,
	type Kind,
	type Prepared,
	RULES,
	SESSION,
	SMALL,
} from './kinds';
import { CONFIG_READ, dollars, noOperations, type Operations } from './operations';
import type { Limited } from './start';

export interface Cost {
	readonly name: string;
	readonly budget: Budget;
	/** Of one call, with its share of what its session tells once a minute. */
	readonly kv: readonly [reads: number, writes: number];
	readonly objectRequests: number;
	readonly rowsRead: number;
	readonly rowsWritten: number;
	readonly points: number;
	/** The most that one invocation has asked of bindings and of other servers. */
	readonly subrequests: number;
	readonly dollars: number;
	/** The same of a session that makes one call a minute, what it tells included. */
	readonly slow: Pick<Cost, 'kv' | 'objectRequests' | 'rowsRead' | 'rowsWritten' | 'points'>;
}

/** Calls of one session in the minute after which it tells of them. */
export const CALLS_A_MINUTE = 40;
/** Calls that are measured of each kind. */
const MEASURED = 2;
/** Every kind, in order. */
export async function costs(prepared: Prepared): Promise<readonly Cost[]> {
	const told = await forwarding(prepared, 'busy', CALLS_A_MINUTE);
	const toldSlowly = await forwarding(prepared, 'slow', 1);
	const all: Cost[] = [];
	for (const kind of KINDS) all.push(await costOf(kind, prepared, told, toldSlowly));
	return all;
}

/** Returns the cost of the first call of a session that makes no other: with its object, and all that it tells. */
export async function loneSession(prepared: Prepared): Promise<Operations> {
	const { loadline, tool } = prepared;
	await loadline.reset();
	await tool('demo__get_booking', { ...SMALL, session: 'alone' });
	await loadline.settled();
	return added(ofCalls(await loadline.operations()), await ringing(prepared, 'alone'));
}

async function costOf(
	kind: Kind,
	prepared: Prepared,
	told: Operations,
	toldSlowly: Operations,
): Promise<Cost> {
	const { loadline } = prepared;
	const once = async () => {
		await kind.call(prepared);
		prepared.n++;
		await loadline.settled();
	};
	await once();
	await loadline.reset();
	for (let n = 0; n < MEASURED; n++) await once();
	const counted = await loadline.operations();
	const measured = each(ofCalls(counted), MEASURED);
	const isCall = kind.name !== 'tools/list';
	const whole = isCall ? added(measured, told) : measured;
	const { kvReads, kvWrites, rowsRead, rowsWritten, points } = whole;
	const slow = isCall ? added(measured, toldSlowly) : measured;
	return {
		name: kind.name,
		budget: kind.budget,
		kv: [kvReads, kvWrites],
		// Beside it, the alarm and what it tells: 1/20 of a request at 40 calls a minute.
		...{ objectRequests: measured.objectRequests, rowsRead, rowsWritten, points },
		subrequests: counted.mostBindings + counted.mostFetches,
		dollars: dollars(whole, 1),
		slow: {
			...{ kv: [slow.kvReads, slow.kvWrites], objectRequests: slow.objectRequests },
			...{ rowsRead: slow.rowsRead, rowsWritten: slow.rowsWritten, points: slow.points },
		},
	};
}

/** Without what an isolate asks every five and every ten seconds, whoever calls: for the configuration. */
const ofCalls = (operations: Operations): Operations => ({
	...operations,
	kvReads: operations.kvReads - (operations.byCall[CONFIG_READ] ?? 0),
	objectRequests:
		operations.objectRequests - (operations.byCall['WORKSPACE.config.newerThan'] ?? 0),
});

/** Returns what a session tells once a minute, of each of the calls it tells of. */
async function forwarding(prepared: Prepared, session: string, calls: number): Promise<Operations> {
	const { loadline, tool } = prepared;
	for (let n = 0; n < calls; n++) await tool('demo__get_booking', { ...SMALL, session });
	await loadline.settled();
	return each(await ringing(prepared, session), calls);
}

/** Returns what the alarm of a session does; setting it is part of it. */
async function ringing({ loadline, principal }: Prepared, session: string): Promise<Operations> {
	await loadline.reset();
	await loadline.ring('SESSION', `ws-local/${principal}/${session}`);
	await loadline.settled();
	const done = await loadline.operations();
	return { ...ofCalls(done), rowsWritten: done.rowsWritten + 1 };
}

/** Returns the principal that calls; asked beforehand, because asking has the sessions tell. */
async function principalOf(loadline: Limited): Promise<string> {
	const answer = await loadline.fetch('/api/sessions');
	const { sessions } = (await answer.json()) as { sessions: readonly { principal: string }[] };
	return sessions[0]?.principal ?? '';
}

const each = (operations: Operations, calls: number): Operations => {
	const counted = Object.entries(operations).map(([name, value]) => [
		name,
		typeof value === 'number' ? value / calls : value,
	]);
	return Object.fromEntries(counted) as unknown as Operations;
};

const added = (one: Operations, other: Operations): Operations => {
	const sum = { ...noOperations(), ...one } as unknown as Record<string, number>;
	for (const [name, value] of Object.entries(other))
		if (typeof value === 'number') sum[name] = (sum[name] ?? 0) + value;
	return sum as unknown as Operations;
};

export async function prepare(loadline: Limited): Promise<Prepared> {
	const tool = async (name: string, { session, ...args }: { session?: string } = {}) => {
		const request = session === undefined ? {} : { session };
		const answer: Answer | undefined = await resultRaw(
			loadline,
			name,
			JSON.stringify(args),
			request,
		);
		if (!answer || answer.isError) throw new Error(`${name}: ${answer?.content[0]?.text}`);
		return answer;
	};
	const files = Array.from({ length: RULES }, (_, n) => ({
		file: `rules/rule-${n}.md`,
		content: `# Rule ${n}\n\n- functions are named by what they do, as in case ${n}\n`,
		base: null,
	}));
	const applied = await loadline.fetch('/api/memory/sync/apply', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ files }),
	});
	const { published } = (await applied.json()) as { published: readonly { id: string }[] };
	await tool('memsetup', { session_id: SESSION, knownHashes: { 'META_PROMPT.md': '' } } as object);
	const page = (await tool('demo__list_bookings')).structuredContent;
	const started = await tool('workflow_start', {
		workflow: 'tasks-one-by-one',
		session_id: SESSION,
	} as object);
	const run = String(started.structuredContent.run_id);
	const tasks = Array.from({ length: 9 }, (_, n) => ({ id: `t${n}`, title: `Task ${n}` }));
	await tool('workflow_set_tasks', { run_id: run, loop_id: 'tasks', tasks } as object);
	return {
		...{ loadline, tool: tool as Prepared['tool'], rules: published.map(({ id }) => id), n: 0 },
		run,
		principal: await principalOf(loadline),
		cursor: String(page.nextCursor),
		handle: String(page.nextCursor),
	};
}
