// The contract of SnapshotStore, run on every adapter.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHandleHmac, randomSnapshotId } from '../../src/adapters/crypto/web-crypto';
import { createFileSnapshotStore } from '../../src/adapters/files/snapshot-store';
import { createKvSnapshotStore, type KvNamespace } from '../../src/adapters/kv';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import { Database } from '../../src/adapters/node/database';
import { KeyValue } from '../../src/adapters/node/key-value';
import { createHandleStore, type HandleCall } from '../../src/gateway/handles/handle-store';
import type { SnapshotStore, Stored } from '../../src/gateway/handles/snapshots';
import { createObjectSnapshotStore } from '../../src/library/object-store';
import { protect } from '../../src/protect/protect';
import { excerptFor, read } from '../../src/protect/read';
import { policy } from '../protect/answers';

const now = Math.floor(Date.now() / 1000);
const body = (text: string) => ({ body: text, expiresAt: now + 600 });

const ann = { id: 'ann', workspace: 'ws-a', scopes: ['mcp:use'] };
const call: HandleCall = { tool: null, argsDigest: '', principal: ann, argument: 'handle' };
const timing = { now, cursorTtlSeconds: 900 };
const LONG = JSON.stringify(
	Array.from({ length: 40_000 }, (_, id) => ({
		id,
		berth: `ß${id % 7} 😀`,
		note: `lies at pier ${id} since noon, with cargo`,
	})),
);
const pageOf: HandleCall['excerpt'] = (document, position, limits) =>
	excerptFor(document, { position, view: {} }, limits);

/** The store, with what is read and written of it. */
function counted(store: SnapshotStore) {
	const reads: number[] = [];
	const writes: Stored[] = [];
	const watched: SnapshotStore = {
		get: async (...of) => {
			const got = await store.get(...of);
			if (got.ok && got.value) reads.push(got.value.body.length);
			return got;
		},
		put: async (workspace, id, stored, at) => {
			writes.push(stored);
			return store.put(workspace, id, stored, at);
		},
	};
	return { store: watched, reads, writes };
}

/** The long list as it is kept, in any store. */
const { document } = protect({ content: [{ type: 'text', text: LONG }] }, { view: {} }, policy);

/** A long list on a handle store, and the handle of a page in its middle. */
async function keptLong(store: SnapshotStore) {
	const hmac = createHandleHmac({ current: 'a'.repeat(32) });
	const handleStore = createHandleStore({
		store,
		hmac,
		randomId: randomSnapshotId,
		defer: () => {},
	});
	if (!document) throw new Error('nothing is to be kept');
	const toKeep = { document, policy, tool: 'demo__list', argsDigest: '', principal: ann };
	const kept = await handleStore.keep(toKeep, [{ kind: 'item', offset: 20_000, limit: 0 }], timing);
	if (!kept.ok) throw new Error(kept.error.message);
	return { handleStore, handle: kept.value[0] ?? '' };
}

const contract = (name: string, open: () => SnapshotStore) =>
	describe(`snapshots in ${name}`, () => {
		it('come back as they were put, with their expiry', async () => {
			const stored = body('\ufeff{"a":1}\n😀\u0000\u2028 ünï');
			expect(await open().put('ws-a', 'one', stored, now)).toEqual({ ok: true, value: undefined });
			expect(await open().get('ws-a', 'one')).toEqual({ ok: true, value: stored });
		});

		it('are null when there is none', async () => {
			expect(await open().get('ws-a', 'none')).toEqual({ ok: true, value: null });
		});

		it('belong to one workspace', async () => {
			await open().put('ws-a', 'mine', body('x'), now);
			expect(await open().get('ws-b', 'mine')).toEqual({ ok: true, value: null });
		});

		it('live longer after a second put', async () => {
			await open().put('ws-a', 'two', body('x'), now);
			await open().put('ws-a', 'two', { body: 'x', expiresAt: now + 900 }, now);
			const again = await open().get('ws-a', 'two');
			expect(again).toEqual({ ok: true, value: { body: 'x', expiresAt: now + 900 } });
		});

		it('are stored with a life shorter than any store allows', async () => {
			const short = { body: 'x', expiresAt: now + 1 };
			expect((await open().put('ws-a', 'short', short, now)).ok).toBe(true);
			expect(await open().get('ws-a', 'short')).toEqual({ ok: true, value: short });
		});

		it('of a long list are read by the page: the head, and the pieces that it touches', async () => {
			const { store, reads, writes } = counted(open());
			const { handleStore, handle } = await keptLong(store);
			expect(new Set(writes.map(({ expiresAt }) => expiresAt)).size).toBe(1);
			expect(writes.every(({ principal }) => principal === ann.id)).toBe(true);
			expect(writes.length).toBeGreaterThanOrEqual(5);
			const part = await handleStore.open(handle, { ...call, excerpt: pageOf }, timing);
			if (!part.ok) throw new Error(part.error.text);
			expect(reads.length).toBeLessThanOrEqual(3);
			expect(reads.reduce((sum, units) => sum + units, 0)).toBeLessThan(LONG.length / 2);
			const whole = await handleStore.open(handle, call, timing);
			if (!whole.ok) throw new Error(whole.error.text);
			expect(whole.value.snapshot.document.parts[0] === LONG).toBe(true);
			const [page, same] = [part, whole].map(({ value: { snapshot, position } }) => {
				const outcome = read(snapshot.document, { position, view: {} }, policy);
				return outcome.ok && outcome.value.place([handle]).content[0]?.text;
			});
			expect(page).toContain('"id":20000');
			expect(page).toBe(same);
			const foreign = { ...call, principal: { ...ann, workspace: 'ws-b' } };
			expect((await handleStore.open(handle, foreign, timing)).ok).toBe(false);
		});

		it('are refused above 24 MiB, counted in UTF-8', async () => {
			const large = await open().put('ws-a', 'large', body('é'.repeat(12.1 * 2 ** 20)), now);
			expect(large).toMatchObject({ ok: false, error: { code: 'too_large' } });
			expect(await open().get('ws-a', 'large')).toEqual({ ok: true, value: null });
		});
	});

