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
