import { expect, it } from 'vitest';
import { consumersOf } from '../../../../src/adapters/http/ui/consumers';
import type { LedgerCall } from '../../../../src/transient/ledger';

const call = (id: string, tool: string, more: Partial<LedgerCall> = {}): LedgerCall => ({
	...{ id, tool, at: 0, state: 'plain', tokensBefore: 1, tokensAfter: 1 },
	...more,
});

it('proposes the tool that came next most often, unless one is known to have used results up', () => {
	const calls = [
		call('1', 'list'),
		call('2', 'list'),
		call('3', 'write'),
		call('4', 'list'),
		call('5', 'read'),
		call('6', 'other'),
	];
	expect(consumersOf(calls, 'list')).toEqual(['write', 'read', 'other']);
	const known = [...calls, call('7', 'list', { partner: '6' })];
	expect(consumersOf(known, 'list')[0]).toBe('other');
	expect(consumersOf([], 'list')).toEqual([]);
});
