// Finds the data of a result, one JSON document or one text, the frame it came in, and what its text blocks say again.
import { BYTE_ORDER_MARK, containerTape, longList, type Stream } from '../shared/json/parse';
import { rootKeys, type Tape } from '../shared/json/tape';
import { compact, exactJson } from '../shared/json/write';
import { defined } from '../shared/json-values';
import type { Block, JsonText, ToolResult } from '../shared/tool-result';
import { yamlTape } from '../shared/yaml-data';
import { budgetOf, scale, type Weigh, within } from './budget';
import {
	blockJson,
	blockText,
	type Frame,
	keptUnder,
	type Structured,
	type Surroundings,
} from './frame';
import type { Policy } from './types';

/** The data of a result as text, parsed where they are JSON, and the frame they are put back into. */
export interface Payload {
	readonly frame: Frame;
	readonly text: string;
	/** Present when the data are JSON of an object or an array. */
	readonly tape?: Tape;
	/** Present when the data are a JSON list that is too long for a tape. */
	readonly stream?: Stream;
}

/** The data of a result, and what stands around them. */
export interface Found {
	readonly payload: Payload;
	readonly around: Surroundings;
	/** Text blocks that the data replace and that are not the same data; kept with the snapshot. */
	readonly leftOut: readonly string[];
	/** The data are read from a text that is no JSON: the first of these. */
	readonly isRead?: boolean;
}

/** A result as it is looked at. */
interface Parts {
	readonly content: readonly Block[];
	/** The text of each block; undefined of one without. */
	readonly texts: readonly (string | undefined)[];
	/** Parts of the result beside its content and structured content. */
	readonly rest: Pick<Surroundings, 'isError' | 'meta' | 'others'>;
	/** Tells whether a text is small enough to be sent beside the data. @param share of the budget that it may take */
	readonly fits: (text: string, share?: number) => boolean;
}

/** Joins the texts beside one of them. */
const besides = ({ texts }: Parts, main: number): string =>
	texts.filter((text, at) => at !== main && text !== undefined).join('\n');

/** The structured content is the data; text blocks that say the same give way to it. */
function structuredData(
	{ content, texts, rest, fits }: Parts,
	structured: JsonText,
	tape: Tape | undefined,
): Found {
	const plain = tape ? exactJson(tape) : structured;
	const areItems = tape !== undefined && sayItems(texts, tape);
	let said: { readonly text: string; readonly tape: Tape } | undefined;
	const others: Block[] = [];
	const beside: string[] = [];
	const all: Block[] = [];
	for (const [at, block] of content.entries()) {
		const other = texts[at];
		if (other === undefined) others.push(block);
		else {
			const same = areItems ? undefined : containerTape(other);
			const isSame = areItems || (same !== undefined && exactJson(same) === plain);
			if (isSame && same) said ??= { text: other, tape: same };
			if (isSame) continue;
			beside.push(other);
		}
		all.push(block);
	}
	// The text that says the same is what its lines are read from.
	const { text, tape: read } = said ?? { text: structured, tape };
	const keepAll = fits(beside.join('\n'));
	return {
		payload: {
			text,
			...defined({ tape: read }),
			frame: { structured: { as: 'same' }, ...keptUnder(rootKeys(tape)) },
		},
		around: { before: [], after: keepAll ? all : others, ...rest },
		leftOut: keepAll ? [] : [beside.join('\n')],
	};
}

/** Tells whether the texts are the items of the document's list, one block for each, as some servers do. */
function sayItems(texts: readonly (string | undefined)[], tape: Tape): boolean {
	const blocks = texts.filter((text) => text !== undefined);
	if (blocks.length < 2) return false;
	const candidates = tape.isArray(0) ? [0] : [...tape.members(0)];
	// The array of so many items that the document is, or has as a member.
	const list = candidates.find((node) => tape.isArray(node) && tape.count(node) === blocks.length);
	if (list === undefined) return false;
	return [...tape.children(list)].every((node, at) => {
		const text = blocks[at] as string;
		if (tape.isString(node)) return tape.text(node) === text;
		const block = containerTape(text);
		return block !== undefined && exactJson(block) === exactJson(tape, node);
	});
}

/** Members of an object that may carry a text. */
const MOST_MEMBERS = 50;

/** The member of a structured object that holds just the text of the block, as text servers do. */
function carrierOf(tape: Tape, text: string): (Structured & { as: 'carrier' }) | undefined {
	if (tape.count(0) > MOST_MEMBERS) return undefined;
	let found: string | undefined;
	const rest: string[] = [];
	for (const node of tape.members(0)) {
		const key = tape.key(node);
		const same = found === undefined && tape.isString(node) && tape.text(node) === text;
		if (same) found = key;
		else rest.push(`${JSON.stringify(key)}:${compact(tape, node)}`);
	}
	return found === undefined
		? undefined
		: { as: 'carrier', key: found, rest: `{${rest.join(',')}}` };
}

