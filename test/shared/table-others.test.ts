// Lines beside a table that are rows of it, and texts that are no table.
import { describe, expect, it } from 'vitest';
import { readTable } from '../../src/shared/table';

const marked = `| id | name |\n|---|---|\n${'| 1 | Ann |\n| 2 | Bob |\n'.repeat(30)}`;
const rows = `id,name\n${'1,Ann\n2,Bob\n'.repeat(30)}`;

describe('a text of other lines', () => {
	it.each([
		['a list of names', 'Smith, John\nMiller, Ann\nJones, Bob\n'],
		[
			'a log between bars',
			'2024-03-01 10:00:00.123 | INFO | a:1 - x\n2024-03-01 10:00:01.5 | INFO | b\n',
		],
		['a log with tabs', '2024-03-01T10:00:00Z\tINFO\ta\n2024-03-01T10:00:01Z\tWARN\tb\n'],
		['a log with a comma', '2024-03-01T10:00:00Z WARN user a, 4\n2024-03-01T10:00:01Z INFO b, 5\n'],
		[
			'a log whose first line is another',
			'Started, wait\n2024-03-01T10:00:00Z a, 4\n2024-03-01T10:00:01Z b, 5\n',
		],
		['a table, and prose', `${marked}\nSee\nalso\nthe\nguide.\n`],
		['a table, and a line with a bar', `${marked}See also | the guide\n`],
		['two tables of Markdown', `${marked}\n${marked}`],
		['two tables', rows + rows],
		['two tables apart', `${rows}\nsku,price\n3,4\n`],
		['a table, and one of fewer columns', `id,name,age\n${'3,Eve,5\n'.repeat(60)}sku,price\n`],
		['two tables of words apart', 'name,city\nAnn,Rome\nBob,Oslo\n\nsku,color\nx,red\ny,blue\n'],
		['a table, and four lines', `${rows}a\nb\nc\nd\n`],
		['a table that a line divides', `${rows}Total: 60 rows\n3,Cy\n`],
		['a list of names, and a line', 'Smith, John\nMiller, Ann\nJones, Bob\nThe end\n'],
	])('is not %s', (_, text) => {
		expect(readTable(text)).toBeUndefined();
	});
});

describe('rows that are about others', () => {
	const read = (text: string) => {
		const table = readTable(text);
		return [table?.total, table?.columns.map(({ isNumeric }) => isNumeric), table?.below];
	};
	it.each([
		['name,qty,price\na,1,2\nb,2,3\nc,3,4\n,6,9\n', ['  6  9']],
		['id,name,qty\n1,a,2\n2,b,3\n3,c,4\n,Total,9\n', ['  Total  9']],
		[
			'name,qty,price\na,1,2\nb,2,3\nc,3,4\nTotal,6,9\nAverage,2,3\n',
			['Total  6  9', 'Average  2  3'],
		],
		['name,qty,price\na,1,2\nb,2,3\nc,2,4\nAverage,1.67,3\n', ['Average  1.67  3']],
	])('are none at the end: %j', (text, below) => {
		const isId = text.startsWith('id');
		expect(read(text)).toEqual([3, [isId, !isId, true], below]);
	});

	const counts = [12, 40, 7, 31, 40].map((n, at) => `${'abcde'[at]},${n},${n * 3}\n`).join('');
	const marked = `| name | n | m |\n|:-|-:|:-:|\n${counts.replace(/(.*),(.*),(.*)\n/g, '| $1 | $2 | $3 |\n')}`;
	it.each([
		...['Summe', 'Gesamt', 'Overall', 'All', 'Total (5)', '-', '—'].map(
			(name) => `${name},130,390`,
		),
		...['Max,40,120', 'Minimum,7,21', 'Median,31,93', 'Count,5,5'],
	])('are none by their figures, under any name: %s', (last) => {
		expect(read(`name,n,m\n${counts}${last}\n`)).toEqual([
			5,
			[false, true, true],
			[last.replaceAll(',', '  ')],
		]);
	});

	it.each([
		'| **Total** | **130** | 390 |',
		'| | **130** | __390__ |',
		'| *Average* | *26* | 78 |',
		'| **Gesamt** | 130 | **390** |',
	])('are none in bold or italics: %s', (last) => {
		expect(read(`${marked}${last}\n`).slice(0, 2)).toEqual([5, [false, true, true]]);
	});

	it.each([
		['a figure of another', 'Summe,131,390'],
		['a sum in one column alone', 'Gesamt,130,4'],
		['a maximum in one alone', 'Max,40,99'],
		['a name with a number, as the others may have', 'e5,130,390'],
		['the name of another row', 'a,130,390'],
	])('are rows by their figures: %s', (_, last) => {
		expect(read(`name,n,m\n${counts}${last}\n`)).toEqual([6, [false, true, true], []]);
	});

	it('are rows of words, and rows where few small numbers add up', () => {
		expect(read('name,city\nAnn,Rome\nBob,Oslo\nCy,Bern\nMax,Oslo\n')[0]).toBe(4);
		expect(read('grade,n\ncritical,1\nhigh,2\nmedium,3\nlow,6\n')[0]).toBe(4);
	});

	it('are none between those that they add up', () => {
		const parts =
			'region,name,qty\nN,a,1\nN,b,2\nSubtotal,,3\nS,c,3\nS,d,4\nS Total,,7\nTotal,,10\n';
		expect(read(parts)).toEqual([
			4,
			[false, false, true],
			['Subtotal    3', 'S Total    7', 'Total    10'],
		]);
	});

	it.each([
		['mark,count\nPoor,3\nGood,8\nAverage,5\nBad,2\n', 4],
		['mark,count\nPoor,3\nGood,8\nAverage,5\n', 3],
		['name,qty\na,1\nb,2\n,7\n', 3],
		['name,qty\na,1\n,2\nb,3\n,6\n', 4],
		['kind,mb\nTotal,5\nUsed,3\nFree,2\n', 3],
	])('are rows where they have another figure, or stand elsewhere: %j', (text, total) => {
		expect(read(text)).toEqual([total, [false, true], []]);
	});
});

it('the legend below a blank line is none of the rows that blanks align', () => {
	const units = `  UNIT           LOAD   ACTIVE SUB     DESCRIPTION
  cron.service   loaded active running Background program processing daemon
  dbus.service   loaded active running D-Bus System Message Bus
● nginx.service  loaded failed failed  A high performance web server
  ssh.service    loaded active running OpenBSD Secure Shell server

LOAD   = Reflects whether the unit definition was properly loaded.
ACTIVE = The high-level unit activation state, i.e. generalization of SUB.
SUB    = The low-level unit activation state, values depend on unit type.

4 loaded units listed. Pass --all to see loaded but inactive units, too.
To show all installed unit files use 'systemctl list-unit-files'.
`;
	const table = readTable(units);
	expect([table?.total, table?.below.length]).toEqual([4, 5]);
	expect(table?.rows[2]?.cells).toEqual([
		'●',
		'nginx.service',
		'loaded',
		'failed',
		'failed',
		'A high performance web server',
	]);
});
