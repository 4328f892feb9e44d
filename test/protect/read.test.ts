// What a call with a handle is answered, by what the handle leads to.
import { describe, expect, it } from 'vitest';
import { passageOf } from '../../src/protect/chunk';
import { jsonDocument, streamDocument, textDocument } from '../../src/protect/document';
import type { Frame } from '../../src/protect/frame';
import { type ReadCall, read } from '../../src/protect/read';
import type { Document } from '../../src/protect/types';
import { streamOf } from '../../src/shared/json/stream';
import { policy } from './answers';

const FRAME: Frame = { structured: { as: 'none' } };
const whole = { kind: 'whole', offset: 0, limit: 0 } as const;
const char = { kind: 'char', offset: 0, limit: 0 } as const;
const limits = { ...policy, tokenBudgetThreshold: 500, hardByteLimit: 2_500 };
const kept = (value: unknown, leftOut: string[] = [], frame = FRAME): Document =>
	jsonDocument(JSON.stringify(value), frame, leftOut);

/** What is shown first, the name of the view that is kept, and where its handles lead; or what is wrong. */
const reading = (document: Document, call: Partial<ReadCall>) => {
	const outcome = read(document, { position: whole, view: {}, ...call }, limits);
	if (!outcome.ok) return outcome.error;
	const { positions, viewKey, document: own, place } = outcome.value;
	const handles = positions.map(({ kind, offset, limit }) => `${kind}-${offset}-${limit}`);
	const { content, structured } = place(handles);
	return {
		data: content[0]?.text,
		added: JSON.parse(String(content.at(-1)?.text)),
		structured,
		handles,
		viewKey,
		own,
	};
};
const data = (document: Document, call: Partial<ReadCall>) => {
	const answer = reading(document, call);
	return typeof answer === 'string' ? answer : answer.data;
};

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
		['/list.0', 'pointer: pointer "/list.0" leads nowhere'],
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

describe('a list that is read as a stream', () => {
	const rows = Array.from({ length: 700 }, (_, id) => ({
		id,
		name: `row, "${id}"`,
		in: { city: `c${id}` },
		note: id === 90 ? 'long '.repeat(900) : 'x',
	}));
	const plain = kept(rows);
	const stream = streamOf(plain.parts[0] ?? '');
	if (!stream) throw new Error('no list');
	const document = streamDocument(plain, stream);
	const fields = ['id', 'in.city'];

	it.each<[string, Partial<ReadCall>]>([
		['a page', { position: { kind: 'item', offset: 50, limit: 0 } }],
		['a page of so many', { position: { kind: 'item', offset: 120, limit: 7 } }],
		[
			'a page of as many as a call says',
			{ position: { kind: 'item', offset: 120, limit: 7 }, view: { limit: 3 } },
		],
		['the last page', { position: { kind: 'item', offset: 695, limit: 0 } }],
		['its beginning in full', {}],
		['items in full', { position: { kind: 'whole', offset: 60, limit: 3 } }],
		['an item too large for an answer', { position: { kind: 'whole', offset: 90, limit: 1 } }],
		['fields', { position: { kind: 'item', offset: 50, limit: 0 }, view: { fields } }],
		['fields of its beginning', { view: { fields } }],
		['a value', { pointer: '/120' }],
		['a value within', { pointer: '/120/in/city' }],
		['a long value', { pointer: '/90/note' }],
		['lines', { view: { startLine: 1, endLine: 1 } }],
	])('gives %s as any list does', (_, call) => {
		const { viewKey, own, ...answer } = reading(document, call) as Exclude<
			ReturnType<typeof reading>,
			string
		>;
		const {
			viewKey: known,
			own: other,
			...same
		} = reading(plain, call) as typeof answer & { viewKey: string; own: Document };
		expect(answer).toEqual(same);
		expect([viewKey === undefined, own === undefined]).toEqual([
			known === undefined,
			other === undefined,
		]);
	});

	it('goes on with a kept view, also where the call says its fields again', () => {
		const made = reading(document, {
			position: { kind: 'item', offset: 50, limit: 0 },
			view: { fields },
		});
		if (typeof made === 'string' || !made.own) throw new Error('no view');
		expect(made.viewKey).toBe('fields:id\u0000in.city');
		const next = { position: { kind: 'item', offset: 100, limit: 0 } } as const;
		expect(reading(made.own, { ...next, view: { fields } })).toEqual(reading(made.own, next));
		expect(data(made.own, next)).toMatch(/^\[\{"id":100,"in":\{"city":"c100"\}\},/);
		expect(data(made.own, { ...next, view: { fields: ['name'] } })).toMatch(
			/^\[\{"name":"row, \\"100\\""\},/,
		);
		const chunks = reading(document, { position: { kind: 'whole', offset: 90, limit: 1 } });
		if (typeof chunks === 'string' || !chunks.own) throw new Error('no chunks');
		const [handle = ''] = chunks.handles;
		const [, offset, limit] = handle.split('-').map(Number);
		const second = { kind: 'char', offset: offset ?? 0, limit: limit ?? 0 } as const;
		expect(data(chunks.own, { position: second })).toMatch(/^(?:long )+$/);
		expect(data(chunks.own, { position: second, view: { limit: 1 } })).toMatch(/^(?:long )+$/);
		expect(data(chunks.own, { position: second, view: { limit: 2 } })).toContain(
			'limit: this result is text',
		);
	});

	it('says what indexes it has, and names the view of a long value by its item', () => {
		for (const pointer of ['/700', '/x', '/-1', '/01', 'a/0', '/5x'])
			expect(data(document, { pointer })).toBe(
				'pointer: begins with an index from 0 to 699, as "/0".',
			);
		expect(reading(document, { pointer: '/90/note' })).toMatchObject({
			viewKey: 'at:90|pointer:/0/note|-',
		});
		expect(data(document, { pointer: '/3/nope' })).toContain('leads nowhere');
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
		expect(reading(document, { view: { fields: ['nope'] } })).toMatchObject({
			...{ data: '{}', handles: [] },
			added: { notice: 'No field matched. Available: id, guest, rows, text, title.' },
		});
	});
});

it('is told to begin anew where what was kept is no JSON', () => {
	const broken: Document = { ...kept({}), parts: ['{"a":'] };
	const error = 'The stored result cannot be read. Call the tool again from the start.';
	expect(data(broken, {})).toBe(error);
	expect(data({ ...broken, parts: [] }, {})).toBe(error);
});
