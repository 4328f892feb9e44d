// Alerts (docs/telemetry.md "Alerts"): rules over the calls of a window, and
// episodes, so that each is told once when it begins and once when it is over; and the endpoints whose estimates are off.
import { insert, type Sql } from '../shared/sql';
import type { Group } from './group';
import type { TelemetryStore } from './store';

/** Shares from 0 to 1; a rule without a limit is not judged. */
export interface AlertRules {
	readonly windowMinutes: number;
	/** Calls in the window below which nothing is judged. */
	readonly minRequests: number;
	readonly oversizedRate?: number | undefined;
	readonly errorRate?: number | undefined;
	readonly accuracy?: number | undefined;
	readonly p95LatencyMs?: number | undefined;
	/** True to count no call of the demo, as where another server was called; of the playground none is. */
	readonly isWithoutTrials?: boolean;
}

const RULES = ['oversizedRate', 'errorRate', 'accuracy', 'p95LatencyMs'] as const;
/** A rule that can be alerted of. */
type RuleName = (typeof RULES)[number];

/** From the first judgement against a rule to the first for it. */
export interface Episode {
	readonly rule: RuleName;
	/** Milliseconds since the epoch. */
	readonly startedAt: number;
	/** True if its beginning has been told. */
	readonly told: boolean;
}

/** A rule that began to be broken, or is kept again: shares from 0 to 1, latencies in milliseconds. */
interface Notice {
	readonly state: 'firing' | 'recovered';
	readonly rule: RuleName;
	/** The measured value, which crossed the limit or keeps it again. */
	readonly value: number;
	readonly limit: number;
	readonly startedAt: number;
	readonly windowMinutes: number;
	readonly calls: number;
}

const share = (percent: number | null): number | null => (percent === null ? null : percent / 100);

const VALUES: Readonly<Record<RuleName, (group: Group) => number | null>> = {
	oversizedRate: ({ overflowedPercent }) => share(overflowedPercent),
	errorRate: ({ errorPercent }) => share(errorPercent),
	accuracy: ({ accuracy }) => share(accuracy.within20Percent),
	p95LatencyMs: ({ latencyMs }) => latencyMs.p95,
};

/** Exactly at a limit is within it. */
const isBroken = (rule: RuleName, value: number, limit: number): boolean =>
	rule === 'accuracy' ? value < limit : value > limit;

/** Each rule: null as limit for one that is not judged, null as value where there is nothing to measure. */
const judged = (group: Group, rules: AlertRules, episodes: readonly Episode[]) =>
	RULES.map((rule) => {
		const limit = rules[rule] ?? null;
		const value = VALUES[rule](group);
		const open = episodes.find((episode) => episode.rule === rule);
		const state = (): 'kept' | 'broken' | 'not judged' | 'no limit' => {
			if (limit === null) return 'no limit';
			if (value === null || group.count < rules.minRequests) return 'not judged';
			return isBroken(rule, value, limit) ? 'broken' : 'kept';
		};
		return { rule, limit, value, state: state(), open };
	});

/**
 * Returns the notices to send now. A rule that cannot be judged (too little traffic, no samples, no limit)
 * stays as it was.
 * @param episodes those that are open
 * @param now milliseconds since the epoch
 */
export const judge = (group: Group, rules: AlertRules, episodes: readonly Episode[], now: number) =>
	judged(group, rules, episodes).flatMap(({ rule, state, open, ...of }): Notice[] => {
		const [value, limit] = [Number(of.value), Number(of.limit)];
		const facts = { rule, value, limit, windowMinutes: rules.windowMinutes, calls: group.count };
		if (state === 'broken' && !open?.told)
			return [{ state: 'firing', ...facts, startedAt: open?.startedAt ?? now }];
		const isOver = state === 'kept' && open;
		return isOver ? [{ state: 'recovered', ...facts, startedAt: open.startedAt }] : [];
	});

const WHAT: Readonly<Record<RuleName, string>> = {
	oversizedRate: 'results sent over the limits',
	errorRate: 'calls that failed',
	accuracy: 'sampled estimates within 20 %',
	p95LatencyMs: 'p95 latency',
};

const shownValue = (rule: RuleName, value: number): string =>
	rule === 'p95LatencyMs' ? `${Math.round(value)} ms` : `${Math.round(value * 1000) / 10} %`;

