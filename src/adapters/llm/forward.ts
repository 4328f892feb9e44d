// Forwarding of a request to a provider: its address, and the headers that cross: all but hop-by-hop ones,
// and what would speak to a browser for Loadline's origin. Nothing of the caller's key is looked at.
import { jsonIn } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';

/** Says who calls Loadline; the provider never sees it. */
export const TOKEN_HEADER = 'x-loadline-token';
/** Before the provider in a path, for hosts that send no header of their own: `/llm/~TOKEN/anthropic`. */
const TOKEN_PATH = /^\/llm\/~([^/]{1,4096})(\/.*)$/;

/** The provider of a request, as the path names it: `/llm/anthropic` or `/llm/openai/v1`. */
export type Provider = 'anthropic' | 'openai';

/** The parts of a request's path: provider, its endpoint, and the caller's token. */
export interface Target {
	readonly provider: Provider;
	/** Path and query behind the provider's base URL. */
	readonly rest: string;
	/** The caller's token for Loadline, where one was sent. */
	readonly token?: string;
	/** No provider is meant, but Loadline's interceptors. */
	readonly isInterceptor: boolean;
}

/** Parses the path of a request to `/llm/…`; undefined when it names no provider. */
export function targetOf(request: Request): Target | undefined {
	const { pathname, search } = new URL(request.url);
	const inPath = TOKEN_PATH.exec(pathname);
	const path = inPath ? `/llm${inPath[2]}` : pathname;
	const named = inPath?.[1] ?? request.headers.get(TOKEN_HEADER) ?? undefined;
	const token = inPath ? String(jsonIn(named, decodeURIComponent) ?? named) : named;
	const found = /^\/llm\/(?:(anthropic)|openai\/v1|(interceptors))(\/.*)?$/.exec(path);
	if (!found) return undefined;
	const provider = found[1] === undefined ? 'openai' : 'anthropic';
	return {
		...{ provider, rest: (found[3] ?? '') + search, isInterceptor: found[2] !== undefined },
		...(token !== undefined && { token }),
	};
}

/** Dots that lead up for a server which decodes what stands between slashes, once or more. */
const UP = /(?:[/\\]|%(?:25)*(?:2f|5c))(?:\.|%(?:25)*2e){2}(?:[/\\;?]|%(?:25)*(?:2f|5c|3b)|$)/i;

/** The provider's URL; never outside its base. */
export function urlAt(base: string, rest: string): Result<string, string> {
	const root = new URL(base);
	const url = new URL(root.origin + root.pathname.replace(/\/+$/, '') + rest);
	const isInside =
		url.origin === root.origin &&
		!UP.test(url.pathname) &&
		`${url.pathname}/`.startsWith(`${root.pathname.replace(/\/+$/, '')}/`);
	return isInside ? ok(url.href) : err('the path leaves the provider');
}

/** Of one connection; `Connection` names more. */
const OF_CONNECTION = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

/**
 * Added on the way here, or telling where that is: the address may hold a token. Encodings are the runtime's to ask
 * for: it reads no others. A cookie that came here is Loadline's own.
 */
const OWN_HEADERS =
	/^(?:accept-encoding|cookie|host|content-length|expect|via|origin|referer|.*(?:client-?ip|real-?ip|forwarded).*|x-original-.*|x-rewrite-url|cf-.*|x-loadline-.*|mf-.*)$/;

/** Headers that go up to the provider, its key among them; without those of the way and Loadline's own. */
export const forwardedHeaders = (headers: Headers): Headers => without(OWN_HEADERS, headers);

/** Response headers that act on Loadline's origin in a browser: cookies, storage, workers, CORS. */
const OF_ORIGIN =
	/^(?:set-cookie2?|set-login|clear-site-data|service-worker-allowed|strict-transport-security|refresh|link|alt-svc|nel|report-to|reporting-endpoints|speculation-rules|content-security-policy-report-only|access-control-.*|cross-origin-.*)$/;

/**
 * A provider's answer as it came, but for its encoding: whoever asks for an encoding by itself, as runtimes do, has
 * read it already. It comes from Loadline's own origin, so a browser may run nothing of it there.
 */
export function passedDown(answer: Response): Response {
	const headers = without(OF_ORIGIN, answer.headers);
	if (headers.has('content-encoding'))
		for (const name of ['content-encoding', 'content-length']) headers.delete(name);
	headers.set('Content-Security-Policy', "default-src 'none'; sandbox");
	headers.set('X-Content-Type-Options', 'nosniff');
	const { status, statusText } = answer;
	return new Response(answer.body, { status, statusText, headers });
}

/** Returns whether a browser asks for something to show or to run; programs, and pages that call `fetch`, do not. */
export const isForBrowser = ({ headers }: Request): boolean =>
	(headers.get('sec-fetch-dest') ?? 'empty') !== 'empty' || headers.has('service-worker');

function without(names: RegExp, headers: Headers): Headers {
	const named = (headers.get('connection') ?? '').toLowerCase().split(/[\s,]+/);
	const kept = new Headers();
	for (const [name, value] of headers)
		if (!names.test(name) && !OF_CONNECTION.test(name) && !named.includes(name))
			kept.append(name, value);
	return kept;
}

/** A failure of ours in the provider's own form, so that its SDK reads it. */
export const llmError = (
	provider: Provider,
	status: number,
	message: string,
	correlationId: string,
): Response => {
	const type = TYPES[status] ?? 'api_error';
	const error = { type, message: `Loadline: ${message}`, correlationId };
	return Response.json(
		provider === 'anthropic' ? { type: 'error', error } : { error: { ...error, code: type } },
		{ status, headers: { 'Cache-Control': 'no-store' } },
	);
};

const TYPES: Readonly<Record<number, string>> = {
	401: 'authentication_error',
	403: 'permission_error',
	404: 'not_found_error',
	413: 'request_too_large',
};
