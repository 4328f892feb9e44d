// The items of a page within its room (context window protection, FR-001 to FR-005): whole where
// they fit, else the same fields of each, else fewer of them; at least one, never empty ones.
import { exceeds, minus, plus, scale, type Weigh, type Weight, within } from './budget';
import type { ItemTexts, Shown } from './item-texts';
import { largestFitting } from './selection/largest-fitting';
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

/** Weight of a page at most, and the means to get there. */
export interface PageRoom {
	readonly room: Weight;
	readonly mayCondense: boolean;
	/** All items of a page are told in few fields where they fit no other way. */
	readonly mayThin: boolean;
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

/** As many items as fit the room, whole or condensed alike. */
export function fillPage(
	source: ItemTexts,
	{ room, mayCondense, mayThin }: PageRoom,
	weigh: Weigh,
): Page {
	const { items } = source;
	const count = items.nodes.length;
	const whole = wholeItems(source, room, weigh, mayCondense ? count : 1);
	if (whole.length > 0 || count === 0) return { texts: whole, isCut: false, cutItems: [], cut: [] };
	const selector = items.selector();
	const attempt = (size: number, most: number, more = 0): Try | undefined =>
		allAt(source, { size, more }, room, weigh, most);
	const least = items.least(selector);
	const goal = mayCondense ? count : 1;
	let best = itemsAt(source, { size: least, more: 0 }, room, weigh, goal);
	const isThin = mayThin && items.mayDrop && best.texts.length < goal;
	const few = isThin ? thinned(source, room, weigh, (tried) => tried) : undefined;
	if (few) {
		// Another field of all items may be too much where longer texts of these are not.
		const longer = largestFitting(1, MOST_STEPS, (more) => attempt(few.size, goal, more));
		return pageOf(selector, filledUp(source, longer ?? few, room, weigh));
	}
	const shown = Math.max(1, best.texts.length);
	if (best.texts.length === shown)
		best = largestFitting(least + 1, selector.sizes, (size) => attempt(size, shown)) ?? best;
	else best = largestFitting(1, least - 1, (size) => attempt(size, 1)) ?? noteOnly(source);
	return pageOf(selector, best);
}

/**
 * All items of a page in few fields, where they are so small that all would fit whole into `whole`:
 * what `make` gives for the most fields that it gives something for.
 */
export function thinPage<T>(
	source: ItemTexts,
	{ most, whole }: { readonly most: Weight; readonly whole: Weight },
	weigh: Weigh,
	make: (page: Page) => T | undefined,
): T | undefined {
	if (!source.items.mayDrop || !fitsWhole(source, whole, weigh)) return undefined;
	return thinned(source, most, weigh, (tried) => make(pageOf(source.items.selector(), tried)));
}

/** All items in as many fields as fit: at most what tells an item, at least a few. */
function thinned<T>(
	source: ItemTexts,
	room: Weight,
	weigh: Weigh,
	make: (tried: Try) => T | undefined,
): T | undefined {
	const { items } = source;
	const most = items.least(items.selector());
	return largestFitting(Math.min(FEWEST_FIELDS, most), most, (size) => {
		const tried = allAt(source, { size, more: 0 }, room, weigh, items.nodes.length);
		return tried && make(tried);
	});
}

function pageOf(selector: Selector, { texts, cutItems, told, size }: Try): Page {
	const isCut = cutItems.length > 0;
	if (!isCut) return { texts, isCut, cutItems, cut: [] };
	const left = selector.leftOut(size, (path) => told.has(path) || isBelow(path, told));
	return { texts, isCut, cutItems, cut: [...new Set([...left, ...told])] };
}

/** Tells whether something that contains the path was told. */
const isBelow = (path: string, told: ReadonlySet<string>): boolean => {
	for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1))
		if (told.has(path.slice(0, dot))) return true;
	return false;
};

/** The first items that fit whole, if there are `least` of them; else none. */
function wholeItems(source: ItemTexts, room: Weight, weigh: Weigh, least: number): string[] {
	const count = source.items.nodes.length;
	if (least === count && exceeds(unitsOf(source), room)) return [];
	const texts: string[] = [];
	let sum: Weight = { tokens: 0, bytes: 0 };
	for (let at = 0; at < count; at++) {
		if (sum.bytes + source.length(at) > room.bytes) break;
		const text = source.whole(at);
		sum = plus(sum, plus(weigh(text, room), SEPARATOR));
		if (!within(sum, room)) break;
		texts.push(text);
	}
	return texts.length < least ? [] : texts;
}

const unitsOf = (source: ItemTexts): number => {
	let units = 0;
	for (let at = 0; at < source.items.nodes.length; at++) units += source.length(at);
	return units;
};

/** Items that stand for all of a page. */
const SAMPLE = 16;

/** Tells whether all items would fit whole, by the weight of some of them. */
function fitsWhole(source: ItemTexts, room: Weight, weigh: Weigh): boolean {
	const units = unitsOf(source);
	if (exceeds(units, room)) return false;
	const count = source.items.nodes.length;
	const step = Math.max(1, count / SAMPLE);
	const texts: string[] = [];
	for (let at = 0; at < count; at += step) texts.push(source.whole(Math.floor(at)));
	const text = texts.join(',');
	return within(scale(weigh(text, room), Math.max(1, (units + count) / text.length)), room);
}

/** The first `count` items as a selection shows them, if all of them fit. */
function allAt(
	source: ItemTexts,
	shown: Shown,
	room: Weight,
	weigh: Weigh,
	count: number,
): Try | undefined {
	const tried = itemsAt(source, shown, room, weigh, count, true);
	return tried.texts.length < count ? undefined : tried;
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
	return {
		texts: texts.slice(0, fitting),
		cutItems: cutItems.filter((at) => at < fitting),
		told,
		size: shown.size,
	};
}

/** Spends the rest of the room on the first items: they show one field more than the others. */
function filledUp(source: ItemTexts, page: Try, room: Weight, weigh: Weigh): Try {
	const { texts, size } = page;
	const richer = (at: number): string => source.shown(at, { size: size + 1, more: 0 }).text;
	return (
		largestFitting(1, texts.length - 1, (count) => {
			const mixed = texts.map((text, at) => (at < count ? richer(at) : text));
			return fittingCount(mixed, room, weigh, true) > 0 ? { ...page, texts: mixed } : undefined;
		}) ?? page
	);
}

/** Returns how many of the texts fit: weighed together first, because that is one pass. */
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

const noteOnly = (source: ItemTexts): Try => ({
	texts: [source.note(0)],
	cutItems: [0],
	told: new Set(),
	size: 1,
});
