// `Mcp-Session-Id` for clients of MCP 2025-11-25: minted at `initialize`, sealed to its principal. It is
// a hint which conversation a call belongs to, and in which host, which such a client says only once;
// nothing more. One that does not open says nothing.

import type { Principal } from '../../auth/principal';
import { type HostName, isHostChoice } from '../../config/hosts';
import { encodeBase64url } from '../../gateway/base64url';
import type { Hmac } from '../../gateway/handles';

export interface TransportSessions {
	/** A new one: 32 characters, and the host's name where it is known. */
	mint(principal: Principal, host?: HostName): Promise<string>;
	/** The name of the session; undefined when it is not one of this principal. */
	open(text: string, principal: Principal): Promise<string | undefined>;
}

const SEAL_LENGTH = 16;
const NAME_LENGTH = 16;
const FORM = /^[A-Za-z0-9_-]{32,56}$/;

/** The host that a session's name says its client runs in. */
export function hostOfSession(session: string | undefined): HostName | undefined {
	const host = session?.slice(NAME_LENGTH + 1);
	return isHostChoice(host) && host !== 'none' ? host : undefined;
}

export const createTransportSessions = (
	hmac: Hmac,
	/** 12 random bytes. */
	randomId: () => Uint8Array,
): TransportSessions => {
	const seal = async (name: string, principal: Principal, key: 'current' | 'previous') => {
		const facts = ['transport session', principal.workspace, principal.id, name];
		const digest = await hmac(key, new TextEncoder().encode(JSON.stringify(facts)));
		return digest && encodeBase64url(digest.subarray(0, 12));
	};
	return {
		async mint(principal, host) {
			const name = `${encodeBase64url(randomId())}${host === undefined ? '' : `-${host}`}`;
			return `${name}${await seal(name, principal, 'current')}`;
		},
		async open(text, principal) {
			if (!FORM.test(text)) return undefined;
			const name = text.slice(0, -SEAL_LENGTH);
			const given = text.slice(-SEAL_LENGTH);
			// A name to tell conversations apart by, not a secret: plain comparison is enough.
			for (const key of ['current', 'previous'] as const)
				if (given === (await seal(name, principal, key))) return name;
			return undefined;
		},
	};
};
