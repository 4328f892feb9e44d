// Tests of what a sample of items has in common, and of where looking ends.
import { describe, expect, it } from 'vitest';
import {
	type Field,
	leavesOf,
	profileOf,
	spreadOver,
} from '../../../src/protect/selection/profile';
import { containerTape } from '../../../src/shared/json/parse';
import { times } from '../shown/payloads';

const rootOf = (items: readonly unknown[], skip?: number): Field => {
	const tape = containerTape(JSON.stringify(items));
	if (!tape) throw new Error('no JSON');
	return profileOf(tape, tape.children(0), skip);
};
const at = (root: Field, ...path: string[]): Field =>
	path.reduce((field, key) => (key === '[]' ? field.items : field.fields.get(key)) as Field, root);
const manyKeys = (count: number, value: unknown = 1): Record<string, unknown> =>
	Object.fromEntries(times(count, (to) => [`k${to}`, value]));

it('spreads evenly, the first and the last among them', () => {
	const nodes = times(100, (to) => to);
	expect(spreadOver(nodes.slice(0, 40))).toEqual(nodes.slice(0, 40));
	expect(spreadOver(nodes, 4)).toEqual([0, 33, 66, 99]);
	expect(spreadOver(nodes.slice(0, 41))).toHaveLength(40);
	expect(spreadOver([])).toEqual([]);
});

describe('what is noted of a field', () => {
	const root = () =>
		rootOf([
			{ id: 1, open: true, tags: ['a', 'b'], who: { name: 'Ana' }, rest: {} },
			{ id: 'x', open: null, tags: [], who: 'Ana', note: '' },
			{ id: 1, open: false, tags: [{ name: 'c' }] },
		]);

	it('is how often it has a value, of which sort, and how long', () => {
		const shapeOf = ({ seen, texts, numbers, flags, objects, elements, chars }: Field) => ({
			...{ seen, texts, numbers, flags, objects, elements, chars },
		});
		const none = { texts: 0, numbers: 0, flags: 0, objects: 0, elements: 0 };
		expect(shapeOf(at(root(), 'id'))).toEqual({ ...none, seen: 3, texts: 1, numbers: 2, chars: 5 });
		expect(shapeOf(at(root(), 'open'))).toEqual({ ...none, seen: 2, flags: 2, chars: 9 });
		expect(shapeOf(at(root(), 'tags'))).toEqual({ ...none, seen: 2, elements: 3, chars: 23 });
		expect(shapeOf(at(root(), 'who'))).toEqual({
			...{ ...none, seen: 2, texts: 1, objects: 1, chars: 19 },
		});
		expect(shapeOf(at(root(), 'rest'))).toEqual({ ...none, seen: 0, chars: 0 });
		expect(shapeOf(at(root(), 'note'))).toEqual({ ...none, seen: 0, chars: 0 });
		expect(root().seen).toBe(3);
	});

	it('is its path, as calls spell it', () => {
		const name = at(root(), 'tags', '[]', 'name');
		expect([name.dotted, name.path, name.isListed]).toEqual([
			'tags.name',
			['tags', '[]', 'name'],
			true,
		]);
		expect(at(root(), 'who', 'name')).toMatchObject({ dotted: 'who.name', isListed: false });
		const listed = rootOf([[{ a: { b: 1 } }]]);
		expect(at(listed, '[]', 'a', 'b').dotted).toBe('a.b');
		expect(at(listed, '[]').dotted).toBe('');
	});

	it('is each value with how often it was met, decoded and begun', () => {
		expect([...at(root(), 'id').values]).toEqual([
			['1', 2],
			['x', 1],
		]);
		const begun = (value: unknown) => [...at(rootOf([{ value }]), 'value').values.keys()][0];
		expect(begun('a "b"\n')).toBe('a "b"\n');
		expect(begun('x'.repeat(121))).toBe('x'.repeat(120));
		expect(begun(`"${'x'.repeat(476)}`)).toBe(`"${'x'.repeat(119)}`);
		// A long text is not decoded for its beginning.
		expect(begun(`"${'x'.repeat(477)}`)).toBe(`\\"${'x'.repeat(118)}`);
		expect(begun(12.5)).toBe('12.5');
	});
});

