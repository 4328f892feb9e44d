// Errors for expressions that found nothing: the failing part, what is there instead, and an example.

import { nameAlike, nearestNames } from '../shared/nearest-names';
import { shownName } from '../shared/shown-text';
import type { Slices } from '../shared/slices';
import type { Evaluation } from './evaluate';
import { type Compare, childrenOf, type Expression, type Field } from './expression/ast';
import { AskFault } from './fault';
import {
	hasKeyAt,
	isOfLines,
	type Keys,
	keysIn,
	keysOf,
	keysOnce,
	type Place,
	placeOf,
	placesOfKey,
} from './keys';
import { compareMends, fieldMends, isSurelyKey, projectionMends } from './mend';
import { Meter, Pace } from './meter';
import { type ComparisonStats, describe, type FieldStats } from './observations';
import { itemsOf, memberOf, numberOfText, Part, typeOf, type Value } from './value';

type Projected = Expression & { readonly left: Expression };

/** Items on which the rest of a filter's expression is tried that no item met. */
const TRIED = 5;

/** Steps of the explanations of one question, over all of its runs: about a second. */
const MOST_STEPS = 2_000_000;

/** Returns what counts the explanations of one question. */
export const explaining = (): Meter =>
	new Meter({ steps: MOST_STEPS, made: Number.POSITIVE_INFINITY });

/**
 * Returns the first part of an expression that found nothing to work on, in slices. @throws AskFault, a stop, where the
 * meter is used up before
 */
export function* findFault(
	evaluation: Evaluation,
	expression: Expression,
	meter: Meter,
): Slices<AskFault | undefined> {
	yield* tryUnmet(evaluation);
	const { fields, projections, compares, literals } = evaluation.observed;
	const optional = new Set([...literals.keys(), ...alternativesIn(expression, fields)]);
	const faults: AskFault[] = [];
	const unprojected = [...projections].filter(
		([, { lists, other }]) => lists === 0 && other !== undefined,
	);
	for (const [over, { other = null }] of unprojected.sort(([a], [b]) => a.at - b.at).slice(0, 1))
		faults.push(projectionFault(over as Projected, other, isAppliedPerItem(expression, over)));
	for (const [compare, seen] of compares) {
		const fault = compareFault(compare, seen);
		if (fault) faults.push(fault);
	}
	const missing = [...fields].filter(([field, { hits }]) => hits === 0 && !optional.has(field));
	let [first] = faults.sort((a, b) => a.at - b.at);
	if (missing.length === 0) return first;
	const pace = new Pace(meter);
	const keys = keysOnce(meter);
	// Others are told beside it where that is little work.
	const least = meter.left - LITTLE_WORK;
	const told = new Set<string>();
	for (const [field, seen] of missing.sort(([a], [b]) => a.at - b.at)) {
		const isPast = first && first.at < field.at && first.respellings.length === 0;
		if (isPast && (told.size > MORE_TOLD || meter.left < least)) break;
		if (pace.isDue()) yield;
		try {
			const fault = yield* fieldFault(expression, field, seen, keys, meter);
			if (!fault) continue;
			faults.push(fault);
			if (fault.beside !== '') told.add(fault.beside);
			if (!first || fault.at <= first.at) first = fault;
		} catch (error) {
			if (!first || !(error instanceof AskFault)) throw error;
			break;
		}
	}
	if (!first) return undefined;
	const { at, mends, detail } = first;
	const respellings = first.respellings.length > 0 ? faults.flatMap((one) => one.respellings) : [];
	told.delete(first.beside);
	const message = [first.message, ...[...told].slice(0, MORE_TOLD)].join(' ');
	return new AskFault(message, at, mends, detail, respellings, first.beside);
}

/** Evaluates what follows a filter that nothing met, for what is missing there. */
function* tryUnmet(evaluation: Evaluation): Slices<void> {
	for (const [{ right }, { met, first }] of evaluation.observed.filters) {
		if (met > 0 || right.type === 'current') continue;
		for (const [items, scope] of first.slice(0, 1))
			for (const item of items.slice(0, TRIED))
				try {
					yield* evaluation.running(right, item, scope);
				} catch (error) {
					if (!(error instanceof AskFault)) throw error;
				}
	}
}

