// One server of a client's configuration, as it was and as it goes through `loadline wrap`.
import { isRecord } from '../../../shared/is-record';
import { err, ok, type Result } from '../../../shared/result';
import type { Entry } from './document';
import type { Place } from './places';

/** Words that start Loadline on this machine. */
export type Launcher = readonly string[];

/** What an entry names: words that start a process, or an endpoint and what is sent to it. */
export type Target =
	| { readonly command: readonly string[] }
	| { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** The variable that carries headers to `loadline wrap`, one a line: they may be secrets, and no arguments. */
export const HEADERS = 'LOADLINE_HEADERS';

/** Members by which clients log in themselves, with what they keep elsewhere. */
const OWN_LOGIN = [
	...['auth', 'oauth', 'authProviderType', 'headersHelper'],
	...['bearer_token_env_var', 'env_http_headers'],
];

type Form = Pick<Place, 'shape' | 'url'>;

/** @returns undefined for an entry that names nothing; an error for what Loadline cannot stand before */
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

/** Whether a server goes through Loadline already. */
export const isWrapped = (target: Target): boolean => behind(target) !== undefined;

/** Whether its words may start `loadline wrap`, also in an order that we did not write. */
export const namesWrap = (target: Target): boolean =>
	'command' in target && target.command.indexOf('wrap') > 0;

/** What a server that goes through Loadline was before, as far as its command tells. */
export function bareTarget(target: Target, entry: Entry): Target {
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

/** `Name: value` as a pair; undefined where there is no colon. */
export function headerOf(line: string): [name: string, value: string] | undefined {
	const colon = line.indexOf(':');
	return colon < 1 ? undefined : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}

/** The members that change, and what they change to; `undefined` for one that goes. */
export function wrappedMembers(
	name: string,
	entry: Entry,
	target: Target,
	{ shape }: Form,
	launcher: Launcher,
): Entry {
	const isRemote = 'url' in target;
	const rest = isRemote ? [target.url] : target.command;
	const words = [...launcher, 'wrap', '--name', serverName(name), '--', ...rest];
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

/** The members as they were: `undefined` for one that was not there. */
export const formerMembers = (entry: Entry, changed: Entry): Entry =>
	Object.fromEntries(Object.keys(changed).map((key) => [key, entry[key]]));

/** A name that the configuration takes for a server. */
const serverName = (name: string): string =>
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
