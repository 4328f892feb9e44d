// A call with a handle, answered by what the handle leads to.
import { describe, expect, it } from 'vitest';
import { passageOf } from '../../src/protect/chunk';
import { textDocument } from '../../src/protect/document';
import type { Document } from '../../src/protect/types';
import { data, FRAME, kept, reading } from './reading';

const char = { kind: 'char', offset: 0, limit: 0 } as const;

describe('a pointer', () => {
	const THING = {
		id: 7,
		'a.b': 'dotted',
		'c/d': { 'e~f': [1, { g: 'deep' }] },
		list: [10, 20],
		text: 'one\ntwo',
		't~e': 5,
		none: null,
		yes: true,
	};
	const document = kept(THING, ['first left out', 'second left out']);

	it.each([
		['/id', '7'],
		['id', '7'],
		['$.id', '7'],
		['$id', '7'],
		['/a.b', 'dotted'],
		['a.b', 'dotted'],
		['/c~1d/e~0f/0', '1'],
		['list[1]', '20'],
		['/list.0', '10'],
		['$.list[1]', '20'],
		['list/1', '20'],
		['t~e', '5'],
		['/list', '[10,20]'],
		['/text', 'one\ntwo'],
		['/none', 'null'],
		['/yes', 'true'],
		['/c~1d', '{"e~f":[1,{"g":"deep"}]}'],
		['', JSON.stringify(THING)],
		['/content/0', 'first left out'],
		['/content/1', 'second left out'],
	])('%j leads to %j', (pointer, expected) => {
		expect(data(document, { pointer })).toBe(expected);
	});

	it.each([
		['/nope', 'pointer: pointer "/nope" leads nowhere'],
		['nope.x', 'pointer: pointer "nope.x"'],
		['/content/2', 'pointer: pointer "/content/2" leads nowhere'],
		['/content/00000', 'pointer: pointer "/content/00000" leads nowhere'],
		['x/content/0', 'pointer: pointer "x/content/0"'],
		['/content/0/x', 'pointer: pointer "/content/0/x" leads nowhere'],
	])('%j leads nowhere, which is said', (pointer, error) => {
		expect(data(document, { pointer })).toContain(error);
	});

	it('may be to lines of a text, and to fields of an object', () => {
		expect(data(document, { pointer: '/text', view: { startLine: 2 } })).toBe('two');
		expect(data(document, { pointer: '/content/1', view: { startLine: 1, endLine: 1 } })).toBe(
			'second left out',
		);
		expect(data(document, { pointer: '/c~1d', view: { fields: ['e~f'] } })).toBe(
			'{"e~f":[1,{"g":"deep"}]}',
		);
		expect(data(document, { pointer: '/text', view: { limit: 2 } })).toContain(
			'limit: this result is text',
		);
		expect(data(document, { pointer: '/list', view: { limit: 1 } })).toBe('[10]');
		expect(data(document, { pointer: '/list', view: { startLine: 1 } })).toContain(
			'startLine: this result is a list',
		);
	});

	it('to what is too long for one answer names the view that its chunks are of', () => {
		const long = kept({
			note: 'word '.repeat(900),
			rows: Array.from({ length: 90 }, (_, id) => ({ id, text: 'word '.repeat(9) })),
		});
		expect(reading(long, { pointer: '/note', view: { startLine: 1 } })).toMatchObject({
			viewKey: 'pointer:/note|1-',
			handles: [expect.stringMatching(/^char-/)],
		});
		expect(reading(long, { pointer: '/note', view: { startLine: 1, endLine: 2 } })).toMatchObject({
			viewKey: 'pointer:/note|1-2',
		});
		expect(reading(long, { pointer: '/note' })).toMatchObject({ viewKey: 'pointer:/note|-' });
		expect(reading(long, { pointer: '/rows' })).toMatchObject({ viewKey: 'pointer:/rows|' });
		expect(reading(long, { pointer: '/rows', view: { fields: ['id'] } })).toMatchObject({
			viewKey: 'pointer:/rows|fields:id',
		});
		expect(reading(kept({ note: 'word '.repeat(900), id: 1 }), {})).toMatchObject({
			viewKey: 'full:',
		});
		expect(reading(long, { view: { startLine: 1 } })).toMatchObject({ viewKey: 'text|1-' });
	});
});

