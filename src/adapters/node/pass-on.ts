import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';

/** A request under way; whether it went out, once it is one of Node's client. */
const here = new AsyncLocalStorage<{ wentOut?: boolean }>();
const ways = new WeakMap<object, { wentOut?: boolean }>();
const noting = (wentOut: boolean) => (message: unknown) => {
	const { request } = message as { readonly request: object };
	const way = ways.get(request) ?? here.getStore();
	if (way) ways.set(request, Object.assign(way, { wentOut }));
};
subscribe('undici:request:create', noting(false));
subscribe('undici:client:sendHeaders', noting(true));

/**
 * Sends a request, without redirects: for those Node's fetch keeps all of a body that streams, unless they are faults.
 * Errors say whether anything went out, where that is known.
 */
export async function passOn(url: string, init: RequestInit): Promise<Response> {
	const isStream = init.body instanceof ReadableStream;
	const strict = { ...init, redirect: 'error', window: null } as RequestInit;
	const way: { wentOut?: boolean } = {};
	try {
		return await here.run(way, () => fetch(url, isStream ? strict : init));
	} catch (error) {
		const { message } = ((error as Error).cause ?? {}) as { message?: string };
		if (message === 'unexpected redirect') return new Response(null, { status: 307 });
		// Fetch asks at no port of another protocol.
		const { wentOut = message === 'bad port' ? false : undefined } = way;
		throw Object.assign(error as Error, { wentOut });
	}
}
