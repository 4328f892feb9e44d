// The keys Loadline adds where it acted (context window protection, FR-004, FR-005, FR-011, FR-012
// and FR-022; docs/protect.md "What is added").
import { isFieldName } from './json/fields';
import { quote } from './json/quote';

/** The `summary` of an answer that was condensed: what is missing, and how to get it. */
export interface Summary {
	readonly kind: 'preview' | 'items' | 'text';
	readonly truncatedFields?: readonly string[];
	readonly handle?: string;
	/** What there is: fields with their values or ranges, sections of a text. */
	readonly shape?: string;
	readonly instructions: string;
}

/** The `chunk` of an answer: lines of a long text. `nextCursor` is absent where nothing follows or was kept. */
export interface Chunk {
	readonly chunkIndex: number;
	readonly totalChunks: number;
	/** The numbers of chunks are estimated: only the last chunk knows. */
	readonly approximate?: boolean;
	/** Lines, counted from 1. */
	readonly startLine: number;
	readonly endLine: number;
	readonly totalLines: number;
	readonly nextCursor?: string;
}

/** The keys that go beside the data; each is absent where there is nothing to say. */
export interface Additions {
	readonly totalCount?: number;
	readonly nextCursor?: string;
	/** Of lines that were asked for and are all here: the text they are of. */
	readonly handle?: string;
	readonly summary?: Summary;
	readonly chunk?: Chunk;
	/** What to do when no snapshot could be kept. */
	readonly notice?: string;
}

/** What a response costs, and what is left of the budget. */
export interface BudgetNumbers {
	readonly estimatedTokens: number;
	readonly budgetUsed: number;
	readonly budgetRemaining: number;
}

/** `estimatedTokens` against a threshold, both in tokens. */
export const budgetNumbers = (estimatedTokens: number, threshold: number): BudgetNumbers => ({
	estimatedTokens,
	budgetUsed: Math.round((estimatedTokens / threshold) * 100) / 100,
	budgetRemaining: Math.max(0, threshold - estimatedTokens),
});

/**
 * The call that reads on at a handle, as a model would write it.
 * @param limit items it gives
 */
export const spellRead = (handle: string, fields?: readonly string[], limit?: number): string => {
	const chosen = fields?.filter(isFieldName);
	const tail = chosen?.length ? `,"fields":${quote(chosen.join(','))}` : '';
	return `read_result {"handle":"${handle}"${tail}${limit === undefined ? '' : `,"limit":${limit}`}}`;
};

/** The call that gives one value, whichever tool the handle is of. */
export const spellPointer = (handle: string, pointer: string): string =>
	`read_result {"handle":"${handle}","pointer":${quote(pointer)}}`;

/** One step of a pointer, as RFC 6901 has it. */
export const pointerStep = (key: string | number): string =>
	`/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Said instead of a handle when nothing could be kept. */
export const NOT_KEPT =
	'The rest could not be kept for a later call. Narrow this call: use its filters, or "fields", or a smaller "limit".';
