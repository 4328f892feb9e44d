// A copy of the repository that Stryker may change, its packages beside ours.
import { execFileSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fetchTool } from '../../scripts/tools.mjs';
import { root } from '../../test/worker/bundle';

/** Must find our vitest, not its own: it is copied, not linked. */
const RUNNER = '@stryker-mutator/vitest-runner';
/** Where that is, for Stryker, which would take its own. */
export const PLUGIN = `./node_modules/${RUNNER}/dist/src/index.js`;
/** It names the tests to run in one expression, which V8 refuses where a change is reached by hundreds. */
const PATTERN = 'const regex = new RegExp(';
const MOST_NAMES = 60;

/** @returns the folder of what is in the repository, with Stryker among its packages */
export async function copyOfTree(): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'loadline-mutation-'));
	const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
	for (const file of files
		.split('\0')
		.filter((name) => existsSync(join(root, name)) && name !== ''))
		cpSync(join(root, file), join(folder, file));
	const stryker = join(await fetchTool('mutation'), 'node_modules');
	const modules = join(folder, 'node_modules');
	for (const from of [join(root, 'node_modules'), stryker])
		for (const name of packagesOf(from)) {
			const to = join(modules, name);
			if (existsSync(to)) continue;
			mkdirSync(dirname(to), { recursive: true });
			if (name === RUNNER) cpSync(join(from, name), to, { recursive: true });
			else symlinkSync(join(from, name), to);
		}
	runsWholeFiles(join(modules, RUNNER, 'dist/src/vitest-test-runner.js'));
	return folder;
}

/** Lets the runner run all of the files of the tests it is to run, where their names would be too many. */
function runsWholeFiles(file: string): void {
	const source = readFileSync(file, 'utf8');
	if (!source.includes(PATTERN)) throw new Error(`The runner of Stryker is another: ${file}`);
	const few = `const regex = testIds.length > ${MOST_NAMES} ? undefined : new RegExp(`;
	writeFileSync(file, source.replace(PATTERN, few));
}

const packagesOf = (modules: string): string[] =>
	readdirSync(modules).flatMap((name) =>
		name.startsWith('@')
			? readdirSync(join(modules, name)).map((each) => join(name, each))
			: [name],
	);
