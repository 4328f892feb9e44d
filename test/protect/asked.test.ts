// Tests that reductions nobody asked for are made only where they make an answer smaller, and that those a call asks
// for are made in any case.
import { expect, it } from 'vitest';
import type { View } from '../../src/protect/types';
import { policy, sent } from './answers';
import { json, text } from './payloads';
import { times } from './shown/payloads';

const rows = times(51, (id) => ({ id, state: `open for ${id}` }));
/** About eight tokens each. */
const said = (sentences: number) =>
	times(sentences, (at) => `Step ${at} was done by hand.`).join(' ');
const acts = (result: Parameters<typeof sent>[0], views: readonly View[]) =>
	views.map((view) => sent(result, view).act);

it('leaves a list as it is where a page of it with all that is added is no smaller', () => {
	expect(sent(json(rows)).answer.content).toEqual(json(rows).content);
	expect(acts(json(rows), [{}, { limit: 51 }, { limit: 50 }, { limit: 49 }])).toEqual([
		...['passthrough', 'passthrough', 'paginated', 'paginated'],
	]);
	expect(acts(json([...rows, ...rows]), [{}])).toEqual(['paginated']);
});

it('gives fields and lines where that is no smaller', () => {
	expect(acts(json({ id: 1 }), [{}, { fields: ['id'] }, { limit: 5 }])).toEqual([
		...['passthrough', 'summarized', 'passthrough'],
	]);
	expect(acts(json(rows), [{ fields: ['id', 'state'] }])).toEqual(['paginated']);
	const lines = text('one\ntwo\nthree');
	expect(acts(lines, [{}, { startLine: 1 }, { endLine: 2 }, { limit: 5 }])).toEqual([
		...['passthrough', 'chunked', 'chunked', 'passthrough'],
	]);
});

it('pages a list that is longer than a page, or too much; summarizes an object of some weight', () => {
	const heavy = (count: number) =>
		times(count, (id) => ({ id, note: `${id} ${'word '.repeat(45)}` }));
	const bytes = { ...policy, hardByteLimit: 100_000 };
	const act = (value: unknown, limits = bytes) => sent(json(value), {}, limits).act;
	expect([act(heavy(50)), act(heavy(51)), act(heavy(50), policy)]).toEqual([
		...['passthrough', 'paginated', 'passthrough'],
	]);
	expect(act(heavy(50), { ...bytes, tokenBudgetThreshold: 2_000 })).toBe('paginated');
	// As one object its 2,500 tokens are more than such may have.
	const object = { id: 1, notes: said(330) };
	expect([act(object), act(object, { ...bytes, itemTokenThreshold: 3_000 })]).toEqual([
		...['summarized', 'passthrough'],
	]);
	expect(act(object, { ...bytes, summarization: false })).toBe('passthrough');
});

it('cuts a text that is long or too much, where texts are cut', () => {
	const act = (sentences: number, more = {}) =>
		sent(text(said(sentences)), {}, { ...policy, ...more }).act;
	expect([act(200), act(320), act(320, { chunkTokenThreshold: 3_000 })]).toEqual([
		...['passthrough', 'chunked', 'passthrough'],
	]);
	expect(act(200, { hardByteLimit: 5_000 })).toBe('chunked');
	expect([act(320, { chunking: false }), act(900, { chunking: false })]).toEqual([
		...['passthrough', 'passthrough'],
	]);
	const whole = { ...policy, whole: true };
	expect([
		sent(json(rows), {}, whole).act,
		sent(json({ a: 'word '.repeat(9_000) }), {}, whole).act,
	]).toEqual(['passthrough', 'chunked']);
});

it('keeps nothing where nothing more can be had, and the limit that a call named', () => {
	const object = { id: 1, notes: 'word '.repeat(4_000) };
	expect(sent(json(object), { fields: ['id', 'nope'] })).toMatchObject({ positions: [] });
	const many = [...rows, ...rows];
	expect(sent(json(many), { limit: 7 }).positions[0]).toEqual({
		kind: 'item',
		offset: 7,
		limit: 7,
	});
	expect(sent(json(many)).positions[0]?.limit).toBe(0);
});

it('gives lines with a handle to the rest, unless they are all', () => {
	const added = (view: View, handles = true) => {
		const { answer, positions } = sent(text('one\ntwo\nthree'), view);
		expect(handles).toBe(positions.length > 0);
		return JSON.parse(String(answer.content.at(-1)?.text));
	};
	expect(added({ startLine: 2, endLine: 2 }).handle).toHaveLength(44);
	expect(added({ startLine: 1 }, false)).not.toHaveProperty('handle');
});
