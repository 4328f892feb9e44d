// Holds how many functions, in how many files, run for a call: a count of V8's in a process of its own, no time.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { WalkRow } from '../../bench/walk/table';
import { root } from '../worker/bundle';

type Bound = readonly [functions: number, files: number, after: number];

/** By version and call: functions and files before the answer, functions after it: of these some run or not, by what came before. */
const BOUNDS: Readonly<Record<string, Readonly<Record<string, Bound>>>> = {
	'2026-07-28': {
		'a small result': [179, 61, 79],
		'a small result of the demo': [112, 43, 97],
		'memsetup without arguments': [169, 59, 84],
		memsetup: [210, 64, 103],
		'500 items, cut to a page': [471, 105, 80],
		'read_result with a select': [303, 76, 104],
		'artifact create': [294, 78, 97],
	},
	'2025-11-25': {
		'a small result': [193, 64, 79],
		'a small result of the demo': [135, 48, 97],
		'memsetup without arguments': [169, 56, 84],
		memsetup: [231, 68, 102],
		'500 items, cut to a page': [487, 106, 79],
		'read_result with a select': [316, 79, 104],
		'artifact create': [324, 83, 97],
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
