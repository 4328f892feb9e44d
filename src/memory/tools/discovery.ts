// memdisc lists the documents there are; memload returns the content and constraints of chosen ones, except content that
// the caller already holds.
import { defined, isRecord } from '../../shared/json-values';
import { err, every, ok, type Result } from '../../shared/result';
import { binds, NOTHING_BINDS, withReminder } from '../document/document';
import { quoted } from '../faults';
import { shortHash } from '../hash';
import type { DiscoveredItem, LoadedItem } from '../hub/discovery';
import { readBody } from '../hub/hub';
import { aboutOf } from '../search/activation';
import type { Kind } from '../types';
import {
	type Arguments,
	argument,
	type MemoryTool,
	optionalText,
	readHashes,
	readShape,
	type ToolServices,
} from './tool';

const KINDS: readonly Kind[] = ['rule', 'workflow', 'context'];
const MAX_QUERY_CHARACTERS = 2000;

export const memdisc: MemoryTool = async ({ hub }, caller, args) => {
	const asked = argument(args, 'kind');
	const kind = KINDS.find((each) => each === asked);
	if (asked !== undefined && kind === undefined)
		return err("kind parameter must be one of 'rule', 'workflow', or 'context'");
	const read = every({
		group: optionalText(args, 'group', 'group parameter must be a string', MAX_QUERY_CHARACTERS),
		query: optionalText(args, 'query', 'query parameter must be a string', MAX_QUERY_CHARACTERS),
		shape: readShape(args),
	});
	if (!read.ok) return read;
	const limit = argument(args, 'limit');
	if (limit !== undefined && !(Number.isInteger(limit) && Number(limit) > 0))
		return err('limit must be a whole number from 1');
	const wanted = defined({ kind, limit: limit as number | undefined, ...read.value });
	const found = await hub.discover({ caller, ...wanted });
	if (!found.ok) return found;
	const { items, more, shape, reviews } = found.value;
	return ok({
		...(items.length === 0 &&
			wanted.query?.trim() && {
				note: `nothing found for ${quoted(wanted.query)}; memdisc without query lists what there is`,
			}),
		items: shape === 'full' ? items.map(fullEntry) : items.map(slimEntry),
		...(more > 0 && { more: `${more} say less of it: limit tells more` }),
		...defined({ reviews }),
	});
};

const fullEntry = ({ alias: _, ...item }: DiscoveredItem) => item;

/** Returns what a model chooses by: the path, and a short description. */
function slimEntry({ alias, path, description, hasDraft }: DiscoveredItem) {
	return {
		id: alias,
		path,
		...defined({ about: aboutOf(path, description) }),
		...(hasDraft && { hasDraft }),
	};
}

/** Unchanged objects that are named one by one where nothing changed. */
const MAX_NAMED = 5;
const MAX_IDS = 200;
const NO_MAP = 'knownHashes parameter is required and must be a JSON object map';
const NO_HASH =
	"knownHashes must contain an entry for every requested ID in 'ids' (use an empty string for unknown)";

/** The slim shape says it once; the full shape ends every content with a reminder. */
const REFER = 'memref what you apply, by its first words';

type LoadArguments = Omit<Parameters<ToolServices['hub']['load']>[0], 'caller'>;

/** Loads documents; content is sent only where it differs from the hash that the caller holds. */
export const memload: MemoryTool = async (services, caller, args) => {
	const read = readArguments(args);
	if (!read.ok) return read;
	const loaded = await services.hub.load({ caller, ...read.value });
	if (!loaded.ok) return loaded;
	const items = await Promise.all(loaded.value.items.map((item) => withContent(services, item)));
	const missing = items.find((item) => !item.ok);
	if (missing?.ok === false) return missing;
	const found = items.flatMap((item) => (item.ok ? [item.value] : []));
	const { workspaceId, shape, withdrawn, reviews } = loaded.value;
	return ok({
		...(shape === 'full' ? { workspaceId, items: found.map(fullItem) } : slimAnswer(found)),
		...(withdrawn.length > 0 && { withdrawn, note: 'withdrawn: stop following it' }),
		...defined({ reviews }),
	});
};

