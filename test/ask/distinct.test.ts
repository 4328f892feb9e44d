// Lists of lists and objects without those that are there twice: each once, whatever its keys' order, however many there are.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../fuzz-runs';
import { answer, asked } from './selected';

const value = fc.letrec((tie) => ({
	any: fc.oneof(
		{ maxDepth: 3 },
		fc.constantFrom(null, true, 0, 1, 1.5, '1', '[', 'a,"b'),
		fc.array(tie('any'), { maxLength: 3 }),
		fc.dictionary(fc.constantFrom('a', 'b', ','), tie('any'), { noNullPrototype: true }),
	),
})).any;

describe('a list without what is there twice', () => {
	it('has each that is equal to none before it', () => {
		fc.assert(
			fc.property(fc.array(value, { maxLength: 40 }), (items) => {
				const found: unknown[] = [];
				for (const item of items)
					if (!found.some((other) => isDeepStrictEqual(other, item))) found.push(item);
				expect(answer(items, 'unique(@)')).toEqual(found);
			}),
			{ numRuns: times(200, 2_000) },
		);
	});

	it('takes numbers by their value, and keys in any order', () => {
		const list =
			'[{"a":1,"b":2},{"b":2.0,"a":1},[1e1],[10],[9007199254740992],[9007199254740993],[0],[-0]]';
		const found = asked(list, 'unique(@)');
		expect(found.ok && found.value.result).toBe(
			'[{"a":1,"b":2},[1e1],[9007199254740992],[9007199254740993],[0]]',
		);
	});

	it('is found of thousands of objects', () => {
		const items = Array.from({ length: 5_000 }, (_, at) => ({
			id: at % 3_000,
			of: { at: at % 2 },
		}));
		expect(answer(items, 'unique(@) | length(@)')).toBe(3_000);
		expect(answer(items, 'distinct(@, &of)[].id')).toEqual([0, 1]);
	});
});
