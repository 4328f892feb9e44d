// Questions about a list or a map of objects: its items are chosen by a seed, answers are computed
// from the parsed JSON, and what is not definite is not asked.
import { type Made, made } from '../../payloads/made';
import { at, occurrences, type Question } from '../payload';

export interface ListSpec {
	/** Path of the list, members with `/` between them. */
	readonly list: string;
	/** The field that identifies an item; `@key` in a map. */
	readonly by: string;
	/** Fields of an item that a person may want to know, in order of preference. */
	readonly tell: readonly string[];
	/** A text of items whose words a person may remember. */
	readonly words?: string;
	/** Fields whose values a person may count. */
	readonly count?: readonly string[];
	/** A number of items whose largest a person may look for. */
	readonly most?: string;
}

const LONGEST_ANSWER = 120;
const TRIES = 400;

interface Item {
	readonly key: string;
	readonly value: unknown;
}

/** Two look-ups and two of: words, count, most; four in all. */
export function listQuestions(name: string, text: string, spec: ListSpec): Question[] {
	const m = made(`questions of ${name}`);
	const list = at(JSON.parse(text), spec.list) as object;
	const isMap = !Array.isArray(list);
	const items = Object.entries(list).map(([key, value]): Item => ({ key, value }));
	const found: Question[] = [];
	const others = [
		() => (spec.words === undefined ? undefined : byWords(m, text, items, spec, spec.words)),
		() => counted(m, text, items, spec, isMap),
		() => (spec.most === undefined ? undefined : most(text, items, spec, spec.most)),
	];
	for (const other of others) {
		const question = found.length < 2 ? other() : undefined;
		if (question) found.push(question);
	}
	const wanted = new Set<unknown>();
	for (let tries = 0; found.length < 4 && tries < TRIES; tries++) {
		const question = lookup(m, text, items, spec, isMap);
		if (!question || wanted.has(question.is)) continue;
		wanted.add(question.is);
		found.push(question);
	}
	return found;
}

const identity = ({ key, value }: Item, by: string): unknown =>
	by === '@key' ? key : at(value, by);

function lookup(m: Made, text: string, items: readonly Item[], spec: ListSpec, isMap: boolean) {
	const item = m.pick(items);
	const is = identity(item, spec.by);
	if ((typeof is !== 'string' && typeof is !== 'number') || is === '') return undefined;
	if (items.filter((other) => identity(other, spec.by) === is).length !== 1) return undefined;
	const tell = spec.tell.slice(m.int(0, spec.tell.length - 1)).concat(spec.tell);
	for (const field of tell) {
		const answer = definite(text, at(item.value, field), [String(is)]);
		if (answer === undefined) continue;
		return {
			kind: 'lookup' as const,
			list: spec.list,
			by: spec.by,
			is,
			tell: field,
			isMap,
			answer,
		};
	}
	return undefined;
}

function byWords(m: Made, text: string, items: readonly Item[], spec: ListSpec, within: string) {
	const bodies = items.map(({ value }) => JSON.stringify(value).toLowerCase());
	for (let tries = 0; tries < TRIES; tries++) {
		const item = m.pick(items);
		const value = at(item.value, within);
		if (typeof value !== 'string') continue;
		const known = [...new Set(value.match(/\p{L}{4,}/gu) ?? [])];
		if (known.length < 3) continue;
		// Not in the order in which they stand, and not as they are written.
		const words = [m.pick(known), m.pick(known), m.pick(known)].map((word) => word.toLowerCase());
		if (new Set(words).size < 3) continue;
		if (bodies.filter((body) => words.every((word) => body.includes(word))).length !== 1) continue;
		for (const field of [spec.by, ...spec.tell]) {
			if (field === '@key' || field === within) continue;
			const answer = definite(text, at(item.value, field), words);
			if (answer !== undefined)
				return { kind: 'words' as const, list: spec.list, words, within, tell: field, answer };
		}
	}
	return undefined;
}

function counted(m: Made, text: string, items: readonly Item[], spec: ListSpec, isMap: boolean) {
	for (const field of spec.count ?? []) {
		const values = items.map(({ value }) => at(value, field));
		for (let tries = 0; tries < 20; tries++) {
			const is = m.pick(values);
			if (typeof is !== 'string' && typeof is !== 'number' && typeof is !== 'boolean') continue;
			const answer = values.filter((value) => value === is).length;
			if (answer < 3 || answer === items.length) continue;
			if (spelled(text, field, is) !== answer) continue;
			return { kind: 'count' as const, list: spec.list, field, is, isMap, answer };
		}
	}
	return undefined;
}

/** Counts how often a text search would find the member, so that no approach counts another thing. */
function spelled(text: string, field: string, is: unknown): number {
	const name = JSON.stringify(field.split('/').at(-1));
	const ends = [',', '}', ' ', '\n', ']'];
	return ends.reduce(
		(sum, end) =>
			sum +
			occurrences(text, `${name}:${JSON.stringify(is)}${end}`) +
			occurrences(text, `${name}: ${JSON.stringify(is)}${end}`),
		0,
	);
}

function most(text: string, items: readonly Item[], spec: ListSpec, field: string) {
	const sized = items.flatMap(({ value }) => {
		const size = at(value, field);
		return typeof size === 'number' ? [{ value, size }] : [];
	});
	sized.sort((a, b) => b.size - a.size);
	const [first, second] = sized;
	if (!first || !second || first.size === second.size) return undefined;
	for (const tell of [spec.by, ...spec.tell]) {
		if (tell === field || tell === '@key') continue;
		const answer = definite(text, at(first.value, tell), [String(first.size)]);
		if (answer !== undefined)
			return { kind: 'most' as const, list: spec.list, most: field, tell, answer };
	}
	return undefined;
}

/** The value as a text that stands once in the payload, and in none of what is known. */
export function definite(
	text: string,
	value: unknown,
	known: readonly string[],
): string | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const answer = String(value);
	if (answer.length < 5 || answer.length > LONGEST_ANSWER) return undefined;
	if (
		known.some((word) => word.includes(answer) || answer.toLowerCase().includes(word.toLowerCase()))
	)
		return undefined;
	return occurrences(text, JSON.stringify(answer).slice(1, -1)) === 1 ? answer : undefined;
}
