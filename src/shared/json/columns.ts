// Tables that are written by columns, or as lists of cells with their names elsewhere, read as lists of rows
// (docs/protect.md "Tables"). Cells keep their spelling.

import { parseJson } from './parse';
import { resolvePointer } from './pointer';
import type { Node, Tape } from './tape';

/** A document with its table as a list of rows, each an object. */
interface Table {
	readonly tape: Tape;
	/** The list of rows. */
	readonly list: Node;
}

/** Share of a document that its table has. */
const DOMINANT = 0.5;
/** Lists of one length, and lists under a header, are a table from so many rows on. */
const LEAST_BY_COLUMNS = 20;
const LEAST_BY_CELLS = 8;
/** Levels above a table. */
const DEEPEST = 5;
const LONGEST_NAME = 100;
/** Members that name a column, where a header has objects. */
const NAMING = ['name', 'id', 'key', 'field', 'label', 'title', 'column', 'column_name'];
/** The key of rows that had none. */
const ROWS = 'rows';

const tables = new WeakMap<Tape, Table | undefined>();
const read = new WeakSet<Tape>();

/** The document by rows; undefined where no table is most of it. */
export function tableOf(tape: Tape): Table | undefined {
	if (!tables.has(tape)) tables.set(tape, madeOf(tape));
	return tables.get(tape);
}

/** Tells whether a document is one that was read by rows. */
export const isTable = (tape: Tape): boolean => read.has(tape);

/** The document by rows, where it has a table; else as it is. */
export const byRows = (tape: Tape): Tape => tableOf(tape)?.tape ?? tape;

/** The document in which a pointer is meant: by rows for what is within one, else as it was sent. */
export function pointedAt(tape: Tape, pointer: string): Tape {
	const table = tableOf(tape);
	if (!table) return tape;
	const found = resolvePointer(table.tape, pointer);
	const end = table.tape.after(table.list);
	return found.ok && found.value > table.list && found.value < end ? table.tape : tape;
}

function madeOf(tape: Tape): Table | undefined {
	// The lists of an answer of `select` are what was asked for.
	const isAnswer = tape.isObject(0) && tape.member(0, 'over') >= 0 && tape.member(0, 'result') >= 0;
	if (tape.height(0) < 2 || read.has(tape) || isAnswer) return undefined;
	const least = tape.length(0) * DOMINANT;
	let node: Node = 0;
	for (let level = 0; level < DEEPEST; level++) {
		const made = tape.isObject(node) ? byColumns(tape, node, least) : byCells(tape, node);
		if (made !== undefined) return tableAt(tape, node, made);
		const inner = tape.isObject(node) ? tape.members(node) : tape.entries(node);
		if (tape.isArray(node) && inner.length > 1) return undefined;
		const above = node;
		for (const child of inner) if (tape.length(child) >= least) node = child;
		if (node === above) return undefined;
	}
	return undefined;
}

/** The document with another value in place of a node: a list of rows, or an object that ends with one. */
function tableAt(tape: Tape, node: Node, made: string): Table | undefined {
	const before = tape.source.slice(0, tape.start(node));
	const parsed = parseJson(before + made + tape.source.slice(tape.end(node)));
	if (!parsed.ok) return undefined;
	// The text before it is unchanged, so its place is too.
	const last = parsed.value.isArray(node) ? node : (parsed.value.members(node).at(-1) as Node);
	read.add(parsed.value);
	return { tape: parsed.value, list: last };
}

/** Members of one length, most of the document together, become rows; what stands beside them stays. */
function byColumns(tape: Tape, node: Node, least: number): string | undefined {
	const byLength = new Map<number, Node[]>();
	const all = tape.members(node);
	for (const child of all) {
		const count = tape.count(child);
		if (!tape.isArray(child) || tape.height(child) !== 1 || count < LEAST_BY_COLUMNS) continue;
		byLength.set(count, [...(byLength.get(count) ?? []), child]);
	}
	const weight = (nodes: readonly Node[]) =>
		nodes.reduce((sum, child) => sum + tape.length(child), 0);
	const columns = [...byLength.values()].find(
		(nodes) => nodes.length > 1 && weight(nodes) >= least && areColumns(tape, node, nodes),
	);
	if (!columns) return undefined;
	const names = columns.map((column) => tape.rawKey(column));
	const cells = columns.map((column) => tape.entries(column));
	const rows = rowsOf(
		tape,
		names,
		tape.count(columns[0] as Node),
		(row, column) => cells[column]?.[row],
	);
	const others = [...all].filter((child) => !columns.includes(child));
	if (others.length === 0 && node !== 0) return rows;
	let key = ROWS;
	while (others.some((child) => tape.key(child) === key)) key += '_';
	const beside = others.map((child) => `${tape.rawKey(child)}:${tape.raw(child)},`);
	return `{${beside.join('')}"${key}":${rows}}`;
}

/** Tells columns from lists that happen to be as long: by names beside or above, cells of different sorts, a row count. */
function areColumns(tape: Tape, node: Node, lists: readonly Node[]): boolean {
	const names = lists.map((list) => tape.key(list));
	for (const at of [node, tape.parent(node)])
		for (const child of at >= 0 && tape.isObject(at) ? tape.members(at) : [])
			if (child !== node && !lists.includes(child) && tellsNames(tape, child, names)) return true;
	const sorts = new Set(lists.map((list) => sortOf(tape, list)));
	return (sorts.size > 1 && !sorts.has(undefined)) || lists.some((list) => isCount(tape, list));
}

