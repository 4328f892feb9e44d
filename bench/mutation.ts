// `npm run bench -- mutation [--rooms=replay,config | --files=src/config/parse.ts]`: whether the tests notice
// when the code is changed. Stryker makes one small change after another to a room of `src` and runs the tests
// that reach it; what no test notices is listed. It works on a copy, and offline once Stryker is fetched. What
// became of a change is kept, and found again while neither the change nor its tests are another; with `--again`
// what nothing noticed is given ten times as many.
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { root } from '../test/worker/bundle';
import { copyOfTree } from './mutation/copy';
import { ROOMS, type Room } from './mutation/rooms';
import { type MutationRow, mutationTable, type Report, rowOf, survivors } from './mutation/table';
import { readResults, saveResults } from './results';

const listed = (flag: string): string[] | undefined =>
	process.argv
		.find((argument) => argument.startsWith(`--${flag}=`))
		?.slice(flag.length + 3)
		.split(',');

const files = listed('files');
const again = process.argv.includes('--again');
const rooms = listed('rooms') ?? (files ? [...new Set(files.map(roomOf))] : Object.keys(ROOMS));
const isWanted = (file: string) =>
	files === undefined || files.some((pattern) => matchesGlob(file, pattern));
const unknown = rooms.filter((room) => !Object.hasOwn(ROOMS, room));
if (unknown.length > 0) {
	console.error(
		`There is no room ${unknown.join(', ')}. Rooms are ${Object.keys(ROOMS).join(', ')}; files begin with src/ROOM/.`,
	);
	process.exit(2);
}

const kept = join(root, 'node_modules/.cache/loadline/mutation');
mkdirSync(kept, { recursive: true });
const copy = await copyOfTree();
const rows: MutationRow[] = [];
try {
	for (const room of rooms) {
		const report = await changed(room);
		const row = rowOf(room, report, files && globSync(`src/${room}/**/*.ts`, { cwd: root }).length);
		rows.push(row);
		console.log(`\n### ${room}: ${row.killed} of ${row.changes} noticed (${row.share} %)\n`);
		console.log(survivors(report, isWanted).join('\n'));
	}
} finally {
	rmSync(copy, { recursive: true, force: true });
}
console.log(`\n${mutationTable(rows)}`);
const before = (readResults().mutation?.value ?? []) as readonly MutationRow[];
const others = before.filter(({ room }) => !rooms.includes(room));
saveResults('mutation', [...others, ...rows]);

function roomOf(file: string): string {
	return file.split('/')[1] ?? '';
}

/** Reports on the changes to a room: those to `files`, if given, are made, and the others are remembered. */
async function changed(room: string): Promise<Report> {
	const { tests, keeps } = ROOMS[room] as Room;
	const isKept = (file: string) => keeps?.files.includes(file) === true;
	const wanted = globSync(`src/${room}/**/*.ts`, { cwd: root }).filter(isWanted);
	const parts = [
		await run(
			`${room}`,
			wanted.filter((file) => !isKept(file)),
			tests,
			'perTest',
		),
		...(keeps === undefined
			? []
			: [await run(`${room}-kept`, wanted.filter(isKept), keeps.tests, 'all')]),
	];
	return { files: Object.assign({}, ...parts.map((part) => part.files)) };
}

async function run(
	name: string,
	mutate: readonly string[],
	include: readonly string[],
	coverageAnalysis: 'perTest' | 'all',
): Promise<Report> {
	const report = join(kept, `${name}.json`);
	if (mutate.length === 0)
		return existsSync(report)
			? (JSON.parse(readFileSync(report, 'utf8')) as Report)
			: { files: {} };
	if (again) forgetSurvivors(report, mutate);
	const settings = {
		plugins: ['./bench/mutation/runner.mjs'],
		testRunner: 'in-process',
		mutate,
		// Code that runs once, when a module is loaded, cannot be changed test by test.
		ignoreStatic: coverageAnalysis === 'perTest',
		coverageAnalysis,
		concurrency: 1,
		// A clock runs on while others have the machine; what never ends is seen by its steps, mostly.
		timeoutMS: 60_000,
		timeoutFactor: 0.2,
		dryRunTimeoutMinutes: 30,
		inPlace: true,
		disableTypeChecks: false,
		incremental: true,
		incrementalFile: report,
		reporters: ['dots'],
	};
	writeFileSync(join(copy, 'stryker.config.json'), JSON.stringify(settings));
	const program = join(copy, 'node_modules/@stryker-mutator/core/bin/stryker.js');
	const child = spawn(process.execPath, [program, 'run', 'stryker.config.json'], {
		cwd: copy,
		stdio: ['ignore', process.env.STRYKER_OUTPUT ? 'inherit' : 'ignore', 'inherit'],
		env: {
			...process.env,
			PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
			...(again && { LOADLINE_MUTATION_MS: process.env.LOADLINE_MUTATION_MS ?? '10000' }),
			LOADLINE_MUTATION_TESTS: JSON.stringify(globSync([...include], { cwd: root }).sort()),
		},
	});
	const code = await new Promise((resolve) => child.once('exit', resolve));
	if (code !== 0) throw new Error(`Stryker ended with ${String(code)} in ${name}`);
	return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

/** Lets Stryker ask anew what nothing noticed. */
function forgetSurvivors(report: string, asked: readonly string[]): void {
	if (!existsSync(report)) return;
	const { files, ...rest } = JSON.parse(readFileSync(report, 'utf8')) as Report;
	const noticed = Object.entries(files).map(([file, { mutants, ...more }]) => [
		file,
		{
			...more,
			mutants: mutants.filter(({ status }) => status !== 'Survived' || !asked.includes(file)),
		},
	]);
	writeFileSync(report, JSON.stringify({ ...rest, files: Object.fromEntries(noticed) }));
}
