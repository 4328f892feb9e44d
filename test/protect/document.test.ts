// Tests of kept documents: the text, what the answer does not show, and the facts that a later answer needs.

import { expect, it } from 'vitest';
import { passageOf } from '../../src/protect/chunk';
import {
	excerptDocument,
	isExcerpt,
	jsonDocument,
	type Pages,
	passageOfDocument,
	shapeOf,
	textDocument,
	textOf,
	withFacts,
} from '../../src/protect/document';
import type { Frame } from '../../src/protect/frame';

const FRAME: Frame = { structured: { as: 'same' } };
const HELD: Frame = { ...FRAME, holder: { type: 'text', title: 'x' } };
const PAGES: Pages = {
	...{ total: 9, step: 1, marks: [1, 3], end: 5, around: ['[', ']'], node: 0 },
	...{ keyed: false, mean: 100 },
};

it('is JSON with its frame, without the block that it came in', () => {
	expect(jsonDocument('[1]', HELD, ['beside'])).toEqual({
		kind: 'json',
		parts: ['[1]', 'beside'],
		shape: { frame: FRAME },
	});
	const upstream = { count: 3 };
	expect(jsonDocument('[1]', FRAME, [], { fields: ['id'], upstream }).shape).toEqual({
		...{ frame: FRAME, fields: ['id'], upstream },
	});
});

it('is a text, or lines of one', () => {
	const whole = textDocument(passageOf('one\ntwo'), HELD, {});
	expect(whole).toEqual({
		kind: 'text',
		parts: ['one\ntwo'],
		shape: { frame: FRAME, firstLine: 1, totalLines: 2, asked: {} },
	});
	const view = { startLine: 2 };
	const lines = textDocument(passageOf('one\ntwo', view), FRAME, view, ['beside']);
	expect([textOf(lines), lines.parts[1]]).toEqual(['two', 'beside']);
	expect(shapeOf(lines)).toMatchObject({ firstLine: 2, ranged: true, asked: view });
	expect(passageOfDocument(lines)).toMatchObject({
		...{ text: 'two', firstLine: 2, totalLines: 2, ranged: true },
	});
	expect(passageOfDocument({ kind: 'text', parts: [], shape: {} })).toMatchObject({
		...{ text: '', firstLine: 1, totalLines: 0, ranged: false },
	});
});

it('gets facts added, and keeps all others', () => {
	const plain = jsonDocument('[1,2,3]', FRAME, ['beside'], { fields: ['id'] });
	const paged = withFacts(plain, { pages: PAGES });
	expect(paged).toEqual({ ...plain, shape: { frame: FRAME, fields: ['id'], pages: PAGES } });
	const stream = { total: 9, step: 1, marks: [1], end: 5 };
	expect(shapeOf(withFacts(plain, { stream }))).toEqual({ frame: FRAME, fields: ['id'], stream });
	const window = { from: 3, limit: 5, askedLimit: 0 };
	expect(shapeOf(withFacts(plain, { window }))).toEqual({
		...{ frame: FRAME, fields: ['id'], window },
	});
	expect(shapeOf(withFacts(plain, { fields: ['a'], window })).fields).toEqual(['a']);
});

it('is an excerpt where it has but a part of the text', () => {
	const paged = jsonDocument('[1,2,3]', FRAME, ['beside'], { pages: PAGES });
	const excerpt = excerptDocument(paged, { from: 3, to: 5, base: 1 }, '2, ');
	expect(excerpt.parts).toEqual(['[2]', 'beside']);
	expect(shapeOf(excerpt)).toMatchObject({ excerpt: 1, pages: PAGES });
	expect([isExcerpt(excerpt), isExcerpt(paged)]).toEqual([true, false]);
});
