import { expect, it } from 'vitest';
import { calledIn, factsOf } from '../../../../src/adapters/http/ui/calls';
import type { LedgerCall } from '../../../../src/transient';

it('a dry call leads to its tool, as the call itself does', () => {
	const call = { id: 'c', tool: 'up__list (dry)', at: 1, state: 'plain' } as unknown as LedgerCall;
	expect(calledIn(call)).toBe('up__list');
	const link = String(factsOf(call, '/sessions/s', undefined, []).Tool);
	expect(link).toContain('/overview?endpoint=up__list"');
});
