// One answer through protect: what fits as it was, lists page by page, and the fields a call asks for.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { protect } from '../../src/protect/protect';
import { estimate } from '../../src/protect/tokens/estimate';
import { isWhole } from '../fuzz-runs';
import { policy, readAt, sent, textOf, walk } from './answers';
import { base64, bookings, both, json, seeded, text, words } from './payloads';

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
		expect(textOf(answer)).toContain('There is no nope. There are id, name, notes.');
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

it('protects nothing where every feature is off', () => {
	const off = { ...policy, pagination: false, summarization: false, chunking: false };
	const result = json(bookings(seeded(41), 900));
	const call = { view: {}, next: { tool: 't', argument: 'cursor' as const } };
	expect(protect(result, call, off).place([]).content).toEqual(result.content);
});
