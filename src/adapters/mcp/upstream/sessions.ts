// Stored sessions of conversations at upstreams, so that every isolate goes on with
// the same one. A deployment without it keeps them in the isolate alone.
import type { Principal } from '../../../auth';
import type { UpstreamSession } from './wire';

/** The conversation of a principal. */
export interface Conversation {
	readonly principal: Principal;
	readonly name: string;
}

export interface UpstreamSessions {
	/**
	 * The session to go on with; asking is a sign that it is in use.
	 * @param key digest of upstream, URL, credential and capabilities
	 */
	get(conversation: Conversation, key: string): Promise<UpstreamSession | undefined>;
	/**
	 * Remembers a session that was just begun.
	 * @returns the one that counts: another isolate's, when that was first
	 */
	begun(
		conversation: Conversation,
		key: string,
		session: UpstreamSession,
		upstream: string,
	): Promise<UpstreamSession>;
	/** The upstream knows it no longer, or it was ended. */
	ended(conversation: Conversation, key: string, id: string): Promise<void>;
}
