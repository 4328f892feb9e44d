// A reader with nothing but Loadline's MCP tools. The policy, in two variants:
//
// - blind: the first call names the tool alone, as a model does that does not expect a long answer.
//   `arguments`: the first call asks at once, by `query` with the words of the question, by `select`
//   for a value at a known path, a number of members or the largest, by lines where a line is asked.
//   Where a list is comes from the tool's description then.
// - After a first answer it acts on what it sees: the names of members and handles in the answers and
//   the arguments that tools list. A known place is read by pointer. What is counted, compared or
//   looked up under names that were seen is selected, where `select` is offered; else it searches
//   for the words, with the fields it wants if their names were seen; hits that do not show the
//   answer are opened by the pointer or the lines that they name, then their further pages.
// - What all this does not show is read to the end, page by page. A number it believes is the
//   result of its expression, or the total of its search: a wrong one counts as not found.
import { Context } from '../context';
import { type Answer, type Mcp, memberOf } from '../mcp';
import {
	type CountQuestion,
	isCount,
	type NeedlePayload,
	type PlaceQuestion,
	type Question,
} from '../payload';
import { itemsOf, literal, spelled } from './jmespath';
import type { Reader } from './reader';

export type Variant = 'blind' | 'arguments';
type Args = Readonly<Record<string, unknown>>;

