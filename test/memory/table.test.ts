import { describe, expect, it } from 'vitest';
import { Table } from '../../src/memory/document/units';

/** A table of the columns Do and Not, with these rows: their cells, as the parser has them, and their line. */
function read(
	rows: readonly (readonly [line: string, ...cells: string[]])[],
	titles = ['Do', 'Not'],
) {
	const table = new Table(['| Do | Not |', '|---|---|', ...rows.map(([line]) => line)]);
	const row = (at: number, cells: readonly string[]) => {
		table.openRow([at, at + 1]);
		for (const cell of cells) table.cell(cell);
		return table.closeRow();
	};
	const header = row(0, titles);
	const said = rows.map(([, ...cells], at) => row(at + 2, cells));
	return { header, said, unsaid: table.untitled() };
}

describe('a table', () => {
	it('says each cell behind the title of its column', () => {
		const { header, said, unsaid } = read([
			['| a | b |', 'a', 'b'],
			['| c | |', 'c', ''],
		]);
		expect(header).toEqual({ text: '', map: [0, 2] });
		expect(said).toEqual([
			{ text: 'Do: a; Not: b', map: [2, 3] },
			{ text: 'Do: c', map: [3, 4] },
		]);
		expect(unsaid).toBeUndefined();
	});

	it('says a title that no row has said', () => {
		expect(read([['| c | |', 'c', '']]).unsaid).toEqual({ text: 'Not', map: [0, 2] });
		expect(read([]).unsaid).toEqual({ text: 'Do; Not', map: [0, 2] });
		expect(read([], ['', '']).unsaid).toBeUndefined();
		expect(new Table([]).untitled()).toBeUndefined();
		expect(read([['| c | d |', 'c', 'd']], ['', 'Not']).said[0]?.text).toBe('c; Not: d');
	});

	it.each([
		['| a | b | c |', 'Do: a; Not: b; c'],
		['a | b | c', 'Do: a; Not: b; c'],
		['> | a | b | c | d |  ', 'Do: a; Not: b; c; d'],
		['| a | b \\| x | c |', 'Do: a; Not: b; c'],
		['| a | b \\|', 'Do: a; Not: b'],
		['| a | b | c \\|', 'Do: a; Not: b; c \\|'],
	])('loses no cell that has no column: %s', (line, text) => {
		expect(read([[line, 'a', 'b']]).said[0]?.text).toBe(text);
	});
});
