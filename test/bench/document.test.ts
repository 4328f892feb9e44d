import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DOCUMENTS, documented } from '../../bench/document';

it.each(Object.keys(DOCUMENTS))('%s has the figures of bench/results.json', (path) => {
	const text = readFileSync(path, 'utf8');
	expect(documented(path, text)).toBe(text);
});
