// The one order of strings that is the same everywhere: by Unicode code point, as UTF-8 bytes sort,
// independent of locale. JavaScript's own order is by UTF-16 code unit, which puts 😀 before U+FB01.

/** Compares two strings by code point: negative, zero or positive, as `Array.prototype.sort` wants. */
export const byCodePoint = (a: string, b: string): number => {
	const length = Math.min(a.length, b.length);
	for (let at = 0; at < length; at++) {
		const left = a.charCodeAt(at);
		const right = b.charCodeAt(at);
		if (left !== right) return rank(left) - rank(right);
	}
	return a.length - b.length;
};

/** The strings in order of code points; the native order where it is the same, as nearly always. */
export const sortedByCodePoint = <T extends string>(strings: Iterable<T>): T[] => {
	const sorted = [...strings];
	return sorted.some((text) => HIGH.test(text)) ? sorted.sort(byCodePoint) : sorted.sort();
};

/** Surrogates and what lies above them: where the two orders part. */
const HIGH = /[\ud800-\uffff]/;

/** Moves surrogates, which begin code points above U+FFFF, behind the rest of the basic plane. */
const rank = (unit: number): number => {
	if (unit < 0xd800) return unit;
	return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
};
