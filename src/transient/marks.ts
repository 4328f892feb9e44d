// What the server writes on results (docs/client.md): that one may leave the context, that another
// has used it up, and which tools belong together.
import {
	type ContextHint,
	TRANSIENT_NOTE,
	type TransientNote,
	USED_IDS,
} from '../shared/context-marks';
import { isRecord } from '../shared/is-record';
import type { ToolResult } from '../shared/tool-result';

/** Records from which a result is worth leaving out again, where nothing else is configured. */
const MIN_RECORDS = 5;

/** This result may leave once it was used. */
export interface TransientMark {
	readonly context: { readonly lifecycle: 'transient'; readonly summary: string };
}

/** This result has used another up. */
export interface ConsumedMark {
	readonly context: { readonly consumed: true };
}

/**
 * The mark of a result that fetched records; undefined below `minRecords`. A look-up of one record
 * is for the caller not to ask about: it never is transient.
 */
export const transientMark = (
	count: number,
	summary: string,
	minRecords = MIN_RECORDS,
): TransientMark | undefined =>
	count >= minRecords ? { context: { lifecycle: 'transient', summary } } : undefined;

/** The mark of a consumer's success. */
export const CONSUMED: ConsumedMark = { context: { consumed: true } };

/** What a consumer's call named, beside its mark; undefined where it named nothing. */
export const usedMark = (
	ids: readonly string[],
): Readonly<Record<string, readonly string[]>> | undefined =>
	ids.length > 0 ? { [USED_IDS]: ids } : undefined;

/** The hints of a workflow step's group, or of a pair that nobody else announces. */
export const hintsMark = (
	hints: readonly ContextHint[],
): { contextHints: readonly ContextHint[] } => ({
	contextHints: hints,
});

/** Loadline's own note on a transient result, for `expand_result` and for equal totals. */
export const transientNote = (note: TransientNote): Readonly<Record<string, TransientNote>> => ({
	[TRANSIENT_NOTE]: note,
});

/**
 * A result with marks beside its own `_meta`. A failed result gets none; what the result says of
 * its context itself stays, and so does a `context` of some other meaning.
 */
export function withMarks(
	result: ToolResult,
	...marks: readonly (object | undefined)[]
): ToolResult {
	if (result.isError === true) return result;
	const meta: Record<string, unknown> = { ...result.meta };
	let changed = false;
	for (const [key, mark] of marks.flatMap((given) => Object.entries(given ?? {}))) {
		const own = meta[key];
		if (own === undefined) meta[key] = mark;
		else if (key === 'context' && isRecord(own) && isRecord(mark)) meta[key] = { ...mark, ...own };
		else if (Array.isArray(own) && Array.isArray(mark)) meta[key] = joined(own, mark);
		else continue;
		changed = true;
	}
	return changed ? { ...result, meta } : result;
}

/** Each entry once: a pair may be announced by several. */
const joined = (own: readonly unknown[], more: readonly unknown[]): unknown[] => {
	const known = new Set(own.map((each) => JSON.stringify(each)));
	return [...own, ...more.filter((each) => !known.has(JSON.stringify(each)))];
};
