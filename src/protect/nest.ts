// What stands around the list of an object: told with the first page, condensed where it is too
// much, and named on the pages after it. Keys keep their order, the list's among them.
import { affordable } from './affordable';
import { type Weight, within } from './budget';
import { largestFitting } from './choose/fit';
import { Selector } from './choose/selection';
import { NOTHING, writeSelection } from './choose/write';
import type { Bench } from './draft';
import { quote } from './json/quote';
import {
	compactLength,
	isArray,
	keyOf,
	members,
	type Node,
	parentOf,
	type Tape,
} from './json/tape';
import { compact } from './json/write';

/** The text before and after a list. */
export interface Nest {
	readonly before: string;
	readonly after: string;
	/** Dotted paths of what was cut. */
	readonly cut: readonly string[];
	/** Names of what is only on the first page. */
	readonly beside?: readonly string[];
}

const NONE: Nest = { before: '', after: '', cut: [] };
/** No JSON text has this character. */
const MARK = '\u0000';

/** What stands around `list` as it is, where that is within `limit`. */
export function wholeNest(bench: Bench, tape: Tape, list: Node, limit: Weight): Nest | undefined {
	if (list === 0) return NONE;
	if (compactLength(tape, 0) - compactLength(tape, list) > limit.bytes) return undefined;
	const nest = whole(tape, list);
	return within(bench.weigh(nest.before + nest.after, limit), limit) ? nest : undefined;
}

/** What stands around `list`, within `limit`. */
export function nestOf(
	bench: Bench,
	tape: Tape,
	list: Node,
	essential: ReadonlySet<string>,
	limit: Weight,
): Nest {
	const asItIs = wholeNest(bench, tape, list, limit);
	if (asItIs) return asItIs;
	const selector = new Selector(tape, [0], essential, 'object', list);
	const drawn = largestFitting(1, selector.sizes, (size) => {
		const told = new Set<string>();
		const writing = { spell: false, told, hole: { node: list, mark: MARK } };
		const nest = split(writeSelection(tape, 0, selector.at(size), writing), [...told]);
		return within(bench.weigh(nest.before + nest.after, limit), limit) ? nest : undefined;
	});
	if (drawn) return drawn;
	const { before, after } = namedNest(bench, tape, list);
	return { before, after, cut: bareNest(tape, list).cut };
}

/** The way to `list`, and the paths of all that stands beside it. */
function bareNest(tape: Tape, list: Node): Nest {
	const told = new Set<string>();
	const writing = { spell: false, told, hole: { node: list, mark: MARK } };
	return split(writeSelection(tape, 0, NOTHING, writing), [...told]);
}

/** The names of what stands beside `list` at the top. */
const besideNames = (tape: Tape, list: Node): string[] =>
	Array.from(members(tape, 0))
		.filter((child) => !contains(tape, child, list))
		.map((child) => keyOf(tape, child));

/** The way to `list`, and the names of what stands beside it at the top. */
export function namedNest(bench: Bench, tape: Tape, list: Node): Nest {
	if (list === 0) return NONE;
	const { before, after } = bareNest(tape, list);
	const names = besideNames(tape, list);
	const told = affordable(names, bench);
	const note = told.length < names.length ? [...told, '…'] : told;
	// A text gets no word of ours: its additions stand in a block of their own.
	if (names.length === 0 || bench.frame.structured.as !== 'same')
		return { before, after, cut: [], beside: note };
	return {
		before: `{"…":${quote(`beside: ${note.join(', ')}`)},${before.slice(1)}`,
		after,
		cut: [],
	};
}

const contains = (tape: Tape, node: Node, inner: Node): boolean => {
	for (let at = inner; at >= 0; at = parentOf(tape, at)) if (at === node) return true;
	return false;
};

function split(text: string, cut: readonly string[]): Nest {
	const at = text.indexOf(MARK);
	return { before: text.slice(0, at), after: text.slice(at + MARK.length), cut };
}

/** Everything of the document but the list, as it is. */
function whole(tape: Tape, list: Node): Nest {
	let before = '';
	let after = '';
	for (let at = list; at !== 0; at = parentOf(tape, at)) {
		const parent = parentOf(tape, at);
		const own = isArray(tape, parent);
		const left: string[] = [];
		const right: string[] = [];
		for (const child of own ? [] : members(tape, parent)) {
			if (child === at) continue;
			(child < at ? left : right).push(`${quote(keyOf(tape, child))}:${compact(tape, child)}`);
		}
		const key = own ? '[' : `{${left.map((text) => `${text},`).join('')}${quote(keyOf(tape, at))}:`;
		before = key + before;
		after = `${after}${right.map((text) => `,${text}`).join('')}${own ? ']' : '}'}`;
	}
	return { before, after, cut: [] };
}
