// Learning of a tool: how its first answers were gone on from, as counters, and the plan for its next first
// answers that follows from them (docs/protect.md "What is learnt").
import type { CallRecord } from './record';

export interface Learnt {
	/** First answers that left something out. */
	readonly first: number;
	/** Calls that went on from them: pages, fields of items, questions. */
	readonly page: number;
	readonly fields: number;
	readonly question: number;
	/** Calls of the last two kinds by the field they named, by dotted path. */
	readonly names: Readonly<Record<string, number>>;
}

/** Wishes for first answers; the same counts give the same plan. */
export interface AnswerPlan {
	/** Dotted paths, the most wanted first. */
	readonly fields: readonly string[];
	/** Tokens, in place of the configured ones. */
	readonly room?: number;
}

/** Follow-ups beyond which all counts are halved: what is asked now counts for more than what was. */
const MOST_COUNTED = 128;
/** Names kept, and how many of them a plan has. */
const MOST_NAMES = 32;
const MOST_PLANNED = 6;
/** Follow-ups from which anything is concluded; those that must name a field, and their share. */
const LEAST = 8;
const LEAST_NAMED = 3;
const NAMED_SHARE = 0.15;
/** Follow-ups for each first answer from which its room is another; it stays though there are fewer then. */
const OFTEN = 0.3;
/** Tokens of a first answer that is read on from, and of one that is only asked. */
const LARGE = 1_500;
const SMALL = 250;

export const NOTHING_LEARNT: Learnt = { first: 0, page: 0, fields: 0, question: 0, names: {} };

/** Returns the counts with those of records of the same tool. */
export function learn(before: Learnt, records: readonly Pick<CallRecord, 'learn'>[]): Learnt {
	const counts = { ...before };
	const names = new Map(Object.entries(before.names));
	for (const { learn: each } of records) {
		if (!each) continue;
		counts[each.step]++;
		for (const name of each.fields) names.set(name, (names.get(name) ?? 0) + 1);
	}
	const all = counts.page + counts.fields + counts.question;
	const by = 2 ** Math.max(0, Math.ceil(Math.log2(all / MOST_COUNTED)));
	const kept = [...names]
		.map(([name, count]) => [name, Math.floor(count / by)] as const)
		.filter(([, count]) => count > 0)
		.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
		.slice(0, MOST_NAMES);
	return {
		first: Math.floor(counts.first / by),
		page: Math.floor(counts.page / by),
		fields: Math.floor(counts.fields / by),
		question: Math.floor(counts.question / by),
		names: Object.fromEntries(kept),
	};
}

/**
 * Returns the plan that follows from counts; undefined where nothing does yet.
 * @param before the plan in force, under which what it gives is asked for less often
 */
export function planOf(
	{ first, page, fields, question, names }: Learnt,
	before?: AnswerPlan,
): AnswerPlan | undefined {
	const named = fields + question;
	const followed = page + named;
	if (followed < LEAST) return undefined;
	const wanted = Object.entries(names)
		.filter(([, count]) => count >= LEAST_NAMED && count >= named * NAMED_SHARE)
		.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
		.slice(0, MOST_PLANNED)
		.map(([name]) => name);
	const isOften = (count: number, room: number) =>
		count * 2 >= followed && (count >= OFTEN * first || before?.room === room);
	const room = isOften(page, LARGE) ? LARGE : isOften(question, SMALL) ? SMALL : undefined;
	if (wanted.length === 0 && room === undefined) return undefined;
	return { fields: wanted, ...(room !== undefined && { room }) };
}

/** Counts of a tool, with the plan that new conversations are answered by. */
export interface LearntTool extends Learnt {
	readonly endpoint: string;
	/** Time of the last count, in milliseconds since the epoch. */
	readonly at: number;
	readonly plan: AnswerPlan | null;
}

/** The learnt plans of the tools of a workspace. */
export interface LearntService {
	/**
	 * Returns the plans by tool for a conversation, the same ones each time it is asked.
	 * @param of its first asking is its beginning; who names none is answered for the time `since`
	 */
	plans(of: {
		readonly principal: string;
		readonly conversation?: string;
		readonly since: number;
	}): Promise<Readonly<Record<string, AnswerPlan>>>;
	/** Lists the tools, the one counted last first. */
	list(): Promise<readonly LearntTool[]>;
	/** Forgets what is learnt of a tool, or of all; returns of how many something was known. */
	reset(of: { readonly endpoint?: string }): Promise<{ readonly tools: number }>;
}
