// Texts the estimators have no good word for: floods, random letters and signs, ids, rare scripts.
// Seeded, so that a failure repeats.

export interface HostileText {
	readonly name: string;
	readonly text: string;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const SIGNS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

const ALPHABETS: Readonly<Record<string, string>> = {
	'lower-case letters': LOWER,
	'upper-case letters': UPPER,
	consonants: 'bcdfghjklmnpqrstvwxyz',
	'letters and digits': LOWER + UPPER + DIGITS,
	base64: `${LOWER + UPPER + DIGITS}+/`,
	hex: `${DIGITS}abcdef`,
	digits: DIGITS,
	signs: SIGNS,
	brackets: '[]{}()<>',
	'JSON signs': '{}[]":,',
	'printable ASCII': ` ${LOWER}${UPPER}${DIGITS}${SIGNS}`,
	controls: '\u0000\u0001\u0007\b\u000b\u001b\u007f',
	'letters and spaces': `${LOWER}    `,
	'digits and signs': `${DIGITS}.,:-/`,
};

const SCRIPTS: Readonly<Record<string, readonly [from: number, to: number]>> = {
	Cyrillic: [0x430, 0x44f],
	Greek: [0x391, 0x3c9],
	Hebrew: [0x5d0, 0x5ea],
	Arabic: [0x621, 0x64a],
	Devanagari: [0x904, 0x94d],
	Thai: [0xe01, 0xe3a],
	Ethiopic: [0x1200, 0x135a],
	Runic: [0x16a0, 0x16ea],
	arrows: [0x2190, 0x21ff],
	'box drawing': [0x2500, 0x257f],
	braille: [0x2800, 0x28ff],
	Han: [0x4e00, 0x9fff],
	Yi: [0xa000, 0xa48c],
	Hangul: [0xac00, 0xd7a3],
	'private use': [0xe000, 0xf8ff],
	emoji: [0x1f300, 0x1f5ff],
	cuneiform: [0x12000, 0x12399],
	'lone surrogates': [0xd800, 0xdfff],
};

export const FLOODS: readonly string[] = [
	'a',
	'Z',
	'7',
	' ',
	'\n',
	'\r',
	'[',
	'{',
	'"',
	'`',
	'\\',
	'/',
	'&',
	',',
	'=',
	'é',
	'я',
	'中',
	'한',
	'ก',
	'😀',
	'\u2800',
	'\ue000',
	'\ud83d',
	'[]',
	'{},',
	'{"a":[',
	'\\"',
	'<|endoftext|>',
	'漢字テスト。',
	'\\ud83d',
];

/** A generator of numbers in [0, 1): the same ones for the same seed. */
export function random(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32;
	};
}

/** Every kind once, each of about `length` UTF-16 code units. */
export function hostileTexts(seed: number, length: number): readonly HostileText[] {
	const next = random(seed);
	const below = (limit: number) => Math.floor(next() * limit);
	const fill = (piece: () => string) => {
		let text = '';
		while (text.length < length) text += piece();
		return text;
	};
	const letters = (alphabet: string, count: number) =>
		Array.from({ length: count }, () => alphabet.charAt(below(alphabet.length))).join('');
	const hex = (count: number) => letters(`${DIGITS}abcdef`, count);
	const texts: HostileText[] = [];
	for (const [name, alphabet] of Object.entries(ALPHABETS)) {
		texts.push({ name: `random ${name}`, text: fill(() => letters(alphabet, 1)) });
	}
	for (const [name, [from, to]] of Object.entries(SCRIPTS)) {
		const character = () => String.fromCodePoint(from + below(to - from + 1));
		texts.push({ name: `random ${name}`, text: fill(character) });
		texts.push({
			name: `words of ${name}`,
			text: fill(() => (next() < 0.2 ? ' ' : character())),
		});
	}
	for (const flood of FLOODS) {
		texts.push({ name: `flood of ${JSON.stringify(flood)}`, text: fill(() => flood) });
	}
	const pieces: Readonly<Record<string, () => string>> = {
		'random words': () => `${letters(LOWER, 2 + below(8))} `,
		'random names': () => letters(UPPER, 1) + letters(LOWER, 1 + below(7)),
		uuids: () => `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}\n`,
		hashes: () => `${hex(40)} `,
		addresses: () => `${below(256)}.${below(256)}.${below(256)}.${below(256)} `,
		'floating point numbers': () => `${next() * 1000},`,
		escapes: () => `\\u${hex(4)}`,
		'percent encoding': () => `%${hex(2)}`,
		'random keys': () => `"${letters(LOWER, 8)}":"${letters(LOWER + DIGITS, 12)}",`,
		'a digit a line': () => `${below(10)}\n`,
	};
	for (const [name, piece] of Object.entries(pieces)) texts.push({ name, text: fill(piece) });
	return texts;
}