describe('looking', () => {
	it('ends at so many different values', () => {
		const { values, seen } = at(
			rootOf([{ a: times(6, (to) => ({ x: to })) }, ...times(60, (x) => ({ x }))]),
			'x',
		);
		expect([values.size, seen]).toEqual([39, 39]);
		const alone = rootOf([
			manyKeys(
				60,
				times(6, (to) => to),
			),
		]);
		expect(at(alone, 'k0', '[]').values.size).toBe(6);
		const listed = rootOf(times(40, (x) => times(6, (y) => x * 6 + y)));
		expect(at(listed, '[]')).toMatchObject({ seen: 240 });
		expect(at(listed, '[]').values.size).toBe(48);
	});

	it('ends at the sixth element of a list, at the eighth level', () => {
		expect(at(rootOf([{ a: times(9, (to) => to) }]), 'a')).toMatchObject({ elements: 9 });
		expect(at(rootOf([{ a: times(9, (to) => to) }]), 'a', '[]').seen).toBe(6);
		const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
		const listed = (levels: number): unknown => (levels === 0 ? 1 : [listed(levels - 1)]);
		expect(leavesOf(rootOf([nested(8)])).map(({ path, seen }) => [path.length, seen])).toEqual([
			[8, 1],
		]);
		expect(leavesOf(rootOf([nested(9)]))[0]).toMatchObject({ objects: 1, path: { length: 8 } });
		expect(leavesOf(rootOf([listed(9)]))[0]).toMatchObject({ elements: 1, path: { length: 8 } });
	});

	it('ends at so many members: fewer of each of many items, but for those that name it', () => {
		const wide = { ...manyKeys(151), id: 7, other: 8 };
		const two = rootOf([wide, wide]);
		expect([two.fields.size, two.fields.has('k149'), two.fields.has('k150')]).toEqual([
			151,
			true,
			false,
		]);
		expect(at(two, 'id').seen).toBe(2);
		const alone = rootOf([{ ...manyKeys(2_001), id: 7, other: 8 }]);
		expect([alone.fields.size, alone.fields.has('id')]).toEqual([2_001, true]);
	});

	it('knows twice as many names of members, as items have them', () => {
		const items = times(4, (from) =>
			Object.fromEntries(times(100, (to) => [`k${from * 100 + to}`, 1])),
		);
		const { fields } = rootOf(items);
		expect([fields.size, fields.get('k299')?.seen]).toEqual([300, 1]);
	});

	it('ends at so many values of an item, what lies deeper after what lies here', () => {
		const deep = { one: manyKeys(1_999), two: manyKeys(1_999), three: manyKeys(1_999) };
		const root = rootOf([{ deep, id: 1 }]);
		expect(at(root, 'id').seen).toBe(1);
		// The item, its two members, three objects, and the members of these.
		expect(leavesOf(root).reduce((sum, { seen }) => sum + seen, 0) + 1 + 1 + 3).toBe(4_500);
		const forty = rootOf(times(40, () => manyKeys(149)));
		expect(leavesOf(forty).filter(({ seen }) => seen > 0)).toHaveLength(112);
	});

	it('passes over one node', () => {
		const tape = containerTape('{"list":[{"a":1}],"rest":2}');
		if (!tape) throw new Error('no JSON');
		const leaves = (skip?: number) =>
			leavesOf(profileOf(tape, [0], skip)).map(({ dotted, seen }) => [dotted, seen]);
		expect(leaves()).toEqual([
			['list.a', 1],
			['rest', 1],
		]);
		expect(leaves(1)).toEqual([
			['list', 0],
			['rest', 1],
		]);
	});
});

it('tells the leaves: what has values, and what has nothing below it', () => {
	const root = rootOf([
		{ both: 1, flags: { a: true }, none: [], list: [['x']] },
		{ both: { a: 2 }, flags: false },
	]);
	expect(leavesOf(root).map(({ path }) => path.join('/'))).toEqual([
		'both',
		'both/a',
		'flags',
		'flags/a',
		'none',
		'list/[]/[]',
	]);
	expect(leavesOf(rootOf([])).map(({ path }) => path)).toEqual([[]]);
});
