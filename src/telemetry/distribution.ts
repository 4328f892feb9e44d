// Histograms of values, for percentiles. Rounded values keep it small and still merge:
// roll-ups store them, newest records use the values themselves.

/** Value, as text, to how many calls had it. */
export type Distribution = Record<string, number>;

const PRECISION = 5;

/**
 * A value rounded to 6 significant bits, at most 1.6 % off; small whole numbers stay exact.
 *
 * @param value - not negative
 */
export function coarse(value: number): number {
	if (!(value >= 1)) return value > 0 ? Math.round(value * 64) / 64 : 0;
	const step = 2 ** (Math.floor(Math.log2(value)) - PRECISION);
	return Math.round(value / step) * step;
}

/** Counts one more call with a value. */
export function count(distribution: Distribution, value: number, calls = 1): void {
	distribution[value] = (distribution[value] ?? 0) + calls;
}

/** Adds the second to the first. */
export function mergeDistribution(into: Distribution, from: Distribution): void {
	for (const [value, calls] of Object.entries(from)) count(into, Number(value), calls);
}

/**
 * The smallest values that at least each share of the calls does not exceed.
 *
 * @param shares - ascending, 0 to 1
 * @returns a value for each share; 0 without calls
 */
export function quantiles(distribution: Distribution, shares: readonly number[]): number[] {
	const values = Object.entries(distribution)
		.map(([value, calls]) => [Number(value), calls] as const)
		.sort(([a], [b]) => a - b);
	const total = values.reduce((sum, [, calls]) => sum + calls, 0);
	let at = 0;
	let reached = values[0]?.[1] ?? 0;
	return shares.map((share) => {
		const wanted = Math.max(1, Math.ceil(total * share));
		while (reached < wanted && at < values.length - 1) reached += values[++at]?.[1] ?? 0;
		return values[at]?.[0] ?? 0;
	});
}
