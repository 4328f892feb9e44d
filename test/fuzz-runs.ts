// How many inputs a reader of what strangers write is given, and how long it may take for one. Both are set by
// `npm run nightly -- fuzz`.

const { LOADLINE_FUZZ_RUNS, LOADLINE_FUZZ_SEED, LOADLINE_FUZZ_MS } = process.env;
/** Milliseconds of CPU that one input may take; nobody minds but in the night. */
const MOST_MS = Number(LOADLINE_FUZZ_MS ?? Number.POSITIVE_INFINITY);

/** Settings of a property. @param usual number of inputs, where none is set */
export const inputs = (usual: number): { numRuns: number; seed?: number } => ({
	numRuns: Number(LOADLINE_FUZZ_RUNS ?? usual),
	...(LOADLINE_FUZZ_SEED !== undefined && { seed: Number(LOADLINE_FUZZ_SEED) }),
});

/** What `read` gives. @throws when that took too much CPU */
export function soon<Value>(read: () => Value): Value {
	const before = process.cpuUsage();
	const value = read();
	const { user, system } = process.cpuUsage(before);
	const took = (user + system) / 1000;
	if (took > MOST_MS) throw new Error(`took ${took} ms`);
	return value;
}
