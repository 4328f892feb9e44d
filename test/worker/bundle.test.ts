// What is deployed: how large it is, and what it does not do when it starts.
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, inject, it } from 'vitest';
import { bundleWorker } from './bundle';

const main = readFileSync(join(inject('bundle'), 'worker.js'), 'utf8');

describe('the bundle', () => {
	it('has at most 700 KB, minified and gzipped, beside the words of the tokenizer', async () => {
		// As `npm run deploy` does it.
		const folder = await bundleWorker(undefined, ['--minify']);
		const deployed = readFileSync(join(folder, 'worker.js'));
		await rm(folder, { recursive: true });
		expect(gzipSync(deployed).length).toBeLessThanOrEqual(700_000);
	});

	it("does not load the tokenizer's words when it starts", () => {
		const lines = main
			.split('\n')
			.filter((line) => /import.*bpeRanks|import.*o200k_base"/.test(line));
		expect(lines).toHaveLength(1);
		expect(lines[0]).toMatch(/await import\("\.\/[0-9a-f]+-o200k_base"\)/);
		expect(main).not.toContain(' patrones');
	});

	it('has no language of zod but English', () => {
		// `import * as z from 'zod'`: what is not used of a namespace is left out.
		expect(main.match(/(?<=\/zod\/v4\/locales\/)\w+/g) ?? []).not.toContain('de');
	});
});
