// Numbers with letters and decimal commas and times of a winter, by the whole column that they stand in.
import { describe, expect, it } from 'vitest';
import { inJson } from './queried';
import { answer, noteOf } from './selected';

const of = (key: string, values: readonly string[]) => values.map((value) => ({ [key]: value }));
const sorted = (key: string, values: readonly string[]) =>
	answer(of(key, values), `sort_by(@, &${key})[].${key}`);
const above = (key: string, values: readonly string[], than: string) =>
	answer(of(key, values), `[?${key} >= '${than}'].${key}`);

describe('letters behind numbers', () => {
	const counts = ['900', '1K', '1000', '5M', '1.2B', '3K'];

	it('count thousands where no size is named, and that is said', () => {
		expect(above('stars', counts, '1000')).toEqual(['1K', '1000', '5M', '1.2B', '3K']);
		expect(sorted('stars', counts)).toEqual(['900', '1K', '1000', '3K', '5M', '1.2B']);
		expect(noteOf(of('stars', counts), "[?stars >= '1000']")).toBe('K is 1000 in stars.');
		expect(noteOf(of('stars', counts), 'max_by(@, &stars)')).toBe('K is 1000 in stars.');
		expect(above('downloads', ['5M', '3K'], '5000000')).toEqual(['5M']);
		expect(inJson(of('stars', counts), 'stars:>=1000').total).toBe(5);
		expect(inJson(of('stars', counts), 'stars:>1K').notice).toBe('K is 1000 in stars.');
	});

	it.each([
		['size', ['900', '1K', '3K']],
		['diskUsed', ['900', '1K', '3K']],
		['cache', ['900', '1K', '1.5 GB']],
		['cache', ['900', '1K', '1016K']],
	])('are of 1024 bytes in %s, %j', (key, values) => {
		expect(above(key, values, '1000')).toEqual(values.slice(1));
		expect(above(key, values, '1024')).toEqual(values.slice(1));
		expect(above(key, values, '1025')).toEqual(values.slice(2));
		expect(noteOf(of(key, values), `sort_by(@, &${key})`)).toBe(
			`K is 1024 in ${key}, a number alone bytes.`,
		);
	});
});

describe('decimal commas', () => {
	const prices = ['1.234,56', '12,5', '99,90', '1.000', '7'];

	it('are read where one of the column is sure and none is against it', () => {
		expect(sorted('preis', prices)).toEqual(['7', '12,5', '99,90', '1.000', '1.234,56']);
		expect(above('preis', prices, '50')).toEqual(['1.234,56', '99,90', '1.000']);
		expect(sorted('w', ['1,5 kg', '12 kg', '1,25 kg'])).toEqual(['1,25 kg', '1,5 kg', '12 kg']);
		expect(inJson(of('preis', prices), 'preis:>=50').total).toBe(3);
	});

	it('are not where points are decimal, or all may be thousands', () => {
		expect(sorted('p', ['1,234', '999', '12,000'])).toEqual(['999', '1,234', '12,000']);
		expect(noteOf(of('p', ['12,5', '12.5', '3']), 'sort_by(@, &p)')).toContain('as text');
	});
});

it('times of a winter are in their order on a leap day too', () => {
	const times = ['Feb 29 10:00:00', 'Mar  1 09:00:00', 'Dec 31 23:00:00', 'Jan  1 01:00:00'];
	expect(answer(of('time', times), 'max_by(@, &time).time')).toBe(times[1]);
});

it('whole numbers of bytes beside letters are bytes', () => {
	expect(answer(of('t', ['512B', '3K', '5M', '900B', '1.5G']), 'max_by(@, &t).t')).toBe('1.5G');
});

it('no comma is decimal where there is none', () => {
	const addresses = of('ip', ['10.100.200.101', '9.100.200.222', '100.100.200.150']);
	expect(noteOf(addresses, 'sort_by(@, &ip)') ?? '').not.toContain('comma');
});

it('a comma is not decimal where one may part thousands', () => {
	expect(noteOf(of('p', ['12,5', '12,45', '3,100']), 'sort_by(@, &p)')).not.toContain('decimal');
});