const READ = 'read_result';
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
	#first: Answer | undefined;
	#handle: string | undefined;

	constructor(mcp: Mcp, { name }: NeedlePayload, variant: Variant) {
		this.#mcp = mcp;
		this.#tool = name;
		this.#variant = variant;
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
			this.#variant === 'arguments' && answer !== undefined ? this.#firstArgs(question) : {};
		const known = this.#selected(question);
		if (known !== undefined) {
			await this.#read({ select: known });
			yield;
		}
		if (question.kind === 'path') {
			await this.#read({ pointer: `/${question.path}` });
			yield;
		}
		if (question.kind === 'line') {
			await this.#read({ startLine: question.line, endLine: question.line });
			yield;
		}
		const words = this.#words(question);
		if (words !== undefined) {
			if (answer === undefined || !('query' in asked)) {
				answer = await this.#read({ query: words, ...this.#around(question) });
				yield;
			}
			if (answer) yield* this.#follow(question, words, answer);
		}
		yield* this.#walk();
	}

	/** Opens what hits name, asks for the fields, turns pages, tries other words. */
	async *#follow(question: PlaceQuestion, words: string, hits: Answer): AsyncGenerator<void> {
		const tell =
			'tell' in question ? question.tell : question.kind === 'key' ? question.key : undefined;
		const line = memberOf(hits, ['line'], 'number');
		if (line !== undefined && (question.kind === 'near' || question.kind === 'below')) {
			await this.#read({ startLine: line, endLine: line + 6 });
			yield;
		}
		const pointer = memberOf(hits, ['pointer', 'path'], 'string');
		if (pointer?.startsWith('/')) {
			if (tell !== undefined && !tell.startsWith('@') && !pointer.endsWith(`/${tell}`)) {
				await this.#read({ pointer: `${pointer}/${tell}` });
				yield;
			}
			await this.#read({ pointer });
			yield;
		}
		if (tell !== undefined && this.context.knows(tell.split('/').at(-1) ?? '')) {
			await this.#read({ query: words, fields: tell.replaceAll('/', '.') });
			yield;
		}
		let page: Answer | undefined = hits;
		for (let at = 0; at < MORE_PAGES; at++) {
			const next: string | undefined = page && memberOf(page, ['nextCursor'], 'string');
			if (next === undefined) break;
			page = await this.#read({ handle: next });
			yield;
		}
		// All the words may be too many: the longest alone.
		const longest = words.split(' ').sort((a, b) => b.length - a.length)[0];
		if (longest !== undefined && longest !== words) {
			await this.#read({ query: longest, ...this.#around(question) });
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
		for (let at = 0; at < MOST_PAGES; at++) {
			const next =
				memberOf(page, ['nextCursor'], 'string') ?? (at === 0 ? this.#handle : undefined);
			if (next === undefined) return;
			page = await this.#call(READ, { handle: next });
			yield;
		}
	}

	// Numbers

	async #number(question: CountQuestion): Promise<boolean> {
		if (this.#variant === 'arguments' && this.#first === undefined) {
			const answer = await this.#start(question);
			if (answer && !answer.isError && totalOf(answer) !== undefined)
				return totalOf(answer) === question.answer;
		} else await this.#start(question);
		const select = this.#counted(question);
		if (select !== undefined) {
			const answer = await this.#read({ select });
			const result = answer && !answer.isError ? totalOf(answer) : undefined;
			if (result !== undefined) return result === question.answer;
		}
		const args =
			question.kind === 'length'
				? { pointer: `/${question.path}`, limit: 1 }
				: { query: this.#counting(question), limit: 1 };
		const answer = await this.#read(args);
		const total = answer && !answer.isError ? totalOf(answer) : undefined;
		if (total !== undefined) return total === question.answer;
		for await (const _ of this.#walk());
		return true;
	}

	#counting(question: CountQuestion): string {
		if (question.kind === 'count lines') return question.word;
		if (question.kind === 'length') return question.path;
		const value = String(question.is);
		if (!this.#understands(':')) return value;
		const word = /[\s:"]/.test(value) ? `"${value}"` : value;
		return `${question.field.replaceAll('/', '.')}:${word}`;
	}

	#counted(question: CountQuestion): string | undefined {
		if (!this.#mcp.takes(READ, 'select') || question.kind === 'count lines') return undefined;
		if (question.kind === 'length')
			return this.#knows(question.path) ? `length(${spelled(question.path)})` : undefined;
		if (!this.#knows(question.list) || !this.#knows(question.field)) return undefined;
		const items = itemsOf(question.list, question.isMap);
		return `length(${items}[?${spelled(question.field)}==${literal(question.is)}])`;
	}

	// Calls

	/** The first call of the conversation; undefined when there was one. */
	async #start(question: Question): Promise<Answer | undefined> {
		if (this.#first !== undefined) return undefined;
		const answer = await this.#call(
			this.#tool,
			this.#variant === 'blind' ? {} : this.#firstArgs(question),
		);
		this.#first = answer;
		return answer;
	}

	/** What the `arguments` variant asks at once. */
	#firstArgs(question: Question): Args {
		const takes = (name: string) => this.#mcp.takes(this.#tool, name);
		if (question.kind === 'line') return { startLine: question.line, endLine: question.line };
		if (takes('select')) {
			if (question.kind === 'path') return { select: spelled(question.path) };
			if (question.kind === 'length') return { select: `length(${spelled(question.path)})` };
			if (question.kind === 'most') return { select: largest(question) };
		}
		if (!takes('query')) return {};
		if (isCount(question))
			return { query: this.#counting(question), ...(takes('limit') ? { limit: 1 } : {}) };
		const words = this.#words(question);
		return words === undefined ? {} : { query: words, ...this.#around(question, this.#tool) };
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

	// What is known

	/** An expression for what names that were seen allow. */
	#selected(question: PlaceQuestion): string | undefined {
		if (!this.#mcp.takes(READ, 'select') || !('tell' in question) || question.kind === 'words')
			return undefined;
		const names = [
			question.list,
			question.tell,
			question.kind === 'most' ? question.most : question.by,
		];
		if (!names.every((name) => this.#knows(name))) return undefined;
		if (question.kind === 'most') return largest(question);
		const list = spelled(question.list);
		if (question.by === '@key')
			return `${list === '@' ? '' : `${list}.`}${JSON.stringify(question.is)}.${spelled(question.tell)}`;
		const items = itemsOf(question.list, question.isMap);
		return `${items}[?${spelled(question.by)}==${literal(question.is)}].${spelled(question.tell)}`;
	}

	#words(question: PlaceQuestion): string | undefined {
		if ('words' in question) return question.words.map((word) => this.#exact(word)).join(' ');
		if (question.kind === 'lookup') return this.#exact(String(question.is));
		return question.kind === 'key' ? question.key : undefined;
	}

	/** In quotes where they have a meaning and it is one term. */
	#exact(term: string): string {
		return /[^\p{L}\p{N}_.]/u.test(term) && this.#understands('"') ? `"${term}"` : term;
	}

	/** Whether the tools say that a sign means something in a query. */
	#understands(sign: string): boolean {
		return (
			this.#mcp.tools.get(READ)?.inputSchema.properties?.query?.description?.includes(sign) === true
		);
	}

	#around(question: PlaceQuestion, tool = READ): Args {
		return question.kind === 'below' && this.#mcp.takes(tool, 'context') ? { context: 6 } : {};
	}

	#knows(path: string): boolean {
		return path
			.split('/')
			.every(
				(name) => name === '' || name === '@key' || /^\d+$/.test(name) || this.context.knows(name),
			);
	}
}

function largest({ list, most, tell }: Extract<Question, { kind: 'most' }>): string {
	return `max_by(${spelled(list)}, &${spelled(most)}).${spelled(tell)}`;
}

/** A number that an answer gives as its result or total, or the length of a list that is whole. */
function totalOf(answer: Answer): number | undefined {
	const told =
		memberOf(answer, ['totalCount', 'total'], 'number') ?? memberOf(answer, ['result'], 'number');
	if (told !== undefined) return told;
	const [first] = answer.values;
	return Array.isArray(first) && memberOf(answer, ['nextCursor'], 'string') === undefined
		? first.length
		: undefined;
}
