// Starts the deployable bundle under the platform's limits (bed.ts), for tests and the benchmark.
import { around } from '../around';
import { type Loadline, type LoadlineOptions, startLoadline } from '../serve';
import type { Faults } from './faults';
import type { Operations } from './operations';

export interface Limited extends Loadline {
	/** Returns the operations counted since the last reset; `faults` and `ring` reset too. */
	operations(): Promise<Operations>;
	/** Resolves once all is done that answers did not wait for. */
	settled(): Promise<void>;
	reset(): Promise<void>;
	/** Replaces what is wrong with the platform; nothing is, without an argument. */
	faults(faults?: Faults): Promise<void>;
	/** Rings the alarm of an object, by binding and name. */
	ring(binding: string, name: string): Promise<void>;
}

export async function startLimited(options: LoadlineOptions = {}): Promise<Limited> {
	const loadline = await startLoadline({ ...options, around: entryOf });
	const post = async (asked: object) => {
		const answer = await loadline.fetch('/__bed', { method: 'POST', body: JSON.stringify(asked) });
		if (!answer.ok) throw new Error(`/__bed answers ${answer.status}: ${await answer.text()}`);
	};
	return {
		...loadline,
		operations: async () => (await (await loadline.fetch('/__bed')).json()) as Operations,
		settled: async () => void (await (await loadline.fetch('/__bed?quiet')).text()),
		reset: () => post({}),
		faults: (faults = {}) => post({ faults }),
		ring: (binding, name) => post({ ring: [binding, name] }),
	};
}

/** The module around `./worker.js`, JavaScript. `classes` are its Durable Objects. */
const entryOf = (classes: readonly string[]): Promise<string> =>
	around([
		`import worker, { ${classes.map((name) => `${name} as ${name}Inside`).join(', ')} } from './worker.js';`,
		`import { watchedObject, watchedWorker } from './bed';`,
		'export default watchedWorker(worker);',
		...classes.map((name) => `export const ${name} = watchedObject('${name}', ${name}Inside);`),
	]);
