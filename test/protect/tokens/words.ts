// Random words of every script in everything a tool result puts words into. Seeded, so that a
// failure repeats.
import { type HostileText, random } from './hostile';

const range = (from: number, to: number): readonly string[] =>
	Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
const both = (small: readonly string[]): readonly string[] => [
	...small,
	...small.map((letter) => letter.toUpperCase()),
];

const LATIN = range(0x61, 0x7a);
const CYRILLIC = range(0x430, 0x44f);
const GREEK = range(0x3b1, 0x3c9);
const ARMENIAN = range(0x561, 0x586);

/** Parts that words are made of: letters, or longer characters. */
const ALPHABETS: Readonly<Record<string, readonly string[]>> = {
	Latin: LATIN,
	'Latin in capitals': range(0x41, 0x5a),
	'Latin in both cases': both(LATIN),
	'Latin with accents': [...'abcdeéèêëfghiïjklmnñoóôöprsštuúüvwxyzçåøæß'],
	Polish: [...'aąbcćdeęfghijklłmnńoóprsśtuwyzźż'],
	Vietnamese: [...'aăâbcdđeêghiklmnoôơpqrstuưvxyàáảãạằắẳẵặầấẩẫậèéẻẽẹềếểễệ'],
	Cyrillic: CYRILLIC,
	'Cyrillic in both cases': both(CYRILLIC),
	Ukrainian: [...'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя'],
	Serbian: [...'абвгдђежзијклљмнњопрстћуфхцчџш'],
	Greek: GREEK,
	'Greek in both cases': both([...GREEK].filter((letter) => letter !== 'ς')),
	Armenian: ARMENIAN,
	'Armenian in both cases': both(ARMENIAN),
	Georgian: range(0x10d0, 0x10f0),
	Hebrew: range(0x5d0, 0x5ea),
	Arabic: [...range(0x621, 0x63a), ...range(0x641, 0x64a)],
	Persian: [...'ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی'],
	Devanagari: range(0x905, 0x94d),
	Bengali: [...range(0x995, 0x9a8), ...range(0x9be, 0x9c4)],
	Tamil: [...'கஙசஞடணதநபமயரலவழளறனாிீுூெேைொோௌ'],
	Thai: range(0xe01, 0xe30),
	Ethiopic: range(0x1208, 0x1246),
	Hiragana: range(0x3041, 0x3096),
	Katakana: range(0x30a1, 0x30fa),
	Han: range(0x4e00, 0x9fff),
	'common Han': [...'的一是了我不人在他有这个上们来到时大地为子中你说生国年着就那和要她出'],
	Hangul: range(0xac00, 0xd7a3),
	'common Hangul': [...'가고기나는다라로리를마만명미보부사상서수시아어에여오요우원을의이인일'],
	digits: range(0x30, 0x39),
	'Arabic digits': range(0x660, 0x669),
	'Latin and Cyrillic': [...LATIN, ...CYRILLIC],
	'combining marks': LATIN.map((letter) => `${letter}\u0301`),
	emoji: ['👨‍👩‍👧‍👦', '👩🏽‍💻', '🏳️‍🌈', '❤️', '👍🏿', '🇩🇪', '1️⃣', '😀'],
};

const LENGTHS: readonly (readonly [least: number, most: number])[] = [
	...range(1, 12).map((_, at): readonly [number, number] => [at + 1, at + 1]),
	[1, 12],
];

type Write = (word: () => string, at: number) => string;

const PLACES: Readonly<Record<string, Write>> = {
	'before spaces': (word) => `${word()} `,
	'on lines': (word) => `${word()}\n`,
	'before tabs': (word) => `${word()}\t`,
	'before commas': (word) => `${word()},`,
	'in a sentence': (word) => `${word()}, ${word()}. `,
	quoted: (word) => `"${word()}" `,
	'in an array': (word) => `"${word()}",`,
	'in an indented array': (word) => `\n  "${word()}",`,
	'as keys': (word, at) => `"${word()}":${at},`,
	'as keys and values': (word) => `"${word()}":"${word()}",`,
	'in items': (word, at) => `{"id":${at},"text":"${word()} ${word()} ${word()}"},`,
	'as a table': (word, at) => `| ${at} | ${word()} | ${word()} |\n`,
};

/**
 * Every alphabet with every word length and every place, though not all three together, each text
 * of about `length` UTF-16 code units. Another seed of other parity takes the other half.
 */
export function* wordTexts(seed: number, length: number): Generator<HostileText> {
	const next = random(seed);
	const below = (limit: number) => Math.floor(next() * limit);
	let turn = seed;
	for (const [script, alphabet] of Object.entries(ALPHABETS)) {
		for (const [least, most] of LENGTHS) {
			turn++;
			const word = () => {
				let letters = '';
				for (let left = least + below(most - least + 1); left > 0; left--) {
					letters += alphabet[below(alphabet.length)];
				}
				return letters;
			};
			for (const [place, write] of Object.entries(PLACES)) {
				if (turn++ % 2 === 0) continue;
				let text = '';
				for (let at = 0; text.length < length; at++) text += write(word, at);
				yield { name: `${script}, ${least} to ${most}, ${place}`, text };
			}
		}
	}
}
