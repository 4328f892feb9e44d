// The sessions that worked on a run. A host that clears its context goes on under a new session: what an
// earlier one loaded still binds the run, so a baseline says which they were (docs/replay.md, "Verified
// context actions"). Pure.
import type { BindingRule } from '../memory/hub/binding';
import type { ReplayPayload } from '../replay/types';
import { isName } from '../shared/context-marks';
import { isRecord } from '../shared/is-record';

/** Sessions that a baseline names; the oldest but the first go first. */
const MOST_SESSIONS = 20;

/** A payload as it is saved for a run: readers of payloads pass over `sessions`. */
export type SavedBaseline = ReplayPayload & { readonly sessions?: readonly string[] };

export const savedWith = (payload: ReplayPayload, sessions: readonly string[]): SavedBaseline => {
	const [first, ...others] = sessions;
	if (first === undefined) return payload;
	return { ...payload, sessions: [first, ...others.slice(1 - MOST_SESSIONS)] };
};

/**
 * @param home the session that started the run
 * @param saved text of the run's baseline
 * @param now the session that asks, which is not among the answer
 */
export const earlierSessions = (home: string, saved: string | null, now: string): string[] =>
	[...new Set([home, ...sessionsIn(saved).slice(0, MOST_SESSIONS)])].filter((name) => name !== now);

const sessionsIn = (saved: string | null): string[] => {
	try {
		const value: unknown = JSON.parse(saved ?? 'null');
		const sessions = isRecord(value) ? value.sessions : undefined;
		return Array.isArray(sessions) ? (sessions as unknown[]).filter(isName) : [];
	} catch {
		return [];
	}
};

/** The rules of all sessions, each once. */
export const mergedRules = (
	parts: readonly { readonly rules: readonly BindingRule[] }[],
): BindingRule[] => [
	...new Map(parts.flatMap(({ rules }) => rules.map((rule) => [rule.ruleId, rule]))).values(),
];
