// What is deployed: bytes of the bundle, and the time it takes to start.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { offline } from '../scripts/offline.mjs';
import { root } from '../test/worker/bundle';

export interface Bytes {
	readonly bytes: number;
	readonly gzipped: number;
}

export interface SizeBench {
	/** The modules that are compiled at a start, minified. */
	readonly code: Bytes;
	/** Texts beside them: programs and styles of pages, and documents. */
	readonly pages: Bytes;
	/** The tokenizer's, beside them too. */
	readonly words: Bytes;
	/** Milliseconds of CPU until the Worker can answer, as `wrangler check startup` samples it, if it does. */
	readonly startup: number | undefined;
}

export async function sizeBench(): Promise<SizeBench> {
	const folder = await mkdtemp(join(tmpdir(), 'loadline-size-'));
	try {
		await wrangler('deploy', '--dry-run', '--minify', '--outdir', folder);
		const files = (await readdir(folder)).filter((name) => !/\.(map|md)$/.test(name));
		const isWords = (name: string) => name.endsWith('o200k_base');
		const isPages = (name: string) => /(?:programs|documents)\.txt$/.test(name);
		const bytesOf = async (is: (name: string) => boolean): Promise<Bytes> => {
			const all = await Promise.all(files.filter(is).map((name) => readFile(join(folder, name))));
			return {
				bytes: all.reduce((sum, { length }) => sum + length, 0),
				gzipped: all.reduce((sum, one) => sum + gzipSync(one).length, 0),
			};
		};
		return {
			code: await bytesOf((name) => !isWords(name) && !isPages(name)),
			pages: await bytesOf(isPages),
			words: await bytesOf(isWords),
			startup: await startup(join(folder, 'startup.cpuprofile')),
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Wrangler gives its profile ten seconds: a busy machine has the other figures without this one. */
async function startup(profile: string): Promise<number | undefined> {
	try {
		const output = await wrangler('check', 'startup', '--outfile', profile, '--args=--minify');
		const active = /Active: ([\d.]+) ms/.exec(output)?.[1];
		return active === undefined ? undefined : Number(active);
	} catch (error) {
		console.error(`wrangler check startup: ${String(error).trim().split('\n').at(-1)}`);
		return undefined;
	}
}

async function wrangler(...args: string[]): Promise<string> {
	const program = join(root, 'node_modules/wrangler/bin/wrangler.js');
	const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
		cwd: root,
		env: { ...process.env, ...offline, CI: 'true' },
	});
	return stdout;
}

/** The figures as text. */
export function sizeReport({ code, pages, words, startup }: SizeBench): string {
	const kilobytes = (value: number) => `${(value / 1000).toFixed(0)} KB`;
	const row = (what: string, { bytes, gzipped }: Bytes) =>
		`${what}: ${kilobytes(bytes)}, gzipped ${kilobytes(gzipped)}`;
	return [
		row('code, minified', code),
		row('programs of pages, and documents', pages),
		row("the tokenizer's words", words),
		`start-up: ${startup === undefined ? 'not reported' : `${startup} ms of CPU on this machine`}`,
	].join('\n');
}

if (basename(process.argv[1] ?? '') === 'size.ts') console.log(sizeReport(await sizeBench()));
