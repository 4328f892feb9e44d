// One form of conversation: where its messages hold results of tool calls.
import { isRecord } from '../../shared/is-record';

/** Returns the replacement of a call's result; undefined: the result stays. */
export type TextOf = (id: string) => string | undefined;

/**
 * Puts texts in place of results. Given a message of another format it returns undefined; a
 * message in which nothing is replaced is returned itself, else a copy of it and of what changed.
 */
export type Format = (message: Readonly<Record<string, unknown>>, textOf: TextOf) => unknown;

/** Objects in a list, each replaced or left as `change` says; the same list when all are left. */
export function changeItems(
	items: readonly unknown[],
	change: (item: Record<string, unknown>) => unknown,
): readonly unknown[] {
	let changed = false;
	const next = items.map((item) => {
		const after = isRecord(item) ? change(item) : item;
		if (after !== item) changed = true;
		return after;
	});
	return changed ? next : items;
}

/**
 * A text in the shape that content had: a list of blocks stays a list, so that hosts which read
 * one shape only go on working, with the cache breakpoint of its last block.
 */
export function contentLike(
	content: unknown,
	text: string,
	type: 'text' | 'input_text' = 'text',
): unknown {
	if (!Array.isArray(content)) return text;
	const last: unknown = content[content.length - 1];
	const breakpoint = isRecord(last) ? last.cache_control : undefined;
	return [{ type, text, ...(breakpoint !== undefined && { cache_control: breakpoint }) }];
}
