// Tests of every ConfigStore; each adapter's test runs them.
import { describe, expect, it } from 'vitest';
import type { ConfigStore } from '../../src/config/service';

export const configStoreContract = (name: string, open: () => Promise<ConfigStore>): void => {
	describe(`${name} as a ConfigStore`, () => {
		it('has no document before the first write', async () => {
			expect(await (await open()).read('ws-empty')).toBeNull();
		});

		it('gives back text and version as written', async () => {
			const store = await open();
			const text = 'chunkSize: 10 # ünïcödé 🚢\n';
			expect(await store.write('ws-a', text, 7)).toEqual({ ok: true, value: undefined });
			expect(await store.read('ws-a')).toEqual({ text, version: 7 });
		});

		it('keeps the last document written', async () => {
			const store = await open();
			await store.write('ws-b', 'a: 1', 1);
			await store.write('ws-b', '', 2);
			expect(await store.read('ws-b')).toEqual({ text: '', version: 2 });
		});

		it('keeps workspaces apart', async () => {
			const store = await open();
			await store.write('ws-c', 'c: 1', 1);
			await store.write('ws-d', 'd: 1', 4);
			expect(await store.read('ws-c')).toEqual({ text: 'c: 1', version: 1 });
			expect(await store.read('ws-d')).toEqual({ text: 'd: 1', version: 4 });
		});

		it('takes a document of the largest size', async () => {
			const store = await open();
			const text = `#${'x'.repeat(262_143)}`;
			await store.write('ws-e', text, 1);
			expect((await store.read('ws-e'))?.text).toBe(text);
		});
	});
};
