// Errors for expressions that found nothing: the failing part, what is there instead, and an example.

import { nearestName, nearestNames } from '../shared/nearest-names';
import { shownName, shownText } from '../shared/shown-text';
import type { Evaluation } from './evaluate';
import { type Compare, childrenOf, type Expression, type Field } from './expression/ast';
import { AskFault } from './fault';
import { keyOf } from './functions/signature';
import { compareMends, fieldMends, keysIn, projectionMends } from './mend';
import { type ComparisonStats, describe, type FieldStats } from './observations';
import { keysOf, pathOfKey, pathTo } from './outline';
import { memberOf, Part, type Tree, typeOf, type Value } from './value';

type Projected = Expression & { readonly left: Expression };

/** Maximum number of siblings that are inspected. */
const SIBLINGS = 5_000;

/** Returns the first part of an expression that found nothing to work on. */
export const findFault = (evaluation: Evaluation, expression: Expression): AskFault | undefined => {
	const { fields, projections, compares } = evaluation.observed;
	const optional = alternativesIn(expression, fields);
	const faults: AskFault[] = [];
	for (const [field, seen] of fields) {
		if (seen.hits > 0 || optional.has(field)) continue;
		const fault = fieldFault(expression, field, seen);
		if (fault) faults.push(fault);
	}
	for (const [over, { lists, other }] of projections)
		if (lists === 0 && other !== undefined)
			faults.push(projectionFault(over as Projected, other, isAppliedPerItem(expression, over)));
	for (const [compare, seen] of compares) {
		const fault = compareFault(compare, seen);
		if (fault) faults.push(fault);
	}
	return faults.sort((a, b) => a.at - b.at)[0];
};

