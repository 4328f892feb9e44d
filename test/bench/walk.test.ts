// Holds how many functions, in how many files, run for a call: a count of V8's in a process of its own, no time.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { WalkRow } from '../../bench/walk/table';
import { root } from '../worker/bundle';

/** By call: functions and files before the answer, functions after it: some ten of these run or not, by chance. */
const BOUNDS: Readonly<Record<string, readonly [functions: number, files: number, after: number]>> =
	{
		'a small result': [214, 72, 101],
		'a small result of the demo': [137, 57, 118],
		'memsetup without arguments': [189, 71, 107],
		memsetup: [237, 83, 123],
		'500 items, cut to a page': [575, 128, 101],
		'read_result with a select': [327, 95, 123],
		'artifact create': [325, 97, 120],
	};

/** Returns the rows over their bound: a timer of another request can only add to a walk, so one walk within is proof. */
async function walksOver(): Promise<readonly WalkRow[]> {
	const args = ['scripts/run.mjs', 'bench/walk.ts', '--json', '--era=2026-07-28'];
	const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
	const rows: readonly WalkRow[] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
	expect(rows.map(({ name }) => name)).toEqual(Object.keys(BOUNDS));
	return rows.filter(({ name, before, after }) => {
		const [functions, files, later] = BOUNDS[name] ?? [0, 0, 0];
		return before.functions > functions || before.files > files || after.functions > later;
	});
}

it('a call runs no more functions, in no more files, than its bound', async () => {
	const over = await walksOver();
	if (over.length === 0) return;
	const again = await walksOver();
	const names = new Set(over.map(({ name }) => name));
	expect(again.filter(({ name }) => names.has(name))).toEqual([]);
});
