import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shown } from '../../src/protect/frame';
import { protect } from '../../src/protect/protect';
import { estimate } from '../../src/protect/tokens/estimate';
import { countExact } from '../../src/protect/tokens/exact';
import type { Position } from '../../src/protect/types';
import type { ToolResult } from '../../src/shared/tool-result';
import { utf8Bytes } from '../../src/shared/utf8';
import { isWhole, share, times } from '../fuzz-runs';
import { cursorOf, dataOf, policy, readAt, rest, sent, walk } from './answers';
import { base64, bookings, both, json, oversized, seeded, text, words } from './payloads';

const textOf = (result: ToolResult): string => shown(result).text;

describe('protect', () => {
	it('sends ten small items byte for byte', () => {
		const result = both({ bookings: bookings(seeded(1), 10) });
		const { act, answer } = sent(result);
		expect(act).toBe('passthrough');
		expect(answer.content).toEqual(result.content);
		expect(answer.structured).toBe(result.structured);
	});

	it('pages 500 items by 50, with the total and a cursor, and the last page has none', () => {
		const items = bookings(seeded(2), 500);
		const pages = walk(both({ bookings: items }));
		const shown = pages[0]?.bookings as unknown as object[];
		expect(pages).toHaveLength(11);
		expect(pages[0]).toMatchObject({ totalCount: 500, nextCursor: expect.any(String) });
		expect(shown.length).toBeGreaterThanOrEqual(8);
		expect(pages[1]?.bookings).toHaveLength(50);
		expect(pages.at(-1)).not.toHaveProperty('nextCursor');
		// The first page is a glance: the same items, told in fewer fields. Those after it are whole.
		expect(pages.flatMap((page) => page.bookings)).toMatchObject(items.map(({ id }) => ({ id })));
		expect(pages.slice(1).flatMap((page) => page.bookings)).toEqual(items.slice(shown.length));
		expect(shown).toMatchObject(items.slice(0, shown.length).map(({ id }) => ({ id })));
	});

	it('has eight items at least on a first page, whatever its size from 300 tokens on', () => {
		const items = bookings(seeded(2), 500);
		for (const list of [300, 600, 1100, 2000]) {
			const limits = { ...policy, firstAnswerTokens: { list, object: 600, text: 400 } };
			const { answer } = sent(json({ items }), {}, limits);
			const shown = JSON.parse(answer.content[0]?.text as string).items;
			expect(shown.length, `${list}`).toBeGreaterThanOrEqual(list < 1000 ? 8 : 12);
			const { estimatedTokens } = JSON.parse(answer.content[1]?.text as string);
			expect(estimatedTokens).toBeLessThanOrEqual(list * 1.45);
		}
	});

	it('keeps a top-level list a list and puts its own keys in a trailing block', () => {
		const items = bookings(seeded(3), 120);
		const { answer } = sent(both(items));
		const shown = JSON.parse(answer.content[0]?.text as string);
		expect(shown.length).toBeGreaterThanOrEqual(8);
		expect(shown).toMatchObject(items.slice(0, shown.length).map(({ id }) => ({ id })));
		expect(JSON.parse(answer.structured as string)).toEqual(shown);
		expect(JSON.parse(answer.content.at(-1)?.text as string)).toMatchObject({ totalCount: 120 });
	});

	it('tells the shape of a list of bare values by the values alone', () => {
		const { answer } = sent(json(Array.from({ length: 700 }, (_, at) => at)));
		expect(JSON.parse(answer.content[1]?.text as string).summary.shape).toBe('@ 0–699');
	});

	it('adds nothing to a list of up to fifty items', () => {
		for (const count of [0, 1, 50]) {
			const result = json(Array.from({ length: count }, (_, id) => ({ id, name: `n${id}` })));
			expect(sent(result).answer.content).toEqual(result.content);
		}
	});

	it('puts its keys under "loadline" when the original has one of them', () => {
		const { answer } = sent(both({ totalCount: 'mine', items: bookings(seeded(4), 80) }));
		const data = JSON.parse(answer.structured as string);
		expect(data.totalCount).toBe('mine');
		expect(data.loadline).toMatchObject({ totalCount: 80, nextCursor: expect.any(String) });
	});

	it('passes images, links and blobs untouched and keeps isError', () => {
		const image = { type: 'image', data: base64(seeded(5), 90_000), mimeType: 'image/png' };
		const link = { type: 'resource_link', uri: 'file:///a', name: 'a' };
		const log = { type: 'text', text: words(seeded(5), 9000) };
		const { answer } = sent({ content: [image, log, link], isError: true });
		expect(answer.content[0]).toEqual(image);
		expect(answer.content[2]).toEqual(link);
		expect(answer.isError).toBe(true);
	});

	it('keeps the spelling of numbers and hostile keys', () => {
		const item =
			'{"id":12345678901234567890,"price":1.0,"huge":1e999,"__proto__":{"x":1},"constructor":2}';
		const list = text(`[${Array.from({ length: 90 }, () => item).join(',')}]`);
		const { answer } = sent(list, { limit: 50 });
		expect(answer.content[0]?.text).toBe(`[${Array.from({ length: 50 }, () => item).join(',')}]`);
		expect(sent(list).answer.content[0]?.text).toContain('"id":12345678901234567890');
	});

	it.runIf(isWhole)('handles any other JSON of more than a million values as text', () => {
		const { act, answer } = sent(text(`{"a":1,"b":[${'{},'.repeat(1_000_100)}{}]}`));
		expect(act).toBe('chunked');
		expect(JSON.parse(answer.content.at(-1)?.text as string)).toHaveProperty('chunk.nextCursor');
	});

	it('projects the fields a call asks for', () => {
		const { answer } = sent(both({ bookings: bookings(seeded(6), 500) }), {
			fields: ['id', 'status'],
		});
		const data = JSON.parse(answer.structured as string);
		expect(Object.keys(data.bookings[0])).toEqual(['id', 'status']);
		expect(data.totalCount).toBe(500);
	});

	it('takes fields from the items although the envelope has one of that name too', () => {
		// An envelope's own `status` won, and the list was gone without a word.
		const items = bookings(seeded(6), 120);
		const result = both({ status: 'ok', page: 1, bookings: items });
		const wanted = (fields: string[]) =>
			JSON.parse(sent(result, { fields }).answer.structured as string);
		expect(wanted(['id', 'status'])).toMatchObject({
			status: 'ok',
			page: 1,
			totalCount: 120,
			bookings: items.slice(0, 50).map(({ id, status }) => ({ id, status })),
		});
		const read = readAt(
			sent(result),
			{ kind: 'item', offset: 50, limit: 0 },
			{ fields: ['status'] },
		);
		const next = JSON.parse(read.answer.structured as string);
		expect(next.bookings).toEqual(items.slice(50, 100).map(({ status }) => ({ status })));
		const named = wanted(['status', 'bookings.id']);
		expect(named.bookings[0]).toEqual({ id: 1000 });
		expect(named).not.toHaveProperty('page');
		expect(wanted(['page'])).toMatchObject({ page: 1 });
		expect(wanted(['page'])).not.toHaveProperty('bookings');
	});

	it.each([0, 1])(
		'takes fields from the items of a map as from those of a list, %s deep',
		(deep) => {
			const entry = (n: number) => ({
				name: `n${n}`,
				status: n % 2 ? 'on' : 'off',
				parts: { GET: { n }, note: 'x'.repeat(60) },
			});
			const entries = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`k${n}`, entry(n)]));
			const map = { status: 'ok', name: 'envelope', ...(deep ? { of: { entries } } : { entries }) };
			const at = ({ answer }: { answer: { structured?: string } }) => {
				const data = JSON.parse(answer.structured as string);
				return { ...data, entries: (deep ? data.of : data)?.entries };
			};
			const wanted = (fields: string[]) => at(sent(both(map), { fields }));
			const named = wanted(['name', 'status']);
			expect(named.totalCount).toBe(60);
			expect(named.entries).toMatchObject({
				k0: { name: 'n0', status: 'off' },
				k49: { name: 'n49', status: 'on' },
			});
			expect(named.entries.k0).not.toHaveProperty('parts');
			expect(wanted(['name', 'parts.GET']).entries.k3).toEqual({
				name: 'n3',
				parts: { GET: { n: 3 } },
			});
			const position = { kind: 'item', offset: 50, limit: 0 } as const;
			const read = readAt(sent(both(map)), position, { fields: ['status'], limit: 5 });
			expect(at(read).entries).toMatchObject({ k50: { status: 'off' }, k54: { status: 'off' } });
			expect(at(read).entries).not.toHaveProperty('k55');
			const list = deep ? 'of.entries' : 'entries';
			expect(wanted(['status', `${list}.k7.name`]).entries).toEqual({ k7: { name: 'n7' } });
			expect(wanted(['name', 'nope']).entries.k0).toEqual({ name: 'n0' });
		},
	);

	it('takes a member of a map at the top by its key, and a field from all of them', () => {
		const map = Object.fromEntries(
			Array.from({ length: 60 }, (_, n) => [`k${n}`, { name: `n${n}`, note: 'x'.repeat(90) }]),
		);
		const wanted = (field: string) =>
			JSON.parse(sent(both(map), { fields: [field] }).answer.structured as string);
		expect(wanted('k3')).toMatchObject({ k3: map.k3 });
		expect(wanted('k3')).not.toHaveProperty('k4');
		expect(wanted('name')).toMatchObject({ k0: { name: 'n0' }, totalCount: 60 });
	});

	it('lists the available fields when none matches', () => {
		const { answer } = sent(both({ id: 1, name: 'x', notes: words(seeded(7), 3000) }), {
			fields: ['nope'],
		});
		expect(textOf(answer)).toContain('Available: id, name, notes');
	});

	it('is idempotent on its own small answers', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				const first = sent(json({ value })).answer;
				const again = sent({ content: first.content });
				if (estimate(textOf(first)) < 1500 && again.act === 'passthrough')
					expect(again.answer.content).toEqual(first.content);
			}),
		);
	});

	it('never makes an answer larger than the original', () => {
		fc.assert(
			fc.property(fc.array(fc.jsonValue(), { maxLength: 120 }), (items) => {
				const result = json(items);
				expect(textOf(sent(result).answer).length).toBeLessThanOrEqual(textOf(result).length);
			}),
		);
	});
});

