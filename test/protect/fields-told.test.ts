import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { protect } from '../../src/protect/protect';
import { policy } from './answers';

const told = (fields: readonly string[], length = 90) => {
	const items = Array.from({ length }, (_, id) => ({
		id,
		title: `Item ${id}`,
		...(id === 70 && { error: 'x' }),
	}));
	const result = { content: [{ type: 'text', text: JSON.stringify(items) }] };
	const outcome = protect(result, { view: { fields } }, policy);
	return JSON.stringify(outcome.place(outcome.positions.map(() => 'H'.repeat(44))));
};

describe('fields that a call asks for', () => {
	it('are those of the nearest names where no item has them, and that is told', () => {
		expect(told(['titel'])).toContain('No item has titel (title is shown).');
		expect(told(['titel'])).toContain('Item 3');
		expect(told(['id', 'titel', 'zzz'])).toContain('No item has titel (title is shown), zzz.');
		expect(told(['id', 'error'])).not.toContain('No item has');
	});

	it('are told also where not all items are looked at, with how many were', () => {
		const answer = told(['id', 'titel'], 20_050);
		expect(answer).toContain('None of the first 20000 items has titel.');
		expect(answer).toContain('19');
	});

	it('are no fields where none is near: what there is stands as if none had been asked for', () => {
		const answer = told(['zzz']);
		expect(answer).toContain('No item has zzz. There are id, title, error.');
		expect(answer).toContain('Item 3');
	});

	it('never give items of nothing, whatever is misspelled', () => {
		const name = fc.constantFrom('id', 'title', 'titel', 'Title', 'idd', 'nope', 'a.b', 'x y');
		fc.assert(
			fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 4 }), (fields) => {
				const answer = told(fields);
				expect(answer).not.toContain('{}');
				for (const field of fields)
					if (!['id', 'title'].includes(field)) expect(answer).toContain(`No item has `);
			}),
		);
	});
});
