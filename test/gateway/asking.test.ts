// Questions to results through the gateway: on the first call, on what is kept, over several results,
// and values that go from result to tool by reference.
import { describe, expect, it } from 'vitest';
import type { Principal } from '../../src/auth/principal';
import type { CallFacts } from '../../src/gateway/call-facts';
import { recordOf } from '../../src/gateway/call-record';
import type { GatewayContext } from '../../src/gateway/gateway';
import { estimate } from '../../src/protect/tokens/estimate';
import type { ToolResult } from '../../src/shared/tool-result';
import { bookings, both, json, seeded, text } from '../protect/payloads';
import {
	ada,
	call,
	configOf,
	contextOf,
	data as dataOf,
	first,
	gatewayOf,
	scripted,
} from './gateway';

/** The answer, and what was added behind it. */
const data = (result: ToolResult) => {
	const [, added] = result.content;
	return { ...(added ? JSON.parse(String(added.text)) : {}), ...dataOf(result) };
};

const items = bookings(seeded(1), 500);
const csv = `id,city,total\n${Array.from({ length: 300 }, (_, at) => `${at},${at % 2 ? 'Rome' : 'Oslo'},${at}.50`).join('\n')}\n`;
const log = Array.from(
	{ length: 3_000 },
	(_, at) =>
		`2026-11-22T08:00:${String(at % 60).padStart(2, '0')}Z ${at % 30 ? 'INFO' : 'ERROR'} step ${at}`,
).join('\n');

const setting = (
	config = {},
	observed: { facts: CallFacts; context: GatewayContext }[] = [],
	isOffered: (endpoint: string) => boolean = () => true,
) => {
	const strict = { inputSchema: { type: 'object', properties: { q: { type: 'string' } } } };
	const { source, calls } = scripted('up', {
		list: { definition: strict, answer: () => json({ bookings: items }) },
		both: { definition: strict, answer: () => both({ bookings: items }) },
		people: {
			answer: () => json(Array.from({ length: 40 }, (_, id) => ({ id, name: `Person ${id}` }))),
		},
		odd: {
			answer: () =>
				text('{"rows":[{"id":12345678901234567890,"price":1.0},{"id":2,"price":2.50}]}'),
		},
		table: { answer: () => text(csv) },
		log: { answer: () => text(log) },
		xml: {
			answer: () =>
				text(
					Array.from(
						{ length: 400 },
						(_, at) =>
							`<row n="${at}">${'<cell>value</cell>'.repeat(110)}${at % 9 ? '' : 'needle'}</row>`,
					).join('\n'),
				),
		},
		image: {
			answer: () => ({ content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] }),
		},
		fails: { answer: () => ({ ...text('no such thing'), isError: true }) },
		finds: {
			definition: {
				inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
			},
			answer: (args) => text(`asked for ${args.query}`),
		},
		anything: {
			definition: { inputSchema: { type: 'object', additionalProperties: true } },
			answer: (args) => text(JSON.stringify(args)),
		},
		insert: { answer: (args) => text(`${(args.rows as unknown[]).length} rows`) },
	});
	const gateway = gatewayOf({ sources: [source], config, observed, isOffered });
	return { gateway, calls };
};

const cancelled = items.filter(({ status }) => status === 'cancelled');

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
		const failed = await call(gateway, 'up__list', { select: "bookings[?state=='x'].id" });
		expect(failed.isError).toBe(true);
		expect(first(failed)).toMatch(
			/No item of bookings\[\] has the key state\. Nearest: status\. Keys there: .*At character 11.*Example that works here: .*\n.*read_result \{"handle":"[\w-]{44}"/,
		);
		const [, handle = ''] = /"handle":"([\w-]{44})"/.exec(first(failed)) ?? [];
		const [, example = ''] = /works here: (.*)\n/.exec(first(failed)) ?? [];
		const answered = data(await call(gateway, 'read_result', { handle, select: example }));
		expect(answered.result).toBeGreaterThan(0);
		expect(calls).toHaveLength(1);
	});

	it('leaves errors and results without text as they are', async () => {
		const { gateway } = setting();
		const failed = await call(gateway, 'up__fails', { select: '@' });
		expect(first(failed)).toBe('no such thing');
		expect(first(await call(gateway, 'up__image', { select: '@' }))).toMatch(/no text/);
	});

	it("never takes an argument that is the tool's own", async () => {
		const { gateway } = setting();
		expect(first(await call(gateway, 'up__finds', { query: 'x' }))).toBe('asked for x');
		expect(first(await call(gateway, 'up__anything', { select: 'x' }))).toBe('{"select":"x"}');
	});
});

