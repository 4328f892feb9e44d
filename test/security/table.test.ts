// Every row of the table names a test that is there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');
const rows = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
	.split('\n')
	.filter((line) => line.startsWith('| ') && !/^\| (n|attack|promise) \|/.test(line))
	.map((line) =>
		line
			.slice(1, -1)
			.split(' | ')
			.map((cell) => cell.trim()),
	);

it('every attack has a test, by file and name', () => {
	const numbers = rows.map(([first = '']) => Number(first)).filter((n) => n > 0);
	expect(numbers).toEqual(Array.from({ length: 70 }, (_, at) => at + 1));
	const missing = rows.filter((cells) => {
		const [file = '', name = ''] = cells.slice(-2);
		const path = join(folder, file.replaceAll('`', ''));
		return !existsSync(path) || !readFileSync(path, 'utf8').includes(name);
	});
	expect(missing).toEqual([]);
});

it('every promise of SECURITY.md has a test, and no other', () => {
	const text = readFileSync(join(folder, '../SECURITY.md'), 'utf8');
	const part = /## What it promises\n(.*?)\n## /s.exec(text)?.[1] ?? '';
	const promised = [...part.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, name = '']) =>
		name.replace(/\.$/, ''),
	);
	expect(promised.length).toBeGreaterThan(5);
	expect(rows.slice(-promised.length).map(([first]) => first)).toEqual(promised);
});
