// The walk of docs/one-result.md and AGENTS.md: the same files, and in each the function that is to be read.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const steps = [
	...read('docs/one-result.md').matchAll(/^\| \d \| \[`(src\/[^`]+)`\].*? \| `(\w+)` \|/gm),
].map(([, file = '', name = '']) => ({ file, name }));

it.each(steps)('$file has $name', ({ file, name }) => {
	expect(read(file)).toMatch(new RegExp(`(?:const|function|^\\t(?:async )?)\\s*${name}\\b`, 'm'));
});

/** Lines that are read in a few minutes, those passed over among them. */
const A_FEW_MINUTES = 210;

it.each(steps)('$file is read in a few minutes', ({ file }) => {
	expect(read(file).split('\n').length - 1).toBeLessThanOrEqual(A_FEW_MINUTES);
});

it('is six files, those of the map of the house', () => {
	expect(steps).toHaveLength(6);
	const map = read('AGENTS.md');
	for (const { file } of steps) expect(map).toContain(`](${file})`);
});
