// A page of a long list is read from an excerpt, and is the page that all of the text would give.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	excerptDocument,
	excerptOf,
	excerptText,
	pagesOf,
	pagesOfStream,
} from '../../src/protect/document';
import { listOf } from '../../src/protect/list-choice';
import { protect } from '../../src/protect/protect';
import { excerptFor, type ReadCall, read } from '../../src/protect/read';
import type { Document, Position } from '../../src/protect/types';
import { containerTape } from '../../src/shared/json/parse';
import { share, times } from '../fuzz-runs';
import { policy } from './answers';

const HANDLE = 'xQ7_zK2-vJ9wY4hR8nB3gD6tX5mC1qZ0kV_fW-pJuHsL';
const COUNT = 3_000;
const row = (id: number) => ({
	id,
	status: ['open', 'closed, "late"', 'x]},'][id % 3],
	...(id % 7 === 0 ? { note: `said ${'word '.repeat(id % 40)}\n😀` } : {}),
	guest: { name: `Guest ${id}`, tags: ['a', `b${id}`], address: { city: `Town ${id % 50}` } },
	total: id * 1.5,
});
const rows = Array.from({ length: COUNT }, (_, id) => row(id));
const LISTS: Readonly<Record<string, unknown>> = {
	'a list': rows,
	'a list in an envelope': { took: 3, data: { items: rows, kind: 'rows' }, next: null, ok: true },
	'a map': Object.fromEntries(rows.map((each) => [`row "${each.id}"`, each])),
	'a map in an envelope': {
		took: 3,
		byId: Object.fromEntries(rows.map((each) => [each.id, each])),
	},
	'a list of values': Array.from({ length: 60_000 }, (_, id) => id * 7),
};

const documentOf = (value: unknown, indent: number, structured: boolean): Document => {
	const text = JSON.stringify(value, null, indent);
	const content = [{ type: 'text' as const, text }];
	const result = structured && !Array.isArray(value) ? { content, structured: text } : { content };
	const { document } = protect(result, { view: {} }, policy);
	if (!document) throw new Error('nothing is kept');
	return document;
};
const withoutPages = ({ shape: { pages: _, ...shape }, ...document }: Document): Document => ({
	...document,
	shape,
});
const answerOf = (document: Document, call: ReadCall) => {
	const outcome = read(document, call, policy);
	if (!outcome.ok) return outcome;
	const { place, positions, report, viewKey } = outcome.value;
	return { positions, report, viewKey, result: place(positions.map(() => HANDLE)) };
};
const calls = fc.record({
	kind: fc.constantFrom<Position['kind']>('item', 'whole'),
	offset: fc.integer({ min: 0, max: COUNT - 1 }),
	limit: fc.constantFrom(0, 1, 7, 50, 200),
	view: fc.constantFrom({}, { limit: 3 }, { limit: 120 }),
});

describe.each(Object.entries(LISTS))('%s that is long', (name, value) => {
	const forms = [
		[0, false],
		[2, true],
	] as const;
	it.each(share(forms, 2, Object.keys(LISTS).indexOf(name)))(
		'is read page by page as if it were read whole, indented by %j',
		(indent, structured) => {
			const document = documentOf(value, indent, structured);
			expect(document.shape.pages).toBeDefined();
			const whole = withoutPages(document);
			fc.assert(
				fc.property(calls, ({ view, ...position }) => {
					const call = { position, view };
					expect(answerOf(document, call)).toEqual(answerOf(whole, call));
				}),
				{ numRuns: times(3, 8) },
			);
		},
		60_000,
	);

	it('takes of its text what is near the page', () => {
		const document = documentOf(value, 0, false);
		const [text = ''] = document.parts;
		const call = { position: { kind: 'item', offset: 2_000, limit: 0 } as const, view: {} };
		const excerpt = excerptFor(document, call, policy);
		if (!excerpt) throw new Error('no excerpt');
		const items = text.slice(excerpt.from, excerpt.to);
		expect(items.length).toBeLessThan(text.length / 4);
		const part = excerptDocument(document, excerpt, items);
		expect(answerOf(part, call)).toEqual(answerOf(document, call));
	});
});

it('needs all of a list for what is not a page of it', () => {
	const document = documentOf(rows, 0, false);
	const item = { kind: 'item', offset: 50, limit: 0 } as const;
	const needed = (call: Partial<ReadCall>) =>
		excerptFor(document, { position: item, view: {}, ...call }, policy) === undefined;
	expect(needed({})).toBe(false);
	expect(needed({ pointer: '/3' })).toBe(true);
	expect(needed({ view: { fields: ['id'] } })).toBe(true);
	expect(needed({ view: { startLine: 3 } })).toBe(true);
	expect(needed({ position: { ...item, offset: 0 } })).toBe(true);
	expect(needed({ position: { ...item, offset: COUNT } })).toBe(true);
	expect(needed({ position: { ...item, kind: 'char' } })).toBe(true);
	expect(needed({ position: { ...item, kind: 'whole' } })).toBe(false);
	expect(needed({ position: { ...item, offset: 1 } })).toBe(false);
});

