// Exports documents as JSON, NDJSON, CSV (RFC 4180) or text, in chunks for streaming.
import { exactJson } from '../shared/json/write';
import { err, ok, type Result } from '../shared/result';
import type { Slices } from '../shared/slices';
import { mainList } from './outline';
import type { Node, Tape } from './value';

export const EXPORT_FORMATS = ['json', 'ndjson', 'csv', 'text'] as const;
/** File formats of an export. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const PIECE = 65_536;

/** Writes a document; rows of NDJSON and CSV are the items of its main list. */
export function* exportDocument(
	tree: Tape,
	format: ExportFormat,
): Slices<Result<Iterable<string>, string>> {
	switch (format) {
		case 'json':
			return ok(chunkText(tree.source));
		case 'ndjson':
			return ok(lines(tree, itemsOf(tree)));
		case 'csv':
			return yield* csvOf(tree, itemsOf(tree));
		case 'text':
			return ok(textOf(tree));
	}
}

/** Splits a text into chunks without breaking surrogate pairs. */
export function* chunkText(text: string): Generator<string> {
	for (let from = 0; from < text.length; ) {
		let to = Math.min(text.length, from + PIECE);
		const last = text.charCodeAt(to - 1);
		if (to < text.length && last >= 0xd800 && last < 0xdc00) to++;
		yield text.slice(from, to);
		from = to;
	}
}

/** Returns the items of the main list, or the document itself. */
const itemsOf = (tree: Tape): ArrayLike<Node> => {
	const list = mainList(tree)?.nodes[0] ?? onlyList(tree);
	return list === undefined ? [0] : tree.children(list);
};

/** Recognises a short page of a list. */
const onlyList = (tree: Tape): Node | undefined => {
	if (tree.kind(0) !== 'object') return undefined;
	const lists = tree.children(0).filter((member) => tree.kind(member) === 'array');
	return lists.length === 1 ? lists[0] : undefined;
};

function* lines(tree: Tape, items: ArrayLike<Node>): Generator<string> {
	for (let at = 0; at < items.length; at++) yield `${exactJson(tree, items[at] as Node)}\n`;
}

/** Writes a string as is, a list by line, anything else as JSON. */
function* textOf(tree: Tape): Generator<string> {
	const kind = tree.kind(0);
	if (kind === 'string') yield* chunkText(tree.text(0));
	else if (kind !== 'array') yield* chunkText(tree.source);
	else
		for (const item of tree.children(0))
			yield `${tree.kind(item) === 'string' ? tree.text(item) : exactJson(tree, item)}\n`;
}

/** Levels of nested objects that become columns; deeper ones are JSON. */
const LEVELS = 4;
const MAX_COLUMNS = 2_000;
/** Rows that are looked through in one go. */
const ROWS = 1_000;

/** Writes CSV lines, names first; fails with too many columns. */
function* csvOf(tree: Tape, items: ArrayLike<Node>): Slices<Result<Iterable<string>, string>> {
	const rows = Array.from(items);
	// Rows of lists have no column names.
	if (rows.length > 0 && rows.every((row) => tree.kind(row) === 'array'))
		return ok(plainLines(tree, rows));
	const columns = new Columns();
	for (const [at, row] of rows.entries()) {
		columns.meet(tree, row);
		if (at % ROWS === ROWS - 1) yield;
	}
	if (columns.isTooWide)
		return err(
			`format: as CSV there are more than ${MAX_COLUMNS.toLocaleString('en-US')} columns. Choose fields with "select", or take ndjson.`,
		);
	return ok(namedLines(tree, rows, columns));
}

function* plainLines(tree: Tape, rows: readonly Node[]): Generator<string> {
	for (const row of rows) yield line(Array.from(tree.children(row), (node) => cell(tree, node)));
}

function* namedLines(tree: Tape, rows: readonly Node[], columns: Columns): Generator<string> {
	const names = columns.number();
	yield line(names.map(quoted));
	for (const row of rows) {
		const cells = new Array<string>(names.length).fill('');
		columns.fill(tree, row, cells);
		yield line(cells);
	}
}

/** A tree of columns in order of appearance. */
class Columns {
	readonly #inner = new Map<string, Columns>();
	/** A scalar was found here. */
	#hasOwn = false;
	#index = -1;

	constructor(
		private readonly level = 0,
		private readonly count = { columns: 0 },
	) {}

	get isTooWide(): boolean {
		return this.count.columns > MAX_COLUMNS;
	}

	meet(tree: Tape, node: Node): void {
		if (!this.#opens(tree, node)) {
			if (tree.kind(node) !== 'null') this.#hasOwn = true;
			return;
		}
		for (const member of tree.children(node)) {
			const key = tree.key(member);
			let inner = this.#inner.get(key);
			if (!inner) {
				if (this.isTooWide) return;
				this.count.columns++;
				inner = new Columns(this.level + 1, this.count);
				this.#inner.set(key, inner);
			}
			inner.meet(tree, member);
		}
	}

	/** Numbers the columns and returns their names. */
	number(path = '', names: string[] = []): string[] {
		if (this.#hasOwn || this.#inner.size === 0) {
			this.#index = names.length;
			names.push(path === '' ? 'value' : path);
		}
		for (const [key, inner] of this.#inner)
			inner.number(path === '' ? key : `${path}.${key}`, names);
		return names;
	}

	fill(tree: Tape, node: Node, cells: string[]): void {
		if (this.#opens(tree, node) && this.#inner.size > 0)
			for (const member of tree.children(node))
				this.#inner.get(tree.key(member))?.fill(tree, member, cells);
		else if (this.#index >= 0) cells[this.#index] = cell(tree, node);
	}

	#opens(tree: Tape, node: Node): boolean {
		return tree.kind(node) === 'object' && tree.count(node) > 0 && this.level < LEVELS;
	}
}

const cell = (tree: Tape, node: Node): string => {
	switch (tree.kind(node)) {
		case 'null':
			return '';
		case 'string':
			return quoted(tree.text(node));
		case 'object':
		case 'array':
			return quoted(exactJson(tree, node));
		default:
			return tree.text(node);
	}
};

/** Beginnings that a spreadsheet runs as a formula; a number is none. */
const FORMULA = /^\s*[=+@＝＋＠-]/;
const NUMBER = /^[+-]?(?:\d[\d.,]*|\.\d+)(?:e[+-]?\d+)?$/i;

/** A text as a cell; what would be run is a text to a spreadsheet, too. */
const quoted = (text: string): string => {
	const shown = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
	return /[",\r\n]|^\s|\s$/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
};

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
