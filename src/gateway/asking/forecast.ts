// The forecast of a budget, or of fields left out (docs/telemetry.md "Forecast"): what first answers of a tool would have
// cost under it, by protecting again what is kept of the tool's calls; what is kept no more does as the rest.
import { type Config, entryFor, policyFor } from '../../config';
import { countingFor, type Policy, protect, stripResult } from '../../protect';
import { type KeptResults, parseResult } from '../../session';
import type { Platform } from '../../shared/platform';
import type { Remote } from '../../shared/remote';
import { ok } from '../../shared/result';
import type { Slices } from '../../shared/slices';
import { type ToolResult, textResult } from '../../shared/tool-result';
import type { AnswerPlan, CallRecord, TelemetrySource } from '../../telemetry';
import { plannedPolicy, treatmentOf } from '../contract/call-facts';
import type { HandleStore } from '../handles/handle-store';
import type { Snapshot } from '../handles/snapshots';
import { atOnce, type Turns } from './result-store';
import { isNamed, seenFields } from './seen-fields';

const WEEK_MS = 7 * 86_400_000;
const PAGE = 200;
/** Records that are looked at, and kept results that are answered again, with the characters of all of them. */
const MOST_RECORDS = 1_000;
const MOST_REPLAYED = 40;
const MOST_CHARACTERS = 4_000_000;
/** Callers whose whole results are looked at, and results whose fields are. */
const MOST_CALLERS = 20;
const MOST_SEEN = 20;
/** Tokens that proposals are multiples of, and the least budget. */
const STEP = 50;
const LEAST = 100;

const KINDS = ['list', 'object', 'text'] as const;
/** Tokens of first answers by kind of result. */
export type Budget = Readonly<Partial<Record<(typeof KINDS)[number], number>>>;

interface ForecastPorts extends Pick<Platform, 'now'> {
	configOf(workspace: string): Promise<Config>;
	telemetry(workspace: string): Pick<TelemetrySource, 'requests'>;
	/** Returns the plan for first answers of a tool, if there is one. */
	planOf?(workspace: string, endpoint: string): Promise<AnswerPlan | undefined>;
	readonly handleStore: Pick<HandleStore, 'peek'>;
	/** Results of a principal as they were sent, where they are kept with their conversations. */
	sent?(workspace: string, principal: string): Pick<Remote<KeptResults>, 'of'>;
	readonly turns?: Turns;
}

/** A result of last week. */
interface Sample {
	/** Id of what is kept of it, else when it was answered. */
	readonly key: string;
	readonly result: ToolResult;
	/** Of its call, and in force for its like. */
	readonly policy: Policy;
	readonly under: Policy;
	/** Its call said what it wants: its answer stays. */
	readonly isFixed: boolean;
}

/** A result answered again, as it is and as it would be. */
interface Replay {
	readonly isFixed: boolean;
	readonly now: Answered;
	readonly after: Answered;
	/** Tokens under the policy of its call: what was sent beside them, such as images, is not answered again. */
	readonly sent: number;
}
interface Answered {
	readonly tokens: number;
	readonly isCut: boolean;
	readonly text: string;
}

/**
 * Answers a tool's kept results of last week again, under a budget; without one, half of what its answers take now. Or
 * without some fields, under what is in force.
 */
