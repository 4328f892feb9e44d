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
	};
}

/** Reads a table as {@link readingTable} does, without a pause. */
export const readTable = (...of: Parameters<typeof readingTable>): Table | undefined =>
	inOneGo(readingTable(...of));

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
/** Digits of sums, zeros around them aside, that no row has by chance. */
const NO_CHANCE = 3;
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
	const numbers = cells.filter((cell) => NUMBER.test(cell.trim()));
	const isTold = numbers.length > 0 && above.length > 2;
	const isAll = (of: Figure) => isTold && figuresOf(row, above, of).every(Boolean);
	if (MEAN.test(name)) return figuresOf(row, above, meanOf).includes(true);
	const figure = FIGURES.find(([named]) => named.test(name))?.[1];
	if (figure) return isAll(figure);
	const isUnnamed =
		cells[0]?.trim() === '' && above.every(({ cells: [other = ''] }) => other.trim() !== '');
	if (isUnnamed && figuresOf(row, above, sumOf).includes(true)) return true;
	const isMost = above.every(({ cells: others }) =>
		cells.every((cell, at) => cell === '' || !(Number(cell) < Number(others[at]))),
	);
	if (!isMost || SUM.test(name)) return isMost && cells.some((cell) => /\d/.test(cell));
	const digits = numbers.map((cell) => cell.replace(/\D/g, '').replace(/^0+|0+$/g, '')).join('');
	const isOwn = !/\d(?!.*\)$)/.test(name) && above.every((other) => nameOf(other) !== name);
	return isOwn && digits.length >= NO_CHANCE && isAll(sumOf);
};

type Figure = (sorted: readonly number[]) => number;
const sumOf: Figure = (numbers) => numbers.reduce((all, one) => all + one, 0);
const meanOf: Figure = (numbers) => sumOf(numbers) / numbers.length;

/** Tells of each number of a row whether it is this figure of its column, as it is spelled. */
const figuresOf = ({ cells }: TableRow, above: readonly TableRow[], of: Figure): boolean[] =>
	cells.flatMap((cell, at) => {
		const figure = cell.trim();
		if (!NUMBER.test(figure)) return [];
		const column = above.map(({ cells: others }) => others[at]?.trim() ?? '');
		const numbers = column.filter((other) => NUMBER.test(other)).map(Number);
		const decimals = Math.min(100, figure.split('.')[1]?.length ?? 0);
		const found = of(numbers.sort((one, other) => one - other)).toFixed(decimals);
		return numbers.length > 0 && Number(found) === Number(figure);
	});

/** Returns which of the rows of a step is kept: by no pattern that rows may have. */
const placeIn = (step: number, every: number): number => {
	let mixed = Math.imul(step ^ 0x9e3779b9, 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return ((mixed ^ (mixed >>> 16)) >>> 0) % every;
};

/** Tells whether the row at a place is one of those that are kept. */
const isKept = (at: number, every: number): boolean =>
	at % every === placeIn(Math.floor(at / every), every);

function tableOfListing(
	{ names, rows, others }: NonNullable<ReturnType<typeof listingIn>>,
	every: number,
): Table {
	const columns = names.map((name, at) => ({
		name,
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
		const members = columns.map(
			({ isNumeric }, at) => `${names[at]}:${cellJson(cells[at] ?? '', isNumeric)}`,
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
