// Holds how many functions, in how many files, run for a call: a count of V8's in a process of its own, no time.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { WalkRow } from '../../bench/walk/table';
import { root } from '../worker/bundle';

type Bound = readonly [functions: number, files: number, after: number];

/** By version and call: functions and files before the answer, functions after it: of these one or two run or not. */
const BOUNDS: Readonly<Record<string, Readonly<Record<string, Bound>>>> = {
	'2026-07-28': {
		'a small result': [180, 60, 76],
		'a small result of the demo': [113, 43, 94],
		'memsetup without arguments': [168, 60, 84],
		memsetup: [208, 66, 99],
		'500 items, cut to a page': [533, 113, 77],
		'read_result with a select': [312, 81, 102],
		'artifact create': [297, 80, 94],
	},
	'2025-11-25': {
		'a small result': [194, 63, 76],
		'a small result of the demo': [137, 48, 94],
		'memsetup without arguments': [169, 57, 90],
		memsetup: [231, 70, 99],
		'500 items, cut to a page': [550, 114, 76],
		'read_result with a select': [325, 84, 102],
		'artifact create': [328, 85, 94],
	},
};

/** Returns the rows over their bound: a timer of another request can only add to a walk, so one walk within is proof. */
async function walksOver(walks: number): Promise<readonly WalkRow[]> {
	const args = ['scripts/run.mjs', 'bench/walk.ts', '--json', `--walks=${walks}`];
	const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
	const rows: readonly WalkRow[] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
	for (const [era, calls] of Object.entries(BOUNDS)) {
		const walked = rows.filter((row) => row.era === era);
		expect(walked.map(({ name }) => name)).toEqual(Object.keys(calls));
	}
	return rows.filter(({ name, era, before, after }) => {
		const [functions, files, later] = BOUNDS[era]?.[name] ?? [0, 0, 0];
		return before.functions > functions || before.files > files || after.functions > later;
	});
}

it('a call runs no more functions, in no more files, than its bound', async () => {
	const over = await walksOver(1);
	if (over.length === 0) return;
	const again = await walksOver(2);
	const keyOf = ({ era, name }: WalkRow) => `${era} ${name}`;
	const keys = new Set(over.map(keyOf));
	expect(again.filter((row) => keys.has(keyOf(row)))).toEqual([]);
});