describe('query', () => {
	it('finds on the first call, totals first, few hits, and goes on by its cursor', async () => {
		const { gateway, calls } = setting();
		const answered = await call(gateway, 'up__list', { query: 'status:cancelled' });
		const { total, of, hits, nextCursor, handle } = data(answered);
		expect([total, of]).toEqual([cancelled.length, 500]);
		expect(estimate(first(answered))).toBeLessThanOrEqual(250);
		expect(hits[0].path).toBe(`/bookings/${items.indexOf(cancelled[0] as never)}`);
		const more = data(await call(gateway, 'read_result', { handle: nextCursor, limit: 50 }));
		expect(more.hits).toHaveLength(Math.min(50, cancelled.length - hits.length));
		const one = await call(gateway, 'read_result', {
			handle,
			query: items[77]?.id,
		});
		expect(data(one).total).toBeGreaterThanOrEqual(1);
		expect(calls).toHaveLength(1);
	});

	it('gives lines that can be opened by the same handle', async () => {
		const { gateway } = setting();
		const { hits, handle } = data(await call(gateway, 'up__log', { query: '"step 2999"' }));
		expect(hits[0].line).toBe(3000);
		const opened = await call(gateway, 'read_result', { handle, startLine: 2999, endLine: 3000 });
		expect(first(opened)).toContain('step 2998');
	});

	it('is taken with a cursor of the tool too', async () => {
		const { gateway, calls } = setting();
		const page = data(await call(gateway, 'up__list', {}));
		const found = await call(gateway, 'up__list', {
			cursor: page.nextCursor,
			query: 'status:cancelled',
		});
		expect(data(found).total).toBe(cancelled.length);
		const named = await call(gateway, 'read_result', {
			cursor: page.nextCursor,
			select: 'length(bookings)',
		});
		expect(data(named).result).toBe(500);
		expect(calls).toHaveLength(1);
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

describe('several results', () => {
	it('are joined by one expression', async () => {
		const observed: { facts: CallFacts; context: GatewayContext }[] = [];
		const { gateway } = setting({}, observed);
		const asked = async (tool: string, select: string): Promise<string> =>
			data(await call(gateway, tool, { select })).handle;
		const a = await asked('up__list', 'length(bookings)');
		const b = await asked('up__people', 'length(@)');
		const joined = data(
			await call(gateway, 'read_result', {
				handles: { a, b },
				select:
					'inner_join(a.bookings, b, &(id % `40`), &id) | [:2].{booking: left.id, name: right.name}',
			}),
		);
		const [one] = items;
		expect(joined.result[0]).toEqual({
			booking: one?.id,
			name: `Person ${Number(one?.id) % 40}`,
		});
		expect(joined.over).toEqual({ items: 540, complete: true });
		expect(observed.at(-1)?.facts.references).toEqual(['up__list', 'up__people']);
		expect(
			first(await call(gateway, 'read_result', { handles: { a, b: 'x' }, select: 'a' })),
		).toMatch(/^handles\.b: Malformed handle/);
		expect(first(await call(gateway, 'read_result', { handles: { a } }))).toMatch(
			/^select: missing/,
		);
	});
});

const bob: Principal = { ...ada, id: 'bob' };
const stranger: Principal = { ...ada, workspace: 'ws-two' };

describe('query with lines around', () => {
	it('is bounded where the lines are long, and opens the rest', async () => {
		const { gateway } = setting();
		for (const context of [3, 10, 50]) {
			const answered = await call(gateway, 'up__xml', { query: 'needle', context });
			expect(estimate(first(answered))).toBeLessThan(6_000);
			const { total, hits, nextCursor } = data(answered);
			expect(total).toBe(45);
			expect(hits[0].text).toContain('needle');
			expect(hits[0].text.split('\n')).toHaveLength(context + 1);
			expect(nextCursor).toMatch(/^[\w-]{44}$/);
		}
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

describe('a reference', () => {
	const kept = async (gateway: ReturnType<typeof gatewayOf>, tool = 'up__list') =>
		data(await call(gateway, tool, { select: 'length(@)' })).handle as string;

	it('passes a kept value on, exactly', async () => {
		const observed: { facts: CallFacts; context: GatewayContext }[] = [];
		const { gateway, calls } = setting({}, observed);
		const handle = await kept(gateway);
		const result = await call(gateway, 'up__insert', {
			rows: { $ref: `${handle}#/bookings` },
			first: [{ deep: { $ref: handle, select: 'bookings[0].id' } }],
			schema: { $ref: '#/definitions/row' },
		});
		expect(first(result)).toBe('500 rows');
		expect(calls[1]?.args).toEqual({
			rows: items,
			first: [{ deep: items[0]?.id }],
			schema: { $ref: '#/definitions/row' },
		});
		const [, { facts, context } = { facts: {}, context: {} }] = observed;
		expect(recordOf(facts as CallFacts, context as GatewayContext, configOf(), 0)).toMatchObject({
			endpoint: 'up__insert',
			references: 'up__list',
		});
		const odd = await kept(gateway, 'up__odd');
		await call(gateway, 'up__insert', { rows: { $ref: `${odd}#/rows` } });
		expect(JSON.stringify(calls.at(-1)?.args)).toBe(
			'{"rows":[{"id":12345678901234567890,"price":1.0},{"id":2,"price":2.50}]}',
		);
	});

	it('names a text, or the text block of a result', async () => {
		const { gateway, calls } = setting();
		const handle = await kept(gateway, 'up__log');
		const odd = await kept(gateway, 'up__odd');
		const rows = [
			{ $ref: handle },
			{ $ref: `${handle}#/content/0` },
			{ $ref: `${odd}#/content/0` },
		];
		await call(gateway, 'up__insert', { rows });
		const [one, two, three] = (calls.at(-1)?.args.rows ?? []) as string[];
		expect([one, two]).toEqual([log, log]);
		expect(three).toBe('{"rows":[{"id":12345678901234567890,"price":1.0},{"id":2,"price":2.50}]}');
	});

	it('that is cut or misspelled is an error, and nothing is called', async () => {
		const { gateway, calls } = setting();
		const handle = await kept(gateway);
		for (const rows of [
			{ $ref: handle.slice(0, 43) },
			{ $ref: `${handle.slice(0, 43)}#/bookings` },
			{ $ref: `${handle}x` },
			{ $ref: `${handle}/bookings` },
			{ $ref: `${handle}.bookings` },
			{ $ref: ` ${handle}` },
			{ $ref: handle.slice(0, 2), select: 'bookings' },
			[{ deep: { $ref: handle.slice(1) } }],
		])
			expect(first(await call(gateway, 'up__insert', { rows }))).toMatch(
				/^\$ref at \/rows.*: not a handle.*44 characters.*copy it whole/,
			);
		expect(calls).toHaveLength(1);
		// Those of schemas pass.
		for (const $ref of ['#/a/b', 'Order', 'order.json#/x', 'https://example.org/A1b2#/x', ''])
			await call(gateway, 'up__insert', { rows: [{ $ref }] });
		expect(calls).toHaveLength(6);
	});

	it('is shown by a dry call, which calls nothing', async () => {
		const { gateway, calls } = setting();
		const handle = await kept(gateway);
		const shown = data(
			await call(gateway, 'up__insert', { rows: { $ref: `${handle}#/bookings` }, dry: true }),
		);
		expect(shown).toMatchObject({ dry: true, tool: 'up__insert' });
		expect(shown.references[0]).toMatchObject({ at: '/rows', from: 'up__list' });
		expect(shown.references[0].sha256).toMatch(/^[0-9a-f]{64}$/);
		expect(shown.references[0].shape).toMatch(/^list of 500 of \{id, /);
		expect(calls).toHaveLength(1);
	});

	it('dies with the tool it is of, and so does what was computed from it', async () => {
		const denied = new Set<string>();
		const { gateway } = setting({}, [], (endpoint) => !denied.has(endpoint));
		const a = await kept(gateway);
		const b = await kept(gateway, 'up__people');
		const select = 'inner_join(b, a.bookings, &id, &id)[].right | [0:400]';
		const all = await call(gateway, 'read_result', {
			handles: { b, a },
			select: `[${select}, a.bookings][]`,
		});
		const { nextCursor } = data(all);
		expect(nextCursor).toMatch(/^[\w-]{44}$/);
		denied.add('up__list');
		for (const args of [{ handle: a }, { handle: a, query: 'x' }, { handle: nextCursor }])
			expect(first(await call(gateway, 'read_result', args))).toMatch(/up__list is not offered/);
		expect(first(await call(gateway, 'up__insert', { rows: { $ref: a } }))).toMatch(/not offered/);
	});

	it('opens for nobody else, in no other workspace, and not where it is forbidden', async () => {
		const { gateway, calls } = setting({ endpoints: { up__log: { refs: false } } });
		const handle = await kept(gateway);
		const tried = async (args: object, who = ada, tool = 'up__insert') =>
			first(await call(gateway, tool, args as never, contextOf(who)));
		const rows = { $ref: handle };
		expect(await tried({ rows }, bob)).toMatch(/^\$ref at \/rows: Invalid handle/);
		expect(await tried({ rows }, stranger)).toMatch(/^\$ref at \/rows: Invalid handle/);
		expect(await tried({ rows }, ada, 'up__log')).toMatch(/forbids references/);
		const closed = await kept(gateway, 'up__log');
		expect(await tried({ rows: { $ref: closed } })).toMatch(/up__log forbids passing/);
		expect(await tried({ rows: { $ref: `${handle}#/bokings` } })).toMatch(/Nearest: bookings/);
		expect(await tried({ rows: { $ref: handle, select: 'bokings' } })).toMatch(/Nearest: bookings/);
		expect(calls).toHaveLength(2);
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
