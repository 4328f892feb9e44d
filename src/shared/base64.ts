// Decodes base64. Neither `atob` (not among the pure folders' types) nor
// Uint8Array.fromBase64 (not in Node 24) can be used here.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const VALUES = new Uint8Array(0x80);
VALUES.set([62], 0x2d);
VALUES.set([63], 0x5f);
for (let i = 0; i < DIGITS.length; i++) VALUES[DIGITS.charCodeAt(i)] = i;

/** Decodes a well-formed text of base64 or base64url. */
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
