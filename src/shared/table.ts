// Reads texts of delimited values (RFC 4180; also with tabs, semicolons or bars): their columns and rows.
import { mayName } from './heading';
import { listingIn } from './listing';
import { inOneGo, type Slices } from './slices';
import { formOf, MOST_AROUND, MOST_FOOTED, NUMBER, readRows, type TableRow } from './table-form';

/** Rows that are read, or written, without a pause. */
const AT_ONCE = 2_000;
export interface Column {
	/** Unique; columns without a name are numbered. */
	readonly name: string;
	/** All of its cells that are not empty are numbers, one at least. */
	readonly isNumeric: boolean;
	/** Rows without a value have no such member. */
	readonly isOptional?: boolean;
}

export interface Table {
	readonly columns: readonly Column[];
	readonly rows: readonly TableRow[];
	/** Rows of the text, those that were not kept too. */
	readonly total: number;
	/** Names of the columns were found, `guessed` where nothing tells that the first line is no row; or are `known` without. */
	readonly header?: 'sure' | 'guessed' | 'known';
	/** Lines before the first row and behind the last one that are none: a title, a sum, a source. */
	readonly above: readonly string[];
	readonly below: readonly string[];
	/** The last row, where it has sums of those above and is taken for a row all the same. */
	readonly doubtful?: string;
}

/**
 * Reads a table of at least two columns and rows, each of as many cells, in slices; undefined for any other text.
 * @param every of so many rows one is kept, of the first ones the first; what the columns are is told from all
 * @param whole what `text` is parts of: its header is theirs, and rows may be cut off where they end
 */
export function* readingTable(text: string, every = 1, whole = text): Slices<Table | undefined> {
	const listing = listingIn(text);
	if (listing) return tableOfListing(listing, every);
	const form = formOf(whole);
	if (!form) return undefined;
	const { first, header, ruled, above } = form;
	const width = first.length;
	const rows: TableRow[] = [];
	/** By column: whether all of its cells are numbers; absent as long as all are empty. */
	const areNumbers: boolean[] = [];
	const below: string[] = [];
	let [seen, total] = [0, 0];
	/** The row before is no blank line above. */
	let isDense = false;
	let isFooted = false;
	for (const row of readRows(text, form.delimiter, form.start)) {
		const { cells } = row;
		if (++seen === ruled || (header && seen === 1)) continue;
		const isShort = cells.length < width && whole === text;
		const isLine: boolean =
			(isShort && cells.length === 1) ||
			isFooted ||
			(below.length > 0 && SUM.test(cells[0]?.trim() ?? ''));
		// Words in lines below a blank one may stand as cells do.
		isFooted ||= isLine && row.isApart && typeof form.delimiter !== 'string';
		if (isLine && header && below.push(cells.join('  ')) <= (isFooted ? MOST_FOOTED : MOST_AROUND))
			continue;
		const isNone = isLine || below.length > 0 || (isShort && cells.length === 0);
		if (cells.length > width || isNone) return undefined;
		// Another table: with the header again, or with names, apart from rows that are not or fewer below numbers.
		const isAgain = seen > 1 && first.every((name, at) => name === cells[at]);
		const isOther = (row.isApart && isDense) || (isShort && areNumbers.includes(true));
		if ((isAgain || isOther) && mayName(cells)) return undefined;
		isDense = !row.isApart && seen > 1;
		for (const [at, cell] of cells.entries()) {
			if (areNumbers[at] === false) continue;
			const written = cell.trim();
			if (written !== '') areNumbers[at] = NUMBER.test(written);
		}
		if (isKept(total, every)) rows.push(row);
		if (++total % AT_ONCE === 0) yield;
	}
	// A part of the rows does not tell what is about all of them.
	const about = header && every === 1 ? rowsAbout(rows) : new Set<TableRow>();
	const last = about.size === 0 && header && every === 1 ? rows.at(-1) : undefined;
	const isDoubtful = last !== undefined && mayBeSum(last, rows.slice(0, -1));
	const kept = rows.filter((row) => !about.has(row));
	below.unshift(...[...about].map(({ cells }) => cells.join('  ')));
	for (const at of about.size > 0 ? first.keys() : [])
		areNumbers[at] = kept.every(
			({ cells }) => /^\s*$/.test(cells[at] ?? '') || NUMBER.test((cells[at] ?? '').trim()),
		);
	const names = columnNames(header ?? [], width);
	const columns = names.map((name, at) => ({ name, isNumeric: areNumbers[at] === true }));
	const found = header && (form.isSure ? 'sure' : 'guessed');
	return {
		...{ columns, rows: kept, total: total - about.size, above, below },
		...(found && { header: found }),
		...(isDoubtful && { doubtful: last.cells.join('  ') }),
	};
}

