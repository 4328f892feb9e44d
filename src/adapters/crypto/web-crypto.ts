// WebCrypto behind the gateway's ports: handle keys (HKDF from the secret), SHA-256, random ids.

import { encodeBase64url, toHex } from '../../shared/digits';
import type { Hmac, Sha256 } from '../../shared/hash';

/** The type by its use: not every library that this compiles under names it. */
type Key = Parameters<typeof crypto.subtle.sign>[1];

export interface Secrets {
	/** Seals handles, and opens them. */
	readonly current: string;
	/** Opens handles that were sealed before a rotation. */
	readonly previous?: string | undefined;
}

/** HMAC-SHA-256 under the handle key derived from each secret. */
export const createHandleHmac = (secrets: Secrets): Hmac => {
	const keyOf = createKeyring('handle/1', { name: 'HMAC', hash: 'SHA-256', length: 256 }, ['sign']);
	return async (which, data) => {
		const secret = secrets[which];
		if (secret === undefined || secret === '') return null;
		return new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(secret), data as Owned));
	};
};

/** SHA-256, 32 bytes. */
export const sha256: Sha256 = async (data) =>
	new Uint8Array(await crypto.subtle.digest('SHA-256', data as Owned));

/** The first 18 bytes of a text's SHA-256, 24 letters and digits of base64url. */
export const shortDigest = async (text: string): Promise<string> =>
	encodeBase64url((await sha256(utf8(text))).slice(0, 18));

/** SHA-256 of a text's UTF-8, hexadecimal. */
export const digestHex = async (text: string): Promise<string> => toHex(await sha256(utf8(text)));

/** 33 random bytes, 44 characters of base64url: what a browser keeps in a cookie. */
export const randomSecret = () => encodeBase64url(crypto.getRandomValues(new Uint8Array(33)));

/** 12 random bytes: a snapshot id. */
export const randomSnapshotId = (): Uint8Array => crypto.getRandomValues(new Uint8Array(12));

/** 12 random letters and digits of base64url: the id of a call. */
export const randomCallId = () => encodeBase64url(crypto.getRandomValues(new Uint8Array(9)));

type DerivedKey = Parameters<typeof crypto.subtle.deriveKey>;

/** Keys derived from secrets (HKDF-SHA-256), each of them once. @param purpose keeps keys of different uses apart, `vault/1` */
export function createKeyring(purpose: string, algorithm: DerivedKey[2], uses: DerivedKey[4]) {
	// Keys, not promises, are kept: on Workers a promise belongs to the request that made it.
	const keys = new Map<string, Key>();
	const derive = async (secret: string): Promise<Key> => {
		const material = await crypto.subtle.importKey('raw', utf8(secret), 'HKDF', false, [
			'deriveKey',
		]);
		const info = utf8(`loadline/${purpose}`);
		const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info };
		return crypto.subtle.deriveKey(hkdf, material, algorithm, false, uses);
	};
	return async (secret: string): Promise<Key> => {
		const key = keys.get(secret) ?? (await derive(secret));
		keys.set(secret, key);
		return key;
	};
}

const utf8 = (text: string) => new TextEncoder().encode(text);

/** WebCrypto takes no view of shared memory; none is ever passed. */
type Owned = Uint8Array<ArrayBuffer>;