/** A Worker that has the class alone. */
const script = `${
	buildSync({
		entryPoints: [join(import.meta.dirname, '../../src/library/object-store.ts')],
		...{ bundle: true, write: false, format: 'esm', target: 'es2023' },
	}).outputFiles[0]?.text
}\nexport default {};`;

describe('the adapters', () => {
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			modules: true,
			script,
			kvNamespaces: ['SNAPSHOTS'],
			durableObjects: { STORE: { className: 'SnapshotObject', useSQLite: true } },
		}),
	);
	const memory = createMemorySnapshotStore();
	const folder = mkdtempSync(join(tmpdir(), 'loadline-snapshots-'));
	const files = createFileSnapshotStore(folder);
	const ofNode = createKvSnapshotStore(
		new KeyValue(new Database(':memory:'), { now: Date.now, mostBytes: 1e8 }) as KvNamespace,
	);
	let kv: SnapshotStore;
	let objects: SnapshotStore;
	beforeAll(async () => {
		const namespace = await miniflare.getDurableObjectNamespace('STORE');
		objects = createObjectSnapshotStore({
			getByName: (name) => namespace.get(namespace.idFromName(name)) as never,
		});
		kv = createKvSnapshotStore((await miniflare.getKVNamespace('SNAPSHOTS')) as KvNamespace);
	});
	afterAll(async () => {
		await miniflare.dispose();
		rmSync(folder, { recursive: true });
	});

	contract('memory', () => memory);
	contract('KV', () => kv);
	contract('files', () => files);
	contract('the KV of Node', () => ofNode);
	contract('a Durable Object', () => objects);

	it('keep files for their owner alone, until they have ended', async () => {
		const aside = join(folder, 'aside');
		const store = createFileSnapshotStore(aside);
		const names = () => readdirSync(aside, { recursive: true, withFileTypes: true });
		await store.put('../a', '../../b', { body: 'x', expiresAt: now + 100, principal: 'p' }, now);
		const [file] = names().filter((entry) => entry.isFile());
		expect(statSync(join(file?.parentPath ?? '', file?.name ?? '')).mode & 0o777).toBe(0o600);
		expect(await store.get('../a', '../../b')).toMatchObject({ value: { principal: 'p' } });
		await store.put('../a', 'c', { body: 'y', expiresAt: now + 900 }, now + 200);
		expect(await store.get('../a', '../../b')).toEqual({ ok: true, value: null });
		expect(names().filter((entry) => entry.isFile())).toHaveLength(1);
	});
});

describe('KV that fails', () => {
	const failing = (message: string): SnapshotStore =>
		createKvSnapshotStore({
			getWithMetadata: () => Promise.reject(new Error(message)),
			put: () => Promise.reject(new Error(message)),
		});

	it('is busy on 429 and unavailable on anything else', async () => {
		const busy = await failing('KV PUT failed: 429 Too Many Requests').put(
			'w',
			'i',
			body('x'),
			now,
		);
		expect(busy).toMatchObject({ ok: false, error: { code: 'busy' } });
		const down = await failing('KV PUT failed: 500').put('w', 'i', body('x'), now);
		expect(down).toMatchObject({ ok: false, error: { code: 'unavailable' } });
	});

	it('is unavailable on a failed read', async () => {
		const read = await failing('KV GET failed: 500').get('w', 'i');
		expect(read).toMatchObject({ ok: false, error: { code: 'unavailable' } });
	});

	it('never passes a time to live under 60 seconds', async () => {
		const lives: number[] = [];
		const store = createKvSnapshotStore({
			getWithMetadata: async () => ({ value: null, metadata: null }),
			put: async (_key, _value, { expirationTtl = 0 }) => {
				lives.push(expirationTtl);
			},
		});
		for (const expiresAt of [now - 500, now, now + 1, now + 59])
			await store.put('w', 'i', { body: 'x', expiresAt }, now);
		expect(Math.min(...lives)).toBeGreaterThanOrEqual(60);
	});
});
