import { expect, it } from 'vitest';
import { heldIn, partOf } from '../../../../src/adapters/http/ui/data';
import { Side } from '../../../../src/adapters/http/ui/sessions';
import { HOLDINGS } from '../../../../src/adapters/sqlite/owned-rows';
import { EMPTY_LEDGER, MAX_CALLS, recordCall } from '../../../../src/transient/ledger';

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

it('says which share of all that is held the heaviest tool carries, also of calls before those listed', () => {
	const marks = { hints: [], consumed: false };
	const sum = (calls: number) =>
		Array.from({ length: calls }, (_, at) => at).reduce(
			(state, at) =>
				recordCall(state, {
					...{ id: `c${at}`, tool: at < 25 ? 'early' : 'late', at, marks, tokens: 100 },
				}).ledger,
			EMPTY_LEDGER,
		);
	const adviceOf = (calls: number) => {
		const session = { ...sum(calls), id: 's', principal: 'u', trace: [], pending: 0 };
		const window = { tokens: 200_000 };
		const props = { session: { ...session, window }, window, me: 'u', mayChange: false };
		return /carries [^%]*%/.exec(`${Side({ ...props, definitions: undefined } as never)}`)?.[0];
	};
	expect(adviceOf(125)).toBe('carries 80 %');
	expect(adviceOf(MAX_CALLS + 25)).toBe('carries at least 92 %');
});
