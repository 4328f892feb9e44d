// Fetch for addresses that others name (metadata, token endpoints): public ones, no redirects, bounded in time and bytes.
import { checkUpstreamUrl } from '../../gateway';
import { peekBody } from '../fetch';

/** Asks a server that is not trusted, within bounds. */
export type ForeignFetch = (url: string, init: RequestInit) => Promise<Response>;

/** Access to addresses that other parties name. */
export interface DiscoveryPorts {
	readonly fetch: ForeignFetch;
	/** Development: http to this machine is allowed. */
	readonly allowLoopback: boolean;
}

/** An address that must not be called, or an answer that must not be read; the message says why. */
export class ForeignRefused extends Error {
	override readonly name = 'ForeignRefused';
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 262_144;

/** Fences a fetch in. @throws ForeignRefused, or what fetch throws */
export const createForeignFetch =
	({ fetch, allowLoopback }: DiscoveryPorts): ForeignFetch =>
	async (url, init) => {
		const checked = checkUpstreamUrl(url, { allowLoopback });
		if (!checked.ok) throw new ForeignRefused(`the address ${checked.error}`);
		const timeout = AbortSignal.timeout(TIMEOUT_MS);
		const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
		const response = await fetch(url, { ...init, redirect: 'manual', signal });
		if (response.status >= 300 && response.status < 400) {
			void response.body?.cancel().catch(() => {});
			throw new ForeignRefused('it answers with a redirect, which is not followed');
		}
		const body = await readBounded(response);
		const { status, headers } = response;
		const hasBody = ![101, 204, 205, 304].includes(status);
		return new Response(hasBody ? body : null, { status, headers: plain(headers) });
	};

async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
	if (body === null) return new Uint8Array();
	const read = await peekBody(body as ReadableStream<Uint8Array<ArrayBuffer>>, MAX_BYTES);
	if (!read.ok) throw new ForeignRefused('its answer breaks off');
	const { bytes, whole } = read.value;
	if (whole === undefined) return bytes;
	void whole.cancel().catch(() => {});
	throw new ForeignRefused(`it answers with more than ${MAX_BYTES} bytes`);
}

/** The body is decoded already; cookies concern nobody here. */
const plain = (headers: Headers): Headers => {
	const kept = new Headers(headers);
	for (const name of ['content-encoding', 'content-length', 'set-cookie']) kept.delete(name);
	return kept;
};
