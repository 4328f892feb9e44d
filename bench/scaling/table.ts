// The table of docs/benchmarks.md that says how costs grow.

export interface ScalingRow {
	readonly name: string;
	readonly unit: string;
	readonly sizes: readonly number[];
	readonly goal: 0 | 1;
	/** Milliseconds of CPU, one for each size. */
	readonly costs: readonly number[];
	/** Bytes read of a store, where that is counted. */
	readonly bytesRead?: readonly number[];
	readonly slope: number;
}

/** Slope of the least-squares line through the logarithms; 0 where a clock's tick is all there is. */
export function slopeOf(sizes: readonly number[], costs: readonly number[]): number {
	const xs = sizes.map(Math.log10);
	const ys = costs.map((cost) => Math.log10(Math.max(cost, TICK)));
	const [mx, my] = [mean(xs), mean(ys)];
	const above = xs.reduce((sum, x, at) => sum + (x - mx) * ((ys[at] ?? 0) - my), 0);
	return above / xs.reduce((sum, x) => sum + (x - mx) ** 2, 0);
}

/** Milliseconds below which one cost is not told from another. */
const TICK = 0.02;

const mean = (values: readonly number[]): number =>
	values.reduce((sum, value) => sum + value, 0) / values.length;

export const scalingTable = (rows: readonly ScalingRow[]): string =>
	[
		'| what | of | at | CPU (ms) | slope | goal |',
		'|---|---|---|---|---|---|',
		...rows.map(
			({ name, unit, sizes, costs, bytesRead, slope, goal }) =>
				`| ${name}${readOf(bytesRead)} | ${unit} | ${sizes.map(short).join(', ')} | ${costs.map(figure).join(', ')} | ${slope.toFixed(2)} | ${goal === 0 ? 'constant' : '≤ 1'} |`,
		),
	].join('\n');

const readOf = (bytesRead: readonly number[] = []): string => {
	const kilobytes = bytesRead.map((bytes) => `${Math.round(bytes / 1_000)} KB`);
	return kilobytes.length === 0 ? '' : `, which reads ${kilobytes.join(', ')}`;
};

const short = (size: number): string =>
	size >= 1_000_000 ? `${size / 1_000_000} M` : size >= 1_000 ? `${size / 1_000} K` : String(size);

const figure = (cost: number): string =>
	cost < 0.1 ? cost.toFixed(2) : cost < 10 ? cost.toFixed(1) : cost.toFixed(0);
