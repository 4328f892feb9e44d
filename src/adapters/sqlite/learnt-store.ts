// Learnt plans of tools, over SQLite: a row a tool with its counts and its plans of late, and a row a conversation
// with when it began, so that a conversation is answered by one plan from its beginning to its end.
import { insert } from '../../shared/rows';
import { first, type Sql } from '../../shared/sql';
import {
	type AnswerPlan,
	type CallRecord,
	type Learnt,
	type LearntService,
	type LearntTool,
	learn,
	NOTHING_LEARNT,
	planOf,
} from '../../telemetry';

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

/** A service: every method is one transaction. */
export class LearntStore {
	/** @param now milliseconds since the epoch */
	constructor(
		private readonly sql: Sql,
		private readonly now: () => number,
	) {
		sql.all(`CREATE TABLE IF NOT EXISTS telemetry_learnt (
			endpoint TEXT PRIMARY KEY, at INTEGER NOT NULL, counts TEXT NOT NULL, plans TEXT NOT NULL)`);
		sql.all(`CREATE TABLE IF NOT EXISTS telemetry_begun (
			n INTEGER PRIMARY KEY AUTOINCREMENT, principal TEXT NOT NULL, conversation TEXT NOT NULL,
			at INTEGER NOT NULL, UNIQUE (principal, conversation))`);
	}

	/** In a transaction: a row is written for each tool of which there is something to learn. */
	enter(records: readonly CallRecord[]): void {
		const telling = records.filter((record) => record.learn !== undefined);
		for (const [endpoint, own] of Map.groupBy(telling, (record) => record.endpoint)) {
			const row = this.#rows('WHERE endpoint = ?', endpoint)[0];
			const counts = learn(row ? JSON.parse(row.counts) : NOTHING_LEARNT, own);
			const before: readonly Since[] = row ? JSON.parse(row.plans) : [];
			const [, last] = before.at(-1) ?? [];
			const plans = withPlan(before, planOf(counts, last ?? undefined), this.now());
			this.sql.all(
				'INSERT OR REPLACE INTO telemetry_learnt (endpoint, at, counts, plans) VALUES (?, ?, ?, ?)',
				endpoint,
				this.now(),
				JSON.stringify(counts),
				JSON.stringify(plans),
			);
		}
		if (telling.length > 0)
			this.sql.all(
				`DELETE FROM telemetry_learnt WHERE endpoint IN (
					SELECT endpoint FROM telemetry_learnt ORDER BY at DESC, endpoint LIMIT -1 OFFSET ?)`,
				MOST_TOOLS,
			);
	}

	plans(of: Parameters<LearntService['plans']>[0]): Readonly<Record<string, AnswerPlan>> {
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

	list(): readonly LearntTool[] {
		return this.#rows('ORDER BY at DESC, endpoint').map(({ endpoint, at, counts, plans }) => {
			const [, plan = null] = (JSON.parse(plans) as readonly Since[]).at(-1) ?? [];
			return { endpoint, at, ...(JSON.parse(counts) as Learnt), plan };
		});
	}

	reset({ endpoint }: { readonly endpoint?: string }): { readonly tools: number } {
		const [where, ...given] = endpoint === undefined ? [''] : ['WHERE endpoint = ?', endpoint];
		const rows = this.#rows(where, ...given);
		this.sql.all(`DELETE FROM telemetry_learnt ${where}`, ...given);
		return { tools: rows.length };
	}

	/** Forgets what was not used since. */
	forgetBefore(time: number): void {
		for (const table of ['telemetry_learnt', 'telemetry_begun'])
			this.sql.all(`DELETE FROM ${table} WHERE at < ?`, time);
	}

	#begun({ principal, conversation, since }: Parameters<LearntService['plans']>[0]): number {
		if (conversation === undefined) return since;
		const known = first<{ at: number }>(
			this.sql,
			'SELECT at FROM telemetry_begun WHERE principal = ? AND conversation = ?',
			principal,
			conversation,
		);
		if (known) return known.at;
		insert(this.sql, 'INSERT INTO telemetry_begun', { principal, conversation, at: this.now() });
		this.sql.all(
			'DELETE FROM telemetry_begun WHERE n <= (SELECT max(n) FROM telemetry_begun) - ?',
			MOST_CONVERSATIONS,
		);
		return this.now();
	}

	#rows(where = '', ...given: string[]): readonly Row[] {
		return this.sql.all<Row & Record<string, never>>(
			`SELECT endpoint, at, counts, plans FROM telemetry_learnt ${where}`,
			...given,
		);
	}
}

/** The plans with a new one, where it differs; a conversation that began before keeps the one before. */
function withPlan(
	plans: readonly Since[],
	plan: AnswerPlan | undefined,
	now: number,
): readonly Since[] {
	const [since = Number.NEGATIVE_INFINITY, last = null] = plans.at(-1) ?? [];
	const isSame = JSON.stringify(last) === JSON.stringify(plan ?? null);
	if (isSame || now - since < PLAN_EVERY) return plans;
	return [...plans, [now, plan ?? null] as const].slice(-MOST_PLANS);
}
