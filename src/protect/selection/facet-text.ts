// Facets in one short line (docs/protect.md "Facets"): `state open×59, FAILED×1; total 3.78–999.76; also error in 1`.

import { several, withoutUnseen } from '../../shared/shown-text';
import type { Weigh } from '../budget';
import { type Facet, type Facets, isConstant } from './facets';
import type { Leaf } from './scores';
import { Times } from './times';

/** Values that are all told, of the field by which items are counted and of others; and so many of more. */
const ALL_OF_GROUPING = 10;
const ALL_VALUES = 8;
const MOST_FREQUENT = 4;
/** Factor over the mean frequency from which the first of these is told. */
const FREQUENT = 1.5;
/** Share of the items below which what few of them have is not told first. */
const RARE = 0.1;
/** Merit of a field that items would show. */
const TELLING = 44;
/** Characters of a value, and of a name. */
const VALUE_CHARS = 24;
const NAME_CHARS = 60;

/**
 * Tells as many facets as the room allows, by their ranks and then in the order given, then the keys that only some
 * items have.
 *
 * @param room - tokens
 * @param grouping - the field by which items are best counted: told first where nearly all of it is
 * @returns dotted `paths` of the fields whose values are told; `counted`: of those of which every value is told with its
 * number; `constants`: of those that are the same everywhere, and need no place in the items
 */
export function tellFacets(facets: Facets, room: number, weigh: Weigh, grouping?: Leaf) {
	const { fields, keys, looked, total, isSpread, hasMoreKeys } = facets;
	const isAll = looked === total;
	const constants = new Set<string>();
	const named = new Set<string>();
	const counted = new Set<string>();
	const paths = new Set<string>();
	const some = isSpread ? `of ${looked} spread over all: ` : `of the first ${looked}: `;
	const of = isAll ? '' : some;
	const parts: string[] = [];
	let left = room - weigh(of).tokens;
	let isCut = hasMoreKeys;
	const texts = fields.map((facet) => ({
		facet,
		text: textOf(facet, looked, facet.leaf === grouping ? ALL_OF_GROUPING : ALL_VALUES),
	}));
	for (const rank of RANKS)
		for (const { facet, text } of texts) {
			const isGrouping = facet.leaf === grouping && text && text.rank <= MOSTLY;
			if (!text || (isGrouping ? GROUPING : text.rank) !== rank) continue;
			const { tokens } = weigh(text.text);
			isCut ||= tokens + 1 > left;
			if (tokens + 1 > left) continue;
			left -= tokens + 1;
			parts.push(text.text);
			named.add(facet.leaf.path);
			if (text.rank !== SORTS) paths.add(facet.leaf.path);
			if (isAll && text.rank === COUNTED) counted.add(facet.leaf.path);
			if (isAll && looked > 1 && isConstant(facet, looked)) constants.add(facet.leaf.path);
		}
	const others: string[] = [];
	for (const { name, count } of keys) {
		const isTold = [...named].some((path) => path === name || path.startsWith(`${name}.`));
		if (count === looked || isTold || name.length > NAME_CHARS) continue;
		const text = `${stepOf(name)} in ${count}`;
		const { tokens } = weigh(text);
		isCut ||= tokens + 3 > left;
		if (tokens + 3 > left) break;
		left -= tokens + 1;
		others.push(text);
	}
	if (others.length > 0) parts.push(`also ${others.join(', ')}`);
	if (parts.length === 0) return { text: undefined, constants, counted, paths };
	return { text: `${of}${parts.join('; ')}${isCut ? '; …' : ''}`, constants, counted, paths };
}

const PLAIN_STEP = /^[\p{L}_$@][\p{L}\p{M}\p{N}_$@-]*$/u;
/** Words of ours that a name would be taken for. */
const OWN = new Set(['also', 'in', 'of', '@']);

/** One step of a path: as it is where it is a word, else as a JSON string. */
const stepOf = (key: string): string => (PLAIN_STEP.test(key) && !OWN.has(key) ? key : quoted(key));

/** The path of a field as JMESPath spells it, `@` for the item itself; undefined where it is too long. */
function nameOf({ leaf }: Facet): string | undefined {
	const { path } = leaf.field;
	const spelled = path.map((step) => (step === '[]' ? step : `.${stepOf(step)}`)).join('');
	const name = spelled === '' ? '@' : spelled.replace(/^\./, '').replace(/^\[/, '@[');
	return name.length > NAME_CHARS ? undefined : name;
}

/** Characters that are not seen as they are. */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\s]--[ ]]/gv;

const quoted = (text: string): string =>
	JSON.stringify(text).replace(UNSEEN, (each) =>
		Array.from(
			{ length: each.length },
			(_, at) => `\\u${each.charCodeAt(at).toString(16).padStart(4, '0')}`,
		).join(''),
	);

const PLAIN_VALUE = /^\p{L}[^;,"×=…\s]*(?: [^;,"×=…\s]+)*$/u;
const WORDS_OF_JSON = new Set(['true', 'false', 'null']);

const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > VALUE_CHARS;

