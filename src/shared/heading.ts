// Tells whether the first row of a table names its columns: how much likelier it is as a row of names than as another
// row of values, from what sort each of its cells is, and whether it comes again below.

type Cells = readonly string[];

/** Sorts of cells: how they look, and the share of names of columns and of other cells that look so. */
const SORTS = [
	['number', /^[-+$€£(]*[\d.,]*\d[%)]?$/, 0.001, 0.1],
	// Beginning with a number, as dates, times and sizes do; a hash.
	['figure', /^[-+$€£(]?\.?\d|^(?=.*\d)[\da-fA-F-]{7,64}$/, 0.03, 0.15],
	['mark', /^[^\p{L}\p{N}]+$/u, 0.02, 0.02],
	['letter', /^[A-Z]$/, 0.01, 0.03],
	['place', /[/@]|\w\.\w{1,5}$/, 0.05, 0.05],
	['code', /^\S*\d\S*$/, 0.1, 0.15],
	['words', /./, 0.8, 0.5],
] as const satisfies readonly (readonly [string, RegExp, number, number])[];
/** Cells that say there is no value. */
const NONE = /^(?:N\/?A|NaN|null|None|[-?.])?$/i;
const YEAR = /^(?:1[89]|20)\d\d$/;
/** Value from which a heading is certain; the names of columns by habit alone are worth {@link HABIT}. */
export const SURE = 3;
const HABIT = 1.5;
/** Share of cells in any column that may be of another sort than the others, or come once. */
const MIXED = 0.1;
/** Share of names that are values of their column too. */
const AGAIN = 0.015;

type Sort = (typeof SORTS)[number][0] | 'year' | 'counted';
const sortOf = (cell: string): Sort =>
	YEAR.test(cell) ? 'year' : (SORTS.find(([, look]) => look.test(cell))?.[0] ?? 'words');
/** Of years and of numbers that count up from one column to the next. */
const COUNTED = ['', /./, 0.05, 0.02] as const;

/** Tells whether cells may name columns: most are filled, none is a number, a figure or a mark. */
export const mayName = (cells: Cells): boolean => {
	const names = cells.map((cell) => cell.trim()).filter((name) => name !== '');
	return (
		names.length * 2 > cells.length &&
		names.every((name) => !['number', 'figure', 'mark', 'year'].includes(sortOf(name)))
	);
};

/** Numbers that count up by one through a row, three or more: the names of a matrix. */
function isCount(cells: Cells): boolean {
	const numbers = cells.filter((cell) => /^\d+$/.test(cell)).map(Number);
	return (
		numbers.length > 2 &&
		numbers.length < cells.length &&
		numbers.every((number, at) => number === (numbers[0] as number) + at)
	);
}

/** How likely the first row is one of names: its logarithm, beside that it is one of the rows below; 0 is even. */
export function headingOf(first: Cells, rows: readonly Cells[]): number {
	const names = first.map((cell) => cell.trim());
	const filled = names.filter((name) => !NONE.test(name)).length;
	if (filled * 2 <= names.length) return Number.NEGATIVE_INFINITY;
	const isCounted = isCount(names);
	return names.reduce((sum, name, at) => {
		const below = rows.map((cells) => cells[at]?.trim() ?? '').filter((cell) => !NONE.test(cell));
		if (name === '' || below.length === 0) return sum;
		const sort = isCounted && /^\d+$/.test(name) ? 'counted' : sortOf(name);
		return sum + likelihood(name, sort, below);
	}, HABIT);
}

function likelihood(name: string, sort: Sort, below: Cells): number {
	const [, , named, usual] = SORTS.find(([name]) => name === sort) ?? COUNTED;
	const alike = below.filter((cell) => sortOf(cell) === sort).length;
	const shared = (alike + usual) / (below.length + 1);
	const bySort = Math.log(named / Math.max(shared, usual * MIXED));
	if (alike === 0) return bySort;
	const counts = new Map<string, number>();
	for (const cell of below) counts.set(cell, (counts.get(cell) ?? 0) + 1);
	const again = below.filter((cell) => counts.get(cell) !== 1).length;
	const share = (again + 0.5) / (below.length + 1);
	if (counts.has(name)) return bySort + Math.log(AGAIN / share);
	return sort === 'words' ? bySort + Math.log((1 - AGAIN) / Math.max(1 - share, MIXED)) : bySort;
}
