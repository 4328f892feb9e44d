// The overhead as tables of docs/benchmarks.md: time and CPU beside a Worker that only passes on, and parts
// of the code by their share of the CPU.
import type { Share } from './profile';

interface Figures {
	/** Milliseconds of a call. */
	readonly p50: number;
	readonly p95: number;
	/** Milliseconds of CPU of a call, KV and Durable Objects of the local runtime included. */
	readonly cpu: number;
}

export interface OverheadRow {
	readonly size: string;
	readonly clients: number;
	readonly null: Figures;
	readonly loadline: Figures;
}

export interface ProfileRow {
	readonly name: string;
	readonly shares: readonly Share[];
}

export interface Overhead {
	readonly rows: readonly OverheadRow[];
	readonly profiles: readonly ProfileRow[];
}

/** Goals: times those of the null proxy, and milliseconds of CPU. */
const GOALS: Readonly<Record<string, { readonly ratio: number; readonly cpu: number }>> = {
	'1 KB': { ratio: 1.5, cpu: 1 },
	'100 KB': { ratio: 2, cpu: 4 },
	'1 MB': { ratio: 3, cpu: 15 },
};
export function overheadTable({ rows, profiles }: Overhead): string {
	const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
	const times = (of: number, by: number) => `${(of / by).toFixed(1)} ×`;
	return [
		'| result, clients | null proxy p50, p95 (ms) | Loadline p50, p95 (ms) | times p50, p95 | goal | CPU a call: null, Loadline (ms) | goal | calls a second and core |',
		'|---|---|---|---|---|---|---|---|',
		...rows.map(({ size, clients, null: by, loadline }) => {
			const goal = GOALS[size];
			return `| ${[
				`${size}, ${clients}`,
				`${ms(by.p50)}, ${ms(by.p95)}`,
				`${ms(loadline.p50)}, ${ms(loadline.p95)}`,
				`${times(loadline.p50, by.p50)}, ${times(loadline.p95, by.p95)}`,
				`${goal?.ratio} ×`,
				`${by.cpu.toFixed(2)}, ${loadline.cpu.toFixed(2)}`,
				goal?.cpu,
				Math.round(1000 / loadline.cpu),
			].join(' | ')} |`;
		}),
		'',
		'| share of CPU at ten clients | |',
		'|---|---|',
		...profiles.map(({ name, shares }) => {
			const percent = (share: number) => `${Math.round(share * 100)} %`;
			const named = shares.map(({ part, share }) => `${part} ${percent(share)}`);
			return `| ${name} | ${named.join(', ')} |`;
		}),
	].join('\n');
}
