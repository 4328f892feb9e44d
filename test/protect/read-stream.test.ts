// A long list that is kept as it came, and read as a stream.
import { describe, expect, it } from 'vitest';
import { withFacts } from '../../src/protect/document';
import type { ReadCall } from '../../src/protect/read';
import type { Document } from '../../src/protect/types';
import { streamOf } from '../../src/shared/json/parse';
import { data, kept, reading } from './reading';

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
	const document = withFacts(plain, { stream });
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
