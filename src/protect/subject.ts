// What in a result is the data: one JSON document or one text, and the frame it came in.
import type { Block, ToolResult } from '../shared/tool-result';
import { blockList, sortBlocks } from './blocks';
import { budgetOf, scale, type Weigh, within } from './budget';
import { blockText, type Frame, type Structured, type Surroundings, underKey } from './frame';
import { allItems } from './json/list';
import { quote } from './json/quote';
import { type Stream, streamOf } from './json/stream';
import {
	childCount,
	compactLength,
	isArray,
	isContainer,
	isObject,
	isString,
	keyOf,
	members,
	parseJson,
	stringValue,
	type Tape,
} from './json/tape';
import { compact } from './json/write';
import type { Policy } from './types';

export interface Subject {
	readonly frame: Frame;
	readonly text: string;
	/** Present when the data are JSON of an object or an array. */
	readonly tape?: Tape;
	/** Present when the data are a JSON list that is too long for a tape. */
	readonly stream?: Stream;
}

export interface Found {
	readonly subject: Subject;
	readonly around: Surroundings;
	/** Text blocks that the data replace and that are not the same data; kept with the snapshot. */
	readonly leftOut: readonly string[];
}

/** Values a document may have and still be handled as JSON. */
export const MAX_VALUES = 1_000_000;

const BYTE_ORDER_MARK = '\ufeff';

/** Share of the budget that texts beside the data may take and still be sent along. */
const BESIDE = 0.25;

/** Share of the budget that blocks without text may take beside the data. */
const LINKED = 0.2;

/** The tape of a text that is a JSON object or array. */
export function containerTape(text: string): Tape | undefined {
	const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
	const first = /\S/.exec(source)?.[0];
	if (first !== '{' && first !== '[') return undefined;
	const parsed = parseJson(source, { maxValues: MAX_VALUES });
	return parsed.ok && isContainer(parsed.value, 0) ? parsed.value : undefined;
}

/** A list with more values than a tape may have; each takes two characters at least. */
const longList = (text: string): Stream | undefined =>
	text.length > 2 * MAX_VALUES ? streamOf(text) : undefined;

/** Finds the data of a result; undefined when it has neither text nor structured content. */
export function findSubject(result: ToolResult, policy: Policy, weigh: Weigh): Found | undefined {
	const sorted = sortBlocks(result.content);
	const linkRoom = scale(budgetOf(policy), LINKED);
	const fitsLinked = (text: string): boolean => within(weigh(text, linkRoom), linkRoom);
	if (sorted.linked.length === 0 || fitsLinked(sorted.linked.join('\n')))
		return findData(result, policy, weigh);
	const list = blockList(result, sorted, containerTape, fitsLinked);
	if (list) return list;
	const found = findData({ ...result, content: sorted.others }, policy, weigh);
	// Beside data of weight they wait as a text of their own.
	const waiting = `[${sorted.linked.join(',\n')}]`;
	return found && { ...found, leftOut: [[...found.leftOut, waiting].join('\n')] };
}

function findData(result: ToolResult, policy: Policy, weigh: Weigh): Found | undefined {
	const texts = result.content.map(blockText);
	const rest = surroundings(result);
	const main = heaviest(texts);
	const room = scale(budgetOf(policy), BESIDE);
	const fits = (text: string): boolean => within(weigh(text, room), room);

	if (result.structured !== undefined) {
		const tape = containerTape(result.structured);
		if (tape && main >= 0) {
			const carrier = carrierOf(tape, texts[main] as string);
			if (carrier && fits(carrier.rest)) return around(result, texts, main, carrier, rest, fits);
		}
		if (main >= 0 && fits(result.structured) && !fits(texts[main] as string))
			return around(result, texts, main, { as: 'keep', text: result.structured }, rest, fits);
		return structuredSubject(result, texts, tape, rest, fits);
	}
	if (main < 0) return undefined;
	const others = texts.filter((text, at): text is string => at !== main && text !== undefined);
	if (others.length === 0 || fits(others.join('\n')))
		return around(result, texts, main, { as: 'none' }, rest, fits);
	return spreadSubject(texts, result.content, rest);
}

function surroundings(result: ToolResult): Pick<Surroundings, 'isError' | 'meta'> {
	return {
		...(result.isError === undefined ? {} : { isError: result.isError }),
		...(result.meta ? { meta: result.meta } : {}),
	};
}

function heaviest(texts: readonly (string | undefined)[]): number {
	let best = -1;
	for (const [at, text] of texts.entries())
		if (text !== undefined && (best < 0 || text.length > (texts[best] as string).length)) best = at;
	return best;
}

/** The text block `main` is the data; its neighbours are sent along where they are small. */
function around(
	result: ToolResult,
	texts: readonly (string | undefined)[],
	main: number,
	structured: Structured,
	rest: Pick<Surroundings, 'isError' | 'meta'>,
	fits: (text: string) => boolean,
): Found {
	const text = texts[main] as string;
	const block = result.content[main] as Block;
	// An embedded resource is a file: its text is what it is, whatever is written in it.
	const tape = block.type === 'resource' ? undefined : containerTape(text);
	const stream =
		tape || block.type === 'resource' || structured.as === 'carrier' ? undefined : longList(text);
	const { text: _, ...holder } = block as Record<string, unknown>;
	const beside = texts.filter((other, at) => at !== main && other !== undefined).join('\n');
	const keepAll = fits(beside);
	const kept = (_block: Block, at: number): boolean => keepAll || texts[at] === undefined;
	const taken = structured.as === 'carrier' ? hasKey(containerTape(structured.rest)) : hasKey(tape);
	return {
		subject: {
			text,
			...(tape ? { tape } : {}),
			...(stream ? { stream } : {}),
			frame: {
				structured,
				...(Object.keys(holder).length > 1 ? { holder: holderOf(block) } : {}),
				...under(taken),
			},
		},
		around: {
			before: result.content.slice(0, main).filter(kept),
			after: result.content.slice(main + 1).filter((block, at) => kept(block, main + 1 + at)),
			...rest,
		},
		leftOut: keepAll ? [] : [beside],
	};
}

