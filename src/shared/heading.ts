// Tells whether the first row of a table names its columns: how much likelier it is as a row of names than as another
// row of values, from what sort each of its cells is, and whether it comes again below.

type Cells = readonly string[];

/** Sorts of cells: how they look, and the share of names of columns and of other cells that look so. */
const SORTS: readonly Sort[] = [
	['year', /^(?:1[89]|20)\d\d$/, 0.05, 0.02],
	['number', /^[-+$€£(]*[\d.,]*\d[%)]?$/, 0.001, 0.1],
	// Beginning with a number, as dates, times and sizes do; a hash.
	['figure', /^[-+$€£(]?\.?\d|^(?=.*\d)[\da-fA-F-]{7,64}$/, 0.03, 0.15],
	['mark', /^[^\p{L}\p{N}]+$/u, 0.02, 0.02],
	['letter', /^[A-Z]$/, 0.01, 0.03],
	['place', /[/@]|\w\.\w{1,5}$/, 0.05, 0.05],
	['code', /^\S*\d\S*$/, 0.1, 0.15],
];
/** Cells that say there is no value. */
const NONE = /^(?:N\/?A|NaN|null|None|[-?.])?$/i;
/** Value from which a heading is certain; the names of columns by habit alone are worth {@link HABIT}. */
export const SURE = 3;
const HABIT = 1.5;
/** Share of cells in any column that may be of another sort than the others, or come once. */
const MIXED = 0.1;
/** Share of names that are values of their column too. */
const AGAIN = 0.015;

type Sort = readonly [name: string, look: RegExp, named: number, usual: number];
const WORDS: Sort = ['words', /./, 0.8, 0.5];
const sorted = (cell: string): Sort => SORTS.find(([, look]) => look.test(cell)) ?? WORDS;
const sortOf = (cell: string): string => sorted(cell)[0];

/** Tells whether cells may name columns: most are filled, none is a number, a figure or a mark. */
export const mayName = (cells: Cells): boolean => {
	const names = cells.map((cell) => cell.trim()).filter((name) => name !== '');
	return (
		names.length * 2 > cells.length &&
		names.every((name) => !['number', 'figure', 'mark', 'year'].includes(sortOf(name)))
	);
};

/** Returns the logarithm of how much likelier the first row is one of names than one of the rows below; 0 is even. */
export function headingOf(first: Cells, rows: readonly Cells[]): number {
	const names = first.map((cell) => cell.trim());
	const filled = names.filter((name) => !NONE.test(name)).length;
	if (filled * 2 <= names.length) return Number.NEGATIVE_INFINITY;
	return names.reduce((sum, name, at) => {
		const below = rows.map((cells) => cells[at]?.trim() ?? '').filter((cell) => !NONE.test(cell));
		if (name === '' || below.length === 0) return sum;
		return sum + likelihood(name, below);
	}, HABIT);
}

function likelihood(name: string, below: Cells): number {
	const [sort, , named, usual] = sorted(name);
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
