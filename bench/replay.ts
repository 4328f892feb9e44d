// Builds and validates replay payloads, at the size of the goal and at multiples of it: the time
// per event and edge shows whether cost grows linearly.
import { buildReplayPayload } from '../src/replay/build';
import { validateReplayPayload } from '../src/replay/validate';
import { saveResults } from './results';

const RUNS = 20;

/** A run of `events` distinct actions, and five times as many edges that its order satisfies. */
function recordedRun(events: number): object {
	const name = (at: number) => `action_${at}_of_the_recorded_run`;
	const edges = Array.from({ length: events * 5 }, (_, at) => {
		const source = (at * 7919) % (events - 1);
		const target = source + 1 + ((at * 104729) % (events - 1 - source));
		const relation = at % 10 === 0 ? 'RECOVERY' : 'CAUSAL';
		return { source: name(source), target: name(target), relation };
	});
	return {
		task: 'bench',
		trace: { events: Array.from({ length: events }, (_, at) => ({ action: name(at), step: at })) },
		state: { permission_scopes: { [name(0)]: ['requires_approval', 'requires_validation'] } },
		dependency_graph: {
			nodes: Array.from({ length: events }, (_, at) => ({ node_id: name(at) })),
			edges,
		},
	};
}

/** Milliseconds of one build with its validation, against itself as a baseline, too. */
function time(run: object): number {
	const start = performance.now();
	const built = buildReplayPayload(run);
	if (!built.ok) throw new Error(built.error.message);
	const alone = validateReplayPayload(built.value);
	const against = validateReplayPayload(built.value, { baseline: built.value });
	if (!alone.admissible || !against.admissible) throw new Error('the payload lost something');
	return performance.now() - start;
}

/** Milliseconds of one size: the first run, cold, and the median of the others. */
export interface ReplayTimes {
	readonly events: number;
	readonly edges: number;
	readonly cold: number;
	readonly median: number;
	readonly microsecondsPerEdge: number;
}

function replayTimes(): ReplayTimes[] {
	return [1_000, 2_000, 4_000, 16_000].map((events) => {
		const run = recordedRun(events);
		const cold = time(run);
		const times = Array.from({ length: RUNS }, () => time(run)).sort((a, b) => a - b);
		const median = times[RUNS / 2] as number;
		const microsecondsPerEdge = (median * 1000) / (events * 5);
		return { events, edges: events * 5, cold, median, microsecondsPerEdge };
	});
}

console.log(
	'Milliseconds to build and validate twice; goal for 1,000 events and 5,000 edges: 20.\n',
);
const measured = replayTimes();
console.table(measured);
saveResults('replay', measured);
