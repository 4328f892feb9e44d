// Keeps what was measured in bench/results.json, from which docs/benchmarks.md has its tables.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

export const RESULTS = 'bench/results.json';

export interface Measured<Value> {
	/** Day, UTC. */
	readonly date: string;
	readonly machine: string;
	readonly node: string;
	readonly value: Value;
}

export type Results = Readonly<Record<string, Measured<unknown>>>;

export const readResults = (): Results =>
	existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Results) : {};

/** Replaces one part and leaves the others. */
export function saveResults(part: string, value: unknown): void {
	const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}`;
	const date = new Date().toISOString().slice(0, 10);
	const measured = { date, machine, node: process.versions.node, value };
	writeFileSync(
		RESULTS,
		`${JSON.stringify({ ...readResults(), [part]: measured }, undefined, '\t')}\n`,
	);
}
