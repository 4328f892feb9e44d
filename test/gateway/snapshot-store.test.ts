// The contract of SnapshotStore, run on every adapter.
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	createKvSnapshotStore,
	type SnapshotNamespace,
} from '../../src/adapters/cloudflare/kv-snapshot-store';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import type { SnapshotStore } from '../../src/gateway/snapshots';

const now = Math.floor(Date.now() / 1000);
const body = (text: string) => ({ body: text, expiresAt: now + 600 });

const contract = (name: string, open: () => SnapshotStore) =>
	describe(`snapshots in ${name}`, () => {
		it('come back as they were put, with their expiry', async () => {
			const stored = body('{"a":1}\n😀\u0000\u2028 ünï');
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

		it('are refused above 24 MiB, counted in UTF-8', async () => {
			const large = await open().put('ws-a', 'large', body('é'.repeat(12.1 * 2 ** 20)), now);
			expect(large).toMatchObject({ ok: false, error: { code: 'too_large' } });
			expect(await open().get('ws-a', 'large')).toEqual({ ok: true, value: null });
		});
	});

describe('the adapters', () => {
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			modules: true,
			script: 'export default {}',
			kvNamespaces: ['SNAPSHOTS'],
		}),
	);
	const memory = createMemorySnapshotStore();
	let kv: SnapshotStore;
	beforeAll(async () => {
		kv = createKvSnapshotStore((await miniflare.getKVNamespace('SNAPSHOTS')) as SnapshotNamespace);
	});
	afterAll(() => miniflare.dispose());

	contract('memory', () => memory);
	contract('KV', () => kv);
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
			put: async (_key, _value, { expirationTtl }) => {
				lives.push(expirationTtl);
			},
		});
		for (const expiresAt of [now - 500, now, now + 1, now + 59])
			await store.put('w', 'i', { body: 'x', expiresAt }, now);
		expect(Math.min(...lives)).toBeGreaterThanOrEqual(60);
	});
});
