// Golden transcripts: what Loadline says on the wire, recorded once and compared byte for byte. They hold behaviour while
// the code inside moves; only src/node.ts and the command `loadline` are named here.
//
//   npx vitest run --project unit test/transcripts                    compares
//   TRANSCRIPTS=record npx vitest run --project unit test/transcripts records anew; read the diff before you commit it
//   TRANSCRIPTS_FULL=FOLDER …                                         writes long bodies whole, in FOLDER, to compare them
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { onNode } from '../../scripts/on-node.mjs';

const root = resolve(import.meta.dirname, '../..');
const golden = join(import.meta.dirname, 'golden');
const isRecording = process.env.TRANSCRIPTS === 'record';
const cache = join(root, 'node_modules/.cache/loadline');
const work = mkdtempSync(join(cache, 'transcripts-'));
/** Of every Loadline that is opened, and of the files of the command line. */
const states = mkdtempSync(join(tmpdir(), 'loadline-transcripts-'));
const found = isRecording ? golden : join(work, 'found');

beforeAll(async () => {
	const program = join(work, 'record.mjs');
	await build({
		...onNode,
		entryPoints: [join(import.meta.dirname, 'record.ts')],
		outfile: program,
		plugins: [packagesOutside, ...onNode.plugins],
	});
	if (isRecording) for (const file of readdirSync(golden)) rmSync(join(golden, file));
	const run = promisify(execFile);
	const own = { TRANSCRIPTS_COMMAND: inject('command'), TMPDIR: states, TZ: 'UTC' };
	const env = { ...process.env, ...own };
	const { stderr } = await run(process.execPath, [program, found], { cwd: root, env });
	if (stderr !== '') console.error(stderr);
}, 180_000);
afterAll(() => {
	for (const folder of [work, states]) rmSync(folder, { recursive: true, force: true });
});

/** Packages are left to Node, but for one that asks for the Worker's runtime. */
const packagesOutside = {
	name: 'packages outside',
	setup({ onResolve }: import('esbuild').PluginBuild) {
		onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
			const isBundled = path === '@cloudflare/workers-oauth-provider' || path in onNode.alias;
			return kind === 'entry-point' || isBundled ? undefined : { path, external: true };
		});
	},
};

const names = (folder: string) =>
	readdirSync(folder)
		.filter((name) => name.endsWith('.txt'))
		.sort();
const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');

it('records every group that is kept, and no other', () => {
	expect(names(found)).toEqual(names(golden));
});

it.each(names(golden))('says in %s what it said', (name) => {
	const faults = differences(read(golden, name), read(found, name));
	if (faults.length > 0) throw new Error(faults.slice(0, 5).join('\n\n'));
});

/** One text an exchange that differs: its name, and the first line that does, around the place. */
function differences(kept: string, now: string): string[] {
	const before = cases(kept);
	const after = cases(now);
	return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
		const [was = [], is = []] = [before.get(name), after.get(name)];
		const at = Array.from({ length: Math.max(was.length, is.length) }).findIndex(
			(_, line) => was[line] !== is[line],
		);
		if (at < 0) return [];
		const [old = '(no line)', fresh = '(no line)'] = [was[at], is[at]];
		let from = 0;
		while (old[from] !== undefined && old[from] === fresh[from]) from++;
		const shown = (line: string) => line.slice(Math.max(0, from - 120), from + 200);
		return [`${name}, line ${at + 1}:\n- ${shown(old)}\n+ ${shown(fresh)}`];
	});
}

/** Lines by the name of their exchange; the same name again has its number. */
function cases(text: string): Map<string, string[]> {
	const found = new Map<string, string[]>();
	for (const part of text.split(/^(?==== )/m)) {
		const [title = '', ...lines] = part.split('\n');
		let name = title;
		for (let n = 2; found.has(name); n++) name = `${title} (${n})`;
		found.set(name, lines);
	}
	return found;
}
