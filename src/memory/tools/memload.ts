// memload: content and constraints of chosen objects, without what the caller holds already.
import { isRecord } from '../../shared/is-record';
import { err, ok, type Result } from '../../shared/result';
import { readBody } from '../draft-bodies';
import type { LoadedItem } from '../hub/reading';
import { withReminder } from '../reminder';
import { type Arguments, answered, failed, type MemoryTool, type ToolServices } from './answer';
import { argument, callerOf, readHashes } from './arguments';

/** Ids of one call. */
const MOST_IDS = 200;
const NO_MAP = 'knownHashes parameter is required and must be a JSON object map';

interface LoadArguments {
	readonly ids: readonly string[];
	readonly known: readonly (readonly [string, string])[];
}

export const memload: MemoryTool = async (services, from, args) => {
	const caller = callerOf(from, args);
	if (!caller.ok) return failed(caller.error);
	const read = readArguments(args);
	if (!read.ok) return failed(read.error);
	const loaded = await services.hub.load({ caller: caller.value, ...read.value });
	if (!loaded.ok) return failed(loaded.error);
	const items = await Promise.all(loaded.value.items.map((item) => finished(services, item)));
	const missing = items.find((item) => !item.ok);
	if (missing?.ok === false) return failed(missing.error);
	return answered({
		workspaceId: loaded.value.workspaceId,
		items: items.flatMap((item) => (item.ok ? [item.value] : [])),
	});
};

function readArguments(args: Arguments): Result<LoadArguments, string> {
	const ids = argument(args, 'ids');
	if (ids === undefined) return err('ids parameter is required and must be an array of strings');
	if (!Array.isArray(ids)) return err('ids parameter must be a JSON array');
	if (ids.length === 0) return err('ids parameter must contain at least one ID string');
	if (ids.length > MOST_IDS)
		return err(`ids parameter must contain at most ${MOST_IDS} IDs; load the rest in another call`);
	const texts = ids.filter((id) => typeof id === 'string');
	if (texts.length < ids.length) return err("all items in the 'ids' array must be strings");
	const map = argument(args, 'knownHashes');
	if (map === undefined) return err(NO_MAP);
	if (!isRecord(map)) return err('knownHashes parameter must be a JSON object map');
	const known = readHashes(map, 'all hash values in knownHashes must be strings');
	if (!known.ok) return known;
	if (!texts.every((id) => Object.hasOwn(map, id)))
		return err(
			"knownHashes must contain an entry for every requested ID in 'ids' (use an empty string for unknown)",
		);
	const wanted = new Set(texts);
	return ok({ ids: texts, known: known.value.filter(([id]) => wanted.has(id)) });
}

/** The item as the agent gets it: a draft's content fetched, the reminder added. */
async function finished(
	{ bodies, now }: ToolServices,
	{ body, ...item }: LoadedItem,
): Promise<Result<Omit<LoadedItem, 'body'>, string>> {
	let { content } = item;
	if (body !== undefined) {
		const read = await readBody(bodies, body, body.writtenAt, now());
		if ('missing' in read) return err(`${item.id}: ${read.missing}`);
		content = read.content;
	}
	return ok({ ...item, content: content === null ? null : withReminder(item.kind, content) });
}
