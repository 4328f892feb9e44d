// Notes on filters that no item met: how many items were asked, and the values that stand in them, counted where they
// repeat, of those that all differ the nearest to the wanted one.
import { nearestNames } from '../shared/nearest-names';
import { shownName, shownText } from '../shared/shown-text';
import type { Slices } from '../shared/slices';
import type { Evaluation } from './evaluate';
import { childrenOf, type Expression, spelledPath } from './expression/ast';
import { AskFault } from './fault';
import { momentOf } from './moment';
import { describe } from './observations';
import { asNumber, isFalse, numberOfText, tally, typeOf, type Value } from './value';

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

/** Values that are told, and of those that all differ; characters of one, and of all. */
const MOST = 6;
const NEAREST = 3;
const CHARACTERS = 40;
const ROOM = 120;

/** Says in a few words which values a key has, those nearest to the wanted one first. @param isAll false: there are more */
export const toldValues = (
	name: string,
	counts: ReturnType<typeof tally>,
	asked?: Value,
	isAll = true,
): string => {
	const areNumbers = asNumber(counts[0]?.value ?? null) !== undefined;
	const wanted = areNumbers && typeof asked === 'string' ? numberOfText(asked) : asked;
	const texts = counts.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
	const isName = typeof wanted === 'string' && numberIn(wanted) === undefined;
	const near = isName ? nearestNames(wanted, texts, MOST) : [];
	const all = counts.map(({ value, count }) => {
		const place = near.indexOf(value as string);
		return { value, count, distance: place < 0 ? distanceOf(value, wanted) : place };
	});
	// Of two infinite distances the difference is no number.
	all.sort((a, b) => a.distance - b.distance || b.count - a.count);
	const total = all.reduce((sum, { count }) => sum + count, 0);
	const areDifferent = all.length > MOST && all.length * 2 > total;
	const nearest = isAll ? all.filter(({ distance }) => distance < Infinity).slice(0, NEAREST) : [];
	const first = all.slice(0, nearest.length > 0 || !areDifferent ? MOST : 1);
	const told: string[] = [];
	let left = ROOM - widthOf(name);
	for (const { value, count } of areDifferent && nearest.length > 0 ? nearest : first) {
		const text = areDifferent ? spelled(value) : `${spelled(value)} ${count}`;
		left -= widthOf(text);
		if (left < 0 && told.length > 0) break;
		told.push(text);
	}
	if (!areDifferent)
		return `${shownName(name)} is ${told.join(', ')}${all.length > told.length ? `, of ${all.length} values` : ''}`;
	const by = nearest.length > 0 ? 'the nearest' : 'such as';
	return `${shownName(name)} has ${isAll ? '' : 'at least '}${all.length} different values, ${by} ${told.join(', ')}`;
};

/** Characters as tokens count them: those of other scripts take several letters' room. */
const widthOf = (text: string): number =>
	text.length + 2 * (text.match(/[^\p{ASCII}]/gu)?.length ?? 0);

const numberIn = (value: Value): number | undefined =>
	typeof value === 'string' ? (momentOf(value) ?? asNumber(numberOfText(value))) : asNumber(value);

/** Returns the distance of numbers and of times; infinite between others. */
const distanceOf = (value: Value, wanted: Value = null): number => {
	const [one, other] = [numberIn(value), numberIn(wanted)];
	const isAlike = typeof value === typeof wanted || typeof value !== 'string';
	return one === undefined || other === undefined || !isAlike ? Infinity : Math.abs(one - other);
};

/** Spells a value as in an expression: of which type it is. */
const spelled = (value: Value): string => {
	if (typeof value !== 'string') return describe(value).replace(/^the \w+ /, '');
	const shown = shownText(value, CHARACTERS);
	return /['"]/.test(value) ? shown : `'${shown.slice(1, -1)}'`;
};
