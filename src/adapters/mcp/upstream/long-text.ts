// Long texts of a message, read from its bytes: each is found by its quotes and decoded once, its escapes undone before,
// so that only the rest becomes a text that has to be scanned.
import { jsonIn } from '../../../shared/json-values';

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

/**
 * Takes long texts out of a message.
 * @param bytes UTF-8 of what may be JSON
 * @returns the rest, in which an empty string stands for each of them, and the texts by where it begins; undefined where
 * there is none, or a text is no JSON
 */
export function withoutLong(bytes: Uint8Array) {
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
		const { end, plain } = textFrom(bytes, begin, room);
		if (end < 0) return undefined;
		at = end + 1;
		if (end - begin < LONG) continue;
		const text = plain ? inner.decode(plain) : jsonIn(inner.decode(bytes.subarray(begin - 1, at)));
		if (typeof text !== 'string') return undefined;
		rest += piece(begin - 1);
		long.set(rest.length, text);
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
 * Reads a string, as its escapes of one letter mean it (RFC 8259, section 7).
 * @param begin behind its opening quote
 * @param room of the bytes of the text, until the next one
 * @returns `end`: its closing quote, -1 where it has none, or a character that must be escaped; `plain`: undefined
 * where it has other escapes
 */
function textFrom(bytes: Uint8Array, begin: number, room: Uint8Array) {
	let length = 0;
	let isPlain = true;
	for (let at = begin; at < bytes.length; at++) {
		let byte = bytes[at] as number;
		if (byte === QUOTE) return { end: at, plain: isPlain ? room.subarray(0, length) : undefined };
		if (byte < 0x20) break;
		if (byte === BACKSLASH) {
			byte = PLAIN[bytes[++at] as number] ?? 0;
			isPlain &&= byte !== 0;
		}
		room[length++] = byte;
	}
	return { end: -1 };
}
