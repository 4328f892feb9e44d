// A fetch that says why nothing was reached. workerd hides it from a Worker: "internal error" stands for
// a name that was not found and for a failed TLS handshake, "Network connection lost." for a refused
// connection and for one that broke off. Whether a plain connection opens tells them apart.
import { connect } from 'cloudflare:sockets';
import { within } from '../fetch';

/** Milliseconds that a connection may take to open, after a fetch has failed. */
const PROBE_MS = 2_000;

/** As the runtime's own. @throws as it does, with a `cause` whose `code` is Node's for the failure where it can be told */
export const toldFetch = async (url: string | URL, init: RequestInit): Promise<Response> => {
	try {
		return await fetch(url, init);
	} catch (error) {
		if (init.signal?.aborted || !(error instanceof Error)) throw error;
		const code = await codeOf(error.message, new URL(url));
		if (code === undefined) throw error;
		throw new Error(error.message, { cause: Object.assign(new Error(code), { code }) });
	}
};

async function codeOf(message: string, url: URL): Promise<string | undefined> {
	const isLost = message.includes('Network connection lost');
	if (!isLost && !message.startsWith('internal error')) return undefined;
	const opened = await opens(url);
	if (opened === undefined) return 'ETIMEDOUT';
	if (isLost) return opened ? 'ECONNRESET' : 'ECONNREFUSED';
	if (opened) return url.protocol === 'https:' ? 'ERR_TLS' : undefined;
	// An address has no name to be looked up.
	return /^[\d.]+$|^\[/.test(url.hostname) ? undefined : 'ENOTFOUND';
}

/** Returns whether something listens there; undefined when that is not known in time. */
async function opens({ hostname, port, protocol }: URL): Promise<boolean | undefined> {
	const number = Number(port) || (protocol === 'https:' ? 443 : 80);
	const host = hostname.replace(/^\[|\]$/g, '');
	try {
		const socket = connect({ hostname: host, port: number });
		socket.closed.catch(() => {});
		const opened = socket.opened.then(() => true).catch(() => false);
		const told = await within(opened, PROBE_MS);
		void socket.close().catch(() => {});
		return told;
	} catch {
		return undefined;
	}
}
