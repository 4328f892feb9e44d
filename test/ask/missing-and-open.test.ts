// Cells that say there is no value, letters that may be two units; tables and texts of which it is told how they are asked.
import { describe, expect, it } from 'vitest';
import { selecting } from '../../src/ask';
import { answerTo } from '../../src/gateway/asking/answer';
import { byRows, tableOf } from '../../src/shared/json/columns';
import { containerTape } from '../../src/shared/json/stream';
import type { Tape } from '../../src/shared/json/tape';
import { inOneGo } from '../../src/shared/slices';
import { answer, mendedOf, noteOf } from './selected';
import { textToRows } from './text-to-rows';

const of = (key: string, values: readonly unknown[]) => values.map((value) => ({ [key]: value }));

describe('a cell that says that there is no value', () => {
	it.each(['n/a', 'N/A', '-', '—', 'null', '', '<none>'])(
		'leaves a column of a table one of numbers: %j',
		(none) => {
			const rows = Array.from(
				{ length: 9 },
				(_, at) => `${at},job ${at},${at === 4 ? none : at * 3}`,
			);
			const { json } = textToRows(`id,name,n\n${rows.join('\n')}\n`);
			expect(JSON.parse(json)[5]).toEqual({ id: 5, name: 'job 5', n: 15 });
			expect(JSON.parse(json)[4].n).toBeNull();
			expect([answer(json, 'sum([].n)'), noteOf(json, 'sum([].n)')]).toEqual([
				96,
				'Of 8 values; 1 more is null or missing.',
			]);
		},
	);

	it('leaves a column one of sizes, of decimal commas, and of times of a winter', () => {
		expect(answer(of('size', ['5M', 'n/a', '300K', '12']), 'max_by(@, &size).size')).toBe('5M');
		expect(noteOf(of('v', ['5M', '-', '300K', '1016K']), "[?v > '1M']")).toContain(
			'K is 1024 in v',
		);
		expect(answer(of('p', ['1.234,56', '-', '999,00']), 'max_by(@, &p).p')).toBe('1.234,56');
		const times = ['Dec 31 23:00:00', 'n/a', 'Jan  1 01:00:00'];
		expect(answer(of('t', times), 'max_by(@, &t).t')).toBe('Jan  1 01:00:00');
	});

	it('is found by its word in the lines of a table', () => {
		const text = 'id,n\n1,5\n2,n/a\n3,7\n';
		const askable = { kind: 'text', text: { text, firstLine: 1 }, complete: true } as const;
		const found = inOneGo(answerTo({ query: 'n/a' }, askable));
		expect(found.ok && JSON.parse(found.value.json)).toMatchObject({
			total: 1,
			hits: [{ line: 3, text: '2,n/a' }],
		});
	});
});

describe('a B behind numbers', () => {
	it.each([
		['bytes beside G', ['2B', '5M', '3G'], '3G', 'K is 1024 in v, a number alone bytes.'],
		['billions with decimals', ['1.5B', '5M', '2B'], '2B', 'K is 1000 in v.'],
	])('is of %s', (_, values, most, note) => {
		expect(answer(of('v', values), 'max_by(@, &v).v')).toBe(most);
		expect(noteOf(of('v', values), 'max_by(@, &v)')).toBe(note);
	});

	it('has no place where it may be either, which is said', () => {
		const values = of('v', ['2B', '5M', '300K']);
		expect(answer(values, 'sort_by(@, &v)[].v')).toEqual(['300K', '5M', '2B']);
		expect(answer(values, 'max_by(@, &v).v')).toBe('5M');
		expect(noteOf(values, 'max_by(@, &v)')).toMatch(
			/^B in v may be bytes or billions: .* 1 of 3 is unlike the others, such as the string "2B": passed over\.$/,
		);
		expect(answer(values, "[?v > '1M'].v")).toEqual(['5M']);
		expect(noteOf(values, "[?v > '1M']")).toMatch(/^v is not compared where .*"2B" and "1M"\.$/);
	});
});

describe('notes', () => {
	it('say of an extreme of a list how its commas are read', () => {
		expect(noteOf(of('p', ['1.234,56 €', '999,00 €']), 'max([].p)')).toBe(
			'The comma is decimal in p.',
		);
		for (const expression of ['max([].p)', 'min([].p)', 'sort_by(@, &p)', 'sort([].p)'])
			expect(noteOf(of('p', ['1,234', '12,345', '999']), expression)).toBe(
				'The comma parts thousands in p.',
			);
		expect(noteOf(of('size', ['5M', '3K']), 'min([].size)')).toContain('K is 1024 in size');
	});

	it('stand once in an answer', () => {
		const note = noteOf(of('size', ['5M', '3K']), '{a: max_by(@, &size), b: min_by(@, &size)}');
		expect(note).toBe('K is 1024 in size, a number alone bytes.');
	});

	it('offer the number of a level where the levels are those of a logger', () => {
		const levels = (all: readonly number[]) => all.map((level) => ({ level, name: `n${level}` }));
		expect(mendedOf(levels([30, 50, 30]), "[?level=='error'].name")).toBe('[?level==50].name');
		for (const all of [
			[50, 12, 37],
			[12, 50, 60],
		])
			expect(mendedOf(levels(all), "[?level=='error'].name")).toBe('');
	});
});

