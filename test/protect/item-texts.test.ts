// Items as texts: whole as they are spelled or compact, in a size of their selection, or as a note.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Items, ItemTexts } from '../../src/protect/item-texts';
import { Selector } from '../../src/protect/selection/selector';
import { containerTape } from '../../src/shared/json/parse';

const textsOf = (json: string, options: Partial<Items> = {}) => {
	const tape = containerTape(json);
	if (!tape) throw new Error('no JSON');
	const nodes = tape.children(0);
	const selector = new Selector(tape, nodes, { essential: new Set(), setting: 'item' });
	return new ItemTexts({
		...{ tape, nodes, keyed: false, verbatim: false, mayDrop: true },
		selector: () => selector,
		told: () => ({ shape: undefined, select: () => undefined }),
		...options,
	});
};
const at = (texts: ItemTexts, item: number, size: number, more = 0) => {
	const { text, told } = texts.shown(item, { size, more });
	return [text, [...told]];
};

describe('an item', () => {
	it('is whole as compact JSON, or as it is spelled', () => {
		const json = '[{ "id": 1.0 }, "a"]';
		expect([textsOf(json).whole(0), textsOf(json).whole(1)]).toEqual(['{"id":1.0}', '"a"']);
		expect(textsOf(json, { verbatim: true }).whole(0)).toBe('{ "id": 1.0 }');
		expect(textsOf(json).length(0)).toBe(10);
	});

	it('of a map goes with its key, as that is spelled', () => {
		const texts = textsOf('{"a\\u0062":{"id":1,"x":2},"c":3}', { keyed: true });
		expect(texts.whole(0)).toBe('"a\\u0062":{"id":1,"x":2}');
		expect(at(texts, 0, 1)).toEqual(['"a\\u0062":{"id":1}', ['x']]);
		expect(texts.note(0)).toBe('"…":"{…2 fields}"');
	});

	it('is shown in a size, and in a size with longer texts', () => {
		const texts = textsOf(
			JSON.stringify([
				{ id: 1, note: 'x'.repeat(200) },
				{ id: 2, note: 'y' },
			]),
		);
		expect(at(texts, 0, 1)).toEqual(['{"id":1}', ['note']]);
		expect(at(texts, 0, 2)).toEqual([
			`{"id":1,"note":"${'x'.repeat(64)}… [+136 chars]"}`,
			['note'],
		]);
		expect(at(texts, 0, 2, 2)[0]).toBe(`{"id":1,"note":"${'x'.repeat(81)}… [+119 chars]"}`);
		expect(at(texts, 1, 2)).toEqual(['{"id":2,"note":"y"}', []]);
		// Made once.
		expect(texts.shown(0, { size: 2, more: 0 })).toBe(texts.shown(0, { size: 2, more: 0 }));
	});

	it('that has none of the fields of the others shows its own best ones', () => {
		// Of 91 items 40 are looked at to choose fields, and not this one.
		const rows = Array.from({ length: 58 }, (_, id) => ({ id, title: `row ${id}` }));
		const other = { name: 'odd', note: 'x'.repeat(200), state: 'open' };
		const texts = textsOf(JSON.stringify([...rows.slice(0, 31), other, {}, ...rows]));
		const odd = [...Array(80).keys()].find((item) => texts.whole(item).includes('odd')) as number;
		expect(at(texts, odd, 1)).toEqual(['{"name":"odd"}', ['note', 'state']]);
		expect(at(texts, odd, 40)).toEqual([
			`{"name":"odd","note":"${'x'.repeat(64)}… [+136 chars]","state":"open"}`,
			['note'],
		]);
		expect(at(texts, odd + 1, 1)).toEqual(['{}', []]);
	});

	it('tells that it is cut exactly where something of it is not there', () => {
		const items = fc.array(fc.jsonValue({ maxDepth: 5 }), { minLength: 1, maxLength: 60 });
		fc.assert(
			fc.property(items, fc.nat(59), fc.integer({ min: 1, max: 40 }), (list, item, size) => {
				const texts = textsOf(JSON.stringify(list));
				const { text, told } = texts.shown(item % list.length, { size, more: 0 });
				expect(told.size === 0).toBe(text === texts.whole(item % list.length));
			}),
		);
	});

	it('of which nothing fits says how large it is', () => {
		expect(textsOf('[{"a":1,"b":2}]').note(0)).toBe('"{…2 fields}"');
		expect(textsOf('[[1,2,3]]').note(0)).toBe('"[…3 items]"');
	});
});
