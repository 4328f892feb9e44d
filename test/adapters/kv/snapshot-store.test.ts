// Snapshots in a KV that refuses what the platform's does.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKvSnapshotStore } from '../../../src/adapters/kv/snapshot-store';

it('a life under a minute, over or of no time is kept for what KV takes, and ends when it was promised', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.oneof(
				fc.integer({ min: -100_000, max: 100_000 }),
				fc.double({ noNaN: true, min: -90, max: 90 }),
			),
			async (life) => {
				let kept: { readonly metadata: object } | undefined;
				const store = createKvSnapshotStore({
					getWithMetadata: async () => ({ value: 'x', metadata: kept?.metadata }),
					// As Workers KV: an integer of at least 60.
					put: async (_key, _value, { expirationTtl = 0, metadata }) => {
						if (!Number.isInteger(expirationTtl) || expirationTtl < 60)
							throw new Error(`KV PUT failed: 400 Invalid expiration_ttl of ${expirationTtl}`);
						kept = { metadata };
					},
				});
				const expiresAt = 1_800_000_000 + life;
				const put = await store.put('ws-a', 'id', { body: 'x', expiresAt }, 1_800_000_000);
				expect(put.ok).toBe(true);
				const read = await store.get('ws-a', 'id');
				expect(read.ok && read.value?.expiresAt).toBe(expiresAt);
			},
		),
	);
});