/** The text block `main` is the data; its neighbours are sent along where they are small. */
function textBlock(parts: Parts, main: number, structured: Structured): Found {
	const { content, texts, rest, fits } = parts;
	const sent = texts[main] as string;
	const block = content[main] as Block;
	// An embedded resource is a file: its text is what it is, whatever is written in it.
	const isFile = block.type === 'resource';
	const json = isFile ? undefined : containerTape(sent);
	const stream = json || isFile || structured.as === 'carrier' ? undefined : longList(sent);
	const tape = json ?? (isFile || stream ? undefined : yamlTape(sent));
	const isRead = tape !== undefined && tape !== json;
	const holder = holderOf(block);
	const beside = besides(parts, main);
	const keepAll = fits(beside);
	const isKept = (at: number): boolean => keepAll || texts[at] === undefined;
	const taken = rootKeys(structured.as === 'carrier' ? containerTape(structured.rest) : tape);
	return {
		payload: {
			text: isRead ? tape.source : sent,
			...defined({ tape, stream }),
			frame: { structured, ...(Object.keys(holder).length > 1 && { holder }), ...keptUnder(taken) },
		},
		around: {
			before: content.filter((_, at) => at < main && isKept(at)),
			after: content.filter((_, at) => at > main && isKept(at)),
			...rest,
		},
		leftOut: [...(isRead ? [sent] : []), ...(keepAll ? [] : [beside])],
		...(isRead && { isRead }),
	};
}

function holderOf(block: Block): Block {
	if (block.type !== 'resource') {
		const { text: _, ...holder } = block as Record<string, unknown>;
		return holder as unknown as Block;
	}
	const { text: _, ...resource } = block.resource as Record<string, unknown>;
	return { ...block, resource } as Block;
}

/** Share of the budget that texts beside the data may take and still be sent along. */
const BESIDE = 0.25;

/** Share of the budget that blocks without text may take beside the data. */
const LINKED = 0.2;

/** Finds the data of a result; undefined when it has neither text nor structured content. */
export function findPayload(result: ToolResult, policy: Policy, weigh: Weigh): Found | undefined {
	const fits: Parts['fits'] = (text, share = BESIDE) => {
		const room = scale(budgetOf(policy), share);
		return within(weigh(text, room), room);
	};
	// The blocks without text, as JSON, apart from the others.
	const linked: string[] = [];
	const others: Block[] = [];
	for (const block of result.content) {
		const json = blockJson(block);
		if (json === undefined) others.push(block);
		else linked.push(json);
	}
	if (fits(linked.join('\n'), LINKED)) return findData(result, fits);
	const list = blockList(result, linked, others, fits);
	if (list) return list;
	const found = findData({ ...result, content: others }, fits);
	// Beside data of weight they wait as a text of their own.
	const waiting = `[${linked.join(',\n')}]`;
	return found && { ...found, leftOut: [[...found.leftOut, waiting].join('\n')] };
}

function findData(result: ToolResult, fits: Parts['fits']): Found | undefined {
	const { content } = result;
	const texts = content.map(blockText);
	const parts = { content, texts, rest: restOf(result), fits };
	let main = -1;
	for (const [at, each] of texts.entries())
		if (each !== undefined && (main < 0 || each.length > (texts[main] as string).length)) main = at;
	const text = texts[main];
	if (result.structured !== undefined) {
		const tape = containerTape(result.structured);
		if (text !== undefined) {
			const carrier = tape && carrierOf(tape, text);
			if (carrier && fits(carrier.rest)) return textBlock(parts, main, carrier);
			if (fits(result.structured) && !fits(text))
				return textBlock(parts, main, { as: 'keep', text: result.structured });
		}
		return structuredData(parts, result.structured, tape);
	}
	if (text === undefined) return undefined;
	return fits(besides(parts, main)) ? textBlock(parts, main, { as: 'none' }) : spreadBlocks(parts);
}

const restOf = ({ isError, meta, others }: ToolResult) => defined({ isError, meta, others });

/** The blocks as the data, where all else of the result is small. @param fits whether a text may be sent beside the data */
function blockList(
	result: ToolResult,
	linked: readonly string[],
	others: readonly Block[],
	fits: Parts['fits'],
): Found | undefined {
	const { content, structured } = result;
	if (!fits([...others.map(blockText), structured].join('\n'), LINKED)) return undefined;
	const first = content.findIndex((block) => blockJson(block) !== undefined);
	const text = `[${linked.join(',')}]`;
	const tape = containerTape(text);
	if (!tape) return undefined;
	const kept: Structured =
		structured === undefined ? { as: 'none' } : { as: 'keep', text: structured };
	return {
		payload: { text, tape, frame: { structured: kept, spread: true, blocks: true } },
		around: {
			before: content.slice(0, first),
			after: content.slice(first).filter((block) => blockJson(block) === undefined),
			...restOf(result),
		},
		leftOut: [],
	};
}

/** Several texts of weight: a list whose items are the blocks. */
function spreadBlocks({ content, texts, rest }: Parts): Found {
	const items: string[] = [];
	for (const text of texts) {
		if (text === undefined) continue;
		items.push(containerTape(text) ? text.replace(BYTE_ORDER_MARK, '') : JSON.stringify(text));
	}
	const text = `[${items.join(',')}]`;
	const tape = containerTape(text);
	return {
		payload: { text, ...defined({ tape }), frame: { structured: { as: 'none' }, spread: true } },
		around: { before: [], after: content.filter((_, at) => texts[at] === undefined), ...rest },
		leftOut: [],
	};
}
