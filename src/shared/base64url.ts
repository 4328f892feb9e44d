// Base64url (RFC 4648 section 5, no padding) over bytes, for handles and snapshot ids.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Map([...ALPHABET].map((char, value) => [char, value]));

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
	if (text.length % 4 !== 0) return null;
	const bytes = new Uint8Array((text.length / 4) * 3);
	for (let at = 0, to = 0; at < text.length; at += 4, to += 3) {
		let word = 0;
		for (let next = at; next < at + 4; next++) {
			const value = VALUES.get(text.charAt(next));
			if (value === undefined) return null;
			word = (word << 6) | value;
		}
		bytes[to] = word >> 16;
		bytes[to + 1] = (word >> 8) & 255;
		bytes[to + 2] = word & 255;
	}
	return bytes;
};
