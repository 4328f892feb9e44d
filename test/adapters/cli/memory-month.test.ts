// A month of a small team: clones that edit, add, rename and delete rules at once, sync in any order, and
// resolve what collides. Whatever anybody wrote and nobody deleted is published in the end.
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createProgram } from '../../../src/adapters/cli';
import { times } from '../../fuzz-runs';
import { openWorkspace } from '../../memory/workspace';
import { memoryServer } from './memory-server';

const workspace = openWorkspace('ws-month');
let server: Awaited<ReturnType<typeof memoryServer>>;
let url = '';
let root = '';

beforeAll(async () => {
	server = await memoryServer(workspace);
	url = server.url;
	root = mkdtempSync(join(tmpdir(), 'loadline-month-'));
	for (const name of ['log', 'error'] as const)
		vi.spyOn(console, name).mockImplementation(() => {});
});
afterAll(() => {
	vi.restoreAllMocks();
	process.exitCode = 0;
	server.close();
	rmSync(root, { recursive: true, force: true });
});

const sync = async (clone: string): Promise<void> => {
	await createProgram(() => Promise.reject(new Error('nothing is opened')), []).parseAsync(
		['memory', 'sync', clone, '--yes', '--withdraw', '--url', url],
		{ from: 'user' },
	);
	process.exitCode = 0;
};

it.each(Array.from({ length: times(1, 6) }, (_, at) => at + 1))(
	'of a small team loses nothing (history %i)',
	async (seed) => {
		for (const { id, hash } of await workspace.hub.listObjects())
			await workspace.hub.applySync({ by: 'boss', files: [], withdraw: [{ id, hash }] });
		let state = seed * 7919;
		const random = (below: number): number => {
			state = (state * 1103515245 + 12345) % 2147483648;
			return Math.floor((state / 2147483648) * below);
		};
		const clones = ['ada', 'bob', 'cleo'].map((name) => {
			const clone = join(root, `${name}-${seed}`);
			mkdirSync(join(clone, '.git'), { recursive: true });
			mkdirSync(join(clone, '.claude/rules'), { recursive: true });
			return clone;
		});
		const rulesOf = (clone: string): string[] =>
			readdirSync(join(clone, '.claude/rules')).filter((file) => file.endsWith('.md'));
		const path = (clone: string, file: string) => join(clone, '.claude/rules', file);
		const written = new Set<string>();
		const dropped = new Set<string>();
		let count = 0;
		const sentence = (): string => {
			const mark = `mark-${++count}`;
			written.add(mark);
			return `- Keep ${mark} in every part of module ${random(9)} that is ours`;
		};
		const marksIn = (text: string) => text.match(/mark-\d+/g) ?? [];

		/** Resolves a file and its conflict as a person does: both sides stay. */
		const resolve = (clone: string): void => {
			for (const conflict of readdirSync(join(clone, '.claude/rules')).filter((file) =>
				file.endsWith('.conflict'),
			)) {
				const file = conflict.slice(0, -'.conflict'.length);
				const sides = readFileSync(path(clone, conflict), 'utf8');
				if (sides.startsWith('This file')) rmSync(path(clone, conflict));
				else {
					const both = sides
						.split('\n')
						.filter((line) => !/^(?:<{7}|={7}|>{7})/.test(line))
						.join('\n');
					writeFileSync(path(clone, file), both);
					rmSync(path(clone, conflict));
				}
			}
		};

		const work = (clone: string): void => {
			const files = rulesOf(clone);
			const file = files[random(files.length)];
			const action = random(10);
			if (file === undefined || action < 2) {
				const text = `# Module\n\n${Array.from({ length: 4 }, sentence).join('\n')}\n`;
				writeFileSync(path(clone, `rule-${++count}.md`), text);
				return;
			}
			const lines = readFileSync(path(clone, file), 'utf8').split('\n');
			if (action < 6) lines.splice(2 + random(Math.max(1, lines.length - 2)), 0, sentence());
			else if (action < 8) {
				const at = lines.findIndex((line, index) => index > 1 + random(3) && line.startsWith('- '));
				if (at < 0) return;
				lines[at] = `${lines[at]}, and ${sentence().slice(2)}`;
			} else if (action === 8) {
				renameSync(path(clone, file), path(clone, `renamed-${++count}.md`));
				return;
			} else if (files.length > 3) {
				for (const mark of marksIn(lines.join('\n'))) dropped.add(mark);
				rmSync(path(clone, file));
				return;
			}
			writeFileSync(path(clone, file), lines.join('\n'));
		};

		for (let step = 0; step < times(25, 60); step++) {
			const clone = clones[random(clones.length)] ?? '';
			for (let edit = random(3); edit >= 0; edit--) work(clone);
			if (random(3) === 0) continue;
			await sync(clone);
			resolve(clone);
		}
		for (let round = 0; round < 4; round++)
			for (const clone of clones) {
				await sync(clone);
				resolve(clone);
			}
		const { files } = await workspace.hub.exportFiles();
		const published = new Set(files.flatMap(({ content }) => marksIn(content)));
		const lost = [...written].filter((mark) => !published.has(mark) && !dropped.has(mark));
		expect(lost).toEqual([]);
		for (const clone of clones) {
			const here = rulesOf(clone)
				.map((file) => readFileSync(path(clone, file), 'utf8'))
				.sort();
			expect(here).toEqual(files.map(({ content }) => content).sort());
			expect(existsSync(join(clone, '.loadline/lock.json'))).toBe(true);
		}
	},
);
