// A value as a selection shows it: its own shape, and what is cut told in its place and by its path.
import { describe, expect, it } from 'vitest';
import { NOTHING, type Selection } from '../../../src/protect/selection/selector';
import { writeSelection } from '../../../src/protect/selection/write';
import { containerTape } from '../../../src/shared/json/parse';
import type { Node, Tape } from '../../../src/shared/json/tape';
import { times } from '../shown/payloads';

const leaf = (chars = 10, elements = 2): Selection => ({ ...NOTHING, chars, elements });
const of = (below: Record<string, Selection>, chars = 0): Selection => ({
	...NOTHING,
	chars,
	below: new Map(Object.entries(below)),
});
const each = (items: Selection, elements = 2): Selection => ({ ...NOTHING, elements, items });

const tapeOf = (json: string): Tape => {
	const tape = containerTape(json);
	if (!tape) throw new Error('no JSON');
	return tape;
};
/** Returns what is written of a value, and the paths that are told. */
const written = (value: unknown, selection: Selection, spell = false): [unknown, string[]] => {
	const json = typeof value === 'string' ? value : JSON.stringify(value);
	const told = new Set<string>();
	const text = writeSelection(tapeOf(json), 0, selection, { spell, told });
	return [JSON.parse(text), [...told]];
};

describe('an object', () => {
	it('shows what is chosen, in its own order, and tells what is not', () => {
		expect(written({ a: 1, b: true, c: null, d: 'x' }, of({ d: leaf(), a: leaf() }))).toEqual([
			{ a: 1, d: 'x' },
			['b', 'c'],
		]);
	});

	it('is left out where nothing of it is chosen, shown where it has nothing', () => {
		const selection = of({ a: of({ x: leaf() }), b: of({ x: leaf() }), c: of({ x: leaf() }) });
		expect(written({ a: { y: 1 }, b: {}, c: { x: 1, y: 2 } }, selection)).toEqual([
			{ b: {}, c: { x: 1 } },
			['a.y', 'a', 'c.y'],
		]);
	});

	it('tells each field down to the third level, and what holds it below that', () => {
		const inner = { f: 1, g: { h: 1, i: 1 } };
		const selection = of({ a: of({ b: of({ f: leaf(), g: of({ h: leaf() }) }) }) });
		expect(written({ a: { b: inner } }, selection)).toEqual([
			{ a: { b: { f: 1, g: { h: 1 } } } },
			['a.b.g'],
		]);
		expect(written({ a: { b: inner } }, of({ a: of({ b: of({ f: leaf() }) }) }))[1]).toEqual([
			'a.b.g',
		]);
		expect(written([{ a: [{ b: 1, c: 1 }] }], each(of({ a: each(of({ b: leaf() })) })))).toEqual([
			[{ a: [{ b: 1 }] }],
			['a'],
		]);
	});

	it('tells so many paths, and no more', () => {
		const wide = Object.fromEntries(times(65, (at) => [`k${at}`, 1]));
		expect(written(wide, of({}))[1]).toHaveLength(60);
	});

	it('begins a key of kilobytes, and says which one it is', () => {
		const long = 'k'.repeat(121);
		const edge = 'e'.repeat(120);
		const [value, told] = written(
			{ id: 1, [edge]: 2, [long]: 3 },
			of({ [edge]: leaf(), [long]: leaf() }),
		);
		expect(value).toEqual({ [edge]: 2, [`${'k'.repeat(120)}… [+1 chars, key 3]`]: 3 });
		expect(told).toEqual(['id', long]);
	});
});

describe('what nobody looked into', () => {
	it('is shown where it is small, else by its shape', () => {
		const most = { list: times(13, (at) => at), of: 'a' };
		expect(JSON.stringify(most)).toHaveLength(48);
		expect(written({ a: most }, of({ a: leaf(48) }))).toEqual([{ a: most }, []]);
		expect(written({ a: most }, of({ a: leaf(47) }))).toEqual([{ a: '{…2 fields}' }, ['a']]);
		const forty = ['x'.repeat(36)];
		expect(written({ a: forty }, of({ a: leaf(1) }))).toEqual([{ a: forty }, []]);
		expect(written({ a: ['x'.repeat(37)] }, of({ a: leaf(1) }))).toEqual([
			{ a: '[…1 item]' },
			['a'],
		]);
	});

	it('has nothing where it is empty', () => {
		expect(written({ a: [], b: {} }, of({ a: each(leaf()), b: of({ x: leaf() }) }))).toEqual([
			{ a: [], b: {} },
			[],
		]);
	});

	it('may have been something else in other items', () => {
		const mixed = of({ x: leaf() }, 10);
		expect(written({ a: 'text', b: { x: 1 } }, of({ a: mixed, b: mixed }))[0]).toEqual({
			a: 'text',
			b: { x: 1 },
		});
		expect(written({ a: [1, 2] }, of({ a: mixed }))).toEqual([{ a: '[…2 items]' }, ['a']]);
		// A text where others have an object of which a field is chosen.
		expect(written({ a: 'text' }, of({ a: of({ x: leaf() }) }))[0]).toEqual({ a: 'text' });
	});
});

