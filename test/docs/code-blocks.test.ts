// Programs in documents run. One that cannot says so in its first line, "// Not run: why", and is well formed all
// the same; what is in another language is checked where that is known, or is marked as nothing to run.
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build, transform } from 'esbuild';
import MarkdownIt from 'markdown-it';
import { parse as parseToml } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fence, NOT_RUN } from './fence';

const root = resolve(import.meta.dirname, '../..');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
const blocks = documents.flatMap((path) => fence(path, readFileSync(join(root, path), 'utf8')));
const programs = blocks.filter(({ language }) => ['js', 'ts', 'mjs'].includes(language));

const running = programs.filter(({ text }) => !NOT_RUN.test(text));
const nameOf = ({ path, line }: (typeof programs)[number]) =>
	`${path.replaceAll('/', '-')}-${line}`;

let folder: string;
beforeAll(async () => {
	const cache = join(root, 'node_modules/.cache/loadline');
	mkdirSync(cache, { recursive: true });
	folder = mkdtempSync(join(cache, 'blocks-'));
	const entryPoints = running.map((block) => {
		const source = join(folder, `${nameOf(block)}.${block.language}`);
		writeFileSync(source, block.text);
		return { in: source, out: `${nameOf(block)}.out` };
	});
	// In one go: they share what is read of Loadline.
	await build({
		entryPoints,
		outdir: folder,
		outExtension: { '.js': '.mjs' },
		bundle: true,
		format: 'esm',
		platform: 'node',
		logLevel: 'silent',
		external: ['@modelcontextprotocol/*', 'yaml'],
		alias: {
			'loadline/client': join(root, 'src/client/index.ts'),
			'loadline/mcp': join(root, 'src/library/mcp.ts'),
			'loadline/protect': join(root, 'src/library/protect.ts'),
		},
	});
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a program in a document', () => {
	it.each(running)('runs: $path, line $line', async (block) => {
		const outfile = join(folder, `${nameOf(block)}.out.mjs`);
		// A server of stdio ends with its input.
		const ran = promisify(execFile)(process.execPath, [outfile], {
			cwd: root,
			timeout: 20_000,
		});
		ran.child.stdin?.end();
		const { stdout, stderr } = await ran;
		expect(stderr).toBe('');
		const [, before, after] = /^(\d+) characters, then (\d+)$/m.exec(stdout) ?? [];
		if (before !== undefined) expect(Number(after)).toBeLessThan(Number(before) / 5);
	});

	it.each(programs)('is well formed: $path, line $line', async ({ text, language }) => {
		await transform(text, { loader: language === 'ts' ? 'ts' : 'js', format: 'esm' });
	});

	it('is there', () => expect(programs.length).toBeGreaterThan(4));
});

describe('a block in a document', () => {
	it('is in a language that a test knows', () => {
		// Of json, yaml and yml: documents.test.ts, examples.test.ts. Of sh: shell-blocks.test.ts. Of sql:
		// telemetry.test.ts. Without a language: what a program prints.
		const known = ['', 'js', 'ts', 'json', 'yaml', 'yml', 'sh', 'sql', 'toml', 'markdown'];
		expect(blocks.filter(({ language }) => !known.includes(language))).toEqual([]);
	});

	it('of TOML parses', () => {
		for (const { text } of blocks.filter(({ language }) => language === 'toml'))
			expect(() => parseToml(text)).not.toThrow();
	});

	it('of Markdown is one', () => {
		for (const { text } of blocks.filter(({ language }) => language === 'markdown'))
			expect(new MarkdownIt().parse(text, {}).length).toBeGreaterThan(0);
	});
});
