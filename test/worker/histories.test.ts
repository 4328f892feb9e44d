// Tests that what clients see of the same draft, run and configuration at the same time is one order of events
// (`npm run nightly -- histories` has many more, and two processes over one state).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { times } from '../fuzz-runs';
import { linearized } from '../history/linearizable';
import * as models from '../history/models';
import { configHistory, draftHistory, operations, runHistory } from '../history/recorded';
import { type Loadline, startLoadline } from './serve';

let loadline: Loadline;
beforeAll(async () => {
	loadline = await startLoadline();
});
afterAll(() => loadline.stop());

it('a draft, a run and the configuration are each as if there were one client at a time', async () => {
	const [seed, calls] = [20, times(4, 8)];
	const clients = [1, 2, 3, 4].map(() => ({ ...loadline }));
	const histories = [
		linearized(await configHistory(clients, calls, seed), models.config),
		linearized(await draftHistory(clients, 'one', calls, seed), models.draft),
		linearized(await runHistory(clients, calls, seed), models.run),
	];
	expect(histories.map((order) => order?.length)).toEqual(
		histories.map(() => operations(4, calls)),
	);
});
