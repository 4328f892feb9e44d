// What stands around the list of an object: sent with every page, condensed where it is too much.
import type { Weight } from './budget';
import { condense } from './condense';
import type { Bench } from './draft';
import { quote } from './json/quote';
import { compactLength, keyOf, members, type Node, parentOf, type Tape } from './json/tape';
import { compact } from './json/write';

/** The text before and after a list. */
export interface Nest {
	readonly before: string;
	readonly after: string;
	/** Dotted paths of what was cut. */
	readonly cut: readonly string[];
}

const NONE: Nest = { before: '', after: '', cut: [] };

/** What stands around `list`, within `limit`. */
export function nestOf(
	bench: Bench,
	tape: Tape,
	list: Node,
	essential: ReadonlySet<string>,
	limit: Weight,
): Nest {
	if (list === 0) return NONE;
	const size = compactLength(tape, 0) - compactLength(tape, list);
	if (size <= limit.bytes) {
		const nest = whole(tape, list);
		const weight = bench.weigh(nest.before + nest.after);
		if (weight.tokens <= limit.tokens && weight.bytes <= limit.bytes) return nest;
	}
	const skip = outermost(tape, list);
	const rest = condense(tape, 0, limit, { weigh: bench.weigh, essential, skip });
	const opened = rest.text === '{}' ? '{' : `${rest.text.slice(0, -1)},`;
	let before = '';
	let after = '';
	for (let at = list; at !== 0; at = parentOf(tape, at)) {
		before = `${quote(keyOf(tape, at))}:${at === list ? '' : '{'}${before}`;
		if (at !== list) after += '}';
	}
	return { before: opened + before, after: `${after}}`, cut: rest.cut };
}

/** The member of the root that holds the list, or is it. */
function outermost(tape: Tape, list: Node): Node {
	let at = list;
	while (parentOf(tape, at) > 0) at = parentOf(tape, at);
	return at;
}

/** Everything of the document but the list, in its order. */
function whole(tape: Tape, list: Node): Nest {
	let before = '';
	let after = '';
	for (let at = list; at !== 0; at = parentOf(tape, at)) {
		const left: string[] = [];
		const right: string[] = [];
		for (const child of members(tape, parentOf(tape, at))) {
			if (child === at) continue;
			(child < at ? left : right).push(`${quote(keyOf(tape, child))}:${compact(tape, child)}`);
		}
		before = `{${left.map((text) => `${text},`).join('')}${quote(keyOf(tape, at))}:${before}`;
		after = `${after}${right.map((text) => `,${text}`).join('')}}`;
	}
	return { before, after, cut: [] };
}
