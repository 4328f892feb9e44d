// A payload of the needle benchmark: what one tool answers, and four questions with one definite
// place or number each. A question says what a person knows who asks it, never where the answer is.

export interface NeedlePayload {
	readonly name: string;
	readonly kind: string;
	/** Real material of an installed package; otherwise made up, the same on every machine. */
	readonly isReal: boolean;
	/** The form in which the tool sends it: as text, as text beside structured content, or as an embedded file. */
	readonly carrier: 'text' | 'structured' | 'file';
	readonly text: string;
	readonly questions: readonly Question[];
}

/** Dotless paths: members with `/` between them; `@key` is an item's own key in a map. */
type Path = string;

export type Question =
	/** The `tell` of the item whose `by` is `is`, in the list at `list`. */
	| Place<{ kind: 'lookup'; list: Path; by: Path; is: string | number; tell: Path; isMap: boolean }>
	/** The `tell` of the only item with all these words, which are somewhere in its `within`. */
	| Place<{ kind: 'words'; list: Path; words: readonly string[]; within: Path; tell: Path }>
	/** The `tell` of the item with the largest `most`. */
	| Place<{ kind: 'most'; list: Path; most: Path; tell: Path }>
	/** The value at a place that is known. */
	| Place<{ kind: 'path'; path: Path }>
	/** The value of a member that has this name, wherever it is. */
	| Place<{ kind: 'key'; key: string }>
	/** The value on the line, or within 150 characters, of all these words. */
	| Place<{ kind: 'near'; words: readonly string[] }>
	/** The value one to six lines below the line with these words. */
	| Place<{ kind: 'below'; words: readonly string[] }>
	/** The value on line `line`. */
	| Place<{ kind: 'line'; line: number }>
	/** The number of items that have `is` as their `field`. */
	| Count<{ kind: 'count'; list: Path; field: Path; is: string | number | boolean; isMap: boolean }>
	/** The number of lines that contain the word. */
	| Count<{ kind: 'count lines'; word: string }>
	/** The number of items or members of the value at `path`. */
	| Count<{ kind: 'length'; path: Path }>;

/** The answer stands exactly once in the whole payload, and in nothing that the question names. */
type Place<Known> = Known & { readonly answer: string };
type Count<Known> = Known & { readonly answer: number };

export type PlaceQuestion = Extract<Question, { readonly answer: string }>;
export type CountQuestion = Extract<Question, { readonly answer: number }>;

export const isCount = (question: Question): question is CountQuestion =>
	typeof question.answer === 'number';

/** The value at a path of members. */
export const at = (value: unknown, path: Path): unknown =>
	path === ''
		? value
		: path
				.split('/')
				.reduce<unknown>(
					(inside, key) =>
						typeof inside === 'object' && inside !== null && Object.hasOwn(inside, key)
							? (inside as Record<string, unknown>)[key]
							: undefined,
					value,
				);

/** Counts how often a text stands in another. */
export function occurrences(text: string, part: string): number {
	let count = 0;
	for (let from = text.indexOf(part); from >= 0; from = text.indexOf(part, from + part.length))
		count++;
	return count;
}
