// A page of a list that holds a budget (context window protection, FR-001 to FR-005): first items are
// condensed, then fewer are sent; an item too large for any page comes condensed, never dropped.
import { plus, type Weigh, type Weight, within } from './budget';
import type { Condensed } from './condense';
import { waterLevel } from './water-level';

/** The items of a list, by index. */
export interface Items {
	readonly total: number;
	/** Compact JSON. */
	whole(index: number): string;
	/** Characters of the item's source: no fewer than its compact JSON has. */
	length(index: number): number;
	condensed(index: number, limit: Weight): Condensed;
	/** Tokens that the item takes condensed to its identifying fields. */
	identity(index: number): number;
}

export interface Page {
	readonly texts: readonly string[];
	/** Paths that were cut in some item. */
	readonly cut: readonly string[];
	/** Indexes of the items that are not whole. */
	readonly cutItems: readonly number[];
	/** Index after the last item sent. */
	readonly next: number;
}

/** What a condensed item may not go below, in tokens, however short its identifying fields are. */
const LEAST_TOKENS = 48;
/** A comma between items. */
const SEPARATOR: Weight = { tokens: 1, bytes: 1 };

interface Entry {
	readonly text: string | undefined;
	readonly weight: Weight;
}

/** Items `from` and after, at most `limit`, within `room`. At least one, if there is one. */
export function fillPage(
	items: Items,
	from: number,
	limit: number,
	room: Weight,
	weigh: Weigh,
	mayCondense: boolean,
): Page {
	const entries = gather(items, from, limit, room, weigh);
	const plain = prefixThatFits(entries, room);
	if (plain === entries.length || (!mayCondense && plain > 0))
		return { texts: textsOf(entries.slice(0, plain)), cut: [], cutItems: [], next: from + plain };
	const candidates = mayCondense ? entries : entries.slice(0, 1);
	const floors = floorsOf(items, from, candidates, room);
	const condensable = candidates.slice(0, floors.length);
	return condensePage(items, from, condensable, floors, room, weigh);
}

function gather(items: Items, from: number, limit: number, room: Weight, weigh: Weigh): Entry[] {
	const entries: Entry[] = [];
	const end = Math.min(items.total, from + limit);
	for (let index = from; index < end; index++) {
		const tooLong = items.length(index) > room.bytes * 8;
		const text = tooLong ? undefined : items.whole(index);
		const weight =
			text === undefined
				? { tokens: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY }
				: plus(weigh(text), SEPARATOR);
		entries.push({ text, weight });
	}
	return entries;
}

function prefixThatFits(entries: readonly Entry[], room: Weight): number {
	let sum: Weight = { tokens: 0, bytes: 0 };
	for (let count = 0; count < entries.length; count++) {
		sum = plus(sum, (entries[count] as Entry).weight);
		if (!within(sum, room)) return count;
	}
	return entries.length;
}

/**
 * What each item takes at least, in tokens, for as many as a page holds that way: fewer items
 * rather than items without their identifying fields.
 */
function floorsOf(items: Items, from: number, entries: readonly Entry[], room: Weight): number[] {
	const floors: number[] = [];
	let tokens = 0;
	for (const { weight } of entries) {
		const identity = items.identity(from + floors.length);
		const least = Math.max(LEAST_TOKENS, identity + SEPARATOR.tokens);
		const floor = Math.min(weight.tokens, least, room.tokens);
		tokens += floor;
		if (tokens > room.tokens && floors.length > 0) break;
		floors.push(floor);
	}
	return floors;
}

/**
 * Light items whole, heavy ones to the same level; the level is raised or lowered by what came
 * out. If even the least size does not hold, the page ends earlier.
 */
function condensePage(
	items: Items,
	from: number,
	entries: readonly Entry[],
	floors: readonly number[],
	room: Weight,
	weigh: Weigh,
): Page {
	let best: Page | undefined;
	const needs = entries.map((entry) => entry.weight.tokens);
	let level = waterLevel(needs, room.tokens, floors);
	for (let turn = 0; turn < 4; turn++) {
		const { page, used } = pageAtLevel(items, from, entries, floors, room, level, weigh);
		if (!best || page.texts.length >= best.texts.length) best = page;
		const heavy = entries.filter((entry) => entry.weight.tokens > level).length;
		const spare = room.tokens - used;
		if (page.texts.length < entries.length || heavy === 0 || spare < room.tokens * 0.1) break;
		level += Math.max(1, Math.floor(spare / heavy));
	}
	return best as Page;
}

function pageAtLevel(
	items: Items,
	from: number,
	entries: readonly Entry[],
	floors: readonly number[],
	room: Weight,
	level: number,
	weigh: Weigh,
): { page: Page; used: number } {
	const texts: string[] = [];
	const cut = new Set<string>();
	const cutItems: number[] = [];
	let sum: Weight = { tokens: 0, bytes: 0 };
	const bytesPerToken = room.bytes / room.tokens;
	for (let count = 0; count < entries.length; count++) {
		const { text, weight } = entries[count] as Entry;
		const left = {
			tokens: room.tokens - sum.tokens - 1,
			bytes: room.bytes - sum.bytes - 1,
		};
		if (text !== undefined && weight.tokens <= level && within(weight, left)) {
			texts.push(text);
			sum = plus(sum, weight);
			continue;
		}
		const floor = floors[count] as number;
		const share = Math.max(level, floor);
		const limit = {
			tokens: Math.min(share - SEPARATOR.tokens, left.tokens),
			bytes: Math.min(Math.max(64, Math.floor(bytesPerToken * share)), left.bytes),
		};
		if (count > 0 && (limit.tokens < floor - SEPARATOR.tokens || limit.bytes < 32)) break;
		const made = items.condensed(from + count, limit);
		const madeWeight = plus(weigh(made.text), SEPARATOR);
		if (count > 0 && !within(plus(sum, madeWeight), room)) break;
		if (made.cut.length > 0) cutItems.push(from + count);
		for (const path of made.cut) cut.add(path);
		texts.push(made.text);
		sum = plus(sum, madeWeight);
	}
	const next = from + texts.length;
	return { page: { texts, cut: [...cut], cutItems, next }, used: sum.tokens };
}

const textsOf = (entries: readonly Entry[]): string[] =>
	entries.map((entry) => entry.text as string);
