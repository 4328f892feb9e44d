// `npm run bench -- mutation [--rooms=replay,config]`: whether the tests notice when the code is changed.
// Stryker makes one small change after another to a room of `src` and runs the tests that reach it; what no
// test notices is listed. It works on a copy, and offline once Stryker is fetched.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyOfTree } from './mutation/copy';
import { type MutationRow, mutationTable, type Report, rowOf, survivors } from './mutation/table';
import { readResults, saveResults } from './results';

/** Rooms, and the tests that are run for each. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
	replay: ['test/replay/**/*.test.ts'],
	transient: ['test/transient/**/*.test.ts', 'test/client/**/*.test.ts'],
	workflow: ['test/workflow/**/*.test.ts'],
	config: ['test/config/**/*.test.ts'],
	memory: ['test/memory/**/*.test.ts'],
	protect: ['test/protect/**/*.test.ts'],
};

const given = process.argv.find((argument) => argument.startsWith('--rooms='))?.slice(8);
const rooms = given?.split(',') ?? Object.keys(ROOMS);
const unknown = rooms.filter((room) => !Object.hasOwn(ROOMS, room));
if (unknown.length > 0) {
	console.error(
		`--rooms: there is no ${unknown.join(', ')}. Rooms are ${Object.keys(ROOMS).join(', ')}.`,
	);
	process.exit(2);
}

const copy = await copyOfTree();
const rows: MutationRow[] = [];
try {
	for (const room of rooms) {
		const report = await mutated(room);
		const row = rowOf(room, report);
		rows.push(row);
		console.log(`\n### ${room}: ${row.killed} of ${row.changes} noticed (${row.share} %)\n`);
		console.log(survivors(report).join('\n'));
	}
} finally {
	rmSync(copy, { recursive: true, force: true });
}
console.log(`\n${mutationTable(rows)}`);
const before = (readResults().mutation?.value ?? []) as readonly MutationRow[];
const others = before.filter(({ room }) => !rooms.includes(room));
saveResults('mutation', [...others, ...rows]);

async function mutated(room: string): Promise<Report> {
	const report = join(copy, 'mutation.json');
	const tests = { include: ROOMS[room], maxWorkers: 1, testTimeout: 20_000 };
	writeFileSync(
		join(copy, 'vitest.mutation.mjs'),
		`export default ${JSON.stringify({ test: tests })};`,
	);
	const settings = {
		testRunner: 'vitest',
		vitest: { configFile: 'vitest.mutation.mjs' },
		mutate: [`src/${room}/**/*.ts`],
		// What runs once, when a module is loaded, cannot be changed test by test.
		ignoreStatic: true,
		coverageAnalysis: 'perTest',
		concurrency: 2,
		timeoutMS: 5_000,
		inPlace: true,
		disableTypeChecks: false,
		reporters: ['json', 'dots'],
		jsonReporter: { fileName: report },
	};
	writeFileSync(join(copy, 'stryker.config.json'), JSON.stringify(settings));
	const program = join(copy, 'node_modules/@stryker-mutator/core/bin/stryker.js');
	const child = spawn(process.execPath, [program, 'run', 'stryker.config.json'], {
		cwd: copy,
		stdio: ['ignore', 'ignore', 'inherit'],
		env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
	});
	const code = await new Promise((resolve) => child.once('exit', resolve));
	if (code !== 0) throw new Error(`Stryker ended with ${String(code)} in ${room}`);
	return JSON.parse(readFileSync(report, 'utf8')) as Report;
}