/** Returns keys with an alternative that is present or a literal, as in `nickname || name`. */
const alternativesIn = (
	expression: Expression,
	seen: ReadonlyMap<Field, FieldStats>,
): ReadonlySet<Field> => {
	const found = new Set<Field>();
	const visit = (part: Expression): void => {
		const isCall = part.type === 'call' && part.name === 'not_null';
		const operands = isCall || part.type === 'or' ? childrenOf(part) : [];
		const fields = operands.flatMap(pathFields);
		const isLiteral = operands.some(({ type }) => type === 'literal');
		if (isLiteral || fields.some((field) => (seen.get(field)?.hits ?? 0) > 0))
			for (const field of fields) found.add(field);
		for (const inner of childrenOf(part)) visit(inner);
	};
	visit(expression);
	return found;
};

const pathFields = (part: Expression): readonly Field[] => {
	if (part.type === 'field') return [part];
	return part.type === 'sub' ? [...pathFields(part.left), ...pathFields(part.right)] : [];
};

function* fieldFault(
	whole: Expression,
	field: Field,
	seen: FieldStats,
	keysOnceAt: (place: Place) => Slices<Keys>,
	meter: Meter,
): Slices<AskFault | undefined> {
	const { misses, without, other } = seen;
	const { at, name: key, quoted } = field;
	if (misses > 0) {
		const place = placeOf(without, meter);
		const keys = yield* place
			? keysOnceAt(place)
			: keysIn(without, without.length === misses, meter);
		if (place && hasKeyAt(place, key, keys, meter)) return undefined;
		try {
			const meant = keys.isAll ? nameAlike(key, keys.names) : undefined;
			const isSure =
				meant !== undefined &&
				(place?.isWhole
					? without.some((value) => memberOf(value, meant) !== undefined)
					: nameAlike(key, keysOf(without, true, meter).names) === meant);
			const isQuoted = quoted && !isSurelyKey(whole, field);
			const told = { at, key, quoted: isQuoted, place: shortPath(place) ?? '' };
			const alike = isSure ? [{ ...told, meant }] : [];
			const nodes = new Set(without.flatMap((one) => (one instanceof Part ? one.node : [])));
			const { below, elsewhere } =
				place && !isSure ? placesOfKey(place.tree, key, nodes, meter) : NOWHERE;
			const places = below.map((path) => [place?.path, path].filter(Boolean).join('.'));
			const near = isSure ? [meant] : undefined;
			const said = missingKeyMessages(
				field,
				place,
				keys,
				near,
				below.length > 0 ? places : elsewhere,
			);
			const names = elsewhere.length > 0 ? [] : keys.names;
			const mends = fieldMends(whole, field, seen, names, below);
			return new AskFault(said.message, at, mends, '', alike, said.beside);
		} catch (error) {
			if (!(error instanceof AskFault)) throw error;
			// It is missing for certain; what else is there would be too much to go over.
			return new AskFault(`${noKey(key, place)}.`, at);
		}
	}
	if (other === undefined) return undefined;
	const asked = `${shown(key)} is asked of ${describe(other)}, which has no keys.`;
	const { names, text } = keysOf(itemsOf(other) ?? [], true, meter);
	const keys = names.length > 0 ? ` Keys of its items: ${text}.` : '';
	return new AskFault(asked, at, fieldMends(whole, field, seen, []), keys);
}

const NOWHERE = { below: [], elsewhere: [] };

/** Says that nothing at a place has a key. */
const noKey = (key: string, place: Place | undefined): string => {
	const path = shortPath(place);
	const where = path === '' ? 'The document' : (path ?? 'What is asked there');
	return path?.endsWith('[]')
		? `No item of ${path} has the key ${shown(key)}`
		: `${where} has no key ${shown(key)}`;
};

