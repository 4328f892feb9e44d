import { describe, expect, it } from 'vitest';
import { createMemoryPayloadStore } from '../../src/adapters/local/replay-payload-store';
import { ownKey, savedPayloads } from '../../src/session/saved-payloads';

describe('saved payloads', () => {
	const stores = { payloads: createMemoryPayloadStore(), baselines: createMemoryPayloadStore() };
	const ada = savedPayloads('ada', stores);
	const bob = savedPayloads('bob', stores);

	it('are shared, but never stand before what one saved oneself or what Loadline saved', async () => {
		await bob.put('task', 'bob');
		expect(await ada.get('task')).toBe('bob');
		await stores.baselines.put(ownKey('ada', 'task'), 'baseline');
		expect(await ada.get('task')).toBe('baseline');
		await ada.put('task', 'ada');
		expect(await ada.get('task')).toBe('ada');
		expect(await bob.get('task')).toBe('bob');
		expect(await savedPayloads('eve', stores).get('task')).toBe('ada');
	});
});
