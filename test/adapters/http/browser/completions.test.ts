import { expect, it } from 'vitest';
import { pathsIn } from '../../../../src/adapters/http/browser/playground/result-parts';

it('the paths of a result lead through lists, and spell odd names; a value has none', () => {
	const value = { total: 2, items: [1, { id: 1, 'due date': { from: 1 } }] };
	expect(pathsIn(value)).toEqual([
		...['total', 'items', 'items[].id', 'items[]."due date"', 'items[]."due date".from'],
	]);
	expect(pathsIn([{ id: 1 }])).toEqual(['[].id']);
	expect([pathsIn(undefined), pathsIn('text'), pathsIn([])]).toEqual([[], [], []]);
});
