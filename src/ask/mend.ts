// Mends expressions: edits that may cure a fault, and the search for the one that works on the data.
import { numberedLevel } from '../shared/log-entries';
import { isNameOf } from '../shared/nearest-names';
import { isSpeakable } from '../shared/shown-text';
import { inUnitOf } from './amounts';
import {
	type Compare,
	childrenOf,
	type Expression,
	type Field,
	isQuoted,
	isWord,
} from './expression/ast';
import { literal, tokenEnd } from './expression/lex';
import { respelled } from './expression/spellings';
import { isOfLines, keysOf } from './keys';
import { momentOf } from './moment';
import type { FieldStats } from './observations';
import { mainList, spelledKey } from './outline';
import { valueBehind } from './query/lines';
import { commonRanks, dayIn } from './readings';
import { itemsOf, keyOf, memberOf, numberOfText, Part, typeOf, type Value } from './value';

/** Expressions close to a faulty one, the likeliest first. */
export type Mends = (text: string) => readonly string[];

export const edited = (text: string, from: number, to: number, by: string): string =>
	text.slice(0, from) + by + text.slice(to);

/** Returns the offset at which a part begins. */
export const startOf = (part: Expression): number =>
	Math.min(part.at, ...childrenOf(part).map(startOf));

/** Returns the offset before a step: before its dot, or before the comma and & of an argument. */
const beforeStep = (text: string, at: number): number => {
	let end = at;
	while (end > 0 && ' .,&\t\n'.includes(text[end - 1] as string)) end--;
	return end;
};

/** Returns the parts around a part, the whole first, itself last. */
const pathOf = (whole: Expression, part: Expression): readonly Expression[] | undefined => {
	if (whole === part) return [whole];
	for (const inner of childrenOf(whole)) {
		const path = pathOf(inner, part);
		if (path) return [whole, ...path];
	}
	return undefined;
};

/** Spells a path of the data where a model may repeat it: of 300 characters at most. */
export const speakable = (path = ''): readonly string[] =>
	/^.{1,300}$/.test(path) && path.split('"').every(isSpeakable) ? [path] : [];

/** Functions that are written as keys, `items.length`, or after a pipe, `| unique`. */
const AS_KEYS =
	/^(?:length|add|count|keys|values|sum|avg|max|min|sort|unique|distinct|reverse|type|to_number|lower|upper)$/;

/** Mends a key that nothing has. */
export const fieldMends =
	(
		whole: Expression,
		field: Field,
		{ misses, without, other }: FieldStats,
		keys: readonly string[],
		/** Places where it stands below, as paths from there. */
		places: readonly string[] = [],
	): Mends =>
	(text) => {
		const path = pathOf(whole, field) ?? [field];
		const parent = path.at(-2);
		const end = tokenEnd(text, field.at);
		const swap = (by: string): string => edited(text, field.at, end, by);
		const found: string[] = [];
		if (misses === 0 && AS_KEYS.test(field.name)) {
			const from = parent?.type === 'sub' ? startOf(parent.left) : field.at;
			const given = parent?.type === 'sub' ? text.slice(from, beforeStep(text, field.at)) : '@';
			found.push(edited(text, from, end, `${field.name === 'add' ? 'sum' : field.name}(${given})`));
		}
		if (misses > 0) {
			const lines = isOfLines(keys) ? without.map((line) => memberOf(line, 'text')) : [];
			if (lines.some((line) => typeof line === 'string' && valueBehind(line, field.name)))
				found.push(swap(`field(text, ${literal(field.name)})`));
			found.push(...oddKeys(text, field, keys));
			const names = namesLike(field.name, places, keys, isOfEach(path)).map(swap);
			// One of several that are asked for is a key rather than the same text in all.
			const isText = parent && !isOneOfKeys(parent, keys) && mayBeText(parent, field);
			return [...found, ...(isText ? [swap(literal(field.name))] : []), ...names];
		}
		if (typeof other === 'string' && parent?.type === 'sub') {
			const [from, to] = [startOf(parent.left), beforeStep(text, field.at)];
			found.push(edited(text, from, to, `from_json(${text.slice(from, to)})`));
		}
		// A filter without its question mark is a list of one comparison.
		if (text[field.at - 1] === '[' && text[end] !== ']')
			found.push(edited(text, field.at, field.at, '?'));
		// Of lists in the items those would be counted, and not what they hold.
		const inner = memberOf(itemsOf(other ?? null)?.[0] ?? null, field.name);
		const isCounted = parent?.type === 'call' || (parent?.type === 'pipe' && parent.left === field);
		return isCounted && itemsOf(inner ?? null) ? found : [...found, ...overItems(text, path)];
	};

