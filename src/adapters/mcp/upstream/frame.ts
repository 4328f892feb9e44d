// A request as its revision writes it: the envelope in `_meta` and the headers that repeat parts of it (MCP 2026-07-28,
// "Request Headers"), or the session of the older revisions; and a fetch that stays within one origin: redirects are
// followed by hand, and credentials go nowhere else (docs/gateway.md "Upstreams").
import { checkUpstreamUrl, type Inside, type ToolDefinition } from '../../../gateway';
import { isRecord, type JsonObject } from '../../../shared/json-values';
import { headerText, mirrored } from '../../fetch';
import { META } from '../meta-keys';

/** Revisions of MCP that Loadline speaks to servers, the newest first; of the first no session is begun. */
export const REVISIONS = [
	...['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'],
] as const;

/** A framed request. */
export interface Frame {
	readonly method: string;
	readonly params: JsonObject;
	/** Of the revision: besides those of every request. */
	readonly headers: Readonly<Record<string, string>>;
	/** The server is told when its caller leaves (2025); else it notices. */
	readonly isCancelled: boolean;
}

/** Requests that the newer revision does not have. */
const OLD = new Set(['resources/subscribe', 'resources/unsubscribe']);

/**
 * Frames a request of 2026-07-28; undefined for one it lacks.
 * @param envelope Loadline as it presents itself @param tool called, mirrors arguments into headers
 */
export function modernFrame(
	method: string,
	params: JsonObject,
	envelope: { readonly [META.version]: string },
	tool: ToolDefinition | undefined,
): Frame | undefined {
	if (OLD.has(method)) return undefined;
	const _meta = { ...envelope, ...(isRecord(params._meta) && params._meta) };
	const named = method === 'resources/read' ? params.uri : NAMED.has(method) && params.name;
	const headers = {
		'mcp-protocol-version': envelope[META.version],
		'mcp-method': method,
		...(typeof named === 'string' && { 'mcp-name': headerText(named) }),
		...(tool && mirrored(tool.inputSchema, params.arguments)),
	};
	return { method, params: { ...params, _meta }, headers, isCancelled: false };
}

const NAMED = new Set(['tools/call', 'prompts/get']);

/** The runtime's fetch or a stand-in: rejects where no answer comes, follows redirects as `init` says. */
export type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>;

/** The upstream answered with a redirect that must not be followed; the message says which. */
export class RedirectRefused extends Error {
	override readonly name = 'RedirectRefused';
}

const MAX_REDIRECTS = 3;

/** Sends a request; follows redirects of same method, body, origin. @throws RedirectRefused for others, and after three */
export async function guardedFetch(
	fetch: Fetch,
	url: URL,
	init: RequestInit,
	allowLoopback: Inside,
): Promise<Response> {
	let target = url;
	for (let hops = 0; ; hops++) {
		const response = await fetch(target, { ...init, redirect: 'manual' });
		if (response.status < 300 || response.status > 399 || response.status === 304) return response;
		const location = response.headers.get('location') ?? '';
		void response.body?.cancel().catch(() => {});
		if (response.status !== 307 && response.status !== 308) {
			throw new RedirectRefused(`a ${response.status} redirect`);
		}
		if (!URL.canParse(location, target.href)) throw new RedirectRefused('a broken redirect');
		const next = new URL(location, target);
		if (next.origin !== url.origin) throw new RedirectRefused(`a redirect to ${next.origin}`);
		if (!checkUpstreamUrl(next.href, { allowLoopback }).ok) {
			throw new RedirectRefused('a redirect to an address that is not allowed');
		}
		if (hops === MAX_REDIRECTS) throw new RedirectRefused('too many redirects');
		target = next;
	}
}
