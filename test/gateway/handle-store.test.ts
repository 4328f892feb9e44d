import { describe, expect, it } from 'vitest';
import { createHandleHmac, randomSnapshotId } from '../../src/adapters/crypto/web-crypto';
import type { KvNamespace } from '../../src/adapters/kv/namespace';
import { createKvSnapshotStore } from '../../src/adapters/kv/snapshot-store';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import { Database } from '../../src/adapters/node/database';
import { KeyValue } from '../../src/adapters/node/key-value';
import {
	createHandleStore,
	type HandleCall,
	type ResultToKeep,
} from '../../src/gateway/handles/handle-store';
import type { SnapshotStore, StoreFault } from '../../src/gateway/handles/snapshots';
import type { Position } from '../../src/protect/types';
import { err, ok } from '../../src/shared/result';
import { policy } from './snapshot-sample';

const ann = { id: 'ann', workspace: 'ws-a', scopes: ['mcp:use'] };
const hmac = createHandleHmac({ current: 'a'.repeat(32) });
const position: Position = { kind: 'item', offset: 50, limit: 0 };
const tool = 'demo__list_bookings';
const cursorTtlSeconds = 900;
const life = 6 * cursorTtlSeconds;
const start = 1_800_000_000;
const at = (now: number) => ({ now, cursorTtlSeconds });
const call: HandleCall = { tool, argsDigest: '', principal: ann, argument: 'cursor' };
const toKeep: ResultToKeep = {
	document: { kind: 'json', parts: ['[1,2,3]'], shape: {} },
	policy,
	tool,
	argsDigest: 'abc',
	principal: ann,
};

/** A handle store over memory that counts writes; `fail` makes writes fail, `hide` makes reads miss. */
const open = (fail?: StoreFault) => {
	const memory = createMemorySnapshotStore();
	const seen = { puts: 0, hide: false, background: [] as Promise<unknown>[] };
	const store: SnapshotStore = {
		get: async (workspace, id) => (seen.hide ? ok(null) : memory.get(workspace, id)),
		put: async (...stored) => {
			seen.puts++;
			return fail ? err(fail) : memory.put(...stored);
		},
	};
	const defer = (work: Promise<unknown>) => void seen.background.push(work);
	const handleStore = () => createHandleStore({ store, hmac, randomId: randomSnapshotId, defer });
	return { handleStore: handleStore(), another: handleStore, seen };
};

const kept = async (handleStore: ReturnType<typeof open>['handleStore'], now = start) => {
	const handles = await handleStore.keep(toKeep, [position], at(now));
	return handles.ok ? (handles.value[0] ?? '') : '';
};

