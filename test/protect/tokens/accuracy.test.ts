// The estimate against the exact count, on texts of this repository (context window protection,
// SC-008: within 20 % for 90 % of responses). They were written for this test, in fifteen kinds.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { estimate } from '../../../src/protect/tokens/estimate';
import { countExact } from '../../../src/protect/tokens/exact';

const folder = join(import.meta.dirname, '../../fixtures/estimator');

it('the calibrated estimate is within 20 % of the exact count for 90 % of texts of many kinds', async () => {
	const files = readdirSync(folder);
	expect(files.length).toBeGreaterThanOrEqual(15);
	const off: string[] = [];
	for (const file of files) {
		const text = readFileSync(join(folder, file), 'utf8');
		const { tokens } = await countExact(text);
		const error = estimate(text) / tokens - 1;
		if (Math.abs(error) > 0.2) off.push(`${file}: ${(error * 100).toFixed(0)} %`);
	}
	expect(off.length, off.join(', ')).toBeLessThanOrEqual(files.length * 0.1);
});
