// A reader with nothing but Loadline's MCP tools. The policy, in two variants:
//
// - blind: the first call names the tool alone, as by a model that expects no long answer.
//   asked: the first call asks at once: by `query` with the words of the question, by `select` for a
//   number, the largest, or a value at a known path, by lines where a line is asked. Where the list is
//   and how its fields are called is in the tool's description then, as it is for well-described tools.
// - After a first answer it acts on what it sees: names of members and handles in the answers, and the
//   arguments that tools list. What is counted, compared or looked up under names that were seen is
//   selected, where `select` is offered; a known place is read by pointer. Else it searches for the
//   words, with the field it wants if its name was seen. A hit that does not show the answer is opened:
//   the field of the hit's item, the hit, the lines below it; then further pages of the search, and the
//   longest word alone.
// - What all this does not show is read to the end, page by page. A number it believes is the result
//   of its expression, or the total of its search: a wrong one counts as not found.
import { Context } from '../context';
import { type Answer, type Mcp, memberOf } from '../mcp';
import {
	at,
	type CountQuestion,
	isCount,
	type NeedlePayload,
	type PlaceQuestion,
	type Question,
} from '../payload';
import { spelled } from './jmespath';
import type { Reader } from './reader';
import { type Args, READ, Wording } from './wording';

export type Variant = 'blind' | 'asked';

const HANDLE = /"(?:handle|cursor|nextCursor)\\*": ?\\*"([\w-]{16,80})/g;
/** Further pages of a search that are looked at. */
const MORE_PAGES = 8;
/** Pages of the whole that are read before giving up. */
const MOST_PAGES = 150;

export class LoadlineReader implements Reader {
	readonly context = new Context();
	readonly #mcp: Mcp;
	readonly #tool: string;
	readonly #variant: Variant;
	readonly #wording: Wording;
	#first: Answer | undefined;
	#handle: string | undefined;

	constructor(mcp: Mcp, { name }: NeedlePayload, variant: Variant) {
		this.#mcp = mcp;
		this.#tool = name;
		this.#variant = variant;
		this.#wording = new Wording(mcp, this.context, variant === 'asked');
	}

	async ask(question: Question): Promise<boolean> {
		return isCount(question) ? this.#number(question) : this.#place(question);
	}

	// Places

	async #place(question: PlaceQuestion): Promise<boolean> {
		const isThere = () => this.context.holds(question.answer);
		if (isThere()) return true;
		for await (const _ of this.#steps(question)) if (isThere()) return true;
		return isThere();
	}

	/** One call after the other, until the answer is there. */
	async *#steps(question: PlaceQuestion): AsyncGenerator<void> {
		let answer = await this.#start(question);
		yield;
		const asked =
			this.#variant === 'asked' && answer !== undefined ? this.#wording.firstArgs(question) : {};
		const known = this.#wording.selected(question);
		if (known !== undefined) {
			await this.#read({ select: known });
			yield;
		}
		const place = this.#wording.pointer(question);
		if (place !== undefined) {
			const refused = (await this.#read({ pointer: place }))?.isError;
			yield;
			if (refused && question.kind === 'path') {
				await this.#read({ select: spelled(question.path) });
				yield;
			}
		}
		if (question.kind === 'line') {
			await this.#read({ startLine: question.line, endLine: question.line });
			yield;
		}
		const words = this.#wording.words(question);
		if (words !== undefined) {
			if (answer === undefined || !('query' in asked)) {
				const isNamed = 'tell' in question && this.#wording.knows(question.tell);
				const fields = isNamed ? { fields: question.tell.replaceAll('/', '.') } : {};
				answer = await this.#read({ query: words, ...fields, ...this.#wording.around(question) });
				yield;
			}
			if (answer) yield* this.#follow(question, words, answer);
		}
		yield* this.#walk();
	}