/** Says that a key is missing: with the keys that are there, and beside what has said these. */
const missingKeyMessages = (
	{ name: key }: Field,
	place: Place | undefined,
	keys: Keys,
	alike: readonly string[] | undefined,
	places: readonly string[],
): { readonly message: string; readonly beside?: string } => {
	const name = shown(key);
	if (isOfLines(keys.names))
		return { message: `No line has the key ${name}; each has ${keys.names.join(', ')}.` };
	const found = places.filter((path) => path.length <= MAX_PLACE_LENGTH);
	const near = alike ?? (found.length === 0 ? nearestNames(key, keys.names, 2) : []);
	const beside = [
		`${noKey(key, place)}.`,
		near.length === 0 ? '' : `Nearest: ${near.map(shownName).join(', ')}.`,
		found.length === 0 ? '' : `${name} stands at ${found.join(', ')}.`,
	]
		.filter(Boolean)
		.join(' ');
	return { message: `${beside} Keys there: ${keys.text}.`, beside };
};

/** Further missing keys that are named, and steps of work up to which they are looked for. */
const [MORE_TOLD, LITTLE_WORK] = [3, 100_000];

const MAX_PLACE_LENGTH = 160;
const shortPath = (place: Place | undefined): string | undefined =>
	place && place.path.length <= MAX_PLACE_LENGTH ? place.path : undefined;

const shown = (text: string): string =>
	(text.length > 60 ? `${text.slice(0, 60)}…` : text).toWellFormed();

const PROJECTION_LABELS: Readonly<Record<string, string>> = {
	filter: 'The filter',
	slice: 'The slice',
	index: 'The index',
};

/** Returns true for a part that a projection applies to each item. */
const isAppliedPerItem = (part: Expression, over: Expression): boolean => {
	const isHere =
		['each', 'flatten', 'values', 'slice', 'filter'].includes(part.type) &&
		'right' in part &&
		innermostLeft(part.right) === over;
	return isHere || childrenOf(part).some((inner) => isAppliedPerItem(inner, over));
};

/** Returns the innermost part on the left, which is evaluated first. */
const innermostLeft = (part: Expression): Expression =>
	'left' in part && part.left.type !== 'current' ? innermostLeft(part.left) : part;

const projectionFault = (over: Projected, other: Value, isOfEach: boolean): AskFault => {
	const wanted = over.type === 'values' ? 'an object' : 'a list';
	const perItem = isOfEach && over.type !== 'values';
	const keys =
		other instanceof Part && typeOf(other) === 'object'
			? ` Keys there: ${keysOf([other]).text}.`
			: '';
	return new AskFault(
		perItem
			? `${PROJECTION_LABELS[over.type] ?? 'This'} is asked of each item by itself here, which is ${describe(other)}. To ask it of the list of items, write | before it.`
			: `${wanted[0]?.toUpperCase()}${wanted.slice(1)} is needed here; this is ${describe(other)}.`,
		over.at,
		projectionMends(over, other, perItem),
		perItem ? '' : keys,
	);
};

const compareFault = (compare: Compare, seen: ComparisonStats): AskFault | undefined => {
	if (seen.compared > 0 || !seen.unlike) return undefined;
	const [left, right] = seen.unlike;
	const { operator } = compare;
	const values = [seen.left ?? null, seen.right ?? null] as const;
	return new AskFault(
		`${operator} compares ${describe(values[0])} with ${describe(values[1])}: ${left} and ${right} are never ${operator === '==' || operator === '!=' ? 'equal' : 'in order'}.`,
		compare.at,
		compareMends(compare, values),
		typeof values[0] === 'string' && /\d/.test(values[0]) && numberOfText(values[0]) === null
			? ' to_number() does not read it: replace(…, part, by) takes currencies and the like away.'
			: '',
	);
};

/** Returns true for an expression that begins with a list and is asked of an object. */
export const impliesMainList = (expression: Expression, root: Value): boolean => {
	const first = firstProjection(expression);
	return (
		first !== undefined &&
		typeOf(root) === 'object' &&
		memberOf(root, '') === undefined &&
		['each', 'flatten', 'filter', 'slice', 'index'].includes(first.type)
	);
};

/** Returns the first part that is applied to the document. */
const firstProjection = (part: Expression): Expression | undefined => {
	if ('left' in part && part.type !== 'ternary') {
		const { left } = part;
		return left.type === 'current' ? part : firstProjection(left);
	}
	if (part.type === 'call')
		return part.args.map(firstProjection).find((found) => found !== undefined);
	return undefined;
};
