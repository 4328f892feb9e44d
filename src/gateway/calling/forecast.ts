// The forecast of a budget, or of fields left out (docs/telemetry.md "Forecast"): what first answers of a tool would have
// cost under it, by protecting again what is kept of the tool's calls; what is kept no more does as the rest.
import { type Config, entryFor, policyFor } from '../../config';
import { type Policy, stripResult } from '../../protect';
import { parseResult } from '../../session';
import type { JsonObject } from '../../shared/json-values';
import type { Platform } from '../../shared/platform';
import { ok } from '../../shared/result';
import { type ToolResult, textResult } from '../../shared/tool-result';
import type { CallRecord, TelemetrySource } from '../../telemetry';
import { upstreamOf } from '../asking/queryable';
import { atOnce, type Turns } from '../asking/result-store';
import { plannedPolicy, treatmentOf } from '../contract/call-facts';
import type { HandleStore } from '../handles/handle-store';
import type { Snapshot } from '../handles/snapshots';
import type { Services } from '../sessions/recorded-call';
import { type Again, answeredAgain, type Came, isLess, resultOf, type Wanted } from './replay';
import { asks, saidIn } from './said';
import { seenFields } from './seen-fields';

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
	readonly handleStore: HandleStore;
	/** Plans for first answers, results as they were sent where they are kept, and conversations with what calls asked. */
	services(workspace: string): Pick<Services, 'learnt' | 'kept' | 'sessions' | 'session'>;
	readonly turns?: Turns;
}

/** A result of last week. */
interface Sample extends Came {
	/** Id of what is kept of it, else when it was answered. */
	readonly key: string;
	/** Of its call, and in force for its like. */
	readonly policy: Policy;
	readonly under: Policy;
	/** Its call said what it wants: its answer stays. */
	readonly isFixed: boolean;
}

/** A result answered again, as it is and as it would be. */
interface Replay {
	readonly isFixed: boolean;
	readonly now: Again;
	readonly after: Again;
	/** Tokens under the policy of its call: what was sent beside them, such as images, is not answered again. */
	readonly sent: number;
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
	const services = ports.services(workspace);
	const learnt = (await services.learnt.list()).find((tool) => tool.endpoint === endpoint);
	const policyOf = (under: Config): Policy =>
		plannedPolicy(
			policyFor(under, endpoint),
			learnt?.plan ?? { fields: [] },
			entryFor(under, endpoint),
		);
	const inPolicy = policyOf(config);
	const isLeavingOut = strip.length > 0;
	const by = { config, workspace, endpoint, handleStore: ports.handleStore };
	const answer = (came: Came, how: Parameters<typeof answeredAgain>[1], own?: JsonObject) =>
		turns.take(workspace, async (run) => ok(await answeredAgain(came, how, { ...by, run }, own)));
	const saidOf = await saidIn(config, isLeavingOut ? services : undefined);
	const firsts = new Map(calls.map((call) => [call.kept ?? `${call.time}`, call]));
	const { learn: isLearning, strip: left } = treatmentOf(config, endpoint);
	const open = new Set(
		calls.flatMap(({ kept: id, learn }) => (isLearning && learn?.step !== 'first' ? [] : [id])),
	);
	const kept = (await snapshotsOf(asked, calls, ports)).map((snapshot): Sample => {
		const { id: key, policy } = snapshot;
		const wanted = saidOf(firsts.get(key));
		// Fields are left out of long answers, too.
		const isLong = isAskedFor(snapshot);
		const isFixed = isLeavingOut ? !wanted && !open.has(key) : !open.has(key) || isLong;
		const under = isLong && isLeavingOut ? policy : inPolicy;
		const upstream = upstreamOf(snapshot.document);
		const came = { result: resultOf(snapshot.document), upstream, ...(wanted ?? NOTHING) };
		return { key, policy, under, isFixed, ...came };
	});
	const asSent = { policy: inPolicy, under: inPolicy, isFixed: false };
	const whole = (await sentOf(endpoint, calls, services)).map(({ at, text }): Sample => {
		const key = `${at}`;
		const wanted = saidOf(firsts.get(key)) ?? NOTHING;
		return { key, ...asSent, ...wanted, result: parseResult(text) };
	});
	// Under a budget what was sent whole stays.
	const samples = isLeavingOut ? [...kept, ...whole] : kept;
	const before = [];
	for (const sample of samples) {
		const now = await answer(sample, [sample.under, left]);
		const called = await answer(sample, [sample.policy, []]);
		if (!now.ok || !called.ok) break;
		before.push({ sample, now: now.value, called: called.value });
	}
	const inForce = inPolicy.firstAnswerTokens ?? config.firstAnswerTokens;
	const sizes = before.map(({ now }) => now);
	const budget = asked.budget ?? (isLeavingOut ? inForce : proposed(inForce, sizes));
	const own = entryFor(config, endpoint);
	const firstAnswerTokens = { ...own.firstAnswerTokens, ...budget };
	const endpoints = { ...config.endpoints, [endpoint]: { ...own, firstAnswerTokens } };
	const changed = policyOf({ ...config, endpoints });
	const without = [...left, ...strip];
	const wentOn = Map.groupBy(
		records.filter((each) => each.cursorUse !== 'none'),
		({ kept: id = '' }) => id,
	);
	const replays = new Map<string, Replay>();
	const judged = new Map<CallRecord, boolean>();
	for (const { sample, now, called } of before) {
		const { key, isFixed, under } = sample;
		const policy = isLeavingOut ? under : changed;
		const then = isFixed ? ok(called) : await answer(sample, [policy, without]);
		if (!then.ok) break;
		replays.set(key, { isFixed, now, after: then.value, sent: called.tokens });
		for (const call of [firsts.get(key) ?? [], wentOn.get(key) ?? []].flat()) {
			const asked = judged.size < MOST_REPLAYED ? saidOf(call) : undefined;
			if (!asked?.isQuestion) continue;
			const isFirst = call.cursorUse === 'none';
			const was = isFirst ? ok(now) : await answer(sample, [under, left], asked.own);
			const is = isFirst ? then : await answer(sample, [under, without], asked.own);
			if (!was.ok || !is.ok) break;
			judged.set(call, isLess(was.value, is.value, asked));
		}
	}
	const followed = [...replays].filter(([id]) => wentOn.has(id));
	const seen = [...kept, ...whole]
		.slice(0, MOST_SEEN)
		.map(({ result }) => stripResult(result, left));
	const lengthOf = (results: readonly ToolResult[]) => JSON.stringify(results).length;
	const rest = seen.map((result) => stripResult(result, strip));
	return ok({
		...{ endpoint, budget, strip, inForce, calls: calls.length, isAll },
		...sumsOf(calls, replays, lengthOf(rest) / lengthOf(seen)),
		...{ followed: followed.length, asked: judged.size },
		unanswered: [...judged.values()].filter((isLess) => isLess).length,
		unread: isLeavingOut ? records.filter((each) => asks(each) && !judged.has(each)).length : 0,
		again: followed.filter(([id, { after }]) => isShort(after, wentOn.get(id) ?? [])).length,
		...{ fields: seenFields(seen), left: seenFields(rest) },
	});
}

