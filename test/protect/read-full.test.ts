// A value in full: as JSON where it fits with its numbers, else as the chunks of a text.
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/protect/draft';
import { ALONE, type Frame } from '../../src/protect/frame';
import { inFull } from '../../src/protect/reading';
import { containerTape } from '../../src/shared/json/parse';
import { policy } from './answers';

const PLAIN: Frame = { structured: { as: 'none' } };
const full = (value: unknown, limits: Partial<Context['policy']> = {}, frame = PLAIN) => {
	const tape = containerTape(JSON.stringify(value));
	if (!tape) throw new Error('no JSON');
	const context: Context = {
		policy: { ...policy, hardByteLimit: 100_000, ...limits },
		weigh: (text) => ({ tokens: text.length, bytes: text.length }),
		frame,
		around: ALONE,
	};
	return inFull(context, tape, { fields: ['a'] }, 'key');
};

describe('what was asked for in full', () => {
	it('is JSON where it fits', () => {
		const { draft, frame, derived } = full({ a: [1] });
		expect(draft).toMatchObject({
			act: 'summarized',
			data: { form: 'object', text: '{"a":[1]}' },
			positions: [],
		});
		expect([draft.additions(null), frame, derived]).toEqual([{}, PLAIN, undefined]);
		expect(full([1, 2]).draft.data).toEqual({ form: 'list', text: '[1,2]' });
	});

	it('leaves room for the numbers of its budget', () => {
		// Eight characters are not the text's own.
		expect(full({ a: 'x'.repeat(3_932) }).draft.act).toBe('summarized');
		expect(full({ a: 'x'.repeat(3_933) }).draft.act).toBe('chunked');
		const bytes = { hardByteLimit: 2_000 };
		expect(full({ a: 'x'.repeat(1_872) }, bytes).draft.act).toBe('summarized');
		expect(full({ a: 'x'.repeat(1_873) }, bytes).draft.act).toBe('chunked');
	});

	it('is chunks of its lines where it does not, and of blocks', () => {
		const many = { a: Array.from({ length: 900 }, (_, at) => at), b: 'text' };
		const { draft, derived } = full(many, { tokenBudgetThreshold: 1_000 });
		expect(draft.data).toMatchObject({ text: expect.stringMatching(/^\{\n"a":\[\n0,\n1,/) });
		expect(derived).toMatchObject({ viewKey: 'key', document: { kind: 'text' } });
		expect(full([1, 2], {}, { ...PLAIN, spread: true }).draft.act).toBe('chunked');
	});

	it('is the text itself where that is all there is', () => {
		const text = 'A line.\n'.repeat(900);
		const begin = (value: unknown) => {
			const { data } = full(value).draft;
			return data.form === 'spread' ? '' : data.text.slice(0, 12);
		};
		expect(begin({ a: { b: text } })).toBe('A line.\nA li');
		expect(begin({ a: { b: text, c: 1 } })).toMatch(/^\{\n"a":/);
		expect(begin({ a: [text] })).toMatch(/^\{\n"a":/);
	});
});
