// Fetch that stays within one origin: redirects are followed by hand, and credentials go nowhere
// else (docs/gateway.md "Upstreams").
import { checkUpstreamUrl, type Inside } from '../../../gateway';

/** The runtime's fetch or a stand-in: rejects where no answer comes, follows redirects as `init` says. */
export type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>;

/** The upstream answered with a redirect that must not be followed; the message says which. */
export class RedirectRefused extends Error {
	override readonly name = 'RedirectRefused';
}

const MAX_REDIRECTS = 3;

/**
 * Sends a request and follows only redirects that keep method, body and origin.
 * @throws RedirectRefused for any other, and after three
 */
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