/** Returns keys with a present alternative, as in `nickname || name`. */
const alternativesIn = (
	expression: Expression,
	seen: ReadonlyMap<Field, FieldStats>,
): ReadonlySet<Field> => {
	const found = new Set<Field>();
	const visit = (part: Expression): void => {
		const operands =
			part.type === 'or'
				? [part.left, part.right]
				: part.type === 'call' && part.name === 'not_null'
					? part.args
					: [];
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

const fieldFault = (whole: Expression, field: Field, seen: FieldStats): AskFault | undefined => {
	const { misses, without, other } = seen;
	const mends = fieldMends(whole, field, seen);
	if (misses > 0 && without !== undefined) {
		if (hasSiblingWithKey(without, field.name)) return undefined;
		return new AskFault(missingKeyMessage(field, without), field.at, mends);
	}
	if (other === undefined) return undefined;
	const asked = `${shown(field.name)} is asked of ${describe(other)}, which has no keys.`;
	return new AskFault(asked + keysInItems(other), field.at, mends);
};

const keysInItems = (list: Value): string => {
	const first = list instanceof Part ? list.tree.children(list.node)[0] : undefined;
	if (!(list instanceof Part) || first === undefined || list.tree.kind(first) !== 'object')
		return '';
	return ` Keys of its items: ${keysOf(list.tree, first)}.`;
};

/** Returns true where another item of the list has the key, which is then optional. */
const hasSiblingWithKey = (value: Value, key: string): boolean => {
	if (!(value instanceof Part)) return false;
	const { tree, node } = value;
	const names: string[] = [];
	// Up to the enclosing list, then down in its other items.
	let item = node;
	while (tree.parent(item) >= 0 && tree.kind(tree.parent(item)) !== 'array') {
		names.unshift(tree.key(item));
		item = tree.parent(item);
	}
	if (tree.parent(item) < 0) return isMap(tree, node) && hasNeighbourWithKey(tree, node, key);
	return Array.from(tree.children(tree.parent(item)).subarray(0, SIBLINGS)).some((sibling) => {
		let at = sibling;
		for (const name of names) at = at < 0 ? at : tree.member(at, name);
		return at >= 0 && tree.member(at, key) >= 0;
	});
};

const isMap = (tree: Tree, node: number): boolean =>
	tree.parent(node) >= 0 && tree.count(tree.parent(node)) > 1;

const hasNeighbourWithKey = (tree: Tree, node: number, key: string): boolean =>
	Array.from(tree.children(tree.parent(node)).subarray(0, SIBLINGS)).some(
		(neighbour) => tree.kind(neighbour) === 'object' && tree.member(neighbour, key) >= 0,
	);

const missingKeyMessage = (field: Field, without: Value): string => {
	const name = shown(field.name);
	const rarer = without instanceof Part ? rarerKeys(without) : [];
	const names = [...keysIn(without), ...rarer.map(([key]) => key)];
	const near = nearestName(field.name, names);
	const found = without instanceof Part ? pathOfKey(without.tree, field.name) : undefined;
	const elsewhere = found !== undefined && found.length <= MAX_PLACE_LENGTH ? found : undefined;
	const keys =
		without instanceof Part
			? keysOf(without.tree, without.node)
			: names.slice(0, 15).map(shownName).join(', ');
	const path = without instanceof Part ? pathTo(without.tree, without.node) : '';
	const place = path.length <= MAX_PLACE_LENGTH ? path : 'What is asked there';
	const where =
		place === '' ? 'The document' : place.endsWith('[]') ? `No item of ${place}` : place;
	return [
		where.startsWith('No ') ? `${where} has the key ${name}.` : `${where} has no key ${name}.`,
		near === undefined ? '' : `Nearest: ${shownName(near)}.`,
		elsewhere === undefined ? '' : `${name} stands at ${elsewhere}.`,
		`Keys there: ${[keys, ...rarer.slice(0, 10).map(([key, count]) => `${shownName(key)} (in ${count})`)].filter(Boolean).join(', ')}.`,
	]
		.filter(Boolean)
		.join(' ');
};

/** Returns the keys that other items of its list have and an item has not, the most frequent first. */
const rarerKeys = ({ tree, node }: Part): readonly (readonly [key: string, items: number])[] => {
	const list = tree.parent(node);
	if (list < 0 || tree.kind(list) !== 'array') return [];
	const counts = new Map<string, number>();
	for (const item of tree.children(list).subarray(0, SIBLINGS))
		if (tree.kind(item) === 'object')
			for (const member of tree.children(item)) {
				const key = tree.key(member);
				if (tree.member(node, key) < 0) counts.set(key, (counts.get(key) ?? 0) + 1);
			}
	return [...counts].sort(([, one], [, other]) => other - one);
};

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
			? ` Keys there: ${keysOf(other.tree, other.node)}.`
			: '';
	return new AskFault(
		perItem
			? `${PROJECTION_LABELS[over.type] ?? 'This'} is asked of each item by itself here, which is ${describe(other)}. To ask it of the list of items, write | before it.`
			: `${wanted} is needed here; this is ${describe(other)}.${keys}`,
		over.at,
		projectionMends(over, other, perItem),
	);
};

const compareFault = (compare: Compare, seen: ComparisonStats): AskFault | undefined => {
	if (seen.compared > 0 || !seen.unlike) return undefined;
	const [left, right] = seen.unlike;
	const { operator } = compare;
	const values = [seen.left ?? null, seen.right ?? null] as const;
	return new AskFault(
		`${operator} compares ${describe(values[0])} with ${describe(values[1])}: a ${left} and a ${right} are never ${operator === '==' || operator === '!=' ? 'equal' : 'in order'}.`,
		compare.at,
		compareMends(compare, values),
	);
};

const MAX_PLACE_LENGTH = 160;
const MAX_VALUES_SHOWN = 6;

/** Explains an empty filter by the values that its comparisons meet, those nearest to what was asked first. */
export const emptyNote = (evaluation: Evaluation): string | undefined => {
	const [found] = evaluation.observed.empty;
	if (!found) return undefined;
	const [{ condition }, items] = found;
	let told: readonly string[] = [];
	try {
		const all = comparesIn(condition);
		const unmet = all.filter((one) => !items.some((item) => evaluation.run(one, item) === true));
		told = (unmet.length > 0 ? unmet : all)
			.slice(0, 2)
			.flatMap((compare) => valuesOf(evaluation, compare, items));
	} catch (error) {
		// A part of a condition by itself may fault, or be too much: the answer stands without it.
		if (!(error instanceof AskFault)) throw error;
	}
	return `None of ${items.length}: ${told.length === 0 ? 'no item meets the condition' : told.join('; ')}.`;
};

const comparesIn = (part: Expression): readonly Compare[] =>
	part.type === 'compare' ? [part] : childrenOf(part).flatMap(comparesIn);

const valuesOf = (
	evaluation: Evaluation,
	{ left, right }: Compare,
	items: readonly Value[],
): readonly string[] => {
	const path = pathFields(left);
	if (path.length === 0) return [];
	const counts = new Map<string, number>();
	for (const item of items) {
		const found = evaluation.run(left, item);
		const name = keyOf(found);
		if (name !== undefined && found !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	if (counts.size === 0) return [];
	const wanted = right.type === 'literal' ? (keyOf(right.value) ?? '') : '';
	const near = nearestValues(wanted, [...counts.keys()]);
	const sorted = [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
	const top = [...new Set([...near, ...sorted])].slice(0, MAX_VALUES_SHOWN);
	const more = counts.size > top.length ? `, of ${counts.size} values` : '';
	const asked = wanted === '' ? '' : ` ${shownText(wanted, 40)} is not met;`;
	const told = top.map((value) => `${shownName(shown(value))} ${counts.get(value)}`).join(', ');
	return [`${asked} ${path.map(({ name }) => shownName(name)).join('.')} is ${told}${more}`.trim()];
};

/** Returns the values nearest to a number or a time by their distance, to any other by their spelling. */
const nearestValues = (wanted: string, values: readonly string[]): readonly string[] => {
	const target = positionOf(wanted);
	const positions = values.map((value) => [value, Math.abs(positionOf(value) - target)] as const);
	if (positions.some(([, distance]) => Number.isNaN(distance)))
		return nearestNames(wanted, values, MAX_VALUES_SHOWN);
	return positions
		.sort(([, one], [, other]) => one - other)
		.slice(0, MAX_VALUES_SHOWN)
		.map(([value]) => value);
};

/** Where a number stands, or a time as ISO 8601 writes it; NaN for any other text. */
const positionOf = (text: string): number =>
	/^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : text === '' ? Number.NaN : Number(text);

const shown = (text: string): string =>
	(text.length > 60 ? `${text.slice(0, 60)}…` : text).toWellFormed();

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
