// The alarm of an object, of which services ask one after the other: the earliest time counts.

type AlarmStorage = Pick<DurableObjectStorage, 'getAlarm' | 'setAlarm'>;

/**
 * Asks for an alarm at a time, milliseconds since the epoch, unless one is due earlier. One after the other: of two
 * that looked at once, the later would take the place of the earlier.
 */
export function earliestAlarm(storage: AlarmStorage): (time: number) => void {
	const ask = async (time: number): Promise<void> => {
		const due = await storage.getAlarm();
		if (due === null || due > time) await storage.setAlarm(time);
	};
	let asked = Promise.resolve();
	return (time) => {
		asked = asked.catch(() => {}).then(() => ask(time));
	};
}
