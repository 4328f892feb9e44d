// The demo upstream: five tools, the same data every time, sizes that show protection at work.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { createDemoSource } from '../../examples/demo/source';
import type { CallContext } from '../../src/gateway/contract/tool-source';
import { isText } from '../../src/shared/tool-result';

const context: CallContext = {
	principal: { id: 'ana', workspace: 'ws-local', scopes: ['mcp:use'] },
	era: 'modern',
	correlationId: 'c',
	signal: new AbortController().signal,
	meta: {},
	notify: () => {},
};
const demo = createDemoSource();

const call = async (name: string, args: Record<string, unknown> = {}) => {
	const answer = await demo.callTool({ name, args }, context);
	if (!answer.ok || answer.value.kind !== 'result') throw new Error(JSON.stringify(answer));
	return answer.value.result;
};
const textOf = async (name: string, args: Record<string, unknown> = {}) => {
	const { content } = await call(name, args);
	const block = content[0];
	if (content.length !== 1 || block === undefined || !isText(block))
		throw new Error('not one text');
	return block.text;
};
const faultOf = async (name: string, args: Record<string, unknown>) => {
	const { isError } = await call(name, args);
	expect(isError).toBe(true);
	return textOf(name, args);
};

interface Row {
	readonly id: string;
	readonly status: string;
	readonly checkIn: string;
}
const bookingsOf = async (args: Record<string, unknown> = {}): Promise<readonly Row[]> =>
	JSON.parse(await textOf('list_bookings', args)).bookings;

describe('list_bookings', () => {
	it('gives 500 bookings, each once, newest first, the same every time', async () => {
		const rows = await bookingsOf();
		const ids = rows.map(({ id }) => id);
		expect(rows).toHaveLength(500);
		expect(new Set(ids).size).toBe(500);
		expect(ids).toEqual(ids.toSorted().toReversed());
		expect(rows[0]).toEqual({
			id: 'bk_0500',
			status: 'completed',
			guestName: 'Hugo Bauer',
			listingId: 'ls_025',
			checkIn: '2026-09-16',
			checkOut: '2026-09-22',
			total: 570,
			currency: 'EUR',
		});
	});

	it('carries the same JSON as text and as structured content', async () => {
		for (const name of ['list_bookings', 'list_listings'])
			expect((await call(name)).structured).toBe(await textOf(name));
	});

	it('has items so small that a page of 50 stays well below 4,000 tokens', async () => {
		const rows = await bookingsOf();
		for (let start = 0; start < 500; start += 50) {
			const tokens = countTokens(JSON.stringify({ bookings: rows.slice(start, start + 50) }));
			expect(tokens).toBeLessThan(3000);
		}
	});

	it('filters by status and by check-in date, both ends included', async () => {
		const all = await bookingsOf();
		const pending = await bookingsOf({ status: 'pending' });
		expect(pending).toEqual(all.filter(({ status }) => status === 'pending'));
		expect(pending.length).toBeGreaterThan(10);
		const day = all[7]?.checkIn ?? '';
		expect(await bookingsOf({ from: day, to: day })).toEqual(
			all.filter(({ checkIn }) => checkIn === day),
		);
		expect(await bookingsOf({ from: '2030-01-01' })).toEqual([]);
	});

	it.each([
		[
			{ status: 'open' },
			'status must be one of confirmed, pending, completed, cancelled, not "open".',
		],
		[
			{ status: null },
			'status must be one of confirmed, pending, completed, cancelled, not a value of type null.',
		],
		[{ from: '2026-02-30' }, 'from must be a date such as 2026-03-14, not "2026-02-30".'],
		[{ to: 5 }, 'to must be a date such as 2026-03-14, not a value of type number.'],
		[
			{ from: '2026-03-02', to: '2026-03-01' },
			'from (2026-03-02) must not be after to (2026-03-01).',
		],
		[{ state: 'x' }, '"state" is not an argument of this tool; it takes status, from, to.'],
	])('says what is wrong with %j', async (args, fault) => {
		expect(await faultOf('list_bookings', args)).toBe(fault);
	});
});

