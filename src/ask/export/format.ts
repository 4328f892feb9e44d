// A document as a file for people and programs: JSON, NDJSON, CSV or text, piece by piece, so that it
// is sent while it is written.
import { ok, type Result } from '../../shared/result';
import { mainList } from '../outline';
import type { Node, Tree } from '../tree';
import { csvOf } from './csv';

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
