// The sessions that worked on a run. A host that clears its context goes on under a new session: what an
// earlier one loaded still binds the run, so a baseline says which they were (docs/replay.md, "Verified
// context actions"). Pure.
import type { BindingRule } from '../memory';
import type { ReplayPayload } from '../replay';
import { isName } from '../shared/context-marks';
import { isRecord } from '../shared/is-record';
import { jsonIn } from '../shared/json-in';
import type { Heading } from './headings';

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
