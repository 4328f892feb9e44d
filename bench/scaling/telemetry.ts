// Telemetry: writing beside what there is, and asking for figures and requests.
import { TelemetryStore } from '../../src/telemetry/store';
import { openSql } from '../../test/adapters/sqlite/open';
import { recordWith, START } from '../../test/telemetry/records';
import type { Subject } from '../scaling';

/** Milliseconds between two calls: a million of them take some twelve days. */
const APART = 1_000;
const BATCH = 70;
const FILLED_AT_ONCE = 1_000;
const HOUR = 3_600_000;
const SIZES = [1_000, 10_000, 100_000, 1_000_000];

/** Filled once for all that is asked of it. */
const stores = new Map<number, ReturnType<typeof fill>>();

function filled(size: number) {
	const made = stores.get(size) ?? fill(size);
	stores.set(size, made);
	return made;
}

function fill(size: number) {
	const clock = { now: START };
	const store = new TelemetryStore(openSql(), { now: () => clock.now, wakeAt: () => {} });
	for (let n = 0; n < size; n += FILLED_AT_ONCE) {
		clock.now = START + n * APART;
		store.write(batchAt(clock.now, Math.min(FILLED_AT_ONCE, size - n)));
	}
	return { store, clock };
}

const batchAt = (time: number, amount: number) =>
	Array.from({ length: amount }, (_, at) =>
		recordWith({
			time: time + at * APART,
			endpoint: `server__tool_${at % 40}`,
			estimatedTokens: 200 + at * 13,
		}),
	);

const asked = (name: string, ask: (made: ReturnType<typeof filled>) => unknown): Subject => ({
	name,
	unit: 'records',
	sizes: SIZES,
	goal: 0,
	make: (size) => {
		const made = filled(size);
		return () => ask(made);
	},
});

export const telemetry: readonly Subject[] = [
	asked('write 70 records', ({ store, clock }) => {
		clock.now += BATCH * APART;
		store.write(batchAt(clock.now, BATCH));
	}),
	asked('figures of the last hour by endpoint', ({ store, clock }) =>
		store.query({ from: clock.now - HOUR, to: clock.now, groupBy: 'endpoint' }),
	),
	asked('the newest requests of the last hour', ({ store, clock }) =>
		store.requests({ from: clock.now - HOUR, to: clock.now, limit: 50 }),
	),
];
