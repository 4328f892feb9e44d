// The shape a reduced result goes back into: the same blocks, the same structured form, and the
// added keys where a model finds them: within structured content, and beside a text, never in it.

import { isFieldName } from '../shared/json/write';
import { defined } from '../shared/json-values';
import type { Block, JsonText, ToolResult } from '../shared/tool-result';
import type { Report } from './types';

/** The `summary` of an answer that was condensed: what is missing, and how to get it. */
export interface Summary {
	readonly kind: 'preview' | 'items' | 'text';
	readonly truncatedFields?: readonly string[];
	readonly handle?: string;
	/** Fields with their values or ranges, sections of a text. */
	readonly shape?: string;
	readonly instructions: string;
}

/** The keys that go beside the data; each is absent where there is nothing to say. */
export interface Additions {
	readonly totalCount?: number;
	readonly nextCursor?: string;
	/** Of lines that were asked for and are all here: the text they are of. */
	readonly handle?: string;
	readonly summary?: Summary;
	/** Lines of a long text. `nextCursor` is absent where nothing follows or was kept. */
	readonly chunk?: {
		readonly chunkIndex: number;
		readonly totalChunks: number;
		/** The numbers of chunks are estimated: only the last chunk knows. */
		readonly approximate?: boolean;
		/** Lines, counted from 1. */
		readonly startLine: number;
		readonly endLine: number;
		readonly totalLines: number;
		readonly nextCursor?: string;
	};
	/** Advice, and the reason where nothing could be kept. */
	readonly notice?: string;
}

/** Cost of a response against the budget, in tokens. */
type BudgetNumbers = Pick<Report, 'estimatedTokens' | 'budgetUsed' | 'budgetRemaining'>;

/** `estimatedTokens` against a threshold, both in tokens. */
export const budgetNumbers = (estimatedTokens: number, threshold: number): BudgetNumbers => ({
	estimatedTokens,
	budgetUsed: Math.round((estimatedTokens / threshold) * 100) / 100,
	budgetRemaining: Math.max(0, threshold - estimatedTokens),
});

/** A call of `read_result` beside the handle itself, which is long and not said twice; without absent arguments. */
export const spellHere = (args: {
	readonly fields?: readonly string[];
	readonly limit?: number | undefined;
	readonly pointer?: string;
}): string => {
	const { fields = [], ...others } = args;
	const names = fields.filter(isFieldName);
	const json = JSON.stringify({
		...(names.length > 0 ? { fields: names.join(',') } : {}),
		...others,
	});
	return `read_result with this handle${json === '{}' ? '' : ` and ${json}`}`;
};

/** The call that gives one value, whichever tool the handle is of. */
export const spellPointer = (handle: string, pointer: string): string =>
	`read_result {"handle":"${handle}","pointer":${JSON.stringify(pointer)}}`;

/** Said instead of a handle when nothing could be kept. */
export const NOT_KEPT =
	'The rest could not be kept for a later call. Narrow this call by its own arguments.';

/** Treatment of `structuredContent`. */
export type Structured =
	| { readonly as: 'none' }
	/** It is the data. */
	| { readonly as: 'same' }
	/** Small, and not the data: repeated as it was. */
	| { readonly as: 'keep'; readonly text: JsonText }
	/** An object of which one string is the data; `rest` is the object without it. */
	| { readonly as: 'carrier'; readonly key: string; readonly rest: JsonText };

/** Serializable: it is kept with a snapshot, without the neighbours. */
export interface Frame {
	readonly structured: Structured;
	/** The block that held the data, without its text. */
	readonly holder?: Block;
	/** The data are the items of a list, each in a text block of its own. */
	readonly spread?: boolean;
	/** These items are blocks, and are sent as the blocks they are. */
	readonly blocks?: boolean;
	/** The original has a key of an added name: all go under this key. */
	readonly under?: string;
}

/** Of a text, without structured content. */
export const PLAIN: Frame = { structured: { as: 'none' } };

/** The other blocks of the original and what surrounded them; sent once, with the first answer. */
export interface Surroundings {
	readonly before: readonly Block[];
	readonly after: readonly Block[];
	readonly isError?: boolean;
	readonly meta?: Readonly<Record<string, unknown>>;
	readonly others?: NonNullable<ToolResult['others']>;
}

export const ALONE: Surroundings = { before: [], after: [] };

/** The reduced data: JSON text of an object or list, plain text, or the texts of a spread list. */
export type Data =
	| { readonly form: 'object' | 'list' | 'text'; readonly text: string }
	| { readonly form: 'spread'; readonly blocks: readonly Block[] };

