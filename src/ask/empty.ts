// Notes on filters that no item met: how many items were asked, and the values that stand in them.
import { shownText } from '../shared/shown-text';
import type { Slices } from '../shared/slices';
import type { Evaluation } from './evaluate';
import { childrenOf, type Expression, spelledPath } from './expression/ast';
import { AskFault } from './fault';
import { toldValues } from './told-values';
import { isFalse, tally, typeOf, type Value } from './value';

/** Explains the first filter that nothing met, in any of its applications. */
export function* emptyNote(evaluation: Evaluation): Slices<string | undefined> {
	const found = [...evaluation.observed.filters].find(
		([, { items, met }]) => items > 0 && met === 0,
	);
	if (!found) return undefined;
	const [{ condition }, { items, kept, first }] = found;
	const on: Run = function* (part, most = Number.POSITIVE_INFINITY) {
		const values: Value[] = [];
		for (const [some, scope] of first) {
			const items = some.slice(0, most - values.length);
			for (const value of yield* evaluation.each(part, items, scope)) values.push(value);
		}
		return values;
	};
	let told = '';
	try {
		told = yield* explanation(conjunctsOf(condition), on);
	} catch (error) {
		// A part of a condition by itself may fault, or be too much: the answer stands without it.
		if (!(error instanceof AskFault)) throw error;
	}
	const of = kept < items && told !== '' ? `of the first ${kept}, ` : '';
	return `None of ${items}: ${of}${told || 'no item meets the condition'}.`;
}

/** Evaluates a part of the condition on the items, or on the first of them. */
type Run = (part: Expression, most?: number) => Slices<readonly Value[]>;

function* explanation(conjuncts: readonly Expression[], on: Run): Slices<string> {
	const met: number[] = [];
	if (conjuncts.length > 1)
		for (const one of conjuncts)
			met.push((yield* on(one)).filter((value) => !isFalse(value)).length);
	const unmet = conjuncts.filter((_, at) => !met[at]);
	if (unmet.length === 0) return `each condition is met alone (in ${met.join(', ')}), not together`;
	const told = new Map<string, string>();
	for (const { path, other } of unmet.flatMap(subjectsOf).slice(0, 2)) {
		const name = nameOf(path) as string;
		const values = yield* on(path);
		const isQuoted = other?.type === 'field' && other.quoted;
		const [wanted] = isQuoted ? [other.name] : other ? yield* on(other, 1) : [];
		if (!values.some(isScalar)) continue;
		const isKey = isQuoted && values.includes(other.name);
		const apart = isKey ? `; ${shownText(other.name)} is a key here too: a text is in '…'` : '';
		told.set(name, toldValues(name, tally(values), wanted) + apart);
	}
	return [...told.values()].join('; ');
}

const isScalar = (value: Value): boolean => !['array', 'object', 'null'].includes(typeOf(value));

const conjunctsOf = (part: Expression): readonly Expression[] =>
	part.type === 'and' ? [...conjunctsOf(part.left), ...conjunctsOf(part.right)] : [part];

/** A path that a condition asks, and what its values are compared with. */
interface Subject {
	readonly path: Expression;
	readonly other?: Expression;
}

const subjectsOf = (part: Expression): readonly Subject[] => {
	if (nameOf(part) !== undefined) return [{ path: part }];
	if (part.type !== 'compare')
		return ['and', 'or', 'not', 'call'].includes(part.type)
			? childrenOf(part).flatMap(subjectsOf)
			: [];
	const { left, right } = part;
	const [found] = subjectsOf(left);
	if (found) return [{ ...found, other: right }];
	return subjectsOf(right).map(({ path }) => ({ path, other: left }));
};

const nameOf = (part: Expression): string | undefined => spelledPath(part, (key) => key, 'it');
