// Lists on `/mcp` of what all servers have: each entry under its name here, a page at a time, and within
// bounds that are told when they are reached.
import { isRecord, type JsonObject } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import { onOneLine } from '../../shared/shown-text';
import { limitConcurrency } from '../contract/limit-concurrency';
import { endpointName } from '../contract/names';
import {
	type CallContext,
	invalidParams,
	type SourceFault,
	type ToolSource,
} from '../contract/tool-source';
import { declaredLately, PATIENCE, sharedUri } from '../listing/shared-scope';

/** Pages of one server that are read, entries of it, and entries of all. */
const MOST_PAGES = 20;
const MOST_OF_ONE = 1_000;
const MOST_OF_ALL = 5_000;
/** UTF-16 units of JSON of one server's entries, and of all. */
const ROOM_OF_ONE = 1_000_000;
const ROOM_OF_ALL = 4_000_000;
const PAGE = 1_000;
const LEFT_OUT = 'dev.loadline/leftOut';

const LISTED = {
	'prompts/list': 'prompts',
	'resources/list': 'resources',
	'resources/templates/list': 'resourceTemplates',
} as const;

/** A list of MCP that all callers of an upstream may share. */
export type SharedList = keyof typeof LISTED;

/** Returns whether a method lists. */
export const isSharedList = (method: string): method is SharedList => Object.hasOwn(LISTED, method);

/** Parses the start of a page, counted from 0: a cursor is its position. */
export function placeOf(cursor: unknown): Result<number, SourceFault> {
	if (cursor === undefined) return ok(0);
	if (typeof cursor === 'string' && /^[1-9]\d{0,7}$/.test(cursor)) return ok(Number(cursor));
	return err(invalidParams('Invalid cursor: it is not of this list'));
}

/** A page of the list of all servers, in the servers' order. */
export async function listOfAll(
	method: SharedList,
	sources: readonly ToolSource[],
	context: CallContext,
	from: number,
): Promise<JsonObject> {
	const key = LISTED[method];
	const room = Math.min(ROOM_OF_ONE, Math.floor(ROOM_OF_ALL / sources.length));
	const turns = await limitConcurrency(
		sources,
		PATIENCE,
		context.signal,
		async (source, signal) => {
			const patient = { ...context, signal };
			const declared = await declaredLately(source, patient);
			const has = declared?.ok && isRecord(declared.value.capabilities[method.split('/')[0] ?? '']);
			return has ? entriesOf(source, method, patient, room) : NONE;
		},
	);
	const lists = turns.map((turn) => (turn.kind === 'done' ? turn.value : NONE));
	const all = lists.flatMap(({ entries }) => entries);
	const left =
		lists.reduce((sum, list) => sum + list.left, 0) + Math.max(0, all.length - MOST_OF_ALL);
	const end = Math.min(from + PAGE, MOST_OF_ALL);
	return {
		[key]: all.slice(from, end),
		...(end < Math.min(all.length, MOST_OF_ALL) && { nextCursor: String(end) }),
		...(left > 0 && { _meta: { [LEFT_OUT]: left } }),
	};
}

interface Entries {
	readonly entries: readonly JsonObject[];
	/** Entries that were read, and had no room. */
	readonly left: number;
}

const NONE: Entries = { entries: [], left: 0 };

async function entriesOf(
	source: ToolSource,
	method: SharedList,
	context: CallContext,
	room: number,
): Promise<Entries> {
	const entries: JsonObject[] = [];
	let left = 0;
	let size = 0;
	let cursor: string | undefined;
	for (let page = 0; page < MOST_PAGES && left === 0; page++) {
		const answered = await source.request?.(method, cursor ? { cursor } : {}, context);
		if (!answered?.ok) break;
		const listed = answered.value[LISTED[method]];
		for (const entry of Array.isArray(listed) ? listed.filter(isRecord) : []) {
			size += JSON.stringify(entry).length;
			if (entries.length < MOST_OF_ONE && size <= room) entries.push(named(source.name, entry));
			else left++;
		}
		const { nextCursor } = answered.value;
		if (typeof nextCursor !== 'string' || nextCursor === cursor) break;
		cursor = nextCursor;
	}
	return { entries, left };
}

/** An entry of a list under its name here, nothing hidden in what is only shown of it. */
const named = (source: string, entry: JsonObject): JsonObject => {
	const { name, title, uri, uriTemplate } = entry;
	// A prompt is asked for by its name; a resource has its URI for that.
	const isShown = uri !== undefined || uriTemplate !== undefined;
	return {
		...entry,
		...(typeof name === 'string' && {
			name: endpointName({ source, tool: isShown ? onOneLine(name) : name }),
		}),
		...(typeof title === 'string' && { title: onOneLine(title) }),
		...(typeof uri === 'string' && { uri: sharedUri(source, uri) }),
		...(typeof uriTemplate === 'string' && { uriTemplate: sharedUri(source, uriTemplate) }),
	};
};
