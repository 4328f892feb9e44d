// Long texts of a message, read from its bytes: each is found by its quotes and decoded once, its escapes undone before,
// so that only the rest becomes a text that has to be scanned.

/** UTF-8 bytes from which a text is long, and of what stands before one. */
export const LONG = 2_000;
const BEFORE = 1_000;
/** Texts of a message that are looked at for that. */
const MOST_LONG = 100;
const TEXT = /"text"\s*:\s*"/;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Bytes of escapes, by the letter behind the backslash; 0: none. */
const PLAIN = new Uint8Array(128);
for (const [letter, meant] of Object.entries({
	...{ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
}))
	PLAIN[letter.charCodeAt(0)] = meant.charCodeAt(0);

/** A message whose long texts were taken out. */
export interface Lightened {
	/** The message; an empty string stands in it for each of the texts. */
	readonly rest: string;
	/** The texts, by where their empty strings begin. */
	readonly long: ReadonlyMap<number, string>;
}

/**
 * Takes long texts out of a message.
 * @param bytes UTF-8 of what may be JSON
 * @returns undefined where there is none, or a text is not to be read so: it has half a surrogate pair, or is no JSON
 */
export function withoutLong(bytes: Uint8Array): Lightened | undefined {
	const long = new Map<number, string>();
	// A byte order mark is one at the beginning of all alone.
	const inner = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
	const near = new TextDecoder('latin1');
	const room = roomFor(bytes.length);
	let rest = '';
	let from = 0;
	const piece = (to: number) =>
		(from === 0 ? new TextDecoder() : inner).decode(bytes.subarray(from, to));
	for (let at = 0, looked = 0; looked < MOST_LONG; looked++) {
		const found = TEXT.exec(near.decode(bytes.subarray(at, at + BEFORE)));
		if (!found) break;
		const begin = at + found.index + found[0].length;
		const { end, text } = textFrom(bytes, begin, room);
		if (end < 0) return undefined;
		at = end + 1;
		if (end - begin < LONG) continue;
		if (!text) return undefined;
		rest += piece(begin - 1);
		long.set(rest.length, inner.decode(text));
		rest += '""';
		from = at;
	}
	return long.size === 0 ? undefined : { rest: rest + piece(bytes.length), long };
}

/** Kept from one message to the next: new memory costs more than what is written into it. */
let kept = new Uint8Array();
const MOST_KEPT = 2_000_000;

function roomFor(bytes: number): Uint8Array {
	if (bytes <= kept.length) return kept;
	const room = new Uint8Array(bytes);
	if (bytes <= MOST_KEPT) kept = room;
	return room;
}

/**
 * Reads a string, as its escapes mean it (RFC 8259, section 7).
 * @param begin behind its opening quote
 * @param room of the bytes of the text, until the next one
 * @returns `end`: its closing quote, -1 where it has none, or a character that must be escaped; `text`: undefined
 * where an escape is none, or half a surrogate pair
 */
function textFrom(bytes: Uint8Array, begin: number, room: Uint8Array) {
	let length = 0;
	let isText = true;
	for (let at = begin; at < bytes.length; at++) {
		const byte = bytes[at] as number;
		if (byte === QUOTE) return { end: at, text: isText ? room.subarray(0, length) : undefined };
		if (byte < 0x20) break;
		if (byte !== BACKSLASH) {
			room[length++] = byte;
			continue;
		}
		const letter = bytes[++at] as number;
		const plain = PLAIN[letter] ?? 0;
		if (plain !== 0) {
			room[length++] = plain;
			continue;
		}
		let code = letter === 0x75 ? hex(bytes, at + 1) : -1;
		if (code >= 0xd800 && code < 0xe000) {
			const isPaired = bytes[at + 5] === BACKSLASH && bytes[at + 6] === 0x75;
			const low = isPaired ? hex(bytes, at + 7) : -1;
			const isPair = code < 0xdc00 && low >= 0xdc00 && low < 0xe000;
			code = isPair ? 0x10000 + ((code - 0xd800) << 10) + low - 0xdc00 : -1;
		}
		if (code < 0) {
			isText = false;
			continue;
		}
		at += code < 0x10000 ? 4 : 10;
		// No form is longer than its escape: 2 bytes of 6, 3 of 6, 4 of 12.
		if (code < 0x80) room[length++] = code;
		else {
			const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
			room[length++] = ((0xff00 >> (more + 1)) & 0xff) | (code >> (6 * more));
			for (let left = more - 1; left >= 0; left--)
				room[length++] = 0x80 | ((code >> (6 * left)) & 0x3f);
		}
	}
	return { end: -1 };
}

/** The value of four hexadecimal digits; -1 where they are none. */
function hex(bytes: Uint8Array, from: number): number {
	let value = 0;
	for (let at = from; at < from + 4; at++) {
		const byte = bytes[at] ?? 0;
		const isDigit = byte <= 0x39;
		const digit = isDigit ? byte - 0x30 : (byte | 0x20) - 0x57;
		if (digit < (isDigit ? 0 : 10) || digit > 15) return -1;
		value = value * 16 + digit;
	}
	return value;
}