export async function forecast(
	asked: {
		readonly workspace: string;
		readonly endpoint: string;
		readonly budget?: Budget;
		readonly strip?: readonly string[];
	},
	ports: ForecastPorts,
) {
	const { workspace, endpoint, strip = [] } = asked;
	const { turns = atOnce } = ports;
	const read = await recordsOf(asked, ports);
	if (!read.ok) return read;
	const { records, isAll } = read.value;
	const calls = records.filter((each) => each.cursorUse === 'none' && each.errorCode === '');
	const config = await ports.configOf(workspace);
	const plan = await ports.planOf?.(workspace, endpoint);
	const policyOf = (under: Config): Policy =>
		plannedPolicy(policyFor(under, endpoint), plan ?? { fields: [] }, entryFor(under, endpoint));
	const inPolicy = policyOf(config);
	const answer = (result: ToolResult, policy: Policy) =>
		turns.take(workspace, async (run) => {
			const counted = await countingFor(result, {}, policy);
			return ok(await run(answered(result, counted)));
		});
	const { learn: isLearning } = treatmentOf(config, endpoint);
	const open = new Set(
		calls.flatMap(({ kept: id, learn }) => (isLearning && learn?.step !== 'first' ? [] : [id])),
	);
	const kept = (await snapshotsOf(asked, calls, ports)).map((snapshot): Sample => {
		const { id: key, policy } = snapshot;
		// Fields are left out of long answers, too; a question has none that could be left out.
		const isLong = isAskedFor(snapshot);
		const isFixed = !open.has(key) || (isLong && strip.length === 0);
		const under = isLong && strip.length > 0 ? policy : inPolicy;
		return { key, policy, under, isFixed, result: textResult(textOf(snapshot)) };
	});
	const asSent = { policy: inPolicy, under: inPolicy, isFixed: false };
	const whole = (await sentOf(asked, calls, ports)).map(
		({ at, text }): Sample => ({ key: `${at}`, ...asSent, result: parseResult(text) }),
	);
	// Under a budget what was sent whole stays.
	const samples = strip.length > 0 ? [...kept, ...whole] : kept;
	const before = [];
	for (const sample of samples) {
		const now = await answer(sample.result, sample.under);
		const called = await answer(sample.result, sample.policy);
		if (!now.ok || !called.ok) break;
		before.push({ ...sample, now: now.value, called: called.value });
	}
	const inForce = inPolicy.firstAnswerTokens ?? config.firstAnswerTokens;
	const sizes = before.map(({ now }) => now);
	const budget = asked.budget ?? (strip.length > 0 ? inForce : proposed(inForce, sizes));
	const own = entryFor(config, endpoint);
	const firstAnswerTokens = { ...own.firstAnswerTokens, ...budget };
	const endpoints = { ...config.endpoints, [endpoint]: { ...own, firstAnswerTokens } };
	const changed = policyOf({ ...config, endpoints });
	const replays = new Map<string, Replay>();
	for (const { key, result, under, isFixed, now, called } of before) {
		const then = isFixed
			? ok(called)
			: await answer(stripResult(result, strip), strip.length > 0 ? under : changed);
		if (!then.ok) break;
		replays.set(key, { isFixed, now, after: then.value, sent: called.tokens });
	}
	const wentOn = Map.groupBy(
		records.filter((each) => each.cursorUse !== 'none'),
		({ kept: id = '' }) => id,
	);
	const followed = [...replays].filter(([id]) => wentOn.has(id));
	const seen = [...kept, ...whole].slice(0, MOST_SEEN).map(({ result }) => result);
	const lengthOf = (results: readonly ToolResult[]) => JSON.stringify(results).length;
	const without = seen.map((result) => stripResult(result, strip));
	const questions = new Map(
		calls.flatMap(({ kept: id = '', learn }) =>
			learn?.step === 'question' ? [[id, learn.fields] as const] : [],
		),
	);
	const unanswered = kept.filter(({ key, result }) => {
		const [whole, left] = [result, stripResult(result, strip)].map((each) => JSON.stringify(each));
		return questions.get(key)?.some((path) => isNamed(whole, path) && !isNamed(left, path));
	});
	return ok({
		...{ endpoint, budget, strip, inForce, calls: calls.length, isAll },
		...sumsOf(calls, replays, lengthOf(without) / lengthOf(seen)),
		...{ followed: followed.length, unanswered: unanswered.length },
		again: followed.filter(([id, { after }]) => isShort(after, wentOn.get(id) ?? [])).length,
		...{ fields: seenFields(seen), left: seenFields(without) },
	});
}

/**
 * Adds up first answers: those that are kept no more change as much as the others, of which something was left out.
 * @param share what the fields left out leave of a whole result
 */
function sumsOf(calls: readonly CallRecord[], replays: ReadonlyMap<string, Replay>, share: number) {
	const sum = { whole: 0, wholeTokens: 0, fixed: 0, replayed: 0, before: 0, after: 0, others: 0 };
	for (const { kept, time, estimatedTokens } of calls) {
		const replay = replays.get(kept ?? `${time}`);
		if (replay) {
			const { isFixed, now, after, sent } = replay;
			sum[isFixed ? 'fixed' : 'replayed']++;
			const beside = Math.max(0, estimatedTokens - sent);
			sum.before += isFixed ? estimatedTokens : now.tokens + beside;
			sum.after += isFixed ? estimatedTokens : after.tokens + beside;
		} else if (kept === undefined) {
			sum.whole++;
			sum.wholeTokens += estimatedTokens;
		} else sum.others += estimatedTokens;
	}
	const { whole, wholeTokens, fixed, replayed, before, after, others } = sum;
	const ratio = before > 0 ? after / before : 1;
	return {
		...{ whole, fixed, replayed },
		tokensBefore: wholeTokens + others + before,
		tokensAfter: Math.round(wholeTokens * share + others * ratio + after),
	};
}

