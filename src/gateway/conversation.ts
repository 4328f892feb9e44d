// Which conversation of its principal a request belongs to, for what upstreams remember of it. Never
// authority: a name only tells a caller's own conversations apart.
import { SESSION_META_KEY } from '../session/handle';
import type { JsonObject } from './tool-source';

/** Keys under which hosts name the conversation in `_meta`, best first. */
const HINTS = [SESSION_META_KEY, 'openai/session', 'sessionID', 'threadId'];
/** Characters; longer names are no names. */
const LONGEST = 200;

/**
 * @param meta the request's `_meta`
 * @param transport the session of the transport: some hosts open one for every call
 */
export function conversationOf(meta: JsonObject, transport?: string): string | undefined {
	for (const key of HINTS) {
		const value = meta[key];
		if (typeof value === 'string' && value !== '' && value.length <= LONGEST) return value;
	}
	return transport;
}