/** A list of names, or an object that has something of each, such as its unit. */
const tellsNames = (tape: Tape, node: Node, names: readonly string[]): boolean =>
	tape.isArray(node)
		? names.every((name) => namesIn(tape, node)?.includes(JSON.stringify(name)))
		: tape.isObject(node) && names.every((name) => tape.member(node, name) >= 0);

/** The one sort that the cells of a list are of, nulls aside. */
function sortOf(tape: Tape, list: Node): string | undefined {
	const sorts = new Set<string>();
	for (const cell of tape.entries(list))
		sorts.add(
			tape.isString(cell) ? 'text' : /^[tf]/.test(tape.raw(cell)) ? 'flag' : tape.kind(cell),
		);
	sorts.delete('null');
	return sorts.size === 1 ? [...sorts][0] : undefined;
}

const TIME = /^"\d{4}-\d\d-\d\d/;

/** Numbers in equal steps, or times one after the other. */
function isCount(tape: Tape, list: Node): boolean {
	const cells = Array.from(tape.entries(list), (cell) => tape.raw(cell));
	const areTimes = cells.every((cell) => TIME.test(cell));
	if (areTimes) return cells.every((cell, at) => at === 0 || cell > (cells[at - 1] as string));
	const step = Number(cells[1]) - Number(cells[0]);
	const isNext = (cell: string, at: number) =>
		at === 0 || Number(cell) - Number(cells[at - 1]) === step;
	return step !== 0 && sortOf(tape, list) === 'number' && cells.every(isNext);
}

/** Lists of cells become rows: their names are in a list beside them, or in the first of them. */
function byCells(tape: Tape, node: Node): string | undefined {
	const all = tape.entries(node);
	if (all.length < LEAST_BY_CELLS || !tape.isArray(all[0] as Node)) return undefined;
	if (!all.every((row) => tape.isArray(row))) return undefined;
	const widest = all.reduce((most, row) => Math.max(most, tape.count(row)), 0);
	if (widest < 2) return undefined;
	const beside = besideNames(tape, node, widest);
	const names = beside ?? headerNames(tape, all);
	if (!names || names.length < widest) return undefined;
	const rows = beside ? all : all.subarray(1);
	const inner = Array.from(rows, (row) => tape.entries(row));
	const text = rowsOf(tape, names, rows.length, (row, column) => inner[row]?.[column]);
	return node === 0 ? `{"${ROWS}":${text}}` : text;
}

/** The names in a list that stands beside the rows. */
function besideNames(tape: Tape, node: Node, width: number): readonly string[] | undefined {
	const above = tape.parent(node);
	if (above < 0 || !tape.isObject(above)) return undefined;
	for (const child of tape.members(above)) {
		if (child === node || !tape.isArray(child) || tape.count(child) !== width) continue;
		const names = namesIn(tape, child);
		if (names) return names;
	}
	return undefined;
}

/** The names in a first row of scalars, where a column below has other cells than texts. */
function headerNames(tape: Tape, rows: ArrayLike<Node>): readonly string[] | undefined {
	const names = namesIn(tape, rows[0] as Node);
	if (!names || tape.height(rows[0] as Node) > 1) return undefined;
	const [, ...sample] = Array.from(
		{ length: Math.min(rows.length, 30) },
		(_, at) => rows[at] as Node,
	);
	const isOther = (column: number): boolean =>
		sample.every((row) => {
			const cell = tape.entries(row)[column];
			return cell === undefined || !tape.isString(cell) || /^-?[\d.]+%?$|^$/.test(tape.text(cell));
		});
	return names.some((_, column) => isOther(column)) ? names : undefined;
}

/** Texts that differ, as JSON: elements of a list, or what names its objects. */
function namesIn(tape: Tape, list: Node): readonly string[] | undefined {
	const found = Array.from(tape.entries(list), (child) => {
		const named = tape.isObject(child)
			? NAMING.map((key) => tape.member(child, key)).find((at) => at >= 0 && tape.isString(at))
			: child;
		return named !== undefined && tape.isString(named) ? named : -1;
	});
	const texts = new Set(found.map((at) => (at < 0 ? '' : tape.text(at))));
	const areNames = texts.size === found.length && [...texts].every(isName);
	return areNames ? found.map((at) => tape.raw(at)) : undefined;
}

const isName = (text: string): boolean =>
	text.trim() !== '' && text.length <= LONGEST_NAME && Number.isNaN(Number(text));

/** Writes rows; a cell that is missing at the end of one is no member of it. */
function rowsOf(
	tape: Tape,
	names: readonly string[],
	count: number,
	cell: (row: number, column: number) => Node | undefined,
): string {
	const rows: string[] = [];
	for (let row = 0; row < count; row++) {
		const written: string[] = [];
		for (const [column, name] of names.entries()) {
			const node = cell(row, column);
			if (node !== undefined) written.push(`${name}:${tape.raw(node)}`);
		}
		rows.push(`{${written.join(',')}}`);
	}
	return `[${rows.join(',')}]`;
}
