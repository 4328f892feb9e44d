// Which texts are tables of delimited values.
import { describe, expect, it } from 'vitest';
import { readTable, tableRows } from '../../src/shared/table';

describe('a table of delimited values', () => {
	it.each([
		['a,b\n1,2\n', 1],
		['a;b;\n1;2;\n', 1],
		['name, age (years)\nAnn, 3\nBob, 4\n', 2],
		['id\tnote\n1\t\n2\tx {y}\n', 2],
		[',a,b\n0,1,2\n1,3,4\n', 2],
		['time,v\n10:00:00,5000\n10:00:01,12\n', 2],
		['"a, b",c\n"1\n2",3\n', 1],
		['1,2\n\n3,4\n', 2],
		['| id | name |\n|---|:--:|\n| 1 | a |\n| 2 |  |\n', 2],
		['a|b\n1|2\n', 1],
	])('is %j', (text, rows) => {
		expect([readTable(text)?.total, tableRows(text)]).toEqual([rows, rows]);
	});

	it('of Markdown has the cells between its bars', () => {
		const { columns, rows } =
			readTable('| id | name |\n|---|---|\n| 1 | a "b" |\r\n| 2 | |\n') ?? {};
		expect(columns?.map(({ name, isNumeric }) => [name, isNumeric])).toEqual([
			['id', true],
			['name', false],
		]);
		expect(rows?.map(({ cells }) => cells)).toEqual([
			['1', 'a "b"'],
			['2', ''],
		]);
	});

	it.each([
		["import { a } from './a';\nimport { b } from './b';\n"],
		["import a, { b } from './a';\nimport c, { d } from './c';\n"],
		['.a,\n.b,\n.c,\n'],
		['\tid,\n\tname,\n\tstate,\n'],
		['  f(a, b)\n  g(c, d)\n'],
		['call(a, b\ncall(c, d\n'],
		['2026-01-02 10:00:00,123 INFO a\n2026-01-02 10:00:01,045 WARN b\n'],
		['a,b\n1,2\n1,2,3\n'],
		['a\nb\n'],
	])('is not %j', (text) => {
		expect([readTable(text), tableRows(text)]).toEqual([undefined, undefined]);
	});
});
