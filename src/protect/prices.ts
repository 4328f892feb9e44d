// What texts cost in tokens, told by their beginnings: a character of Braille costs eight of English.
import type { Weigh } from './budget';
import { quote } from './json/quote';
import { beginning } from './notes';

/** Characters of ordinary JSON that a token gives. */
export const CHARS_PER_TOKEN = 2.6;
/** Characters of a text that are looked at. */
const SAMPLE = 200;

/** Prices of numbered texts, each looked at when it is first asked for. */
export class Prices {
	readonly #weigh: Weigh;
	/** 0 where it is not known. */
	readonly #known: Float32Array;

	constructor(count: number, weigh: Weigh) {
		this.#weigh = weigh;
		this.#known = new Float32Array(count);
	}

	/** What a character of text `at` costs, in characters of ordinary JSON; never less than one. */
	of(at: number, text: string): number {
		let price = this.#known[at] as number;
		if (price === 0) {
			const sample = quote(beginning(text, SAMPLE));
			price = Math.max(1, (this.#weigh(sample).tokens / sample.length) * CHARS_PER_TOKEN);
			this.#known[at] = price;
		}
		return price;
	}
}
