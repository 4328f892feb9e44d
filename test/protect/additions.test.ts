// The calls that answers spell, and the numbers they carry.
import { describe, expect, it } from 'vitest';
import { budgetNumbers, spellHere, spellPointer } from '../../src/protect/frame';
import { pointerStep } from '../../src/shared/json-values';

describe('what is added', () => {
	it('spells calls as a model would write them', () => {
		expect(spellHere({})).toBe('read_result with this handle');
		expect(spellHere({ fields: [] })).toBe('read_result with this handle');
		expect(spellHere({ fields: ['id', 'guest.name'], limit: 2 })).toBe(
			'read_result with this handle and {"fields":"id,guest.name","limit":2}',
		);
		// A name with a comma would be read as two.
		expect(spellHere({ fields: ['a,b', 'id'] })).toBe(
			'read_result with this handle and {"fields":"id"}',
		);
		expect(spellPointer('h1', '/a "b"/0')).toBe(
			'read_result {"handle":"h1","pointer":"/a \\"b\\"/0"}',
		);
		expect([pointerStep('a/b~c'), pointerStep(3)]).toEqual(['/a~1b~0c', '/3']);
	});

	it('says what an answer takes of the budget, and what is left', () => {
		expect(budgetNumbers(123, 1_000)).toEqual({
			estimatedTokens: 123,
			budgetUsed: 0.12,
			budgetRemaining: 877,
		});
		expect(budgetNumbers(1_500, 1_000)).toMatchObject({ budgetUsed: 1.5, budgetRemaining: 0 });
	});
});