describe('times of a listing', () => {
	const dates = ['Aug 15  2025', 'Mar  3  2024', 'Jul  3 10:00', 'Nov 30 12:00', 'Sep  9 09:00'];
	it('without a year are later than its dates, from the widest gap on', () => {
		const sorted = ['Mar  3  2024', 'Aug 15  2025', 'Jul  3 10:00', 'Sep  9 09:00', 'Nov 30 12:00'];
		expect(answer(of('date', dates), 'sort_by(@, &date)[].date')).toEqual(sorted);
		expect(noteOf(of('date', dates), 'sort_by(@, &date)')).toBeUndefined();
		expect(answer(of('date', dates), "[?date >= '2026-01-01'].date")).toEqual(dates.slice(2));
		const winter = ['Jan  2 10:00', 'Oct  9 10:00', 'Dec 30 10:00'];
		expect(answer(of('date', winter), 'max_by(@, &date).date')).toBe('Jan  2 10:00');
	});

	it('are not compared with a date that may be before or after them', () => {
		const note = noteOf(of('date', dates), "[?date > '2026-08-01']");
		expect(note).toMatch(/ date is not compared where it has no order in common: /);
		expect(answer(of('date', dates), "[?date > '2026-08-01'].date")).toEqual([]);
	});

	it('stay texts where they are of more than half a year', () => {
		const year = ['Jan  2 10:00', 'Apr  9 10:00', 'Jul 30 10:00', 'Oct  1 10:00'];
		expect(noteOf(of('date', year), 'max_by(@, &date)')).toContain('ordered as text');
	});
});

describe('a table', () => {
	const columns = {
		time: Array.from({ length: 60 }, (_, at) => `2026-01-${10 + (at % 19)}T00:00`),
		rain: Array.from({ length: 60 }, (_, at) => at / 2),
	};
	const cells = [['a', 'b', 'c'], ...Array.from({ length: 60 }, (_, at) => [at, `x${at}`, at * 2])];
	const run = (tree: Tape, expression: string): unknown => {
		const found = inOneGo(selecting(expression, { tree, complete: true }));
		return found.ok ? JSON.parse(found.value.result) : found.error;
	};
	it.each([
		['length(@)', 60],
		['{n: length(@)}', { n: 60 }],
		['[length(@)]', [60]],
		['@ | length(@)', 60],
		['length(@) > `3`', true],
		['to_string(length(@))', '60'],
		['count(@)', 60],
		['length(sort_by(@, &c || rain))', 60],
	])('stands for its rows wherever it is counted or gone over: %s', (expression, counted) => {
		for (const sent of [columns, cells])
			expect(run(byRows(containerTape(JSON.stringify(sent)) as Tape), expression)).toEqual(counted);
	});

	it('that was sent by columns is counted by its rows beside one of these', () => {
		const sent = containerTape(JSON.stringify(columns)) as Tape;
		expect(tableOf(sent)).toBeDefined();
		expect(run(sent, '[length(@), sum(rain)]')).toEqual([60, 885]);
		expect(run(sent, '{first: time[0], n: length(@)}')).toEqual({ first: columns.time[0], n: 60 });
	});
});

describe('a text that is asked by its lines', () => {
	const entries = Array.from({ length: 9 }, (_, at) => `- name: n${at}\n  v: ${at}\n`).join('');
	const rows = Array.from({ length: 60 }, (_, at) => `${at},a${at},${at * 2}\n`).join('');
	it.each([
		['a key twice', `${entries}- name: a\n  name: b\n`, 'YAML: a key stands twice, line 20'],
		[
			'more than is read',
			`a:\n  b: c\n${'x:\n  y: "some words"\n'.repeat(20_000)}`,
			'YAML: it is read as such up to 300 KB',
		],
		['a fault of syntax', `${entries}- name: a: b: c\n`, 'YAML: it has a fault of syntax'],
		['an end that is missing', '{"a": [1, 2, {"b": 3', 'JSON: } is missing at the end'],
		['a row too wide', `id,name,n\n${rows}7,8,9,10\n`, 'a table: line 62 is no row of 3 cells'],
	])('says so where it would be data but for %s', (_, text, why) => {
		const { kind, note } = textToRows(text);
		expect(kind).toBe('lines');
		expect(note).toContain(`Its lines are asked, since it cannot be read as ${why}`);
	});

	it('says nothing of any other', () => {
		for (const text of [
			'Some words.\nOthers, too.\n',
			'[section]\nkey = 1\n',
			'a: b\nwords here\nx y\n',
		])
			expect(textToRows(text).note).toBeUndefined();
	});
});
