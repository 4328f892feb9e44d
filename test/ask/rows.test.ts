// Texts that `select` asks: tables are rows, logs entries, others lines.
import { describe, expect, it } from 'vitest';
import { readingRows } from '../../src/ask/rows';
import type { Tape } from '../../src/ask/value';
import { find, treeOf } from './in-one-go';
import { textToRows } from './text-to-rows';

describe('texts', () => {
	it('reads a long table in slices', () => {
		const slices = readingRows(`id,name\n${'1,Ann\n'.repeat(9_000)}`);
		let pauses = 0;
		for (let step = slices.next(); ; step = slices.next()) {
			if (step.done) {
				expect(JSON.parse(step.value.json)).toHaveLength(9_000);
				break;
			}
			pauses++;
		}
		expect(pauses).toBeGreaterThan(8);
	});

	it('are rows where they are tables, spelled as they were', () => {
		const csv = 'id;name;price;zip\n1;"A; ""x""";1.50;00123\n2;B;;10999\n';
		expect(textToRows(csv)).toMatchObject({ kind: 'csv', lines: [2, 3] });
		expect(textToRows(csv).json).toBe(
			'[{"id":1,"name":"A; \\"x\\"","price":1.50,"zip":"00123"},{"id":2,"name":"B","price":null,"zip":"10999"}]',
		);
	});

	it('are entries where they are logs, and lines otherwise', () => {
		const log = [
			'2026-01-01T10:00:00Z INFO start',
			'2026-01-01T10:00:01Z ERROR failed',
			'  at x (y.js:1)',
			'2026-01-01T10:00:02Z WARN slow',
		].join('\n');
		expect(JSON.parse(textToRows(log).json)).toEqual([
			{
				line: 1,
				time: '2026-01-01T10:00:00Z',
				level: 'INFO',
				text: '2026-01-01T10:00:00Z INFO start',
			},
			{
				line: 2,
				time: '2026-01-01T10:00:01Z',
				level: 'ERROR',
				text: '2026-01-01T10:00:01Z ERROR failed\n  at x (y.js:1)',
			},
			{
				line: 4,
				time: '2026-01-01T10:00:02Z',
				level: 'WARN',
				text: '2026-01-01T10:00:02Z WARN slow',
			},
		]);
		expect(JSON.parse(textToRows('one\n\ntwo').json)).toEqual([
			{ line: 1, text: 'one' },
			{ line: 2, text: '' },
			{ line: 3, text: 'two' },
		]);
		expect(textToRows('{"a":1}\n{"a":2}\n').kind).toBe('ndjson');
	});
});

it('a row that is the only hit of a query is whole, with the names of its columns', () => {
	const columns = Array.from({ length: 30 }, (_, at) => `column_${at}`);
	const row = (name: string) => columns.map((column) => `${name} of ${column}`).join(',');
	const { json, lines = [] } = textToRows(
		`${columns}\n${['one', 'two', 'six'].map(row).join('\n')}\n`,
	);
	const tree = treeOf(json) as Tape;
	const hitsOf = (query: string) => {
		const found = find(tree, query, { lines });
		return found.ok ? found.value.hits.map((hit) => JSON.parse(hit)) : [];
	};
	const whole = Object.fromEntries(columns.map((column) => [column, `two of ${column}`]));
	expect(hitsOf('two')).toEqual([{ line: 3, item: whole }]);
	expect(hitsOf('of column_3')[0]).not.toHaveProperty('item');
});

describe('the last row of a table that has sums', () => {
	const rowsOf = (...lines: readonly string[]) => {
		const { json, note } = textToRows(['Region;n;m', ...lines].join('\n'));
		return [JSON.parse(json).length, note];
	};

	it.each([
		['Gesamt;720.75;9', 'a;120.50;2', 'b;-300.00;3', 'c;900.25;4'],
		['Итого;12,50;1.020', 'a;2,50;1.000', 'b;4,00;20', 'c;6,00;0'],
		['合計;¥8,100;30', 'a;¥1,200;10', 'b;¥2,300;11', 'c;¥4,600;9'],
		['Summe;12;40', 'a;3;10', 'b;4;10', 'c;4;10', 'd;1;10'],
		['Totaal;100%;7,5 €', 'a;30%;2,5 €', 'b;20%;2,5 €', 'c;50%;2,5 €'],
	])(
		'is none where all of its numbers are sums, however they are written: %s',
		(last, ...above) => {
			expect(rowsOf(...above, last)).toEqual([
				above.length,
				`Not among the rows: ${JSON.stringify(last.replaceAll(';', ' '))}.`,
			]);
		},
	);

	it.each([
		['Summe;12;0', 'a;3;0', 'b;4;0', 'c;5;0'],
		['Gesamt;760;2024', 'a;120;2024', 'b;230;2024', 'c;410;2024'],
		['Итого;700;5', 'a;300;2', 'b;400;3'],
	])('is one, and it is said, where that may be chance: %s', (last, ...above) => {
		const told = JSON.stringify(last.replaceAll(';', ' '));
		expect(rowsOf(...above, last)).toEqual([
			above.length + 1,
			`The last row has a sum of those above, and is counted: ${told}.`,
		]);
	});

	it('is not said of others', () => {
		expect(rowsOf('a;1;0', 'b;0;2', 'c;1;3')[1]).toBeUndefined();
		expect(rowsOf('a1;1;2', 'a2;4;3', 'a3;5;5')[1]).toBeUndefined();
	});
});

describe('a table of few columns, or of one record after another', () => {
	const rows = (text: string) => JSON.parse(textToRows(text).json);
	it('of Markdown has one column where bars are around it', () => {
		expect(rows('| name |\n|---|\n| Ann |\n| Bob |\n')).toEqual([{ name: 'Ann' }, { name: 'Bob' }]);
		for (const text of [
			'| a |\n| b |\n| c |',
			'Title\n|---|\nx\ny\nz',
			'| a |\n|--|\n| b |\n\nSee also',
		])
			expect(textToRows(text).kind, text).toBe('lines');
	});

	it('is one of psql and of mysql, each column in a line', () => {
		const psql =
			'-[ RECORD 1 ]----\nid   | 1\nname | Ann\nnote | one  +\n     | two\n-[ RECORD 2 ]-+---\nid   | 2\nname | a | b\nnote | \n\n(2 rows)\n';
		expect(textToRows(psql)).toMatchObject({ kind: 'csv', lines: [1, 6] });
		expect(rows(psql)).toEqual([
			{ id: 1, name: 'Ann', note: 'one\ntwo' },
			{ id: 2, name: 'a | b', note: '' },
		]);
		for (const above of ['Expanded display is on.', 'SET', '', 'SET\n\nYou are now | connected.'])
			expect(rows(`${above}\n${psql}`), above).toEqual(rows(psql));
		expect(textToRows(`SET\n${psql}`).note).toBe('Not among the rows: "SET".');
		const stars = '*'.repeat(27);
		const mysql = `${stars} 1. row ${stars}\n   id: 1\n name: a\nb c\n${stars} 2. row ${stars}\n   id: 2\n name: B: x\n2 rows in set (0.00 sec)\n`;
		expect(rows(mysql)).toEqual([
			{ id: 1, name: 'a\nb c' },
			{ id: 2, name: 'B: x' },
		]);
	});
});