describe('the budget', () => {
	const cases = Object.entries(oversized(11));
	it.each(cases)('holds for %s, counted exactly, on every page', async (_, result) => {
		for (const answer of walk(result, times(3, 6), 'answers')) {
			const { text: all, structured } = shown(answer);
			for (const view of [all, structured]) {
				expect(estimate(view)).toBeLessThanOrEqual(policy.tokenBudgetThreshold);
				expect((await countExact(view)).tokens).toBeLessThanOrEqual(policy.tokenBudgetThreshold);
				expect(utf8Bytes(view)).toBeLessThanOrEqual(policy.hardByteLimit);
			}
		}
	});

	it.each(cases.filter(([name]) => !name.startsWith('text') && !name.includes('blocks of text')))(
		'leaves JSON valid in both forms for %s',
		(_, result) => {
			const { act, answer } = sent(result);
			if (act === 'chunked') return;
			const first = answer.content[0]?.text as string;
			expect(() => JSON.parse(first)).not.toThrow();
			if (answer.structured) expect(JSON.parse(answer.structured)).toEqual(JSON.parse(first));
		},
	);

	it('also holds when it is small', async () => {
		const small = {
			...policy,
			tokenBudgetThreshold: 700,
			hardByteLimit: 10_240,
			itemTokenThreshold: 500,
			chunkTokenThreshold: 400,
		};
		for (const result of share(Object.values(oversized(12)), 15))
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
		for (const [name, result] of share(kinds, 5)) {
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

it('protects nothing where every feature is off', () => {
	const off = { ...policy, pagination: false, summarization: false, chunking: false };
	const result = json(bookings(seeded(41), 900));
	const call = { view: {}, next: { tool: 't', argument: 'cursor' as const } };
	expect(protect(result, call, off).place([]).content).toEqual(result.content);
});
