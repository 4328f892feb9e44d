// Lists of one length in an object are columns of a table only where something says so.
import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../src/shared/json/columns';
import { parseJson } from '../../../src/shared/json/parse';

const isTable = (value: unknown): boolean => {
	const parsed = parseJson(JSON.stringify(value), {});
	return parsed.ok && tableOf(parsed.value) !== undefined;
};
const many = <T>(of: (at: number) => T): T[] => Array.from({ length: 24 }, (_, at) => of(at));
const texts = (name: string) => many((at) => `${name} ${(at * 7) % 24}`);
const numbers = (by: number) => many((at) => ((at * by) % 23) + 0.5);
const both = { city: texts('city'), country: texts('country') };

describe('lists of one length', () => {
	it.each<[string, unknown]>([
		['whose names are in a list beside them', { columns: ['city', 'country'], ...both }],
		['whose names are in a list above', { columns: ['city', 'country'], data: both }],
		[
			'of which an object beside has the units',
			{ units: { city: '', country: 'iso' }, data: both },
		],
		['whose cells are of two sorts', { city: texts('city'), temp: numbers(5) }],
		[
			'of flags beside texts, some of them null',
			{ city: texts('c'), ok: many((at) => (at === 3 ? null : at % 2 === 0)) },
		],
		['of which one counts', { x: many((at) => at * 0.5), y: numbers(7) }],
		[
			'of which one has the times',
			{ time: many((at) => `2026-01-01T${10 + at}:00`), what: texts('w') },
		],
	])('%s are a table', (_, value) => {
		expect(isTable(value)).toBe(true);
	});

	it.each<[string, unknown]>([
		['of texts alone', { allow: texts('a@x'), deny: texts('b@x') }],
		['of numbers in no order', { open: numbers(5), closed: numbers(7) }],
		['of mixed cells', { a: many((at) => (at % 2 ? at : `t${at}`)), b: texts('b') }],
		['one of which is named elsewhere', { columns: ['city'], data: both }],
		['beside an object that has one of their names', { city: { name: 'x' }, data: both }],
	])('%s are none', (_, value) => {
		expect(isTable(value)).toBe(false);
	});
});

describe('lists of lists', () => {
	const pairs = (of: (at: number) => unknown) => [
		['name', 'count'],
		...many((at) => [`n${at}`, of(at)]),
	];
	it('are a table below a row of names', () => {
		expect(isTable({ values: pairs((at) => at) })).toBe(true);
		expect(isTable({ values: pairs((at) => ({ at })) })).toBe(true);
	});

	it.each<[string, unknown]>([
		[
			'of objects',
			many((at) => [
				{ name: `a${at}`, id: at },
				{ name: 'b', id: at },
			]),
		],
		['in an answer of select', { result: pairs((at) => at), over: { items: 25 } }],
	])('%s are none', (_, value) => {
		expect(isTable(value)).toBe(false);
	});
});
