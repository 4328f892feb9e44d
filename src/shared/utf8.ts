// UTF-8 length without encoding: what storage and the wire take, and the most tokens that any
// byte-level tokenizer makes.

const BEYOND_ASCII = /[\u0080-\uffff]/;

/**
 * Bytes a text takes in UTF-8. A lone surrogate counts 3, as the replacement character it becomes.
 *
 * @param text - any string
 * @returns bytes
 * @example utf8Bytes('é') // 2
 */
export function utf8Bytes(text: string): number {
	let bytes = text.length;
	// A search by the engine's own means passes over what is ASCII many times faster than a loop.
	const first = text.search(BEYOND_ASCII);
	if (first < 0) return bytes;
	for (let i = first; i < text.length; i++) {
		const code = text.charCodeAt(i);
		if (code < 0x80) continue;
		if (code < 0x800) bytes += 1;
		else if (code < 0xd800 || code > 0xdbff) bytes += 2;
		else {
			// A pair is 4 bytes in 2 units; alone, either half becomes U+FFFD, 3 bytes in 1.
			bytes += 2;
			const low = text.charCodeAt(i + 1);
			if (low >= 0xdc00 && low <= 0xdfff) i++;
		}
	}
	return bytes;
}
