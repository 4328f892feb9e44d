// Listings of folders as tables.
import { describe, expect, it } from 'vitest';
import { inOneGo } from '../../src/shared/slices';
import { readTable, type Table, writingRows } from '../../src/shared/table';

const rowsOf = (text: string) => JSON.parse(inOneGo(writingRows(readTable(text) as Table)));

const LS = `total 24
drwxr-xr-x 2 root root     4096 May  9  2026 a folder
-rw-r--r-- 1 ann  staff      17 Nov 30 18:39 x.txt
lrwxrwxrwx 1 root root        4 Jan  5  2025 link -> ../y -> z
-rw-r--r--@ 1 ann  staff     20 30 Nov 18:39 a -> b.txt
`;
const DIR = ` Volume in drive C has no label.\r
 Volume Serial Number is 1A2B-3C4D\r
\r
 Directory of C:\\Users\\ann\r
\r
09/15/2026  10:12 AM    <DIR>          .\r
09/15/2026  10:13 PM         1,234,567 a file.txt\r
09/16/2026  01:00 PM    <JUNCTION>     Old [C:\\Users]\r
               1 File(s)      1,234,567 bytes\r
               2 Dir(s)   9,999,999,999 bytes free\r
`;

describe('a listing of a folder', () => {
	it('of ls -l is rows of its entries', () => {
		expect(rowsOf(LS)).toEqual([
			{
				mode: 'drwxr-xr-x',
				links: 2,
				owner: 'root',
				group: 'root',
				size: 4096,
				date: 'May  9  2026',
				name: 'a folder',
			},
			{
				mode: '-rw-r--r--',
				links: 1,
				owner: 'ann',
				group: 'staff',
				size: 17,
				date: 'Nov 30 18:39',
				name: 'x.txt',
			},
			{
				mode: 'lrwxrwxrwx',
				links: 1,
				owner: 'root',
				group: 'root',
				size: 4,
				date: 'Jan  5  2025',
				name: 'link',
				target: '../y -> z',
			},
			{
				mode: '-rw-r--r--@',
				links: 1,
				owner: 'ann',
				group: 'staff',
				size: 20,
				date: '30 Nov 18:39',
				name: 'a -> b.txt',
			},
		]);
		expect(readTable(LS)).toMatchObject({ total: 4, header: 'known', below: [] });
	});

	it('has the lines of its entries, and the folder of each where it names them', () => {
		const text = `.:\n${LS}\n./my dir:\ntotal 0\n-rw-r--r-- 1 r r 0 2026-01-02 10:00:00.000000000 +0000 y\n`;
		const table = readTable(text) as Table;
		expect(table.rows.map(({ line }) => line)).toEqual([3, 4, 5, 6, 10]);
		const folders = rowsOf(text).map(({ folder }: { folder: string }) => folder);
		expect(folders).toEqual(['.', '.', '.', '.', './my dir']);
		expect(rowsOf(text)[4].date).toBe('2026-01-02 10:00:00.000000000 +0000');
	});

	it('of sizes with units, and of devices, has these as they are spelled', () => {
		const sizes = rowsOf(LS.replace('  17', '1.6K').replace('4096', '8, 0'));
		expect(sizes.map(({ size }: { size: string }) => size)).toEqual(['8, 0', '1.6K', '4', '20']);
	});

	it('of dir is rows of its entries', () => {
		const folder = 'C:\\Users\\ann';
		expect(rowsOf(DIR)).toEqual([
			{ date: '09/15/2026  10:12 AM', type: '<DIR>', name: '.', folder },
			{
				date: '09/15/2026  10:13 PM',
				size: 1234567,
				name: 'a file.txt',
				folder,
			},
			{
				date: '09/16/2026  01:00 PM',
				type: '<JUNCTION>',
				name: 'Old',
				target: 'C:\\Users',
				folder,
			},
		]);
	});

	it('may have a few other lines, and is none with more of them', () => {
		const refused = "ls: cannot open directory 'x': Permission denied\n";
		expect(readTable(refused + LS)?.below).toEqual([refused.trim()]);
		expect(readTable(refused.repeat(4) + LS)).toBeUndefined();
		expect(
			readTable(`The files of the build:\n${LS}`.replaceAll('root root', 'root')),
		).toBeUndefined();
	});

	it('of any length keeps as many rows as are asked for', () => {
		const text = LS.repeat(500);
		expect(readTable(text)?.rows).toHaveLength(2_000);
		const table = readTable(text, 10) as Table;
		expect(table.total).toBe(2_000);
		expect(table.rows).toHaveLength(200);
	});
});
