// The items of a page within its room: whole, or the same fields of each, or fewer of them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Weigh } from '../../src/protect/budget';
import { type Items, ItemTexts } from '../../src/protect/item-texts';
import { fillPage, type PageRoom } from '../../src/protect/page';
import { Selector } from '../../src/protect/selection/selector';
import { containerTape } from '../../src/shared/json/parse';
import { inputs } from '../fuzz-runs';

/** A character is a token and a byte. */
const weigh: Weigh = (text) => ({ tokens: text.length, bytes: text.length });
const of = (chars: number) => ({ tokens: chars, bytes: chars });
const sources = (value: unknown, more: Partial<Items> = {}): ItemTexts => {
	const tape = containerTape(JSON.stringify(value));
	if (!tape) throw new Error('no JSON');
	const nodes = tape.children(0);
	const selector = new Selector(tape, nodes, { essential: new Set(), setting: 'item' });
	return new ItemTexts({
		tape,
		nodes,
		keyed: !Array.isArray(value),
		verbatim: false,
		mayDrop: true,
		selector: () => selector,
		told: () => ({ shape: undefined, select: () => undefined }),
		...more,
	});
};
const page = (
	value: unknown,
	chars: number,
	room: Partial<PageRoom> = {},
	more: Partial<Items> = {},
) =>
	fillPage(
		sources(value, more),
		{ ...{ room: of(chars), most: of(chars), mayCondense: true, goal: 6, more: 0 }, ...room },
		weigh,
	);

const row = (id: number) => ({
	id,
	name: `row ${id}`,
	state: ['open', 'shut'][id % 2],
	kind: 'a',
	note: `said ${'word '.repeat(12)}${id}`,
});
const rows = Array.from({ length: 6 }, (_, at) => row(at + 1));
const lengthOf = (texts: readonly string[]) => texts.join(',').length;