/** Reads a table as {@link readingTable} does, without a pause. */
export const readTable = (...of: Parameters<typeof readingTable>) => inOneGo(readingTable(...of));

/** Names of rows that say something of those above: of all, their mean, or of a part. */
const SUM = /^(?:(?:grand |sub)?totals?|sum):?$/i;
const MEAN = /^(?:average|avg|mean):?$/i;
/** Names of rows whose every number is such a one of its column, from the numbers above in order. */
const FIGURES: readonly (readonly [RegExp, Figure])[] = [
	[/^min(?:imum)?:?$/i, ([least = Number.NaN]) => least],
	[/^max(?:imum)?:?$/i, (sorted) => sorted.at(-1) ?? Number.NaN],
	[/^median:?$/i, (all) => meanOf(all.slice((all.length - 1) >> 1, (all.length >> 1) + 1))],
	[/^count:?$/i, ({ length }) => length],
];
const PART = /^sub-?totals?\b|\btotals?:?$/i;
/** Digits of sums, zeros around them aside, that no row has by chance; below few rows one more. */
const [NO_CHANCE, FEW_ABOVE] = [2, 3];
/** Rows at the end that may be about those above. */
const MOST_ABOUT = 3;

/** Returns the rows that are no rows of their own: sums of parts, and at the end what is about all. */
const rowsAbout = (rows: readonly TableRow[]): ReadonlySet<TableRow> => {
	const found = new Set<TableRow>();
	let part: TableRow[] = [];
	for (const row of rows) {
		const isPart =
			PART.test(nameOf(row)) && part.length > 1 && figuresOf(row, part, sumOf).includes(true);
		if (isPart) found.add(row);
		if (isPart) part = [];
		else part.push(row);
	}
	for (let count = MOST_ABOUT; count > 0; count--) {
		const above = rows.slice(0, -count).filter((row) => !found.has(row));
		const last = rows.slice(-count);
		if (above.length < 2 || !last.every((row) => isAbout(row, above))) continue;
		for (const row of last) found.add(row);
		break;
	}
	return found;
};

/** Returns what a row is called, in bold or not. */
const nameOf = ({ cells }: TableRow): string =>
	(cells.find((cell) => cell.trim() !== '') ?? '').trim().replace(/^[*_]{1,3}|[*_]{1,3}$/g, '');

/**
 * Tells whether a row has the figures that it is called by, or without a name a sum; is called a sum and has no number that
 * is less than another of its column; or has all sums under a name of its own.
 */
const isAbout = (row: TableRow, above: readonly TableRow[]): boolean => {
	const { cells } = row;
	const name = nameOf(row);
	const numbers = cells.filter((cell) => amountsIn(cell).length > 0);
	const isTold = numbers.length > 0 && above.length > 2;
	const isAll = (of: Figure) => isTold && figuresOf(row, above, of).every(Boolean);
	if (MEAN.test(name)) return figuresOf(row, above, meanOf).includes(true);
	const figure = FIGURES.find(([named]) => named.test(name))?.[1];
	if (figure) return isAll(figure);
	const isUnnamed =
		cells[0]?.trim() === '' && above.every(({ cells: [other = ''] }) => other.trim() !== '');
	if (isUnnamed && figuresOf(row, above, sumOf).includes(true)) return true;
	if (SUM.test(name))
		return (
			cells.some((cell) => /\d/.test(cell)) &&
			above.every(({ cells: others }) =>
				cells.every((cell, at) => cell === '' || !(Number(cell) < Number(others[at]))),
			)
		);
	const digits = numbers.map((cell) => cell.replace(/\D/g, '').replace(/^0+|0+$/g, '')).join('');
	const least = above.length > FEW_ABOVE ? NO_CHANCE : NO_CHANCE + 1;
	return isOwn(row, above) && digits.length >= least && isAll(sumOf);
};

/** Tells whether a row has a name without a number, which no other has. */
const isOwn = (row: TableRow, above: readonly TableRow[]): boolean =>
	!/\d(?!.*\)$)/.test(nameOf(row)) && above.every((other) => nameOf(other) !== nameOf(row));

/** Tells of the last row that is taken for one whether a column of it is the sum of several numbers above. */
const mayBeSum = (row: TableRow, above: readonly TableRow[]): boolean =>
	above.length > 1 && isOwn(row, above) && figuresOf(row, above, sumOf, 2).includes(true);

