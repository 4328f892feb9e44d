// Answers as people read them: tables, and sentences with members of an answer. What a server wrote can neither
// begin a line nor send control sequences.
import { oneLine } from './terminal';

/** A number is aligned to the right. */
type Cell = string | number;
/** An object is printed as JSON; spaces before a line stay. */
export type Lines = string | readonly (string | object | readonly Cell[])[];

/** Characters of the last column that a narrow terminal still gets. */
const LEAST = 24;

/** Prints lines; cells of lines are aligned in columns, the last of which is wrapped between words on a terminal. */
export function print(lines: Lines): void {
	const rows = [lines].flat() as readonly (string | object)[];
	const tables = rows.filter((row): row is readonly Cell[] => Array.isArray(row));
	const widths: number[] = [];
	for (const row of tables)
		for (const [at, cell] of row.slice(0, -1).entries())
			widths[at] = Math.max(widths[at] ?? 0, textOf(cell).length);
	const isRight = widths.map((_, at) => tables.some((row) => typeof row[at] === 'number'));
	for (const row of rows) {
		if (typeof row === 'string') console.log(`${/^ */.exec(row)?.[0] ?? ''}${oneLine(row)}`);
		else if (!Array.isArray(row))
			console.log(JSON.stringify(row, null, process.stdout.isTTY ? 2 : undefined));
		else {
			const cells = (row as readonly Cell[]).slice(0, -1).map((cell, at) => {
				const text = textOf(cell);
				const width = widths[at] ?? 0;
				return isRight[at] ? text.padStart(width) : text.padEnd(width);
			});
			const start = cells.map((cell) => `${cell}  `).join('');
			const room = Math.max(LEAST, (process.stdout.columns || Infinity) - start.length);
			const [first = '', ...rest] = wrapped(textOf(row.at(-1) ?? ''), room);
			console.log(`${start}${first}`.trimEnd());
			for (const line of rest) console.log(`${' '.repeat(start.length)}${line}`);
		}
	}
}

/** Formats a number: `12,345`. */
export const number = (value: number): string => value.toLocaleString('en-US');

const textOf = (cell: Cell): string => (typeof cell === 'number' ? number(cell) : oneLine(cell));

function wrapped(text: string, room: number): readonly string[] {
	const lines: string[] = [];
	for (const word of text.split(' ')) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + 1 + word.length <= room)
			lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}

/** Returns the list in an answer: the named one, else the only one. */
export const rowsOf = (answer: object, name?: string): readonly object[] =>
	(name === undefined
		? Object.values(answer).find((value) => Array.isArray(value))
		: (answer as Readonly<Record<string, readonly object[]>>)[name]) ?? [];

/** Returns a table under its heads. @param columns members of a row, `draft.path` @param people names of people by ids */
export const tableOf = (
	columns: readonly string[],
	rows: readonly object[],
	people: ReadonlyMap<string, string> = new Map(),
): readonly (readonly Cell[])[] => [
	columns.map((column) => headOf(column)),
	...rows.map((row) =>
		columns.map((column) => {
			const cell = cellOf(column, memberOf(row, column));
			return people.get(String(cell)) ?? cell;
		}),
	),
];

/** Words of the command line for what the API calls otherwise; as options those of the API work, too. */
export const WORDS: Readonly<Record<string, string>> = {
	...{ principal: 'user', session: 'conversation', endpoint: 'tool' },
};

const headOf = (column: string): string =>
	column
		.replace(/(?<=[a-z])At$|^[a-z]+$/, (word) => WORDS[word] ?? word.replace('At', ''))
		.replaceAll(/[A-Z]/g, ' $&')
		.replaceAll('.', ' ')
		.toUpperCase();

/** Returns a member by its path; of a list, that of each item. */
const memberOf = (row: unknown, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>(
			(at, name) =>
				Array.isArray(at)
					? at.map((each) => memberOf(each, name))
					: (at as Readonly<Record<string, unknown>>)?.[name],
			row,
		);

const isTime = (column: string): boolean => /(?:^a|A)t$/.test(column);

/** Numbers that name something, and count nothing. */
const NAMES: ReadonlySet<string> = new Set(['id', 'n', 'seq', 'version']);

function cellOf(column: string, value: unknown): Cell {
	if (value === undefined) return '–';
	if (value === null) return isTime(column) ? 'never' : '–';
	if (isTime(column)) return timeOf(value as string | number);
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (typeof value === 'number') return NAMES.has(column) ? String(value) : value;
	if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
	return typeof value === 'object' ? JSON.stringify(value) : String(value) || '–';
}

/** ISO 8601 to the second. @param time the same, or milliseconds since the epoch */
export const timeOf = (time: string | number): string =>
	new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

/** Fills in a template: `{id}: removed` with the members of an answer. */
export const filled = (template: string, answer: object): string =>
	template.replaceAll(/\{([\w.]+)\}/g, (_, path: string) => {
		const cell = cellOf(path, memberOf(answer, path));
		return typeof cell === 'number' ? String(cell) : cell;
	});

/** Adapts a description of the API to help, where sentences begin small and have no full stop. */
export const helpOf = (description = ''): string =>
	description
		.replaceAll('`', '')
		.replace(/\.$/, '')
		.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
