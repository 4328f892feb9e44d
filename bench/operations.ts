// Counts what a call of each kind uses of the platform, and what a million of them cost: the deployable bundle in
// workerd, with every operation counted (test/worker/limits).
import { rm } from 'node:fs/promises';
import { bundleWorker } from '../test/worker/bundle';
import { CALLS_A_MINUTE, costs, loneSession, prepare } from '../test/worker/limits/calls';
import { dollars } from '../test/worker/limits/operations';
import { startLimited } from '../test/worker/limits/start';
import { operationsTable } from './operations/table';
import { saveResults } from './results';

const bundle = await bundleWorker();
const loadline = await startLimited({ bundle, config: { demo: true } });
try {
	const prepared = await prepare(loadline);
	const rows = await costs(prepared);
	const alone = await loneSession(prepared);
	const results = {
		callsAMinute: CALLS_A_MINUTE,
		rows: rows.map(({ budget: _, ...row }) => row),
		alone: {
			objectRequests: alone.objectRequests,
			rowsWritten: alone.rowsWritten,
			dollars: dollars(alone, 1),
		},
	};
	console.log(operationsTable(results));
	saveResults('operations', results);
} finally {
	await loadline.stop();
	await rm(bundle, { recursive: true, force: true });
}
