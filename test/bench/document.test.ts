import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documented } from '../../bench/document';

it('docs/benchmarks.md has the figures of bench/results.json', () => {
	const text = readFileSync('docs/benchmarks.md', 'utf8');
	expect(documented(text)).toBe(text);
});
