// Bundles the program that records, and runs it.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { onNode } from '../../scripts/on-node.mjs';

const root = resolve(import.meta.dirname, '../..');

/** Packages are left to Node, but for one that asks for the Worker's runtime. */
const packagesOutside: Plugin = {
	name: 'packages outside',
	setup({ onResolve }) {
		onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
			const isBundled = path === '@cloudflare/workers-oauth-provider' || path in onNode.alias;
			return kind === 'entry-point' || isBundled ? undefined : { path, external: true };
		});
	},
};

/** A place for one recording: what it writes, and the state of every Loadline that is opened meanwhile. */
export function recording() {
	const work = mkdtempSync(join(root, 'node_modules/.cache/loadline', 'transcripts-'));
	const states = mkdtempSync(join(tmpdir(), 'loadline-transcripts-'));
	return {
		found: join(work, 'found'),
		/**
		 * @param command the bundled command line
		 * @param groups all unless some are named
		 * @param plugins change what is recorded
		 */
		async record(
			folder: string,
			command: string,
			groups: readonly string[] = [],
			plugins: readonly Plugin[] = [],
		): Promise<void> {
			const program = join(work, 'record.mjs');
			await build({
				...onNode,
				entryPoints: [join(import.meta.dirname, 'record.ts')],
				outfile: program,
				plugins: [...plugins, packagesOutside, ...onNode.plugins],
			});
			const own = { TRANSCRIPTS_COMMAND: command, TMPDIR: states, TZ: 'UTC' };
			const env = { ...process.env, ...own };
			const args = [program, folder, ...groups];
			const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
			if (stderr !== '') console.error(stderr);
		},
		end(): void {
			for (const folder of [work, states]) rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Texts of the exchanges that differ: name, and the first line that does, around the place. */
export function differences(kept: string, now: string): string[] {
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