	/** Opens what hits name, turns pages, tries the longest word alone. */
	async *#follow(question: PlaceQuestion, words: string, hits: Answer): AsyncGenerator<void> {
		const line = memberOf(hits, ['line'], 'number');
		if (line !== undefined && (question.kind === 'near' || question.kind === 'below')) {
			await this.#read({ startLine: line, endLine: line + 6 });
			yield;
		}
		const hit = hitPath(hits, question);
		if (hit !== undefined) {
			const item = 'list' in question ? itemPath(hit, question.list) : hit;
			if ('tell' in question && this.#wording.knows(question.tell)) {
				await this.#read({ pointer: `${item}/${question.tell}` });
				yield;
			}
			await this.#read({ pointer: item });
			yield;
		}
		let page: Answer | undefined = hits;
		for (let turned = 0; turned < MORE_PAGES; turned++) {
			const next: string | undefined = page && memberOf(page, ['nextCursor'], 'string');
			if (next === undefined) break;
			page = await this.#read({ handle: next });
			yield;
		}
		// All the words may be too many: the longest alone.
		const longest = words.split(' ').sort((a, b) => b.length - a.length)[0];
		if (longest !== undefined && longest !== words) {
			await this.#read({ query: longest, ...this.#wording.around(question) });
			yield;
		}
		if (line !== undefined) {
			await this.#read({ startLine: Math.max(1, line - 15), endLine: line + 25 });
			yield;
		}
	}

	async *#walk(): AsyncGenerator<void> {
		let page = this.#first ?? (await this.#call(this.#tool, {}));
		yield;
		for (let turned = 0; turned < MOST_PAGES; turned++) {
			const next =
				memberOf(page, ['nextCursor'], 'string') ?? (turned === 0 ? this.#handle : undefined);
			if (next === undefined) return;
			page = await this.#call(READ, { handle: next });
			yield;
		}
	}

	// Numbers

	async #number(question: CountQuestion): Promise<boolean> {
		if (this.#variant === 'asked' && this.#first === undefined) {
			const answer = await this.#start(question);
			if (answer && !answer.isError && totalOf(answer, question) !== undefined)
				return totalOf(answer, question) === question.answer;
		} else await this.#start(question);
		for (const args of this.#wording.counts(question)) {
			const answer = await this.#read(args);
			const total = answer && !answer.isError ? totalOf(answer, question) : undefined;
			if (total !== undefined) return total === question.answer;
		}
		for await (const _ of this.#walk());
		return true;
	}

	// Calls

	/** The first call of the conversation; undefined when there was one. */
	async #start(question: Question): Promise<Answer | undefined> {
		if (this.#first !== undefined) return undefined;
		const answer = await this.#call(
			this.#tool,
			this.#variant === 'blind' ? {} : this.#wording.firstArgs(question),
		);
		this.#first = answer;
		return answer;
	}

	async #read(args: Args): Promise<Answer | undefined> {
		if (this.#handle === undefined && args.handle === undefined) {
			// Nothing was kept: all was sent, or the first answer was an error.
			if (!this.#first?.isError) return undefined;
			this.#first = await this.#call(this.#tool, {});
			if (this.#handle === undefined) return undefined;
		}
		const offered = Object.entries(args).filter(([name]) => this.#mcp.takes(READ, name));
		return this.#call(READ, { handle: this.#handle, ...Object.fromEntries(offered) });
	}

	async #call(tool: string, args: Args): Promise<Answer> {
		const answer = await this.#mcp.call(tool, args, this.context);
		const handles = [...answer.text.matchAll(HANDLE)].map(([, handle]) => handle);
		this.#handle ??= memberOf(answer, ['handle'], 'string') ?? handles[0];
		return answer;
	}
}

/** Returns the path of a hit: of several, the one that shows the value that was looked up. */
function hitPath({ values }: Answer, question: PlaceQuestion): string | undefined {
	const hits = values.map((value) => at(value, 'hits')).find(Array.isArray) as
		| unknown[]
		| undefined;
	const wanted =
		question.kind === 'lookup'
			? `${question.by.split('/').at(-1)}":${JSON.stringify(question.is)}`
			: '';
	const hit = hits?.find((each) => JSON.stringify(each).includes(wanted)) ?? hits?.[0];
	const path = at(hit, 'path');
	return typeof path === 'string' && path.startsWith('/') ? path : undefined;
}

/** The item of the list that a hit lies in. */
function itemPath(hit: string, list: string): string {
	const depth = list === '' ? 0 : list.split('/').length;
	return hit
		.split('/')
		.slice(0, depth + 2)
		.join('/');
}

/**
 * A number that an answer gives as its result or total, or the length of a list that is whole. Of lines asked of a text
 * that is read as data, it is that of the places which its total of items has.
 */
function totalOf(answer: Answer, { kind }: CountQuestion): number | undefined {
	const names = ['total', 'result', 'totalCount'];
	for (const value of answer.values)
		for (const name of kind === 'count lines' && isOfData(value) ? ['places', ...names] : names)
			if (typeof at(value, name) === 'number') return at(value, name) as number;
	const [first] = answer.values;
	return Array.isArray(first) && memberOf(answer, ['nextCursor'], 'string') === undefined
		? first.length
		: undefined;
}

/** Tells whether the hits of a search have places in data, rather than lines. */
const isOfData = (value: unknown): boolean => {
	const hits = at(value, 'hits');
	return Array.isArray(hits) && typeof at(hits[0], 'path') === 'string';
};
