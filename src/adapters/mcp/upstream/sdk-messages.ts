// Messages of the SDK's handshake as the wire reads them, and answers to them.
import { asObject, jsonIn } from '../../../shared/json-values';

/** No response has it: the stream of a GET answers nothing. */
export const NO_ID = '""';
export const INITIALIZE = '"method":"initialize"';
/** The id of the request in a body that the SDK wrote (the last member, a number); empty: a notification. */
export function requestId(body: string): string {
	const last = /,"id":(\d+)\}$/.exec(body)?.[1];
	if (last !== undefined) return last;
	const { id, method } = asObject(jsonIn(body)) ?? {};
	return method === undefined || id === undefined ? '' : JSON.stringify(id);
}

/** The headers the SDK may see; cookies stay out. */
export function kept(headers: Headers): Headers {
	const out = new Headers();
	for (const name of ['content-type', 'mcp-session-id', 'www-authenticate']) {
		const value = headers.get(name);
		if (value !== null) out.set(name, value);
	}
	return out;
}

/** Returns the handshake's answer for a session of another isolate; undefined for other bodies. */
export function answerOfResumed(
	body: string,
	session: { readonly id: string; readonly initialized: string },
): Response | undefined {
	if (body.includes('"method":"notifications/initialized"'))
		return new Response(null, { status: 202 });
	if (!body.includes(INITIALIZE)) return undefined;
	const headers = { 'content-type': 'application/json', 'mcp-session-id': session.id };
	const id = requestId(body);
	return new Response(`{"jsonrpc":"2.0","id":${id},"result":${session.initialized}}`, { headers });
}
