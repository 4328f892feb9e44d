// Functions on strings; null stays null, or false for tests.
import { shownName } from '../../shared/shown-text';
import { isEqual } from '../compare';
import { AskFault } from '../fault';
import { jsonOf, jsonValue } from '../json';
import { compilePattern } from '../pattern';
import { valueBehind } from '../query/lines';
import { fold } from '../query/terms';
import { asNumber, keyOf, typeOf, type Value } from '../value';
import { type Argument, type CallContext, type Definition, define, list } from './signature';

/** Maximum length of a result. */
const MAX_LENGTH = 1_000_000;

const checkLength = (length: number, { call }: CallContext): void => {
	if (length > MAX_LENGTH)
		throw new AskFault(`${call.name}(): the text would be too long.`, call.at);
};

const made = (text: string, task: CallContext): string => {
	checkLength(text.length, task);
	task.meter.make(1 + text.length / 16);
	return text;
};

const whole = (argument: Argument | undefined, { call }: CallContext): number => {
	const number = asNumber(argument as Value) ?? 0;
	if (!Number.isSafeInteger(number) || number < 0 || number > MAX_LENGTH)
		throw new AskFault(`${call.name}() takes a whole number from 0.`, call.at);
	return number;
};

const onText = (form: string, work: (text: string, task: CallContext) => Value): Definition =>
	define(form, ['string?'], ([text], task) => (typeof text === 'string' ? work(text, task) : null));

const test = (form: string, work: (text: string, part: string) => boolean): Definition =>
	define(
		form,
		['string?', 'string'],
		([text, part]) => typeof text === 'string' && work(text, part as string),
	);

const pad = (form: string, work: (text: string, width: number, by: string) => string): Definition =>
	define(
		form,
		['string?', 'number', 'string'],
		([text, width, by = ' '], task) => {
			if (typeof text !== 'string') return null;
			return made(work(text, whole(width, task), by as string), task);
		},
		1,
	);

const find = (form: string, work: (text: string, part: string) => number): Definition =>
	define(
		form,
		['string?', 'string', 'number', 'number'],
		([text, part, start, end], task) => {
			if (typeof text !== 'string' || text === '' || part === '') return null;
			const from = start === undefined ? 0 : whole(start, task);
			const to = end === undefined ? text.length : whole(end, task);
			const found = work(text.slice(from, to), part as string);
			return found < 0 ? null : found + from;
		},
		2,
	);

const trim = (form: string, atStart: boolean, atEnd: boolean): Definition =>
	define(
		form,
		['string?', 'string'],
		([text, characters]) => {
			if (typeof text !== 'string') return null;
			if (typeof characters !== 'string' || characters === '')
				return atStart && atEnd ? text.trim() : atStart ? text.trimStart() : text.trimEnd();
			let start = 0;
			let end = text.length;
			while (atStart && start < end && characters.includes(text[start] as string)) start++;
			while (atEnd && end > start && characters.includes(text[end - 1] as string)) end--;
			return text.slice(start, end);
		},
		1,
	);

/** Caches sets for filters that test the same list repeatedly. */
const sets = new WeakMap<readonly Value[], Set<string>>();

const SOUGHT_OFTEN = 16;

const inList = (items: readonly Value[], wanted: Value, { meter }: CallContext): boolean => {
	if (items.length < SOUGHT_OFTEN || typeof wanted !== 'string') {
		meter.step(items.length);
		return items.some((item) => isEqual(item, wanted, meter));
	}
	let set = sets.get(items);
	if (!set) {
		meter.step(items.length);
		set = new Set(items.filter((item) => typeof item === 'string') as string[]);
		sets.set(items, set);
	}
	return set.has(wanted);
};

