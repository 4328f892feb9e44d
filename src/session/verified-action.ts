// Verified context actions: the payload is saved before the context changes, and compared with what
// is told or still held afterwards (docs/replay.md).
import type { BindingRule, Caller, RemoteHub } from '../memory';
import { type PayloadStore, payloadText, type ReplayPayload, readPayload } from '../replay';
import { isName } from '../shared/context-marks';
import { isRecord } from '../shared/is-record';
import { jsonIn } from '../shared/json-in';
import type { Remote } from '../shared/remote';
import type { RunCall, WorkflowService } from '../workflow';
import { type Heading, headingsOf, headingWarnings } from './headings';
import { type LiveConstraint, liveConstraints } from './live-constraints';
import { livePayload } from './live-payload';
import { type Held, type ReplaySection, replaySection } from './replay-section';
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

/** Sessions that a baseline names; the oldest but the first go first. */
const MOST_SESSIONS = 20;

/** A payload as it is saved for a run: readers of payloads pass over what is added. */
export type SavedBaseline = ReplayPayload & {
	readonly sessions?: readonly string[];
	/** That its constraints stood under. */
	readonly headings?: readonly Heading[];
};

/** A payload with the sessions of a run that it was built from. */
export const savedWith = (
	payload: ReplayPayload,
	sessions: readonly string[],
	headings: readonly Heading[] = [],
): SavedBaseline => {
	const [first, ...others] = sessions;
	return {
		...payload,
		...(first !== undefined && { sessions: [first, ...others.slice(1 - MOST_SESSIONS)] }),
		...(headings.length > 0 && { headings }),
	};
};

/**
 * @param home the session that started the run
 * @param saved text of the run's baseline
 * @param now the session that asks, which is not among the answer
 */
export const earlierSessions = (home: string, saved: string | null, now: string): string[] =>
	[...new Set([home, ...sessionsIn(saved).slice(0, MOST_SESSIONS)])].filter((name) => name !== now);

const sessionsIn = (saved: string | null): string[] =>
	(listIn(saved, 'sessions') ?? []).filter(isName);

/** The headings that a baseline was saved with; undefined where it names none. */
export const headingsIn = (saved: string | null): Heading[] | undefined => {
	const list = listIn(saved, 'headings');
	return list?.every(isHeading) ? list : undefined;
};

const isHeading = (value: unknown): value is Heading =>
	Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');

function listIn(saved: string | null, name: 'sessions' | 'headings'): unknown[] | undefined {
	const value = jsonIn(saved);
	const list = isRecord(value) ? value[name] : undefined;
	return Array.isArray(list) ? list : undefined;
}

/** The rules of all sessions, each once. */
export const mergedRules = (
	parts: readonly { readonly rules: readonly BindingRule[] }[],
): BindingRule[] => [
	...new Map(parts.flatMap(({ rules }) => rules.map((rule) => [rule.ruleId, rule]))).values(),
];
