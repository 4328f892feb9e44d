// A long list of scalars in brief is told exactly, and begins as it is.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { briefOf } from '../../src/ask';
import { select } from '../../src/ask/select';
import type { Tree } from '../../src/ask/value';
import { treeOf } from '../../src/gateway/asking/tree';
import { estimate } from '../../src/protect';

const selected = (data: unknown, expression: string) => {
	const found = select(expression, { tree: treeOf(JSON.stringify(data)) as Tree, complete: true });
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
				const brief = briefOf(value, result, estimate);
				if (!brief) throw new Error('is long');
				const { items, facts } = brief;
				expect(JSON.parse(brief.result)).toEqual(values.slice(0, items));
				expect(estimate(brief.result)).toBeLessThan(260);
				const counts = new Map<unknown, number>();
				for (const each of values) counts.set(each, (counts.get(each) ?? 0) + 1);
				const numbers = values.filter((each) => typeof each === 'number');
				expect(facts).toContain(
					`${items} of ${values.length} values. All: ${counts.size} different`,
				);
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
		{ numRuns: 20 },
	);
});

it('leaves lists that are short, and those of anything else, as they are', () => {
	const numbers = Array.from({ length: 100 }, (_, at) => at);
	const objects = Array.from({ length: 900 }, (_, id) => ({ id }));
	for (const [data, expression] of [
		[numbers, '@'],
		[objects, '@'],
		[objects, "'many words '"],
		[[...Array(2_000).keys(), [1]], '@'],
	] as const) {
		const { value, result } = selected(data, expression);
		expect(briefOf(value, result, estimate)).toBeUndefined();
	}
});
