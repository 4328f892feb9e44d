// How a server's own next page is asked for, told with an answer that holds items back. What cannot
// page is not even parsed.
import type { GatherSetting } from '../config/gather';
import type { ToolResult } from '../shared/tool-result';
import { jsonOf, pageListOf } from './paged-list';
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

/** `cursor="c200"`, or undefined where nothing says that there is a further page. */
export function pageAfter(page: AnsweredPage): string | undefined {
	const { result, args, definition, itemsPath, setting } = page;
	if (result.isError) return undefined;
	const paging = pagingArguments(definition?.inputSchema ?? USUAL_SCHEMA);
	if (!hasPaging(paging) && setting?.argument === undefined) return undefined;
	const text = jsonOf(result);
	if (text === undefined || text.length < SHORTEST_READ || text.length > LONGEST_READ)
		return undefined;
	if (!definition && !maySpeakOfPages(text)) return undefined;
	const list = pageListOf(result, itemsPath);
	if (!list) return undefined;
	const count = list.items.length;
	const { next } = readPage(list.value, { args, paging, count, lastItem: list.lastItem, setting });
	return next && !next.isGuess ? spelledPage(next) : undefined;
}
