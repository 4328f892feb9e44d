// CPU of protection as a table of docs/benchmarks.md: a row a kind, a column a size.

export interface CpuRow {
	readonly kind: string;
	/** As asked for. */
	readonly size: number;
	readonly bytes: number;
	/** Milliseconds, medians. */
	readonly parse: number;
	readonly protect: number;
	readonly ratio: number;
	readonly goal: number;
	readonly met: boolean;
}

/** @param first - milliseconds of the first call of a process */
export function cpuTable(rows: readonly CpuRow[], first?: number): string {
	const sizes = [...new Set(rows.map(({ size }) => size))];
	const kinds = [...new Set(rows.map(({ kind }) => kind))];
	const goal = (size: number) => rows.find((row) => row.size === size)?.goal;
	const cell = (kind: string, size: number) => {
		const row = rows.find((each) => each.kind === kind && each.size === size);
		return row ? `${row.protect} ms, ${row.ratio}×` : 'within all limits';
	};
	const name = (size: number) => (size < 1e6 ? `${size / 1e3} KB` : `${size / 1e6} MB`);
	return [
		`| milliseconds, × JSON.parse | ${sizes.map(name).join(' | ')} |`,
		`|---|${sizes.map(() => '---|').join('')}`,
		...kinds.map((kind) => `| ${kind} | ${sizes.map((size) => cell(kind, size)).join(' | ')} |`),
		`| goal | ${sizes.map((size) => `≤ ${goal(size)}×`).join(' | ')} |`,
		...(first === undefined
			? []
			: [
					'',
					`The first call of a process, 100 KB of a flat list: ${first} ms, compilation included.`,
				]),
	].join('\n');
}
