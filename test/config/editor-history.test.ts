// The history of the config: its versions, the way back to one, and what happens without it.
import { describe, expect, it } from 'vitest';
import { createSealedBox } from '../../src/adapters/crypto/sealed-box';
import { SecretStore } from '../../src/adapters/sqlite/secret-store';
import { ConfigEditor } from '../../src/config/editor';
import { ConfigLedger, KEPT_VERSIONS } from '../../src/config/history';
import type { Remote } from '../../src/shared/remote';
import { openSql } from '../adapters/sqlite/open';
import { ada, put, setUp, WS } from './setting';

describe('the history', () => {
	it('tells who changed what and when, newest first, a page at a time', async () => {
		const { editor, clock, events } = setUp();
		await editor.replace(WS, put('chunkSize: 10'));
		clock.now += 5;
		await editor.replace(WS, put('{}', { by: 'bob' }));
		expect(await editor.history(WS, { limit: 10, offset: 0 })).toEqual({
			ok: true,
			value: {
				total: 2,
				versions: [
					{
						version: 2,
						at: 1_000_005,
						by: 'bob',
						action: 'replace',
						changes: [{ path: 'chunkSize', before: 10, after: 200 }],
						more: 0,
					},
					expect.objectContaining({ version: 1, by: 'ada' }),
				],
			},
		});
		const page = await editor.history(WS, { limit: 1, offset: 1 });
		expect(page).toMatchObject({ value: { versions: [{ version: 1 }] } });
		expect(events.filter(({ event }) => event === 'config_replaced')).toMatchObject([
			{ by: 'ada', correlationId: 'c-1', version: 1 },
			{ by: 'bob', changes: [{ path: 'chunkSize' }] },
		]);
	});

	it(`keeps the newest ${KEPT_VERSIONS} versions with their documents`, async () => {
		const { editor, ledgerOf } = setUp();
		for (let size = 1; size <= KEPT_VERSIONS + 3; size++)
			await editor.replace(WS, put(`chunkSize: ${size}`));
		const { total, versions } = ledgerOf(WS).list({ limit: 500, offset: 0 });
		expect([total, versions.at(-1)?.version]).toEqual([KEPT_VERSIONS, 4]);
		const reason = 'version 3 is not kept; the history lists those that are';
		expect(await editor.rollback(WS, { version: 3, ...ada })).toMatchObject({
			error: { code: 'unknown_version', issues: [{ path: '', reason }] },
		});
		expect(await editor.rollback(WS, { version: 4, ...ada })).toMatchObject({
			value: { version: 204, config: { chunkSize: 4 } },
		});
	});

	it('never shows a secret, and a rollback brings it back', async () => {
		const { editor, events, memory } = setUp();
		const with_ = (secret: string) =>
			JSON.stringify({
				upstreams: [
					{
						name: 'crm',
						url: `https://crm.example/mcp?key=${secret}`,
						headers: { authorization: `Bearer ${secret}` },
					},
				],
				alerts: { webhook: { url: `https://hooks.example/${secret}` } },
			});
		await editor.replace(WS, put(with_('first-s3cret')));
		await editor.replace(WS, put(with_('second-s3cret')));
		const found = await editor.history(WS, { limit: 10, offset: 0 });
		expect(found).toMatchObject({
			value: {
				versions: [
					{
						changes: [
							{ path: 'upstreams.crm.url' },
							{ path: 'upstreams.crm.headers.authorization', before: '***', after: '***' },
							{ path: 'alerts.webhook.url' },
						],
					},
					{ version: 1 },
				],
			},
		});
		const document = await editor.document(WS, 1, 'writer');
		expect(document).toMatchObject({ value: { version: 1 } });
		const back = await editor.rollback(WS, { version: 1, ...ada });
		expect(back).toMatchObject({ ok: true });
		const shown = JSON.stringify([found, document, back.ok && back.value.changes, events]);
		expect(shown).not.toContain('s3cret');
		expect((await memory.read(WS))?.text).toBe(with_('first-s3cret'));
	});
});

describe('a rollback', () => {
	it('is a new version that names the old one, and obeys If-Match', async () => {
		const { editor, events } = setUp();
		await editor.replace(WS, put('chunkSize: 10'));
		await editor.replace(WS, put('chunkSize: 20'));
		const late = await editor.rollback(WS, { version: 1, ifMatch: 1, ...ada });
		expect(late).toMatchObject({ error: { code: 'stale', version: 2 } });
		const done = await editor.rollback(WS, { version: 1, ifMatch: 2, ...ada });
		expect(done).toMatchObject({ value: { version: 3, config: { chunkSize: 10 } } });
		expect(await editor.history(WS, { limit: 1, offset: 0 })).toMatchObject({
			value: { versions: [{ version: 3, action: 'rollback', restored: 1 }] },
		});
		expect(await editor.rollback(WS, { version: 0, ...ada })).toMatchObject({
			value: { version: 4, config: { chunkSize: 200 } },
		});
		expect(events.map(({ detail }) => detail)).toEqual([
			'runtime document',
			'runtime document',
			'document of version 1',
			'document of version 0',
		]);
	});
});

