// Functions on strings; null stays null, or false for tests.
import { isEqual } from '../compare';
import { AskFault } from '../fault';
import { jsonOf, jsonValue } from '../json';
import { compilePattern } from '../pattern';
import { asNumber, typeOf, type Value } from '../value';
import { type Argument, type CallContext, type Definition, keyOf, list } from './signature';

/** Maximum length of a result. */
const MAX_LENGTH = 1_000_000;

const made = (text: string, { meter, call }: CallContext): string => {
	if (text.length > MAX_LENGTH)
		throw new AskFault(`${call.name}(): the text would be too long.`, call.at);
	meter.make(1 + text.length / 16);
	return text;
};

const whole = (argument: Argument | undefined, { call }: CallContext): number => {
	const number = asNumber(argument as Value) ?? 0;
	if (!Number.isSafeInteger(number) || number < 0 || number > MAX_LENGTH)
		throw new AskFault(`${call.name}() takes a whole number from 0.`, call.at);
	return number;
};

const onText = (form: string, work: (text: string, task: CallContext) => Value): Definition => ({
	form,
	takes: ['string?'],
	run: ([text], task) => (typeof text === 'string' ? work(text, task) : null),
});

const test = (form: string, work: (text: string, part: string) => boolean): Definition => ({
	form,
	takes: ['string?', 'string'],
	run: ([text, part]) => typeof text === 'string' && work(text, part as string),
});

const pad = (
	form: string,
	work: (text: string, width: number, by: string) => string,
): Definition => ({
	form,
	takes: ['string?', 'number', 'string'],
	optional: 1,
	run: ([text, width, by = ' '], task) => {
		if (typeof text !== 'string') return null;
		return made(work(text, whole(width, task), by as string), task);
	},
});

const find = (form: string, work: (text: string, part: string) => number): Definition => ({
	form,
	takes: ['string?', 'string', 'number', 'number'],
	optional: 2,
	run: ([text, part, start, end], task) => {
		if (typeof text !== 'string' || text === '' || part === '') return null;
		const from = start === undefined ? 0 : whole(start, task);
		const to = end === undefined ? text.length : whole(end, task);
		const found = work(text.slice(from, to), part as string);
		return found < 0 ? null : found + from;
	},
});

const trim = (form: string, atStart: boolean, atEnd: boolean): Definition => ({
	form,
	takes: ['string?', 'string'],
	optional: 1,
	run: ([text, characters]) => {
		if (typeof text !== 'string') return null;
		if (typeof characters !== 'string' || characters === '')
			return atStart && atEnd ? text.trim() : atStart ? text.trimStart() : text.trimEnd();
		let start = 0;
		let end = text.length;
		while (atStart && start < end && characters.includes(text[start] as string)) start++;
		while (atEnd && end > start && characters.includes(text[end - 1] as string)) end--;
		return text.slice(start, end);
	},
});

/** Caches sets for filters that test the same list repeatedly. */
const sets = new WeakMap<readonly Value[], Set<string>>();

const SOUGHT_OFTEN = 16;

const inList = (items: readonly Value[], wanted: Value, { meter }: CallContext): boolean => {
	const name = keyOf(wanted);
	if (items.length < SOUGHT_OFTEN || typeof wanted !== 'string' || name === undefined) {
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
	contains: {
		form: 'contains(list or text, value)',
		takes: ['searchable?', 'any'],
		run: ([within, wanted], task) => {
			if (within === null) return false;
			if (typeof within !== 'string') {
				const items = Array.isArray(within) ? (within as readonly Value[]) : list(within, task);
				return inList(items, wanted as Value, task);
			}
			const part = keyOf(wanted as Value);
			task.meter.step(1 + within.length / 64);
			return wanted !== null && part !== undefined && within.includes(part);
		},
	},
	starts_with: test('starts_with(text, start)', (text, part) => text.startsWith(part)),
	ends_with: test('ends_with(text, end)', (text, part) => text.endsWith(part)),
	matches: {
		form: "matches(text, 'pattern')",
		takes: ['string?', 'string'],
		run: ([text, pattern], { meter, call }) => {
			if (typeof text !== 'string') return false;
			const compiled = compilePattern(pattern as string);
			if (!compiled.ok) throw new AskFault(`matches(): ${compiled.error}`, call.at);
			meter.step(1 + text.length);
			return compiled.value(text, meter);
		},
	},
	lower: onText('lower(text)', (text, task) => made(text.toLowerCase(), task)),
	upper: onText('upper(text)', (text, task) => made(text.toUpperCase(), task)),
	trim: trim('trim(text, characters?)', true, true),
	trim_left: trim('trim_left(text, characters?)', true, false),
	trim_right: trim('trim_right(text, characters?)', false, true),
	pad_left: pad('pad_left(text, width, character?)', (text, width, by) => text.padStart(width, by)),
	pad_right: pad('pad_right(text, width, character?)', (text, width, by) => text.padEnd(width, by)),
	find_first: find('find_first(text, part, start?, end?)', (text, part) => text.indexOf(part)),
	find_last: find('find_last(text, part, start?, end?)', (text, part) => text.lastIndexOf(part)),
	replace: {
		form: 'replace(text, part, by, count?)',
		takes: ['string?', 'string', 'string', 'number'],
		optional: 1,
		run: ([text, part, by, count], task) => {
			if (typeof text !== 'string') return null;
			const pieces = text.split(part as string);
			const most = count === undefined ? pieces.length : whole(count, task);
			const length = text.length + Math.min(pieces.length, most) * (by as string).length;
			if (length > MAX_LENGTH)
				throw new AskFault('replace(): the text would be too long.', task.call.at);
			const head = pieces.slice(0, most + 1).join(by as string);
			return made([head, ...pieces.slice(most + 1)].join(part as string), task);
		},
	},
	split: {
		form: 'split(text, separator, count?)',
		takes: ['string?', 'string', 'number'],
		optional: 1,
		run: ([text, separator, count], task) => {
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
	},
	join: {
		form: "join(', ', list)",
		takes: ['string', 'list'],
		run: ([separator, values], task) => {
			const texts = list(values, task)
				.filter((value) => value !== null)
				.map((value) => keyOf(value) ?? jsonOf(value));
			const length = texts.reduce((sum, text) => sum + text.length, 0);
			if (length + texts.length * (separator as string).length > MAX_LENGTH)
				throw new AskFault('join(): the text would be too long.', task.call.at);
			return made(texts.join(separator as string), task);
		},
	},
	to_string: {
		form: 'to_string(value)',
		takes: ['any'],
		run: ([value], task) =>
			typeof value === 'string' ? value : made(jsonOf(value as Value), task),
	},
	from_json: {
		form: 'from_json(text)',
		takes: ['string?'],
		run: ([text], task) => {
			if (typeof text !== 'string') return null;
			task.meter.make(1 + text.length / 8);
			const value = jsonValue(text);
			if (value === undefined)
				throw new AskFault('from_json(): the text is not JSON.', task.call.at);
			return value;
		},
	},
	type: { form: 'type(value)', takes: ['any'], run: ([value]) => typeOf(value as Value) },
};
