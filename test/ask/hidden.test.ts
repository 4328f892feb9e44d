// Notes on what an answer leaves out, orders otherwise than a reader expects, or counts of a part.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../fuzz-runs';
import { asked, noteOf } from './selected';

describe('what an answer hides', () => {
	const metals = [
		{ n: 'a', d: 1 },
		{ n: 'b', d: 9 },
		{ n: 'c', d: '' },
		{ n: 'd', d: null },
	];
	it('is told of items without a key, which come last, and of types that no order joins', () => {
		const numbers = 'sort_by(@, &to_number(d))[-1].n';
		expect(noteOf(metals, numbers)).toBe('2 of 4 are null: they come last, [-1] too.');
		const refused = asked(metals, 'sort_by(@, &d)[-1].n');
		const said = refused.ok ? '' : JSON.stringify(refused.error);
		const [, keep = ''] = /first: (\[\?type\(d\) == 'number'\])\./.exec(said) ?? [];
		const mended = asked(metals, `sort_by(${keep}, &d)[-1].n`);
		expect(mended.ok && mended.value.result).toBe('"b"');
	});
	it('is told of a number: of how many values it is, and how many are missing', () => {
		fc.assert(
			fc.property(
				fc.array(fc.option(fc.integer({ min: 0, max: 9 })), { minLength: 1 }),
				fc.constantFrom(
					'sum([].n)',
					'[*].n | avg(@)',
					'max([].n)',
					'min(map(&n, @))',
					'median(@.{x: [].n}.x)',
				),
				(values, expression) => {
					const items = values.map((n, at) =>
						n === null && at % 2 === 0 ? { m: 1 } : { n, m: 1 },
					);
					const there = values.filter((n) => n !== null).length;
					if (there === 0) return;
					const missing = values.length - there;
					expect(noteOf(items, expression)).toBe(
						missing > 0
							? `Of ${there} value${there === 1 ? '' : 's'}; ${missing} more ${missing === 1 ? 'is' : 'are'} null or missing.`
							: undefined,
					);
				},
			),
			{ numRuns: times(60, 600) },
		);
	});

	it('is told of groups whose keys are of two types', () => {
		const items = [1, '1', null, 'null', 2].map((k) => ({ k }));
		expect(noteOf(items, 'count_by(@, &k)')).toBe(
			"Keys of two types are one group: 1 (number and string), null (null and string). [?type(k) == 'string'] keeps those of one.",
		);
		expect(noteOf(items.slice(1, 3), 'group_by(@, &k)')).toBeUndefined();
	});

	it('is told of many groups, with what counts them', () => {
		const many = Array.from({ length: 30 }, (_, at) => ({ k: at % 3 }));
		expect(noteOf(many, 'group_by(@, &k)')).toBe('count_by(…, &k) counts each.');
		expect(noteOf(many, 'count_by(@, &k)')).toBeUndefined();
	});

	it('is told of a length of one list in brackets', () => {
		const items = [1, 2, 3].map((id) => ({ id }));
		expect(noteOf(items, '[@[].id] | length(@)')).toBe(
			'This counts one list, of 3 items: without the brackets around it, it is 3.',
		);
		expect(noteOf(items, '[].id | length(@)')).toBeUndefined();
	});

	it('is told of a length of lists that have more in them, and of no other items', () => {
		const lists = [1, 2, 3].map((id) => ({ id, tags: ['a', 'b'] }));
		expect(noteOf(lists, 'length([].tags)')).toMatch(/^This counts 3 lists, not the 6 items/);
		const map = { a: { id: 1, tags: [] }, b: { id: 2 }, c: { id: 1 } };
		expect(noteOf(map, 'length(values(@)[?id==`1`])')).toBeUndefined();
		expect(noteOf([{ tags: [] }, { tags: ['a'] }], 'length([].tags)')).toBeUndefined();
	});

	it('is told of a count by what is no condition, and of nothing where it is one', () => {
		expect(noteOf(metals, 'count(@, &n)')).toMatch(/have n; count_by\(…, &n\) counts each/);
		expect(noteOf(metals, "count(@, &n == 'a')")).toBeUndefined();
		expect(JSON.stringify(noteOf(metals, 'group_count(@, &n)'))).toContain('count_by');
	});
});
