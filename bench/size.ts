// What is deployed: bytes of the bundle, and the time it takes to start.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { offline } from '../scripts/offline.mjs';
import { root } from '../test/worker/bundle';

export interface SizeBench {
	/** Bytes of the modules that are compiled at a start, minified. */
	readonly bytes: number;
	readonly gzipped: number;
	/** Gzipped: the words of the tokenizer, which lie beside them. */
	readonly words: number;
	/** Milliseconds of CPU until the Worker can answer, as `wrangler check startup` samples it. */
	readonly startup: number | undefined;
}

export async function sizeBench(): Promise<SizeBench> {
	const folder = await mkdtemp(join(tmpdir(), 'loadline-size-'));
	try {
		await wrangler('deploy', '--dry-run', '--minify', '--outdir', folder);
		const files = (await readdir(folder)).filter((name) => !/\.(map|md)$/.test(name));
		const read = (names: string[]) =>
			Promise.all(names.map((name) => readFile(join(folder, name))));
		const isWords = (name: string) => name.endsWith('o200k_base');
		const modules = await read(files.filter((name) => !isWords(name)));
		const words = await read(files.filter(isWords));
		const zipped = (all: Buffer[]) => all.reduce((sum, one) => sum + gzipSync(one).length, 0);
		const profile = join(folder, 'startup.cpuprofile');
		const output = await wrangler('check', 'startup', '--outfile', profile, '--args=--minify');
		const active = /Active: ([\d.]+) ms/.exec(output)?.[1];
		return {
			bytes: modules.reduce((sum, { length }) => sum + length, 0),
			gzipped: zipped(modules),
			words: zipped(words),
			startup: active === undefined ? undefined : Number(active),
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
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
export function sizeReport({ bytes, gzipped, words, startup }: SizeBench): string {
	const kilobytes = (value: number) => `${(value / 1000).toFixed(0)} KB`;
	return [
		`bundle, minified: ${kilobytes(bytes)}, gzipped ${kilobytes(gzipped)}; the tokenizer's words ${kilobytes(words)}`,
		`start-up: ${startup === undefined ? 'not reported' : `${startup} ms of CPU on this machine`}`,
	].join('\n');
}

if (basename(process.argv[1] ?? '') === 'size.ts') console.log(sizeReport(await sizeBench()));
