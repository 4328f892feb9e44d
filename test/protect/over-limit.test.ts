// Results that are over a limit: the budget that every answer keeps, summaries and chunks.
import { describe, expect, it } from 'vitest';
import { shown } from '../../src/protect/frame';
import { estimate } from '../../src/protect/tokens/estimate';
import { countExact } from '../../src/protect/tokens/exact';
import type { Position } from '../../src/protect/types';
import { utf8Bytes } from '../../src/shared/utf8';
import { share, times } from '../fuzz-runs';
import { cursorOf, dataOf, policy, readAt, rest, sent, textOf, walk } from './answers';
import { bookings, both, json, oversized, seeded, text, words } from './payloads';

describe('the budget', () => {
	const cases = Object.entries(oversized(11));
	it.each(cases)('holds for %s, counted exactly, on every page', async (_, result) => {
		for (const answer of walk(result, times(2, 6), 'answers')) {
			const { text: all, structured } = shown(answer);
			for (const view of [all, structured]) {
				expect(estimate(view)).toBeLessThanOrEqual(policy.tokenBudgetThreshold);
				expect((await countExact(view)).tokens).toBeLessThanOrEqual(policy.tokenBudgetThreshold);
				expect(utf8Bytes(view)).toBeLessThanOrEqual(policy.hardByteLimit);
			}
		}
	});

	const ofJson = cases.filter(
		([name]) => !name.startsWith('text') && !name.includes('blocks of text'),
	);
	it.each(share(ofJson, 2))('leaves JSON valid in both forms for %s', (_, result) => {
		const { act, answer } = sent(result);
		if (act === 'chunked') return;
		const first = answer.content[0]?.text as string;
		expect(() => JSON.parse(first)).not.toThrow();
		if (answer.structured) expect(JSON.parse(answer.structured)).toEqual(JSON.parse(first));
	});

	it('also holds when it is small', async () => {
		const small = {
			...policy,
			tokenBudgetThreshold: 700,
			hardByteLimit: 10_240,
			itemTokenThreshold: 500,
			chunkTokenThreshold: 400,
		};
		for (const result of share(Object.values(oversized(12)), 30))
			for (const answer of walk(result, 2, 'answers', small)) {
				const { text: all } = shown(answer);
				expect((await countExact(all)).tokens).toBeLessThanOrEqual(700);
			}
	});
});

describe('a summary', () => {
	const random = seeded(21);
	const thing = {
		id: 'BK-1',
		status: 'confirmed',
		guestName: 'Jane Doe',
		guest: { id: 'G-1', name: 'Jane Doe', bio: words(random, 900) },
		property: { propertyId: 'P-1', title: 'Villa', description: words(random, 900) },
		financial: { currency: 'USD', total: 12.5, lines: bookings(random, 30) },
		messages: { items: bookings(random, 70, 20) },
		checkInDate: '2025-11-01',
	};

	it('keeps what tells which thing it is, in a glance', async () => {
		const { act, answer } = sent(both(thing));
		const data = JSON.parse(answer.structured as string);
		expect(act).toBe('summarized');
		expect(data).toMatchObject({
			id: 'BK-1',
			status: 'confirmed',
			guestName: 'Jane Doe',
			checkInDate: '2025-11-01',
			guest: { name: 'Jane Doe' },
			property: { title: 'Villa' },
		});
		expect((await countExact(textOf(answer))).tokens).toBeLessThan(1000);
	});

	it('says what was cut and gives the call that returns it whole', () => {
		const made = sent(both(thing));
		const { summary } = JSON.parse(made.answer.structured as string);
		expect(summary.truncatedFields).toContain('guest.bio');
		expect(summary.handle).toHaveLength(44);
		expect(summary.instructions).toMatch(/^read_result with this handle and \{"fields":/);
		for (const field of ['guest', 'property', 'financial', 'messages'] as const) {
			const read = rest(made, { fields: [field] });
			expect(JSON.parse(read)).toEqual({ [field]: thing[field] });
		}
		expect(rest(made, { fields: ['guest.bio'] })).toContain(thing.guest.bio);
		expect(JSON.parse(rest(made, {}))).toEqual(thing);
	});

	it('names the pointer by which the lines of a long text are found', () => {
		const lines = Array.from({ length: 300 }, () => words(random, 60)).join('\n');
		const said = (data: object) => {
			const [, added] = sent(json(data)).answer.content;
			return JSON.parse((added as { text: string }).text).summary.instructions as string;
		};
		const at = (pointer: string) => `with "pointer":"${pointer}" the lines of that text`;
		expect(said({ stdout: lines, exitCode: 0 })).toContain(at('/stdout'));
		expect(said({ result: { stdout: lines, code: 0 } })).toContain(at('/result/stdout'));
		expect(said({ stdout: lines.replaceAll('\n', ' ') })).not.toContain('"pointer"');
	});

	it('leaves an object of under 2,000 tokens alone', () => {
		expect(sent(both({ id: 1, notes: words(random, 900) })).act).toBe('passthrough');
	});

	it('condenses items that no page could hold and never drops one', () => {
		const items = bookings(random, 7, 8000);
		const pages = walk(both({ items }));
		expect(pages.flatMap((page) => dataOf(page, 'items')).map((item) => item.id)).toEqual(
			items.map((item) => item.id),
		);
	});
});

describe('a chunk', () => {
	it('concatenates with the others to the original', () => {
		const kinds = Object.entries(oversized(31)).filter(([name]) => name.startsWith('text'));
		for (const [name, result] of share(kinds, 10)) {
			const original = textOf(result);
			const answers = walk(result, 500, 'answers');
			expect(answers.map((answer) => answer.content[0]?.text).join(''), name).toBe(original);
		}
	});

	it('is a glance of a plain log, then two hundred lines at a time; a range gives just its lines', () => {
		const lines = Array.from({ length: 10_000 }, (_, at) => `08:00:00 INFO step ${at + 1} ok`);
		const log = text(`${lines.join('\n')}\n`);
		const made = sent(log);
		const { chunk: first, summary } = JSON.parse(made.answer.content.at(-1)?.text as string);
		expect(first).toMatchObject({ chunkIndex: 0, startLine: 1, totalLines: 10_000 });
		expect(summary.instructions).toContain(`read_result {"handle":"…"} (nextCursor)`);
		const next = readAt(made, cursorOf(made) as Position, {});
		const { chunk: second } = JSON.parse(next.answer.content.at(-1)?.text as string);
		expect(second).toMatchObject({ chunkIndex: 1, startLine: first.endLine + 1 });
		expect(second.endLine - first.endLine).toBe(200);
		const ranged = sent(log, { startLine: 100, endLine: 200 }).answer;
		expect(ranged.content[0]?.text).toBe(`${lines.slice(99, 200).join('\n')}\n`);
	});

	it('replaces the string of a structured result that carries the text', () => {
		const body = words(seeded(33), 6000);
		const { answer } = sent({
			...text(body),
			structured: JSON.stringify({ result: body, ok: true }),
		});
		const data = JSON.parse(answer.structured as string);
		expect(data.result).toBe(answer.content[0]?.text);
		expect(data).toMatchObject({ ok: true, chunk: { chunkIndex: 0 } });
	});
});
