// Mends calls: functions by their names in other languages, and arguments of another type.
import { isNameOf, nearestName } from '../../shared/nearest-names';
import type { Call } from '../expression/ast';
import { edited, intoObject, type Mends, speakable } from '../mend';
import { mainList } from '../outline';
import { itemsOf, memberOf, membersOf, numberOfText, Part, typeOf, type Value } from '../value';

const table = (entries: string): ReadonlyMap<string, string> =>
	new Map(entries.split('; ').map((entry) => entry.split(': ') as [string, string]));

/** Names of these functions in other languages. */
const SYNONYMS = table(
	'len: length; size: length; mean: avg; average: avg; lowercase: lower; uppercase: upper; ' +
		'to_lower: lower; to_upper: upper; tostring: to_string; tonumber: to_number; str: to_string; ' +
		'int: to_number; float: to_number; order_by: sort_by; select: map; where: filter; ' +
		'includes: contains; startswith: starts_with; endswith: ends_with; match: matches; test: matches; ' +
		'uniq: unique; unique_by: distinct; to_entries: items; entries: items; from_entries: from_items; lookup: get; ' +
		'histogram: count_by; value_counts: count_by; group_count: count_by; count_values: count_by; datediff: date_diff; dayofweek: weekday',
);

/** Calls of other languages that are slices and operators here. */
const REWRITTEN = table(
	'first: $1[0]; last: $1[-1]; nth: $1[$2]; head: $1[:$2]; take: $1[:$2]; limit: $1[:$2]; skip: $1[$2:]; ' +
		'slice: $1[$2:$3]; substring: $1[$2:$3]; substr: $1[$2:$3]; flatten: $1[]; in: contains($2, $1); ' +
		"concat: join('', [$*]); if: $1 ? $2 : $3; has: contains(keys(@), $1); exists: $1 != null; is_null: $1 == null; isnull: $1 == null; " +
		'add: $1 + $2; subtract: $1 - $2; multiply: $1 * $2; divide: $1 / $2',
);

const rewritten = (form: string, args: readonly string[]): string =>
	form.replace(/\$([*\d])(?=(\[)?)/g, (_, place: string, bracket?: string) => {
		const given = place === '*' ? args.join(', ') : (args[Number(place) - 1] ?? '');
		// A text in double quotes is a key here.
		const arg = given.replace(/^"([^"']*)"$/, "'$1'");
		return bracket === undefined || /^[\w.@]+$/.test(arg) ? arg : `(${arg})`;
	});

/** Returns the name that was probably meant. */
export const meantName = (name: string, names: readonly string[]): string | undefined =>
	SYNONYMS.get(name.toLowerCase()) ??
	(REWRITTEN.has(name.toLowerCase()) ? undefined : nearestName(name, names));

/** The arguments of the call that begins at an offset, as written, and its end. */
export const callIn = (text: string, at: number) => {
	const args: string[] = [];
	let depth = 0;
	let from = text.indexOf('(', at) + 1;
	const tokens = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|[[\](){},]/g;
	tokens.lastIndex = from;
	for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
		const [token] = found;
		if ('([{'.includes(token)) depth++;
		else if (depth > 0 && ')]}'.includes(token)) depth--;
		else if (depth === 0 && (token === ',' || token === ')')) {
			args.push(text.slice(from, found.index).trim());
			from = found.index + 1;
			if (token === ')') return { args, end: from };
		}
	}
	return { args, end: text.length };
};

/** Mends a call of a function that is not there. */
export const nameMends =
	(call: Call, names: readonly string[]): Mends =>
	(text) => {
		const { args, end } = callIn(text, call.at);
		const form = REWRITTEN.get(call.name.toLowerCase());
		const meant =
			SYNONYMS.get(call.name.toLowerCase()) ?? names.find((one) => isNameOf(call.name, one));
		return [
			...(call.name === 'select' ? [edited(text, call.at, end, `[?${args[0]}]`)] : []),
			...(form === undefined ? [] : [edited(text, call.at, end, rewritten(form, args))]),
			...(meant === undefined ? [] : [edited(text, call.at, call.at + call.name.length, meant)]),
		];
	};

const AGGREGATES = /^(?:sum|avg|median|unique|distinct)$/;
const ORDERED = /^(?:max|min|sort)$/;

/** Mends the key of a call that groups or orders: what it gives is an object. */
export const keyMends =
	(call: Call, given: Value): Mends =>
	(text) => {
		const { args, end } = callIn(text, call.at);
		const [key = ''] = args.splice(1, 1);
		return intoObject(given).map((path) =>
			edited(text, call.at, end, `${call.name}(${args.toSpliced(1, 0, key + path).join(', ')})`),
		);
	};

/** Returns true where to_number() reads every text that has a digit, and there are numbers. */
export const areConverted = (values: readonly Value[]): boolean => {
	const texts = values.filter((value) => typeof value === 'string' && /\d/.test(value));
	const areSome = texts.length > 0 || values.some((value) => typeOf(value) === 'number');
	return areSome && texts.every((text) => numberOfText(text as string) !== null);
};

/** Mends an argument: the list in an object, one call an item, each value converted, & in a second argument. */
export const argumentMends =
	(call: Call, index: number, given: Value | undefined): Mends =>
	(text) => {
		const { args, end } = callIn(text, call.at);
		const calls = (...instead: string[]): string =>
			edited(text, call.at, end, `${call.name}(${instead.join(', ')})`);
		const arg = args[index];
		if (arg === undefined || arg === '') {
			const there = args.filter((each) => each !== '');
			const key = `&${(there[0] ?? '').replace(/^[&.]/, '')}`;
			return [calls('@', key), calls(key, '@'), calls('@', ...there)];
		}
		const found: string[] = [];
		const [, before = '', field] = /^(.*\.)?([A-Za-z_]\w*(?:\(.*\))?|"[^"]*")$/s.exec(arg) ?? [];
		if (given !== undefined && typeOf(given) === 'object') {
			// The one list that has the key which is asked: of all lists others would be null.
			const asked = args[1]?.match(/^&(\w+)/)?.[1] ?? '';
			const hasIt = (item: Value): boolean => memberOf(item, asked) !== undefined;
			const having = (membersOf(given) ?? []).filter(([, all]) => itemsOf(all)?.some(hasIt));
			const list = given instanceof Part ? mainList(given.tree, given.node) : undefined;
			for (const path of speakable(having.length === 1 ? having[0]?.[0] : list?.path))
				found.push(calls(...args.with(index, arg === '@' ? path : `${arg}.${path}`)));
			found.push(calls(...args.with(index, `values(${arg})`)));
		} else if (
			given !== undefined &&
			typeOf(given) === 'array' &&
			field !== undefined &&
			before !== ''
		) {
			// One call for each item, or each value converted.
			if (areConverted(itemsOf(given) ?? []))
				found.push(calls(...args.with(index, `${before}to_number(${field})`)));
			found.push(
				edited(text, call.at, end, `${before}${call.name}(${args.with(index, field).join(', ')})`),
			);
		}
		const [list = '@', key = ''] = args;
		if (args.length === 2) {
			if (list.startsWith('&') || key.startsWith('&')) found.push(calls(key, list));
			const path = key.replace(/^[&'"]|['"]$/g, '');
			if (AGGREGATES.test(call.name)) found.push(calls(`map(&${path}, ${list})`));
			if (ORDERED.test(call.name))
				found.push(edited(text, call.at, end, `${call.name}_by(${list}, &${path})`));
		}
		return found;
	};
