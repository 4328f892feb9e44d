import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exportsIn, riddlesIn, saysMore } from '../../scripts/documented.mjs';
import { check } from '../../scripts/site/check.mjs';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'loadline-site-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const site = (files: Readonly<Record<string, string>>) => {
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
	return check(folder, '/1/');
};

it('a site whose links and anchors lead somewhere is whole', () => {
	const start =
		'<a href="/1/index.html#there">a</a><a href="../index.html">b</a><a href="https://a.b">c</a>';
	const files = { 'index.html': '<h2 id="there">x</h2>', 'start/a.html': start };
	expect(site(files)).toEqual({ pages: 2, links: 2, faults: [] });
});

it('what leads nowhere, or is loaded from elsewhere, is told with its page', () => {
	const page =
		'<a href="/1/gone.html">a</a><a href="#gone">b</a><script src="https://a.b/c.js"></script>';
	const faults = [
		'a.html: /1/gone.html is not there',
		'a.html: #gone has no such anchor',
		'a.html: loads https://a.b/c.js',
		'a.css: loads https://a.b/font.woff2',
	];
	const style = '@font-face { src: url(https://a.b/font.woff2) }';
	expect(site({ 'a.html': page, 'a.css': style }).faults).toEqual(faults);
});

it('exports are counted by what says what they are', () => {
	const text = `/** Says so. */
export const one = (a: string): string => a;
export function two(): void {}
export interface Three {
	/** Of a member. */
	readonly a: string;
}
export interface Four {
	readonly a: string;
}
export interface Half {
	/** Of a member. */
	readonly a: string;
	readonly b: string;
}
export const five = 5;
export type Six = 'a' | 'b';
`;
	const counted = exportsIn('a.ts', text).map(({ name, isDocumented }) => [name, isDocumented]);
	expect(counted).toEqual([
		...[
			['one', true],
			['two', false],
			['Three', true],
		],
		...[
			['Four', false],
			['Half', false],
			['Six', false],
		],
	]);
});

it.each([
	['TokenList', 'A token list.', false],
	['Tokens', 'The tokens.', false],
	['ApiTokens', 'API tokens of a workspace, kept as digests.', true],
	['count', '', false],
])('of %s the comment "%s" says more than the name: %s', (name, text, more) => {
	expect(saysMore(name, text)).toBe(more);
});

it('finds headers and docstrings that open as riddles', () => {
	const text = `// What a header says.

/** Whether it is. */
const a = 1;
/**
 * Which one, over
 * two lines.
 */
const b = 2;
/** Returns what is asked for. */
const c = 3;
`;
	const riddles = ['What a header says.', 'Whether it is.', 'Which one, over'];
	expect(riddlesIn(text)).toEqual({ openings: 4, riddles });
});

it.each(['bench/a.ts', 'test/deep/a.test.ts', 'examples/a.mjs'])(
	'refuses a riddle in %s',
	(file) => {
		const script = join(realpathSync(folder), 'scripts/documented.mjs');
		cpSync(resolve(import.meta.dirname, '../../scripts/documented.mjs'), script);
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), '// What it says.\n');
		const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
		expect([status, stderr]).toEqual([1, `Say what a thing does or is:\n${file}: What it says.\n`]);
	},
);
