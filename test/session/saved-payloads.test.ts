import { describe, expect, it } from 'vitest';
import { principalKey, savedPayloads } from '../../src/session/verified-action';
import { openPayloads } from '../replay/payload-store';

describe('saved payloads', () => {
	const stores = { payloads: openPayloads(), baselines: openPayloads('replay_baselines') };
	const ada = savedPayloads('ada', stores);
	const bob = savedPayloads('bob', stores);

	it('are their principal’s, unless they are shared', async () => {
		await bob.put('own', 'bob');
		expect(await ada.get('own')).toBeNull();
		expect(await bob.get('own')).toBe('bob');
	});

	it('that are shared never stand before what one saved oneself or what Loadline saved', async () => {
		await savedPayloads('bob', stores, { shared: true }).put('task', 'bob');
		expect(await ada.get('task')).toBe('bob');
		await stores.baselines.put(principalKey('ada', 'task'), 'baseline');
		expect(await ada.get('task')).toBe('baseline');
		await ada.put('task', 'ada');
		expect(await ada.get('task')).toBe('ada');
		expect(await bob.get('task')).toBe('bob');
		expect(await savedPayloads('eve', stores).get('task')).toBe('bob');
	});
});
