// The servers that an MCP client's files name, in the form that they have without `loadline wrap`; the same as upstreams of
// `loadline serve`: what the client would fill in is filled in.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { effective } from '../../../config';
import { checkUpstreamUrl } from '../../../gateway';
import { isRecord } from '../../../shared/json-values';
import { err, ok, type Result } from '../../../shared/result';
import { serversIn } from './edit';
import { type Client, type Entry, type Place, placesOf } from './places';
import { bareTarget, serverName, type Target, targetInUse } from './wrapped';

/** A server of a client's file. */
interface NamedServer {
	readonly entry: Entry;
	readonly target: Target;
}

/** Servers by name, the first of a name; `left` are those that cannot be reached, and why. */
interface NamedServers {
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

/** Upstreams as a configuration has them; `left` are servers that are not among them, and why. */
export interface Adopted {
	readonly upstreams: readonly { readonly name: string }[];
	readonly left: NamedServers['left'];
}

/** The project of a client, and what its files may name. */
export interface Surroundings {
	readonly project: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly allowLoopback: boolean;
}

/** Makes upstreams of the servers that clients name; of servers with one name the first counts. */
export async function adopted(
	clients: readonly Client[],
	around: Surroundings,
): Promise<Result<Adopted, string>> {
	const upstreams = new Map<string, { readonly name: string }>();
	const left: { name: string; why: string }[] = [];
	for (const client of clients) {
		const found = await namedServers(client, around.project);
		if (!found.ok) return found;
		left.push(...found.value.left);
		for (const [given, server] of found.value.servers) {
			const name = serverName(given);
			if (upstreams.has(name)) continue;
			const made = upstreamOf(name, server, around);
			if (made.ok) upstreams.set(name, made.value);
			else left.push({ name: given, why: made.error });
		}
	}
	return ok({ upstreams: [...upstreams.values()], left });
}

/** An upstream that the configuration accepts; the error says why there is none. */
function upstreamOf(
	name: string,
	{ entry, target }: NamedServer,
	around: Surroundings,
): Result<{ readonly name: string }, string> {
	if (entry.envFile !== undefined) return err('its "envFile" is not read');
	const [command, ...args] = 'command' in target ? target.command : [];
	const env = entry.env ?? entry.environment;
	const cwd = typeof entry.cwd === 'string' ? entry.cwd : '.';
	const given =
		'url' in target
			? { name, url: target.url, headers: target.headers }
			: { name, command, args, ...(isRecord(env) && { env }), cwd };
	const filled = expanded(given, around);
	if (!filled.ok) return filled;
	const made = filled.value as { readonly name: string; readonly cwd?: string };
	const upstream = {
		...made,
		...(made.cwd !== undefined && { cwd: resolve(around.project, made.cwd) }),
	};
	const document = { upstreams: [upstream] };
	const { allowLoopback } = around;
	const checked = effective([{ name: 'file', document }], {
		checkUrl: (url) => checkUpstreamUrl(url, { allowLoopback }),
		commands: 'file',
	});
	const [issue] = checked.ok ? [] : checked.error;
	if (!issue) return ok(upstream);
	return err(`its ${issue.path.replace('upstreams.0.', '')} ${issue.reason}`);
}

const VARIABLE = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/** Fills in variables as clients do; the error names what cannot be filled in. */
function expanded(value: unknown, around: Surroundings): Result<unknown, string> {
	const { project, env } = around;
	const own: Readonly<Record<string, string | undefined>> = {
		...env,
		...{ workspaceFolder: project, userHome: env.HOME ?? env.USERPROFILE },
	};
	let missing: string | undefined;
	const text = (given: string): string => {
		const out = given.replaceAll(
			VARIABLE,
			(whole, name: string, otherwise?: string) => own[name] ?? otherwise ?? whole,
		);
		missing ??= /\$\{(?!secret:)[^}]*\}/.exec(out)?.[0];
		return out;
	};
	const filled = (each: unknown): unknown => {
		if (typeof each === 'string') return text(each);
		if (Array.isArray(each)) return each.map(filled);
		if (!isRecord(each)) return each;
		return Object.fromEntries(Object.entries(each).map(([key, below]) => [key, filled(below)]));
	};
	const made = filled(value);
	return missing === undefined ? ok(made) : err(`${missing} is not set`);
}
