// The servers that an MCP client's files name: in the form that they have without `loadline wrap`, behind it, and as
// upstreams of `loadline serve`, where what the client would fill in is filled in.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { effective } from '../../../config';
import { checkUpstreamUrl } from '../../../gateway';
import { isRecord } from '../../../shared/json-values';
import { err, ok, type Result } from '../../../shared/result';
import { serversIn } from './edit';
import { type Client, type Entry, type Place, placesOf } from './places';

/** A server of a client's file. */
interface NamedServer {
	readonly entry: Entry;
	readonly target: Target;
}

/** A server that cannot be reached, and why. */
type Left = Readonly<Record<'name' | 'why', string>>;

/** Reads the servers that a client names for a project, the first of a name; the error names a file that cannot be read. */
export async function namedServers(client: Client, project: string) {
	const servers = new Map<string, NamedServer>();
	const left: Left[] = [];
	for (const place of placesOf(client, project)) {
		const text = await readFile(place.path, 'utf8').catch(() => '{}');
		const read = serversIn(text === '{}' && place.format === 'toml' ? '' : text, place);
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

/** The project of a client, and what its files may name. */
export interface Surroundings {
	readonly project: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly allowLoopback: boolean;
}

/** Makes upstreams of the servers that clients name, those with one name once; `left` are those that it cannot. */
export async function adopted(clients: readonly Client[], around: Surroundings) {
	const upstreams = new Map<string, { readonly name: string }>();
	const left: Left[] = [];
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
function upstreamOf(name: string, { entry, target }: NamedServer, around: Surroundings) {
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
	const { allowLoopback } = around;
	const checked = effective([{ name: 'file', document: { upstreams: [upstream] } }], {
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

/** Command line that starts Loadline on this machine. */
export type Launcher = readonly string[];

/** Server that an entry names: a process, or an endpoint with its headers. */
export type Target =
	| { readonly command: readonly string[] }
	| { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** Variable that passes headers to `loadline wrap`, one a line: arguments would show secrets. */
export const HEADERS = 'LOADLINE_HEADERS';

/** Members of clients' own logins, whose credentials they keep elsewhere. */
const OWN_LOGIN = [
	...['auth', 'oauth', 'authProviderType', 'headersHelper'],
	...['bearer_token_env_var', 'env_http_headers'],
];

type Form = Pick<Place, 'shape' | 'url'>;

/** The target of a server in use; an error for one that is switched off, or cannot be wrapped. */
export function targetInUse(name: string, entry: Entry, place: Place) {
	const target = targetOf(entry, place);
	const isNone = target.ok && !target.value;
	const isOff = entry.disabled === true || entry.enabled === false;
	const isSwitchedOff = place.off?.includes(name) === true || isOff;
	return isSwitchedOff && !isNone ? err('it is switched off') : target;
}

/** @returns undefined for an entry without a server; an error for one that cannot be wrapped */
export function targetOf(entry: Entry, form: Form): Result<Target | undefined, string> {
	const command = commandOf(entry, form);
	if (command) return ok({ command });
	const url = entry[form.url ?? 'url'] ?? entry.url;
	if (typeof url !== 'string') return ok(undefined);
	const isOld = url === entry.url && form.url !== undefined && entry.type !== 'http';
	if (isOld || entry.type === 'sse') return err(OLD_TRANSPORT);
	const login = OWN_LOGIN.find((member) => Boolean(entry[member]));
	if (login !== undefined) return err(`its "${login}" is the client's own, and is not passed on`);
	const headers = entry.headers ?? entry.http_headers ?? {};
	return isHeaders(headers) ? ok({ url, headers }) : err('its headers are not texts');
}

const OLD_TRANSPORT = 'it speaks HTTP+SSE, the transport before Streamable HTTP';

function commandOf(entry: Entry, { shape }: Form): readonly string[] | undefined {
	if (shape === 'list') return isWords(entry.command) ? entry.command : undefined;
	if (typeof entry.command !== 'string') return undefined;
	const args = entry.args ?? [];
	return isWords(args) ? [entry.command, ...args] : undefined;
}

export const isWrapped = (target: Target): boolean => behind(target) !== undefined;

/** Recognises `loadline wrap` in any order of words, also one written by hand. */
export const namesWrap = (target: Target): boolean =>
	'command' in target && target.command.indexOf('wrap') > 0;

/** Recovers the original server of a wrapped one from its command. */
function bareTarget(target: Target, entry: Entry): Target {
	const words = behind(target);
	if (!words) return target;
	const [url = ''] = words;
	if (words.length > 1 || !/^https?:\/\//.test(url)) return { command: words };
	const env = entry.env ?? entry.environment;
	const lines = isRecord(env) && typeof env[HEADERS] === 'string' ? env[HEADERS].split('\n') : [];
	const headers = lines.map(headerOf).filter((pair) => pair !== undefined);
	return { url, headers: Object.fromEntries(headers) };
}

function behind(target: Target): readonly string[] | undefined {
	if (!('command' in target)) return undefined;
	const { command } = target;
	const [at, end] = [command.indexOf('wrap'), command.indexOf('--')];
	return at > 0 && command[at + 1] === '--name' && end > at ? command.slice(end + 1) : undefined;
}

/** Parses `Name: value`; undefined without a colon. */
export function headerOf(line: string): [name: string, value: string] | undefined {
	const colon = line.indexOf(':');
	return colon < 1 ? undefined : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}

/** Builds the members that wrapping changes; `undefined` removes one. */
export function wrappedMembers(
	name: string,
	entry: Entry,
	target: Target,
	{ shape }: Form,
	launcher: Launcher,
): Entry {
	const isRemote = 'url' in target;
	const rest = isRemote ? [target.url] : target.command;
	const given = isRemote ? [] : variablesOf(entry).flatMap((variable) => ['--env', variable]);
	const words = [...launcher, 'wrap', '--name', serverName(name), ...given, '--', ...rest];
	const [first, ...args] = words;
	const command = shape === 'list' ? { command: words } : { command: first, args };
	if (!isRemote) return command;
	const left = ['url', 'httpUrl', 'headers', 'http_headers', 'oauth'].filter((key) => key in entry);
	const lines = Object.entries(target.headers).map(([header, value]) => `${header}: ${value}`);
	const env = shape === 'list' ? 'environment' : 'env';
	return {
		...('type' in entry && { type: shape === 'list' ? 'local' : 'stdio' }),
		...command,
		...(lines.length > 0 && { [env]: { ...(entry[env] as object), [HEADERS]: lines.join('\n') } }),
		...Object.fromEntries(left.map((key) => [key, undefined])),
	};
}

/** Names the variables that an entry has for its server; all where a file has them. */
function variablesOf({ env, environment, env_vars: passed, envFile }: Entry): readonly string[] {
	if (envFile !== undefined) return ['*'];
	const set = env ?? environment;
	return [...(isRecord(set) ? Object.keys(set) : []), ...(isWords(passed) ? passed : [])];
}

/** Returns the members before the change, `undefined` for absent ones. */
export const formerMembers = (entry: Entry, changed: Entry): Entry =>
	Object.fromEntries(Object.keys(changed).map((key) => [key, entry[key]]));

/** Makes a valid server name: lower-case letters, digits and `-`, at most 32. */
export const serverName = (name: string): string =>
	name
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-')
		.replace(/^-+|-+$/g, '')
		.slice(0, 32)
		.replace(/-+$/, '') || 'server';

const isWords = (value: unknown): value is readonly string[] =>
	Array.isArray(value) && value.every((word) => typeof word === 'string');

const isHeaders = (value: unknown): value is Readonly<Record<string, string>> =>
	isRecord(value) &&
	Object.values(value).every((text) => typeof text === 'string' && !/[\r\n]/.test(text));
