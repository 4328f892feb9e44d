// The deployed bundle: its size, and what it leaves for later when it starts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { uploadOf } from './bundle';

const main = readFileSync(join(inject('bundle'), 'worker.js'), 'utf8');

describe('the bundle', () => {
	it('is an upload of at most 2.2 MB, gzipped, as wrangler prints it', async () => {
		const { gzipped } = await uploadOf(inject('bundle'));
		expect(gzipped).toBeLessThanOrEqual(2_200_000);
	});

	it("does not load the tokenizer's words when it starts", () => {
		expect(main.match(/-o200k_base"/g)).toHaveLength(1);
		expect(main).toMatch(/await import\("\.\/[0-9a-f]+-o200k_base"\)/);
		expect(main).not.toContain(' patrones');
	});

	it("does not build the schemas of the SDK's client when it starts", () => {
		// Its part for stdio, of which these are the variables, builds them as it is loaded.
		expect(main).not.toContain('HOMEDRIVE');
	});

	it('has no language of zod but English', () => {
		// `import * as z from 'zod/v4'`: what is not used of a namespace is left out.
		expect(main).not.toContain('erwartet instanceof');
	});
});