describe('without the history', () => {
	it('nothing is changed, and the config stays in force', async () => {
		const { editor, service, failing, memory } = setUp();
		await editor.replace(WS, put('chunkSize: 10'));
		failing.ledger = true;
		const { error } = (await editor.replace(WS, put('chunkSize: 20'))) as { error: object };
		const hidden = put('upstreams: [{ name: crm, url: "https://***@crm.example" }]');
		for (const answer of [
			editor.preview(WS, put('{}')),
			editor.replace(WS, hidden),
			editor.rollback(WS, { version: 1, ...ada }),
			editor.history(WS, { limit: 1, offset: 0 }),
			editor.document(WS, undefined, 'writer'),
			editor.upstream(WS, { name: 'crm', entry: null, ...ada }),
		])
			expect(await answer).toEqual({ ok: false, error });
		expect(error).toEqual({
			code: 'unavailable',
			issues: [
				{ path: '', reason: 'the history of the config did not answer; look before repeating' },
			],
		});
		expect((await service.current(WS)).config.chunkSize).toBe(10);
		expect((await memory.read(WS))?.version).toBe(1);
	});
});

describe('secrets that were named for a version', () => {
	it('stay while a version names them, and go with the last one that does; others stay', async () => {
		const { service, options, clock, settle } = setUp();
		const current = 'a secret of at least thirty-two characters';
		const [sql, box] = [openSql(), createSealedBox({ current }, 'secrets/1')];
		const store = new SecretStore({ sql, box, name: WS, now: options.now });
		const secrets = () => ({
			list: async () => store.list(),
			remove: async (name: string) => store.remove(name),
		});
		const editor = new ConfigEditor(service, {
			...{ ...options, secrets, secretIssues: async () => [] },
		});
		const [first, second] = ['TOKEN_A_0123456789ABCDEF', 'TOKEN_B'];
		// Of one that somebody set, the name says nothing.
		const others = ['TOKEN_A', 'TOKEN_A_FEDCBA9876543210'];
		for (const name of [first, second, ...others]) {
			const once = !others.includes(name);
			await store.put({ name, value: 'v', origins: ['https://a.example'], setBy: 'ada', once });
		}
		const names = async () => {
			await settle();
			return store.list().map(({ name }) => name);
		};
		const naming = (name: string) =>
			put(
				`upstreams: [{name: a, url: "https://a.example", headers: {x-key: "\${secret:${name}}"}}]`,
			);
		const all = [first, second, ...others].sort();
		// A secret is set before the version that names it.
		await editor.replace(WS, put('chunkSize: 10'));
		expect(await names()).toEqual(all);
		await editor.replace(WS, naming(first));
		clock.now += 7_200_000;
		await editor.replace(WS, naming(second));
		await editor.replace(WS, put('{}'));
		expect(await names()).toEqual(all);
		for (let at = 0; at < KEPT_VERSIONS - 2; at++) await editor.replace(WS, put('{}'));
		expect(await names()).toEqual(all.filter((name) => name !== first));
		for (let at = 0; at < 2; at++) await editor.replace(WS, put('{}'));
		expect(await names()).toEqual(others);
	});
});

it('notes what an earlier release changed of servers, before the documents of its versions go', async () => {
	const sql = openSql();
	const ledger = new ConfigLedger(sql, () => 1_000_000);
	const remote = new Proxy(ledger, {
		get:
			(_, method) =>
			async (...args: unknown[]) =>
				(Reflect.get(ledger, method) as (...given: unknown[]) => unknown).apply(ledger, args),
	}) as unknown as Remote<ConfigLedger>;
	const { editor } = setUp({ ledger: () => remote });
	const made = async (host: string, chunk: number) => {
		const url = `https://${host}.example/mcp`;
		const text = JSON.stringify({ upstreams: [{ name: 'up', url }], chunkSize: chunk });
		expect((await editor.replace(WS, put(text))).ok).toBe(true);
	};
	for (const [at, host] of ['a', 'a', 'b', 'a', 'a'].entries()) await made(host, at + 1);
	sql.all('DELETE FROM config_moves');
	for (let at = 0; at < KEPT_VERSIONS; at++) await made('a', 100 + at);
	expect(ledger.at(5)).toBeNull();
	const until = 5 + KEPT_VERSIONS;
	const moved = { server: 'up', isMoved: true, tools: {} };
	expect(ledger.moves({ server: 'up', after: 1, until })).toEqual([moved, moved]);
	expect(ledger.moves({ server: 'up', after: 3, until })).toEqual([moved]);
	expect(ledger.moves({ server: 'up', after: 4, until })).toEqual([]);
	expect(ledger.moves({ server: 'other', after: 1, until })).toEqual([]);
	expect(ledger.moves({ server: 'up', after: 0, until })).toEqual([moved, moved, moved]);
});
