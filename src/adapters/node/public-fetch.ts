// The fetch that the OAuth library takes from the Workers runtime, on Node: it reaches public addresses
// alone, whatever a name means (scripts/on-node.mjs gives it that instead of Node's own). With it the library
// reads what strangers name: documents of clients, and keys that these name.
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { request } from 'node:https';
import { Readable } from 'node:stream';
import { checkUpstreamUrl } from '../../gateway';

/** As the runtime says it of its own. */
export const Cloudflare = { compatibilityFlags: { global_fetch_strictly_public: true } };

const MOST_HEADERS = 16_384;

/** GET over https, redirects not followed, bounded by its reader. @throws Error: why it is not asked, or the network's */
export async function fetch(
	url: string,
	{ headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
	const checked = checkUpstreamUrl(url, { allowLoopback: false });
	if (!checked.ok) throw new Error(`the address ${checked.error}`);
	const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
		const options = { ...{ headers, lookup: publicLookup, maxHeaderSize: MOST_HEADERS } };
		request(url, { ...options, agent: false, ...(signal && { signal }) }, resolve)
			.once('error', reject)
			.end();
	});
	const { statusCode: status = 502, rawHeaders } = response;
	const told = new Headers();
	for (let at = 0; at < rawHeaders.length; at += 2)
		told.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
	if (status < 200 || status > 599 || [204, 205, 304].includes(status)) {
		response.destroy();
		return new Response(null, { status: 502 });
	}
	return new Response(Readable.toWeb(response) as unknown as ReadableStream, {
		status,
		headers: told,
	});
}

type Answer = (error: Error | null, found: string | LookupAddress[], family?: number) => void;

/** Looked at when the connection is made, so that a name cannot mean something else by then. */
function publicLookup(name: string, options: LookupOptions, answer: Answer): void {
	lookup(name, { ...options, all: true }, (error, found) => {
		if (error) return answer(error, []);
		const inside = found.find(({ address, family }) => {
			const host = family === 6 ? `[${address}]` : address;
			return !checkUpstreamUrl(`https://${host}/`, { allowLoopback: false }).ok;
		});
		const [first] = found;
		if (inside || !first) return answer(new Error(`${name} has an address that is not public`), []);
		return options.all ? answer(null, found) : answer(null, first.address, first.family);
	});
}
