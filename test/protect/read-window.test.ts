// Items too large for an answer are read in chunks, after which the list goes on; values that are named come in full.

import { describe, expect, it } from 'vitest';
import { passageOf } from '../../src/protect/chunk';
import { jsonDocument, textDocument } from '../../src/protect/document';
import { type Frame, NOT_KEPT } from '../../src/protect/frame';
import { type ReadCall, read } from '../../src/protect/read';
import type { Document } from '../../src/protect/types';
import { policy } from './answers';
import { times } from './shown/payloads';

const limits = { ...policy, tokenBudgetThreshold: 500, hardByteLimit: 2_500 };
const FRAME: Frame = { structured: { as: 'none' } };
const SAME: Frame = { structured: { as: 'same' } };
const FROM_THE_START = { kind: 'whole', offset: 0, limit: 0 } as const;
const said = (sentences: number): string =>
	times(sentences, (at) => `Step ${at} was done by hand.`).join(' ');
const kept = (value: unknown, frame = FRAME, leftOut: string[] = []): Document =>
	jsonDocument(JSON.stringify(value), frame, leftOut);

const reading = (document: Document, call: Partial<ReadCall>) => {
	const outcome = read(document, { position: FROM_THE_START, view: {}, ...call }, limits);
	if (!outcome.ok) throw new Error(outcome.error);
	const { positions, viewKey, document: own, place } = outcome.value;
	const told = (handles: string[] | null) => {
		const { content, structured } = place(handles);
		return { text: String(content[0]?.text), structured, added: content.at(-1)?.text as string };
	};
	const handles = positions.map(({ kind, offset, limit }) => `${kind}-${offset}-${limit}`);
	const { added, ...shown } = told(handles);
	return {
		...shown,
		added: JSON.parse(added),
		unkept: JSON.parse(told(null).added),
		positions,
		viewKey,
		own,
	};
};

describe('a window on items', () => {
	const list = [said(80), 'b', 'c'];

	it('of one text is that text, and leads to the item after it', () => {
		const first = reading(kept(list), { view: { limit: 1 } });
		expect(first).toMatchObject({
			viewKey: 'window:0:1:',
			added: {
				totalCount: 3,
				chunk: { chunkIndex: 0, nextCursor: expect.stringMatching(/^char-/) },
			},
			unkept: { totalCount: 3, notice: NOT_KEPT },
		});
		const last = reading(first.own as Document, { position: first.positions[0] as never });
		expect(first.text + last.text).toBe(said(80));
		expect(last.added).toMatchObject({ totalCount: 3, chunk: { nextCursor: 'whole-1-1' } });
		expect(last.unkept).toMatchObject({
			totalCount: 3,
			notice: NOT_KEPT,
			chunk: { chunkIndex: 1 },
		});
		expect(last.unkept.chunk).not.toHaveProperty('nextCursor');
		const next = reading(kept(list), { position: last.positions[0] as never });
		expect([next.text, next.added.nextCursor]).toEqual(['["b"]', 'whole-2-1']);
	});

	it('of several, of an object or of a member is their JSON', () => {
		const begin = (value: unknown, view = {}) => {
			const { text, viewKey } = reading(kept(value), { view });
			return [text.replaceAll('\n', '').slice(0, 13), viewKey];
		};
		expect(begin(list)).toEqual(['["Step 0 was ', 'window:0:50:']);
		const rows = [
			{ a: said(80), id: 1 },
			{ a: 'x', id: 2 },
		];
		expect(begin(rows, { limit: 1 })).toEqual(['[{"a":"Step 0', 'window:0:1:']);
		expect(begin(rows, { limit: 1, fields: ['a'] })).toEqual(['[{"a":"Step 0', 'window:0:1:a']);
		const map = Object.fromEntries(times(14, (at) => [`k${at}`, at === 0 ? [said(80)] : [1]]));
		expect(begin(map, { limit: 1 })).toEqual(['{"k0":["Step ', 'window:0:1:']);
	});

	it('ends where the list does', () => {
		const alone = reading(kept([said(80)]), { view: { limit: 2 } });
		const last = reading(alone.own as Document, { position: alone.positions[0] as never });
		expect(last.positions).toEqual([]);
		expect(last.added.chunk).not.toHaveProperty('nextCursor');
	});
});

describe('a value that is named', () => {
	const value = { x: { note: said(60), rows: times(60, (id) => ({ id, n: `row ${id}` })) } };

	it('comes in full, unless the call wants a page or fields of it', () => {
		const of = (view: object) => reading(kept(value), { pointer: '/x', view });
		expect(of({}).viewKey).toBe('pointer:/x|full');
		expect(of({}).text).toMatch(/^\{\n"note":"Step 0/);
		expect(of({ limit: 5 })).toMatchObject({
			viewKey: 'pointer:/x|',
			added: { totalCount: 60, nextCursor: 'whole-5-5', summary: { handle: 'whole-0-5' } },
		});
		expect(of({ fields: ['id'] })).toMatchObject({
			...{ viewKey: 'pointer:/x|fields:id', added: { totalCount: 60 } },
			text: expect.stringMatching(/^\{"rows":\[\{"id":0\},\{"id":1\}/),
		});
	});

	it('is named by what led to it', () => {
		const texts = times(12, (at) => (at === 11 ? said(80) : `text ${at}`));
		expect(reading(kept({}, FRAME, texts), { pointer: '/content/11' })).toMatchObject({
			viewKey: 'pointer:/content/11|-',
		});
	});
});

it('lines of data, and fields of a text, are told as a text alone', () => {
	const lines = reading(kept({ a: 1 }, SAME), { view: { startLine: 1 } });
	expect([lines.text, lines.structured]).toEqual(['{"a":1}', undefined]);
	const written = textDocument(passageOf('{"a":1,"b":2}'), SAME, {});
	const fields = reading(written, { view: { fields: ['a'] } });
	expect([fields.text, fields.structured]).toEqual(['{"a":1}', undefined]);
});