type Figure = (sorted: readonly number[]) => number;
const sumOf: Figure = (numbers) => numbers.reduce((all, one) => all + one, 0);
const meanOf: Figure = (numbers) => sumOf(numbers) / numbers.length;

/** An amount with a sign, a currency, a unit or separators: `-1,200.50 €`. */
const AMOUNT =
	/^(?:\p{Sc}|[A-Z]{3}\s)?\s?([-−(]?)\p{Sc}?\s?(\d[\d.,'’\s]*)\)?\s?(?:%|\p{Sc}|[A-Z]{3})?$/u;

/** Returns the number of a cell as a point and a comma may be meant in it; none for other texts. */
const amountsIn = (cell: string): readonly number[] => {
	const written = cell.trim();
	const [, sign, digits = ''] = AMOUNT.exec(written) ?? [];
	const plain = digits.replace(/['’\s]/g, '');
	const read = [
		plain.replaceAll(',', ''),
		plain.replace(/\.(?=\d{3}(?!\d))/g, '').replace(',', '.'),
	];
	if (digits === '') return NUMBER.test(written) ? [Number(written)] : [];
	return read.map((each) => Number(each) * (sign ? -1 : 1));
};

/** Tells of each number of a row whether it is this figure of its column, as it is spelled. @param least numbers above it that are not 0 */
const figuresOf = ({ cells }: TableRow, above: readonly TableRow[], of: Figure, least = 0) =>
	cells.flatMap((cell, at) => {
		const figures = amountsIn(cell);
		if (figures.length === 0) return [];
		const column = above.map(({ cells: others }) => amountsIn(others[at] ?? ''));
		return figures.some((figure, as) => {
			const numbers = column.flatMap((all) => all[as] ?? all[0] ?? []);
			const decimals = Math.min(100, String(figure).split('.')[1]?.length ?? 0);
			const found = of(numbers.sort((one, other) => one - other)).toFixed(decimals);
			const isSome = numbers.length > 0 && numbers.filter((one) => one !== 0).length >= least;
			return isSome && Number(found) === figure;
		});
	});

/** Returns which of the rows of a step is kept: by no pattern that rows may have. */
const placeIn = (step: number, every: number): number => {
	let mixed = Math.imul(step ^ 0x9e3779b9, 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return ((mixed ^ (mixed >>> 16)) >>> 0) % every;
};

/** Tells whether the row at a place is one of those that are kept. */
const isKept = (at: number, every: number) => at % every === placeIn(Math.floor(at / every), every);

function tableOfListing(
	{ names, rows, others }: NonNullable<ReturnType<typeof listingIn>>,
	every: number,
): Table {
	const columns = names.map((name, at) => ({
		name,
		isOptional: true,
		isNumeric: rows.every(({ cells }) => cells[at] === '' || NUMBER.test(cells[at] ?? '')),
	}));
	const kept = rows.filter((_, at) => isKept(at, every));
	return { columns, rows: kept, total: rows.length, header: 'known', above: [], below: others };
}

/** Returns unique names; unnamed columns are numbered. */
const columnNames = (header: readonly string[], width: number): readonly string[] => {
	const taken = new Set<string>();
	return Array.from({ length: width }, (_, column) => {
		const wanted = header[column]?.trim() || `column_${column + 1}`;
		let name = wanted;
		for (let copy = 2; taken.has(name); copy++) name = `${wanted}_${copy}`;
		taken.add(name);
		return name;
	});
};

/** Returns what writes a row as a JSON object: an empty cell of a column of numbers is null. */
export const rowWriter = (columns: readonly Column[]): ((row: TableRow) => string) => {
	const names = columns.map(({ name }) => JSON.stringify(name));
	return ({ cells }) => {
		const members = columns.flatMap(({ isNumeric, isOptional }, at) =>
			isOptional && !cells[at] ? [] : `${names[at]}:${cellJson(cells[at] ?? '', isNumeric)}`,
		);
		return `{${members.join(',')}}`;
	};
};

/** Writes a table as a JSON list, in slices. */
export function* writingRows({ columns, rows }: Table): Slices<string> {
	const write = rowWriter(columns);
	const parts: string[] = [];
	for (let at = 0; at < rows.length; at += AT_ONCE, yield)
		parts.push(
			rows
				.slice(at, at + AT_ONCE)
				.map(write)
				.join(','),
		);
	return `[${parts.join(',')}]`;
}

export const cellJson = (cell: string, isNumeric: boolean): string => {
	if (!isNumeric) return JSON.stringify(cell);
	const number = cell.trim();
	return number === '' ? 'null' : number.replace(/^-?(?=\.)/, '$&0');
};
