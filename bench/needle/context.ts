// Everything that a conversation has put before the model: every answer and the arguments of every call, in
// tokens (o200k), and whether the answer to a question stands there.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

export class Context {
	tokens = 0;
	calls = 0;
	/** Tokens that the model wrote and that it was shown, call by call. */
	readonly exchanged: (readonly [written: number, shown: number])[] = [];
	readonly #seen: string[] = [];

	/** A call: what was sent and what came back. */
	add(sent: string, shown: string, tokens = countTokens(shown)): void {
		this.calls++;
		const written = countTokens(sent);
		this.tokens += written + tokens;
		this.exchanged.push([written, tokens]);
		this.#seen.push(shown);
	}

	/** Returns whether the answer stands in anything shown, as it is or escaped in JSON once or twice. */
	holds(answer: string): boolean {
		const once = JSON.stringify(answer).slice(1, -1);
		const twice = JSON.stringify(once).slice(1, -1);
		return [...new Set([answer, once, twice])].some((form) =>
			this.#seen.some((text) => standsIn(text, form)),
		);
	}

	/** Returns whether a name was shown, as a member or in a list of members. */
	knows(name: string): boolean {
		return this.#seen.some((text) => text.includes(name));
	}
}

/** Digits must not be a part of other digits: counts and handles are full of them. */
function standsIn(text: string, form: string): boolean {
	if (!/^[\d.]+$/.test(form)) return text.includes(form);
	for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
		// A tab or line end that JSON escapes is no letter.
		const before = text.slice(Math.max(0, at - 2), at).replace(/\\[nrt]$/, ' ');
		if (!/\w$/.test(before) && !/^\w/.test(text.charAt(at + form.length))) return true;
	}
	return false;
}
