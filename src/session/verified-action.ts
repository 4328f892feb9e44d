// Verified context actions (docs/replay.md): the payload is saved before the context changes and compared
// afterwards. A host that clears its context goes on in a new session, so a baseline names the earlier
// ones.
import type { BindingRule, Caller, Hub } from '../memory';
import { type PayloadStore, type ReplayPayload, readPayload } from '../replay';
import { canonicalJson } from '../shared/canonical-json';
import { isName } from '../shared/context-marks';
import { isRecord } from '../shared/is-record';
import { jsonIn } from '../shared/json-in';
import type { Remote } from '../shared/remote';
import type { RunCall, WorkflowService } from '../workflow';
import { type Heading, headingsOf, headingWarnings } from './headings';
import { type LiveConstraint, liveConstraints } from './live-constraints';
import { livePayload } from './live-payload';
import { type HeldHashes, type ReplaySection, replaySection } from './replay-section';
import { principalKey } from './saved-payloads';
import type { SessionService } from './service';

/** Sources of a session's payload. */
export interface ReplaySources {
	readonly hub: Pick<Remote<Hub>, 'bindingRules'>;
	readonly workflow: Pick<Remote<WorkflowService>, 'inForce'>;
	readonly baselines: PayloadStore;
	/** Returns a session of the caller by its resolved name. */
	session(name: string): Pick<Remote<SessionService>, 'requiredOrders'>;
}

/** The caller and its resolved session. */
export interface SessionCaller {
	readonly caller: Caller;
	readonly session: string;
}

/** The task of a baseline without a run. */
const sessionTask = (session: string): string => `session-${session}`;

/** The payload that binds a session now, and the baseline of its run. */
export interface CurrentPayload {
	readonly payload: ReplayPayload;
	readonly constraints: readonly LiveConstraint[];
	/** Paths of loaded rules without binding constraints. */
	readonly silent: readonly string[];
	/** Binding rules of all sessions. */
	readonly rules: readonly BindingRule[];
	/** Text of the run's baseline. */
	readonly saved: string | null;
	/** Sessions that contributed to the run, oldest first. */
	readonly sessions: readonly string[];
	/** A context action was delivered at the run's position. */
	readonly isAfterAction: boolean;
}

/**
 * Returns the payload of a session with its latest run or the named one, including earlier sessions of the
 * run.
 */
export async function currentPayload(
	sources: ReplaySources,
	who: SessionCaller,
	runId?: string,
): Promise<CurrentPayload> {
	const run = await sources.workflow.inForce(runCallOf(who, runId));
	const found = run.ok ? run.value : undefined;
	const { principal } = who.caller;
	const saved = found ? await sources.baselines.get(principalKey(principal, found.run_id)) : null;
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

/** Returns a session's rules, none where memory was never set up, and its required orders. */
async function partOf({ hub, session }: ReplaySources, name: string, caller: Caller) {
	const [rules, requiredOrders] = await Promise.all([
		hub.bindingRules({ caller }),
		session(name).requiredOrders({}),
	]);
	return { session: name, rules: rules.ok ? rules.value : [], requiredOrders };
}

/**
 * Saves the baseline before a context change. Without a run id a result is collapsing, and the baseline of
 * an
 * action not yet verified is kept.
 */
export async function saveBaseline(
	sources: ReplaySources,
	who: SessionCaller,
	runId?: string,
): Promise<ReplayPayload> {
	const { payload, sessions, rules, saved, isAfterAction } = await currentPayload(
		sources,
		who,
		runId,
	);
	if (runId === undefined && isAfterAction && saved !== null) return payload;
	const key = principalKey(who.caller.principal, payload.task);
	const baseline = baselineOf(payload, sessions, headingsOf(rules));
	await sources.baselines.put(key, `${canonicalJson(baseline, 2)}\n`);
	return payload;
}

/** Options of a resumption. */
export interface Resuming {
	readonly runId: string;
	readonly held?: HeldHashes | undefined;
	/** Tokens of the prompt context. */
	readonly tokenBudget: number;
	/** Counts the tokens of a text. */
	readonly estimate: (text: string) => number;
}

/** Token budget of evidence. */
const MAX_EVIDENCE = 800;

/** Verifies what the caller holds and returns the section of its status. */
export async function resume(
	sources: ReplaySources,
	who: SessionCaller,
	{ runId, held, ...limits }: Resuming,
): Promise<{ readonly section: ReplaySection; readonly bound: number }> {
	const now = await currentPayload(sources, who, runId);
	const baseline = now.saved === null ? undefined : readSaved(now.saved);
	const section = replaySection({
		live: now.payload,
		constraints: now.constraints,
		silent: now.silent,
		warnings: headingWarnings(headingsIn(now.saved), now.rules),
		evidenceBudget: Math.min(limits.tokenBudget, MAX_EVIDENCE),
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

/** Sessions named in a baseline; the first and the newest are kept. */
const MAX_SESSIONS = 20;

/** A saved payload with additions that readers of payloads ignore. */
export type SavedBaseline = ReplayPayload & {
	readonly sessions?: readonly string[];
	/** Headings of its constraints. */
	readonly headings?: readonly Heading[];
};

/** Adds sessions and headings to a payload. */
export const baselineOf = (
	payload: ReplayPayload,
	sessions: readonly string[],
	headings: readonly Heading[] = [],
): SavedBaseline => {
	const [first, ...others] = sessions;
	return {
		...payload,
		...(first !== undefined && { sessions: [first, ...others.slice(1 - MAX_SESSIONS)] }),
		...(headings.length > 0 && { headings }),
	};
};

/** Returns the sessions of a run other than `now`, from its home session and its baseline. */
export const earlierSessions = (home: string, saved: string | null, now: string): string[] =>
	[...new Set([home, ...sessionsIn(saved).slice(0, MAX_SESSIONS)])].filter((name) => name !== now);

const sessionsIn = (saved: string | null): string[] =>
	(listIn(saved, 'sessions') ?? []).filter(isName);

/** Returns the headings of a baseline. */
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

/** Merges rules by id. */
export const mergedRules = (
	parts: readonly { readonly rules: readonly BindingRule[] }[],
): BindingRule[] => [
	...new Map(parts.flatMap(({ rules }) => rules.map((rule) => [rule.ruleId, rule]))).values(),
];
