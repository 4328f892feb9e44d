// Alerts (docs/telemetry.md "Alerts"): rules over the calls of a window, and
// episodes, so that each is told once when it begins and once when it is over.
import type { Group } from './group';

/** Shares from 0 to 1; a rule without a limit is not judged. */
export interface AlertRules {
	readonly windowMinutes: number;
	/** Calls in the window below which nothing is judged. */
	readonly minRequests: number;
	readonly oversizedRate?: number | undefined;
	readonly errorRate?: number | undefined;
	readonly accuracy?: number | undefined;
	readonly p95LatencyMs?: number | undefined;
}

const RULES = ['oversizedRate', 'errorRate', 'accuracy', 'p95LatencyMs'] as const;
/** A rule that can be alerted of. */
export type RuleName = (typeof RULES)[number];

/** From the first judgement against a rule to the first for it. */
export interface Episode {
	readonly rule: RuleName;
	/** Milliseconds since the epoch. */
	readonly startedAt: number;
	/** True if its beginning has been told. */
	readonly told: boolean;
}

/** A rule that began to be broken, or is kept again: shares from 0 to 1, latencies in milliseconds. */
export interface Notice {
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

/**
 * Returns the notices to send now. A rule that cannot be judged (too little traffic, no samples, no limit)
 * stays as it was.
 *
 * @param episodes those that are open
 * @param now milliseconds since the epoch
 */
export function judge(
	group: Group,
	rules: AlertRules,
	episodes: readonly Episode[],
	now: number,
): Notice[] {
	if (group.count < rules.minRequests) return [];
	return RULES.flatMap((rule): Notice[] => {
		const limit = rules[rule];
		const value = VALUES[rule](group);
		const open = episodes.find((episode) => episode.rule === rule);
		if (limit === undefined || value === null) return [];
		const facts = { rule, value, limit, windowMinutes: rules.windowMinutes, calls: group.count };
		if (isBroken(rule, value, limit)) {
			if (open?.told) return [];
			return [{ state: 'firing', ...facts, startedAt: open?.startedAt ?? now }];
		}
		return open ? [{ state: 'recovered', ...facts, startedAt: open.startedAt }] : [];
	});
}

interface RuleStanding {
	readonly rule: RuleName;
	/** Null: the rule is not judged. */
	readonly limit: number | null;
	/** Value measured now; null where there is nothing to measure. */
	readonly value: number | null;
	readonly state: 'kept' | 'broken' | 'not judged' | 'no limit';
	/** ISO 8601: it was told, and is not over. */
	readonly firingSince?: string;
}

/** Returns the state of all rules, without notices. */
export const standingOf = (
	group: Group,
	rules: AlertRules,
	episodes: readonly Episode[],
): readonly RuleStanding[] =>
	RULES.map((rule) => {
		const limit = rules[rule] ?? null;
		const value = VALUES[rule](group);
		const open = episodes.find((episode) => episode.rule === rule);
		const isJudged = value !== null && group.count >= rules.minRequests;
		const state =
			limit === null
				? 'no limit'
				: !isJudged
					? 'not judged'
					: isBroken(rule, value, limit)
						? 'broken'
						: 'kept';
		return {
			...{ rule, limit, value, state },
			...(open && { firingSince: new Date(open.startedAt).toISOString() }),
		};
	});

const WHAT: Readonly<Record<RuleName, string>> = {
	oversizedRate: 'results sent over the limits',
	errorRate: 'calls that failed',
	accuracy: 'sampled estimates within 20 %',
	p95LatencyMs: 'p95 latency',
};

const shownValue = (rule: RuleName, value: number): string =>
	rule === 'p95LatencyMs' ? `${Math.round(value)} ms` : `${Math.round(value * 1000) / 10} %`;

export function noticeText(notice: Notice, workspace: string): string {
	const { state, rule, value, limit, windowMinutes, calls } = notice;
	const bound = rule === 'accuracy' ? 'at least' : 'at most';
	return `Loadline ${workspace}: ${state === 'firing' ? 'ALERT' : 'recovered'}: ${WHAT[rule]}: ${shownValue(rule, value)} (${bound} ${shownValue(rule, limit)}) over ${calls} calls in ${windowMinutes} min.`;
}

/** A notice as a webhook gets it. */
export const noticeBody = (
	notice: Notice,
	workspace: string,
	format: 'json' | 'slack',
): Readonly<Record<string, unknown>> =>
	format === 'slack'
		? { text: noticeText(notice, workspace) }
		: {
				event: 'loadline.alert',
				workspace,
				...notice,
				startedAt: new Date(notice.startedAt).toISOString(),
				message: noticeText(notice, workspace),
			};
