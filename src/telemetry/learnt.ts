// Learning of a tool: how its first answers were gone on from, as counters, and the plan for its next first
// answers that follows from them (docs/protect.md "What is learnt"). Kept as a row a tool with its counts and its plans
// of late, and a row a conversation with when it began: it is answered by one plan from its beginning to its end.
import { insert, piece, raw, storeOf } from '../shared/sql';
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
	/** First answers by the expression, without values, that asks results of their form; `-` of those without one. */
	readonly outlines?: Readonly<Record<string, number>>;
}

/** Wishes for first answers; the same counts give the same plan. */
export interface AnswerPlan {
	/** Dotted paths, the most wanted first. */
	readonly fields: readonly string[];
	/** Tokens, in place of the configured ones. */
	readonly room?: number;
	/** Told with the tool: an expression that most of its long results can be asked by. */
	readonly outline?: string;
}

/** Follow-ups beyond which all counts are halved: what is asked now counts for more than what was. */
const MOST_COUNTED = 128;
/** Names kept, and how many of them a plan has. */
const MOST_NAMES = 32;
const MOST_PLANNED = 6;
/** Outlines kept, and what stands for answers without one. */
const MOST_OUTLINES = 4;
const NO_OUTLINE = '-';
/** Follow-ups from which anything is concluded; those that must name a field, and their share. */
const LEAST = 8;
const LEAST_NAMED = 3;
const NAMED_SHARE = 0.15;
/** Follow-ups for each first answer from which its room is another; it stays though there are fewer then. */
const OFTEN = 0.3;
/** Tokens of a first answer that is read on from, and of one that is only asked. */
const LARGE = 1_500;
const SMALL = 250;

const STEPS = ['first', 'page', 'fields', 'question'] as const;

export const NOTHING_LEARNT: Learnt = { first: 0, page: 0, fields: 0, question: 0, names: {} };

/** Returns the counts with those of records of the same tool. */
export function learn(before: Learnt, records: readonly Pick<CallRecord, 'learn'>[]): Learnt {
	const counts = { ...before };
	const names = new Map(Object.entries(before.names));
	const outlines = new Map(Object.entries(before.outlines ?? {}));
	for (const { learn: each } of records) {
		if (!each) continue;
		counts[each.step]++;
		for (const name of each.fields) names.set(name, (names.get(name) ?? 0) + 1);
		if (each.step !== 'first') continue;
		const { outline = NO_OUTLINE } = each;
		outlines.set(outline, (outlines.get(outline) ?? 0) + 1);
	}
	const all = counts.page + counts.fields + counts.question;
	const by = 2 ** Math.max(0, Math.ceil(Math.log2(all / MOST_COUNTED)));
	for (const step of STEPS) counts[step] = Math.floor(counts[step] / by);
	const kept = [...names]
		.map(([name, count]) => [name, Math.floor(count / by)] as const)
		.filter(([, count]) => count > 0);
	// A caller that was told how to ask gets no first answer, so the outline seen last stays.
	const seen = [...outlines].map(([each, count]) => [each, Math.ceil(count / by)] as const);
	return {
		...counts,
		names: Object.fromEntries(kept.sort(byCount).slice(0, MOST_NAMES)),
		...(seen.length > 0 && {
			outlines: Object.fromEntries(seen.sort(byCount).slice(0, MOST_OUTLINES)),
		}),
	};
}

const byCount = ([a, one]: readonly [string, number], [b, other]: readonly [string, number]) =>
	other - one || (a < b ? -1 : 1);

/** Returns the outline of most first answers: the most frequent one of the list that most of them have. */
function outlineOf(outlines: Readonly<Record<string, number>>): string | undefined {
	const listOf = (outline: string) => outline.split('[')[0];
	const all = Object.entries(outlines).sort(byCount);
	const sum = (counted: typeof all) => counted.reduce((total, [, count]) => total + count, 0);
	const most = all.find(
		([each]) => 2 * sum(all.filter(([other]) => listOf(other) === listOf(each))) > sum(all),
	)?.[0];
	return most === NO_OUTLINE ? undefined : most;
}

/** The plan that follows from counts, if any. @param before the plan in force: what it gives is asked for less often */
export function planOf(
	{ first, page, fields, question, names, outlines = {} }: Learnt,
	before?: AnswerPlan,
): AnswerPlan | undefined {
	const named = fields + question;
	const followed = page + named;
	const outline = outlineOf(outlines);
	const told = outline !== undefined && { outline };
	if (followed < LEAST) return told ? { fields: [], ...told } : undefined;
	const wanted = Object.entries(names)
		.filter(([, count]) => count >= LEAST_NAMED && count >= named * NAMED_SHARE)
		.sort(byCount)
		.slice(0, MOST_PLANNED)
		.map(([name]) => name);
	const isOften = (count: number, room: number) =>
		count * 2 >= followed && (count >= OFTEN * first || before?.room === room);
	const room = isOften(page, LARGE) ? LARGE : isOften(question, SMALL) ? SMALL : undefined;
	if (wanted.length === 0 && room === undefined && !told) return undefined;
	return { fields: wanted, ...(room !== undefined && { room }), ...told };
}

/** A conversation that asks for plans: its first asking is its beginning; who names none is answered for the time `since`. */
interface Conversation {
	readonly principal: string;
	readonly conversation?: string;
	readonly since: number;
}

/** Tools, and conversations; those used longest ago give way. */
const MOST_TOOLS = 300;
const MOST_CONVERSATIONS = 10_000;
/** Plans of a tool that are kept, and milliseconds between two of them. */
const MOST_PLANS = 24;
const PLAN_EVERY = 3_600_000;

