// A document as a file for people and programs: JSON, NDJSON, CSV or text, piece by piece, so that it
// is sent while it is written.
import { err, ok, type Result } from '../shared/result';
import { mainList } from './outline';
import type { Node, Tree } from './value';

export const EXPORT_FORMATS = ['json', 'ndjson', 'csv', 'text'] as const;
/** In which form a kept result is written. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Characters of a piece of one long text. */
const PIECE = 65_536;

/** The document in that form; the items of NDJSON and CSV are those of its main list. */
export const written = (tree: Tree, format: ExportFormat): Result<Iterable<string>, string> => {
	switch (format) {
		case 'json':
			return ok(pieces(tree.source));
		case 'ndjson':
			return ok(lines(tree, itemsOf(tree)));
		case 'csv':
			return csvOf(tree, itemsOf(tree));
		case 'text':
			return ok(textOf(tree));
	}
};

/** A long text in pieces; no character is cut in two. */
export function* pieces(text: string): Generator<string> {
	for (let from = 0; from < text.length; ) {
		let to = Math.min(text.length, from + PIECE);
		const last = text.charCodeAt(to - 1);
		if (to < text.length && last >= 0xd800 && last < 0xdc00) to++;
		yield text.slice(from, to);
		from = to;
	}
}

/** A document without a list is its own only item. */
const itemsOf = (tree: Tree): ArrayLike<Node> => {
	const list = mainList(tree)?.node ?? onlyList(tree);
	return list === undefined ? [0] : tree.children(list);
};

/** A short page has the form of a long one. */
const onlyList = (tree: Tree): Node | undefined => {
	if (tree.kind(0) !== 'object') return undefined;
	const lists = tree.children(0).filter((member) => tree.kind(member) === 'array');
	return lists.length === 1 ? lists[0] : undefined;
};

function* lines(tree: Tree, items: ArrayLike<Node>): Generator<string> {
	for (let at = 0; at < items.length; at++) yield `${tree.json(items[at] as Node)}\n`;
}

/** A string as it is, a list with an item on each line, anything else as JSON. */
function* textOf(tree: Tree): Generator<string> {
	const kind = tree.kind(0);
	if (kind === 'string') yield* pieces(tree.text(0));
	else if (kind !== 'array') yield* pieces(tree.source);
	else
		for (const item of tree.children(0))
			yield `${tree.kind(item) === 'string' ? tree.text(item) : tree.json(item)}\n`;
}

/** Levels of inner objects that get columns of their own; deeper ones are JSON. */
const LEVELS = 4;
/** Columns there are at most. */
const MOST_COLUMNS = 2_000;

/** The lines, the first with the names; the error says that there are too many columns. */
export const csvOf = (tree: Tree, items: ArrayLike<Node>): Result<Iterable<string>, string> => {
	const rows = Array.from(items);
	// Lists in a list are rows already, and nobody named their columns.
	if (rows.length > 0 && rows.every((row) => tree.kind(row) === 'array'))
		return ok(plainLines(tree, rows));
	const columns = new Columns();
	for (const row of rows) columns.meet(tree, row);
	if (columns.isTooWide)
		return err(
			`format: as CSV there are more than ${MOST_COLUMNS.toLocaleString('en-US')} columns. Choose fields with "select", or take ndjson.`,
		);
	return ok(namedLines(tree, rows, columns));
};

function* plainLines(tree: Tree, rows: readonly Node[]): Generator<string> {
	for (const row of rows) yield line(Array.from(tree.children(row), (node) => cell(tree, node)));
}

function* namedLines(tree: Tree, rows: readonly Node[], columns: Columns): Generator<string> {
	const names = columns.number();
	yield line(names.map(quoted));
	for (const row of rows) {
		const cells = new Array<string>(names.length).fill('');
		columns.fill(tree, row, cells);
		yield line(cells);
	}
}

/** The fields met at one place, in the order they were met. */
class Columns {
	readonly #inner = new Map<string, Columns>();
	/** A value that is no object was met here. */
	#hasOwn = false;
	#index = -1;

	constructor(
		private readonly level = 0,
		private readonly count = { columns: 0 },
	) {}

	get isTooWide(): boolean {
		return this.count.columns > MOST_COLUMNS;
	}

	meet(tree: Tree, node: Node): void {
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

	/** Gives each column its place; the names from left to right. */
	number(path = '', names: string[] = []): string[] {
		if (this.#hasOwn || this.#inner.size === 0) {
			this.#index = names.length;
			names.push(path === '' ? 'value' : path);
		}
		for (const [key, inner] of this.#inner)
			inner.number(path === '' ? key : `${path}.${key}`, names);
		return names;
	}

	fill(tree: Tree, node: Node, cells: string[]): void {
		if (this.#opens(tree, node) && this.#inner.size > 0)
			for (const member of tree.children(node))
				this.#inner.get(tree.key(member))?.fill(tree, member, cells);
		else if (this.#index >= 0) cells[this.#index] = cell(tree, node);
	}

	#opens(tree: Tree, node: Node): boolean {
		return tree.kind(node) === 'object' && tree.count(node) > 0 && this.level < LEVELS;
	}
}

const cell = (tree: Tree, node: Node): string => {
	switch (tree.kind(node)) {
		case 'null':
			return '';
		case 'string':
			return quoted(tree.text(node));
		case 'object':
		case 'array':
			return quoted(tree.json(node));
		default:
			return tree.text(node);
	}
};

const quoted = (text: string): string =>
	/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
