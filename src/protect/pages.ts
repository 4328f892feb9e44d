// Where the pages of a kept list are, so that one is read without the others: of the items only those
// from the mark before a page to the mark after it (docs/protect.md "Going on").
import { spreadOver } from './choose/profile';
import { allItems } from './json/list';
import type { Stream } from './json/stream';
import { childCount, endOf, keyStart, type Node, rawText, startOf, type Tape } from './json/tape';
import { isTinyList, type ListChoice } from './list-choice';

/** Serializable: it is kept with a snapshot. Offsets are UTF-16 units of the document's text. */
export interface Pages extends Stream {
	/** What stands before and after the items. */
	readonly around: readonly [before: string, after: string];
	/** The list on the tape of the text: what stands before it is in every excerpt, so it stays that node. */
	readonly node: Node;
	/** The items are the members of an object. */
	readonly keyed: boolean;
	/** They are hardly more than a value each. */
	readonly tiny: boolean;
	/** JSON list of the items by which fields are chosen; where they are large, a page's own do. */
	readonly sample?: string;
}

/** UTF-16 units of a text that has pages to find: a shorter one is read whole as soon. */
const LEAST = 200_000;
/** Of what may stand around the list, and of a sample. */
const MOST_AROUND = 50_000;
const MOST_SAMPLE = 100_000;
const MOST_MARKS = 1_024;

/** The pages of a list; undefined where all of the text is needed to read one, or it is short. */
export function pagesOf(tape: Tape, { node, total, keyed }: ListChoice): Pages | undefined {
	const { text } = tape;
	const nodes = allItems(tape, node);
	const [first] = nodes;
	const last = nodes.at(-1);
	if (text.length < LEAST || first === undefined || last === undefined) return undefined;
	// Of members of the same name only the last counts, wherever it stands.
	if (keyed && nodes.length !== childCount(tape, node)) return undefined;
	const begin = (item: Node): number => (keyed ? keyStart(tape, item) : startOf(tape, item));
	const end = endOf(tape, last);
	const around = [text.slice(0, begin(first)), text.slice(end)] as const;
	if (around[0].length + around[1].length > MOST_AROUND) return undefined;
	const step = Math.ceil(total / MOST_MARKS);
	const marks: number[] = [];
	for (let at = 0; at < total; at += step) marks.push(begin(nodes[at] as Node));
	const looks = looksOf(tape, { node, total, keyed });
	return { total, step, marks, end, around, node, keyed, ...looks };
}

/** The pages of a list too long for a tape. @param tape its first items, by which the first page is made */
export function pagesOfStream(stream: Stream, tape: Tape): Pages {
	const shown = { node: 0, keyed: false, total: childCount(tape, 0) };
	return { ...stream, around: ['[', ']'], node: 0, keyed: false, ...looksOf(tape, shown) };
}

/** How all pages look, so that none differs from the others. */
function looksOf(tape: Tape, list: ListChoice): Pick<Pages, 'tiny' | 'sample'> {
	const texts = spreadOver(allItems(tape, list.node)).map((item) => rawText(tape, item));
	const sample = `[${texts.join(',')}]`;
	return {
		tiny: isTinyList(tape, list),
		...(sample.length <= MOST_SAMPLE ? { sample } : {}),
	};
}

/** The items of a text that a page needs. */
export interface Excerpt {
	/** From one offset up to another. */
	readonly from: number;
	readonly to: number;
	/** Index of the first item that is in it. */
	readonly base: number;
}

/** The excerpt in which the items from `from` up to `count` of them are. */
export function excerptOf({ step, marks, end }: Pages, from: number, count: number): Excerpt {
	const mark = Math.floor(from / step);
	const to = marks[Math.ceil((from + count) / step)] ?? end;
	return { from: marks[mark] ?? end, to, base: mark * step };
}

/** JSON again, of which the list has only the items of an excerpt. */
export const excerptText = ({ around: [before, after] }: Pages, items: string): string =>
	before + withoutEnd(items) + after;

/** Without the comma and the blanks behind the last item. By hand: a pattern tries each run of blanks within. */
function withoutEnd(items: string): string {
	let end = items.length;
	while (end > 0 && ', \n\r\t'.includes(items[end - 1] as string)) end--;
	return items.slice(0, end);
}
