// Scanners for the tokens of RFC 8259. Each takes the offset where a token begins and returns
// the offset after it, or −1 when the grammar is broken.

/** Skips a number, sections 6. */
export const scanNumber = (text: string, start: number): number => {
	let at = start;
	let code = text.charCodeAt(at);
	if (code === 0x2d) code = text.charCodeAt(++at);
	if (code === 0x30) code = text.charCodeAt(++at);
	else {
		const first = at;
		while (code >= 0x30 && code <= 0x39) code = text.charCodeAt(++at);
		if (at === first) return -1;
	}
	if (code === 0x2e) {
		const first = at + 1;
		do code = text.charCodeAt(++at);
		while (code >= 0x30 && code <= 0x39);
		if (at === first) return -1;
	}
	if (code === 0x65 || code === 0x45) {
		code = text.charCodeAt(++at);
		if (code === 0x2b || code === 0x2d) code = text.charCodeAt(++at);
		const first = at;
		while (code >= 0x30 && code <= 0x39) code = text.charCodeAt(++at);
		if (at === first) return -1;
	}
	return at;
};

const isHex = (code: number): boolean =>
	(code >= 0x30 && code <= 0x39) ||
	(code >= 0x41 && code <= 0x46) ||
	(code >= 0x61 && code <= 0x66);

/** Skips one escape sequence, section 7, whose backslash stands at `start`. */
const scanEscape = (text: string, start: number): number => {
	switch (text.charCodeAt(start + 1)) {
		case 0x22: // "
		case 0x5c: // \
		case 0x2f: // /
		case 0x62: // b
		case 0x66: // f
		case 0x6e: // n
		case 0x72: // r
		case 0x74: // t
			return start + 2;
		case 0x75: // u
			for (let at = start + 2; at < start + 6; at++) if (!isHex(text.charCodeAt(at))) return -1;
			return start + 6;
		default:
			return -1;
	}
};

/** Skips spaces, tabs and line ends, section 2; never fails. */
export const scanBlank = (text: string, start: number): number => {
	let at = start;
	for (;;) {
		const code = text.charCodeAt(at);
		if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
		at++;
	}
};

/** A character that ends a string, or cannot stand in one as it is: a quote, a backslash, all below the space. */
const STOP = /[^ !#-[\]-\uffff]/g;
/** Characters of a string that are looked at one by one before the engine looks for the next of these. */
const NEAR = 24;

/**
 * Skips a string, section 7, whose opening quote stands at `start`. Returns the offset after the
 * closing quote, negated when the string contains an escape; 0 when the grammar is broken.
 */
export const scanString = (text: string, start: number): number => {
	let at = start + 1;
	let escaped = false;
	let near = at + NEAR;
	for (;;) {
		const code = text.charCodeAt(at);
		if (code === 0x22) return escaped ? -(at + 1) : at + 1;
		if (code === 0x5c) {
			at = scanEscape(text, at);
			if (at < 0) return 0;
			escaped = true;
			near = at + NEAR;
		} else if (!(code >= 0x20)) return 0;
		else if (++at > near) {
			STOP.lastIndex = at;
			if (!STOP.test(text)) return 0;
			at = STOP.lastIndex - 1;
		}
	}
};

/** Size of a value: values inside, itself included; levels of containers, 0 for a scalar. */
export interface Size {
	values: number;
	depth: number;
	/** White space stands between its tokens. */
	spaced: boolean;
}

/** Skips white space, and notes where there was some. */
export const skipBlank = (text: string, start: number, size: Size): number => {
	const at = scanBlank(text, start);
	if (at > start) size.spaced = true;
	return at;
};

/** Skips a string, a number or a literal; −1 where there is none. */
const scanScalar = (text: string, start: number): number => {
	switch (text.charCodeAt(start)) {
		case 0x22:
			return Math.abs(scanString(text, start)) || -1;
		case 0x74:
			return text.startsWith('true', start) ? start + 4 : -1;
		case 0x66:
			return text.startsWith('false', start) ? start + 5 : -1;
		case 0x6e:
			return text.startsWith('null', start) ? start + 4 : -1;
		default:
			return scanNumber(text, start);
	}
};

/** Skips a value of any depth, no recursion, adding to `size`; returns the offset after it, or −1 − the broken place. */
export const skipValue = (text: string, start: number, size: Size): number => {
	let isObject = new Uint8Array(64);
	let level = 0;
	for (let at = start; ; ) {
		// A value is due at `at`.
		size.values++;
		const code = text.charCodeAt(at);
		let isOpened = code === 0x7b || code === 0x5b;
		if (isOpened) {
			if (level === isObject.length) {
				const larger = new Uint8Array(level * 2);
				larger.set(isObject);
				isObject = larger;
			}
			isObject[level++] = code === 0x7b ? 1 : 0;
			size.depth = Math.max(size.depth, level);
			at++;
		} else {
			const end = scanScalar(text, at);
			if (end < 0) return -1 - at;
			at = end;
		}
		// After a value or an opening bracket: what ends here is closed, and the next value found.
		for (;;) {
			if (level === 0) return at;
			at = skipBlank(text, at, size);
			const inObject = isObject[level - 1] === 1;
			const next = text.charCodeAt(at);
			if (next === (inObject ? 0x7d : 0x5d)) {
				at++;
				level--;
				isOpened = false;
				continue;
			}
			if (!isOpened) {
				if (next !== 0x2c) return -1 - at;
				at = skipBlank(text, at + 1, size);
			}
			if (!inObject) break;
			const end = text.charCodeAt(at) === 0x22 ? scanString(text, at) : 0;
			if (end === 0) return -1 - at;
			at = skipBlank(text, Math.abs(end), size);
			if (text.charCodeAt(at) !== 0x3a) return -1 - at;
			at = skipBlank(text, at + 1, size);
			break;
		}
	}
};
