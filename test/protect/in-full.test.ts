// A list asked for through a summary's handle: its cursors lead through all of it, whole.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Position, View } from '../../src/protect/types';
import type { ToolResult } from '../../src/shared/tool-result';
import { times } from '../fuzz-runs';
import { cursorOf, readAt, type Sent, sent } from './answers';
import { both, json, seeded, words } from './payloads';

const FROM_THE_START: Position = { kind: 'whole', offset: 0, limit: 0 };

interface Added {
	readonly chunk?: { readonly chunkIndex: number; readonly totalChunks: number };
}

const added = ({ answer }: Sent): Added =>
	JSON.parse(answer.content.at(-1)?.text as string) as Added;

/** The items of a page: a list, the list of an object, or text blocks. */
function pageOf({ answer }: Sent, key: string | undefined): unknown[] {
	const blocks = answer.content.map(({ text }) => text as string);
	if (key === 'blocks') return blocks.slice(0, -1);
	const value = JSON.parse(blocks[0] as string);
	return key === undefined ? value : value[key];
}

/** All items that a reading and its cursors give, and how many came in each answer that was a page. */
function allItems(made: Sent, view: View, key?: string): { items: unknown[]; pages: number[] } {
	const items: unknown[] = [];
	const pages: number[] = [];
	let at = readAt(made, FROM_THE_START, view);
	let text = '';
	for (;;) {
		const body = at.answer.content[0]?.text as string;
		if (at.act === 'chunked') {
			text += body;
			const { chunkIndex, totalChunks } = added(at).chunk as NonNullable<Added['chunk']>;
			if (chunkIndex + 1 === totalChunks) {
				items.push(...(text.startsWith('[') ? JSON.parse(text) : [text]));
				text = '';
			}
		} else {
			const page = pageOf(at, key);
			pages.push(page.length);
			items.push(...page);
		}
		const cursor = cursorOf(at);
		if (!cursor) return { items, pages };
		at = readAt(at, cursor, {});
	}
}

describe('a list read in full', () => {
	const random = seeded(51);
	const sizes = { small: 2, middling: 400, huge: 4500 };
	const item = (id: number, size: keyof typeof sizes) => ({ id, text: words(random, sizes[size]) });

	it('goes on after the chunks of its items to the items after them', () => {
		// The chunks of one page's items were the last that was said of the list: 55 of 86 items came.
		const items = Array.from({ length: 86 }, (_, id) => item(id, id % 9 === 5 ? 'huge' : 'small'));
		for (const view of [{}, { fields: ['id', 'text'] }, { limit: 7 }])
			expect(allItems(sent(both({ items })), view, 'items').items, JSON.stringify(view)).toEqual(
				items,
			);
	});

	it('reaches every item, whatever their sizes', () => {
		const kinds = fc.constantFrom<keyof typeof sizes>('small', 'small', 'middling', 'huge');
		const views = fc.constantFrom<View>(
			{},
			{ fields: ['text', 'id'] },
			{ limit: 3 },
			{ limit: 60 },
		);
		fc.assert(
			fc.property(
				fc.array(kinds, { minLength: 52, maxLength: 120 }),
				views,
				fc.boolean(),
				(list, view, isArray) => {
					const items = list.map((kind, id) => item(id, kind));
					const made = sent(isArray ? json(items) : both({ items }));
					const read = allItems(made, view, isArray ? undefined : 'items');
					expect(read.items).toEqual(items);
					expect(Math.max(0, ...read.pages)).toBeLessThanOrEqual(view.limit ?? 50);
				},
			),
			{ numRuns: times(2, 8) },
		);
	});

	it('gives a text among texts as the text it is', () => {
		const texts = [words(random, 5000), 'short', words(random, 6000)];
		const result: ToolResult = {
			content: texts.map((text) => ({ type: 'text', text })),
		};
		expect(allItems(sent(result), { limit: 1 }, 'blocks').items).toEqual(texts);
	});

	it('is not begun again by a cursor whose call repeats the fields or the limit', () => {
		const items = Array.from({ length: 6 }, (_, id) => item(id, 'huge'));
		const view = { fields: ['text'], limit: 2 };
		let at = readAt(sent(both({ items })), FROM_THE_START, view);
		let count = 1;
		for (let cursor = cursorOf(at); cursor; cursor = cursorOf(at), count++)
			at = readAt(at, cursor, view);
		expect(count).toBeGreaterThan(6);
		expect(count).toBeLessThan(30);
	});

	it('pages a section where the call names a limit', () => {
		const messages = Array.from({ length: 90 }, (_, id) => item(id, 'small'));
		const made = sent(both({ id: 'B', notes: words(random, 5000), messages }));
		const first = readAt(made, FROM_THE_START, { fields: ['messages'], limit: 20 });
		const page = JSON.parse(first.answer.structured as string);
		expect(page.messages).toEqual(messages.slice(0, 20));
		expect(page.totalCount).toBe(90);
		const second = readAt(first, cursorOf(first) as Position, {});
		expect(JSON.parse(second.answer.structured as string).messages).toEqual(messages.slice(20, 40));
	});
});
