// Texts that are tables of delimited values, and texts that are none.
import { describe, expect, it } from 'vitest';
import { inOneGo } from '../../src/shared/slices';
import { readTable, type Table, writingRows } from '../../src/shared/table';

const marked = `| id | name |\n|---|---|\n${'| 1 | Ann |\n| 2 | Bob |\n'.repeat(30)}`;
const tools = 'NAME    PRICE  N\nhammer  2.50   20\nsaw     4.00   12\nbit     3.00   8\n';
const rows = `id,name\n${'1,Ann\n2,Bob\n'.repeat(30)}`;

describe('a table of delimited values', () => {
	it.each([
		['a,b\n1,2\n', 1],
		['a,b\n|1|,2\n', 1],
		['a;b;\n1;2;\n', 1],
		['name, age (years)\nAnn, 3\nBob, 4\n', 2],
		['id\tnote\n1\t\n2\tx {y}\n', 2],
		[',a,b\n0,1,2\n1,3,4\n', 2],
		['time,v\n10:00:00,5000\n10:00:01,12\n', 2],
		['"a, b",c\n"1\n2",3\n', 1],
		['1,2\n\n3,4\n', 2],
		['| id | name |\n|---|:--:|\n| 1 | a |\n| 2 |  |\n', 2],
		['a|b\n1|2\n', 1],
		['timestamp,power_w\n2024-03-01 00:15:00,512\n2024-03-01 00:30:00,498\n', 2],
		['at,power_w,temp\n2024-03-01 00:15:00,512,1.5\n2024-03-01 00:30:00,7,1\n', 2],
		['name,code,1960,1961\nAruba,ABW,54211,\nAngola,AGO,,5643182\n', 2],
		['id,,name\n1,x,Ann\n2,y,Bob\n', 2],
		['region,1/22/20,1/23/20\nHubei,444,445\n', 1],
		['what,code,what/B\nAbkhaz,ab,abk\nAfar,aa,aar\n', 2],
		['| 1 | 2 |\n|---|---|\n| a | b |\n', 1],
	])('is %j', (text, rows) => {
		expect(readTable(text)?.total).toBe(rows);
		expect(readTable(text, Number.POSITIVE_INFINITY)?.total).toBe(rows);
	});

	it('may have blank lines between rows of words, and a column of the names of columns', () => {
		const words = 'name,city\n\nAnn,Rome\n\nBob,Oslo\n\nCy,Bern\n';
		expect(readTable(words)?.total).toBe(3);
		const names = ['name', 'type', 'size', 'kind', 'date', 'time', 'unit', 'note', 'mark', 'area'];
		const fields = readTable(`name,meaning\n${names.map((name) => `${name},of it\n`).join('')}`);
		expect(fields?.columns.map(({ name }) => name)).toEqual(['name', 'meaning']);
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
		['#code\tat\tTZ\t\t\tnote\nAD\t+42\tE/A\nAQ\t-66\tA/C\tCasey\n'],
		['a\nb\n'],
	])('is not %j', (text) => {
		expect(readTable(text)).toBeUndefined();
	});

	it.each([
		['an address in a column of words', 'City/Town,Contact\nRome,a@b.c\nOslo,none\nBern,c@d.e\n'],
		['codes above letters', 'SNP,A1,A2\nrs12,A,G\nrs7,C,T\nrs33,G,A\n'],
		['a mark above sums', 'Item,$\nPen,1.20\nBook,12\nCap,3\nBag,7\n'],
		['dotted names', 'user.name,user.role\nann,admin\nbob,reader\ncy,admin\n'],
		['years that fall', 'country,2003,2002\nFrance,5,6\nSpain,4,5\n'],
		['one year alone', 'country,2003\nFrance,5\nSpain,4\n'],
		[
			'questions of a form',
			`${'How satisfied are you with what you got from us in these weeks?'},Else?\n${'Very,Yes\nNot,No\n'.repeat(3)}`,
		],
		['comments above', '# of a survey\n#\nid,name\n1,Ann\n2,Bob\n'],
	])('has its header: %s', (_, text) => {
		const { columns, header } = readTable(text) ?? {};
		const line = text.split('\n').find((one) => !one.startsWith('#'));
		expect(columns?.map(({ name }) => name)).toEqual(line?.split(','));
		expect(header).toBe('sure');
	});

	it.each([
		[
			'a data dictionary',
			'variable,class,description\nname,text,Name of it\nage,number,Age in years\n',
		],
		['words with blanks', 'name, city, role\nAnn, Rome, admin\nBob, Oslo, reader\n'],
		['a list', 'nginx\tlatest\nredis\talpine\npostgres\tbullseye\n'],
	])('has a header by habit alone, and says so: %s', (_, text) => {
		expect(readTable(text)?.header).toBe('guessed');
	});

	it.each(['|:-:|:-:|', '|:--|--:|', '|-|-|', '| :- | -: |'])(
		'of Markdown has its names above a line of one dash too: %s',
		(rule) => {
			const { columns, rows } =
				readTable(`| id | a\\|b |\n${rule}\n| 1 | x\\|y |\n| - | - |\n| **3** | *z* |\n`) ?? {};
			expect(columns?.map(({ name }) => name)).toEqual(['id', 'a|b']);
			expect(rows?.map(({ cells }) => cells)).toEqual([
				['1', 'x|y'],
				['-', '-'],
				['3', '*z*'],
			]);
		},
	);

	it.each([
		['light', '┌─┬┐│├┼┤└┴┘'],
		['round', '╭─┬╮│├┼┤╰┴╯'],
	])('in a %s box has the cells between its lines', (_, drawn) => {
		const [a, b, c, d, e, f, g, h, i, j, k] = drawn;
		const edge = (left = '', mid = '', right = '') =>
			`${left}${b?.repeat(4)}${mid}${b?.repeat(6)}${right}\n`;
		const rows = [1, 2, 3].map((id) => `${e} ${id}  ${e} n${id} ─ ${e}\n`).join('');
		const { columns, rows: read } =
			readTable(
				`${edge(a, c, d)}${e} id ${e} name ${e}\n${edge(f, g, h)}${rows}${edge(i, j, k)}`,
			) ?? {};
		expect(columns?.map(({ name, isNumeric }) => [name, isNumeric])).toEqual([
			['id', true],
			['name', false],
		]);
		expect(read?.map(({ line, cells }) => [line, ...cells])).toEqual(
			[1, 2, 3].map((id) => [id + 3, String(id), `n${id} ─`]),
		);
	});

	it.each([
		[
			'psql',
			' id | name  | n\n----+-------+---\n  1 | Ann B | 3\n  2 | Bob   |\n(2 rows)\n',
			['id', 'name', 'n'],
			['1', 'Ann B', '3'],
		],
		[
			'kubectl',
			'NAME     READY   STATUS    RESTARTS     AGE\nnginx-7c 1/1     Running   12 (2m ago)  3d\nredis-0  0/1     Crashed   0            5d\napi-55   1/1     Running   0            9h\n',
			['NAME', 'READY', 'STATUS', 'RESTARTS', 'AGE'],
			['nginx-7c', '1/1', 'Running', '12 (2m ago)', '3d'],
		],
		[
			'df',
			'Filesystem      Size  Used Avail Use% Mounted on\n/dev/vda1        40G   12G   28G  30% /\ntmpfs           1.6G  1.1M  1.6G   1% /run/user\n/dev/vdb        200G    9G  191G   5% /data b\n',
			['Filesystem', 'Size', 'Used', 'Avail', 'Use%', 'Mounted on'],
			['/dev/vda1', '40G', '12G', '28G', '30%', '/'],
		],
		[
			'docker',
			'CONTAINER ID   COMMAND   CREATED       NAMES\n3f2a1b4c5d6e   "a b…"    2 hours ago   web\n9a8b7c6d5e4f   "b"       3 days ago    cache\n',
			['CONTAINER ID', 'COMMAND', 'CREATED', 'NAMES'],
			['3f2a1b4c5d6e', '"a b…"', '2 hours ago', 'web'],
		],
		[
			'docker stats',
			'NAME    CPU %    MEM USAGE / LIMIT   PIDS\nweb     0.12%    20MiB / 2GiB        3\ncache   12.90%   9.5MiB / 2GiB       11\n',
			['NAME', 'CPU %', 'MEM USAGE / LIMIT', 'PIDS'],
			['web', '0.12%', '20MiB / 2GiB', '3'],
		],
		[
			'pip',
			'Package    Version\n---------- -------\nrequests   2.31.0\nurllib3    2.0.4\n',
			['Package', 'Version'],
			['requests', '2.31.0'],
		],
		[
			'ps, of sizes beyond their columns',
			'USER   PID %CPU    VSZ   RSS TTY   STAT COMMAND\nroot     1  0.7  46904 14024 ?     Ss   /sbin/init  -a b\nroot     2  0.0      0     0 ?     S    [kthreadd]\nann     31  1.2 7412345 98304 pts/1 Sl+ node a.js\nann     32  1.2 741234  9830 pts/1 Sl+  node b.js\n',
			['USER', 'PID', '%CPU', 'VSZ', 'RSS', 'TTY', 'STAT', 'COMMAND'],
			['root', '1', '0.7', '46904', '14024', '?', 'Ss', '/sbin/init  -a b'],
		],
	])('aligned by blanks has the columns that its lines share: %s', (_, text, names, cells) => {
		const { columns, rows } = readTable(text) ?? {};
		expect(columns?.map(({ name }) => name)).toEqual(names);
		expect(rows?.[0]?.cells).toEqual(cells);
	});

	it.each([
		['code', 'const a = 1;\nconst b = 2;\nconst c = 3;\n'],
		['files', 'total 8\n-rw-r--r-- 1 root root 40 Nov 20 a\n-rw-r--r-- 1 root root 41 Nov 20 b\n'],
		['a log', '10:00:01 INFO  a b\n10:00:02 WARN  c d\n10:00:03 INFO  e f\n'],
		[
			'columns without a blank between them in all lines, and a name of two words',
			'Filesystem  Size  Used Avail Use% Mounted on\n/dev/vda1    40G   12G   28G  30% /a\n/dev/vdb1   200G    9G 1234567M 5% /b\n/dev/vdc1   200G 1234567M  2G   5% /c\n',
		],
		[
			'names and cells of several words, not as many in all',
			'Full Name    Home City  Age\nAnn Lee      New York   30\nBob van Dam  Los Altos  41\nCy Poe       San Jose   25\n',
		],
		[
			'a last name of two words above cells of several',
			'ID  NAME  FULL ADDRESS\n1   Ann   12 Main St\n2   Bob   9 High St\n3   Cy    4 Low Rd\n',
		],
		['prose', 'This is some line\nThat is some other\nHere is some more\n'],
		[
			'a row that the columns do not divide',
			`ID  NAME  N\n${'1   ann   2\n'.repeat(9_000)}22  roberta 4\n3   cy    5\n`,
		],
	])('is not, aligned by blanks: %s', (_, text) => {
		expect(readTable(text)).toBeUndefined();
	});

	it.each([
		['psql without a rule', `${tools}(3 rows)\n`, [], ['(3 rows)']],
		['a title', `Tools of today\n\n${tools}`, ['Tools of today'], []],
		['a sum', `${tools}Total   9.50  40\n`, [], ['Total  9.50  40']],
		[
			'a line, and a sum',
			`${tools}--------\nTOTAL   9.50  40\n`,
			[],
			['--------', 'TOTAL   9.50  40'],
		],
		['two words', `${tools}\n3 tools listed.\nFinished.\n`, [], ['3 tools listed.', 'Finished.']],
		['a sum of delimited values', 'name,n\nAnn,2\nBob,3\nTotal,5\n', [], ['Total  5']],
		[
			'prose around Markdown',
			`Of us:\n\n${marked}\nSee the guide.\n`,
			['Of us:'],
			['See the guide.'],
		],
	])('has lines around its rows that are none of them: %s', (_, text, above, below) => {
		const table = readTable(text);
		expect(table).toMatchObject({ above, below });
		expect(table?.rows.some(({ cells }) => /total/i.test(cells[0] ?? ''))).toBe(false);
	});

	it('has a row of that name that is no sum', () => {
		expect(readTable('brand,n\nShell,20\nTotal,5\n')?.total).toBe(2);
		expect(readTable('brand,n\nShell,20\nTotal,25\nBP,9\n')?.total).toBe(3);
	});

	it('has lines below its rows that are none of them', () => {
		expect(readTable(`${rows}Total: 60 rows\n\nSource: us\n`)).toMatchObject({
			total: 60,
			below: ['Total: 60 rows', 'Source: us'],
		});
	});

	it('has its names in the last line of comment, and last cells that are left out', () => {
		const text =
			'# of us\n#\n#country-\n#codes\tat\tTZ\tcomments\nAD\t+42\tEurope/A\nAE,OM\t+25\tAsia/D\tCrozet\nAF\t+34\tAsia/K\n#\n# Below:\n#@AQ\tAntarctica/\n';
		const { columns, rows } = readTable(text) ?? {};
		expect(columns?.map(({ name }) => name)).toEqual(['#codes', 'at', 'TZ', 'comments']);
		expect(rows?.map(({ cells, line }) => [line, ...cells])).toEqual([
			[5, 'AD', '+42', 'Europe/A'],
			[6, 'AE,OM', '+25', 'Asia/D', 'Crozet'],
			[7, 'AF', '+34', 'Asia/K'],
		]);
		expect(readTable('#\ttitle\n#1\tOne\n#2\tTwo\n')?.total).toBe(2);
	});

	it('has numbers that begin with their point', () => {
		const table = readTable('id,x\n1,.097\n2,-.5\n3,1.5\n4,.5e2\n');
		expect(table?.columns.map(({ isNumeric }) => isNumeric)).toEqual([true, true]);
		expect(JSON.parse(inOneGo(writingRows(table as Table)))).toEqual(
			[0.097, -0.5, 1.5, 50].map((x, at) => ({ id: at + 1, x })),
		);
	});

	it('has its lines counted from the first of the text, comments too', () => {
		const { rows } = readTable('# of us\nid,name\n1,Ann\n2,Bob\n') ?? {};
		expect(rows?.map(({ line }) => line)).toEqual([3, 4]);
	});

	it.each([
		['states of files', 'A\tREADME\nM\tsrc/a.ts\nD\tsrc/b.ts\n'],
		['files of an index', '100644 e69de29b 0\tREADME\n100644 0123abcd 0\tsrc/a\n'],
		['sizes', '4K\tb\n0\ta\n12K\tc\n'],
		['commits', 'e69de29\tAnn\tfirst\n0f3ab12\tBob\tsecond\n'],
		['words one of which comes again', 'Ann\tadmin\tParis\nBob\tadmin\tRome\n'],
		['years of lives', 'Smith,1890,1950\nMiller,1901,1988\n'],
		['times', '09:15\tbegun\n09:20\tdone\n'],
		['accounts', 'root,bash\nwww,nologin\nann,bash\nbob,bash\ncy,nologin\n'],
		['no values first', 'NA,0.5\n1.5,0.7\n2.5,0.8\n'],
	])('has no header where its first line is one of a list: %s', (_, text) => {
		const { columns, total } = readTable(text) ?? {};
		expect(total).toBe(text.trimEnd().split('\n').length);
		expect(columns?.[0]?.name).toBe('column_1');
	});
});
