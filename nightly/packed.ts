// `npm pack`, and the folder of somebody else in which the tarball is installed; programs that run there.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** Run in the repository's folder. */
export const root = resolve('.');

export interface Ran {
	readonly status: number;
	readonly out: string;
}

/** Runs a program without what npm tells those that it starts. */
export async function run(
	file: string,
	args: readonly string[],
	cwd: string,
	env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
	const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
	const path = (process.env.PATH ?? '').split(':').filter((part) => !part.includes('node_modules'));
	try {
		const { stdout, stderr } = await promisify(execFile)(file, [...args], {
			cwd,
			env: {
				...Object.fromEntries(own),
				PATH: path.join(':'),
				...env,
			} as unknown as NodeJS.ProcessEnv,
			maxBuffer: 64 * 1024 * 1024,
			timeout: 240_000,
		});
		return { status: 0, out: stdout + stderr };
	} catch (error) {
		const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
		return { status: typeof code === 'number' ? code : 1, out: `${stdout}${stderr}` };
	}
}

export async function must(...given: Parameters<typeof run>): Promise<string> {
	const { status, out } = await run(...given);
	if (status !== 0) throw new Error(`${given[0]} ${given[1].join(' ')} failed:\n${out}`);
	return out;
}

const made: string[] = [];
process.once('exit', () => {
	for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder that goes when the process ends. */
export function emptyFolder(name: string): string {
	const folder = mkdtempSync(join(tmpdir(), `loadline-${name}-`));
	made.push(folder);
	return folder;
}

/** The package as it is published. @returns the path of the tarball */
export async function pack(): Promise<string> {
	const folder = emptyFolder('pack');
	await must('npm', ['pack', '--pack-destination', folder], root);
	return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
}

/** An exact Node from npm, kept between nights. @returns the folder of its program */
export async function nodeOf(version: string): Promise<string> {
	const name = `node-${process.platform}-${process.arch}`;
	const folder = join(homedir(), '.cache/loadline', `${name}-${version}`);
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'package.json'), '{"private":true}');
	await must('npm', ['install', '--prefer-offline', `${name}@${version}`], folder);
	return join(folder, 'node_modules', name, 'bin');
}
