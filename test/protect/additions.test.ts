// The calls that answers spell, and the numbers they carry.
import { describe, expect, it } from 'vitest';
import { budgetNumbers, pointerStep, spellPointer, spellRead } from '../../src/protect/frame';

describe('what is added', () => {
	it('spells calls as a model would write them', () => {
		expect(spellRead('h1')).toBe('read_result {"handle":"h1"}');
		expect(spellRead('h1', [])).toBe('read_result {"handle":"h1"}');
		expect(spellRead('h1', ['id', 'guest.name'])).toBe(
			'read_result {"handle":"h1","fields":"id,guest.name"}',
		);
		// A name with a comma would be read as two.
		expect(spellRead('h1', ['a,b', 'id'])).toBe('read_result {"handle":"h1","fields":"id"}');
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
