// memload (Memory MCP): content and constraints of chosen objects. A load over its budget is chunked
// content by content, or paged; the constraints stay whole.
import { policyFor } from '../../../../config';
import { isProtected } from '../../../../gateway';
import { type Caller, MEMORY_TOOLS } from '../../../../memory';
import { budgetOf, weigher, within } from '../../../../protect';
import { fairShare } from '../../../../shared/fair-share';
import type { JsonObject } from '../../../../shared/json-values';
import { type ToolResult, textResult } from '../../../../shared/tool-result';
import { jsonResult, type OwnRequest, type OwnTool } from '../tool';

export function memoryTool(parts: {
	readonly name: keyof typeof MEMORY_TOOLS;
	readonly description: string;
	readonly properties: Readonly<Record<string, object>>;
	readonly required?: readonly string[];
	readonly annotations?: Readonly<Record<string, boolean>>;
	readonly whole?: OwnTool['whole'];
	readonly first?: boolean;
	/** Resolves the caller where it is not the request's. */
	readonly caller?: (request: OwnRequest) => Promise<Caller | string>;
	/** Limits the arguments to the budget of the endpoint. */
	readonly limit?: (args: JsonObject, request: OwnRequest) => JsonObject;
	/** Makes an answer fit the budget of its endpoint. */
	readonly fit?: (structured: object, request: OwnRequest) => Promise<object>;
}): OwnTool {
	const { name, description, properties, required = [], annotations, whole = false, first } = parts;
	const run = MEMORY_TOOLS[name];
	return {
		toolset: 'memory',
		whole,
		...(first && { first }),
		definition: {
			name,
			description,
			inputSchema: {
				type: 'object',
				// It names the session where neither the request nor its connection does.
				properties: { session_id: { type: 'string' }, ...properties },
				...(required.length > 0 && { required }),
			},
			annotations: { ...annotations, openWorldHint: false },
		},
		refused,
		async call(args, request) {
			const { context, session } = request;
			const usual: Caller = { principal: context.principal.id, ...session };
			const caller = (await parts.caller?.(request)) ?? usual;
			if (typeof caller === 'string') return refused(caller);
			const limited = parts.limit?.(args, request) ?? args;
			const { services, config } = request;
			const memory = { ...services.memory, mostDrafts: config.limits.drafts };
			const { structured, isError, text } = await run(memory, caller, limited);
			if (text !== undefined) return textResult(text);
			const answer = isError ? structured : await parts.fit?.(structured, request);
			return wrapped(answer ?? structured, isError);
		},
	};
}

const refused = (error: string): ToolResult => wrapped({ error }, true);

/** Sets `isError` on successes too, as the envelope demands. */
const wrapped = (structured: object, isError: boolean): ToolResult => ({
	...jsonResult(structured),
	isError,
});

// Fits a load into the budget of its endpoint (docs/memory.md, "Long lists, long loads"): the longest contents are
// cut to their first chunk, and read_result returns the rest. Constraints stay whole: where they alone exceed the
// budget, the items come in pages.

type Weigh = ReturnType<typeof weigher>;
type Weight = ReturnType<Weigh>;

const NOTHING: Weight = { tokens: 0, bytes: 0 };
const minus = (a: Weight, b: Weight): Weight => ({
	tokens: a.tokens - b.tokens,
	bytes: a.bytes - b.bytes,
});

interface Item {
	readonly content: string | null;
}

interface Cut {
	readonly content: string;
	/** Position in the content: `{chunkIndex, totalChunks, …, nextCursor}`. */
	readonly chunk?: unknown;
	/** Reason for a missing `nextCursor`. */
	readonly notice?: unknown;
}

const NOTICE =
	'Contents with a chunk are not whole: go on with read_result {"handle": chunk.nextCursor}.';

/** Tokens of the members of a chunk, except its text. */
const FACTS = 110;
/** Tokens of a page, except its items. */
const PAGE = 200;
/** Few, since each attempt stores the contents that it cut. */
const MOST_ATTEMPTS = 3;
const SMALLER = 0.8;

