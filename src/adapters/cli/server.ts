// Requests to a running Loadline.
import type { Command } from 'commander';
import {
	type AnswerOf,
	addressOf,
	type ParamsOf,
	partsOf,
	peopleNames,
	type RouteKey,
} from '../../contract';
import { err, ok, type Result } from '../../shared/result';
import type { Texts } from './terminal';

const LOCAL = 'http://localhost:8787';
const NO_URL = 'write it as https://host, or http://localhost:8787';
/** Milliseconds to wait for the server. */
const PATIENCE = 60_000;

/** Address of a server, and the caller's token. */
export type ServerOptions = Partial<Texts<'url' | 'token'>>;

export interface ServerFault {
	readonly message: string;
	/** The server's code, `conflict`; absent when it was not reached. */
	readonly code?: string;
	readonly issues: readonly { readonly path?: string; readonly reason?: string }[];
}

/** Adds `--url` and `--token`. */
export const withServer = (command: Command): Command =>
	command
		.option('--url <url>', `of the server; else LOADLINE_URL, else ${LOCAL}`)
		.option('--token <token>', 'bearer token; else LOADLINE_TOKEN');

/** Returns the server's URL, without a slash at the end. */
export const baseOf = ({ url }: ServerOptions): string =>
	(url ?? process.env.LOADLINE_URL ?? LOCAL).replace(/\/+$/, '');

/** Returns the API token: the option's, else `LOADLINE_TOKEN`. */
export const tokenOf = ({ token }: ServerOptions) => token ?? process.env.LOADLINE_TOKEN;

/** Builds the authorization header, if there is a token. */
export const headersOf = (options: ServerOptions): Record<string, string> => {
	const token = tokenOf(options);
	return token === undefined ? {} : { authorization: `Bearer ${token}` };
};

type Asking<Key extends RouteKey> = readonly [
	options: ServerOptions,
	key: Key,
	params?: ParamsOf<Key> | undefined,
	json?: object | undefined,
	/** A body other than JSON, headers, and a timeout. */
	init?: RequestInit,
];

/** Asks a route. @returns the JSON that it answers */
export const ask = <Key extends RouteKey>(...asking: Asking<Key>) =>
	reach(asking, async (response) => (await response.json().catch(() => null)) as AnswerOf<Key>);

/** Asks a route that answers no JSON. @returns its response, not yet read */
export const download = <Key extends RouteKey>(...asking: Asking<Key>) =>
	reach(asking, async (response) => response);

async function reach<Key extends RouteKey, Answer>(
	[options, key, params, json, init = {}]: Asking<Key>,
	read: (response: Response) => Promise<Answer | null>,
): Promise<Result<Answer, ServerFault>> {
	const base = baseOf(options);
	const isUrl = /^https?:/.test(base) && URL.canParse(base);
	if (!isUrl)
		return err({ code: 'invalid_parameter', message: `--url ${base}: ${NO_URL}`, issues: [] });
	const headers = new Headers(init.headers);
	if (json !== undefined) headers.set('content-type', 'application/json');
	for (const [name, value] of Object.entries(headersOf(options))) headers.set(name, value);
	try {
		const response = await fetch(`${base}${addressOf(key, params ?? {})}`, {
			...(json !== undefined && { body: JSON.stringify(json) }),
			...init,
			method: partsOf(key)[0],
			headers,
			// A redirect would carry the token elsewhere.
			redirect: 'error',
			signal: init.signal ?? AbortSignal.timeout(PATIENCE),
		});
		const answer = response.ok ? await read(response) : null;
		if (answer !== null) return ok(answer);
		const body: unknown = response.ok ? null : await response.json().catch(() => null);
		const { code, message, issues = [] } = (body as { error?: Partial<ServerFault> })?.error ?? {};
		const said = `${base} answered ${response.status}${message === undefined ? '' : `: ${message}`}`;
		return err({ message: said, ...(code !== undefined && { code }), issues });
	} catch (error) {
		const cause = (error as { cause?: { message?: string } }).cause?.message;
		const message = `no answer from ${base}: ${cause || (error as Error).message}`;
		return err({ message, issues: [] });
	}
}

/** Names of people by their ids, as far as the caller may know them. */
export const namesOf = (given: ServerOptions): Promise<ReadonlyMap<string, string>> =>
	peopleNames(async (key) => {
		const answer = await ask(given, key);
		return answer.ok ? answer.value : undefined;
	});
