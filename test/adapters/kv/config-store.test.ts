// The KV config store keeps the contract on a real (local) KV, and survives KV's write limit.
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, describe, expect, it } from 'vitest';
import { createKvConfigStore, type KvNamespace } from '../../../src/adapters/kv';
import { configStoreContract } from '../../config/store-contract';

const miniflare = new Miniflare(
	convertV4MiniflareOptions({
		modules: true,
		script: 'export default { fetch: () => new Response() }',
		kvNamespaces: ['CONFIG'],
	}),
);
afterAll(() => miniflare.dispose());
const namespace = async () => (await miniflare.getKVNamespace('CONFIG')) as KvNamespace;

configStoreContract('KV', async () => createKvConfigStore(await namespace()));

const limited = (failures: number, message = 'KV PUT failed: 429 Too Many Requests') => {
	const written: string[] = [];
	const slept: number[] = [];
	const kv: Pick<KvNamespace, 'getWithMetadata' | 'put'> = {
		getWithMetadata: async () => ({ value: null, metadata: null }),
		put: async (_key, value) => {
			if (failures-- > 0) throw new Error(message);
			written.push(String(value));
		},
	};
	const store = createKvConfigStore(kv, async (ms) => void slept.push(ms));
	return { store, written, slept };
};

describe('the KV config store', () => {
	it('reads a document without metadata as version 0', async () => {
		const kv = await namespace();
		await kv.put('ws-plain/config', 'a: 1', { metadata: { version: Number.NaN } });
		expect(await createKvConfigStore(kv).read('ws-plain')).toEqual({ text: 'a: 1', version: 0 });
	});

	it('waits a second and repeats a write that KV throttles', async () => {
		const { store, written, slept } = limited(1);
		expect((await store.write('ws-a', 'a', 1)).ok).toBe(true);
		expect([written, slept.length]).toEqual([['a'], 1]);
	});

	it('tells the caller when KV stays busy', async () => {
		const { store, written } = limited(9);
		expect(await store.write('ws-a', 'a', 1)).toEqual({ ok: false, error: 'busy' });
		expect(written).toEqual([]);
	});

	it('never lets a late retry undo a newer write', async () => {
		const { store, written } = limited(1);
		const [older, newer] = await Promise.all([
			store.write('ws-a', 'old', 1),
			store.write('ws-a', 'new', 2),
		]);
		expect([older.ok, newer.ok, written]).toEqual([false, true, ['new']]);
	});

	it('rejects when KV fails otherwise', async () => {
		await expect(limited(1, 'KV PUT failed: 500').store.write('ws-a', 'a', 1)).rejects.toThrow();
	});
});
