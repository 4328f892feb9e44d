// Keeps what was measured in bench/results.json, from which docs/benchmarks.md has its tables:
// `npm run bench -- needle --save`, then `npm run bench -- document`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

export const RESULTS = 'bench/results.json';

export interface Measured<Value> {
	/** Day, UTC. */
	readonly date: string;
	readonly machine: string;
	readonly node: string;
	/** The commit measured, short; with a `+` where more than it lay in the tree. Of older figures it is not known. */
	readonly commit?: string;
	readonly value: Value;
}

export type Results = Readonly<Record<string, Measured<unknown>>>;

export const readResults = (): Results =>
	existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Results) : {};

/** Replaces one part and leaves the others; only where `--save` asks for it. */
export function saveResults(part: string, value: unknown): void {
	if (!process.argv.includes('--save')) return;
	const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}`;
	const date = new Date().toISOString().slice(0, 10);
	const measured = { date, machine, node: process.versions.node, commit: commit(), value };
	writeFileSync(
		RESULTS,
		`${JSON.stringify({ ...readResults(), [part]: measured }, undefined, '\t')}\n`,
	);
}

/** The figures themselves, and their tables, are no change of what is measured. */
function commit(): string {
	const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
	const others = [RESULTS, 'docs/benchmarks.md'].map((path) => `:!${path}`);
	const isClean = git('status', '--porcelain', '--', '.', ...others) === '';
	return `${git('rev-parse', '--short', 'HEAD')}${isClean ? '' : '+'}`;
}
