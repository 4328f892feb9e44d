// The overhead as tables of docs/benchmarks.md: time and CPU beside a Worker that only passes on, parts of the code by
// their share of the CPU, and `loadline serve` beside proxies of Node.
import type { Profiled, Share } from './profile';

/** Least, median and most of the rounds. */
type Spread = readonly [number, number, number];

export interface Figures {
	/** Milliseconds of a call, over all rounds. */
	readonly p50: number;
	readonly p95: number;
	/** p50 of a round, times that of the first way in the same round. */
	readonly ratio: Spread;
	/** Milliseconds of CPU of a call, KV and Durable Objects of the local runtime included. */
	readonly cpu: Spread;
}

export interface OverheadRow {
	readonly size: string;
	readonly clients: number;
	/** The first is what the others are compared with. */
	readonly ways: Readonly<Record<string, Figures>>;
}

/** Of earlier runs the shares by part are known alone. */
export interface ProfileRow extends Partial<Profiled> {
	readonly name: string;
	readonly shares: Profiled['shares'];
}

export interface Overhead {
	readonly rows: readonly OverheadRow[];
	readonly profiles: readonly ProfileRow[];
	readonly node: readonly OverheadRow[];
}

/** Goals: times those of the null proxy, and milliseconds of CPU. */
const GOALS: Readonly<Record<string, { readonly ratio: number; readonly cpu: number }>> = {
	'1 KB': { ratio: 1.5, cpu: 1 },
	'100 KB': { ratio: 2, cpu: 4 },
	'1 MB': { ratio: 3, cpu: 15 },
};
/** At ten clients and more. */
const CROWDED: Readonly<Record<string, number>> = { '100 KB': 3 };

export function overheadTable({ rows, profiles, node }: Overhead): string {
	return [
		'| result, clients | null proxy p50, p95 (ms) | Loadline p50, p95 (ms) | times p50 (least to most) | goal | of 2025-06-18 | CPU a call: null, Loadline (ms) | less the local KV | goal |',
		'|---|---|---|---|---|---|---|---|---|',
		...rows.map(({ size, clients, ways }) => {
			const { null: by, reading, keeping, loadline, older } = ways as Record<string, Figures>;
			const goal = GOALS[size];
			// The cost of keeping in a Worker that does nothing else is the local runtime's.
			const kept = Math.max(0, middle(keeping?.cpu) - middle(reading?.cpu));
			return `| ${[
				`${size}, ${clients}`,
				times(by),
				times(loadline),
				ratio(loadline),
				`${(clients > 1 && CROWDED[size]) || goal?.ratio} ×`,
				ratio(older),
				`${middle(by?.cpu).toFixed(2)}, ${spread(loadline?.cpu)}`,
				(middle(loadline?.cpu) - kept).toFixed(2),
				goal?.cpu,
			].join(' | ')} |`;
		}),
		'',
		"| the Worker's thread at ten clients, ms a call | by part of the code | by what a call goes through | dearest functions, without what they call |",
		'|---|---|---|---|',
		...profiles.map(({ name, ms: own, shares, stages = [], dearest = [] }) => {
			const size = own === undefined ? name : `${name}: ${own.toFixed(2)}`;
			return `| ${[size, ...[shares, stages, dearest].map(percents)].join(' | ')} |`;
		}),
		'',
		...nodeTable(node),
	].join('\n');
}

/** A column for each way, its p50, how many times that of the first, and its CPU. */
function nodeTable(rows: readonly OverheadRow[]): string[] {
	const names = Object.keys(rows[0]?.ways ?? {});
	return [
		`| on Node: p50 (ms), times (least to most), CPU (ms) | ${names.join(' | ')} |`,
		`|---|${names.map(() => '---|').join('')}`,
		...rows.map(({ size, clients, ways }) => {
			const cells = names.map((name, at) => {
				const figures = ways[name];
				const all = [ms(figures?.p50 ?? 0), ratio(figures), middle(figures?.cpu).toFixed(1)];
				return (at === 0 ? [all[0], all[2]] : all).join('; ');
			});
			return `| ${size}, ${clients} | ${cells.join(' | ')} |`;
		}),
	];
}

const percents = (shares: readonly Share[]): string =>
	shares.map(({ part, share }) => `${part} ${Math.round(share * 100)} %`).join(', ');
const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0);
const times = (of: Figures | undefined): string => `${ms(of?.p50 ?? 0)}, ${ms(of?.p95 ?? 0)}`;
const middle = (of: Spread | undefined): number => of?.[1] ?? 0;
const ratio = (of: Figures | undefined): string =>
	of ? `${of.ratio[1].toFixed(1)} × (${of.ratio[0].toFixed(1)} to ${of.ratio[2].toFixed(1)})` : '';
const spread = (of: Spread | undefined): string =>
	of ? `${of[1].toFixed(2)} (${of[0].toFixed(2)} to ${of[2].toFixed(2)})` : '';
