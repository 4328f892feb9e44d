// All that reaches the model counts: links, blocks of kinds to come, `_meta`, rare words.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { REPORT_KEY, shown } from '../../src/protect/frame';
import { protect } from '../../src/protect/protect';
import { read } from '../../src/protect/read';
import { quickCounter } from '../../src/protect/tokens/exact';
import type { Outcome } from '../../src/protect/types';
import type { Block, ToolResult } from '../../src/shared/tool-result';
import { share } from '../fuzz-runs';
import { policy } from './answers';

const HANDLE = 'xQ7_zK2-vJ9wY4hR8nB3gD6tX5mC1qZ0kV_fW-pJuHsL';
const placed = (outcome: Outcome): ToolResult => outcome.place(outcome.positions.map(() => HANDLE));
const costOf = (result: ToolResult): number => {
	const { [REPORT_KEY]: _, ...meta } = result.meta ?? {};
	const { text, structured } = shown(result);
	return Math.max(countTokens(text), countTokens(structured)) + countTokens(JSON.stringify(meta));
};
const link = (at: number): Block => ({
	type: 'resource_link',
	uri: `file:///harbour/berth-${at}.md`,
	name: `berth-${at}`,
	description: `What was seen at berth ${at} when the tide turned`,
	mimeType: 'text/markdown',
});

/** All blocks of a type, page by page, and the largest page. */
function walk(result: ToolResult, type: string): { blocks: Block[]; most: number; pages: number } {
	const first = protect(result, { view: {} }, policy);
	const blocks: Block[] = [];
	let most = 0;
	let pages = 0;
	for (let outcome = first; ; pages++) {
		const page = placed(outcome);
		most = Math.max(most, costOf(page));
		blocks.push(...page.content.filter((block) => block.type === type));
		const [next] = outcome.positions;
		if (!next || pages > 100) return { blocks, most, pages };
		const document = first.document;
		if (!document) throw new Error('nothing is kept');
		const answer = read(document, { position: next, view: {} }, policy);
		if (!answer.ok) throw new Error(answer.error);
		outcome = answer.value;
	}
}

describe('blocks without text', () => {
	it('are pages of the links they are, in order, where they are too many', () => {
		const links = Array.from({ length: 500 }, (_, at) => link(at));
		const said: Block = { type: 'text', text: '500 berths' };
		const { blocks, most } = walk({ content: [said, ...links] }, 'resource_link');
		expect(blocks).toEqual(links);
		expect(most).toBeLessThanOrEqual(4_000);
	});

	it('are pages whatever kind they are of', () => {
		const odd = Array.from({ length: 300 }, (_, at) => ({
			type: 'x_buoy',
			at,
			seen: 'a bell, a light and a flag '.repeat(2),
		}));
		const { blocks, most } = walk({ content: odd }, 'x_buoy');
		expect(blocks).toEqual(odd);
		expect(most).toBeLessThanOrEqual(4_000);
	});

	it('stay as they came within the budget', () => {
		const content = Array.from({ length: 60 }, (_, at) => link(at)).slice(0, 55);
		const outcome = protect({ content }, { view: {} }, policy);
		expect(outcome.report.act).toBe('passthrough');
		expect(placed(outcome).content).toBe(content);
	});

	it('of a giant size, or beside a long text, stay within the budget, and are read on', () => {
		const giant: Block = { type: 'x_chart', points: 'many points of it '.repeat(5_000) };
		for (const content of [
			[giant],
			[{ type: 'text', text: 'A log line of some length\n'.repeat(3_000) }, giant],
			[
				{ type: 'text', text: JSON.stringify(Array.from({ length: 400 }, (_, id) => ({ id }))) },
				giant,
			],
		]) {
			const outcome = protect({ content }, { view: {} }, policy);
			expect(costOf(placed(outcome))).toBeLessThanOrEqual(4_000);
			expect(JSON.stringify(outcome.document?.parts)).toContain('many points of it');
		}
	});
});

describe("a server's _meta", () => {
	it('passes as it is where it is small', () => {
		const meta = { 'example.com/trace': { id: 7 } };
		const outcome = protect(
			{ content: [{ type: 'text', text: 'ok' }], meta },
			{ view: {} },
			policy,
		);
		expect(placed(outcome).meta).toMatchObject(meta);
	});

	it('is left out by key where it is large, and that is said', () => {
		const large = 'as large as it gets '.repeat(2_000);
		const meta = { 'example.com/large': large, 'example.com/small': 1 };
		const text = { type: 'text', text: 'ok', _meta: { large } };
		const result = placed(protect({ content: [text], meta }, { view: {} }, policy));
		expect(result.meta).toEqual({
			'example.com/small': 1,
			[REPORT_KEY]: expect.objectContaining({
				metaLeftOut: ['example.com/large', 'content/0/_meta'],
			}),
		});
		expect(result.content).toEqual([{ type: 'text', text: 'ok' }]);
	});
});

describe('the last page of a server that pages itself', () => {
	it("repeats how the server's own next page is asked for", () => {
		const orders = Array.from({ length: 200 }, (_, id) => ({
			id,
			note: 'as it was ordered '.repeat(3),
		}));
		const text = JSON.stringify({ orders, next_cursor: 'c200' });
		const result = { content: [{ type: 'text', text }], structured: text };
		let outcome = protect(
			result,
			{ view: {}, upstream: { count: 200, next: 'cursor="c200"' } },
			policy,
		);
		const { document } = outcome;
		if (!document) throw new Error('nothing is kept');
		const told: string[] = [];
		while (outcome.positions[0]?.kind === 'item') {
			told.push(JSON.parse(placed(outcome).structured ?? '').notice);
			const answer = read(document, { position: outcome.positions[0], view: {} }, policy);
			if (!answer.ok) throw new Error(answer.error);
			outcome = answer.value;
		}
		expect(told.every((notice) => notice.includes('more of these 200 first'))).toBe(true);
		expect(JSON.parse(placed(outcome).structured ?? '').notice).toContain(
			'The server\'s own next page: cursor="c200".',
		);
	});
});

describe('few words, repeated', () => {
	const rare = (
		'unmoored quaywards transhipping ABAFT Plimsollian lighterage gunwale-deep bilgewater ' +
		"HAWSEHOLES overfreighted fo'c'sle demurrager STEVEDORED topgallant cathead jettisonable " +
		'ballastage UNLADED keelhauler wharfingers'
	).split(' ');
	const phrases = Array.from({ length: 400 }, (_, at) => {
		const a = rare[at % rare.length] as string;
		const b = rare[Math.floor(at / rare.length)] as string;
		return [`${a} `, `${a}. `, `${a} ${b} `, `${a}_${b}\n`, `${a.toUpperCase()} `][
			at % 5
		] as string;
	});

	it('stay within the budget when they are counted, sent whole or read on', async () => {
		const counting = { ...policy, count: await quickCounter() };
		for (const [at, phrase] of share([...phrases.entries()], 9)) {
			const text = phrase.repeat(
				Math.ceil(([7_000, 15_900, 60_000][at % 3] as number) / phrase.length),
			);
			for (const view of [{}, { startLine: 1 }]) {
				const first = protect({ content: [{ type: 'text', text }] }, { view }, counting);
				expect(costOf(placed(first)), phrase).toBeLessThanOrEqual(4_000);
				const [position] = first.positions;
				if (!first.document || !position) continue;
				const next = read(first.document, { position, view: {} }, counting);
				if (!next.ok) throw new Error(next.error);
				expect(costOf(placed(next.value)), phrase).toBeLessThanOrEqual(4_000);
			}
		}
	});
});