describe('a page', () => {
	it('has names and paths whole, of which fewer fit, and begins longer texts', () => {
		const paths = Array.from(
			{ length: 30 },
			(_, at) => `src/adapters/http/browser/playground/a-form-of-fields/of-a-schema-${at}.ts`,
		);
		const shorter = { more: -4 };
		const { texts, isCut } = page(paths, 900, shorter);
		expect(isCut).toBe(false);
		expect(texts.length).toBeGreaterThan(8);
		expect(texts).toEqual(paths.slice(0, texts.length).map((path) => JSON.stringify(path)));
		const oneIsLong = page([...paths.slice(0, 3), paths[0]?.repeat(2), ...paths], 900, shorter);
		expect(oneIsLong.isCut).toBe(false);
		const texted = paths.map((path) => path.repeat(4));
		expect(page(texted, 2_000, shorter).isCut).toBe(true);
	});

	it('has all items whole where they fit, each with its comma', () => {
		const texts = rows.map((each) => JSON.stringify(each));
		const room = lengthOf(texts) + 1;
		expect(page(rows, room)).toEqual({ texts, isCut: false, cutItems: [], cut: [] });
		expect(page(rows, room - 1).isCut).toBe(true);
	});

	it('has fewer of them, whole, where they may not be condensed', () => {
		const texts = rows.map((each) => JSON.stringify(each));
		const two = lengthOf(texts.slice(0, 2)) + 1;
		const whole = (chars: number) => page(rows, chars, { mayCondense: false });
		expect(whole(two)).toEqual({ texts: texts.slice(0, 2), isCut: false, cutItems: [], cut: [] });
		expect(whole(two - 1).texts).toEqual(texts.slice(0, 1));
		// One that is too large alone is condensed all the same.
		expect(whole(60)).toMatchObject({
			texts: [expect.stringMatching(/^\{"id":1,/)],
			isCut: true,
			cutItems: [0],
		});
	});

	it('has all items in fewer fields', () => {
		const made = page(rows, 245);
		expect(made.texts.map((text) => Object.keys(JSON.parse(text)).join())).toEqual(
			rows.map(() => 'id,name,state'),
		);
		expect(lengthOf(made.texts)).toBeLessThanOrEqual(245 - 6);
		expect(made.cutItems).toEqual([0, 1, 2, 3, 4, 5]);
		expect(made.cut).toEqual(['kind', 'note']);
	});

	it('has longer texts of all where another field would be too much', () => {
		const long = rows.map(({ id }) => ({ id, note: `said ${'word '.repeat(60)}${id}` }));
		const lengths = [500, 700, 900, 1_300].map((room) => lengthOf(page(long, room).texts));
		for (const [at, room] of [500, 700, 900, 1_300].entries()) {
			expect(lengths[at]).toBeLessThanOrEqual(room - 6);
			expect(lengths[at]).toBeGreaterThan(room * 0.8);
		}
	});

	it('has fewer items rather than empty ones', () => {
		const made = page(rows, 90);
		expect(made.texts.length).toBeLessThan(6);
		expect(made.texts.length).toBeGreaterThan(0);
		for (const text of made.texts) expect(Object.keys(JSON.parse(text)).length).toBeGreaterThan(1);
		expect(made.cutItems).toEqual(made.texts.map((_, at) => at));
	});

	it('names what it cuts: fields within others by their own paths, and nothing that its items have not', () => {
		const nested = rows.map(({ id, name }) => ({
			...{
				id,
				name,
				owner: { name: `Owner ${id}`, mail: 'm'.repeat(20), x: { y: 'y'.repeat(30) } },
			},
			...(id === 6 ? { seldom: 'z'.repeat(50) } : {}),
		}));
		const made = page(nested, 90, { goal: 1 }, { least: 2 });
		expect(made.texts).toEqual([
			'{"id":1,"name":"row 1"}',
			'{"id":2,"name":"row 2"}',
			'{"id":3,"name":"row 3"}',
		]);
		expect(made.cut).toEqual(['owner.name', 'owner.mail', 'owner.x.y']);
	});

	it('says how large an item is of which nothing fits', () => {
		expect(page([{ id: 'x'.repeat(500), name: 'y'.repeat(500) }], 20)).toMatchObject({
			texts: ['"{…2 fields}"'],
			isCut: true,
			cutItems: [0],
		});
		expect(page({ key: { id: 'x'.repeat(500), name: 'y'.repeat(500) } }, 20).texts).toEqual([
			'"…":"{…2 fields}"',
		]);
	});

	it('of a goal has so many items before more of each, in more room where only that has them', () => {
		const fieldsOf = (chars: number, most: number, goal: number) =>
			page(rows, chars, { goal, most: of(most) }).texts.map(
				(text) => Object.keys(JSON.parse(text)).length,
			);
		expect(fieldsOf(200, 200, 4)).toEqual([3, 3, 3, 3]);
		expect(fieldsOf(130, 130, 4)).toEqual([2, 2, 2, 2]);
		expect(fieldsOf(130, 200, 4)).toEqual([3, 3, 3, 3]);
		expect(fieldsOf(60, 60, 4)).toEqual([2, 2]);
		// More items go before more of each.
		expect(fieldsOf(460, 460, 2)).toEqual([5, 5, 5]);
	});

	it('of a first answer tells more of each before it has further items', () => {
		const fieldsOf = (isRich: boolean, chars: number) =>
			page(
				rows.map(({ note: _, ...each }) => each),
				chars,
				{ goal: 2, isRich, most: of(chars) },
				{ least: 2 },
			).texts.map((text) => Object.keys(JSON.parse(text)).length);
		expect(fieldsOf(false, 110)).toEqual([2, 2, 2, 2]);
		expect(fieldsOf(true, 110)).toEqual([4, 4]);
		expect(fieldsOf(true, 180)).toEqual([4, 4, 4]);
	});

	it('keeps all fields where none may be dropped', () => {
		const made = page(rows, 500, {}, { mayDrop: false, least: Number.POSITIVE_INFINITY });
		expect(made.texts.length).toBeLessThan(6);
		for (const text of made.texts)
			expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(row(1)));
	});

	it('names members by their keys, and items as they are spelled', () => {
		expect(page({ a: { n: 1 }, b: { n: 2 } }, 100).texts).toEqual(['"a":{"n":1}', '"b":{"n":2}']);
		expect(page([{ n: 1 }], 100, {}, { verbatim: true }).texts).toEqual(['{"n":1}']);
	});

	it('shows of an item that has none of the fields of the others its own', () => {
		const odd = [
			...rows.slice(0, 5),
			{ warning: 'mind the gap', code: 7, more: 'words '.repeat(30) },
		];
		expect(JSON.parse(page(odd, 520).texts[5] ?? '{}')).toMatchObject({ warning: 'mind the gap' });
	});

	it('tells all that it cuts of its items, and of which', () => {
		const words = fc.integer({ min: 1, max: 40 });
		const given = fc.tuple(
			fc.array(words, { minLength: 2, maxLength: 6 }),
			fc.integer({ min: 4, max: 30 }),
			fc.integer({ min: 200, max: 6_000 }),
			fc.boolean(),
		);
		fc.assert(
			fc.property(given, ([lengths, count, chars, isAsked]) => {
				const items = Array.from({ length: count }, (_, id) => ({
					id,
					...Object.fromEntries(
						lengths.map((length, at) => [`text${at}`, `${id} ${'word '.repeat(length)}`.trim()]),
					),
				}));
				const room = isAsked ? { goal: count } : { goal: 8, more: -4, most: of(chars + 300) };
				const { texts, cut, cutItems } = page(items, chars, room);
				const shown = texts.map((text) => JSON.parse(text));
				const differing = new Set<string>();
				const unlike: number[] = [];
				for (const [at, item] of shown.entries())
					for (const [key, value] of Object.entries(items[at] as object))
						if (item[key] !== value) {
							differing.add(key);
							if (unlike.at(-1) !== at) unlike.push(at);
						}
				expect([[...differing].filter((key) => !cut.includes(key)), cutItems]).toEqual([
					[],
					unlike,
				]);
			}),
			inputs(400),
		);
	});
});