const ADDED_KEYS = [
	'totalCount',
	'nextCursor',
	'estimatedTokens',
	'budgetUsed',
	'budgetRemaining',
	'summary',
	'chunk',
	'notice',
];

/** Returns the key that the added keys go under: none, unless the data have one of their names. */
export function keptUnder(taken: (key: string) => boolean): Pick<Frame, 'under'> {
	if (!ADDED_KEYS.some(taken)) return {};
	let under = 'loadline';
	while (taken(under)) under += '_';
	return { under };
}

const withMembers = (object: JsonText, members: string): JsonText =>
	members === '' ? object : object === '{}' ? `{${members}}` : `${object.slice(0, -1)},${members}}`;

function held(holder: Block | undefined, text: string): Block {
	if (!holder || holder.type === 'text') return { type: 'text', ...holder, text };
	const resource = holder.resource as Record<string, unknown>;
	// A part of a JSON file is no JSON.
	const type = /\bjson\b/i.test(String(resource.mimeType)) ? { mimeType: 'text/plain' } : {};
	return { ...holder, type: 'resource', resource: { ...resource, ...type, text } };
}

/** The result as it is sent, `meta` aside. `numbers` are left out of what was not reduced. */
export function compose(
	frame: Frame,
	around: Surroundings,
	data: Data,
	additions: Additions,
	numbers: BudgetNumbers,
): ToolResult {
	const added = { ...additions, ...numbers };
	const { structured: form, under } = frame;
	const inside = data.form === 'object' && form.as === 'same';
	const isSpelled = form.as === 'carrier' || (form.as === 'same' && data.form !== 'list');
	const json = isSpelled ? JSON.stringify(under === undefined ? added : { [under]: added }) : '{}';
	const members = json.slice(1, -1);
	const first = inside ? withMembers(data.text, members) : '';
	const content: Block[] = [...around.before];
	if (data.form === 'spread') content.push(...data.blocks);
	else content.push(held(frame.holder, inside ? first : data.text));
	content.push(...around.after);
	if (!inside) content.push({ type: 'text', text: JSON.stringify(added) });
	const { isError, meta, others } = around;
	let structured: JsonText | undefined;
	if (form.as === 'keep') structured = form.text;
	else if (inside) structured = first;
	else if (form.as === 'same' && data.form === 'list') structured = data.text;
	else if (form.as !== 'none') {
		const key = form.as === 'same' ? 'text' : form.key;
		const carried = `${JSON.stringify(key)}:${JSON.stringify(dataText(data))}`;
		const rest = form.as === 'same' ? '{}' : form.rest;
		structured = withMembers(withMembers(rest, carried), members);
	}
	return { content, ...defined({ structured, isError, meta, others }) };
}

export const dataText = (data: Data): string =>
	data.form === 'spread' ? shown({ content: data.blocks }).text : data.text;

/**
 * Returns what a model may be shown: all blocks joined by newlines, those without text as JSON, or the
 * structured content. Media are not told in tokens of text.
 */
export function shown(result: ToolResult): { readonly text: string; readonly structured: string } {
	const texts: string[] = [];
	for (const block of result.content) {
		const text = blockText(block) ?? blockJson(block);
		if (text !== undefined) texts.push(text);
	}
	return { text: texts.join('\n'), structured: result.structured ?? '' };
}

/** The text of a text block or of an embedded text resource; undefined for an opaque block. */
export function blockText(block: Block): string | undefined {
	if (block.type === 'text') return typeof block.text === 'string' ? block.text : undefined;
	if (block.type !== 'resource') return undefined;
	const resource = block.resource as { text?: unknown } | undefined;
	return typeof resource?.text === 'string' ? resource.text : undefined;
}

/** Returns the JSON of a block that has no text; undefined for media and for texts. */
export function blockJson(block: Block): string | undefined {
	if (block.type === 'image' || block.type === 'audio') return undefined;
	if (blockText(block) !== undefined) return undefined;
	const { blob } = (block.resource ?? {}) as { blob?: unknown };
	return block.type === 'resource' && blob !== undefined ? undefined : JSON.stringify(block);
}

/** Key of the report in `_meta`; small, because some hosts paste it into the prompt. */
export const REPORT_KEY = 'dev.loadline/protect';

/** The result with its report in `_meta`: the budget numbers always, all of it when it was reduced. */
export function withReport(result: ToolResult, report: Report): ToolResult {
	const { act, estimatedTokens, budgetUsed, budgetRemaining, metaLeftOut } = report;
	const numbers = { estimatedTokens, budgetUsed, budgetRemaining };
	const told =
		act === 'passthrough' ? { ...numbers, ...(metaLeftOut && { metaLeftOut }) } : { ...report };
	return { ...result, meta: { ...result.meta, [REPORT_KEY]: told } };
}
