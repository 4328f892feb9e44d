// A client in miniature: sends a result through protect and follows what it is told.
import { shown } from '../../src/protect/frame';
import { protect } from '../../src/protect/protect';
import { read } from '../../src/protect/read';
import type { Document, Outcome, Policy, Position, View } from '../../src/protect/types';
import type { ToolResult } from '../../src/shared/tool-result';

export const policy: Policy = {
	pagination: true,
	summarization: true,
	chunking: true,
	defaultPageSize: 50,
	maxPageSize: 200,
	tokenBudgetThreshold: 4000,
	itemTokenThreshold: 2000,
	chunkTokenThreshold: 2000,
	chunkSize: 200,
	hardByteLimit: 16_000,
	estimator: 'calibrated',
	tokenFamily: 1,
};

/** Handles as long as real ones; the last two characters tell which position they stand for. */
const handleOf = (at: number): string =>
	`xQ7_zK2-vJ9wY4hR8nB3gD6tX5mC1qZ0kV_fW-pJuH${String(at).padStart(2, '0')}`;

export interface Sent {
	readonly act: string;
	readonly answer: ToolResult & { readonly content: readonly { readonly text?: string }[] };
	readonly positions: readonly Position[];
	readonly document: Document | undefined;
}

const placed = (outcome: Outcome, document: Document | undefined): Sent => ({
	act: outcome.report.act,
	answer: outcome.place(outcome.positions.map((_, at) => handleOf(at))) as Sent['answer'],
	positions: outcome.positions,
	document: outcome.document ?? document,
});

export const sent = (result: ToolResult, view: View = {}, limits: Policy = policy): Sent =>
	placed(protect(result, { view }, limits), undefined);

export function readAt(from: Sent, position: Position, view: View, limits: Policy = policy): Sent {
	const outcome = read(from.document as Document, { position, view }, limits);
	if (!outcome.ok) throw new Error(outcome.error);
	return placed(outcome.value, from.document);
}

/** The position behind the cursor of an answer, if it has one. */
export function cursorOf({ answer, positions }: Sent): Position | undefined {
	const told = `${answer.content.map((block) => block.text ?? '').join('\n')}`;
	const handle = /"nextCursor":"([^"]{44})"/.exec(told)?.[1];
	return handle === undefined ? undefined : positions[Number(handle.slice(-2))];
}

type Page = Record<string, never>;

/** Follows the cursors: the data of each answer parsed, or the answers themselves. */
export function walk(result: ToolResult, most?: number, as?: 'data', limits?: Policy): Page[];
export function walk(
	result: ToolResult,
	most: number,
	as: 'answers',
	limits?: Policy,
): Sent['answer'][];
export function walk(result: ToolResult, most = 1000, as = 'data', limits = policy): unknown[] {
	const found: unknown[] = [];
	let at = sent(result, {}, limits);
	for (let count = 0; count < most; count++) {
		found.push(as === 'answers' ? at.answer : JSON.parse(at.answer.content[0]?.text as string));
		const cursor = cursorOf(at);
		if (!cursor) break;
		at = readAt(at, cursor, {}, limits);
	}
	return found;
}

/** Everything a summary's handle gives for a view: one JSON text, or its chunks joined. */
export function rest(made: Sent, view: View): string {
	let at = readAt(made, { kind: 'whole', offset: 0, limit: 0 }, view);
	if (at.act !== 'chunked') {
		const {
			estimatedTokens: _,
			budgetUsed: __,
			budgetRemaining: ___,
			...data
		} = JSON.parse(at.answer.content[0]?.text as string);
		return JSON.stringify(data);
	}
	let all = '';
	for (;;) {
		all += at.answer.content[0]?.text;
		const cursor = cursorOf(at);
		if (!cursor) return all;
		at = readAt(at, cursor, {});
	}
}

export const dataOf = (page: Page, key: string): { id: number }[] =>
	page[key] as unknown as { id: number }[];

export const textOf = (result: ToolResult): string => shown(result).text;
