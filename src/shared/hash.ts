// Hashes that platforms compute, as arguments of pure code; tags made of them, and how secrets are compared.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeBase64url } from './digits';

/** Returns the SHA-256 of a text as 64 hex digits, at once. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** SHA-256 of bytes, 32 bytes. */
export type Sha256 = (data: Uint8Array) => Promise<Uint8Array>;

/** 32 bytes of HMAC-SHA-256 under the handle key; null when there is no previous key. */
export type Hmac = (key: 'current' | 'previous', data: Uint8Array) => Promise<Uint8Array | null>;

/** Returns 96 bits of a text's HMAC, 16 characters base64url; null where there is no such key. */
export const tagOf = async (hmac: Hmac, text: string, key: Parameters<Hmac>[0] = 'current') => {
	const digest = await hmac(key, utf8ToBytes(text));
	return digest && encodeBase64url(digest.subarray(0, 12));
};

/** Returns whether a tag is that of a text, under the current key or the previous one. */
export const isTagOf = async (hmac: Hmac, tag: string | undefined, text: string) =>
	tag !== undefined &&
	(tag === (await tagOf(hmac, text)) || tag === (await tagOf(hmac, text, 'previous')));

/** Compares bytes in a time that tells nothing of how many are right. */
export const equalInConstantTime = (left: Uint8Array, right: Uint8Array): boolean => {
	let difference = left.length ^ right.length;
	for (let at = 0; at < left.length; at++) difference |= (left[at] ?? 0) ^ (right[at] ?? 0);
	return difference === 0;
};