function readArguments(args: Arguments): Result<LoadArguments, string> {
	const ids = argument(args, 'ids');
	if (ids === undefined) return err('ids parameter is required and must be an array of strings');
	if (!Array.isArray(ids)) return err('ids parameter must be a JSON array');
	if (ids.length === 0) return err('ids parameter must contain at least one ID string');
	if (ids.length > MAX_IDS)
		return err(`ids parameter must contain at most ${MAX_IDS} IDs; load the rest in another call`);
	const texts = ids.filter((id) => typeof id === 'string');
	if (texts.length < ids.length) return err("all items in the 'ids' array must be strings");
	const map = argument(args, 'knownHashes');
	if (map === undefined) return err(NO_MAP);
	if (!isRecord(map)) return err('knownHashes parameter must be a JSON object map');
	const known = readHashes(map, 'all hash values in knownHashes must be strings');
	if (!known.ok) return known;
	const hashes = new Map(known.value);
	if (!texts.every((id) => hashes.has(id))) return err(NO_HASH);
	const wanted = texts.map((id): [string, string] => [id, hashes.get(id) ?? '']);
	const shape = readShape(args);
	if (!shape.ok) return shape;
	const draft = argument(args, 'draft') ?? false;
	if (typeof draft !== 'boolean') return err('draft must be true or false');
	const isWhole = wanted.some(([, hash]) => WHOLE_HASH.test(hash));
	return ok({ wanted, isWhole, draft, ...defined({ shape: shape.value }) });
}

/** A hash as Memory MCP has it, which no slim load tells. */
const WHOLE_HASH = /^(?:sha256:)?[0-9a-f]{64}$/i;

type Loaded = Omit<LoadedItem, 'body'>;

/** Fetches the content of a draft, which is stored apart. */
async function withContent(
	{ bodies, now }: ToolServices,
	{ body, ...item }: LoadedItem,
): Promise<Result<Loaded, string>> {
	if (body === undefined) return ok(item);
	const read = await readBody(bodies, body, body.writtenAt, now());
	if ('missing' in read) return err(`${item.id}: ${read.missing}`);
	return ok({ ...item, content: read.content });
}

/** The item as Memory MCP defines it, with the reminder after its content. */
const fullItem = ({ name: _, digits: __, binding, ...item }: Loaded) => ({
	...item,
	content: item.content === null ? null : withReminder(item.kind, item.content),
	...warningOf(item.kind, binding),
});

/** Returns changed items with content, and unchanged ones by alias alone. */
function slimAnswer(loaded: readonly Loaded[]): object {
	const changed = loaded.filter((item) => item.changed);
	const unchanged = loaded.filter((item) => !item.changed).map(({ name }) => name);
	const isAll = changed.length === 0 && unchanged.length > MAX_NAMED;
	return {
		items: changed.map(slimItem),
		...(unchanged.length > 0 && { unchanged: isAll ? `all ${unchanged.length}` : unchanged }),
		...(changed.some(({ binding }) => binding > 0) && { refer: REFER }),
	};
}

const slimItem = (item: Loaded) => ({
	id: item.name,
	path: item.path,
	hash: item.digits,
	...(binds(item.kind) && { constraints: item.binding }),
	...(item.hasDraft && { hasDraft: true }),
	...defined({ draftBaseHash: item.draftBaseHash && shortHash(item.draftBaseHash) }),
	...warningOf(item.kind, item.binding),
	...defined({ parts: item.parts }),
	content: item.content,
});

const warningOf = (kind: Kind, binding: number) =>
	binds(kind) && binding === 0 ? { warning: NOTHING_BINDS } : {};
