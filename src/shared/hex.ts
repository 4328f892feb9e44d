// Hexadecimal text of bytes.

import { bytesToHex } from '@noble/hashes/utils.js';

/** Bytes in hexadecimal digits, lower case. */
export const toHex = bytesToHex;

/** Parses hexadecimal digits; a pair that is not hexadecimal becomes 0. */
export const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
	Uint8Array.from(
		{ length: text.length >> 1 },
		(_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16) || 0,
	);
