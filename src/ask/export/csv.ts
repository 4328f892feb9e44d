// A list as CSV (RFC 4180): a column for each field, fields of inner objects in dots, inner lists as
// JSON. Values keep their spelling.
import { err, ok, type Result } from '../../shared/result';
import type { Node, Tree } from '../tree';

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
