// Amounts of tries: inputs of a reader of what strangers write, and how long it may take for one, which
// `npm run nightly -- fuzz` sets; shares of what is tried whole by `npm run nightly -- whole`.

const { LOADLINE_FUZZ_RUNS, LOADLINE_FUZZ_SEED, LOADLINE_FUZZ_MS } = process.env;
/** Milliseconds of CPU that one input may take; nobody minds but in the night. */
const MOST_MS = Number(LOADLINE_FUZZ_MS ?? Number.POSITIVE_INFINITY);

/** Set by `npm run nightly -- whole`: what `npm test` tries a share of, or leaves out, is tried whole. */
export const isWhole = process.env.LOADLINE_WHOLE === '1';

/** Settings of a property. @param usual number of inputs, where none is set; by day a third of them */
export const inputs = (usual: number): { numRuns: number; seed?: number } => ({
	numRuns: Number(LOADLINE_FUZZ_RUNS ?? (isWhole ? usual : Math.ceil(usual / 3))),
	...(LOADLINE_FUZZ_SEED !== undefined && { seed: Number(LOADLINE_FUZZ_SEED) }),
});

/** The usual number, or the large one of the night. */
export const times = (usual: number, whole: number): number => (isWhole ? whole : usual);

/** Every `step`th of a list from `start` on; all of it in the night. */
export const share = <Item>(all: readonly Item[], step: number, start = 0): readonly Item[] =>
	isWhole ? all : all.filter((_, at) => at % step === start % step);

/** Returns what `read` gives. @throws when that took too much CPU */
export function soon<Value>(read: () => Value): Value {
	const before = process.cpuUsage();
	const value = read();
	const { user, system } = process.cpuUsage(before);
	const took = (user + system) / 1000;
	if (took > MOST_MS) throw new Error(`took ${took} ms`);
	return value;
}
