// The loop that makes a whole answer hold its budget, and the room that it fills.
import { describe, expect, it } from 'vitest';
import { type Weight, weigher } from '../../src/protect/budget';
import {
	besideText,
	type Context,
	type Draft,
	fill,
	finish,
	holdBudget,
	isWithin,
	sizeOf,
} from '../../src/protect/draft';
import { ALONE, shown, withReport } from '../../src/protect/frame';
import type { HostRoom, Policy } from '../../src/protect/types';
import { policy } from './answers';

const BYTES = 4;
/** Words of so many tokens as a room has, a handle where there would be more. */
const WORDS = 5_000;
const text = (count: number) => 'word '.repeat(Math.max(0, count));
const make =
	(rooms: Weight[], added = 0) =>
	(room: Weight): Draft => {
		rooms.push(room);
		const count = Math.min(WORDS, Math.floor(room.tokens / 2));
		return {
			act: 'chunked',
			data: { form: 'text', text: text(count) },
			positions: count < WORDS ? [{ kind: 'char', offset: count, limit: 0 }] : [],
			additions: () => (added > 0 ? { notice: text(added) } : {}),
		};
	};
const context = (limits: Policy): Context => ({
	policy: limits,
	weigh: weigher(limits),
	frame: { structured: { as: 'none' } },
	around: ALONE,
});
const limits = { ...policy, tokenBudgetThreshold: 1_000, hardByteLimit: 50_000 };
const budget = { tokens: 1_000, bytes: 50_000 };
const words = (draft: Draft) => (draft.data.form === 'text' ? draft.data.text.length / 5 : 0);
/** A token a word, as they are: half of what a room is taken to hold. */
const counted = { ...limits, count: (all: string) => all.split(' ').length };

describe('a budget', () => {
	it('is held at the first try where little is added', () => {
		const rooms: Weight[] = [];
		const draft = holdBudget(context(limits), budget, make(rooms));
		expect(rooms).toEqual([{ tokens: 870, bytes: 49_580 }]);
		expect(words(draft)).toBe(435);
	});

	it('is held with twice as much less each time, whatever is added', () => {
		const rooms: Weight[] = [];
		const draft = holdBudget(context(limits), budget, make(rooms, 700));
		expect(
			isWithin(
				{ content: [{ type: 'text', text: `${text(words(draft))}${text(700)}` }] },
				budget,
				context(limits),
			),
		).toBe(true);
		const taken = rooms.slice(1).map(({ tokens }, at) => (rooms[at]?.tokens ?? 0) - tokens);
		expect(taken.length).toBeGreaterThan(0);
		for (const each of taken) expect(each).toBeGreaterThanOrEqual(8);
		expect(rooms.slice(1).every(({ bytes }, at) => (rooms[at]?.bytes ?? 0) - bytes >= 32)).toBe(
			true,
		);
	});

	it('that cannot be held ends with the least room', () => {
		const rooms: Weight[] = [];
		holdBudget(context(limits), budget, make(rooms, 2_000));
		expect(rooms).toHaveLength(9);
		expect(rooms.at(-1)).toEqual({ tokens: 24, bytes: expect.any(Number) });
	});

	it('begins where that is known, else at no more than its own', () => {
		const rooms: Weight[] = [];
		const start = { tokens: 370, bytes: 39_580 };
		holdBudget(context(limits), { tokens: 9_000, bytes: 90_000 }, make(rooms), start);
		expect(rooms).toEqual([start]);
		holdBudget(context(limits), { tokens: 9_000, bytes: 90_000 }, make(rooms));
		expect(rooms[1]).toEqual({ tokens: 870, bytes: 49_580 });
	});

	it('of an answer that was asked for is filled where tokens are counted', () => {
		const aimed = holdBudget(context(counted), budget, make([]), { tokens: 370, bytes: 39_580 });
		expect(words(aimed)).toBe(185);
		const asked = holdBudget(context(counted), budget, make([]));
		expect(words(asked)).toBeGreaterThan(900);
		expect(words(asked)).toBeLessThanOrEqual(1_000);
	});
});

