// Changing the config: one writer decides, everything is kept, secrets stay hidden.
import { describe, expect, it } from 'vitest';
import { ConfigEditor } from '../../src/config/editor';
import { ada, NONE, put, setUp, WS } from './setting';

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
		expect(await otherEditor.preview(WS, put('{}', { ifMatch: 0 }))).toMatchObject({
			error: { code: 'stale' },
		});
		expect((await otherEditor.replace(WS, put('chunkSize: 20', { ifMatch: 1 }))).ok).toBe(true);
	});

	it('goes on from a document that is older than the history, and keeps it', async () => {
		const { editor, memory, clock } = setUp();
		await memory.write(WS, 'chunkSize: 10', 7);
		const changed = await editor.replace(WS, put('chunkSize: 20', { ifMatch: 7 }));
		expect(changed).toMatchObject({
			value: { version: 8, changes: [{ path: 'chunkSize', before: 10, after: 20 }] },
		});
		const older = { version: 7, by: 'unknown', at: clock.now, changes: [] };
		const history = () => editor.history(WS, { limit: 5, offset: 0 });
		expect(await history()).toMatchObject({ value: { versions: [{ version: 8 }, older] } });
		expect(await editor.rollback(WS, { version: 7, ...ada })).toMatchObject({
			value: { version: 9, config: { chunkSize: 10 } },
		});
		expect(await history()).toMatchObject({ value: { total: 3 } });
	});

	it('keeps no older document where the one that is stored is not the one in force', async () => {
		const { editor, memory } = setUp();
		await memory.write(WS, 'chunkSize: {', 7);
		expect(await editor.replace(WS, put('chunkSize: 20'))).toMatchObject({ value: { version: 8 } });
		expect(await editor.history(WS, { limit: 5, offset: 0 })).toMatchObject({
			value: { total: 1 },
		});
	});
});

