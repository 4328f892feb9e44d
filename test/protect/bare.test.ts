// Lists of bare numbers are read in as few pages as their tokens allow.

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { protect } from '../../src/protect/protect';
import { read } from '../../src/protect/read';
import { isText } from '../../src/shared/tool-result';
import { policy } from './answers';

it('gives 5,000 numbers in five pages, each within the budget', () => {
	const counted = { ...policy, count: (text: string) => countTokens(text) };
	const numbers = Array.from({ length: 5_000 }, (_, at) => (at * 7_919) % 10_007);
	const content = [{ type: 'text' as const, text: JSON.stringify(numbers) }];
	const first = protect({ content }, { view: {} }, counted);
	const found: number[] = [];
	let pages = 0;
	for (let outcome = first; ; pages++) {
		const { report, positions } = outcome;
		expect(report.estimatedTokens).toBeLessThanOrEqual(counted.tokenBudgetThreshold);
		const [page] = outcome.place(positions.map(() => 'H'.repeat(44))).content.filter(isText);
		found.push(...JSON.parse(page?.text ?? ''));
		const [position] = positions;
		if (!position || !first.document) break;
		const next = read(first.document, { position, view: {} }, counted);
		if (!next.ok) throw new Error(next.error);
		outcome = next.value;
	}
	expect(found).toEqual(numbers);
	expect(pages + 1).toBeLessThanOrEqual(5);
});
