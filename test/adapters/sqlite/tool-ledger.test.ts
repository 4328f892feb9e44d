import { describe, expect, it } from 'vitest';
import { createSqlitePayloads, createSqliteToolLedger } from '../../../src/adapters/sqlite/stores';
import { createMemoryStore } from '../../../src/memory/storage/memory-store';
import { createFindingStore } from '../../../src/records/finding-store';
import { createRecordStore } from '../../../src/records/record-store';
import { createDefinitionStore } from '../../../src/workflow/storage/definitions';
import { createRunStore } from '../../../src/workflow/storage/runs';
import { openSql } from './open';

const workspace = () => {
	const sql = openSql();
	createRecordStore(sql);
	createFindingStore(sql);
	createMemoryStore(sql);
	createDefinitionStore(sql);
	createRunStore(sql);
	createSqlitePayloads(sql, 'replay_saved');
	const clock = { now: 0 };
	const ledger = createSqliteToolLedger(sql, () => clock.now);
	return { sql, ledger, clock };
};

const DAY = 86_400_000;

describe('the ledger of tools', () => {
	it('knows what was noted, once, for 90 days from the last time', () => {
		const { ledger, clock } = workspace();
		ledger.note('up__a');
		clock.now = 50 * DAY;
		ledger.note('up__a');
		clock.now = 120 * DAY;
		expect(ledger.facts().overflows).toEqual(['up__a']);
		clock.now = 141 * DAY;
		expect(ledger.facts().overflows).toEqual([]);
		ledger.note('up__b');
		expect(ledger.facts().overflows).toEqual(['up__b']);
	});

	it('is bounded', () => {
		const { sql, ledger, clock } = workspace();
		for (let at = 0; at < 2_000; at++)
			sql.all`INSERT INTO tool_overflows (endpoint, digest, at) VALUES (${`up__${at}`}, '', ${at})`;
		for (let at = 2_000; at < 2_100; at++) {
			clock.now = at;
			ledger.note(`up__${at}`);
		}
		const { overflows } = ledger.facts();
		expect(overflows).toHaveLength(2_000);
		expect(overflows).toContain('up__100');
		expect(overflows).not.toContain('up__99');
	});

	it('says which toolsets have something to work on', () => {
		const { sql, ledger } = workspace();
		expect(ledger.facts().inUse).toEqual([]);
		createSqlitePayloads(sql, 'replay_saved').put('task', '{}');
		expect(ledger.facts().inUse).toEqual(['replay']);
		sql.all(
			`INSERT INTO record_rows (model, import, id, seq, created_at, own_time) VALUES ('a', '', '1', 1, 1, 0)`,
		);
		expect(ledger.facts().inUse).toEqual(['records', 'replay', 'results']);
	});
});