/** Tells whether a part asks for several values, one of them by a key. */
const isOneOfKeys = (parent: Expression, keys: readonly string[]): boolean =>
	(parent.type === 'list' || parent.type === 'object') &&
	childrenOf(parent).some((one) =>
		isQuoted(one) ? keys.includes(one.name) : one.type !== 'literal',
	);

/** Tells whether a name may be meant as a text: in quotes, or compared with what is none. */
const mayBeText = (parent: Expression, field: Field): boolean =>
	!isKeyIn(parent, field) &&
	(field.quoted || (parent.type === 'compare' && parent.right === field));

/** Tells whether a name that is missing can only be a key: in arithmetic, behind &, beside a literal, the first of two in quotes. */
const isKeyIn = (parent: Expression, field: Field): boolean => {
	if (parent.type !== 'compare')
		return ['arithmetic', 'minus', 'plus', 'reference'].includes(parent.type);
	const other = parent.left === field ? parent.right : parent.left;
	return other.type === 'literal' || isWord(other) || (isQuoted(other) && parent.left === field);
};

/** The same of a name in an expression. */
export function isSurelyKey(whole: Expression, field: Field): boolean {
	const parent = pathOf(whole, field)?.at(-2);
	return parent !== undefined && isKeyIn(parent, field);
}

/** Keys with other characters than those of names, as in content-type. */
const oddKeys = (text: string, { name, at }: Field, keys: readonly string[]): readonly string[] =>
	keys
		.filter((key) => key.length > name.length && text.startsWith(key, at))
		.flatMap((key) =>
			speakable(spelledKey(key)).map((by) => edited(text, at, at + key.length, by)),
		);

/**
 * The only place below where the key stands, or the only key there that says the same, or more of it. What is asked of the
 * items of an inner list in the place of one item would be about their parent.
 */
const namesLike = (
	name: string,
	places: readonly string[],
	keys: readonly string[],
	isEach: boolean,
): readonly string[] => {
	const alike = keys.filter((key) => isNameOf(name, key)).map(spelledKey);
	const [found, ...others] = places.length > 0 ? places : alike;
	return others.length > 0 || (isEach && found?.includes('[]')) ? [] : speakable(found);
};

/** Tells of parts around a part whether it stands in what is asked of each item: the condition of a filter, an argument after &. */
const isOfEach = (path: readonly Expression[]): boolean =>
	path.some(
		(part, at) =>
			part.type === 'reference' || (part.type === 'filter' && part.condition === path[at + 1]),
	);

/** Asks each item of a list that was asked as one value. */
const overItems = (text: string, path: readonly Expression[]): readonly string[] => {
	const insert = (at: number, by: string): string => edited(text, at, at, by);
	for (let at = path.length - 1; at > 0; at--) {
		const [parent, part] = [path[at - 1], path[at]] as [Expression, Expression];
		if ((parent.type === 'filter' && parent.condition === part) || parent.type === 'reference')
			return [insert(beforeStep(text, parent.at), '[]')];
		if (!('right' in parent) || parent.right !== part) continue;
		if (parent.type === 'pipe') return [insert(startOf(part), '[].')];
		if (
			parent.type === 'sub' ||
			!('operator' in parent || parent.type === 'and' || parent.type === 'or')
		)
			return [insert(beforeStep(text, startOf(part)), '[]')];
	}
	return [path.at(-1), path[0]].map((part) => insert(startOf(part as Expression), '[].'));
};

/** Mends a projection of what is no list: the list in an object, its values, or the list of all items. */
export const projectionMends =
	(over: Expression & { readonly left: Expression }, other: Value, isOfEach: boolean): Mends =>
	(text) => {
		const isHere = over.left.type === 'current';
		if (isHere && /[=!]=\s*$/.test(text.slice(0, over.at)))
			return [edited(text, over.at, over.at + 2, '`[]`')];
		if (over.type === 'values')
			return [edited(text, over.at, tokenEnd(text, over.at) + (isHere ? 0 : 1), '[]')];
		const piped = edited(text, beforeStep(text, over.at), over.at, ' | ');
		// A list of lists may be meant to stay one: [*] does not flatten it.
		const flat = text.lastIndexOf('[]', over.at - 1);
		const kept = over.type === 'index' && flat >= 0 ? [edited(text, flat, flat + 2, '[*]')] : [];
		if (isOfEach || typeOf(other) !== 'object') return [...kept, piped];
		const list = other instanceof Part ? mainList(other.tree, other.node) : undefined;
		const from = isHere ? over.at : startOf(over.left);
		const left = isHere ? '@' : text.slice(from, over.at);
		return [
			...speakable(list?.path).map((path) =>
				edited(text, over.at, over.at, isHere ? path : `.${path}`),
			),
			edited(text, from, over.at, `values(${left})`),
		];
	};

