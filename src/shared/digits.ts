// Bytes as text: hexadecimal, base64, and base64url (RFC 4648 section 5, no padding) for handles and snapshot ids.
import { bytesToHex } from '@noble/hashes/utils.js';

/** Bytes in hexadecimal digits, lower case. */
export const toHex = bytesToHex;

/** Parses hexadecimal digits; a pair that is not hexadecimal becomes 0. */
export const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
	Uint8Array.from(
		{ length: text.length >> 1 },
		(_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16) || 0,
	);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const VALUES = new Uint8Array(0x80);
for (let i = 0; i < ALPHABET.length; i++) VALUES[ALPHABET.charCodeAt(i)] = i;
VALUES.set([62], 0x2b);
VALUES.set([63], 0x2f);

/**
 * Decodes a well-formed text of base64 or base64url. Neither `atob` (not among the pure folders' types) nor
 * Uint8Array.fromBase64 (not in Node 24) can be used here.
 */
export function fromBase64(text: string): Uint8Array {
	const bytes = new Uint8Array((text.replace(/=+$/, '').length * 3) >> 2);
	let bits = 0;
	for (let i = 0, at = 0; at < bytes.length; i++) {
		bits = (bits << 6) | (VALUES[text.charCodeAt(i)] as number);
		// Every digit but the first of four completes a byte.
		if ((i & 3) !== 0) bytes[at++] = (bits >> (6 - 2 * (i & 3))) & 0xff;
	}
	return bytes;
}

/** The text of `bytes`; `bytes.length` must be a multiple of 3, so that no bit is left over. */
export const encodeBase64url = (bytes: Uint8Array): string => {
	let text = '';
	for (let at = 0; at < bytes.length; at += 3) {
		const word = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
		for (const shift of [18, 12, 6, 0]) text += ALPHABET.charAt((word >> shift) & 63);
	}
	return text;
};

/** The bytes of `text`; null for foreign characters or a length no multiple of 4: no two texts have the same bytes. */
export const decodeBase64url = (text: string): Uint8Array | null => {
	const isForeign = text.length % 4 !== 0 || /[^\w-]/.test(text);
	return isForeign ? null : fromBase64(text);
};
