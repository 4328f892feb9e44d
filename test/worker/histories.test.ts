// What clients see of the same draft, run and configuration at the same time is one order of events
// (`npm run nightly -- histories` has many more, and two processes over one state).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linearized } from '../history/linearizable';
import * as models from '../history/models';
import { configHistory, draftHistory, runHistory } from '../history/recorded';
import { seeded } from '../protect/payloads';
import { type Loadline, startLoadline } from './serve';

let loadline: Loadline;
beforeAll(async () => {
	loadline = await startLoadline();
});
afterAll(() => loadline.stop());

it('a draft, a run and the configuration are each as if there were one client at a time', async () => {
	const random = seeded(20);
	const clients = [1, 2, 3, 4].map(() => ({ ...loadline }));
	const histories = [
		linearized(await configHistory(clients, 6, random), models.config),
		linearized(await draftHistory(clients, 'one', 8, random), models.draft),
		linearized(await runHistory(clients, 8, random), models.run),
	];
	expect(histories.map((order) => order?.length)).toEqual([24, 32, 32]);
}, 60_000);
