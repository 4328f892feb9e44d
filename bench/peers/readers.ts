// Readers of what others offer: programs over a saved result, and pages of a fixed size.
import { decode, encode } from 'gpt-tokenizer/encoding/o200k_base';
import { Context } from '../needle/context';
import { isCount, type NeedlePayload, type Question } from '../needle/payload';
import type { Reader } from '../needle/readers/reader';
import type { Weighed } from '../needle/readers/whole';
import { answering, around, look } from './code';

/** Runs a program over a payload: what a model sends, and what it is shown. */
export type Run = (
	payload: NeedlePayload,
	code: string,
) => Promise<{ readonly sent: string; readonly shown: string }>;

/**
 * The policy: where names are not known, one look at an item; one program that answers; for words that are not
 * on one line, one with more lines around them; then all of it.
 */
export class CodeReader implements Reader {
	readonly context = new Context();
	readonly #payload: NeedlePayload;
	readonly #run: Run;
	readonly #first: string;

	/** @param first what the host shows of a result in its place */
	constructor(payload: NeedlePayload, run: Run, first: string) {
		this.#payload = payload;
		this.#run = run;
		this.#first = first;
	}

	async ask(question: Question): Promise<boolean> {
		if (this.context.calls === 0) this.context.add('{}', this.#first);
		if (!isCount(question) && this.context.holds(question.answer)) return true;
		if ('list' in question && !this.#knows(question)) await this.#send(look(question.list));
		const shown = await this.#send(answering(question));
		if (isCount(question)) return new RegExp(`(^|\\D)${question.answer}(\\D|$)`).test(shown);
		if (!this.context.holds(question.answer) && 'words' in question && !('list' in question))
			await this.#send(around(question.words.slice(0, 1), 40));
		if (!this.context.holds(question.answer)) await this.#send('console.log(FILE_CONTENT)');
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
