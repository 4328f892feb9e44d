import { describe, expect, it } from 'vitest';
import { policyFor } from '../../src/config/policy';
import { weigher } from '../../src/protect/budget';
import { beginText } from '../../src/protect/protect';
import { read } from '../../src/protect/read';
import type { Outcome } from '../../src/protect/types';
import { configOf } from '../gateway/gateway';

const policy = policyFor(configOf(), 'memload');
const weigh = weigher(policy);
const text = 'A line of "prose" to read.\n'.repeat(2000);

const HANDLE = 'x'.repeat(44);

/** The first chunk and its facts. */
const begun = (outcome: Outcome) => {
	const [first, added] = outcome.place(outcome.positions.map(() => HANDLE)).content;
	return { text: String(first?.text), facts: JSON.parse(String(added?.text)).chunk };
};

/** All chunks behind the first. */
function rest(outcome: Outcome): string[] {
	const chunks: string[] = [];
	for (let position = outcome.positions[0]; position !== undefined; ) {
		if (outcome.document === undefined) throw new Error('nothing was kept');
		const more = read(outcome.document, { view: {}, position }, policy);
		if (!more.ok) throw new Error(more.error);
		chunks.push(String(more.value.place(more.value.positions.map(() => HANDLE)).content[0]?.text));
		position = more.value.positions[0];
	}
	return chunks;
}

describe('the beginning of a text', () => {
	it.each([300, 500, 1500])(
		'fits %i tokens as a string of JSON, and joins with the rest',
		(tokens) => {
			const outcome = beginText(text, tokens, policy);
			const first = begun(outcome);
			expect(weigh(JSON.stringify(first.text)).tokens).toBeLessThanOrEqual(tokens);
			expect(first.text).not.toBe('');
			expect(first.facts).toMatchObject({ chunkIndex: 0, startLine: 1, nextCursor: HANDLE });
			expect([first.text, ...rest(outcome)].join('')).toBe(text);
		},
	);

	it('is followed by chunks of the usual size', () => {
		const chunks = rest(beginText(text, 300, policy));
		expect(chunks.length).toBeLessThan(15);
		const { facts } = begun(beginText(text, 300, policy));
		expect(facts).toMatchObject({ approximate: true });
		expect(facts.totalChunks).toBeGreaterThan(2);
	});

	it('is empty where there is no room, and nothing of the text is lost', () => {
		const outcome = beginText(text, 100, policy);
		expect(begun(outcome)).toMatchObject({ text: '', facts: { chunkIndex: 0, endLine: 0 } });
		expect(rest(outcome).join('')).toBe(text);
	});

	it('says about how many chunks there are', () => {
		for (const tokens of [300, 1_500]) {
			const outcome = beginText(text, tokens, policy);
			expect(Math.abs(begun(outcome).facts.totalChunks - 1 - rest(outcome).length)).toBeLessThan(6);
		}
		expect(begun(beginText(text, 100, policy)).facts.totalChunks).toBe(2);
	});

	it('begins with the least room in which something is said, and holds its share of the bytes', () => {
		expect(begun(beginText(text, 219, policy)).text).toBe('');
		expect(begun(beginText(text, 220, policy)).text).not.toBe('');
		const narrow = { ...policy, hardByteLimit: 10_000 };
		const share = (10_000 * 600) / policy.tokenBudgetThreshold;
		const blank = `${' '.repeat(60)}\n`.repeat(200);
		const made = beginText(blank, 600, narrow);
		expect(made.report.act).toBe('chunked');
		expect(Buffer.byteLength(JSON.stringify(begun(made).text))).toBeLessThanOrEqual(share);
		expect(begun(made).text.length).toBeGreaterThan(share / 3);
	});

	it('is the text where it fits, and nothing of nothing', () => {
		const numbers = { estimatedTokens: 4, budgetUsed: 0, budgetRemaining: 3996 };
		const made = beginText('short', 300, policy);
		expect(made.place(null)).toEqual({
			content: [{ type: 'text', text: 'short' }],
			meta: { 'dev.loadline/protect': numbers },
		});
		expect(made.report).toMatchObject({ originalTokens: 4, originalBytes: 7, bytes: 7 });
		expect(beginText('', 0, policy).report.act).toBe('passthrough');
	});
});
