// Which constraint a caller means: by its id, by the id of its section in Memory MCP, or by its first words.
import { normalized } from './identity';
import { sectionsIn } from './referable';
import type { Constraint } from './types';

export interface Named {
	/** Of the one constraint, or of the section. */
	readonly id: string;
	/** Of all that it holds. */
	readonly keys: readonly string[];
}

/** Characters of words that may name a constraint, at least, unless they are all of it. */
const LEAST_WORDS = 8;

/** Undefined where nothing is meant, or more than one thing. */
export function constraintNamed(
	name: string,
	constraints: readonly Constraint[],
	content: string,
): Named | undefined {
	const exact = constraints.find(({ id, key }) => id === name || key === name);
	const held = constraints.filter(({ within = [] }) => within.some(([id]) => id === name));
	// A section is all that stands in it; an item also what is nested in it.
	if (held.length > 0) return { id: name, keys: held.map(({ key }) => key) };
	if (exact !== undefined) return { id: exact.id, keys: [exact.key] };
	if (sectionsIn(content).some(({ id }) => id === name)) return { id: name, keys: [] };
	const words = plain(name);
	if (words === '') return undefined;
	const whole = constraints.filter(({ text }) => plain(text) === words);
	const begun =
		whole.length > 0 || words.length < LEAST_WORDS
			? whole
			: constraints.filter(({ text }) => plain(text).startsWith(words));
	const [found, another] = begun;
	return found === undefined || another !== undefined
		? undefined
		: { id: found.id, keys: [found.key] };
}

/** Those that share most words with a wrong name first, so that the right one is among the first. */
export function nearest(name: string, constraints: readonly Constraint[]): readonly Constraint[] {
	const words = new Set(plain(name).split(' '));
	const scored = constraints.map((constraint) => ({
		constraint,
		score: plain(`${constraint.id} ${constraint.text}`)
			.split(' ')
			.filter((word) => words.has(word)).length,
	}));
	return scored.sort((one, other) => other.score - one.score).map(({ constraint }) => constraint);
}

/** Without an ellipsis, code signs and case: what a model copies of a text. */
const plain = (text: string): string =>
	normalized(text.replace(/(?:…|\.\.\.)$/, ''))
		.replaceAll('`', '')
		.toLowerCase();