describe('the handle store', () => {
	it('says of a result that was evicted, whole or in a piece, that its workspace kept too much', async () => {
		const time = () => start * 1_000;
		const kv = new KeyValue(new Database(':memory:'), { now: time, mostBytes: 5_000 });
		const store = createKvSnapshotStore(kv as unknown as KvNamespace);
		const handleStore = createHandleStore({
			store,
			hmac,
			randomId: randomSnapshotId,
			defer: () => {},
		});
		const opened: unknown[] = [];
		for (const parts of [['[1,2,3]'], [`[${'1,'.repeat(200_000)}2]`]]) {
			const document = { ...toKeep.document, parts };
			const handles = await handleStore.keep({ ...toKeep, document }, [position], at(start));
			for (let n = 0; n < 60; n++)
				await kv.put(`ws-a/snapshot/${n}`, 'x'.repeat(500), { expirationTtl: 86_400 });
			opened.push(await handleStore.open(handles.ok && handles.value[0], call, at(start + 5)));
		}
		const error = { code: 'evicted', text: expect.stringContaining('more results than its share') };
		expect(opened).toEqual([
			{ ok: false, error },
			{ ok: false, error },
		]);
	});

	it('opens what it kept, at the sealed position, with one write', async () => {
		const { handleStore, seen } = open();
		const opened = await handleStore.open(await kept(handleStore), call, at(start + 5));
		expect(opened).toMatchObject({ ok: true, value: { position, snapshot: { issuedAt: start } } });
		expect(opened.ok && opened.value.snapshot.document).toEqual(toKeep.document);
		expect(seen.puts).toBe(1);
	});

	it('gives no handle when the write fails', async () => {
		const { handleStore } = open({ code: 'too_large', message: 'x' });
		const handles = await handleStore.keep(toKeep, [position], at(start));
		expect(handles).toMatchObject({ ok: false, error: { code: 'too_large' } });
	});

	it('accepts a handle at the second of its expiry and refuses it one second later', async () => {
		const { handleStore, another } = open();
		const handle = await kept(handleStore);
		expect((await another().open(handle, call, at(start + life))).ok).toBe(true);
		const fresh = open();
		const late = await fresh.handleStore.open(
			await kept(fresh.handleStore),
			call,
			at(start + life + 1),
		);
		expect(late).toMatchObject({ ok: false, error: { code: 'expired' } });
	});

	it('is not disturbed by a clock that runs backwards', async () => {
		const { handleStore, seen } = open();
		const handle = await kept(handleStore);
		expect((await handleStore.open(handle, call, at(start - 4_000))).ok).toBe(true);
		seen.hide = true;
		const miss = await handleStore.open(handle, call, at(start - 4_000));
		expect(miss).toMatchObject({ ok: false, error: { code: 'not_visible_yet' } });
	});

	it('says that a record is not visible yet for 150 seconds, then that it has expired', async () => {
		const { handleStore, seen } = open();
		const handle = await kept(handleStore);
		seen.hide = true;
		const codeAt = async (now: number) => {
			const miss = await handleStore.open(handle, call, at(now));
			return miss.ok ? 'opened' : miss.error.code;
		};
		expect(await codeAt(start + 150)).toBe('not_visible_yet');
		expect(await codeAt(start + 151)).toBe('expired');
	});

	it('writes again only when less than one cursor life is left, once, in the background', async () => {
		const { handleStore, seen } = open();
		const handle = await kept(handleStore);
		await handleStore.open(handle, call, at(start + life - cursorTtlSeconds));
		expect(seen.puts).toBe(1);
		const late = at(start + life - cursorTtlSeconds + 1);
		await Promise.all(Array.from({ length: 100 }, () => handleStore.open(handle, call, late)));
		await Promise.all(seen.background);
		expect(seen.puts).toBe(2);
		expect((await handleStore.open(handle, call, at(start + life + 60))).ok).toBe(true);
	});

	it('words altered and foreign handles alike', async () => {
		const { handleStore } = open();
		const handle = await kept(handleStore);
		const last = handle.endsWith('A') ? 'B' : 'A';
		const altered = await handleStore.open(handle.slice(0, -1) + last, call, at(start));
		const bob = { ...call, principal: { ...ann, id: 'bob' } };
		const foreign = await handleStore.open(handle, bob, at(start));
		const elsewhere = { ...call, principal: { ...ann, workspace: 'ws-b' } };
		expect(altered).toMatchObject({ ok: false, error: { code: 'invalid' } });
		expect(foreign).toEqual(altered);
		expect(await handleStore.open(handle, elsewhere, at(start))).toEqual(altered);
	});

	it('refuses the handle of another tool and names the tool it belongs to', async () => {
		const { handleStore } = open();
		const shownName = (name: string) => name.replace('demo__', '');
		const other = { ...call, tool: 'demo__read_log', shownName };
		const refused = await handleStore.open(await kept(handleStore), other, at(start));
		expect(refused).toMatchObject({ ok: false, error: { code: 'other_tool' } });
		expect(!refused.ok && refused.error.text).toContain('call list_bookings with it');
	});

	it('takes the arguments of the first call or none, and refuses others', async () => {
		const { handleStore } = open();
		const handle = await kept(handleStore);
		const with_ = (argsDigest: string) =>
			handleStore.open(handle, { ...call, argsDigest }, at(start));
		expect((await with_('')).ok).toBe(true);
		expect((await with_('abc')).ok).toBe(true);
		expect(await with_('abd')).toMatchObject({ ok: false, error: { code: 'other_arguments' } });
	});

	it('opens the handles of every tool for read_result', async () => {
		const { handleStore } = open();
		const reader: HandleCall = { ...call, tool: null, argsDigest: 'x', argument: 'handle' };
		expect((await handleStore.open(await kept(handleStore), reader, at(start))).ok).toBe(true);
	});

	it('gives the same handles for the same view of a kept result, and writes it once', async () => {
		const { handleStore, another, seen } = open();
		const opened = await handleStore.open(await kept(handleStore), call, at(start));
		if (!opened.ok) throw new Error(opened.error.text);
		const derivedFrom = { snapshot: opened.value.snapshot, viewKey: 'fields=id' };
		const keepView = (on: typeof handleStore, now: number) =>
			on.keep({ ...toKeep, derivedFrom }, [position], at(now));
		const all = await Promise.all(
			Array.from({ length: 100 }, (_, second) => keepView(handleStore, start + second)),
		);
		expect(new Set(all.map((handles) => JSON.stringify(handles))).size).toBe(1);
		expect(seen.puts).toBe(2);
		expect(await keepView(another(), start + 300)).toEqual(all[0]);
		const other = { ...derivedFrom, viewKey: 'fields=name' };
		const differs = await handleStore.keep(
			{ ...toKeep, derivedFrom: other },
			[position],
			at(start),
		);
		expect(differs).not.toEqual(all[0]);
	});

	it('takes a view that another isolate is writing this second as written', async () => {
		const { handleStore } = open();
		const opened = await handleStore.open(await kept(handleStore), call, at(start));
		if (!opened.ok) throw new Error(opened.error.text);
		const derivedFrom = { snapshot: opened.value.snapshot, viewKey: 'fields=id' };
		const busy = open({ code: 'busy', message: '429' }).handleStore;
		expect((await busy.keep({ ...toKeep, derivedFrom }, [position], at(start))).ok).toBe(true);
		expect((await busy.keep(toKeep, [position], at(start))).ok).toBe(false);
	});

	it('answers in texts under 400 characters that name the call to make', async () => {
		const { handleStore } = open();
		for (const handle of [undefined, 'x', 'A'.repeat(44), 'A'.repeat(1e6)]) {
			const opened = await handleStore.open(handle, call, at(start));
			const text = opened.ok ? '' : opened.error.text;
			expect(text).toContain('Call demo__list_bookings again without cursor');
			expect(text.length).toBeLessThan(400);
		}
	});
});
