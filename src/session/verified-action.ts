// Verified context actions: the payload is saved before the context changes, and compared with what
// is told or still held afterwards (docs/replay.md).
import type { RemoteHub } from '../memory/hub/hub';
import type { Caller } from '../memory/types';
import { readPayload } from '../replay/payload';
import { type PayloadStore, payloadText } from '../replay/store';
import type { ReplayPayload } from '../replay/types';
import type { Remote } from '../shared/remote';
import type { RunCall, WorkflowService } from '../workflow/service';
import { type Held, type ReplaySection, replaySection } from './held';
import { liveConstraints, livePayload } from './live-payload';
import type { SessionService } from './service';

/** What a session's payload is made from. */
export interface ReplaySources {
	readonly hub: Pick<RemoteHub, 'bindingRules'>;
	readonly workflow: Pick<Remote<WorkflowService>, 'inForce'>;
	readonly payloads: PayloadStore;
	readonly session: Pick<Remote<SessionService>, 'requiredOrders'>;
}

export interface SessionCaller {
	readonly caller: Caller;
	/** The session's name, resolved. */
	readonly session: string;
}

/** Under which a run's baseline is saved. */
export const runTask = (runId: string): string => `run-${runId}`;
/** Under which a session's payload is saved when it has no run. */
export const sessionTask = (session: string): string => `session-${session}`;

/** The payload of a session as it is now, with its latest run or the one named. */
export async function payloadNow(
	sources: ReplaySources,
	who: SessionCaller,
	runId?: string,
): Promise<{ payload: ReplayPayload; constraints: ReturnType<typeof liveConstraints> }> {
	const [rules, run, requiredOrders] = await Promise.all([
		sources.hub.bindingRules({ caller: who.caller }),
		sources.workflow.inForce(runCallOf(who, runId)),
		sources.session.requiredOrders({}),
	]);
	// A session that never set memory up has no rules, and need not have a run.
	const bound = rules.ok ? rules.value : [];
	const found = run.ok ? run.value : undefined;
	const payload = livePayload({
		task: found ? runTask(found.run_id) : sessionTask(who.session),
		objective: found?.summary,
		rules: bound,
		run: found && { id: found.run_id, definition: found.definition },
		requiredOrders,
	});
	return { payload, constraints: liveConstraints(bound) };
}

/** Saves what must survive; the context may then change. */
export async function saveBaseline(
	sources: ReplaySources,
	who: SessionCaller,
	runId?: string,
): Promise<ReplayPayload> {
	const { payload } = await payloadNow(sources, who, runId);
	await sources.payloads.put(payload.task, payloadText(payload));
	return payload;
}

export interface Resuming {
	readonly runId: string;
	readonly held?: Held | undefined;
	/** Tokens of the prompt context, at most. */
	readonly tokenBudget: number;
	readonly estimate: (text: string) => number;
}

/** What a status adds after a context action; undefined when none is due and nothing was reported. */
export async function resume(
	sources: ReplaySources,
	who: SessionCaller,
	{ runId, held, ...limits }: Resuming,
): Promise<ReplaySection | undefined> {
	const run = await sources.workflow.inForce(runCallOf(who, runId));
	if (!run.ok || (run.value.delivered === null && held === undefined)) return undefined;
	const [saved, now] = await Promise.all([
		sources.payloads.get(runTask(runId)),
		payloadNow(sources, who, runId),
	]);
	const baseline = saved === null ? now.payload : (readSaved(saved) ?? now.payload);
	return replaySection({
		live: now.payload,
		constraints: now.constraints,
		baseline,
		held,
		...limits,
	});
}

const runCallOf = ({ caller, session }: SessionCaller, runId?: string): RunCall => ({
	principal: caller.principal,
	session,
	...(runId === undefined ? {} : { run_id: runId }),
});

function readSaved(text: string): ReplayPayload | undefined {
	try {
		const payload = readPayload(JSON.parse(text));
		return payload.ok ? payload.value : undefined;
	} catch {
		return undefined;
	}
}
