// Functions on numbers and lists of numbers.
import { sumOf } from '../arithmetic';
import { order } from '../compare';
import { asNumber, numberFrom, Spelled, type Value } from '../value';
import { type Definition, list, numbers, type Task } from './types';

type Numeric = number | Spelled;

const JSON_NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
const JSON_SPELLING = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The number a text spells; thousands may be parted by commas. Null where it spells none. */
const numberOfText = (text: string): Value => {
	const trimmed = text.trim();
	const bare = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(trimmed)
		? trimmed.replaceAll(',', '')
		: trimmed;
	if (!JSON_NUMBER.test(bare)) return null;
	return JSON_SPELLING.test(bare) ? numberFrom(bare) : Number(bare);
};

/** The mean; null of an empty list. */
export const averageOf = (values: readonly Value[]): Value => {
	if (values.length === 0) return null;
	const sum = sumOf(values as readonly Numeric[]);
	return (typeof sum === 'number' ? sum : sum.number) / values.length;
};

const math = (form: string, work: (number: number) => number): Definition => ({
	form,
	takes: ['number'],
	run: ([value]) => {
		// What is whole already keeps its spelling.
		if (value instanceof Spelled && /^\d+$/.test(value.text)) return value;
		return work(asNumber(value as Value) ?? 0);
	},
});

const digitsOf = (args: readonly unknown[]): number =>
	Math.min(15, Math.max(0, Math.trunc(asNumber(args[1] as Value) ?? 0)));

const round = (number: number, digits: number): number => {
	const scaled = Number(`${number}e${digits}`);
	if (!Number.isFinite(scaled)) return number;
	return Number(`${Math.sign(scaled) * Math.round(Math.abs(scaled))}e-${digits}`);
};

const median = (values: readonly Value[]): Value => {
	const ordered = [...values].sort((a, b) => order(a, b) ?? 0);
	const middle = ordered.length >> 1;
	if (ordered.length === 0) return null;
	if (ordered.length % 2 === 1) return ordered[middle] as Value;
	return averageOf(ordered.slice(middle - 1, middle + 1));
};

const numbersOf = (argument: unknown, task: Task): readonly Value[] =>
	numbers(list(argument as Value, task), task);

export const NUMBERS: Readonly<Record<string, Definition>> = {
	abs: math('abs(number)', Math.abs),
	ceil: math('ceil(number)', Math.ceil),
	floor: math('floor(number)', Math.floor),
	round: {
		form: 'round(number, digits?)',
		takes: ['number', 'number'],
		optional: 1,
		run: (args) => round(asNumber(args[0] as Value) ?? 0, digitsOf(args)),
	},
	sum: {
		form: 'sum(list)',
		takes: ['list'],
		run: ([values], task) => sumOf(numbersOf(values, task) as readonly Numeric[]),
	},
	avg: {
		form: 'avg(list)',
		takes: ['list'],
		run: ([values], task) => averageOf(numbersOf(values, task)),
	},
	median: {
		form: 'median(list)',
		takes: ['list'],
		run: ([values], task) => median(numbersOf(values, task)),
	},
	to_number: {
		form: 'to_number(value)',
		takes: ['any'],
		run: ([value]) => {
			if (typeof value === 'string') return numberOfText(value);
			return asNumber(value as Value) === undefined ? null : (value as Value);
		},
	},
};
