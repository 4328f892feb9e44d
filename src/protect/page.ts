// The items of a page within its room (context window protection, FR-001 to FR-005): whole where
// they fit, else the same fields of each, else fewer of them; at least one, never empty ones.
import {
	exceeds,
	largestFitting,
	minus,
	NOTHING,
	plus,
	scale,
	type Weigh,
	type Weight,
	within,
} from './budget';
import type { ItemTexts, Shown } from './item-texts';
import type { Selector } from './selection/selector';

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

/** Weight of a page, and the means to get there. */
export interface PageRoom {
	readonly room: Weight;
	/** Room that a page may take to have `goal` items. */
	readonly most: Weight;
	readonly mayCondense: boolean;
	/** Items that are shown, in few fields where they fit no other way, before more is told of each. */
	readonly goal: number;
	/** More fields of these go before further items. */
	readonly isRich?: boolean;
	/** Steps by which texts are longer at first, or shorter. */
	readonly more: number;
}

/** A comma between items. */
const SEPARATOR: Weight = { tokens: 1, bytes: 1 };
/** Fields that say enough of an item to show all items of a page rather than more of each. */
const FEWEST_FIELDS = 3;
/** The same for some of them: what they are. */
const FEWEST_OF_SOME = 2;
/** Items that are one value each and are shown whole rather than all of a page cut. */
const ENOUGH_WHOLE = 8;
/** UTF-16 units of JSON, in the mean, of items that are names rather than texts. */
const LONGEST_NAME = 102;
/** Share of the room from which on a page counts as filled. */
const FILLED = 0.9;
/** Steps by which the texts of the fields that are shown may be longer. */
const MOST_STEPS = 40;

interface Try {
	readonly texts: readonly string[];
	readonly cutItems: readonly number[];
	readonly told: ReadonlySet<string>;
	readonly at: Shown;
}

/** As many items as fit the room, whole or condensed alike. */
export function fillPage(
	source: ItemTexts,
	{ room, most, mayCondense, goal, isRich, more }: PageRoom,
	weigh: Weigh,
): Page {
	const { items } = source;
	const count = items.nodes.length;
	const whole = wholeItems(source, room, weigh, mayCondense ? count : 1);
	if (whole.length > 0 || count === 0) return { texts: whole, isCut: false, cutItems: [], cut: [] };
	const selector = items.selector();
	const least =
		items.least === undefined ? selector.core : Math.min(items.least, selector.leaves.length);
	const wanted = mayCondense ? Math.min(goal, count) : 1;
	// The beginning of a name or a path serves nobody: items that are one value stand whole where enough of them fit.
	if (mayCondense && selector.leaves.length === 1) {
		const texts = wholeItems(source, room, weigh, Math.min(wanted, ENOUGH_WHOLE));
		if (texts.length > 0 && texts.join('').length <= LONGEST_NAME * texts.length)
			return { texts, isCut: false, cutItems: [], cut: [] };
	}
	const all = (size: number, steps: number, number: number, within = room): Try | undefined => {
		const tried = itemsAt(source, { size, more: steps }, within, weigh, number, true);
		return tried.texts.length < number ? undefined : tried;
	};
	if (wanted < count && items.mayDrop) {
		const size = Math.min(FEWEST_OF_SOME, least);
		const widest = isRich ? selector.telling : least;
		const few = largestFitting(size, widest, (each) => all(each, more, wanted, most));
		// Once nothing is left to tell of each, further items are.
		const at = few?.at ?? { size, more };
		if (few && at.size < widest) return pageOf(selector, few);
		const further = itemsAt(source, at, few ? room : most, weigh, count);
		return pageOf(selector, few && further.texts.length < wanted ? few : further);
	}
	let best = itemsAt(source, { size: least, more }, room, weigh, mayCondense ? count : 1);
	if (best.texts.length < wanted && items.mayDrop) {
		const fewest = Math.min(FEWEST_FIELDS, least);
		const few = largestFitting(fewest, least, (size) => all(size, more, wanted, most));
		if (few) {
			// Another field of all items may be too much where longer texts of these are not.
			const longer = largestFitting(1, MOST_STEPS, (steps) =>
				all(few.at.size, steps, wanted, most),
			);
			return pageOf(selector, filledUp(source, longer ?? few, most, weigh));
		}
	}
	const shown = Math.max(1, best.texts.length);
	if (best.texts.length < shown)
		best = largestFitting(1, least - 1, (size) => all(size, more, 1)) ?? {
			texts: [source.note(0)],
			cutItems: [0],
			told: new Set(),
			at: { size: 1, more: 0 },
		};
	// More items go before more fields of the items shown.
	else if (shown === count || shown < wanted || wanted === count) {
		best =
			largestFitting(least + 1, selector.sizes, (size) => all(size, Math.min(0, more), shown)) ??
			best;
		// A first answer is no longer than it need be; a page that was asked for uses its room.
		const hasRoom = () => fittingCount(best.texts, scale(room, FILLED), weigh, true) > 0;
		if (more === 0 && shown === count && hasRoom()) best = filledUp(source, best, room, weigh);
	}
	return pageOf(selector, best);
}