describe('a change without If-Match', () => {
	/** A history that another writer is ahead of, so many times. */
	const contended = (times: number) => {
		let left = times;
		return setUp({
			ledger: () =>
				({
					newest: async () => [],
					head: async () => null,
					noted: async () => ({ last: 0, any: 0 }),
					list: async () => ({ versions: [], total: 0 }),
					commit: async () => (left-- > 0 ? { ok: false, error: 1 } : { ok: true, value: 9 }),
				}) as never,
		}).editor.replace(WS, put('chunkSize: 10'));
	};

	it('is tried five times', async () => {
		expect(await contended(4)).toMatchObject({ value: { version: 9 } });
		expect(await contended(5)).toEqual({
			ok: false,
			error: {
				code: 'busy',
				issues: [
					{ path: '', reason: 'others keep changing the config; nothing was changed, repeat' },
				],
			},
		});
	});

	it('names no secret that its workspace may not use', async () => {
		const { service, events, options } = setUp();
		const issue = { path: 'upstreams.0.url', reason: 'names a secret that is not yours' };
		const editor = new ConfigEditor(service, {
			...{ ...options, ledger: () => ({}) as never, secrets: () => NONE },
			secretIssues: async () => [issue],
		});
		const error = { code: 'invalid', issues: [issue] };
		expect(await editor.replace(WS, put('chunkSize: 10'))).toEqual({ ok: false, error });
		expect(await editor.rollback(WS, { version: 0, ...ada })).toEqual({ ok: false, error });
		const detail = 'runtime document: upstreams.0.url names a secret that is not yours';
		expect(events[0]).toMatchObject({ event: 'config_rejected', detail, by: 'ada' });
	});

	it('neither answers nor logs a secret that stands where a name, a word or a number belongs', async () => {
		const { editor, events } = setUp();
		const upstream = { name: 'a', url: 'https://a.example/mcp' };
		for (const secret of [
			'sk-live-0123456789abcdef',
			'ghp_0123456789abcdefghijABCDEFGHIJ012345',
			'ghp_abcdefghijklmnopqrstuvwxyzABCDEFGHIJ',
			'sk-live-abcdefghijklmnopqrstuvwx',
			'a3f9c1d2e4b5a6978877665544332211a3f9c1d2e4b5a697',
			'AKIAIOSFODNN7EXAMPLE',
			'wJalrXUtnFEMI/K7MDENG/bPxRfiCY5EXAMPLEKEY',
			'3f2a9c41-7d5e-4b8a-9c0d-1e2f3a4b5c6d',
			'q7w8e9r0t1y2u3i4',
		])
			for (const document of [
				{ upstreams: [{ ...upstream, headers: { [`Authorization: Bearer ${secret}`]: 'x' } }] },
				{ upstreams: [{ ...upstream, headers: { [secret]: 'x' } }] },
				{ upstreams: [{ ...upstream, name: secret }] },
				...(/^(?:ghp_|sk-)/.test(secret)
					? [{ upstreams: [{ ...upstream, auth: { type: 'oauth', clientId: secret } }] }]
					: []),
				{ upstreams: [{ ...upstream, name: `key ${'k'.repeat(24)} ${secret}` }] },
				{ estimator: secret, debug: secret, defaultPageSize: secret },
				{ [`foo_${secret}`]: 1 },
				{ endpoints: { a__b: { [`my_${secret}`]: 1 } } },
			]) {
				const refused = await editor.replace(WS, put(JSON.stringify(document)));
				expect(refused).toMatchObject({ ok: false, error: { code: 'invalid' } });
				expect(events.at(-1)).toMatchObject({ event: 'config_rejected' });
				expect(JSON.stringify([refused, events])).not.toMatch(
					/sk-l|ghp_|a3f9|AKIA|wJal|3f2a|q7w8|\d{6}/,
				);
			}
	});

	it('tells of what stands where a credential belongs its length and place alone, whatever it looks like', async () => {
		const { editor, events } = setUp();
		const secret = 'hunter2-\u00e4';
		const upstream = { name: 'a', url: 'https://a.example/mcp' };
		for (const [document, path, length] of [
			[{ ...upstream, auth: secret }, 'auth.type', 9],
			[{ ...upstream, auth: { type: secret } }, 'auth.type', 9],
			[{ ...upstream, auth: { type: 'oauth', clientId: secret } }, 'auth.clientId', 9],
			[{ ...upstream, auth: { type: 'oauth', [secret]: 'x' } }, 'auth', 9],
			[{ ...upstream, auth: { type: 'oauth', scopes: [secret] } }, 'auth.scopes.0', 9],
			[{ ...upstream, headers: { [`Bearer ${secret}`]: 'x' } }, 'headers', 16],
			[{ ...upstream, headers: { [`X-Key: ${secret}`]: null } }, 'headers', 16],
			[{ name: 'a', command: `${secret}\n` }, 'command', 10],
			[{ name: 'a', command: 'x', cwd: `${secret}\n` }, 'cwd', 10],
			[{ name: 'a', command: 'x', env: { [secret]: 'x' } }, 'env', 9],
		] as const) {
			const refused = await editor.replace(WS, put(JSON.stringify({ upstreams: [document] })));
			expect(JSON.stringify([refused, events])).not.toContain('hunter2');
			const reason = expect.stringMatching(`(?:a text of|it has) ${length} characters`);
			const issue = expect.objectContaining({ path: `upstreams.0.${path}`, reason });
			expect(refused).toMatchObject({ error: { issues: expect.arrayContaining([issue]) } });
		}
		const webhook = { url: 'https://a.example/', format: secret };
		const refused = await editor.replace(WS, put(JSON.stringify({ alerts: { webhook } })));
		expect(JSON.stringify([refused, events])).not.toContain('hunter2');
	});

	it('lists a hundred changes and logs twenty', async () => {
		const { editor, events } = setUp();
		const endpoints = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`a${at}`, {}]));
		const changed = await editor.replace(WS, put(JSON.stringify({ endpoints })));
		expect(changed.ok && [changed.value.changes.length, changed.value.more]).toEqual([100, 50]);
		expect(events.at(-1)?.changes).toHaveLength(20);
	});

	it('shows of long values where they begin, of removed ones what they were', async () => {
		const { editor } = setUp();
		/** As JSON, 500 characters and 501. */
		const [fits, strip] = [6, 7].map((last) => [
			...Array(49).fill('x'.repeat(7)),
			'x'.repeat(last),
		]);
		const changesOf = async (given: ReturnType<typeof put>) => {
			const changed = await editor.replace(WS, given);
			return changed.ok && changed.value.changes;
		};
		expect(await changesOf(put(JSON.stringify({ strip: fits })))).toEqual([
			{ path: 'strip', before: [], after: fits },
		]);
		const long = `${JSON.stringify(strip).slice(0, 500)}…`;
		expect(await changesOf(put(JSON.stringify({ strip })))).toMatchObject([{ after: long }]);
		expect(await changesOf(put('endpoints: { a: {} }'))).toEqual([
			{ path: 'endpoints.a', after: {} },
			{ path: 'strip', before: long, after: [] },
		]);
		expect(await changesOf(put('endpoints: { a: { gather: true } }'))).toEqual([
			{ path: 'endpoints.a.gather', after: {} },
			{ path: 'endpoints.a', before: {} },
		]);
		expect(await changesOf(put('endpoints: { a: { gather: false } }'))).toEqual([
			{ path: 'endpoints.a', after: {} },
			{ path: 'endpoints.a.gather', before: {} },
		]);
		expect(await changesOf(put('{}'))).toEqual([{ path: 'endpoints.a', before: {} }]);
	});
});

