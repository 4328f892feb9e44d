// The character classes of the calibrated estimator (docs/protect.md "Tokens"): a code unit's class by one look-up.

/**
 * Classes of UTF-16 code units, in the order of the table's columns.
 * `lv` are the vowels aeiou, `lr` the rarer letters jkqvwxyz, `lc` the other lower-case letters;
 * `rep` is "the same character again", used instead of the class for what comes in runs.
 */
export const CLASSES = [
	'lv',
	'lc',
	'lr',
	'upper',
	'digit',
	'space',
	'nl',
	'quote',
	'comma',
	'colon',
	'brack',
	'dot',
	'slash',
	'dash',
	'punct',
	'accent',
	'cyr',
	'greek',
	'han',
	'kana',
	'hangul',
	'arab',
	'hebr',
	'deva',
	'beng',
	'guru',
	'gujr',
	'taml',
	'telu',
	'knda',
	'mlym',
	'thai',
	'mymr',
	'geor',
	'armn',
	'khmr',
	'emojihi',
	'surrlo',
	'otherpunct',
	'other',
	'rep',
	'box',
	'fmt',
	'sym',
] as const;

/** A class of characters that cost about the same. */
export type CharClass = (typeof CLASSES)[number];

/** Column of a class in the tables. */
export const column = Object.fromEntries(CLASSES.map((name, at) => [name, at])) as Record<
	CharClass,
	number
>;

const SCRIPTS: readonly (readonly [from: number, to: number, name: CharClass])[] = [
	[0x0080, 0x00bf, 'otherpunct'],
	[0x00c0, 0x024f, 'accent'],
	[0x0300, 0x036f, 'fmt'],
	[0x0370, 0x03ff, 'greek'],
	[0x0400, 0x052f, 'cyr'],
	[0x0530, 0x058f, 'armn'],
	[0x0590, 0x05ff, 'hebr'],
	[0x0600, 0x06ff, 'arab'],
	[0x0750, 0x077f, 'arab'],
	[0x0900, 0x097f, 'deva'],
	[0x0980, 0x09ff, 'beng'],
	[0x0a00, 0x0a7f, 'guru'],
	[0x0a80, 0x0aff, 'gujr'],
	[0x0b80, 0x0bff, 'taml'],
	[0x0c00, 0x0c7f, 'telu'],
	[0x0c80, 0x0cff, 'knda'],
	[0x0d00, 0x0d7f, 'mlym'],
	[0x0e00, 0x0e7f, 'thai'],
	[0x1000, 0x109f, 'mymr'],
	[0x10a0, 0x10ff, 'geor'],
	[0x1100, 0x11ff, 'hangul'],
	[0x1780, 0x17ff, 'khmr'],
	[0x1e00, 0x1eff, 'accent'],
	[0x1f00, 0x1fff, 'greek'],
	[0x2000, 0x24ff, 'otherpunct'],
	[0x200b, 0x200f, 'fmt'],
	[0x2028, 0x202e, 'fmt'],
	[0x2060, 0x206f, 'fmt'],
	[0x2500, 0x257f, 'box'],
	[0x2580, 0x2bff, 'sym'],
	[0x3000, 0x303f, 'otherpunct'],
	[0x3040, 0x30ff, 'kana'],
	[0x3400, 0x4dbf, 'han'],
	[0x4e00, 0x9fff, 'han'],
	[0xac00, 0xd7af, 'hangul'],
	[0xd800, 0xdbff, 'emojihi'],
	[0xdc00, 0xdfff, 'surrlo'],
	[0xf900, 0xfaff, 'han'],
	[0xfeff, 0xfeff, 'fmt'],
	[0xff00, 0xffef, 'otherpunct'],
];

const ASCII: readonly (readonly [characters: string, name: CharClass])[] = [
	['aeiou', 'lv'],
	['bcdfghlmnprst', 'lc'],
	['jkqvwxyz', 'lr'],
	['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'upper'],
	['0123456789', 'digit'],
	[' \t', 'space'],
	['\n\r', 'nl'],
	['"\'`', 'quote'],
	[',', 'comma'],
	[':', 'colon'],
	['{}[]()<>', 'brack'],
	['.', 'dot'],
	['/\\', 'slash'],
	['-_=', 'dash'],
	['!#$%&*+;?@^|~', 'punct'],
];

let lookUp: Uint8Array | undefined;

/** The class (a column) of each UTF-16 code unit: 65,536 bytes, built on first use and kept. */
export function classTable(): Uint8Array {
	if (lookUp !== undefined) return lookUp;
	const table = new Uint8Array(0x10000).fill(column.other);
	for (const [from, to, name] of SCRIPTS) table.fill(column[name], from, to + 1);
	for (const [characters, name] of ASCII) {
		for (let i = 0; i < characters.length; i++) table[characters.charCodeAt(i)] = column[name];
	}
	lookUp = table;
	return table;
}