describe('a list', () => {
	it('shows its first elements, and how many more there are', () => {
		expect(written({ a: [1, 2, 3, 4] }, of({ a: each(leaf()) }))).toEqual([
			{ a: [1, 2, '…2 more'] },
			['a'],
		]);
		expect(written({ a: [1, 2] }, of({ a: each(leaf()) }))).toEqual([{ a: [1, 2] }, []]);
		expect(written([1, 2, 3], each(leaf(10, 1), 1))).toEqual([[1, '…2 more'], ['']]);
	});
});

describe('a text', () => {
	const shown = (json: string, chars: number, spell = false) =>
		written(`{"a":${json}}`, of({ a: leaf(chars) }), spell);

	it('is begun where that is shorter, its path spelled where that is wanted', () => {
		const text = 'x'.repeat(100);
		expect(shown(`"${text}"`, 20)).toEqual([{ a: `${'x'.repeat(20)}… [+80 chars]` }, ['a']]);
		expect(shown(`"${text}"`, 20, true)[0]).toEqual({
			a: `${'x'.repeat(20)}… [+80 chars; fields="a"]`,
		});
		// The note takes 13 characters.
		expect(shown(`"${text.slice(0, 33)}"`, 20)).toEqual([{ a: 'x'.repeat(33) }, []]);
		expect(shown(`"${text.slice(0, 34)}"`, 20)[1]).toEqual(['a']);
	});

	it('that was spelled with escapes is whole where it is short', () => {
		expect(shown(`"${'\\u0041'.repeat(10)}"`, 12)).toEqual([{ a: 'A'.repeat(10) }, []]);
	});

	it('is described where it is encoded', () => {
		const data = 'aB3/'.repeat(40);
		expect(shown(`"see ${data} now, ${'please '.repeat(9)}"`, 20)).toEqual([
			{ a: 'see [base64, 160 chars] [+69 chars]' },
			['a'],
		]);
		expect(shown(`"${data}"`, 500)).toEqual([{ a: '[base64, 160 chars]' }, ['a']]);
		expect(shown(`"${data.slice(1)}"`, 500)).toEqual([{ a: data.slice(1) }, []]);
		expect(shown(`"${'word '.repeat(40)}"`, 500)[1]).toEqual([]);
		// In a text that is begun only what is shown is looked at.
		expect(shown(`"${'word '.repeat(20)}${data}"`, 20)[0]).toEqual({
			a: `${'word '.repeat(4)}… [+240 chars]`,
		});
	});

	it('of a number is begun where it is absurdly long', () => {
		const [value, told] = shown('1'.repeat(201), 10);
		expect([value, told]).toEqual([{ a: `${'1'.repeat(100)}… [+101 chars]` }, ['a']]);
		expect(shown('1'.repeat(200), 10)[1]).toEqual([]);
	});
});

describe('a hole', () => {
	const around = (json: string, path: readonly (string | number)[], selection = NOTHING) => {
		const tape = tapeOf(json);
		let node: Node = 0;
		for (const step of path) {
			node += 1;
			if (typeof step === 'string') while (tape.key(node) !== step) node += 1;
		}
		const told = new Set<string>();
		const hole = { node, mark: '#' };
		return [writeSelection(tape, 0, selection, { spell: false, told, hole }), [...told]];
	};

	it('has its way written to it, through objects and lists of one', () => {
		expect(around('{"a":1,"b":{"c":[1,2],"d":[3]},"e":[4]}', ['b', 'c'])).toEqual([
			'{"b":{"c":#}}',
			['a', 'b.d', 'e'],
		]);
		expect(around('[{"n":1,"rows":[1,2]}]', [0, 'rows'])).toEqual(['[{"rows":#}]', ['n']]);
		expect(around('{"a":1,"b":{"c":[1,2]}}', ['b', 'c'], of({ a: leaf() }))).toEqual([
			'{"a":1,"b":{"c":#}}',
			[],
		]);
	});
});
