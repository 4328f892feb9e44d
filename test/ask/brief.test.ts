// A long list of scalars in brief is told exactly, and begins as it is.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { briefOf } from '../../src/ask';
import type { Tape } from '../../src/ask/value';
import { estimate } from '../../src/protect';
import { times } from '../fuzz-runs';
import { select, treeOf } from './in-one-go';

const selected = (data: unknown, expression: string) => {
	const found = select(expression, { tree: treeOf(JSON.stringify(data)) as Tape, complete: true });
	if (!found.ok) throw new Error(found.error);
	return found.value;
};

it('counts what is different and what is frequent, and has the range of numbers', () => {
	const scalar = fc.oneof(
		fc.constantFrom('red', "o'", 'green'),
		fc.integer({ min: -99, max: 99 }),
		fc.constantFrom(true, null),
	);
	fc.assert(
		fc.property(
			fc.array(scalar, { minLength: 700, maxLength: 900 }),
			fc.constantFrom('map(&a, @)', 'b'),
			(values, expression) => {
				const data = expression === 'b' ? { b: values } : values.map((a) => ({ a }));
				const { value, result } = selected(data, expression);
				const brief = briefOf(value, result, expression, estimate);
				if (!brief) throw new Error('is long');
				const { items, facts } = brief;
				expect(JSON.parse(brief.result)).toEqual(values.slice(0, items));
				expect(estimate(brief.result)).toBeLessThan(260);
				const counts = new Map<unknown, number>();
				for (const each of values) counts.set(each, (counts.get(each) ?? 0) + 1);
				const numbers = values.filter((each) => typeof each === 'number');
				expect(brief.shown).toBe(`${items} of ${values.length} values`);
				expect(facts).toMatch(new RegExp(`^All: ${counts.size} different\\b`));
				if (numbers.length > 0)
					expect(facts).toContain(`numbers ${Math.min(...numbers)} to ${Math.max(...numbers)}`);
				const [most = 0] = [...counts.values()].sort((a, b) => b - a);
				const told = [...facts.matchAll(/×(\d+)/g)].map(([, count]) => Number(count));
				expect(told[0]).toBe(most);
				for (const [, spelled = '', count] of facts.matchAll(
					/(?:, )('(?:\\.|[^'])*'|[^' ,]+)×(\d+)/g,
				)) {
					const plain = spelled.startsWith("'")
						? spelled.slice(1, -1).replaceAll("\\'", "'")
						: JSON.parse(spelled);
					expect(counts.get(plain)).toBe(Number(count));
				}
			},
		),
		{ numRuns: times(7, 20) },
	);
});

it('leaves lists that are short, and those of anything else, as they are', () => {
	const numbers = Array.from({ length: 100 }, (_, at) => at);
	const objects = Array.from({ length: 150 }, (_, id) => ({ id }));
	for (const [data, expression] of [
		[numbers, '@'],
		[objects, '@'],
		[objects, "'many words '"],
		[[...Array(200).keys(), [1]], '@'],
	] as const) {
		const { value, result } = selected(data, expression);
		expect(briefOf(value, result, expression, estimate)).toBeUndefined();
	}
});

const rows = fc
	.array(fc.record({ by: fc.constantFrom('a b', 'c', "d'e", 'f"g', '0'), id: fc.nat() }), {
		minLength: 200,
		maxLength: 300,
	})
	.filter((made) => new Set(made.map(({ by }) => by)).size > 1);

it('leaves a list of items to be paged: it was asked for to be read', () => {
	const made = Array.from({ length: 300 }, (_, id) => ({ id, tags: [1, 2, 3, id] }));
	const { value, result } = selected(made, '@');
	expect(briefOf(value, result, '@', estimate)).toBeUndefined();
});

it('tells lists of scalars by the same rule as scalars', () => {
	fc.assert(
		fc.property(
			fc.array(fc.tuple(fc.nat(9_999), fc.constantFrom('a', 'b,', null)), {
				minLength: 600,
				maxLength: 900,
			}),
			(pairs) => {
				const { value, result } = selected(pairs, '[*].[[0], [1]]');
				const brief = briefOf(value, result, '@', estimate);
				if (!brief) throw new Error('is long');
				expect(JSON.parse(brief.result)).toEqual(pairs.slice(0, brief.items));
				expect(estimate(brief.result)).toBeLessThan(260);
				expect(brief.shown).toBe(`${brief.items} of ${pairs.length} lists`);
				const different = new Set(pairs.map((pair) => JSON.stringify(pair))).size;
				expect(brief.facts).toMatch(new RegExp(`^All: ${different} different\\b`));
			},
		),
		{ numRuns: times(7, 20) },
	);
});

