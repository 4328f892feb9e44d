// Readers of what others offer: programs over a saved result, and pages of a fixed size.
import { decode, encode } from 'gpt-tokenizer/encoding/o200k_base';
import { Context } from '../needle/context';
import { isCount, type NeedlePayload, type Question } from '../needle/payload';
import type { Reader } from '../needle/readers/reader';
import type { Weighed } from '../needle/readers/whole';
import { javascript } from './code';

/** Runs a program over a payload: what a model sends, and what it is shown. */
export type Run = (
	payload: NeedlePayload,
	code: string,
) => Promise<{ readonly sent: string; readonly shown: string }>;

/** A language that programs over a result are written in. */
export interface Language {
	/** The names of an item, before anything is asked of a list. */
	look(list: string): string;
	/** Prints the answer. */
	answering(question: Question): string;
	/** Lines with all the words and so many after. */
	around(words: readonly string[], after: number): string;
	/** Prints everything. */
	readonly all: string;
}

/**
 * The policy: where names are not known, one look at an item; one program that answers; for words that are not
 * on one line, one with more lines around them; then all of it.
 */
export class CodeReader implements Reader {
	readonly context = new Context();
	readonly #payload: NeedlePayload;
	readonly #run: Run;
	readonly #first: string;
	readonly #language: Language;

	/** @param first what the host shows of a result in its place */
	constructor(payload: NeedlePayload, run: Run, first: string, language: Language = javascript) {
		this.#payload = payload;
		this.#run = run;
		this.#first = first;
		this.#language = language;
	}

	async ask(question: Question): Promise<boolean> {
		if (this.context.calls === 0) this.context.add('{}', this.#first);
		if (!isCount(question) && this.context.holds(question.answer)) return true;
		if ('list' in question && !this.#knows(question))
			await this.#send(this.#language.look(question.list));
		const shown = await this.#send(this.#language.answering(question));
		if (isCount(question)) return tells(shown, question.answer);
		if (!this.context.holds(question.answer) && 'words' in question && !('list' in question))
			await this.#send(this.#language.around(question.words.slice(0, 1), 40));
		if (!this.context.holds(question.answer)) await this.#send(this.#language.all);
		return this.context.holds(question.answer);
	}

	#knows(question: Extract<Question, { readonly list: string }>): boolean {
		return ['by', 'tell', 'within', 'field', 'most'].every((name) => {
			const path = (question as unknown as Record<string, unknown>)[name];
			const names = typeof path === 'string' && path !== '@key' ? path.split('/') : [];
			return names.every((each) => each === '' || this.context.knows(each));
		});
	}

	async #send(code: string): Promise<string> {
		const { sent, shown } = await this.#run(this.#payload, code);
		this.context.add(sent, shown);
		return shown;
	}
}

/** Returns whether a number stands in what was printed. */
export const tells = (printed: string, count: number): boolean =>
	new RegExp(`(^|\\D)${count}(\\D|$)`).test(printed);

/** Pages of so many tokens, one after the other, by a proxy that knows nothing of what it cuts. */
export class PageReader implements Reader {
	readonly context = new Context();
	readonly #pages: readonly string[];

	constructor({ text }: Weighed, size: number) {
		const tokens = encode(text);
		this.#pages = Array.from({ length: Math.ceil(tokens.length / size) }, (_, at) =>
			decode(tokens.slice(at * size, (at + 1) * size)),
		);
	}

	async ask(question: Question): Promise<boolean> {
		while (this.context.calls < this.#pages.length) {
			if (!isCount(question) && this.context.holds(question.answer)) return true;
			const at = this.context.calls;
			const note = `\n[page ${at + 1} of ${this.#pages.length}; next: cursor "${at + 1}"]`;
			this.context.add(at === 0 ? '{}' : `{"cursor":"${at}"}`, `${this.#pages[at]}${note}`);
		}
		// An answer on the edge of two pages was read nevertheless.
		return true;
	}
}

/** The beginning and the end, and nothing of what is between. */
export class EndsReader implements Reader {
	readonly context = new Context();
	readonly #shown: string;
	readonly #isAll: boolean;

	constructor({ text, tokens }: Weighed, room: number) {
		this.#isAll = tokens <= room;
		const all = encode(text);
		const [half, left] = [room / 2, tokens - room];
		this.#shown = this.#isAll
			? text
			: `${decode(all.slice(0, half))}\n... [${left} tokens truncated] ...\n${decode(all.slice(-half))}`;
	}

	async ask(question: Question): Promise<boolean> {
		if (this.context.calls === 0) this.context.add('{}', this.#shown);
		return this.#isAll || (!isCount(question) && this.context.holds(question.answer));
	}
}

/** Lines spread evenly over the whole, as many as a summary has room for: no more can be asked. */
export class SummaryReader implements Reader {
	readonly context = new Context();
	readonly #shown: string;

	constructor({ text, tokens }: Weighed, room: number) {
		const lines = text.split('\n').flatMap((line) => line.match(/.{1,200}/gu) ?? []);
		const step = Math.max(1, tokens / room);
		const taken = Array.from(
			{ length: Math.floor(lines.length / step) },
			(_, at) => lines[Math.floor(at * step)],
		);
		this.#shown = taken.join('\n');
	}

	async ask(question: Question): Promise<boolean> {
		if (this.context.calls === 0) this.context.add('{}', this.#shown);
		return !isCount(question) && this.context.holds(question.answer);
	}
}

/** Another model that reads all of it for each question, never errs, and tells the answer alone. */
export class ExtractReader implements Reader {
	readonly context = new Context();

	async ask(question: Question): Promise<boolean> {
		const { answer, kind, ...known } = question;
		this.context.add(
			JSON.stringify({ question: `${kind} ${JSON.stringify(known)}` }),
			String(answer),
		);
		return true;
	}
}

/** The tools are asked for at first, then the result comes as the server sends it. */
export class LazyReader implements Reader {
	readonly context = new Context();
	readonly #call: (context: Context) => Promise<void>;

	/** @param call shows the whole result */
	constructor(call: (context: Context) => Promise<void>) {
		this.#call = call;
	}

	async ask(question: Question): Promise<boolean> {
		if (this.context.calls === 0) await this.#call(this.context);
		// Whoever has all of it counts by eye, and is believed.
		return isCount(question) ? this.context.tokens > 1_000 : this.context.holds(question.answer);
	}
}