describe('an answer', () => {
	const room = { tokens: 400, bytes: 20_000 };
	const filled = (limit: Policy, from: Weight, target = budget) => {
		const rooms: Weight[] = [];
		const each = make(rooms);
		const draft = fill(context(limit), target, each, from, each(from));
		return { words: words(draft), tries: rooms.length - 1 };
	};

	it('is filled in few tries, counted exactly', () => {
		const full = filled(counted, { tokens: 800, bytes: 40_000 });
		expect(full.words).toBeGreaterThanOrEqual(920);
		expect(full.words).toBeLessThanOrEqual(1_000);
		expect(full.tries).toBeLessThanOrEqual(4);
		// No room gets wider than two and a half times the one that was safe.
		expect(filled(counted, room)).toEqual({ words: 481, tries: 4 });
	});

	it('stays as it is where nothing is counted, or it has no more to tell', () => {
		expect(filled(limits, room)).toEqual({ words: 200, tries: 0 });
		expect(filled(counted, { tokens: 1_900, bytes: 40_000 })).toEqual({ words: 950, tries: 0 });
		const wide = { tokens: 2 * WORDS, bytes: 1_000_000 };
		expect(filled(counted, wide, { tokens: 20_000, bytes: 1_000_000 })).toEqual({
			words: WORDS,
			tries: 0,
		});
	});

	it('that is over all the same is narrowed', () => {
		const dear = { ...limits, count: (all: string) => 3 * all.split(' ').length };
		const narrowed = filled(dear, { tokens: 900, bytes: 40_000 });
		expect(narrowed.words).toBeLessThanOrEqual(333);
		expect(narrowed.words).toBeGreaterThan(290);
	});

	it('is filled by its bytes where these are what is short', () => {
		expect(filled(counted, room, { tokens: 1_000_000, bytes: 2_000 }).words).toBeLessThanOrEqual(
			2_000 / BYTES,
		);
		expect(filled(counted, room, { tokens: 1_000_000, bytes: 2_000 }).words).toBeGreaterThan(350);
	});
});

describe('what a host shows', () => {
	const result = {
		content: [{ type: 'text', text: 'a'.repeat(100) }],
		structured: `"${'b'.repeat(300)}"`,
		meta: { own: 'c' },
	};
	const bytes = (host: HostRoom | undefined, of: object = result) =>
		sizeOf({ ...result, ...of }, host ? { ...policy, host } : policy).bytes;
	const meta = besideText(result).length;

	it('is the larger of the texts and the structured content, with what the server says beside them', () => {
		expect(besideText(result)).toBe('\n{"own":"c"}');
		expect(besideText({ others: { a: '[1]' } })).toBe('\na:[1]');
		const none = [{}, { meta: {} }, { meta: { 'dev.loadline/protect': {} } }, { others: {} }];
		expect(none.map((one) => besideText(one))).toEqual(['', '', '', '']);
		expect(bytes(undefined)).toBe(302 + meta);
		expect(bytes({ shows: 'both' })).toBe(302 + meta);
		expect(bytes({ shows: 'content' })).toBe(100 + meta);
		expect(bytes({ shows: 'structured' })).toBe(302 + meta);
		expect(bytes({ shows: 'structured' }, { structured: '"b"' })).toBe(3 + meta);
		expect(bytes({ shows: 'structured' }, { structured: undefined })).toBe(100 + meta);
		expect(bytes({ shows: 'structured' }, { structured: undefined, meta: undefined })).toBe(100);
	});

	it('holds a limit only where all of it does', () => {
		const holds = (tokens: number, most: number) =>
			isWithin(result, { tokens, bytes: most }, context(policy));
		expect([holds(1_000, 302 + meta), holds(1_000, 301 + meta), holds(10, 1_000)]).toEqual([
			true,
			false,
			false,
		]);
	});
});

describe('a report', () => {
	const draft = make([])({ tokens: 100, bytes: 1_000 });
	const document = { kind: 'text', parts: ['x'], shape: {} } as const;
	const original = { tokens: 5_000, bytes: 20_000 };

	it('tells what was done and what it costs', () => {
		const outcome = finish(context(limits), { ...draft, itemCount: 3 }, original, document);
		const { estimatedTokens, budgetUsed, budgetRemaining, bytes } = outcome.report;
		expect(outcome.report).toMatchObject({
			act: 'chunked',
			originalTokens: 5_000,
			originalBytes: 20_000,
			itemCount: 3,
		});
		expect(budgetRemaining).toBe(1_000 - estimatedTokens);
		const sent = outcome.place(['h']);
		expect(sent.meta).toEqual({ 'dev.loadline/protect': outcome.report });
		expect(JSON.parse(String(sent.content[1]?.text))).toEqual({
			estimatedTokens,
			budgetUsed,
			budgetRemaining,
		});
		expect(Math.abs(shown(sent).text.length - bytes)).toBeLessThan(10);
		expect(outcome.document).toBe(document);
		expect(
			finish(context(limits), { ...draft, positions: [] }, original, document),
		).not.toHaveProperty('document');
		expect(finish(context(limits), draft, original, undefined)).not.toHaveProperty('document');
		expect(finish(context(counted), draft, original, document).report.estimatedTokens).toBe(
			counted.count(shown(sent).text),
		);
	});

	it('is short where nothing was cut', () => {
		const numbers = { estimatedTokens: 1, budgetUsed: 0, budgetRemaining: 2 };
		const report = {
			act: 'passthrough',
			...numbers,
			originalTokens: 1,
			bytes: 3,
			originalBytes: 3,
		} as const;
		const of = (more: object) =>
			withReport({ content: [], meta: { a: 1 } }, { ...report, ...more }).meta;
		expect(of({})).toEqual({ a: 1, 'dev.loadline/protect': numbers });
		expect(of({ metaLeftOut: ['x'] })).toEqual({
			a: 1,
			'dev.loadline/protect': { ...numbers, metaLeftOut: ['x'] },
		});
	});
});
