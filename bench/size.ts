// The size of an upload, as wrangler prints it and by its parts, and the CPU time of a start.
import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { offline } from '../scripts/offline.mjs';
import { bundleWorker, root, type Upload, uploadOf } from '../test/worker/bundle';
import { saveResults } from './results';

export interface SizeBench {
	/** Everything, as `wrangler deploy` prints it. */
	readonly upload: Upload;
	/** The modules that are compiled at a start. */
	readonly code: Upload;
	/** Texts beside them: programs and styles of pages, and documents. */
	readonly pages: Upload;
	/** The tokenizer's, beside them too. */
	readonly words: Upload;
	/** Milliseconds of CPU until the Worker can answer, as `wrangler check startup` samples it, if it does. */
	readonly startup: number | undefined;
}

export async function sizeBench(): Promise<SizeBench> {
	const folder = await bundleWorker();
	try {
		const files = await readdir(folder);
		const bytesOf = async (names: RegExp): Promise<Upload> => {
			const named = files.filter((name) => names.test(name));
			const all = await Promise.all(named.map((name) => readFile(join(folder, name))));
			return {
				bytes: all.reduce((sum, { length }) => sum + length, 0),
				gzipped: all.reduce((sum, one) => sum + gzipSync(one).length, 0),
			};
		};
		return {
			upload: await uploadOf(folder),
			code: await bytesOf(/\.(?:js|yaml)$/),
			pages: await bytesOf(/(?:programs|documents)\.txt$/),
			words: await bytesOf(/o200k_base$/),
			startup: await startup(join(folder, 'startup.cpuprofile')),
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Wrangler gives its profile ten seconds: a busy machine has the other figures without this one. */
async function startup(profile: string): Promise<number | undefined> {
	try {
		const output = await wrangler('check', 'startup', '--outfile', profile);
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
export function sizeReport({ upload, code, pages, words, startup }: SizeBench): string {
	const kilobytes = (value: number) => `${(value / 1000).toFixed(0)} KB`;
	const row = (what: string, { bytes, gzipped }: Upload) =>
		`${what}: ${kilobytes(bytes)}, gzipped ${kilobytes(gzipped)}`;
	return [
		row('upload', upload),
		row('code', code),
		row('programs of pages, and documents', pages),
		row("the tokenizer's words", words),
		`start-up: ${startup === undefined ? 'not reported' : `${startup} ms of CPU on this machine`}`,
	].join('\n');
}

if (basename(process.argv[1] ?? '') === 'size.ts') {
	const measured = await sizeBench();
	console.log(sizeReport(measured));
	saveResults('size', measured);
}
