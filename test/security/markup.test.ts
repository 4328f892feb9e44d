// Whatever comes from outside is shown as text: pages and their scripts have no way to take it for markup.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');
const MARKUP =
	/\b(?:inner|outer)HTML\b|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|createContextualFragment|\bsrcdoc\b|\bjavascript:|\braw\(/;

it('no page and no script of one takes a text for markup', () => {
	const files = globSync('adapters/http/**/*.{ts,tsx}', { cwd: src });
	expect(files.length).toBeGreaterThan(50);
	const found = files.filter((path) => MARKUP.test(readFileSync(resolve(src, path), 'utf8')));
	expect(found).toEqual([]);
});
