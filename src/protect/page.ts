// The items of a page within its room (context window protection, FR-001 to FR-005): whole where
// they fit, else the same fields of each, else fewer of them; at least one, never empty ones.
import { exceeds, minus, NOTHING, plus, scale, type Weigh, type Weight, within } from './budget';
import { largestFitting } from './choose/fit';
import type { Selector } from './choose/selection';
import { writeSelection } from './choose/write';
import { quote } from './json/quote';
import { compactLength, type Node, rawKey, rawText, type Tape } from './json/tape';
import { compact } from './json/write';
import { shapeNote } from './notes';

/** The items of a list, from the first of the page on. */
export interface Items {
	readonly tape: Tape;
	/** Those of the page, at most. */
	readonly nodes: ArrayLike<Node>;
	/** The items are members of an object: their keys go with them. */
	readonly keyed: boolean;
	/** Each stands for itself as the source spells it. */
	readonly verbatim: boolean;
	readonly selector: () => Selector;
	/** Fields may be left out so that all items of a page are there. */
	readonly mayDrop: boolean;
	/** The least that is shown of an item, as a size of the selector. */
	readonly least: (selector: Selector) => number;
}

export interface Page {
	/** JSON of each item, or `"key":value` of each member. */
	readonly texts: readonly string[];
	/** Some item is not whole. */
	readonly isCut: boolean;
	/** Indexes, on the page, of the items that are not whole. */
	readonly cutItems: readonly number[];
	/** Dotted paths of what was cut or left out, the most telling first. */
	readonly cut: readonly string[];
}

export interface PageRoom {
	readonly room: Weight;
	/** Items that all fit whole into this much are all shown, in a little more than `room`. */
	readonly stretch?: { readonly whole: Weight; readonly room: Weight };
	readonly mayCondense: boolean;
}

/** A comma between items. */
const SEPARATOR: Weight = { tokens: 1, bytes: 1 };
/** Fields that say enough of an item to show all items of a page rather than more of each. */
const FEWEST_FIELDS = 3;
/** Steps by which the texts of the fields that are shown may be longer. */
const MOST_STEPS = 40;

interface Try {
	readonly texts: readonly string[];
	readonly cutItems: readonly number[];
	readonly told: ReadonlySet<string>;
	readonly size: number;
}

export function fillPage(
	items: Items,
	{ room, stretch, mayCondense }: PageRoom,
	weigh: Weigh,
): Page {
	const { nodes } = items;
	const plain = wholeItems(items, room, weigh);
	if (plain.length === nodes.length || (!mayCondense && plain.length > 0))
		return { texts: plain, isCut: false, cutItems: [], cut: [] };
	const selector = items.selector();
	const attempt = (size: number, limit: Weight, count: number, more = 0): Try | undefined => {
		const shown = { size, more };
		const tried = itemsAt(items, selector, shown, limit, weigh, count, true);
		return tried.texts.length < count ? undefined : tried;
	};
	const least = Math.min(selector.sizes, items.least(selector));
	const goal = mayCondense ? nodes.length : 1;
	let best = itemsAt(items, selector, { size: least, more: 0 }, room, weigh, goal);
	if (best.texts.length < goal && items.mayDrop) {
		const all = roomForAll(items, room, stretch, weigh);
		const few =
			all &&
			largestFitting(Math.min(FEWEST_FIELDS, least), least, (size) => attempt(size, all, goal));
		if (few && stretch) return pageOf(selector, few);
		if (few) {
			// Another field of all items may be too much where longer texts of these are not.
			const longer = largestFitting(1, MOST_STEPS, (more) => attempt(few.size, all, goal, more));
			return pageOf(selector, filledUp(items, selector, longer ?? few, all, weigh));
		}
	}
	const count = Math.max(1, best.texts.length);
	if (best.texts.length === count)
		best = largestFitting(least + 1, selector.sizes, (size) => attempt(size, room, count)) ?? best;
	else
		best =
			largestFitting(1, least - 1, (size) => attempt(size, room, 1)) ?? noteOnly(items, selector);
	return pageOf(selector, best);
}

/** The room in which all items of a page should be: of a glance only where they are small. */
function roomForAll(
	items: Items,
	room: Weight,
	stretch: PageRoom['stretch'],
	weigh: Weigh,
): Weight | undefined {
	if (!stretch) return room;
	return fitsWhole(items, stretch.whole, weigh) ? stretch.room : undefined;
}

function pageOf(selector: Selector, { texts, cutItems, told, size }: Try): Page {
	const isCut = cutItems.length > 0;
	if (!isCut) return { texts, isCut, cutItems, cut: [] };
	const left = selector.leftOut(size, (path) => told.has(path) || isBelow(path, told));
	return { texts, isCut, cutItems, cut: [...new Set([...left, ...told])] };
}

