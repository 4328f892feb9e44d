// Lists on `/mcp` of what all servers have: each entry under its name here, a page at a time, and within
// bounds that are told when they are reached. And servers' descriptions of themselves for a client's model: quoted, bounded,
// and distinct from what Loadline says.
import { isRecord, type JsonObject } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import { onOneLine, shownText, withoutUnseen } from '../../shared/shown-text';
import { limitConcurrency } from '../contract/limit-concurrency';
import { endpointName } from '../contract/names';
import {
	type CallContext,
	invalidParams,
	type SourceFault,
	type ToolSource,
} from '../contract/tool-source';
import { declaredLately, PATIENCE, sharedUri } from '../listing/shared-scope';
import { namesUs } from '../upstream/imitation';

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
type SharedList = keyof typeof LISTED;

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

/** UTF-16 units of one server's instructions among others, and of all together. */
const LONGEST_AMONG = 400;
const LONGEST_OF_ALL = 2_400;

/** Instructions of the one server of a scope: as they are, but quoted where they name Loadline. */
export const instructionsOf = (name: string, instructions: string): string =>
	namesUs(instructions)
		? `Instructions of the server ${shownText(name)}, not of Loadline:\n${quoted(instructions)}`
		: linesOf(instructions).join('\n');

/** Cleans a server's name (MCP Implementation): on one line each, without hidden characters. */
export const shownServer = (serverInfo: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(serverInfo).map(([key, value]) => [
			key,
			NAMES.has(key) && typeof value === 'string' ? onOneLine(value) : value,
		]),
	);
const NAMES = new Set(['name', 'title', 'version', 'description']);

/** A server and its instructions as it gave them: not quoted yet, nor cut. */
interface ServerWords {
	readonly name: string;
	readonly instructions?: string | undefined;
	/** The reason why it cannot be used, in Loadline's words. */
	readonly fault?: string | undefined;
}

/** Joins servers' instructions, the unusable first; undefined without any. @param ours words of Loadline's, before all */
export function wordsOfAll(servers: readonly ServerWords[], ours: readonly string[] = []) {
	const down = servers.flatMap(({ fault }) =>
		fault === undefined ? [] : [`Not usable now: ${fault}`],
	);
	const told: string[] = [...ours, ...down.slice(0, 5)];
	if (down.length > 5) told.push(`And ${down.length - 5} further servers.`);
	let room = LONGEST_OF_ALL;
	let left = 0;
	for (const { name, instructions } of servers) {
		if (instructions === undefined) continue;
		const words = `Instructions of the server ${shownText(name)}, not of Loadline, for the tools ${name}__*:\n${quoted(shortened(instructions, name))}`;
		room -= words.length;
		if (room < 0) left++;
		else told.push(words);
	}
	if (left > 0)
		told.push(`${left} further servers have instructions: connect to /mcp/NAME for them.`);
	return told.length > 0 ? told.join('\n\n') : undefined;
}

const shortened = (text: string, name: string): string =>
	text.length > LONGEST_AMONG
		? `${text.slice(0, LONGEST_AMONG).toWellFormed()}… [+${text.length - LONGEST_AMONG} characters; all at /mcp/${name}]`
		: text;

/** A block quote: every line begins with `> `. */
const quoted = (text: string): string =>
	linesOf(text)
		.map((line) => `> ${line}`.trimEnd())
		.join('\n');

/** Lines with nothing unseen in them. */
const linesOf = (text: string): readonly string[] =>
	text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => withoutUnseen(line.replaceAll('\t', '  ')));