/** Reads the newest results that were sent whole, as many as are answered again, of those who called. */
async function sentOf(
	{ workspace, endpoint }: { readonly workspace: string; readonly endpoint: string },
	calls: readonly CallRecord[],
	{ sent }: ForecastPorts,
) {
	const times = new Set(calls.flatMap(({ kept, time }) => (kept === undefined ? [time] : [])));
	const callers = [...new Set(calls.map(({ principal }) => principal))].slice(0, MOST_CALLERS);
	const asked = { endpoint, limit: MOST_REPLAYED };
	const found = sent ? callers.map((principal) => sent(workspace, principal).of(asked)) : [];
	return (await Promise.all(found)).flat().filter(({ at }) => times.has(at));
}

async function recordsOf(
	{ workspace, endpoint }: { readonly workspace: string; readonly endpoint: string },
	{ telemetry, now }: ForecastPorts,
) {
	const range = { from: now() - WEEK_MS, to: now() + 1, endpoint, limit: PAGE };
	const records: CallRecord[] = [];
	let cursor: string | undefined;
	do {
		const query = cursor === undefined ? range : { ...range, cursor };
		const page = await telemetry(workspace).requests(query);
		if (!page.ok) return page;
		records.push(...page.value.requests);
		cursor = page.value.nextCursor;
	} while (cursor !== undefined && records.length < MOST_RECORDS);
	return ok({ records, isAll: cursor === undefined });
}

/** Reads the newest kept results of calls, as many as are answered again. */
async function snapshotsOf(
	{ workspace, endpoint }: { readonly workspace: string; readonly endpoint: string },
	calls: readonly CallRecord[],
	{ handleStore, now }: ForecastPorts,
): Promise<readonly Snapshot[]> {
	const ids = [...new Set(calls.flatMap(({ kept = [] }) => kept))].slice(0, MOST_REPLAYED);
	const found: Snapshot[] = [];
	let room = MOST_CHARACTERS;
	for (const id of ids) {
		const snapshot = await handleStore.peek(workspace, id, now() / 1_000);
		if (snapshot === undefined || snapshot.tool !== endpoint) continue;
		room -= textOf(snapshot).length;
		if (room < 0) break;
		found.push(snapshot);
	}
	return found;
}

/** Returns whether an answer had what its call named in `tokens`, or is of an own tool, which pages itself. */
const isAskedFor = ({ tool, policy }: Snapshot): boolean => {
	const { firstAnswerTokens: first, itemTokenThreshold: item, tokenBudgetThreshold: all } = policy;
	return KINDS.every((kind) => first?.[kind] === all) && (item === all || !tool.includes('__'));
};

const textOf = ({ document: { parts } }: Snapshot): string => parts[0] ?? '';

function* answered(result: ToolResult, policy: Policy): Slices<Answered> {
	yield;
	const { report, document, positions, place } = protect(result, { view: {} }, policy);
	const text = JSON.stringify(place(positions.map(() => '')).content);
	return { tokens: report.estimatedTokens, isCut: document !== undefined, text };
}

/** Returns whether an answer lacks what was asked for after the call: a page, an answer, a field that it does not show. */
const isShort = ({ isCut, text }: Answered, followUps: readonly CallRecord[]): boolean =>
	isCut &&
	followUps.some(
		({ learn }) =>
			learn?.step !== 'fields' ||
			learn.fields.some((path) => !text.includes(path.slice(path.lastIndexOf('.') + 1))),
	);

/** Returns half of what answers take now, at most half of what is in force. */
function proposed(inForce: Budget, before: readonly Answered[]): Budget {
	const sizes = before.map(({ tokens }) => tokens).sort((one, other) => one - other);
	const median = sizes[Math.floor(sizes.length / 2)] ?? Number.POSITIVE_INFINITY;
	return Object.fromEntries(
		KINDS.map((kind) => {
			const half = Math.min(inForce[kind] ?? median, median) / 2;
			return [kind, Math.max(LEAST, Math.ceil(half / STEP) * STEP)];
		}),
	);
}
