// Tests of the log of what was done to a workspace: it shows when it was altered.
import { describe, expect, it } from 'vitest';
import { AuditLog } from '../../../src/adapters/sqlite/audit-log';
import { openSql } from './open';

const setting = () => {
	const sql = openSql();
	const clock = { now: 1_800_000_000_000 };
	return { sql, clock, now: () => clock.now };
};

describe('the audit log', () => {
	const act = (n: number) => ({
		...{ by: 'u-1', name: 'Ann', action: 'PUT /api/config', target: `config version ${n}` },
		...{ detail: { changed: ['chunkSize'] }, correlationId: `c-${n}` },
	});
	const filled = (count: number, most?: number) => {
		const { sql, now } = setting();
		const log = new AuditLog(sql, now, most);
		const heads = Array.from({ length: count }, (_, n) => log.note(act(n + 1)));
		return { sql, log, heads };
	};

	it('is read newest first, page by page, by action and by principal', () => {
		const { log } = filled(5);
		expect(log.list({ limit: 2 }).map(({ n }) => n)).toEqual([5, 4]);
		expect(log.list({ limit: 2, before: 4 }).map(({ n }) => n)).toEqual([3, 2]);
		expect(log.list({ limit: 9, action: 'tokens' })).toEqual([]);
		expect(log.list({ limit: 9, by: 'u-2' })).toEqual([]);
		expect(log.list({ limit: 9, by: "u-1' OR 1=1 --" })).toEqual([]);
	});

	it('notes some refusals an hour, and that there were more', () => {
		const { sql, clock } = setting();
		const log = new AuditLog(sql, () => clock.now);
		const refuse = (action: string) => log.noteRefused({ ...act(1), action });
		for (let n = 0; n < 100; n++) refuse('POST /sign-in refused');
		expect(refuse('POST /claim refused')).toMatchObject({ n: 31 });
		expect(log.list({ limit: 200, action: 'sign-in' })).toHaveLength(30);
		expect(log.list({ limit: 1, action: 'sign-in' })[0]?.detail).toHaveProperty('more');
		expect(refuse('POST /sign-in refused')).toBeNull();
		clock.now += 3_600_001;
		expect(refuse('POST /sign-in refused')).toMatchObject({ n: 32 });
		expect(log.verify()).toMatchObject({ ok: true });
	});

	it('shows whichever entry was changed, taken out, moved or added behind its back', () => {
		const { log, heads } = filled(5);
		expect(log.verify()).toMatchObject({ ok: true, entries: 5, head: heads[4] });
		for (const [tamper, at] of [
			["UPDATE audit_log SET name = 'Bob' WHERE n = 3", 3],
			["UPDATE audit_log SET detail = '{}' WHERE n = 2", 2],
			['UPDATE audit_log SET at = at + 1 WHERE n = 1', 1],
			['DELETE FROM audit_log WHERE n = 3', 4],
			['UPDATE audit_log SET n = 9 WHERE n = 5', 9],
			['DELETE FROM audit_log WHERE n <= 2', 1],
			['DELETE FROM audit_log WHERE n >= 4', 4],
			['DELETE FROM audit_log', 1],
			["UPDATE audit_head SET hash = 'x'", 5],
			[
				'INSERT INTO audit_log SELECT 6, at, by, name, action, target, detail, correlation_id, hash, hash FROM audit_log WHERE n = 5',
				6,
			],
		] as const) {
			const tampered = filled(5);
			tampered.sql.all(tamper);
			expect([tamper, tampered.log.verify()]).toEqual([
				tamper,
				expect.objectContaining({ ok: false, brokenAt: at }),
			]);
		}
	});

	it('shows what is missing at its end after more was written too, and when its head was taken as well', () => {
		const { sql, log, heads } = filled(5);
		sql.all('DELETE FROM audit_log WHERE n >= 4');
		expect(log.note(act(6))).toMatchObject({ n: 6 });
		expect(log.verify()).toMatchObject({ ok: false, brokenAt: 6 });
		sql.all('DELETE FROM audit_log WHERE n >= 4');
		sql.all('DELETE FROM audit_head');
		expect(log.verify(heads[4])).toMatchObject({ ok: false, brokenAt: 4 });
	});

	it('that was written anew as a whole is told from the one whose head was noted', () => {
		const { log, heads } = filled(5);
		expect(log.verify(heads[2])).toMatchObject({ ok: true });
		const { log: other } = (() => {
			const made = filled(0);
			for (let n = 1; n <= 5; n++) made.log.note({ ...act(n), name: n === 2 ? 'Bob' : 'Ann' });
			return made;
		})();
		expect(other.verify()).toMatchObject({ ok: true });
		expect(other.verify(heads[2])).toMatchObject({ ok: false, brokenAt: 3 });
		expect(filled(3).log.verify(heads[4])).toMatchObject({ ok: false, brokenAt: 4 });
	});

	it('keeps the newest, and what is left can still be checked', () => {
		const { sql, log, heads } = filled(10, 4);
		expect(log.verify()).toMatchObject({ ok: true, entries: 4 });
		expect(log.verify(heads[8])).toMatchObject({ ok: true });
		expect(log.verify(heads[0])).toMatchObject({ ok: true });
		sql.all('DELETE FROM audit_log WHERE n = 7');
		expect(log.verify()).toMatchObject({ ok: false, brokenAt: 7 });
	});
});