/** Returns the answer of memload within the budget; it exceeds it only where its constraints do, to be paged by items. */
async function fitLoad(answer: object, request: OwnRequest): Promise<object> {
	const policy = policyFor(request.config, 'memload');
	const items = (answer as { items: readonly Item[] }).items;
	const weigh = weigher(policy);
	const budget = budgetOf(policy);
	const weightOf = (value: object) => weigh(JSON.stringify(value));
	if (!isProtected(policy) || within(weightOf(answer), budget)) return answer;
	const bare = { ...answer, items: items.map(bareItem), notice: NOTICE };
	let room = minus(budget, weightOf(bare));
	for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
		const shareOf = sharing(items, room, weigh);
		if (shareOf === undefined) break;
		const fitted = { ...bare, items: await cutTo(items, shareOf, request) };
		if (within(weightOf(fitted), budget)) return fitted;
		room = { tokens: room.tokens * SMALLER, bytes: room.bytes * SMALLER };
	}
	// A page has members of its own, which a notice would only push aside.
	const { notice: _, ...plain } = bare;
	const page = minus(budget, { tokens: PAGE, bytes: PAGE });
	const rooms = items.map((item) => minus(page, weightOf({ ...plain, items: [bareItem(item)] })));
	if (rooms.some((beside) => !within(NOTHING, beside)))
		return inChunks(answer, budget, weightOf, request);
	const alone = async (item: Item, at: number): Promise<Item | Cut> => {
		const { tokens, bytes } = rooms[at] ?? NOTHING;
		const least = { tokens: Math.max(tokens, FACTS), bytes: Math.max(bytes, FACTS) };
		const shareOf = sharing([item], least, weigh);
		return (shareOf && (await cutTo([item], shareOf, request))[0]) ?? item;
	};
	return { ...plain, items: await Promise.all(items.map(alone)) };
}

/** Returns `{text, chunk}` of the answer's JSON, for an item whose constraints alone exceed the budget. */
async function inChunks(
	answer: object,
	budget: Weight,
	weightOf: (value: object) => Weight,
	request: OwnRequest,
): Promise<object> {
	const { items, ...rest } = answer as { items: readonly Item[] };
	// Constraints come before the content. Quotes in a text are escaped, so this splits between members only.
	const bindingFirst = items.map(({ content, ...item }) => ({ ...item, content }));
	const text = JSON.stringify({ ...rest, items: bindingFirst }).replaceAll('},{"', '},\n{"');
	let tokens = budget.tokens - PAGE;
	for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
		const { text: begun, chunk: facts } = await request.chunk(text, Math.floor(tokens));
		const told = { text: begun, chunk: facts?.chunk, notice: facts?.notice };
		if (within(weightOf(told), budget)) return told;
		tokens *= SMALLER;
	}
	return answer;
}

const bareItem = (item: Item): Item => ({ ...item, content: item.content === null ? null : '' });

/** Returns the tokens for each content, undefined for one that stays whole; or undefined where none can be cut. */
function sharing(
	items: readonly Item[],
	room: Weight,
	weigh: Weigh,
): ((content: string) => number | undefined) | undefined {
	if (room.tokens < FACTS || room.bytes < FACTS) return undefined;
	// Bytes in tokens of the room, so that one level holds both limits.
	const perByte = room.tokens / room.bytes;
	const needOf = (content: string): number => {
		const { tokens, bytes } = weigh(JSON.stringify(content));
		return Math.ceil(Math.max(tokens, bytes * perByte));
	};
	const needs = items.map(({ content }) => (content === null ? 0 : needOf(content)));
	const level = fairShare(needs, room.tokens);
	if (level < FACTS) return undefined;
	return (content) => (needOf(content) <= level ? undefined : level);
}

const cutTo = (
	items: readonly Item[],
	shareOf: (content: string) => number | undefined,
	request: OwnRequest,
): Promise<readonly (Item | Cut)[]> =>
	Promise.all(
		items.map(async (item) => {
			const share = item.content === null ? undefined : shareOf(item.content);
			if (item.content === null || share === undefined) return item;
			const { text, chunk } = await request.chunk(item.content, share);
			if (chunk === undefined) return item;
			const { chunk: position, notice } = chunk;
			return { ...item, content: text, chunk: position, ...(notice !== undefined && { notice }) };
		}),
	);

export const memload = memoryTool({
	name: 'memload',
	description:
		'Loads the content of ids from memdisc; what you hold (same hash) is only named. Follow what you loaded.',
	properties: {
		ids: { type: 'array', items: { type: 'string' } },
		knownHashes: {
			type: 'object',
			additionalProperties: { type: 'string' },
			description: '{id: hash you hold, or ""}, an entry for every id.',
		},
		draft: { type: 'boolean', description: 'Your own drafts instead of the published text.' },
		shape: { type: 'string', enum: ['slim', 'full'] },
	},
	required: ['ids', 'knownHashes'],
	annotations: { readOnlyHint: true },
	whole: 'items',
	fit: fitLoad,
});