describe('a text that is JSON', () => {
	const document = (text: string) => textDocument(passageOf(text), FRAME, {});

	it('gives values and fields as JSON does, and its lines as a text does', () => {
		for (const text of ['{"a":{"b":[1,2]},"c":"x"}', '\ufeff {"a":{"b":[1,2]},"c":"x"}']) {
			const json = document(text);
			expect(data(json, { pointer: '/a' })).toBe('{"b":[1,2]}');
			expect(data(json, { view: { fields: ['c'] } })).toBe('{"c":"x"}');
			expect(data(json, { pointer: '/a', view: { startLine: 1 } })).toContain(
				'pointer: this result is text',
			);
			expect(data(json, { view: { fields: ['c'], startLine: 1 } })).toContain(
				'fields: this result is text',
			);
			expect(data(json, {})).toBe(text);
		}
		const rows = document(
			JSON.stringify(Array.from({ length: 300 }, (_, id) => ({ id, n: `n ${id}` }))),
		);
		expect(reading(rows, { view: { fields: ['id'] } })).toMatchObject({
			viewKey: 'json:id|fields:id',
		});
		expect(reading(rows, { pointer: '/3' })).toMatchObject({ data: '{"id":3,"n":"n 3"}' });
	});

	it('is a text where it is none', () => {
		for (const text of ['a {"a":1}', '{"a":', '"a"'])
			expect(data(document(text), { pointer: '/a' })).toContain('pointer: this result is text');
		expect(data(document('{"a":1'), { view: { fields: ['a'] } })).toContain(
			'fields: this result is text',
		);
	});
});

describe('lines of a text that is part of another', () => {
	const part = textDocument(passageOf('1\n2\n3\n4\n5\n6\n', { startLine: 3, endLine: 5 }), FRAME, {
		startLine: 3,
		endLine: 5,
	});

	it('are counted in that one', () => {
		expect(data(part, {})).toBe('3\n4\n5\n');
		expect(data(part, { view: { startLine: 4 } })).toBe('4\n5\n');
		expect(data(part, { view: { startLine: 3, endLine: 3 } })).toBe('3\n');
		expect(data(part, { view: { endLine: 4 } })).toBe('3\n4\n');
		const first = 'line 3 is the first that is kept here.';
		expect(data(part, { view: { startLine: 2 } })).toBe(`startLine: ${first}`);
		expect(data(part, { view: { startLine: 4, endLine: 2 } })).toBe(`endLine: ${first}`);
		// A cursor stands for the lines that were asked for; they may be said again.
		expect(data(part, { position: char, view: { startLine: 3, endLine: 5 } })).toBe('3\n4\n5\n');
		expect(data(part, { position: char, view: { startLine: 5, endLine: 5 } })).toBe('5\n');
	});
});

describe('fields that a call asks of a kept object', () => {
	const THING = {
		id: 1,
		guest: { name: 'Ana', note: 'one\ntwo' },
		rows: Array.from({ length: 60 }, (_, id) => ({ id, n: id * 2 })),
		text: 'word '.repeat(800),
	};
	const document = kept({ ...THING, title: 'A booking' });

	it('are given whole, in chunks where they are too long', () => {
		expect(reading(document, { view: { fields: ['guest'] } })).toMatchObject({
			data: '{"guest":{"name":"Ana","note":"one\\ntwo"}}',
			viewKey: undefined,
			handles: [],
		});
		expect(reading(document, { view: { fields: ['id', 'text'] } })).toMatchObject({
			viewKey: 'section:id\u0000text',
			handles: [expect.stringMatching(/^char-/)],
		});
		// One long text is given as the text it is.
		expect(data(document, { view: { fields: ['text'] } })).toMatch(/^word word/);
		expect(data(document, { view: { fields: ['rows'], limit: 2 } })).toBe(
			'{"rows":[{"id":0,"n":0},{"id":1,"n":2}]}',
		);
		expect(data(document, { view: { fields: ['guest'], limit: 2 } })).toContain(
			'limit: this result is an object',
		);
	});

	it('are told where there are none of them', () => {
		expect(reading(document, { view: { fields: ['nope'] } })).toMatch(
			/^fields: There is no nope\. There are id, guest, rows, text, title/,
		);
		expect(data(document, { view: { fields: ['nope', 'titel'] } })).toContain('"title"');
	});
});

it('is told to begin anew where what was kept is no JSON', () => {
	const broken: Document = { ...kept({}), parts: ['{"a":'] };
	const error = 'The stored result cannot be read. Call the tool again from the start.';
	expect(data(broken, {})).toBe(error);
	expect(data({ ...broken, parts: [] }, {})).toBe(error);
});
