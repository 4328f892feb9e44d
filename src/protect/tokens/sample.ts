// Samples of texts too long to be read whole: evenly spread blocks, first and last included.

/**
 * Start and end offsets (UTF-16 code units) of `blocks` blocks of `size` units, evenly spread over a text of `length`
 * units, which must be at least `size`. @example [...spread(100, 3, 10)] // [[0, 10], [45, 55], [90, 100]]
 */
export function* spread(
	length: number,
	blocks: number,
	size: number,
): Generator<readonly [from: number, to: number]> {
	const room = length - size;
	for (let block = 0; block < blocks; block++) {
		const from = Math.floor((block * room) / (blocks - 1));
		yield [from, from + size];
	}
}

/** UTF-16 units looked at, in so many places. */
const SAMPLE = { places: 3, units: 1_400 };
/** Words that make a text repetitive, when so much of its letters is theirs. */
const FEW = 12;
const SHARE = 0.5;
/** Letters in a row; of ASCII alone they are found in less than half of the time. */
const [WORD, ASCII_WORD, BEYOND_ASCII] = [/\p{L}{3,}/gu, /[A-Za-z]{3,}/g, /[^\0-\x7f]/];

/** True where few words make up most of the letters. Looks at a sample of a long text. */
export function isRepetitive(text: string): boolean {
	const counts = new Map<string, number>();
	let letters = 0;
	const step = Math.max(SAMPLE.units, Math.floor((text.length - SAMPLE.units) / 2));
	for (let place = 0; place < SAMPLE.places; place++) {
		const part = text.slice(place * step, place * step + SAMPLE.units);
		for (const word of part.match(BEYOND_ASCII.test(part) ? WORD : ASCII_WORD) ?? []) {
			letters += word.length;
			counts.set(word, (counts.get(word) ?? 0) + word.length);
		}
	}
	const sorted = Uint32Array.from(counts.values()).sort();
	let few = 0;
	for (const own of sorted.subarray(-FEW)) few += own;
	return letters > 0 && few >= letters * SHARE;
}
