// Keys and values on SQLite: their ends, their bytes, and those of an earlier version.
import { describe, expect, it } from 'vitest';
import { Database } from '../../../src/adapters/node/database';
import { KeyValue } from '../../../src/adapters/node/key-value';

describe('keys and values on SQLite', () => {
	const store = (mostBytes = 1000) => {
		let time = 1_000_000;
		const keyValue = new KeyValue(new Database(':memory:'), { now: () => time, mostBytes });
		return { keyValue, pass: (seconds: number) => (time += seconds * 1000) };
	};

	it('give back what was put, with its metadata, until its end', async () => {
		const { keyValue, pass } = store();
		const bytes = new TextEncoder().encode('späße');
		await keyValue.put('a', bytes, { expirationTtl: 60, metadata: { n: 1 } });
		await keyValue.put('b', '{"x":1}');
		expect(await keyValue.getWithMetadata('a', 'text')).toEqual({
			...{ value: 'späße', metadata: { n: 1 } },
		});
		expect(await keyValue.get('b', 'json')).toEqual({ x: 1 });
		pass(61);
		expect(await keyValue.get('a', 'text')).toBeNull();
		await keyValue.delete('b');
		expect(await keyValue.get('b')).toBeNull();
	});

	it('list keys by their beginning, page by page', async () => {
		const { keyValue } = store();
		for (const key of ['w/1', 'w/2', 'w/3', 'v/1']) await keyValue.put(key, key);
		const first = await keyValue.list({ prefix: 'w/', limit: 2 });
		expect(first).toMatchObject({ keys: [{ name: 'w/1' }, { name: 'w/2' }], list_complete: false });
		const { cursor = '' } = first as { cursor?: string };
		expect(await keyValue.list({ prefix: 'w/', limit: 2, cursor })).toMatchObject({
			...{ keys: [{ name: 'w/3' }], list_complete: true },
		});
	});

	it('stay within their bytes: each workspace in its share, what ends first of it is evicted and says so', async () => {
		const { keyValue } = store(2_000);
		await keyValue.put('ws-a/for-ever', 'x'.repeat(5_000));
		await keyValue.put('ws-a/small', 'x'.repeat(600), { expirationTtl: 60, metadata: { n: 1 } });
		for (let n = 1; n <= 40; n++)
			await keyValue.put(`ws-b/${n}`, 'x'.repeat(500), { expirationTtl: 86_400 + n });
		keyValue.sweep();
		const there = await Promise.all(
			['ws-a/for-ever', 'ws-a/small', 'ws-b/40', 'ws-b/39', 'ws-b/38', 'ws-b/1'].map(
				async (key) => (await keyValue.get(key)) !== null,
			),
		);
		expect(there).toEqual([true, true, true, true, false, false]);
		expect([keyValue.kept('ws-a'), keyValue.kept('ws-b')]).toEqual([
			{ used: 600, share: 1_000 },
			{ used: 1_000, share: 1_400 },
		]);
		expect((await keyValue.getWithMetadata('ws-b/1')).metadata).toEqual({ evicted: true });
	});

	it('of a workspace tell its share, and not to the byte what others keep', async () => {
		const { keyValue } = store(1_000_000);
		expect(keyValue.kept('ws-a')).toEqual({ used: 0, share: 1_000_000 });
		for (const bytes of [7_531, 7_542]) {
			await keyValue.put('ws-b/one', 'x'.repeat(bytes), { expirationTtl: 60 });
			expect(keyValue.kept('ws-a')).toEqual({ used: 0, share: 990_000 });
		}
	});

	it('of an earlier version are kept, and no look at them all reads what they hold', async () => {
		const database = new Database(':memory:');
		database.all(
			'CREATE TABLE kv (key TEXT PRIMARY KEY, value BLOB NOT NULL, metadata TEXT, expires_at INTEGER) WITHOUT ROWID',
		);
		database.all('CREATE INDEX kv_by_end ON kv (expires_at)');
		database.all(
			`INSERT INTO kv VALUES ('ws-a/one', CAST('text' AS BLOB), '{"a":1}', 2000), ('ws-a/two', zeroblob(900), NULL, NULL), ('ws-b/gone', zeroblob(9), NULL, 999)`,
		);
		for (let n = 0; n < 50; n++)
			database.all(`INSERT INTO kv VALUES ('ws-c/${n}', zeroblob(1), NULL, NULL)`);
		for (const again of [false, true]) {
			const kept = new KeyValue(database, { now: () => 1_000_000, mostBytes: 1_000 });
			expect(await kept.getWithMetadata('ws-a/one')).toEqual({ value: 'text', metadata: { a: 1 } });
			expect((await kept.list({ prefix: 'ws-c/' })).keys).toHaveLength(50);
			expect((await kept.list({ limit: 3 })).keys.map(({ name }) => name)).toEqual([
				...['ws-a/one', 'ws-a/two'],
				again ? 'ws-b/new' : 'ws-c/0',
			]);
			expect(kept.kept('ws-a').used).toBe(4);
			await kept.put('ws-b/new', 'new', { expirationTtl: 60 });
		}
		// A process that was killed at it leaves the rest to the next.
		database.all('CREATE TABLE kv_before AS SELECT * FROM kv');
		database.all(`DELETE FROM kv WHERE key LIKE 'ws-c/%'`);
		const next = new KeyValue(database, { now: () => 1_000_000 });
		expect((await next.list({ prefix: 'ws-c/' })).keys).toHaveLength(50);
		expect(database.all(`SELECT 1 FROM sqlite_master WHERE name = 'kv_before'`)).toEqual([]);
		const [{ detail } = { detail: '' }] = database.all<{ detail: string }>(
			`EXPLAIN QUERY PLAN SELECT substr(key, 1, instr(key, '/') - 1) AS workspace, sum(length(value)) FROM kv WHERE expires_at IS NOT NULL GROUP BY workspace`,
		);
		expect(detail).toBe('SCAN kv USING INDEX kv_by_share');
	});

	it('of any characters come back as UTF-8 has them', async () => {
		const { keyValue } = store(1_000_000);
		for (const text of ['', '\0a\0', '\ufeffé’😀', '\ud800 half, and \udc00']) {
			await keyValue.put('ws-a/text', text, { expirationTtl: 60 });
			expect(await keyValue.get('ws-a/text')).toBe(text.toWellFormed());
		}
		await keyValue.put('ws-a/bytes', new Uint8Array([0, 255, 128]));
		expect(await keyValue.get('ws-a/bytes', 'arrayBuffer')).toEqual(
			new Uint8Array([0, 255, 128]).buffer,
		);
	});

	it('of logins are apart, and those of an earlier version are taken over', async () => {
		const database = new Database(':memory:');
		const now = () => 1_000_000;
		const kept = new KeyValue(database, { now, mostBytes: 1_000 });
		const keys = ['token:u-1:g:x', 'client:https://a.example/c.json', 'ws-b/snapshot/a:b'];
		for (const key of keys) await kept.put(key, 'x'.repeat(900), { expirationTtl: 3_600 });
		const logins = new KeyValue(database, { now, table: 'logins' });
		logins.takeOver('kv');
		for (let n = 0; n < 100; n++)
			await kept.put(`ws-b/${n}`, 'x'.repeat(900), { expirationTtl: 86_400 });
		expect((await logins.list()).keys.map(({ name }) => name)).toEqual(keys.slice(0, 2).sort());
		expect((await kept.list({ prefix: 'token:' })).keys).toEqual([]);
	});
});
