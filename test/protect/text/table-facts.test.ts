// Facts of delimited texts, against what `select` gives of the same text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest } from '../../../src/protect/text/digest';
import { natureOf } from '../../../src/protect/text/kind';
import { indexLines } from '../../../src/protect/text/lines';
import { textToRows } from '../../ask/text-to-rows';
import { times } from '../../fuzz-runs';

const told = (text: string, room = 1) => {
	const lines = indexLines(text);
	const weigh = (part: string) => ({ tokens: part.length / (4 * room), bytes: part.length });
	return digest(text, lines, natureOf(text, lines), weigh);
};
/** The same rows as JSON objects, one a line. */
const objectsOf = (rows: readonly object[]) =>
	`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
const rowsOf = (text: string): readonly Record<string, unknown>[] | undefined => {
	const { kind, json } = textToRows(text);
	return kind === 'csv' ? JSON.parse(json) : undefined;
};

describe('the facts of a table', () => {
	it('are counts of values, then spans, of all rows, and count by a column of few values', () => {
		const rows = Array.from(
			{ length: 40 },
			(_, at) => `${at},EUR,2024-01-${10 + at},${['new', 'paid'][at % 2]}`,
		);
		const { shape, asks, example } = told(`id,currency,on,"kind, of it"\n${rows.join('\n')}\n`);
		expect(shape).toBe('40 rows: "kind, of it" new×20, paid×20; currency=EUR; id 0–39');
		expect([asks, example]).toEqual(['rows', 'count_by(@, &"kind, of it")']);
	});

	it('are those of a table whose first column is a time, which is no log', () => {
		const rows = Array.from(
			{ length: 30 },
			(_, at) => `2012-01-${String(at + 1).padStart(2, '0')},${at},rain`,
		);
		expect(told(`date,wind,weather\n${rows.join('\n')}\n`)).toEqual({
			shape: '30 rows: wind 0–29; date 2012-01-01–2012-01-30; weather=rain',
			asks: 'rows',
			example: '[:3]',
		});
	});

	it('say where line 1 names the columns by habit alone, and what is below the rows', () => {
		const list = 'nginx\tlatest\nredis\talpine\npostgres\tbullseye\nnode\tslim\n';
		expect(told(list).shape).toMatch(/^3 rows under line 1, taken for their names/);
		const summed = `id,name\n1,Ann\n2,Bob\n3,Cy\nTotal: 3 rows\n${'x'.repeat(99)}\n`;
		expect(told(summed).shape).toMatch(/^3 rows, then "Total: 3 rows", then "x{80}…": /);
	});

	it('are of no text that is read otherwise', () => {
		for (const text of [
			'a,b\n',
			'id,name,state\n1,a\n2,a,b\n3,a,b\n',
			'a;b;c\r1;2;3\r',
			`${'x'.repeat(70)},b\n1,2\n`,
		]) {
			expect(rowsOf(text)).toBeUndefined();
			expect(told(text).asks).not.toBe('rows');
		}
	});

	it('are of the first rows of a table that is too long to be read for them, and say of how many', () => {
		const rows = Array.from(
			{ length: 300_000 },
			(_, at) => `${at},${at < 50_000 ? 'a' : 'b'},"c\n${at}"`,
		);
		const text = `id,kind,note\n${rows.join('\n')}`;
		const { shape, asks, example } = told(text);
		const parts =
			/^300000 rows: of the first (\d+): kind a×50000, b×(\d+); id 0–(\d+)/.exec(shape) ?? [];
		const [looked, others, most] = parts.slice(1).map(Number) as [number, number, number];
		expect([looked, others]).toEqual([most + 1, most - 49_999]);
		expect([asks, example]).toEqual(['rows', 'count_by(@, &kind)']);
		const read = text.slice(0, 1_000_000);
		expect(read).toContain(`\n${most},b,"c\n${most}"\n`);
	});

	it('are of rows from its beginning to its end where none of it is in quotes, and say of how many', () => {
		const rows = Array.from({ length: 300_000 }, (_, at) => `${at},${at < 150_000 ? 'a' : 'b'},x`);
		const { shape } = told(`id,kind,note\n${rows.join('\n')}\n`);
		const [, looked, a, b] =
			/^300000 rows: of (\d+) spread over all: kind [ab]×(\d+), [ab]×(\d+); note=x; id 0–299999/.exec(
				shape,
			) ?? [];
		expect(Number(looked)).toBeGreaterThan(50_000);
		expect(Number(a) + Number(b)).toBe(Number(looked));
		expect(Math.abs(Number(a) - Number(b))).toBeLessThan(Number(looked) / 20);
	});

	it('are of rows that come by turns, each of its own kind', () => {
		const rows = Array.from(
			{ length: 70_000 },
			(_, at) => `${at},${['sell', 'buy'][at % 2]},12345678`,
		);
		const { shape } = told(`id,side,n\n${rows.join('\n')}\n`);
		const [, one, other] = /side (?:sell|buy)×(\d+), (?:sell|buy)×(\d+)/.exec(shape) ?? [];
		expect(Number(one) + Number(other)).toBe(35_000);
		expect(Math.abs(Number(one) - Number(other))).toBeLessThan(2_000);
	});

	it('count no row twice where the last one is longer than a part', () => {
		const rows = Array.from({ length: 300_000 }, (_, at) => `${at},${at % 3 ? 'a' : 'b'},123`);
		const { shape } = told(`id,kind,n\n${rows.join('\n')}\n150000,c,${'9'.repeat(80_000)}`);
		const looked = Number(/of (\d+) spread over all/.exec(shape)?.[1]);
		expect(looked).toBeGreaterThan(50_000);
		expect(looked).toBeLessThan(100_000);
	});

	it('are those of select also where the end of a long table is otherwise', () => {
		const rows = Array.from({ length: 90_000 }, (_, at) => `${at},${at % 99},"a"`);
		const numbers = `id,amount,kind\n${rows.join('\n')}\n`;
		expect(told(numbers).shape).toMatch(
			/^90000 rows: of 45000 spread over all: .*amount 0–98; id [0-9]–89\d\d\d/,
		);
		expect(told(`${numbers}1,N/A,b\n`).shape).not.toContain('amount 0–98');
		expect(told(`${numbers}1,2,b,c\n`).asks).not.toBe('rows');
	});

	it('are of rare rows too, however regularly they come', () => {
		for (const [period, phase] of [
			...[0, 61, 102, 225, 506].map((at) => [507, at] as const),
			...[0, 102, 225].map((at) => [366, at] as const),
			...[0, 102, 225].map((at) => [385, at] as const),
		]) {
			const isRare = (at: number) => at % period === phase;
			const rows = Array.from(
				{ length: 50_000 },
				(_, at) => `${at},${isRare(at) ? 'failed' : 'passed'},xxxxxxxxxx`,
			);
			const { shape } = told(`id,state,note\n${rows.join('\n')}\n`);
			const found = Number(/failed×(\d+)/.exec(shape)?.[1]);
			const half = 25_000 / period;
			expect([found > half * 0.6, found < half * 1.4], `${period} ${phase} ${found}`).toEqual([
				true,
				true,
			]);
		}
	});

	it('are of a table after a blank line, with a header over several lines or of many columns', () => {
		const many = Array.from({ length: 400 }, (_, at) => `a column of number ${at}`);
		const texts = [
			'\n \nid,kind\n1,a\n2,a\n',
			'"of two\nlines",kind\n1,a\n2,a\n',
			`${many.join(',')}\n${many.map(() => 'a').join(',')}\n`,
		];
		for (const text of texts)
			expect([told(text).asks, rowsOf(text) !== undefined]).toEqual(['rows', true]);
	});

	it('hold of what select gives, and are told exactly where select reads rows', () => {
		const cell = fc.oneof(
			fc.constantFrom(
				'a',
				'b',
				'N/A',
				'',
				'1',
				'2.50',
				'-3',
				'1e3',
				'007',
				'x "y"',
				'p, q',
				'2024-01-02',
			),
			fc.stringMatching(/^[\w .;|-]{0,12}$/),
		);
		const spelled = (text: string) =>
			/[",;|\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
		const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
			fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
				minLength: 1,
				maxLength: 30,
			}),
		);
		fc.assert(
			fc.property(table, fc.constantFrom(',', ';', '\t', '|'), (cells, delimiter) => {
				const header = (cells[0] as string[]).map((_, at) => `c${at}`);
				const text = [header, ...cells].map((row) => row.map(spelled).join(delimiter)).join('\n');
				const rows = rowsOf(text);
				const { shape, asks } = told(text, 100);
				expect(asks === 'rows').toBe(rows !== undefined);
				if (!rows) return;
				expect(shape).toMatch(new RegExp(`^${rows.length} rows?\\b`));
				for (const [, name = '', value = '', count] of shape.matchAll(/(c\d) ([a-z])×(\d+)/g))
					expect(rows.filter((row) => row[name] === value).length).toBe(Number(count));
				for (const [, name = '', low, high] of shape.matchAll(
					/(c\d) (-?[\d.]+)–(-?[\d.]+)(?:;|$)/g,
				)) {
					const numbers = rows.map((row) => row[name]).filter((each) => each !== null);
					expect(numbers.every((each) => typeof each === 'number')).toBe(true);
					expect([Math.min(...(numbers as number[])), Math.max(...(numbers as number[]))]).toEqual([
						Number(low),
						Number(high),
					]);
				}
				for (const [, name = '', nulls] of shape.matchAll(/(c\d) [^;]*null×(\d+)/g))
					expect(rows.filter((row) => row[name] === null).length).toBe(Number(nulls));
			}),
			{ numRuns: times(150, 5_000) },
		);
	});
});

describe('the facts of JSON objects, one a line', () => {
	it('are those of a list, and count by a field of few values', () => {
		const rows = Array.from({ length: 40 }, (_, id) => ({
			id,
			state: { name: ['new', 'paid'][id % 2] },
			note: id === 3 ? 'x' : undefined,
		}));
		expect(told(objectsOf(rows))).toEqual({
			shape: '40 rows: state.name new×20, paid×20; id 0–39; note in 1, x×1',
			asks: 'rows',
			example: 'count_by(@, &state.name)',
		});
	});

	it.each(['null', '42', '"end"', '# rotated', '{"id":1,'])(
		'are those of select where one line among them is %s',
		(line) => {
			for (const count of line.endsWith(',') || line.startsWith('#') ? [40, 40_000] : [40]) {
				const rows = Array.from({ length: count }, (_, id) => ({
					id,
					kind: ['a', 'b'][id % 2],
					note: `note ${id}`.padEnd(20),
				}));
				const [before, after] = [rows.slice(0, count / 2), rows.slice(count / 2)];
				const text = `${objectsOf(before)}${line}\n${objectsOf(after)}`;
				const { shape, asks, example } = told(text);
				expect([shape, asks, example]).toEqual([
					expect.stringMatching(
						new RegExp(`^${count} rows: .*kind (?:in \\d+, )?[ab]×.*; beside them 1 line of text`),
					),
					'rows',
					'count_by(@, &kind)',
				]);
				const { kind, json, lines, note } = textToRows(text);
				expect([kind, lines?.length]).toEqual(['ndjson', count]);
				expect(JSON.parse(json)).toEqual(rows);
				expect(note).toMatch(/^Not among the rows: /);
			}
		},
	);

	it('tell how many lines beside the rows are text, whatever is told of their fields', () => {
		const lines = Array.from({ length: 400 }, (_, id) =>
			id % 50 === 7 ? `not JSON ${id}` : JSON.stringify({ id, kind: ['a', 'b'][id % 2] }),
		);
		expect(told(`${lines.join('\n')}\n`).shape).toBe(
			'392 rows: kind a×200, b×192; id 0–399; beside them 8 lines of text, no JSON',
		);
	});

	it('are of rows spread over a long text, and of none where a line is no JSON', () => {
		const rows = Array.from({ length: 60_000 }, (_, id) => ({ id, kind: id < 30_000 ? 'a' : 'b' }));
		const text = objectsOf(rows);
		expect(told(text).shape).toMatch(
			/^60000 rows: of \d+ spread over all: kind [ab]×\d+, [ab]×\d+; id 0–59999$/,
		);
		const last = `${text}${JSON.stringify({ id: 60_000, kind: 'c', blob: 'x'.repeat(80_000) })}`;
		const [, all, looked] = /^(\d+) rows: of (\d+) spread/.exec(told(last).shape) ?? [];
		expect([Number(all), Number(looked) < 50_000]).toEqual([60_001, true]);
		const long = objectsOf([0, 1, 2].map((id) => ({ id, note: 'x'.repeat(900_000) })));
		expect(told(long)).toMatchObject({ shape: '3 rows', asks: 'rows' });
		const timed = rows.slice(0, 40).map((row) => ({ ...row, at: '2024-03-01T10:00:00Z' }));
		expect(told(objectsOf(timed)).shape).toMatch(/^40 rows: .*at=/);
		const few = objectsOf(rows.slice(0, 40));
		expect(told(`${few}[1, 2]\n`).shape).toBe(
			'41 rows: kind in 40, a×40; id in 40, 0–39; @[] 1×1, 2×1',
		);
		for (const other of [`${objectsOf(rows.slice(0, 9))}no more\n`, '{\n  "a": 1,\n  "b": 2\n'])
			expect(told(other).asks).not.toBe('rows');
	});
});
