// What an order hides is told: items that share an extreme, and numbers that are ordered as texts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { select } from '../../src/ask/select';
import type { Tree } from '../../src/ask/value';
import { treeOf } from '../../src/gateway/asking/tree';

const asked = (data: unknown, expression: string) => {
	const found = select(expression, {
		tree: treeOf(JSON.stringify(data)) as Tree,
		complete: true,
	});
	if (!found.ok) throw new Error(found.error);
	const { result, note, over } = found.value;
	return { result: JSON.parse(result), note, over };
};

describe('an order', () => {
	const extremes = fc.constantFrom(['max_by', Math.max], ['min_by', Math.min] as const);

	it('says how many items share its extreme, and nothing of one that is alone', () => {
		fc.assert(
			fc.property(
				fc.array(fc.option(fc.integer({ min: 0, max: 4 })), { minLength: 1 }),
				extremes,
				(numbers, [name, extreme]) => {
					const { result, note } = asked(
						numbers.map((n) => ({ n })),
						`${name}(@, &n).n`,
					);
					const all = numbers.filter((n) => n !== null);
					const best = (extreme as typeof Math.max)(...all);
					expect(result).toBe(all.length > 0 ? best : null);
					const count = all.filter((n) => n === best).length;
					const word = name === 'max_by' ? 'maximum' : 'minimum';
					expect(note).toBe(count > 1 ? `${count} items share this ${word}.` : undefined);
				},
			),
			{ numRuns: 60 },
		);
	});

	it('says that numbers are kept as texts where they are ordered otherwise, with what orders them', () => {
		fc.assert(
			fc.property(
				fc.array(fc.nat(20_000), { minLength: 1 }),
				fc.constantFrom("sort_by(@, &a.w, 'desc')[0]", 'max_by(@, &a.w)'),
				(numbers, expression) => {
					const items = numbers.map((n) => ({ a: { w: String(n) } }));
					const { result, note } = asked(items, expression);
					const isOrdered = Number(result.a.w) === Math.max(...numbers);
					if (!isOrdered) expect(note).toMatch(/^a\.w holds numbers as text, .*&to_number\(a\.w\)/);
					else if (expression.startsWith('max')) expect(note ?? '').not.toContain('text');
					const mended = expression.replace('&a.w', '&to_number(a.w)');
					expect(Number(asked(items, mended).result.a.w)).toBe(Math.max(...numbers));
				},
			),
			{ numRuns: 60 },
		);
	});

	it('says nothing of dates, of names, and of what is ordered for each item', () => {
		const days = [{ d: '2026-10-01' }, { d: '2026-09-01' }];
		expect(asked(days, 'max_by(@, &d)').note).toBeUndefined();
		const lists = [
			[{ n: 1 }, { n: 1 }],
			[{ n: 2 }, { n: 2 }],
		];
		expect(asked(lists, '[].n').note).toBeUndefined();
		expect(asked(lists, 'map(&max_by(@, &n).n, @)')).toMatchObject({ result: [1, 2] });
		expect(asked(lists, 'map(&max_by(@, &n).n, @)').note).toBeUndefined();
	});

	it.each(['max_by', 'min_by', 'sort_by'])(
		'%s names the members of a key that is an object',
		(by) => {
			const elements = [{ name: 'Os', density: { kind: 'x', stp: 22.59, liquid: 20 } }];
			const found = select(`${by}([?density], &density)`, {
				tree: treeOf(JSON.stringify(elements)) as Tree,
				complete: true,
			});
			const error = found.ok ? '' : found.error;
			expect(error).toContain(
				'the key of item 0 is an object {kind: string, stp: number, liquid: number}. At character',
			);
			expect(error).toMatch(
				new RegExp(`⟨here⟩&density.* Works here: ${by}\\(\\[\\?density\\], &density\\.stp\\)$`),
			);
		},
	);
});

it('counts the members of a map that is asked by a key', () => {
	const map = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`a-${at}`, { name: at }]));
	expect(asked(map, '"a-7".name')).toMatchObject({ result: 7, over: { items: 20 } });
	expect(asked({ a: { name: 1 }, b: { name: 2 } }, 'a.name').over.items).toBe(1);
});