/** A plan, and since when it holds; without one, none does. */
type Since = readonly [since: number, plan: AnswerPlan | null];

interface Row {
	readonly endpoint: string;
	readonly at: number;
	readonly counts: string;
	readonly plans: string;
}

/** The learnt plans of the tools of a workspace. A service: every method is one transaction. */
export class LearntStore extends storeOf(
	`CREATE TABLE IF NOT EXISTS telemetry_learnt (
		endpoint TEXT PRIMARY KEY, at INTEGER NOT NULL, counts TEXT NOT NULL, plans TEXT NOT NULL)`,
	`CREATE TABLE IF NOT EXISTS telemetry_begun (
		n INTEGER PRIMARY KEY AUTOINCREMENT, principal TEXT NOT NULL, conversation TEXT NOT NULL,
		at INTEGER NOT NULL, UNIQUE (principal, conversation))`,
) {
	/** In a transaction: a row is written for each tool of which there is something to learn. */
	enter(records: readonly CallRecord[]): void {
		// A question with its call follows nothing.
		const telling = records.filter(
			({ learn, cursorUse }) => learn && (learn.step === 'first' || cursorUse !== 'none'),
		);
		for (const [endpoint, own] of Map.groupBy(telling, (record) => record.endpoint)) {
			const row = this.#rows(piece`WHERE endpoint = ${endpoint}`)[0];
			const counts = learn(row ? JSON.parse(row.counts) : NOTHING_LEARNT, own);
			const before: readonly Since[] = row ? JSON.parse(row.plans) : [];
			const [, last] = before.at(-1) ?? [];
			const plans = withPlan(before, planOf(counts, last ?? undefined), this.now());
			const kept = { counts: JSON.stringify(counts), plans: JSON.stringify(plans) };
			const values = { endpoint, at: this.now(), ...kept };
			insert(this.sql, 'INSERT OR REPLACE INTO telemetry_learnt', values);
		}
		if (telling.length > 0)
			this.sql.all`DELETE FROM telemetry_learnt WHERE endpoint IN (
				SELECT endpoint FROM telemetry_learnt ORDER BY at DESC, endpoint LIMIT -1 OFFSET ${MOST_TOOLS})`;
	}

	/** Returns the plans by tool for a conversation, the same ones each time it is asked. */
	plans(of: Conversation): Readonly<Record<string, AnswerPlan>> {
		return this.sql.transaction(() => {
			const rows = this.#rows();
			const since = rows.length > 0 ? this.#begun(of) : of.since;
			const found: Record<string, AnswerPlan> = {};
			for (const { endpoint, plans } of rows) {
				const known = JSON.parse(plans) as readonly Since[];
				const [, plan] = known.findLast(([from]) => from <= since) ?? [];
				if (plan) found[endpoint] = plan;
			}
			return found;
		});
	}

	/** Lists the tools with their counts and the plan of new conversations, the one counted last first. */
	list() {
		return this.#rows(raw('ORDER BY at DESC, endpoint')).map(({ endpoint, at, counts, plans }) => {
			const [, plan = null] = (JSON.parse(plans) as readonly Since[]).at(-1) ?? [];
			return { endpoint, at, ...(JSON.parse(counts) as Learnt), plan };
		});
	}

	/** Forgets what is learnt of a tool, or of all; returns of how many something was known. */
	reset({ endpoint }: { readonly endpoint?: string }): { readonly tools: number } {
		const which = endpoint === undefined ? raw('') : piece`WHERE endpoint = ${endpoint}`;
		const rows = this.#rows(which);
		this.sql.all`DELETE FROM telemetry_learnt ${which}`;
		return { tools: rows.length };
	}

	/** Forgets what was not used since. */
	forgetBefore(time: number): void {
		for (const table of ['telemetry_learnt', 'telemetry_begun'])
			this.sql.all(`DELETE FROM ${table} WHERE at < ?`, time);
	}

	#begun({ principal, conversation, since }: Conversation): number {
		if (conversation === undefined) return since;
		const [known] = this.sql.all<{ at: number }>`SELECT at FROM telemetry_begun
			WHERE principal = ${principal} AND conversation = ${conversation}`;
		if (known) return known.at;
		insert(this.sql, 'INSERT INTO telemetry_begun', { principal, conversation, at: this.now() });
		this.sql.all`DELETE FROM telemetry_begun
			WHERE n <= (SELECT max(n) FROM telemetry_begun) - ${MOST_CONVERSATIONS}`;
		return this.now();
	}

	#rows(which = raw('')): readonly Row[] {
		return this.sql.all<Row>`SELECT endpoint, at, counts, plans FROM telemetry_learnt ${which}`;
	}
}

/** The plans with a new one, where it differs; a conversation that began before keeps the one before. */
function withPlan(plans: readonly Since[], plan: AnswerPlan | undefined, now: number) {
	const [since = Number.NEGATIVE_INFINITY, last = null] = plans.at(-1) ?? [];
	const isSame = JSON.stringify(last) === JSON.stringify(plan ?? null);
	// An outline is known from the first answer on; what is concluded later does not wait for it.
	const isFirst =
		last?.fields.length === 0 && last.room === undefined && last.outline === plan?.outline;
	if (isSame || (now - since < PLAN_EVERY && !isFirst)) return plans;
	return [...plans, [now, plan ?? null] as const].slice(-MOST_PLANS);
}
