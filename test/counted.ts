// Work counted instead of timed: how often functions are called meanwhile, as V8 counts it. A busy machine does
// not change that.
import { type Profiler, Session } from 'node:inspector';

/** Counts the calls of functions while `work` runs. */
export async function callsIn(work: () => unknown): Promise<number> {
	const session = new Session();
	session.connect();
	let counted: readonly Profiler.ScriptCoverage[] = [];
	try {
		session.post('Profiler.enable');
		session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
		await work();
		session.post('Profiler.takePreciseCoverage', (_, { result }) => {
			counted = result;
		});
		session.post('Profiler.stopPreciseCoverage');
	} finally {
		session.disconnect();
	}
	const counts = counted.flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0]));
	return counts.reduce((sum, range) => sum + (range?.count ?? 0), 0);
}
