// Tests of where the items of a long list are, on lists short enough to be told whole.

import { describe, expect, it } from 'vitest';
import {
	containerTape,
	longList,
	type Stream,
	streamOf,
	windowTape,
} from '../../../src/shared/json/parse';
import { compact } from '../../../src/shared/json/write';

const window = (text: string, stream: Stream, from: number, count: number): string =>
	compact(windowTape(text, stream, from, count), 0);

it('parses a text once, with others in between', () => {
	const tape = containerTape('[1,2]');
	for (let turn = 0; turn < 3; turn++) {
		for (let at = 0; at < 50; at++) containerTape(`[${turn},${100 + at}]`);
		expect(containerTape(`[${[1, 2].join()}]`)).toBe(tape);
	}
});

describe('the stream of a list', () => {
	it.each([
		['[1]', { total: 1, step: 1, marks: [1], end: 2 }],
		[' [ 1 , {"a":[2,"]"]} ,"\\"," ] ', { total: 3, step: 1, marks: [3, 7, 22], end: 27 }],
		['\ufeff[[],{},[{}]]\n', { total: 3, step: 1, marks: [2, 5, 8], end: 12 }],
	])('of %j is %j', (text, stream) => {
		expect(streamOf(text)).toEqual(stream);
	});

	it.each([
		'',
		' ',
		'1',
		'"[1]"',
		'{"a":1}',
		'[]',
		'[ ]',
		'[',
		'[1',
		'[1,',
		'[1,]',
		'[,1]',
		'[1 2]',
	])('is not made of %j', (text) => expect(streamOf(text)).toBeUndefined());

	it.each([
		'[1]x',
		'[1]]',
		'[1],',
		'["a\n"]',
		'["a]',
		'[[1}]',
		'[{"a"}]',
		'[1,2}',
		'x[1]',
		'{1]',
		'[tru]',
	])('nor of %j', (text) => expect(streamOf(text)).toBeUndefined());

	it('has marks for every item of 1,024, and for every second of more', () => {
		const marked = [1_024, 1_025, 2_048, 2_049].map((count) => {
			const stream = streamOf(`[${'7,'.repeat(count - 1)}7]`);
			return [stream?.total, stream?.step, stream?.marks.length, stream?.marks.at(-1)];
		});
		expect(marked).toEqual([
			[1_024, 1, 1_024, 2_047],
			[1_025, 2, 513, 2_049],
			[2_048, 2, 1_024, 4_093],
			[2_049, 4, 513, 4_097],
		]);
	});

	it('is checked to its end, part by part', () => {
		const long = `"${'x'.repeat(600_000)}"`;
		const text = `[${long}, ${long} ,${long},1]`;
		const starts = [1, 600_005, 1_200_009, 1_800_012];
		expect(streamOf(text)).toEqual({ total: 4, step: 1, marks: starts, end: 1_800_013 });
		expect(streamOf(text.replace(',1]', ',x]'))).toBeUndefined();
		expect(streamOf(text.replace('[', '[x,'))).toBeUndefined();
		expect(streamOf(`${text.slice(0, -1)},]`)).toBeUndefined();
	});
});

describe('a window of a list', () => {
	const text = ' [ 0 , "1,]" ,[2,{"a":3}],3\n,4 ] ';
	const stream = streamOf(text) as Stream;

	it.each([
		[0, 1, '[0]'],
		[0, 2, '[0,"1,]"]'],
		[1, 2, '["1,]",[2,{"a":3}]]'],
		[3, 9, '[3,4]'],
		[4, 1, '[4]'],
		[5, 2, '[]'],
		[2, 0, '[]'],
	])('from %j, of %j items, is %j', (from, count, expected) => {
		expect(window(text, stream, from, count)).toBe(expected);
	});

	it('begins between two marks, too', () => {
		const numbers = Array.from({ length: 5_000 }, (_, at) => at);
		const list = JSON.stringify(numbers);
		const known = streamOf(list) as Stream;
		expect(known.step).toBe(8);
		for (const from of [0, 7, 8, 9, 4_095, 4_998, 4_999])
			expect(JSON.parse(window(list, known, from, 3))).toEqual(numbers.slice(from, from + 3));
	});

	it('of a text that is no list is an error', () => {
		expect(() => windowTape('[tru]', { total: 1, step: 1, marks: [1] }, 0, 1)).toThrow(
			'items of a list that was checked are not JSON',
		);
	});
});

describe('a text', () => {
	it.each(['{"a":1}', '[]', ' \n[1]', '\ufeff{}'])('such as %j is data', (text) => {
		const tape = containerTape(text);
		expect(tape?.source).toBe(text.replace('\ufeff', ''));
		expect(containerTape(`${text}`)).toBe(tape);
	});

	it.each(['', ' ', '1', '"[]"', 'null', '{', '[1,]', 'x{}', '\ufeff\ufeff{}'])(
		'such as %j is none',
		(text) => expect(containerTape(text)).toBeUndefined(),
	);

	it('is read as another after another', () => {
		expect(containerTape('[1]')?.size).toBe(2);
		expect(containerTape('[1,2]')?.size).toBe(3);
		expect(containerTape('x')).toBeUndefined();
		expect(containerTape('[1]')?.size).toBe(2);
	});

	it('is a list too long for a tape from two million units on', () => {
		const list = (length: number): string => `["${'x'.repeat(length - 4)}"]`;
		expect(longList(list(2_000_000))).toBeUndefined();
		expect(longList(list(2_000_001))?.total).toBe(1);
	});
});
