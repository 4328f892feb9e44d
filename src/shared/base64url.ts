// Base64url (RFC 4648 section 5, no padding) over bytes, for handles and snapshot ids.
import { fromBase64 } from './base64';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The text of `bytes`; `bytes.length` must be a multiple of 3, so that no bit is left over. */
export const encodeBase64url = (bytes: Uint8Array): string => {
	let text = '';
	for (let at = 0; at < bytes.length; at += 3) {
		const word = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
		for (const shift of [18, 12, 6, 0]) text += ALPHABET.charAt((word >> shift) & 63);
	}
	return text;
};

/**
 * The bytes of `text`, or null when a character is foreign or the length is no multiple of 4.
 * Whole groups only: every such text has exactly one decoding and is the only text of its bytes.
 */
export const decodeBase64url = (text: string): Uint8Array | null => {
	const isForeign = text.length % 4 !== 0 || /[^\w-]/.test(text);
	return isForeign ? null : fromBase64(text);
};
