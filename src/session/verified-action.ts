// Verified context actions: the payload is saved before the context changes, and compared with what
// is told or still held afterwards (docs/replay.md).
import type { BindingRule, Caller, RemoteHub } from '../memory';
import { type PayloadStore, payloadText, type ReplayPayload, readPayload } from '../replay';
import type { Remote } from '../shared/remote';
import type { RunCall, WorkflowService } from '../workflow';
import { headingsOf, headingWarnings } from './headings';
import { type Held, type ReplaySection, replaySection } from './held';
import { type LiveConstraint, liveConstraints } from './live-constraints';
import { livePayload } from './live-payload';
import { earlierSessions, headingsIn, mergedRules, savedWith } from './run-sessions';
import { ownKey } from './saved-payloads';
import type { SessionService } from './service';

/** What a session's payload is made from. */
export interface ReplaySources {
	readonly hub: Pick<RemoteHub, 'bindingRules'>;
	readonly workflow: Pick<Remote<WorkflowService>, 'inForce'>;
	readonly baselines: PayloadStore;
	/** A session of the caller's, by its resolved name. */
	session(name: string): Pick<Remote<SessionService>, 'requiredOrders'>;
}

/** Who asks, and in which session: the handle as the caller gave it, and what it stands for. */
export interface SessionCaller {
	readonly caller: Caller;
	/** The session's name, resolved. */
	readonly session: string;
}

/** The task of a session's baseline when it has no run. */
const sessionTask = (session: string): string => `session-${session}`;

/** What binds a session now, and what its run saved before; `saved` is null without a run or a baseline. */
export interface PayloadNow {
	readonly payload: ReplayPayload;
	readonly constraints: readonly LiveConstraint[];
	/** Paths of rules that were loaded and of which nothing binds. */
	readonly silent: readonly string[];
	/** Those that bind, of all sessions. */
	readonly rules: readonly BindingRule[];
	/** The text of the run's baseline as it was saved last. */
	readonly saved: string | null;
	/** Sessions that brought the run what binds it, the oldest first. */
	readonly sessions: readonly string[];
	/** Whether the run stands where a context action was delivered. */
	readonly isAfterAction: boolean;
}

/**
 * The payload of a session as it is now, with its latest run or the one named. What earlier sessions of
 * the run brought binds it too: after a `/clear`, a host goes on under a new session.
 */
export async function payloadNow(
	sources: ReplaySources,
	who: SessionCaller,
	runId?: string,
): Promise<PayloadNow> {
	const run = await sources.workflow.inForce(runCallOf(who, runId));
	const found = run.ok ? run.value : undefined;
	const { principal } = who.caller;
	const saved = found ? await sources.baselines.get(ownKey(principal, found.run_id)) : null;
	const earlier = found ? earlierSessions(found.session, saved, who.session) : [];
	const parts = await Promise.all([
		...earlier.map((session) =>
			partOf(sources, session, { principal, session, source: 'argument' }),
		),
		partOf(sources, who.session, who.caller),
	]);
	const rules = mergedRules(parts);
	const payload = livePayload({
		task: found?.run_id ?? sessionTask(who.session),
		objective: found?.summary,
		rules,
		run: found && { id: found.run_id, definition: found.definition },
		requiredOrders: parts.flatMap(({ requiredOrders }) => requiredOrders),
	});
	const sessions = parts
		.filter(({ rules, requiredOrders }) => rules.length > 0 || requiredOrders.length > 0)
		.map(({ session }) => session);
	return {
		payload,
		constraints: liveConstraints(rules),
		silent: rules.filter(({ constraints }) => constraints.length === 0).map(({ path }) => path),
		rules,
		saved,
		sessions,
		isAfterAction: found !== undefined && found.delivered !== null,
	};
}

/** What one session brings. A session that never set memory up has no rules. */
async function partOf({ hub, session }: ReplaySources, name: string, caller: Caller) {
	const [rules, requiredOrders] = await Promise.all([
		hub.bindingRules({ caller }),
		session(name).requiredOrders({}),
	]);
	return { session: name, rules: rules.ok ? rules.value : [], requiredOrders };
}

/**
 * Saves what must survive; the context may then change.
 * @param runId the run that delivers a context action; without it, a result collapses, and what was saved
 * before an action that the run still stands at stays: it is yet to be compared
 */
export async function saveBaseline(
	sources: ReplaySources,
	who: SessionCaller,
	runId?: string,
): Promise<ReplayPayload> {
	const { payload, sessions, rules, saved, isAfterAction } = await payloadNow(sources, who, runId);
	if (runId === undefined && isAfterAction && saved !== null) return payload;
	const key = ownKey(who.caller.principal, payload.task);
	await sources.baselines.put(key, payloadText(savedWith(payload, sessions, headingsOf(rules))));
	return payload;
}

/** What a caller brings to a status; without `held` everything is told. */
export interface Resuming {
	readonly runId: string;
	readonly held?: Held | undefined;
	/** Tokens of the prompt context, at most. */
	readonly tokenBudget: number;
	/** Tokens of a text, at most. */
	readonly estimate: (text: string) => number;
}

/** Tokens of what a verification names, at most. */
const MOST_EVIDENCE = 800;

/** What a status adds after a context action, or for a caller that says what it holds. */
export async function resume(
	sources: ReplaySources,
	who: SessionCaller,
	{ runId, held, ...limits }: Resuming,
): Promise<{ readonly section: ReplaySection; readonly bound: number }> {
	const now = await payloadNow(sources, who, runId);
	const baseline = now.saved === null ? undefined : readSaved(now.saved);
	const section = replaySection({
		live: now.payload,
		constraints: now.constraints,
		silent: now.silent,
		warnings: headingWarnings(headingsIn(now.saved), now.rules),
		evidenceBudget: Math.min(limits.tokenBudget, MOST_EVIDENCE),
		baseline,
		held,
		...limits,
	});
	const bound = new Set([...(baseline?.constraints ?? []), ...now.payload.constraints]).size;
	return { section, bound };
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