function pageOf(selector: Selector, { texts, cutItems, told, at }: Try): Page {
	const isCut = cutItems.length > 0;
	if (!isCut) return { texts, isCut, cutItems, cut: [] };
	const byTold = new Map<string, string[]>();
	for (const path of selector.leftOut(at.size)) {
		const above = longestPrefix(path, (each) => told.has(each));
		if (above === undefined) continue;
		const below = byTold.get(above) ?? [];
		byTold.set(above, below);
		below.push(path);
	}
	const cut = new Set<string>();
	for (const [path, below] of byTold)
		for (const each of below.length > FEW_BELOW ? [path] : below) cut.add(each);
	for (const path of told) if (!byTold.has(path)) cut.add(path);
	return { texts, isCut, cutItems, cut: [...cut] };
}

/** Fields of a container that are each named; more are named by what holds them. */
const FEW_BELOW = 3;

/** Returns the longest path that passes: a dotted one itself, or one that contains it. */
export function longestPrefix(path: string, passes: (path: string) => boolean): string | undefined {
	for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1))
		if (passes(path.slice(0, end))) return path.slice(0, end);
	return undefined;
}

/** The first items that fit whole, if there are `least` of them; else none. */
function wholeItems(source: ItemTexts, room: Weight, weigh: Weigh, least: number): string[] {
	const count = source.items.nodes.length;
	if (least === count) {
		let units = 0;
		for (let at = 0; at < count; at++) units += source.length(at);
		if (exceeds(units, room)) return [];
	}
	const texts: string[] = [];
	let sum = NOTHING;
	for (let at = 0; at < count; at++) {
		if (sum.bytes + source.length(at) > room.bytes) break;
		const text = source.whole(at);
		sum = plus(sum, plus(weigh(text, room), SEPARATOR));
		if (!within(sum, room)) break;
		texts.push(text);
	}
	return texts.length < least ? [] : texts;
}

/** The first items as a selection shows them, at most `count`, as many as fit; or all or none. */
function itemsAt(
	source: ItemTexts,
	shown: Shown,
	room: Weight,
	weigh: Weigh,
	count: number,
	isAll = false,
): Try {
	const texts: string[] = [];
	const cutItems: number[] = [];
	const told = new Set<string>();
	let chars = 0;
	for (let at = 0; at < count && !exceeds(chars, room); at++) {
		const item = source.shown(at, shown);
		chars += item.text.length + 1;
		texts.push(item.text);
		for (const path of item.told) told.add(path);
		if (item.told.size > 0) cutItems.push(at);
	}
	const fitting = texts.length < count && isAll ? 0 : fittingCount(texts, room, weigh, isAll);
	texts.length = fitting;
	while ((cutItems.at(-1) ?? -1) >= fitting) cutItems.pop();
	return { texts, cutItems, told, at: shown };
}

/** Spends the rest of the room on the first items: they show one field more than the others. */
function filledUp(source: ItemTexts, page: Try, room: Weight, weigh: Weigh): Try {
	const { texts, at: shown } = page;
	const richer = texts.map((text, at) => {
		const item = source.shown(at, { ...shown, size: shown.size + 1 });
		return item.text.length > text.length ? item : undefined;
	});
	return (
		largestFitting(1, texts.length - 1, (count) => {
			const mixed = texts.map((text, at) => (at < count && richer[at]?.text) || text);
			if (fittingCount(mixed, room, weigh, true) === 0) return undefined;
			const told = new Set(page.told);
			const isCut = new Set(page.cutItems);
			for (const [at, item] of richer.slice(0, count).entries()) {
				if (item === undefined) continue;
				for (const path of item.told) told.add(path);
				if (item.told.size > 0) isCut.add(at);
				else isCut.delete(at);
			}
			return { ...page, texts: mixed, told, cutItems: [...isCut].sort((a, b) => a - b) };
		}) ?? page
	);
}

/** Returns how many of the texts fit: weighed together first, because that is one pass. */
function fittingCount(texts: readonly string[], room: Weight, weigh: Weigh, isAll: boolean) {
	const overhead = scale(SEPARATOR, texts.length);
	const left = minus(room, overhead);
	if (within(weigh(texts.join(','), left), left)) return texts.length;
	if (isAll) return 0;
	let sum = NOTHING;
	for (const [at, text] of texts.entries()) {
		sum = plus(sum, plus(weigh(text, room), SEPARATOR));
		if (!within(sum, room)) return at;
	}
	return texts.length;
}
