// Questions to results through the gateway: on the first call and on what is kept.
import { describe, expect, it } from 'vitest';
import { estimate } from '../../src/protect/tokens/estimate';
import { cancelled, data, items, setting } from './asking-setting';
import { call, callAsSent, contextOf, first } from './gateway';

describe('select on the first call', () => {
	it('answers exactly, says over how much, and keeps the result for the next question', async () => {
		const { gateway, calls } = setting();
		const answered = await call(gateway, 'up__list', {
			q: 'x',
			select: "length(bookings[?status=='cancelled'])",
		});
		const { result, over, handle } = data(answered);
		expect([result, over]).toEqual([cancelled.length, { items: 500, complete: true }]);
		expect(answered.structured).toBeUndefined();
		expect(estimate(first(answered))).toBeLessThan(60);
		const next = data(
			await call(gateway, 'read_result', { handle, select: 'count_by(bookings, &status)' }),
		);
		expect(next.result.cancelled).toBe(cancelled.length);
		expect(calls).toEqual([{ tool: 'list', args: { q: 'x' } }]);
	});

	it('is structured where the result was', async () => {
		const { gateway } = setting();
		const answered = await call(gateway, 'up__both', { select: 'length(bookings)' });
		expect(JSON.parse(answered.structured ?? '')).toMatchObject({ result: 500 });
	});

	it('keeps every spelling of a number', async () => {
		const { gateway } = setting();
		const answered = first(await call(gateway, 'up__odd', { select: 'rows[].[id, price]' }));
		expect(answered).toContain('"result":[[12345678901234567890,1.0],[2,2.50]]');
	});

	it('reads CSV as rows and logs as entries', async () => {
		const { gateway } = setting();
		const rome = data(await call(gateway, 'up__table', { select: "sum([?city=='Rome'].total)" }));
		expect([rome.result, rome.over.items]).toEqual([22575, 300]);
		const errors = data(
			await call(gateway, 'up__log', {
				select: "[?level=='ERROR'].{line: line, time: time} | [:2]",
			}),
		);
		expect(errors.result).toEqual([
			{ line: 1, time: '2026-11-22T08:00:00Z' },
			{ line: 31, time: '2026-11-22T08:00:30Z' },
		]);
	});

	it('says that line 1 of a list of words is no row by habit alone', async () => {
		const { gateway } = setting();
		const { result, note } = data(await call(gateway, 'up__images', { select: 'length(@)' }));
		expect([result, note]).toEqual([
			3,
			'Line 1 is taken for the names of columns; nothing tells that it is no row.',
		]);
		const table = data(await call(gateway, 'up__table', { select: 'length(@)' }));
		expect(table).not.toHaveProperty('note');
	});

	it('holds a long answer to the budget and pages it to the end', async () => {
		const { gateway } = setting();
		let page = await call(gateway, 'up__list', { select: 'bookings[].{id: id, notes: notes}' });
		const found: unknown[] = [];
		for (;;) {
			expect(estimate(first(page))).toBeLessThanOrEqual(4_000);
			const { result, nextCursor } = data(page);
			found.push(...result);
			if (!nextCursor) break;
			page = await call(gateway, 'read_result', { handle: nextCursor });
		}
		expect(found).toEqual(items.map(({ id, notes }) => ({ id, notes })));
	});

	it('answers a wrong key with what is there, and the call to make instead', async () => {
		const { gateway, calls } = setting();
		const failed = await call(gateway, 'up__list', { select: "bookings[?sttus=='x'].id" });
		expect(failed.isError).toBe(true);
		expect(first(failed)).toMatch(
			/No item of bookings\[\] has the key sttus\. Nearest: status\. Keys there: .*At character 11.*Works here: .*\n.*read_result \{"handle":"[\w-]{44}"/,
		);
		const [, handle = ''] = /"handle":"([\w-]{44})"/.exec(first(failed)) ?? [];
		const [, example = ''] = /Works here: (.*)\n/.exec(first(failed)) ?? [];
		const answered = data(await call(gateway, 'read_result', { handle, select: example }));
		expect(example).toBe("bookings[?status=='x'].id");
		expect(answered.result).toEqual([]);
		expect(calls).toHaveLength(1);
	});

	it('is noted with the size of the result that was asked, whether it has an answer or not', async () => {
		const observed: Parameters<typeof setting>[1] = [];
		const { gateway } = setting({}, observed);
		for (const select of ['length(bookings)', "bookings[?nothing=='x']"])
			await call(gateway, 'up__list', { select });
		const [answered, refused] = (observed ?? []).map(({ facts }) => facts.report);
		expect(answered?.originalTokens).toBeGreaterThan(20_000);
		expect(refused?.originalTokens).toBe(answered?.originalTokens);
		expect(refused?.originalBytes).toBe(answered?.originalBytes);
		expect(refused?.estimatedTokens).toBeLessThan(500);
	});

	it('leaves errors and results without text as they are', async () => {
		const { gateway } = setting();
		const failed = await call(gateway, 'up__fails', { select: '@' });
		expect(first(failed)).toBe('no such thing');
		expect(first(await call(gateway, 'up__image', { select: '@' }))).toMatch(/no text/);
	});

	it("never takes an argument that is the tool's own", async () => {
		const { gateway } = setting();
		expect(first(await callAsSent(gateway, 'up__finds', { query: 'x' }))).toBe('asked for x');
		expect(first(await callAsSent(gateway, 'up__anything', { select: 'x' }))).toBe(
			'{"select":"x"}',
		);
	});

	it('takes the text of an object for that object', async () => {
		const { gateway } = setting();
		const asked = (_loadline: unknown) => callAsSent(gateway, 'up__anything', { _loadline, a: 1 });
		expect(first(await asked('{"select":"a"}'))).toMatch(/^\{"result":1,/);
		for (const text of ['[]', '"{}"', '10', 'null']) expect((await asked(text)).isError).toBe(true);
	});

	it("leaves a tool's own argument of the reserved name, and refuses what is no object there", async () => {
		const { gateway, calls } = setting();
		for (const _loadline of ['words', { query: 'x' }, null])
			expect(first(await callAsSent(gateway, 'up__owns', { _loadline }))).toBe(
				JSON.stringify({ _loadline }),
			);
		for (const _loadline of ['words', null, '', [], 5]) {
			const refused = await callAsSent(gateway, 'up__anything', { _loadline, a: 1 });
			expect(refused.isError).toBe(true);
			expect(first(refused)).toMatch(/^_loadline: must be an object, .* make the call again/);
		}
		const meta = { 'dev.loadline/ask': 'words' };
		const inMeta = await callAsSent(gateway, 'up__owns', {}, { ...contextOf(), meta });
		expect(first(inMeta)).toMatch(/^_meta\["dev.loadline\/ask"\]: must be an object/);
		expect(calls).toHaveLength(3);
	});
});

describe('room', () => {
	it('is what the call asks for, up to what is configured', async () => {
		const { gateway } = setting({ maxAnswerTokens: 9_000 });
		const { handle } = data(await call(gateway, 'up__list', { select: 'length(bookings)' }));
		const sized = async (tokens: number | undefined) =>
			estimate(first(await call(gateway, 'read_result', { handle, select: 'bookings', tokens })));
		expect(await sized(600)).toBeLessThanOrEqual(600);
		expect(await sized(undefined)).toBeLessThanOrEqual(4_000);
		const large = await sized(50_000);
		expect(large).toBeGreaterThan(6_000);
		expect(large).toBeLessThanOrEqual(9_000);
	});
});

describe('a pointer', () => {
	it('is understood with dots, brackets and a leading #, and as a fragment', async () => {
		const { gateway, calls } = setting();
		const { handle } = data(await call(gateway, 'up__list', { select: 'length(@)' }));
		const ways = ['bookings.3.id', '/bookings.3.id', '#/bookings/3/id', '$.bookings[3].id'];
		for (const pointer of ways) {
			const asked = { handle, pointer, select: '@' };
			expect(data(await call(gateway, 'read_result', asked)).result).toBe(items[3]?.id);
		}
		await call(gateway, 'up__insert', { rows: [{ $ref: `${handle}#bookings.3.id` }] });
		expect(calls.at(-1)?.args).toEqual({ rows: [items[3]?.id] });
		const beyond = { handle, pointer: 'bookings.999.id', select: '@' };
		expect(first(await call(gateway, 'read_result', beyond))).toMatch(/list of 500 items/);
	});
});

describe('a long text within a result', () => {
	it('has its lines found, where nothing else is, with the place of the text', async () => {
		const { gateway } = setting();
		const query = '"step 2999"';
		const found = data(await call(gateway, 'up__command', { query }));
		expect(found).toMatchObject({ path: '/result/stdout', total: 1, hits: [{ line: 3000 }] });
		expect(found).not.toHaveProperty('notice');
		const { handle, path: pointer } = found;
		const asked = data(await call(gateway, 'read_result', { handle, query, pointer }));
		expect(asked.hits).toEqual(found.hits);
	});

	it('has its lines asked by the call that is spelled', async () => {
		const { gateway } = setting();
		const query = '"step 2999"';
		const found = data(await call(gateway, 'up__commands', { query }));
		const spelled = /^Lines of a long text: read_result (\{.*\})\.$/.exec(found.notice)?.[1];
		const asked = JSON.parse(String(spelled));
		expect(asked).toEqual({ handle: found.handle, query, pointer: '/stdout' });
		expect(data(await call(gateway, 'read_result', asked)).hits[0].line).toBe(3000);
		const again = { handle: found.handle, query };
		expect(data(await call(gateway, 'read_result', again)).notice).toBe(
			'Lines of a long text: this query with "pointer":"/stdout".',
		);
	});
});

describe('every answer that is not whole', () => {
	it('has a handle: a few lines too, and it opens all of the text', async () => {
		const { gateway, calls } = setting();
		const lines = await call(gateway, 'up__log', { startLine: 10, endLine: 11 });
		const { handle } = JSON.parse(String(lines.content[1]?.text));
		const found = data(await call(gateway, 'read_result', { handle, query: '"step 2999"' }));
		expect(found.hits[0].line).toBe(3000);
		const other = await call(gateway, 'up__log', { cursor: handle, startLine: 3000 });
		expect(first(other)).toContain('step 2999');
		expect(calls).toHaveLength(1);
	});

	it('has items as they are, also where a computed list is long', async () => {
		const { gateway } = setting();
		const select = "bookings[].{id: id, text: join('', [status, to_string(@), to_string(@)])}";
		const all: { id: string; text: string }[] = [];
		let answer = await call(gateway, 'up__list', { select });
		for (;;) {
			all.push(...data(answer).result);
			const { nextCursor } = data(answer);
			if (nextCursor === undefined) break;
			answer = await call(gateway, 'read_result', { handle: nextCursor });
		}
		expect(all).toEqual(
			items.map((item) => ({
				id: item.id,
				text: `${item.status}${JSON.stringify(item)}${JSON.stringify(item)}`,
			})),
		);
	});
});

describe('a table that is sent by columns', () => {
	const asked = async (args: Record<string, unknown>) => {
		const { gateway } = setting();
		const { handle } = data(await call(gateway, 'up__columns', { select: 'length(data)' }));
		return data(await call(gateway, 'read_result', { handle, ...args }));
	};

	it.each([
		['length(data)', 300],
		['[?temp > `298`].city', ['Town 9']],
		['max_by(data, &temp).city', 'Town 9'],
		['max(data.temp)', 299],
		['columns', ['city', 'temp']],
	])(
		'is asked by its rows, and as it was sent where these have no answer: %s',
		async (select, result) => {
			expect((await asked({ select })).result).toEqual(result);
		},
	);

	it('is searched by rows, whose pointers lead to them', async () => {
		const { hits } = await asked({ query: 'temp:123' });
		expect(hits).toMatchObject([{ path: '/data/123' }]);
		const { gateway } = setting();
		const { handle } = data(await call(gateway, 'up__columns', { select: 'length(data)' }));
		const read = async (pointer: string) =>
			first(await call(gateway, 'read_result', { handle, pointer }));
		expect(JSON.parse(await read('/data/123'))).toEqual({ city: 'Town 3', temp: 123 });
		expect(await read('/data/temp/123')).toBe('123');
	});
});