/** The block without its text. */
function holderOf(block: Block): Block {
	if (block.type !== 'resource') {
		const { text: _, ...holder } = block as Record<string, unknown>;
		return holder as unknown as Block;
	}
	const { text: _, ...resource } = block.resource as Record<string, unknown>;
	return { ...block, resource } as Block;
}

/** The structured content is the data; text blocks that say the same give way to it. */
function structuredSubject(
	result: ToolResult,
	texts: readonly (string | undefined)[],
	tape: Tape | undefined,
	rest: Pick<Surroundings, 'isError' | 'meta'>,
	fits: (text: string) => boolean,
): Found {
	const structured = result.structured as string;
	const plain = tape ? compact(tape, 0) : structured;
	const areItems = tape !== undefined && sayItems(texts, tape);
	let said: { readonly text: string; readonly tape: Tape } | undefined;
	const different = texts.map((other) => {
		if (other === undefined || areItems) return undefined;
		const same = containerTape(other);
		if (!same || !sameData(same, tape, plain)) return other;
		said ??= { text: other, tape: same };
		return undefined;
	});
	// The text that says the same is what its lines are read from.
	const { text, tape: read } = said ?? { text: structured, tape };
	const beside = different.filter((other): other is string => other !== undefined);
	const keepAll = fits(beside.join('\n'));
	const after = result.content.filter((_, at) =>
		texts[at] === undefined ? true : keepAll && different[at] !== undefined,
	);
	return {
		subject: {
			text,
			...(read ? { tape: read } : {}),
			frame: { structured: { as: 'same' }, ...under(hasKey(tape)) },
		},
		around: { before: [], after, ...rest },
		leftOut: keepAll ? [] : [beside.join('\n')],
	};
}

/** Whether the texts are the items of the document's list, one block for each, as some servers do. */
function sayItems(texts: readonly (string | undefined)[], tape: Tape): boolean {
	const blocks = texts.filter((text) => text !== undefined);
	const list = blocks.length < 2 ? undefined : soleList(tape, blocks.length);
	if (list === undefined) return false;
	return [...allItems(tape, list)].every((node, at) => {
		const text = blocks[at] as string;
		if (isString(tape, node)) return stringValue(tape, node) === text;
		const block = containerTape(text);
		return block !== undefined && sameData(block, tape, compact(tape, node), node);
	});
}

/** The array of so many items that a document is, or has as a member. */
function soleList(tape: Tape, count: number): number | undefined {
	const candidates = isArray(tape, 0) ? [0] : [...members(tape, 0)];
	return candidates.find((node) => isArray(tape, node) && childCount(tape, node) === count);
}

/** Whether two documents are the same but for white space; lengths decide most cases for nothing. */
const sameData = (a: Tape, b: Tape | undefined, plain: string, node = 0): boolean =>
	b !== undefined && compactLength(a, 0) === compactLength(b, node) && compact(a, 0) === plain;

/** Several texts of weight: a list whose items are the blocks. */
function spreadSubject(
	texts: readonly (string | undefined)[],
	content: readonly Block[],
	rest: Pick<Surroundings, 'isError' | 'meta'>,
): Found {
	const items: string[] = [];
	for (const text of texts) {
		if (text === undefined) continue;
		items.push(containerTape(text) ? text.replace(BYTE_ORDER_MARK, '') : quote(text));
	}
	const text = `[${items.join(',')}]`;
	const tape = containerTape(text);
	return {
		subject: {
			text,
			...(tape ? { tape } : {}),
			frame: { structured: { as: 'none' }, spread: true },
		},
		around: { before: [], after: content.filter((_, at) => texts[at] === undefined), ...rest },
		leftOut: [],
	};
}

/** The member of a structured object that holds just the text of the block, as text servers do. */
function carrierOf(tape: Tape, text: string): (Structured & { as: 'carrier' }) | undefined {
	if (!isObject(tape, 0) || childCount(tape, 0) > 50) return undefined;
	let found: string | undefined;
	const rest: string[] = [];
	for (const node of members(tape, 0)) {
		const key = keyOf(tape, node);
		const same =
			found === undefined &&
			isString(tape, node) &&
			compactLength(tape, node) >= text.length + 2 &&
			stringValue(tape, node) === text;
		if (same) found = key;
		else rest.push(`${quote(key)}:${compact(tape, node)}`);
	}
	return found === undefined
		? undefined
		: { as: 'carrier', key: found, rest: `{${rest.join(',')}}` };
}

function hasKey(tape: Tape | undefined): (key: string) => boolean {
	const keys = new Set<string>();
	if (tape && isObject(tape, 0)) for (const node of members(tape, 0)) keys.add(keyOf(tape, node));
	return (key) => keys.has(key);
}

function under(taken: (key: string) => boolean): { under?: string } {
	const key = underKey(taken);
	return key === undefined ? {} : { under: key };
}
