import { expect, it } from 'vitest';
import { heldIn, partOf } from '../../../../src/adapters/http/ui/data';
import { HOLDINGS } from '../../../../src/adapters/sqlite/owned-rows';

const line = (value: object) => JSON.stringify(value);
const row = (table: string) => line({ object: 'WORKSPACE', name: 'ws-a', table, row: {} });

it('counts the lines of an export by what they are to people, the largest first', () => {
	const rule = row('memory_versions');
	const lines = [rule, rule, line({ key: 'ws-a/snapshot/u-1', value: 'x'.repeat(500) })];
	expect(heldIn(lines)).toEqual([
		{ what: 'Results behind handles', entries: 1, size: lines[2]?.length },
		{ what: 'Rules, drafts and their evidence', entries: 2, size: 2 * rule.length },
	]);
});

it('has a name for every table but those that only keep house', () => {
	const nameless = Object.keys(HOLDINGS).filter(
		(table) => heldIn([row(table)])[0]?.what === 'What else there is',
	);
	expect(nameless).toEqual(['waiting_clients', 'registrations', 'erasures']);
	expect(heldIn([row('object_name')])[0]?.what).toMatch(/^Bookkeeping/);
});

it('tells where the next part begins from an entry that has such a name', () => {
	const text = `${row('sessions')}\n${line({ next: 'abc' })}\n`;
	expect(partOf(text)).toEqual({ lines: [row('sessions')], next: 'abc' });
	const key = line({ key: 'ws-a/draft/1', value: '', next: 'abc' });
	expect(partOf(`${key}\n`)).toEqual({ lines: [key] });
});
