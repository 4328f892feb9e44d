// A copy of the repository that Stryker may change, its packages beside ours.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fetchTool } from '../../scripts/tools.mjs';
import { root } from '../../test/worker/bundle';

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
			symlinkSync(join(from, name), to);
		}
	return folder;
}

const packagesOf = (modules: string): string[] =>
	readdirSync(modules).flatMap((name) =>
		name.startsWith('@')
			? readdirSync(join(modules, name)).map((each) => join(name, each))
			: [name],
	);