describe('get_booking', () => {
	it('is long in each of its sections and names ids in all of them', async () => {
		for (const id of ['bk_0001', 'bk_0250', 'bk_0500']) {
			const text = await textOf('get_booking', { id });
			const tokens = countTokens(text);
			expect(tokens).toBeGreaterThan(8000);
			expect(tokens).toBeLessThan(12_000);
			const booking = JSON.parse(text);
			expect(booking.messages.length).toBeGreaterThanOrEqual(60);
			for (const section of [
				booking.guest,
				booking.amenities,
				booking.financial,
				booking.messages,
			]) {
				const json = JSON.stringify(section);
				expect(json).toContain('"id":');
				expect(json).toContain('"name":');
			}
			// Asked for alone, the financial section fits into the budget whole.
			expect(countTokens(JSON.stringify(booking.financial))).toBeLessThan(2800);
		}
	});

	it('agrees with the list', async () => {
		for (const row of (await bookingsOf()).slice(0, 20))
			expect(JSON.parse(await textOf('get_booking', { id: row.id }))).toMatchObject(row);
	});

	it('is the same in whatever order bookings are asked for', async () => {
		const first = await textOf('get_booking', { id: 'bk_0007' });
		await textOf('get_booking', { id: 'bk_0008' });
		expect(await textOf('get_booking', { id: 'bk_0007' })).toBe(first);
	});

	it.each([
		[{}, 'id is missing; it must be a booking id from bk_0001 to bk_0500.'],
		[{ id: 'bk_0501' }, 'id must be a booking id from bk_0001 to bk_0500, not "bk_0501".'],
		[{ id: 17 }, 'id must be a booking id from bk_0001 to bk_0500, not a value of type number.'],
	])('says what is wrong with %j', async (args, fault) => {
		expect(await faultOf('get_booking', args)).toBe(fault);
	});

	it('quotes no more than a little of a hostile id', async () => {
		expect((await faultOf('get_booking', { id: 'x'.repeat(100_000) })).length).toBeLessThan(150);
	});
});

describe('list_listings and get_listing_description', () => {
	it('give 100 listings with names of their own', async () => {
		const { listings } = JSON.parse(await textOf('list_listings'));
		expect(listings).toHaveLength(100);
		expect(new Set(listings.map(({ name }: { name: string }) => name)).size).toBe(100);
	});

	it('describe each listing in long prose of paragraphs and sentences', async () => {
		for (const id of ['ls_001', 'ls_050', 'ls_100']) {
			const text = await textOf('get_listing_description', { id });
			expect(countTokens(text)).toBeGreaterThan(5500);
			expect(countTokens(text)).toBeLessThan(6500);
			const [title, ...paragraphs] = text.split('\n\n');
			expect(title).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+, [A-Z][a-z]+$/);
			expect(paragraphs.length).toBeGreaterThan(20);
			for (const paragraph of paragraphs) expect(paragraph).toMatch(/^[A-Z].*\. [A-Z].*\.$/);
		}
	});

	it('name the ids there are', async () => {
		expect(await faultOf('get_listing_description', { id: 'x' })).toBe(
			'id must be a listing id from ls_001 to ls_100, not "x".',
		);
	});
});

describe('read_log', () => {
	it('is one text of 10,000 lines that are entries or continue one', async () => {
		const lines = (await textOf('read_log')).split('\n');
		expect(lines).toHaveLength(10_000);
		const kinds = lines.map((line) =>
			/^\d\d:\d\d:\d\d (?:DEBUG|INFO|WARN|ERROR) \S/.test(line)
				? 'entry'
				: /^ {4}at /.test(line)
					? 'frame'
					: line,
		);
		expect(new Set(kinds)).toEqual(new Set(['entry', 'frame']));
		const times = lines.filter((_, i) => kinds[i] === 'entry').map((line) => line.slice(0, 8));
		expect(times).toEqual(times.toSorted());
	});

	it('has 200 lines in well below 3,200 tokens anywhere', async () => {
		const lines = (await textOf('read_log')).split('\n');
		for (let start = 0; start < lines.length; start += 200) {
			const chunk = lines.slice(start, start + 200).join('\n');
			expect(countTokens(chunk)).toBeLessThan(2600);
		}
	});

	it('ends an entry at line 200, and has traces across later boundaries', async () => {
		const lines = (await textOf('read_log')).split('\n');
		const isFrame = (index: number) => lines[index]?.startsWith(' ') === true;
		expect(isFrame(200)).toBe(false);
		const crossed = Array.from({ length: 49 }, (_, i) => (i + 1) * 200).filter(isFrame);
		expect(crossed.length).toBeGreaterThan(3);
	});
});

describe('the demo as a tool source', () => {
	it('lists five read-only tools with titles, and answers each with the least arguments', async () => {
		const listed = await demo.listTools(context);
		if (!listed.ok) throw new Error('no list');
		expect(listed.value.map(({ name }) => name)).toEqual([
			'list_bookings',
			'get_booking',
			'list_listings',
			'get_listing_description',
			'read_log',
		]);
		for (const tool of listed.value) {
			expect(tool).toMatchObject({
				title: expect.any(String),
				annotations: { readOnlyHint: true },
			});
			const id = tool.name === 'get_booking' ? 'bk_0001' : 'ls_001';
			const { isError, structured } = await call(
				tool.name,
				tool.inputSchema.required === undefined ? {} : { id },
			);
			expect(isError).toBeUndefined();
			expect(structured !== undefined).toBe(tool.outputSchema !== undefined);
			for (const key of (tool.outputSchema?.required as string[] | undefined) ?? [])
				expect(JSON.parse(structured ?? '{}')).toHaveProperty(key);
		}
	});

	it('knows no other tool', async () => {
		expect(await demo.callTool({ name: 'constructor', args: {} }, context)).toMatchObject({
			ok: false,
			error: { code: 'unknown_tool' },
		});
	});
});
