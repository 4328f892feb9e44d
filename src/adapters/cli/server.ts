// Talking to a running Loadline: where it is, who calls, and what it answered.
import type { Command } from 'commander';
import { err, ok, type Result } from '../../shared/result';

const LOCAL = 'http://localhost:8787';
/** Milliseconds to wait for the server. */
const PATIENCE = 60_000;

/** Where a server is, and who asks it. */
export interface ServerOptions {
	readonly url?: string;
	readonly token?: string;
}

/** Why there is no answer to work with. */
export interface ServerFault {
	/** One line. */
	readonly message: string;
	/** The server's code, `conflict`; absent when it was not reached. */
	readonly code?: string;
	/** Problems with their places. */
	readonly issues: readonly object[];
}

interface ErrorBody {
	readonly error?: {
		readonly code?: string;
		readonly message?: string;
		readonly issues?: readonly object[];
	};
}

/** Adds `--url` and `--token`. */
export const withServer = (command: Command): Command =>
	command
		.option('--url <url>', `of the server; else LOADLINE_URL, else ${LOCAL}`)
		.option('--token <token>', 'bearer token; else LOADLINE_TOKEN');

/** Where the server is, without a slash at the end. */
export const baseOf = ({ url }: ServerOptions): string =>
	(url ?? process.env.LOADLINE_URL ?? LOCAL).replace(/\/+$/, '');

/** The header that says who calls, if anything does. */
export const headersOf = (options: ServerOptions): Record<string, string> => {
	const token = options.token ?? process.env.LOADLINE_TOKEN;
	return token === undefined ? {} : { authorization: `Bearer ${token}` };
};

/**
 * Asks for a path of the server.
 * @param path `/api/…`
 * @param init with a `signal` where the usual patience is too short
 * @returns the JSON body of a successful answer
 */
export const ask = (
	options: ServerOptions,
	path: string,
	init: RequestInit = {},
): Promise<Result<unknown, ServerFault>> =>
	reach(options, path, init, async (response) => {
		const body: unknown = await response.json().catch(() => null);
		return body === null ? undefined : body;
	});

/** The same for an answer that is no JSON: its response, not yet read. */
export const download = (
	options: ServerOptions,
	path: string,
	init: RequestInit = {},
): Promise<Result<Response, ServerFault>> =>
	reach(options, path, init, async (response) => response);

/** `read` gives what a successful answer has, undefined where that is none. */
async function reach<Answer>(
	options: ServerOptions,
	path: string,
	init: RequestInit,
	read: (response: Response) => Promise<Answer | undefined>,
): Promise<Result<Answer, ServerFault>> {
	const base = baseOf(options);
	const headers = new Headers(init.headers);
	for (const [name, value] of Object.entries(headersOf(options))) headers.set(name, value);
	try {
		const response = await fetch(`${base}${path}`, {
			...init,
			headers,
			// A redirect would carry the token elsewhere.
			redirect: 'error',
			signal: init.signal ?? AbortSignal.timeout(PATIENCE),
		});
		const answer = response.ok ? await read(response) : undefined;
		if (answer !== undefined) return ok(answer);
		const body: unknown = response.ok ? null : await response.json().catch(() => null);
		const { code, message, issues = [] } = (body as ErrorBody | null)?.error ?? {};
		return err({
			message: `${base} answered ${response.status}${message === undefined ? '' : `: ${message}`}`,
			...(code !== undefined && { code }),
			issues,
		});
	} catch (error) {
		const cause = (error as { cause?: { message?: string } }).cause?.message;
		return err({
			message: `no answer from ${base}: ${cause || (error as Error).message}`,
			issues: [],
		});
	}
}

/**
 * Asks below one path, and says what is wrong.
 * @param list says problems with their places
 * @returns the body of the answer; undefined when there is none, which has been said
 */
export const asker =
	(
		base: string,
		complain: (message: string) => void,
		list: (issues: readonly object[], path: string) => void = () => {},
	) =>
	async (options: ServerOptions, path: string, init?: RequestInit): Promise<unknown> => {
		const answer = await ask(options, `${base}${path}`, init);
		if (answer.ok) return answer.value;
		complain(answer.error.message);
		list(answer.error.issues, path);
		return undefined;
	};

/** A request with a body of JSON. */
export const posting = (body: object): RequestInit => ({
	method: 'POST',
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});