/** Returns the path from an object to what stands for it: its name, or its only text or number. */
export const intoObject = (
	value: Value | undefined,
	types = ['string', 'number'],
): readonly string[] => {
	if (!(value instanceof Part)) return [];
	const { tree, node } = value;
	const found = keysOf([value]).names.filter((key) =>
		types.includes(tree.kind(tree.member(node, key))),
	);
	const [key, ...others] = found.includes('name') ? ['name'] : found;
	return key === undefined || others.length > 0 ? [] : speakable(`.${spelledKey(key)}`);
};

const LEVEL_NUMBERS = ['10', '20', '30', '40', '50', '60'];
const OF_LEVELS = /(?:level|severity)\W*$/i;

/** Mends a comparison of two types: the literal in the other's type, a member of an object, one of a list. */
export const compareMends =
	({ left, right, operator, at }: Compare, values: readonly [Value, Value]): Mends =>
	(text) => {
		if (right.type !== 'literal' && !isQuoted(right)) return [];
		const [from, to] = [startOf(left), beforeStep(text, at)];
		const end = tokenEnd(text, right.at);
		const asked = text.slice(from, to);
		const type = typeOf(values[0]);
		if (type === 'array') {
			// Of a list that is asked twice the same item may be meant.
			const [list = asked, ...inner] = asked.split('[]');
			const isOnce =
				inner.length === 0 ||
				text.match(/\w[\w.]*/g)?.filter((one) => one === list || one.startsWith(`${list}.`))
					.length === 1;
			const items = itemsOf(values[0]) ?? [];
			const areAlike = items.length > 0 && items.every((one) => typeOf(one) === typeOf(values[1]));
			return operator !== '==' || !isOnce || !areAlike
				? []
				: [edited(text, from, end, `contains(${asked}, ${text.slice(right.at, end)})`)];
		}
		const spelled = text.slice(right.at, end).replace(/^['"`]|['"`]$/g, '');
		const isNumber = spelled.trim() !== '' && !Number.isNaN(Number(spelled));
		const swap = (by: string): string => edited(text, right.at, end, by);
		if (type === 'object')
			return intoObject(values[0], [isNumber ? 'number' : 'string']).map((path) =>
				edited(text, to, to, path),
			);
		if (type === 'number' && isNumber) return [swap(spelled)];
		// Seconds or milliseconds since 1970; `20230409` may be a day.
		const [, seconds, rest] = /^(\d{10})(\d{3})?\b/.exec(keyOf(values[0]) ?? '') ?? [];
		const moment = seconds && /[<>]/.test(operator) ? momentOf(spelled) : undefined;
		if (type === 'number' && moment !== undefined)
			return [swap(String(rest === undefined ? moment / 1_000 : moment))];
		// JSON loggers number their levels.
		if (type === 'number')
			return LEVEL_NUMBERS.filter(
				(level) => OF_LEVELS.test(asked) && numberedLevel(level) === spelled.toUpperCase(),
			).map(swap);
		if (type !== 'string') return [swap(`\`${spelled}\``)];
		const its = values[0] as string;
		if (!isNumber || /[=!]=/.test(operator)) {
			const isSpelled = isNumber ? String(Number(its)) === its : /^(?:true|false)$/.test(its);
			return isSpelled ? [swap(literal(isNumber ? String(Number(spelled)) : spelled))] : [];
		}
		if (numberOfText(its) !== null) return [edited(text, from, to, `to_number(${asked})`)];
		const isOrdered = (by: string) =>
			momentOf(its) !== undefined || commonRanks(its, by, dayIn([its]));
		return [spelled, inUnitOf(its, spelled)].filter(isOrdered).map((by) => swap(literal(by)));
	};

/** Mends what cannot be read: spellings of other languages, brackets that are open, a filter without its ?. */
export const syntaxMends =
	(at: number): Mends =>
	(text) => {
		const filter = text[at - 1] === '[' ? [edited(text, at, at, '?')] : [];
		return [closed(respelled(text)), ...filter].filter((each) => each.trim() !== '');
	};

const CLOSERS: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };

/** Closes the quote and the brackets that are left open; a quote before the brackets that end the text. */
const closed = (text: string): string => {
	const quoted =
		/^(?:[^'"`]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)*?(['"`])[^'"`]*?([\])}\s]*)$/.exec(
			text,
		);
	const whole = quoted
		? text.slice(0, text.length - (quoted[2] ?? '').length) + quoted[1] + quoted[2]
		: text;
	const open: string[] = [];
	for (const token of whole.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|[[\](){}]/g) ?? []) {
		const closer = CLOSERS[token];
		if (closer) open.unshift(closer);
		else if (token === open[0]) open.shift();
	}
	return whole + open.join('');
};