describe('a text without a document', () => {
	it.each(['', ' \n\t', '# nothing\n', '---\n# nothing\n', 'null\n'])(
		'%j removes nothing, by any media type, also as a preview; {} does',
		async (blank) => {
			const { editor, events, service } = setUp();
			await editor.replace(WS, put('chunkSize: 10'));
			const reason = expect.stringMatching(/^is empty: .*; send \{\} to empty /);
			const refused = { ok: false, error: { code: 'invalid', issues: [{ path: '', reason }] } };
			for (const contentType of [null, 'application/json', 'text/plain']) {
				expect(await editor.replace(WS, put(blank, { contentType }))).toEqual(refused);
				expect(await editor.preview(WS, put(blank, { contentType }))).toEqual(refused);
			}
			expect(events.at(-1)).toMatchObject({ event: 'config_rejected', by: 'ada' });
			expect(await service.current(WS)).toMatchObject({ version: 1, config: { chunkSize: 10 } });
			const emptied = await editor.replace(WS, put('{}'));
			expect(emptied).toMatchObject({ value: { version: 2, config: { chunkSize: 200 } } });
		},
	);
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

describe('a document as it is shown', () => {
	it('is that of the version asked for, else the one in force, with or without a history', async () => {
		const { editor, memory, otherEditor } = setUp();
		const shown = (version?: number, by = editor) => by.document(WS, version, 'writer');
		const none = { ok: true, value: { version: 0, document: {}, text: '' } };
		expect([await shown(), await shown(0)]).toEqual([none, none]);
		await memory.write(WS, 'chunkSize: 7', 7);
		const older = { version: 7, document: { chunkSize: 7 }, text: 'chunkSize: 7' };
		for (const version of [undefined, 7])
			expect(await shown(version, otherEditor)).toEqual({ ok: true, value: older });
		expect(await shown(0, otherEditor)).toEqual(none);
		expect(await shown(6, otherEditor)).toEqual({
			ok: false,
			error: { code: 'unknown_version', issues: [{ path: '', reason: 'version 6 is not kept' }] },
		});
		await otherEditor.replace(WS, put('chunkSize: 8'));
		expect([await shown(undefined, otherEditor), await shown(8, otherEditor)]).toMatchObject([
			{ value: { version: 8, text: 'chunkSize: 8' } },
			{ value: { version: 8, text: 'chunkSize: 8' } },
		]);
	});

	it('is not shown where it cannot be read', async () => {
		const { editor, memory } = setUp();
		await memory.write(WS, 'chunkSize: {', 7);
		await editor.current(WS);
		expect(await editor.document(WS, undefined, 'writer')).toMatchObject({
			error: { code: 'invalid', issues: [{ reason: expect.stringContaining('is not valid') }] },
		});
	});
});
