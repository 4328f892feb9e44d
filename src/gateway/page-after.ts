// How a server's own next page is asked for, told with an answer that holds items back, and whether
// there is one at all. What cannot page is not even parsed.
import type { GatherSetting } from '../config/gather';
import type { ToolResult } from '../shared/tool-result';
import { itemsIn, jsonOf, parsed } from './paged-list';
import { maySpeakOfPages } from './paging-markers';
import { hasPaging, pagingArguments, readPage, spelledPage } from './server-paging';
import type { JsonObject, ToolDefinition } from './tool-source';

export interface AnsweredPage {
	readonly result: ToolResult;
	/** The tool's own, as it was called. */
	readonly args: JsonObject;
	readonly definition?: ToolDefinition | undefined;
	readonly itemsPath?: string | undefined;
	readonly setting?: GatherSetting | undefined;
}

/** UTF-16 units of an answer that is looked into. */
const LONGEST_READ = 4_000_000;
/** An answer so short is not cut. */
const SHORTEST_READ = 1_000;

/** Where the definition is not known, what an answer says is taken by its usual names. */
const USUAL_SCHEMA: JsonObject = { properties: { cursor: {}, page: {}, offset: {} } };

export interface PageAfter {
	/** `cursor="c200"`; absent where nothing says that there is a further page. */
	readonly next?: string;
	/** Nothing says, or makes likely, that there is more than this answer has. */
	readonly complete: boolean;
}

const ALL: PageAfter = { complete: true };

/** What an answer says of the page after it. */
export function pageAfter(page: AnsweredPage): PageAfter {
	const { result, args, definition, itemsPath, setting } = page;
	if (result.isError) return ALL;
	const paging = pagingArguments(definition?.inputSchema ?? USUAL_SCHEMA);
	if (!hasPaging(paging) && setting?.argument === undefined) return ALL;
	const text = jsonOf(result);
	if (text === undefined || text.length < SHORTEST_READ || text.length > LONGEST_READ) return ALL;
	if (!definition && !maySpeakOfPages(text)) return ALL;
	const value = parsed(text);
	const items = itemsIn(value, itemsPath);
	if (!items) return ALL;
	const call = { args, paging, count: items.length, lastItem: items.at(-1), setting };
	const { next } = readPage(value, call);
	if (!next) return ALL;
	const spelled = next.isGuess ? undefined : spelledPage(next);
	return { complete: false, ...(spelled !== undefined && { next: spelled }) };
}
