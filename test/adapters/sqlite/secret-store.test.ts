// Secrets of one owner: sealed at rest, lent for their origins alone.
import { describe, expect, it } from 'vitest';
import { createSealedBox } from '../../../src/adapters/crypto/sealed-box';
import { SecretStore } from '../../../src/adapters/sqlite/secret-store';
import { openSql } from './open';

const OLD = 'an old secret of at least thirty-two characters';
const NEW = 'a new secret of at least thirty-two characters!';
const VALUE = 'hunter2-hunter2-hunter2';
const origins = ['https://api.example'];

const over = (
	sql: ReturnType<typeof openSql>,
	secrets: { current: string; previous?: string },
	name = '["ws-a"]',
) => new SecretStore({ sql, name, now: () => 5, box: createSealedBox(secrets, 'secrets/1') });
const filled = async () => {
	const sql = openSql();
	const store = over(sql, { current: OLD });
	await store.put({ name: 'KEY', value: VALUE, origins, setBy: 'u-1' });
	return { sql, store };
};

describe('a secret', () => {
	it('is lent for its origins, told without its value, and gone when it is removed', async () => {
		const { store } = await filled();
		expect(await store.lend(['KEY', 'OTHER'], 'https://api.example')).toEqual([
			{ value: VALUE, origins },
			{ why: 'missing' },
		]);
		for (const other of [
			'https://evil.example',
			'http://api.example',
			'https://api.example:8443',
			'',
		])
			expect(await store.lend(['KEY'], other)).toEqual([{ why: 'origin' }]);
		expect(store.list()).toEqual([{ name: 'KEY', origins, setAt: 5, setBy: 'u-1' }]);
		expect([store.remove('KEY'), store.remove('KEY')]).toEqual([true, false]);
		expect(await store.lend(['KEY'], 'https://api.example')).toEqual([{ why: 'missing' }]);
	});

	it('that was set for versions of the configuration keeps its value, whoever sets it by hand', async () => {
		const { store } = await filled();
		const put = (name: string, value: string, once?: boolean) =>
			store.put({ name, value, origins, setBy: 'u-2', once });
		expect(await put('OF_A_VERSION', VALUE, true)).toMatchObject({ value: { once: true } });
		for (const [name, once] of [['OF_A_VERSION'], ['OF_A_VERSION', true], ['KEY', true]] as const)
			expect(await put(name, 'another value', once)).toMatchObject({ ok: false });
		expect(await store.lend(['OF_A_VERSION', 'KEY'], 'https://api.example')).toEqual([
			{ value: VALUE, origins },
			{ value: VALUE, origins },
		]);
		expect(await put('KEY', 'another value')).toMatchObject({ ok: true });
		expect(store.list().map(({ name, once = false }) => [name, once])).toEqual([
			['KEY', false],
			['OF_A_VERSION', true],
		]);
	});

	it('lies sealed, and is found again after a rotation until the old secret is taken out', async () => {
		const { sql } = await filled();
		const [row] = sql.all<{ sealed: Uint8Array }>('SELECT * FROM secrets');
		expect(Buffer.from(row?.sealed ?? []).toString('latin1')).not.toContain('hunter2');
		const lent = (secrets: { current: string; previous?: string }) =>
			over(sql, secrets).lend(['KEY'], 'https://api.example');
		expect(await lent({ current: NEW, previous: OLD })).toEqual([{ value: VALUE, origins }]);
		expect(await lent({ current: NEW })).toEqual([{ why: 'unreadable' }]);
	});

	it('is sealed anew during a rotation, so that the old secret may go', async () => {
		const { sql } = await filled();
		const both = { current: NEW, previous: OLD };
		expect(await over(sql, both).reseal()).toEqual({ resealed: 1, unreadable: 0 });
		expect(await over(sql, both).reseal()).toEqual({ resealed: 0, unreadable: 0 });
		expect(await over(sql, { current: NEW }).lend(['KEY'], origins[0] ?? '')).toEqual([
			{ value: VALUE, origins },
		]);
		expect(await over(sql, { current: OLD }).reseal()).toEqual({ resealed: 0, unreadable: 1 });
	});

	it('opens for no other origin, name or owner, whatever is written beside it', async () => {
		const { sql } = await filled();
		const evil = 'https://evil.example';
		expect(await over(sql, { current: OLD }, '["ws-b"]').lend(['KEY'], origins[0] ?? '')).toEqual([
			{ why: 'unreadable' },
		]);
		sql.all('UPDATE secrets SET origins = ?', JSON.stringify([evil]));
		expect(await over(sql, { current: OLD }).lend(['KEY'], evil)).toEqual([{ why: 'unreadable' }]);
		sql.all('UPDATE secrets SET origins = ?, name = ?', JSON.stringify(origins), 'NAME');
		expect(await over(sql, { current: OLD }).lend(['NAME'], origins[0] ?? '')).toEqual([
			{ why: 'unreadable' },
		]);
	});
});
