// The alarm of an object, on the alarms of a process of Node: what was asked for in one go looked at none of it.
import { expect, it } from 'vitest';
import { earliestAlarm } from '../../../src/adapters/cloudflare/earliest-alarm';
import { Alarms } from '../../../src/adapters/node/alarms';
import { Database } from '../../../src/adapters/node/database';

const storageOf = () => {
	const alarms = new Alarms(new Database(':memory:'));
	return {
		getAlarm: async () => alarms.of('Telemetry', 'ws-a'),
		setAlarm: async (time: number | Date) => alarms.set('Telemetry', 'ws-a', Number(time)),
	};
};
const settled = () => new Promise((resume) => setTimeout(resume));

it('rings at the earliest of all times that were asked for, in whatever order and however close', async () => {
	for (const times of [
		[300, 3_600],
		[3_600, 300],
		[900, 300, 3_600],
	]) {
		const storage = storageOf();
		const wakeAt = earliestAlarm(storage);
		for (const time of times) wakeAt(time);
		await settled();
		expect(await storage.getAlarm()).toBe(300);
		wakeAt(200);
		await settled();
		wakeAt(400);
		await settled();
		expect(await storage.getAlarm()).toBe(200);
	}
});

it('is set though one before it could not be', async () => {
	const storage = storageOf();
	let isFull = true;
	const wakeAt = earliestAlarm({
		...storage,
		async setAlarm(time) {
			if (isFull) {
				isFull = false;
				throw new Error('disk full');
			}
			await storage.setAlarm(time);
		},
	});
	wakeAt(300);
	wakeAt(600);
	await settled();
	expect(await storage.getAlarm()).toBe(600);
});
