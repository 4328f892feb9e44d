// The servers that an MCP client's files name, in the form that they have without `loadline wrap`.
import { readFile } from 'node:fs/promises';
import { err, ok, type Result } from '../../../shared/result';
import { serversIn } from './edit';
import { type Client, type Entry, type Place, placesOf } from './places';
import { bareTarget, type Target, targetInUse } from './wrapped';

/** A server of a client's file. */
export interface NamedServer {
	readonly entry: Entry;
	readonly target: Target;
}

/** Servers by name, the first of a name; `left` are those that cannot be reached, and why. */
export interface NamedServers {
	readonly servers: ReadonlyMap<string, NamedServer>;
	readonly left: readonly { readonly name: string; readonly why: string }[];
}

/** Reads the servers that a client names for a project; the error names a file that cannot be read. */
export async function namedServers(
	client: Client,
	project: string,
): Promise<Result<NamedServers, string>> {
	const servers = new Map<string, NamedServer>();
	const left: { name: string; why: string }[] = [];
	for (const place of placesOf(client, project)) {
		const read = await serversAt(place);
		if (!read.ok) return err(`${place.path} ${read.error}`);
		for (const [name, entry] of Object.entries(read.value)) {
			const target = targetInUse(name, entry, place);
			if (!target.ok) left.push({ name, why: target.error });
			else if (target.value && !servers.has(name))
				servers.set(name, { entry, target: bareTarget(target.value, entry) });
		}
	}
	return ok({ servers, left });
}

const serversAt = async (place: Place) => {
	const text = await readFile(place.path, 'utf8').catch(() => '{}');
	return serversIn(text === '{}' && place.format === 'toml' ? '' : text, place);
};
