// UTF-8 length without encoding: what storage and the wire take, and the most tokens that any byte-level tokenizer makes.

const BEYOND_ASCII = /[\u0080-\uffff]/g;

/** ASCII in a row after which the engine's own search is faster than looking at each unit. */
const NEAR = 24;

/**
 * Bytes a text takes in UTF-8. A lone surrogate counts 3, as the replacement character it becomes.
 * @param text - any string
 * @returns bytes
 * @example utf8Bytes('é') // 2
 */
export function utf8Bytes(text: string): number {
	let bytes = text.length;
	let plain = NEAR;
	for (let i = 0; i < text.length; i++) {
		if (plain >= NEAR) {
			BEYOND_ASCII.lastIndex = i;
			if (!BEYOND_ASCII.test(text)) return bytes;
			i = BEYOND_ASCII.lastIndex - 1;
			plain = 0;
		}
		const code = text.charCodeAt(i);
		if (code < 0x80) {
			plain++;
			continue;
		}
		plain = 0;
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
