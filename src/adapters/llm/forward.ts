// Where a request to a provider goes, and which of its headers go with it: all but what belongs to the way
// here. Nothing of the caller's key is looked at.
import { err, ok, type Result } from '../../shared/result';

/** Says who calls Loadline; the provider never sees it. */
export const TOKEN_HEADER = 'x-loadline-token';
/** Before the provider in a path, for hosts that send no header of their own: `/llm/~TOKEN/anthropic`. */
const TOKEN_PATH = /^\/llm\/~([^/]{1,4096})(\/.*)$/;

export type Provider = 'anthropic' | 'openai';

export interface Target {
	readonly provider: Provider;
	/** Path and query behind the provider's base URL. */
	readonly rest: string;
	/** The caller's token for Loadline, where one was sent. */
	readonly token?: string;
}

/** What a request to `/llm/…` is for; undefined when it is for no provider. */
export function targetOf(request: Request): Target | undefined {
	const { pathname, search } = new URL(request.url);
	const inPath = TOKEN_PATH.exec(pathname);
	const path = inPath ? `/llm${inPath[2]}` : pathname;
	const token = inPath
		? decoded(inPath[1] ?? '')
		: (request.headers.get(TOKEN_HEADER) ?? undefined);
	const found = /^\/llm\/(?:(anthropic)|(openai)\/v1)(\/.*)?$/.exec(path);
	if (!found) return undefined;
	const provider = found[1] === undefined ? 'openai' : 'anthropic';
	return { provider, rest: (found[3] ?? '') + search, ...(token !== undefined && { token }) };
}

const decoded = (text: string): string => {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
};

/** The provider's URL; never outside its base. */
export function urlAt(base: string, rest: string): Result<string, string> {
	const root = new URL(base);
	const url = new URL(root.origin + root.pathname.replace(/\/+$/, '') + rest);
	const isInside =
		url.origin === root.origin &&
		`${url.pathname}/`.startsWith(`${root.pathname.replace(/\/+$/, '')}/`);
	return isInside ? ok(url.href) : err('the path leaves the provider');
}

/**
 * Of the connection, or added on the way here. Encodings are the runtime's to ask for: it reads no others. A cookie
 * that came here is Loadline's own.
 */
const OWN_HEADERS =
	/^(?:accept-encoding|cookie|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|content-length|expect|forwarded|via|x-real-ip|cf-.*|x-forwarded-.*|x-loadline-.*|proxy-.*|mf-.*)$/i;

export function forwardedHeaders(headers: Headers): Headers {
	const forwarded = new Headers();
	for (const [name, value] of headers) if (!OWN_HEADERS.test(name)) forwarded.append(name, value);
	return forwarded;
}

/** A failure of ours in the provider's own form, so that its SDK reads it. */
export const llmError = (provider: Provider, status: number, message: string): Response => {
	const type = TYPES[status] ?? 'api_error';
	const error = { type, message: `Loadline: ${message}` };
	return Response.json(
		provider === 'anthropic' ? { type: 'error', error } : { error: { ...error, code: type } },
		{ status, headers: { 'Cache-Control': 'no-store' } },
	);
};

const TYPES: Readonly<Record<number, string>> = {
	401: 'authentication_error',
	404: 'not_found_error',
	413: 'request_too_large',
	503: 'api_error',
};
