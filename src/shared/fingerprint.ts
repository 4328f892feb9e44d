// Hashes of texts and of sequences: 53 bits, quick, not for secrets.

const HIGH = 0x1_0000_0000;

/** Returns 53 bits of a hash of a text. */
export function hashText(text: string): number {
	let a = 0xdeadbeef;
	let b = 0x41c6ce57;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		a = Math.imul(a ^ code, 0x9e3779b1);
		b = Math.imul(b ^ code, 0x5f356495);
	}
	return finished(a, b);
}

/** Returns the hash of a sequence from that of its beginning and that of the next part. */
export function chainHash(before: number, next: number): number {
	let a = 0x9e3779b9;
	let b = 0x7f4a7c15;
	for (const part of [before % HIGH, before / HIGH, next % HIGH, next / HIGH]) {
		a = Math.imul(a ^ part, 0x9e3779b1);
		b = Math.imul(b ^ part, 0x5f356495);
		a ^= a >>> 15;
		b ^= b >>> 13;
	}
	return finished(a, b);
}

function finished(one: number, other: number): number {
	const a =
		Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
	const b = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
	return HIGH * (b & 0x1fffff) + (a >>> 0);
}

/** Returns a fingerprint of a text: its length and its hash. */
export const fingerprint = (text: string): string =>
	`${text.length.toString(36)}-${hashText(text).toString(36)}`;
