import { describe, expect, it } from 'vitest';
import { protect } from '../../src/protect/protect';
import { policy } from './answers';

const told = (fields: readonly string[]) => {
	const items = Array.from({ length: 90 }, (_, id) => ({
		id,
		title: `Item ${id}`,
		...(id === 70 && { error: 'x' }),
	}));
	const result = { content: [{ type: 'text', text: JSON.stringify(items) }] };
	const outcome = protect(result, { view: { fields } }, policy);
	return JSON.stringify(outcome.place(outcome.positions.map(() => 'H'.repeat(44))));
};

describe('fields that a call asks for', () => {
	it('are named with how many items have them, where none is found', () => {
		expect(told(['titel'])).toContain(
			'No field matched. Nearest: title. Available: id, title, error (in 1).',
		);
	});

	it('are told where no item has one of them, and not where one has', () => {
		expect(told(['id', 'titel'])).toContain('No item has titel. Nearest: title.');
		expect(told(['id', 'error'])).not.toContain('No item has');
	});
});
