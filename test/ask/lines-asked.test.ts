// Fields within lines of a text: `delay=12min` is found by query, asked by select, and named where it is asked as a key.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sent } from '../protect/answers';
import { find } from './in-one-go';
import { json } from './queried';
import { answer, asked, text } from './selected';
import { textToRows } from './text-to-rows';

const linesOf = (delays: readonly number[]): string =>
	delays
		.map(
			(delay, at) =>
				`2026-01-02T10:00:${10 + (at % 50)}Z INFO gate=${'AB'[at % 2]} delay=${delay}min n=${at}`,
		)
		.join('\n');
const rows = (log: string): string => textToRows(log).json;
const log = linesOf([5, 12, 30, 7]);

describe('a field of lines', () => {
	it('is whole in its quotes, empty where nothing follows it, and none that only ends with its name', () => {
		const lines = [
			'msg="the thing 0 is done" user= status=ok zone=[eu-0]',
			"msg='all is done' pre-status=a status=b [zone=eu-1] x==0",
		];
		const field = (key: string) => answer(JSON.stringify(lines), `[].field(@, '${key}')`);
		expect(field('msg')).toEqual(['the thing 0 is done', 'all is done']);
		const longer = ['http.status=200 status=late', 'GET /x?status=500'];
		expect(answer(JSON.stringify(longer), "[].field(@, 'status')")).toEqual(['late', '500']);
		expect(field('user')).toEqual(['']);
		expect(field('status')).toEqual(['ok', 'b']);
		expect(field('zone')).toEqual(['[eu-0', 'eu-1']);
		expect(field('x')).toEqual([]);
	});

	it('is told by an expression that works where it is asked as a key', () => {
		const error = text(rows(log), '[?delay > `10`] | length(@)');
		expect(error).toContain('No line has the key delay; each has line, time, level, text.');
		const mended = /Works here: (.*)/.exec(error)?.[1] ?? '';
		expect(mended).toBe("[?field(text, 'delay') > '10min'] | length(@)");
		expect(answer(rows(log), mended)).toBe(2);
		expect(text(rows(log), 'count_by(@, &gate)')).toContain("count_by(@, &field(text, 'gate'))");
		expect(text(rows(log), 'sum([].n)')).toContain("sum([].to_number(field(text, 'n')))");
		expect(text(rows(log), '[].nope')).not.toContain('Works here');
	});

	it('says that amounts and a bare number are compared as text', () => {
		const found = asked(rows(log), "[?field(text, 'delay') > '10'] | length(@)");
		expect(found.ok && found.value.note).toMatch(
			/amounts, compared as text here: '10min' compares/,
		);
	});

	it('is compared by its number where it has the unit that is asked, by query as by select', () => {
		const delay = fc.integer({ min: 0, max: 2_000 });
		fc.assert(
			fc.property(fc.array(delay, { minLength: 3, maxLength: 40 }), delay, (delays, least) => {
				const lines = linesOf(delays);
				const over = delays.filter((each) => each > least).length;
				expect(json(find(lines, `delay>${least}min`)).total).toBe(over);
				const condition = `[?field(text, 'delay') > '${least}min']`;
				expect(answer(rows(lines), `length(${condition})`)).toBe(over);
				const most = answer(rows(lines), "max_by(@, &field(text, 'delay')).field(text, 'delay')");
				expect(most).toBe(`${Math.max(...delays)}min`);
			}),
		);
	});

	it('is null where a line has none, and the whole word of its name', () => {
		expect(
			answer('["delay=1", "xdelay=2", "Delay: 3", "none", null]', "map(&field(@, 'delay'), @)"),
		).toEqual([...['1', null, '3', null, null]]);
	});
});

describe('lines of fields with commas between them', () => {
	const text = Array.from(
		{ length: 40 },
		(_, at) => `kind=${at % 3 ? 'a' : 'b'},size=${at},note="x, kind=z",KIND=other`,
	).join('\n');

	it('are lines, the first of them too, and the example that is told for them works', () => {
		expect(answer(rows(text), 'length(@)')).toBe(40);
		expect(answer(rows(text), "count_by(@, &field(text,'kind'))")).toEqual({ a: 26, b: 14 });
		const { answer: first } = sent({ content: [{ type: 'text', text: `${text}\n`.repeat(40) }] });
		const told = JSON.stringify(first);
		const [, example = ''] = /(count_by\(@, &field\(text,'\w+'\)\))/.exec(told) ?? [];
		expect(Object.values(answer(rows(text), example) as object).reduce((a, b) => a + b, 0)).toBe(
			40,
		);
	});

	it('are tables where they have a header', () => {
		expect(answer(rows('a,b\n1,x=2\n3,y=4'), '[].b')).toEqual(['x=2', 'y=4']);
	});
});

describe('a field within a line', () => {
	it('is the one that is spelled so, and none that stands in the quotes of another', () => {
		const text =
			'a status=late STATUS=x\nb STATUS=y\nc msg="status=gone" n=1\nmsg="say \\"status=no\\"" status="on time"';
		const found = asked(rows(text), "[*].{s: field(text, 'status')}[].s");
		expect(found.ok && JSON.parse(found.value.result)).toEqual(['late', 'y', 'on time']);
		expect(found.ok && found.value.note).toBe(
			'status was also read where it is in capitals, or small.',
		);
		expect(json(find(text, 'status<late')).total).toBe(0);
	});
});