it('keeps the fields of a call that named them, page after page', () => {
	const content = [{ type: 'text' as const, text: JSON.stringify(rows) }];
	const { document } = protect({ content }, { view: { fields: ['id', 'guest.name'] } }, policy);
	if (!document) throw new Error('nothing is kept');
	const call = { position: { kind: 'item', offset: 200, limit: 0 } as const, view: {} };
	expect(excerptFor(document, call, policy)).toBeDefined();
	const again = { fields: ['id', 'guest.name'] };
	expect(excerptFor(document, { ...call, view: again }, policy)).toBeDefined();
	const whole = { ...call.position, kind: 'whole' } as const;
	expect(excerptFor(document, { position: whole, view: again }, policy)).toBeUndefined();
	// Fields may be meant for what stands around a list.
	const around = [{ type: 'text' as const, text: JSON.stringify({ page: 1, rows }) }];
	const kept = protect({ content: around }, { view: again }, policy).document;
	expect(kept?.shape.pages).toBeDefined();
	expect(kept && excerptFor(kept, call, policy)).toBeUndefined();
	expect(answerOf(document, call)).toEqual(answerOf(withoutPages(document), call));
});

it('gives an item too large for an answer whole, in chunks', () => {
	const large = rows.map((each) => ({
		...each,
		text: each.id === 90 ? 'long '.repeat(20_000) : 'x',
	}));
	const document = documentOf(large, 0, false);
	const call = { position: { kind: 'whole', offset: 90, limit: 1 } as const, view: {} };
	const answer = answerOf(document, call);
	expect(answer).toEqual(answerOf(withoutPages(document), call));
	expect(answer).toMatchObject({ report: { act: 'chunked' } });
});

describe('the pages of a list', () => {
	const pages = (value: unknown, text = JSON.stringify(value)) => {
		const tape = containerTape(text);
		const list = tape && listOf(tape, policy, 50);
		if (!list) throw new Error('no list');
		return pagesOf(tape, list);
	};
	const wide = (count: number, chars: number) =>
		Array.from({ length: count }, (_, id) => ({ id, text: 'x'.repeat(chars) }));

	it('are not looked for in a short text, or where much stands around the list', () => {
		expect([pages(wide(100, 1_900)), pages([])]).toEqual([undefined, undefined]);
		expect(pages(wide(100, 2_000))).toBeDefined();
		const around = (chars: number) => ({
			a: 'x'.repeat(chars / 2),
			rows: wide(300, 2_000),
			b: 'x'.repeat(chars / 2),
		});
		expect([pages(around(49_000)) !== undefined, pages(around(51_000))]).toEqual([true, undefined]);
		const member = (at: number) => `"k${at}":{"id":${at},"text":"${'x'.repeat(2_000)}"}`;
		const twice = [...Array.from({ length: 120 }, (_, at) => member(at)), member(3)].join(',');
		expect(pages(undefined, `{${twice}}`)).toBeUndefined();
	});

	it('have marks, and what stands around', () => {
		const value = { took: 3, rows: wide(2_500, 100), ok: true };
		const text = JSON.stringify(value);
		const made = pages(value);
		if (!made) throw new Error('no pages');
		expect(made).toMatchObject({
			total: 2_500,
			step: 3,
			keyed: false,
			mean: JSON.stringify(value.rows).length / 2_500,
			around: ['{"took":3,"rows":[', '],"ok":true}'],
		});
		expect(made.marks).toHaveLength(834);
		expect(text.slice(made.marks[1]).startsWith('{"id":3,')).toBe(true);
		expect(text.slice(0, made.end).endsWith('}')).toBe(true);
		const { from, to, base } = excerptOf(made, 100, 7);
		expect(JSON.parse(excerptText(made, text.slice(from, to)))).toEqual({
			...value,
			rows: value.rows.slice(99, 108),
		});
		expect(base).toBe(99);
		expect(excerptOf(made, 2_499, 50)).toEqual({
			from: made.marks[833],
			to: made.end,
			base: 2_499,
		});
	});

	it('look alike: their fields are chosen by a sample of all items, where that is small', () => {
		const sample = JSON.parse(pages(wide(2_500, 100))?.sample ?? '[]');
		expect(sample.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([0, 2_499]));
		expect(sample).toHaveLength(40);
		expect(pages(wide(100, 3_000))).not.toHaveProperty('sample');
		expect(pages(Array.from({ length: 40_000 }, (_, at) => at))?.mean).toBeLessThan(9);
	});

	it('of a stream are those of its first items', () => {
		const stream = { total: 900, step: 1, marks: [1], end: 9 };
		const tape = containerTape('[1,2,3]');
		if (!tape) throw new Error('no JSON');
		expect(pagesOfStream(stream, tape)).toEqual({
			...stream,
			around: ['[', ']'],
			node: 0,
			keyed: false,
			mean: 7 / 3,
			sample: '[1,2,3]',
			constants: [],
		});
	});
});
