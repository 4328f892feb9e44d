// Changing the config: one writer decides, everything is kept, secrets stay hidden.
import { describe, expect, it } from 'vitest';
import { KEPT_VERSIONS } from '../../src/config/history';
import { setUp, WS } from './setting';

const ada = { by: 'ada', correlationId: 'c-1' };
const put = (text: string, more: object = {}) => ({ text, contentType: null, ...ada, ...more });

describe('If-Match', () => {
	it('lets exactly one of two writers win, wherever they are', async () => {
		const { editor, otherEditor } = setUp();
		await editor.replace(WS, put('chunkSize: 10'));
		const answers = await Promise.all([
			editor.replace(WS, put('chunkSize: 20', { ifMatch: 1 })),
			otherEditor.replace(WS, put('chunkSize: 30', { ifMatch: 1 })),
		]);
		expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
		expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'stale', version: 2 } });
	});

	it('is judged by the history, not by what an isolate has read', async () => {
		const { editor, other, otherEditor } = setUp();
		await other.current(WS);
		await editor.replace(WS, put('chunkSize: 10'));
		const late = await otherEditor.replace(WS, put('chunkSize: 20', { ifMatch: 0 }));
		const issues = [{ reason: 'version 0 is not in force, 1 is; nothing was changed' }];
		expect(late).toMatchObject({ ok: false, error: { code: 'stale', version: 1, issues } });
		expect(await otherEditor.preview(WS, put('', { ifMatch: 0 }))).toMatchObject({
			error: { code: 'stale' },
		});
		expect((await otherEditor.replace(WS, put('chunkSize: 20', { ifMatch: 1 }))).ok).toBe(true);
	});

	it('goes on from a document that is older than the history', async () => {
		const { editor, memory } = setUp();
		await memory.write(WS, 'chunkSize: 10', 7);
		const changed = await editor.replace(WS, put('chunkSize: 20', { ifMatch: 7 }));
		expect(changed).toMatchObject({
			value: { version: 8, changes: [{ path: 'chunkSize', before: 10, after: 20 }] },
		});
	});
});

describe('a preview', () => {
	it('shows the difference and changes nothing', async () => {
		const { editor, service, memory, ledgerOf } = setUp();
		await editor.replace(WS, put('tokenBudgetThreshold: 8000'));
		const endpoints = '{ endpoints: { crm__list: { mode: shadow } } }';
		expect(await editor.preview(WS, put(endpoints))).toEqual({
			ok: true,
			value: {
				version: 1,
				changes: [
					{ path: 'tokenBudgetThreshold', before: 8000, after: 4000 },
					{ path: 'endpoints.crm__list.mode', after: 'shadow' },
					{ path: 'hardByteLimit', before: 32_000, after: 16_000 },
				],
				more: 0,
			},
		});
		expect(await editor.preview(WS, put('nope: 1'))).toMatchObject({ error: { code: 'invalid' } });
		expect((await service.current(WS)).version).toBe(1);
		expect((await memory.read(WS))?.version).toBe(1);
		expect(ledgerOf(WS).list({ limit: 10, offset: 0 }).total).toBe(1);
	});
});

describe('the history', () => {
	it('tells who changed what and when, newest first, a page at a time', async () => {
		const { editor, clock, events } = setUp();
		await editor.replace(WS, put('chunkSize: 10'));
		clock.now += 5;
		await editor.replace(WS, put('', { by: 'bob' }));
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
		expect(await editor.rollback(WS, { version: 3, ...ada })).toMatchObject({
			error: { code: 'unknown_version' },
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
		const { editor } = setUp();
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
	});
});

describe('without the history', () => {
	it('nothing is changed, and the config stays in force', async () => {
		const { editor, service, failing, memory } = setUp();
		await editor.replace(WS, put('chunkSize: 10'));
		failing.ledger = true;
		const { error } = (await editor.replace(WS, put('chunkSize: 20'))) as { error: object };
		expect(error).toMatchObject({ code: 'unavailable' });
		expect((await editor.preview(WS, put(''))).ok).toBe(false);
		expect((await editor.rollback(WS, { version: 1, ...ada })).ok).toBe(false);
		expect((await service.current(WS)).config.chunkSize).toBe(10);
		expect((await memory.read(WS))?.version).toBe(1);
	});
});
