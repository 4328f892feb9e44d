// Puts a question to Loadline: as an expression, a pointer, words or lines, with the names that are known and
// the arguments that the tools list.
import type { Context } from '../context';
import type { Mcp } from '../mcp';
import { type CountQuestion, isCount, type PlaceQuestion, type Question } from '../payload';
import { itemsOf, literal, spelled } from './jmespath';

export type Args = Readonly<Record<string, unknown>>;

export const READ = 'read_result';

export class Wording {
	readonly #mcp: Mcp;
	readonly #seen: Context;
	readonly #isTold: boolean;

	/** @param isTold every name is known, as by the tool's description; else those that were seen alone */
	constructor(mcp: Mcp, seen: Context, isTold: boolean) {
		this.#mcp = mcp;
		this.#seen = seen;
		this.#isTold = isTold;
	}

	/** Ways to ask for the number, one after the other where one is refused. */
	*counts(question: CountQuestion): Generator<Args> {
		const select = this.#counted(question);
		if (select !== undefined) yield { select };
		if (question.kind !== 'length') yield { query: this.#counting(question), limit: 1 };
		else {
			yield { pointer: `/${question.path}`, limit: 1 };
			if (select === undefined && this.#takes('select'))
				yield { select: `length(${spelled(question.path)})` };
		}
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
		if (!this.#takes('select') || question.kind === 'count lines') return undefined;
		if (question.kind === 'length')
			return this.knows(question.path) ? `length(${spelled(question.path)})` : undefined;
		if (!this.knows(question.list) || !this.knows(question.field)) return undefined;
		const items = itemsOf(question.list, question.isMap);
		return `length(${items}[?${spelled(question.field)}==${literal(question.is)}])`;
	}

	/** The arguments of a first call that asks at once. */
	firstArgs(question: Question): Args {
		if (question.kind === 'line') return { startLine: question.line, endLine: question.line };
		const select = this.#takes('select')
			? question.kind === 'path'
				? spelled(question.path)
				: question.kind === 'most'
					? largest(question)
					: isCount(question)
						? this.#counted(question)
						: undefined
			: undefined;
		if (select !== undefined) return { select };
		if (!this.#takes('query')) return {};
		if (isCount(question))
			return { query: this.#counting(question), ...(this.#takes('limit') ? { limit: 1 } : {}) };
		const words = this.words(question);
		return words === undefined ? {} : { query: words, ...this.around(question) };
	}

	/** An expression for what names that were seen allow. */
	selected(question: PlaceQuestion): string | undefined {
		if (!this.#takes('select') || !('tell' in question) || question.kind === 'words')
			return undefined;
		const names = [
			question.list,
			question.tell,
			question.kind === 'most' ? question.most : question.by,
		];
		if (!names.every((name) => this.knows(name))) return undefined;
		if (question.kind === 'most') return largest(question);
		const list = spelled(question.list);
		if (question.by === '@key')
			return `${list === '@' ? '' : `${list}.`}${JSON.stringify(question.is)}.${spelled(question.tell)}`;
		const items = itemsOf(question.list, question.isMap);
		return `${items}[?${spelled(question.by)}==${literal(question.is)}].${spelled(question.tell)}`;
	}

	/** A place that the question names, or that its key has in a map that was seen. */
	pointer(question: PlaceQuestion): string | undefined {
		if (question.kind === 'path') return `/${question.path}`;
		if (question.kind !== 'lookup' || question.by !== '@key' || !this.knows(question.list))
			return undefined;
		const key = String(question.is).replaceAll('~', '~0').replaceAll('/', '~1');
		return `/${[question.list, key].filter(Boolean).join('/')}`;
	}

	words(question: PlaceQuestion): string | undefined {
		if (question.kind === 'path')
			return question.path.split('/').findLast((part) => !/^\d+$/.test(part));
		if ('words' in question) return question.words.map((word) => this.#exact(word)).join(' ');
		if (question.kind === 'lookup') {
			const is = this.#exact(String(question.is));
			// A few digits stand everywhere: the name of the field goes with them.
			const isShort = String(question.is).length < 5 && question.by !== '@key';
			return isShort && this.#understands(':') && this.knows(question.by)
				? `${question.by.split('/').at(-1)}:${is}`
				: is;
		}
		return question.kind === 'key' ? question.key : undefined;
	}

	/** In quotes where they have a meaning and it is one term. */
	#exact(term: string): string {
		return /[^\p{L}\p{N}_.]/u.test(term) && this.#understands('"') ? `"${term}"` : term;
	}

	/** True where the tools say that a sign means something in a query. */
	#understands(sign: string): boolean {
		return (
			this.#mcp.tools.get(READ)?.inputSchema.properties?.query?.description?.includes(sign) === true
		);
	}

	/** Lines around a hit, where the answer stands below it. */
	around(question: PlaceQuestion): Args {
		return question.kind === 'below' && this.#takes('context') ? { context: 6 } : {};
	}

	/** A tool takes what `read_result` takes, listed or not. */
	#takes(name: string): boolean {
		return this.#mcp.takes(READ, name);
	}

	knows(path: string): boolean {
		if (this.#isTold) return true;
		return path
			.split('/')
			.every(
				(name) => name === '' || name === '@key' || /^\d+$/.test(name) || this.#seen.knows(name),
			);
	}
}

function largest({ list, most, tell }: Extract<Question, { kind: 'most' }>): string {
	return `max_by(${spelled(list)}, &${spelled(most)}).${spelled(tell)}`;
}
