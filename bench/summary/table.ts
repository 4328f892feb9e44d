// The first table of docs/benchmarks.md: one figure of each small bench beside its goal, as it was last measured.
import type { EstimatorBench } from '../estimator';
import type { LatencyBench, Percentiles } from '../latency';
import type { Timed } from '../memory';
import type { ProtectTimes } from '../protect';
import type { ReplayTimes } from '../replay';
import type { Results } from '../results';
import type { SizeBench } from '../size';
import type { Recorded } from '../telemetry';

interface Row {
	readonly what: string;
	readonly measured: string;
	readonly goal?: string;
	readonly isMet?: boolean;
}

const times = ({ p50, p95 }: Pick<Percentiles, 'p50' | 'p95'>): string =>
	`${p50.toFixed(1)} ms (p50), ${p95.toFixed(1)} ms (p95)`;

const rowsOf: Readonly<Record<string, (value: never) => readonly Row[]>> = {
	latency: ({ comparisons, page }: LatencyBench) => [
		...comparisons.map(({ name, connections, direct, through }) => {
			const added = { p50: through.p50 - direct.p50, p95: through.p95 - direct.p95 };
			const isLate = name.includes('after');
			return {
				what: `added to a call of ${name}, ${connections} at a time`,
				measured: times(added),
				...(isLate && { goal: 'p95 ≤ 10 ms', isMet: added.p95 <= 10 }),
			};
		}),
		{
			what: 'a page of 50 from a snapshot, whole call',
			measured: times(page),
			goal: 'p95 ≤ 5 ms',
			isMet: page.p95 <= 5,
		},
	],
	telemetry: (rows: readonly Recorded[]) =>
		rows.map(({ tool, connections, silent, recording }) => {
			const added = { p50: recording.p50 - silent.p50, p95: recording.p95 - silent.p95 };
			return {
				what: `recording a call of ${tool}, ${connections} at a time, added`,
				measured: times(added),
				goal: 'p95 ≤ 1 ms',
				isMet: added.p95 <= 1,
			};
		}),
	protect: (rows: readonly ProtectTimes[]) =>
		rows.map(({ kind, size, protect, page }) => {
			const most = { 10000: 0.5, 100000: 1.5 }[size] ?? 8;
			return {
				what: `protecting ${kind} of ${size / 1000} KB, and a page of it`,
				measured: `${protect.toFixed(2)}, ${page.toFixed(2)} ms (median)`,
				goal: `≤ ${most}, ≤ 5 ms`,
				isMet: protect <= most && page <= 5,
			};
		}),
	estimator: ({ speed, accuracy }: EstimatorBench) => {
		const took = speed.find(({ estimator }) => estimator === 'calibrated')?.milliseconds ?? 0;
		const all = accuracy.find((row) => row.estimator === 'calibrated' && row.kind === 'all');
		const within = all?.within20 ?? 0;
		return [
			{
				what: 'estimating 100 KB (`calibrated`)',
				measured: `${took.toFixed(2)} ms`,
				goal: '≤ 1 ms',
				isMet: took <= 1,
			},
			{
				what: `estimates within 20 % of the exact count (\`calibrated\`), of ${all?.windows ?? 0} windows of real files`,
				measured: `${(within * 100).toFixed(1)} %`,
				goal: '≥ 99 %',
				isMet: within >= 0.99,
			},
		];
	},
	memory: (rows: readonly Timed[]) =>
		rows.map(({ name, ...taken }) => ({
			what: `${name}, in 500 objects`,
			measured: times(taken),
			goal: 'p95 ≤ 50 ms',
			isMet: taken.p95 <= 50,
		})),
	replay: (rows: readonly ReplayTimes[]) =>
		rows.slice(0, 1).map(({ events, edges, cold, median }) => ({
			what: `building and validating a payload of ${events} events and ${edges} edges, twice`,
			measured: `${median.toFixed(1)} ms, cold ${cold.toFixed(1)}`,
			goal: '≤ 20 ms, cold too',
			isMet: cold <= 20 && median <= 20,
		})),
	size: ({ upload, code, pages, words, startup }: SizeBench) => {
		const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`;
		return [
			{
				what: 'the upload, gzipped, as wrangler prints it',
				measured: megabytes(upload.gzipped),
				goal: '≤ 2.2 MB',
				isMet: upload.gzipped <= 2.2e6,
			},
			{ what: 'of it code, which a start loads', measured: megabytes(code.gzipped) },
			{ what: 'of it programs of pages, and documents', measured: megabytes(pages.gzipped) },
			{ what: "of it the tokenizer's words", measured: megabytes(words.gzipped) },
			{
				what: 'CPU of a start of it',
				measured: startup === undefined ? 'not reported' : `${startup} ms`,
				goal: '≤ 60 ms',
				isMet: startup !== undefined && startup <= 60,
			},
		];
	},
};

/** Writes the rows of every bench that was saved, with the day and the commit of each. */
export function summaryTable(results: Results): string {
	const rows = Object.entries(rowsOf).flatMap(([part, read]) => {
		const saved = results[part];
		if (!saved) return [];
		return read(saved.value as never).map(({ what, measured, goal = '', isMet }) => {
			const verdict = isMet === undefined ? '' : isMet ? 'met' : '**missed**';
			const at = `${saved.date}, ${saved.commit ?? 'unknown'}`;
			return `| ${[what, measured, goal, verdict, `\`${part}\`, ${at}`].join(' | ')} |`;
		});
	});
	return ['| | measured | goal | | bench, day, commit |', '|---|---|---|---|---|', ...rows].join(
		'\n',
	);
}