/** Whether something that contains the path was told. */
const isBelow = (path: string, told: ReadonlySet<string>): boolean => {
	for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1))
		if (told.has(path.slice(0, dot))) return true;
	return false;
};

const named = ({ tape, keyed }: Items, node: Node, text: string): string =>
	keyed ? `${rawKey(tape, node)}:${text}` : text;

const wholeItem = (items: Items, node: Node): string =>
	named(items, node, items.verbatim ? rawText(items.tape, node) : compact(items.tape, node));

/** The first items that fit whole. */
function wholeItems(items: Items, room: Weight, weigh: Weigh): string[] {
	const { tape, nodes } = items;
	const texts: string[] = [];
	let sum: Weight = { tokens: 0, bytes: 0 };
	for (let at = 0; at < nodes.length; at++) {
		const node = nodes[at] as Node;
		if (sum.bytes + compactLength(tape, node) > room.bytes) break;
		const text = wholeItem(items, node);
		sum = plus(sum, plus(weigh(text, room), SEPARATOR));
		if (!within(sum, room)) break;
		texts.push(text);
	}
	return texts;
}

function fitsWhole(items: Items, room: Weight, weigh: Weigh): boolean {
	let units = 0;
	for (let at = 0; at < items.nodes.length; at++)
		units += compactLength(items.tape, items.nodes[at] as Node);
	if (exceeds(units, room)) return false;
	const text = Array.from(items.nodes, (node) => wholeItem(items, node)).join(',');
	return within(weigh(text, room), room);
}

/** The first items as a selection shows them, at most `count`, as many as fit; or all or none. */
function itemsAt(
	items: Items,
	selector: Selector,
	{ size, more }: { readonly size: number; readonly more: number },
	room: Weight,
	weigh: Weigh,
	count: number,
	isAll = false,
): Try {
	const { tape, nodes } = items;
	const selection = selector.at(size, more);
	const texts: string[] = [];
	const cutItems: number[] = [];
	const told = new Set<string>();
	const writing = { notes: 0, spell: false, told };
	let chars = 0;
	for (let at = 0; at < count && !exceeds(chars, room); at++) {
		const node = nodes[at] as Node;
		let written = writeSelection(tape, node, selection, writing);
		if (written.text === '{}' && written.cut)
			written = writeSelection(tape, node, ownSelection(items, node, size), writing);
		const text = named(items, node, written.text);
		chars += text.length + 1;
		texts.push(text);
		if (written.cut) cutItems.push(at);
	}
	const fitting = texts.length < count && isAll ? 0 : fittingCount(texts, room, weigh, isAll);
	return {
		texts: texts.slice(0, fitting),
		cutItems: cutItems.filter((at) => at < fitting),
		told,
		size,
	};
}

/** What room is left goes to the first items: they are told with one field more than the others. */
function filledUp(items: Items, selector: Selector, page: Try, room: Weight, weigh: Weigh): Try {
	const { texts, size } = page;
	if (size >= selector.sizes) return page;
	const next = { size: size + 1, more: 0 };
	const wide = { tokens: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER };
	const richer = itemsAt(items, selector, next, wide, NO_WEIGHT, texts.length);
	return (
		largestFitting(1, texts.length - 1, (count) => {
			const mixed = [...richer.texts.slice(0, count), ...texts.slice(count)];
			return fittingCount(mixed, room, weigh, true) > 0 ? { ...page, texts: mixed } : undefined;
		}) ?? page
	);
}

const NO_WEIGHT: Weigh = () => NOTHING;

/** How many of the texts fit, side by side: weighed together, because that is one pass. */
function fittingCount(
	texts: readonly string[],
	room: Weight,
	weigh: Weigh,
	isAll: boolean,
): number {
	const overhead = scale(SEPARATOR, texts.length);
	const left = minus(room, overhead);
	if (within(weigh(texts.join(','), left), left)) return texts.length;
	if (isAll) return 0;
	let sum: Weight = { tokens: 0, bytes: 0 };
	for (const [at, text] of texts.entries()) {
		sum = plus(sum, plus(weigh(text, room), SEPARATOR));
		if (!within(sum, room)) return at;
	}
	return texts.length;
}

/** What an item shows that has none of the fields of the others: its own best ones. */
function ownSelection({ tape, selector }: Items, node: Node, size: number) {
	const own = selector().alone(tape, node);
	return own.at(Math.min(own.leaves.length, Math.min(size, own.core)));
}

/** An item of which nothing fits says how large it is. */
function noteOnly(items: Items, selector: Selector): Try {
	const { tape, nodes } = items;
	const node = nodes[0] as Node;
	const isList = rawText(tape, node).startsWith('[');
	const text = quote(shapeNote(isList, selector.leaves.length));
	const key = items.keyed ? '"…":' : '';
	return { texts: [`${key}${text}`], cutItems: [0], told: new Set(), size: 1 };
}
