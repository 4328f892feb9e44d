// File and jq. The policy: one expression that answers the question; before it, where the preview
// does not show the names that it takes, one call for the keys of an item. What is not JSON is left
// to grep. Expressions are carried out here in JavaScript; their text and output are counted.
import { at, type NeedlePayload, type Question } from '../payload';
import { FILE } from './file';
import { GrepReader } from './grep';

type Json = Record<string, unknown>;

export class JqReader extends GrepReader {
	readonly #value: unknown;

	constructor(payload: NeedlePayload) {
		super(payload);
		try {
			this.#value = JSON.parse(payload.text);
		} catch {
			this.#value = undefined;
		}
	}

	override async ask(question: Question): Promise<boolean> {
		if (this.#value === undefined) return super.ask(question);
		this.file.open();
		if (typeof question.answer === 'string' && this.context.holds(question.answer)) return true;
		if ('list' in question) this.#look(question);
		const [expression, output] = this.#expression(question);
		this.file.run(`jq -c '${expression}' ${FILE}`, `${output}\n`);
		return true;
	}

	/** The keys of an item, unless all names that are needed were seen. */
	#look(question: Extract<Question, { readonly list: string }>): void {
		const needed = ['by', 'tell', 'within', 'field', 'most', 'list'].flatMap((name) => {
			const path = (question as unknown as Json)[name];
			return typeof path === 'string' && path !== '' && path !== '@key' ? path.split('/') : [];
		});
		if (needed.every((name) => this.context.knows(name))) return;
		const list = at(this.#value, question.list) as Json;
		const [first] = Object.values(list) as Json[];
		const paths = Object.entries(first ?? {}).map(([key, value]) =>
			isObject(value) ? { [key]: Object.keys(value) } : key,
		);
		this.file.run(
			`jq -c '${dotted(question.list)}|${Array.isArray(list) ? '.[0]' : 'first(.[])'}|map_values(if type=="object" then keys else 0 end)' ${FILE}`,
			JSON.stringify(paths),
		);
	}

	#expression(question: Question): [expression: string, output: string] {
		const items =
			'list' in question
				? (Object.entries(at(this.#value, question.list) as Json) as [string, Json][])
				: [];
		const each = 'list' in question ? `${dotted(question.list)}[]` : '';
		const answer = JSON.stringify(question.answer);
		switch (question.kind) {
			case 'lookup':
				if (question.by === '@key')
					return [
						`${dotted(question.list)}[${JSON.stringify(question.is)}]${dotted(question.tell)}`,
						answer,
					];
				return [
					`${each}|select(${dotted(question.by)}==${JSON.stringify(question.is)})|${dotted(question.tell)}`,
					answer,
				];
			case 'words': {
				const tests = question.words.map((word) => `test("${word}";"i")`).join(' and ');
				const hit = items.find(([, item]) =>
					question.words.every((word) => JSON.stringify(item).toLowerCase().includes(word)),
				);
				return [
					`${each}|select(tostring|${tests})|[${dotted(question.within)},${dotted(question.tell)}]`,
					JSON.stringify([at(hit?.[1], question.within), question.answer]),
				];
			}
			case 'most':
				return [`[${each}]|max_by(${dotted(question.most)})|${dotted(question.tell)}`, answer];
			case 'count':
				return [
					`[${each}|select(${dotted(question.field)}==${JSON.stringify(question.is)})]|length`,
					answer,
				];
			case 'path':
				return [dotted(question.path), answer];
			case 'key':
				return [`..|objects|.${question.key}//empty`, answer];
			case 'length':
				return [`${dotted(question.path)}|length`, answer];
			default:
				throw new Error(`${question.kind} is not asked of JSON`);
		}
	}
}

const isObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A path as jq spells it. */
function dotted(path: string): string {
	if (path === '') return '.';
	const parts = path.split('/').map((part) => {
		if (/^\d+$/.test(part)) return `[${part}]`;
		return /^[A-Za-z_]\w*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
	});
	return parts[0]?.startsWith('[') ? `.${parts.join('')}` : parts.join('');
}
