// Readers that get the result at once: raw, cut hard after 25,000 tokens, or written in TOON. A count
// is theirs if all of the payload is before them: they count by eye, and are believed.
import { encode } from '@toon-format/toon';
import { countTokens, decode, encode as tokensOf } from 'gpt-tokenizer/encoding/o200k_base';
import { Context } from '../context';
import { isCount, type NeedlePayload, type Question } from '../payload';
import type { Reader } from './reader';

export const HARD_CUT = 25_000;

/** A payload with its tokens and the other ways to write it; counted once, for all readers. */
export interface Weighed extends NeedlePayload {
	readonly tokens: number;
	/** The first 25,000 tokens. */
	readonly cut: string;
	readonly toon: string;
	readonly toonTokens: number;
}

export function weighed(payload: NeedlePayload): Weighed {
	const tokens = tokensOf(payload.text);
	const toon = asToon(payload.text);
	return {
		...payload,
		tokens: tokens.length,
		cut: tokens.length <= HARD_CUT ? payload.text : decode(tokens.slice(0, HARD_CUT)),
		toon,
		toonTokens: toon === payload.text ? tokens.length : countTokens(toon),
	};
}

/** Writes JSON as TOON; any other text stays as it is. */
function asToon(text: string): string {
	if (!/^\s*[[{]/.test(text)) return text;
	try {
		return encode(JSON.parse(text));
	} catch {
		return text;
	}
}

class WholeReader implements Reader {
	readonly context = new Context();
	readonly #shown: string;
	readonly #tokens: number;
	readonly #isAll: boolean;

	constructor(shown: string, tokens: number, isAll: boolean) {
		this.#shown = shown;
		this.#tokens = tokens;
		this.#isAll = isAll;
	}

	async ask(question: Question): Promise<boolean> {
		if (this.context.calls === 0) this.context.add('{}', this.#shown, this.#tokens);
		return isCount(question) ? this.#isAll : this.#isAll || this.context.holds(question.answer);
	}
}

export const rawReader = ({ text, tokens }: Weighed): Reader => new WholeReader(text, tokens, true);

export const cutReader = ({ text, cut, tokens }: Weighed): Reader =>
	new WholeReader(cut, Math.min(tokens, HARD_CUT), cut === text);

export const toonReader = ({ toon, toonTokens }: Weighed): Reader =>
	new WholeReader(toon, toonTokens, true);