it('tells groups by their sizes, and the expression that gives the items of one', () => {
	fc.assert(
		fc.property(
			rows,
			fc.constantFrom('group_by(@, &by)', '[?id >= `0`] | group_by(@, &by)'),
			(made, asked) => {
				const { value, result } = selected(made, asked);
				const brief = briefOf(value, result, asked, estimate);
				if (!brief) throw new Error('is long');
				const sizes = JSON.parse(brief.result) as Record<string, number>;
				const all = JSON.parse(result) as Record<string, unknown[]>;
				expect(sizes).toEqual(
					Object.fromEntries(Object.entries(all).map(([key, of]) => [key, of.length])),
				);
				const shown = Object.values(sizes);
				expect(Math.max(...shown)).toBe(
					Math.max(...Object.values(all).map(({ length }) => length)),
				);
				expect(brief.items).toBeUndefined();
				const [, spelled = ''] = /"select":("(?:[^"\\]|\\.)*")/.exec(brief.facts) ?? [];
				const one = selected(made, JSON.parse(spelled)).result;
				expect(JSON.parse(one)).toHaveLength(Math.max(...shown));
			},
		),
		{ numRuns: times(10, 30) },
	);
});

it('tells many groups by the largest, and those with a number each by the first', () => {
	const many = Array.from({ length: 3_000 }, (_, at) => ({ by: `key ${at % 1_000}`, n: at }));
	const groups = selected(many, 'group_by(@, &by)');
	const brief = briefOf(groups.value, groups.result, 'group_by(@, &by)', estimate);
	expect(brief?.shown).toMatch(/^the \d+ largest of 1000 groups$/);
	expect(brief?.facts).toMatch(/^1000 groups, by how many items each has\. /);
	expect(estimate(brief?.result ?? '')).toBeLessThan(600);
	for (const [asked, order, facts] of [
		['count_by(@, &by)', '20 largest', /^The other 980 hold 2940 items, 3 each\.$/],
		['sum_by(@, &by, &n)', 'first', /^All: /],
	] as const) {
		const { value, result } = selected(many, asked);
		const told = briefOf(value, result, asked, estimate);
		const shown = Object.entries(JSON.parse(told?.result ?? ''));
		expect(shown).toEqual(Object.entries(JSON.parse(result)).slice(0, told?.items));
		expect(told?.shown).toMatch(new RegExp(`^the ${order}.* of 1000 groups$`));
		expect(told?.facts).toMatch(facts);
	}
});

it('tells of what was counted the largest twenty, of those of one item five, where that spares anything', () => {
	const counted = (sizes: readonly number[]) => {
		const asked = 'count_by(@, &by)';
		const made = sizes.flatMap((size, at) => Array.from({ length: size }, () => ({ by: at })));
		const { value, result } = selected(made, asked);
		return briefOf(value, result, asked, estimate);
	};
	const sizes = (many: number, of: (at: number) => number) =>
		Array.from({ length: many }, (_, at) => of(at));
	expect(counted(sizes(60, (at) => 61 - at))).toMatchObject({
		shown: 'the 20 largest of 60 groups',
		facts: 'The other 40 hold 860 items.',
	});
	expect(counted(sizes(90, (at) => (at < 3 ? 9 : 1)))).toMatchObject({
		items: 5,
		facts: 'The other 85 hold 85 items, 1 each.',
	});
	expect(counted(sizes(25, () => 2))).toBeUndefined();
});

it('leaves objects that an expression makes, and groups that are short, as they are', () => {
	const rows = Array.from({ length: 900 }, (_, id) => ({ id, by: id % 3 }));
	for (const asked of ['{all: @, some: [:300]}', 'index_by(@, &id)', 'count_by(@, &by)']) {
		const { value, result } = selected(rows, asked);
		expect(briefOf(value, result, asked, estimate)).toBeUndefined();
	}
});
