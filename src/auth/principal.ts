// The principal: the outcome of authentication, by any scheme.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** An authenticated caller in one workspace. */
export interface Principal {
	/**
	 * Opaque, the same for the same person in every workspace: `u-` and a digest (`principalId`), or
	 * `local` in development. Keys of what is kept begin with workspace and id.
	 */
	readonly id: string;
	/** Display name; a label, never a key. */
	readonly name?: string;
	/** The tenant, `ws-…`; every storage key begins with it. */
	readonly workspace: string;
	readonly scopes: readonly string[];
}

/** Bytes of the digest: nobody finds a second subject with the same. */
const DIGEST_BYTES = 16;

/**
 * The id of whom an issuer calls so.
 * @param issuer the URL of an OpenID issuer, or `loadline:tokens` for the token list
 * @param subject the issuer's own, unchanging name of the user
 * @returns 34 characters, `u-` and lower-case hexadecimal digits
 */
export const principalId = (issuer: string, subject: string): string => {
	const digest = sha256(utf8ToBytes(JSON.stringify([issuer, subject]))).slice(0, DIGEST_BYTES);
	return `u-${bytesToHex(digest)}`;
};

/** An id as it may stand in a request: of today, or a name from before ids were opaque. */
export const isPrincipalId = (text: string): boolean => /^[A-Za-z0-9_.@-]{1,128}$/.test(text);

/** Returns the display name, else the id. */
export const labelOf = ({ name, id }: Pick<Principal, 'name' | 'id'>): string => name ?? id;
