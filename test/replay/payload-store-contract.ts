// Tests of every PayloadStore, and of a context store on top of it; each adapter's test runs them.
import { describe, expect, it } from 'vitest';
import { createContextStore, type PayloadStore } from '../../src/replay/build';
import { built, payload, run } from './payloads';

export const payloadStoreContract = (name: string, open: () => Promise<PayloadStore>): void => {
	describe(`${name} as a PayloadStore`, () => {
		it('has nothing before the first put', async () => {
			expect(await (await open()).get('nothing')).toBeNull();
		});

		it('gives back the text last put, byte for byte', async () => {
			const store = await open();
			const text = `{"ü": "🚢"}\n${'x'.repeat(100_000)}`;
			await store.put('a task', 'old');
			await store.put('a task', text);
			await store.put('a_task', 'other');
			expect(await store.get('a task')).toBe(text);
		});

		it('keeps what a context store builds or takes', async () => {
			const contexts = createContextStore(await open());
			const input = run(['a', 'b'], ['a>b:CAUSAL', 'b>a:RECOVERY']);
			const saved = await contexts.saveContext(input);
			expect(saved).toEqual({ ok: true, value: { task: 'a_task', payload: built(input) } });
			expect(await contexts.loadContext('a_task')).toEqual({ ok: true, value: built(input) });

			const validation = { admissible: false, failure_labels: ['X'], issues: [{ odd: [1] }] };
			const later = payload({ objective: 'go on', constraints: ['c'], validation });
			await contexts.saveContext(later);
			expect(await contexts.loadContext('a_task')).toEqual({ ok: true, value: later });
		});
	});
};