/** Nothing was asked of a result. */
const NOTHING: Wanted = { view: {}, asking: {} };

/**
 * Adds up first answers: those that are kept no more change as much as the others, of which something was left out.
 * @param share what the fields left out leave of a whole result
 */
function sumsOf(calls: readonly CallRecord[], replays: ReadonlyMap<string, Replay>, share: number) {
	const count = { whole: 0, fixed: 0, replayed: 0 };
	const none = { sent: 0, others: 0, before: 0, after: 0 };
	const sums = { kept: { ...none, share: 1 }, whole: { ...none, share } };
	for (const { kept, time, estimatedTokens } of calls) {
		const sum = sums[kept === undefined ? 'whole' : 'kept'];
		const replay = replays.get(kept ?? `${time}`);
		if (replay) {
			const { isFixed, now, after, sent } = replay;
			count[isFixed ? 'fixed' : 'replayed']++;
			// Below none by a little: a handle is no two times the same.
			const beside = estimatedTokens - sent;
			sum.sent += estimatedTokens;
			sum.before += isFixed ? estimatedTokens : Math.max(0, now.tokens + beside);
			sum.after += isFixed ? estimatedTokens : Math.max(0, after.tokens + beside);
		} else {
			if (kept === undefined) count.whole++;
			sum.others += estimatedTokens;
		}
	}
	const total = (at: 'before' | 'after') =>
		Object.values(sums).reduce((all, sum) => {
			const ratio = sum.sent > 0 ? sum[at] / sum.sent : at === 'before' ? 1 : sum.share;
			return all + sum[at] + sum.others * ratio;
		}, 0);
	return {
		...count,
		tokensBefore: Math.round(total('before')),
		tokensAfter: Math.round(total('after')),
	};
}

/** Reads the newest results that were sent whole, as many as are answered again, of those who called. */
async function sentOf(
	endpoint: string,
	calls: readonly CallRecord[],
	{ kept }: Pick<Services, 'kept'>,
) {
	const times = new Set(calls.flatMap(({ kept, time }) => (kept === undefined ? [time] : [])));
	const callers = [...new Set(calls.map(({ principal }) => principal))].slice(0, MOST_CALLERS);
	const found = callers.map((caller) => kept(caller).of({ endpoint, limit: MOST_REPLAYED }));
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

/** Returns whether an answer lacks what was asked for after the call: a page, an answer, a field that it does not show. */
const isShort = ({ isCut, text }: Again, followUps: readonly CallRecord[]): boolean =>
	isCut &&
	followUps.some(
		({ learn }) =>
			learn?.step !== 'fields' ||
			learn.fields.some((path) => !text.includes(path.slice(path.lastIndexOf('.') + 1))),
	);

/** Returns half of what answers take now, at most half of what is in force. */
function proposed(inForce: Budget, before: readonly Again[]): Budget {
	const sizes = before.map(({ tokens }) => tokens).sort((one, other) => one - other);
	const median = sizes[Math.floor(sizes.length / 2)] ?? Number.POSITIVE_INFINITY;
	return Object.fromEntries(
		KINDS.map((kind) => {
			const half = Math.min(inForce[kind] ?? median, median) / 2;
			return [kind, Math.max(LEAST, Math.ceil(half / STEP) * STEP)];
		}),
	);
}