/** A value: a text as it is where it can be taken for nothing else, else as JSON; a long one by its beginning. */
function valueText(value: string | number | boolean): string {
	if (typeof value !== 'string') return String(value);
	const begun = isLong(value) ? value.slice(0, VALUE_CHARS).replace(/[\uD800-\uDBFF]$/, '') : value;
	const isPlain =
		PLAIN_VALUE.test(begun) && !WORDS_OF_JSON.has(begun) && withoutUnseen(begun) === begun;
	return `${isPlain ? begun : quoted(begun)}${isLong(value) ? '…' : ''}`;
}

/**
 * The field that items are counted by; what no item then needs to say; counts of all values, and of those of most items;
 * spans of numbers and times; a few values of many, and constants that items would not say; sorts and numbers of values; what is
 * empty everywhere.
 */
const RANKS = [0, 1, 2, 3, 4, 5, 6, 7] as const;
type Rank = (typeof RANKS)[number];
const [GROUPING, SAME, COUNTED, MOSTLY, SPAN, PART, SORTS, EMPTY] = RANKS;

/** Undefined where there is nothing to tell. */
function textOf(facet: Facet, looked: number, most: number) {
	const { leaf, having, nulls } = facet;
	const name = nameOf(facet);
	if (name === undefined || having === 0) return undefined;
	if (isConstant(facet, looked)) {
		const [value = null] = facet.values?.keys() ?? [];
		const text = `${name}=${value === null ? 'null' : valueText(value)}`;
		return { text, rank: !value ? EMPTY : leaf.merit >= TELLING ? SAME : PART };
	}
	const [usual, values] = valuesText(facet, most);
	const rank = usual === COUNTED && having < looked * RARE ? PART : usual;
	const parts = [
		...(having < looked && !leaf.field.isListed ? [`in ${having}`] : []),
		...values,
		...(nulls > 0 ? [`null×${nulls}`] : []),
	];
	const text = `${name} ${parts.join(', ')}`;
	return parts.length === 0 ? undefined : { text, rank: nulls === having ? EMPTY : rank };
}

/** Returns what is told of the values, with its rank. */
function valuesText(facet: Facet, most: number): readonly [Rank, readonly string[]] {
	const { leaf, values, having, texts, numbers, flags, containers, nulls } = facet;
	const { low, high, isExact, times } = facet;
	const scalars = texts + numbers + flags;
	const isOnly = (sort: number): boolean => sort === scalars && containers === 0 && scalars > 0;
	const few = isExact && containers === 0 ? values : undefined;
	const isRepeated = few !== undefined && few.size * 2 <= scalars;
	const isAll = few !== undefined && few.size <= (isRepeated ? most : 2);
	const areTold = isAll || few?.size === MOST_FREQUENT;
	const byCount = few && (areTold || isRepeated) ? [...few].sort(([, a], [, b]) => b - a) : [];
	const many = [SORTS, [several(byCount.length, 'value')]] as const;
	// Values are told up to the first that begins as another does: none of these is told from the other.
	const alike = Map.groupBy(byCount, ([value]) => valueText(value));
	const end = byCount.findIndex(([value]) => alike.get(valueText(value))?.length !== 1);
	const apart = end < 0 ? byCount : byCount.slice(0, end);
	const told = areTold ? apart : apart.slice(0, MOST_FREQUENT);
	if (told.length < Math.min(1, byCount.length)) return many;
	if (areTold && end < 0) {
		if (leaf.role === 'text' && byCount.some(([value]) => isLong(value))) return many;
		// The name beside an id tells the same.
		const isId = leaf.role === 'identity' || leaf.role === 'link';
		return [isId ? PART : COUNTED, told.map(counted)];
	}
	if (isOnly(numbers)) return isExact ? [SPAN, [`${low}–${high}${datesOf(facet)}`]] : sorts(facet);
	const span = isOnly(texts) ? times.span : undefined;
	if (span !== undefined) return [SPAN, [span]];
	const [first] = byCount;
	if (first && leaf.role !== 'identity') {
		if (first[1] * byCount.length < scalars * FREQUENT) return many;
		const sum = told.reduce((all, [, count]) => all + count, 0);
		const rank = sum * 2 < having - nulls ? PART : MOSTLY;
		return [rank, [...told.map(counted), `…${byCount.length - told.length} more`]];
	}
	return sorts(facet);
}

/** Returns how many values there are of each sort, where they are of several, or no scalars. */
function sorts({ texts, numbers, flags, containers }: Facet): readonly [Rank, readonly string[]] {
	const each = { text: texts, number: numbers, flag: flags, 'list or object': containers };
	const found = Object.entries(each).filter(([, count]) => count > 0);
	const isTold = found.length > 1 || containers > 0;
	return [SORTS, isTold ? found.map(([sort, count]) => several(count, sort)) : []];
}

/** Milliseconds of the units in which moments since 1970 are written, and the years in which they surely are moments. */
const UNITS = [1, 1_000];
const SURE = [Date.UTC(2001), Date.UTC(2100)] as const;

/** Returns the dates of numbers that are named as times and count the milliseconds, or seconds, since 1970. */
function datesOf({ leaf, low, high }: Facet): string {
	const unit = UNITS.find((each) => low * each >= SURE[0] && high * each < SURE[1]);
	if (unit === undefined || leaf.role !== 'when') return '';
	const times = new Times(true);
	for (const edge of [low, high]) times.add(new Date(edge * unit).toISOString());
	return ` (${times.span})`;
}

const counted = ([value, count]: readonly [string | number | boolean, number]): string =>
	`${valueText(value)}×${count}`;