/** Returns a notice as a sentence, and as a webhook gets it. */
export function noticeOf(notice: Notice, workspace: string, format: 'json' | 'slack' = 'json') {
	const { state, rule, value, limit, windowMinutes, calls } = notice;
	const bound = rule === 'accuracy' ? 'at least' : 'at most';
	const message = `Loadline ${workspace}: ${state === 'firing' ? 'ALERT' : 'recovered'}: ${WHAT[rule]}: ${shownValue(rule, value)} (${bound} ${shownValue(rule, limit)}) over ${calls} calls in ${windowMinutes} min.`;
	const startedAt = new Date(notice.startedAt).toISOString();
	const event = { event: 'loadline.alert', workspace, ...notice, startedAt, message };
	return { message, body: format === 'slack' ? { text: message } : event };
}

/** The alerts of a workspace. Open episodes are kept, so that none is told twice. A service: every method is one transaction. */
export class Alerts {
	constructor(
		private readonly sql: Sql,
		private readonly calls: Pick<TelemetryStore, 'latest'>,
	) {
		sql.all(
			'CREATE TABLE IF NOT EXISTS telemetry_episodes (rule TEXT PRIMARY KEY, episode TEXT NOT NULL)',
		);
	}

	/** Returns the notices to send at a time, in milliseconds since the epoch. */
	due(rules: AlertRules, now: number): Notice[] {
		return judge(this.calls.latest(rules), rules, this.#open(), now);
	}

	/** Opens the episode of a notice, or closes it once its end was told. */
	note({ state, rule, startedAt }: Notice, told: boolean): void {
		const row = { rule, episode: JSON.stringify({ rule, startedAt, told }) };
		if (state === 'firing') insert(this.sql, 'INSERT OR REPLACE INTO telemetry_episodes', row);
		else if (told) this.sql.all`DELETE FROM telemetry_episodes WHERE rule = ${rule}`;
	}

	/** Returns the state of all rules, without notices. */
	standing(rules: AlertRules) {
		const { windowMinutes, minRequests } = rules;
		const group = this.calls.latest(rules);
		const calls = group.count;
		const standings = judged(group, rules, this.#open()).map(({ open, ...standing }) => ({
			...standing,
			/** ISO 8601: it was told, and is not over. */
			...(open && { firingSince: new Date(open.startedAt).toISOString() }),
		}));
		return { windowMinutes, minRequests, calls, rules: standings };
	}

	/** Returns whether there is anything to judge again. */
	isWatched(rules: AlertRules): boolean {
		return this.calls.latest(rules).count > 0 || this.#open().length > 0;
	}

	#open(): Episode[] {
		return this.sql
			.all<{ episode: string }>('SELECT episode FROM telemetry_episodes ORDER BY rule')
			.map(({ episode }) => JSON.parse(episode) as Episode);
	}
}

/** Exact counts below this say nothing: a few tokens of a short answer are a large share of it. */
const TELLING = 100;
const FACTOR = 2;
/** Endpoints remembered of a workspace. */
const MOST_ENDPOINTS = 500;

/** The standing of the estimates of a tool. */
type Verdict = 'off' | 'right_again' | 'right';

/**
 * Endpoints with unreliable estimates (docs/telemetry.md "Accuracy"), as one isolate remembers them. One whose sampled
 * estimate was off by more than a factor of two is limited by bytes until a sample is right again.
 */
export class EstimatorTrust {
	/** Endpoints by workspace. */
	readonly #lost = new Map<string, Set<string>>();

	/** Endpoints of a workspace whose estimates are not trusted. */
	of(workspace: string): ReadonlySet<string> {
		return this.#lost.get(workspace) ?? NONE;
	}

	/** Judges a sample. @param estimate tokens by the configured estimator, used or not @param exact tokens counted */
	judge(workspace: string, endpoint: string, estimate: number, exact: number): Verdict {
		if (exact < TELLING && estimate < TELLING) return 'right';
		const isWrong = estimate > exact * FACTOR || exact > estimate * FACTOR;
		const lost = this.#lost.get(workspace);
		if (!isWrong) return lost?.delete(endpoint) ? 'right_again' : 'right';
		const known = lost ?? new Set();
		if (known.size < MOST_ENDPOINTS) this.#lost.set(workspace, known.add(endpoint));
		return 'off';
	}
}

const NONE: ReadonlySet<string> = new Set();