export const STRINGS: Readonly<Record<string, Definition>> = {
	contains: define(
		'contains(list or text, value)',
		['searchable?', 'any'],
		([within, wanted], task) => {
			if (within === null) return false;
			if (typeof within !== 'string') {
				const items = Array.isArray(within) ? (within as readonly Value[]) : list(within, task);
				return inList(items, wanted as Value, task);
			}
			const part = keyOf(wanted as Value);
			task.meter.step(1 + within.length / 64);
			return wanted !== null && part !== undefined && within.includes(part);
		},
	),
	starts_with: test('starts_with(text, start)', (text, part) => text.startsWith(part)),
	ends_with: test('ends_with(text, end)', (text, part) => text.endsWith(part)),
	matches: define(
		"matches(text, 'pattern')",
		['string?', 'string'],
		([text, pattern], { meter, call }) => {
			if (typeof text !== 'string') return false;
			const compiled = compilePattern(pattern as string);
			if (!compiled.ok) throw new AskFault(`matches(): ${compiled.error}`, call.at);
			meter.step(1 + text.length);
			return compiled.value(text, meter);
		},
	),
	field: define("field(text, 'key')", ['string?', 'string'], ([text, key], task) => {
		if (typeof text !== 'string') return null;
		task.meter.step(1 + text.length / 16);
		const name = key as string;
		const exact = valueBehind(text, name);
		if (exact !== undefined) return exact;
		const found = valueBehind(text, fold(name), fold(text));
		const note = `${shownName(name)} was also read where it is in capitals, or small.`;
		if (found !== undefined) task.observed.tell(task.call, note);
		return found ?? null;
	}),
	lower: onText('lower(text)', (text, task) => made(text.toLowerCase(), task)),
	upper: onText('upper(text)', (text, task) => made(text.toUpperCase(), task)),
	trim: trim('trim(text, characters?)', true, true),
	trim_left: trim('trim_left(text, characters?)', true, false),
	trim_right: trim('trim_right(text, characters?)', false, true),
	pad_left: pad('pad_left(text, width, character?)', (text, width, by) => text.padStart(width, by)),
	pad_right: pad('pad_right(text, width, character?)', (text, width, by) => text.padEnd(width, by)),
	find_first: find('find_first(text, part, start?, end?)', (text, part) => text.indexOf(part)),
	find_last: find('find_last(text, part, start?, end?)', (text, part) => text.lastIndexOf(part)),
	replace: define(
		'replace(text, part, by, count?)',
		['string?', 'string', 'string', 'number'],
		([text, part, by, count], task) => {
			if (typeof text !== 'string') return null;
			const pieces = text.split(part as string);
			const most = count === undefined ? pieces.length : whole(count, task);
			checkLength(text.length + Math.min(pieces.length, most) * (by as string).length, task);
			const head = pieces.slice(0, most + 1).join(by as string);
			return made([head, ...pieces.slice(most + 1)].join(part as string), task);
		},
		1,
	),
	split: define(
		'split(text, separator, count?)',
		['string?', 'string', 'number'],
		([text, separator, count], task) => {
			if (typeof text !== 'string') return null;
			if (text === '' && separator === '') return [];
			const pieces = text.split(separator as string);
			task.meter.make(pieces.length);
			if (count === undefined) return pieces;
			const most = whole(count, task);
			if (most === 0) return [text];
			if (pieces.length <= most) return pieces;
			return [...pieces.slice(0, most), pieces.slice(most).join(separator as string)];
		},
		1,
	),
	join: define("join(', ', list)", ['string', 'list'], ([separator, values], task) => {
		const texts = list(values, task)
			.filter((value) => value !== null)
			.map((value) => keyOf(value) ?? jsonOf(value));
		const length = texts.reduce((sum, text) => sum + text.length, 0);
		checkLength(length + texts.length * (separator as string).length, task);
		return made(texts.join(separator as string), task);
	}),
	to_string: define('to_string(value)', ['any'], ([value], task) =>
		typeof value === 'string' ? value : made(jsonOf(value as Value), task),
	),
	from_json: define('from_json(text)', ['string?'], ([text], task) => {
		if (typeof text !== 'string') return null;
		task.meter.make(1 + text.length / 8);
		const value = jsonValue(text);
		if (value === undefined) throw new AskFault('from_json(): the text is not JSON.', task.call.at);
		return value;
	}),
	type: define('type(value)', ['any'], ([value]) => typeOf(value as Value)),
};
