// Decodes the constant tables. Neither `atob` (not among the pure folders' types) nor
// Uint8Array.fromBase64 (not in Node 24) can be used here.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes of a well-formed base64 text. */
export function fromBase64(text: string): Uint8Array {
	const bytes = new Uint8Array((text.replace(/=+$/, '').length * 3) >> 2);
	let bits = 0;
	for (let i = 0, at = 0; at < bytes.length; i++) {
		bits = (bits << 6) | Math.max(0, DIGITS.indexOf(text.charAt(i)));
		// Every digit but the first of four completes a byte.
		if ((i & 3) !== 0) bytes[at++] = (bits >> (6 - 2 * (i & 3))) & 0xff;
	}
	return bytes;
}
