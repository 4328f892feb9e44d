// The shape that a reduced result goes back into.
import { describe, expect, it } from 'vitest';
import {
	ALONE,
	blockJson,
	blockText,
	compose,
	type Data,
	type Frame,
	keptUnder,
	shown,
} from '../../src/protect/frame';

const NUMBERS = { estimatedTokens: 1, budgetUsed: 0.5, budgetRemaining: 2 };
const ADDED = '"totalCount":3,"estimatedTokens":1,"budgetUsed":0.5,"budgetRemaining":2';
const composed = (frame: Frame, data: Data) =>
	compose(frame, ALONE, data, { totalCount: 3 }, NUMBERS);
const text = (body: string) => ({ type: 'text', text: body });
const trailing = text(`{${ADDED}}`);
const object: Data = { form: 'object', text: '{"a":1}' };
const list: Data = { form: 'list', text: '[1]' };
const prose: Data = { form: 'text', text: 'He said "no"' };
const spread: Data = { form: 'spread', blocks: [text('{"a":1}'), text('b')] };

describe('a reduced result', () => {
	it('has the added keys behind a text, and in structured content', () => {
		expect(composed({ structured: { as: 'none' } }, object)).toEqual({
			content: [text('{"a":1}'), trailing],
		});
		const inside = `{"a":1,${ADDED}}`;
		expect(composed({ structured: { as: 'same' } }, object)).toEqual({
			content: [text(inside)],
			structured: inside,
		});
		expect(
			composed({ structured: { as: 'same' } }, { form: 'object', text: '{}' }).structured,
		).toBe(`{${ADDED}}`);
		const under = { structured: { as: 'same' as const }, under: 'loadline' };
		expect(composed(under, object).structured).toBe(`{"a":1,"loadline":{${ADDED}}}`);
	});

	it('keeps the form that structured content had', () => {
		expect(composed({ structured: { as: 'same' } }, list)).toEqual({
			content: [text('[1]'), trailing],
			structured: '[1]',
		});
		expect(composed({ structured: { as: 'same' } }, prose).structured).toBe(
			`{"text":"He said \\"no\\"",${ADDED}}`,
		);
		expect(composed({ structured: { as: 'same' } }, spread).structured).toBe(
			`{"text":"{\\"a\\":1}\\nb",${ADDED}}`,
		);
		expect(composed({ structured: { as: 'keep', text: '{"k":1}' } }, prose).structured).toBe(
			'{"k":1}',
		);
		const carrier = { as: 'carrier', key: 'out', rest: '{"exit":0}' } as const;
		expect(composed({ structured: carrier }, prose)).toEqual({
			content: [text('He said "no"'), trailing],
			structured: `{"exit":0,"out":"He said \\"no\\"",${ADDED}}`,
		});
		const alone = { as: 'carrier', key: 'out', rest: '{}' } as const;
		expect(
			composed({ structured: alone, under: 'loadline' }, { form: 'text', text: 'x' }).structured,
		).toBe(`{"out":"x","loadline":{${ADDED}}}`);
	});

	it('comes in the block it came in', () => {
		const annotated = { type: 'text', annotations: { priority: 1 } };
		expect(composed({ structured: { as: 'none' }, holder: annotated }, prose).content[0]).toEqual({
			...annotated,
			text: 'He said "no"',
		});
		const file = { type: 'resource', resource: { uri: 'file:///a' }, note: 1 };
		expect(composed({ structured: { as: 'none' }, holder: file }, prose).content[0]).toEqual({
			type: 'resource',
			resource: { uri: 'file:///a', text: 'He said "no"' },
			note: 1,
		});
		expect(composed({ structured: { as: 'none' }, spread: true }, spread).content).toEqual([
			text('{"a":1}'),
			text('b'),
			trailing,
		]);
	});

	it('keeps what surrounded it, and says no more than that', () => {
		const around = {
			before: [text('first')],
			after: [text('last')],
			isError: true,
			meta: { a: 1 },
		};
		expect(compose({ structured: { as: 'none' } }, around, prose, {}, NUMBERS)).toEqual({
			content: [text('first'), text('He said "no"'), text('last'), text(JSON.stringify(NUMBERS))],
			isError: true,
			meta: { a: 1 },
		});
	});
});

describe('the added keys', () => {
	it.each([
		'totalCount',
		'nextCursor',
		'estimatedTokens',
		'budgetUsed',
		'budgetRemaining',
		'summary',
		'chunk',
		'notice',
	])('stand apart where the original has %s', (name) => {
		expect(keptUnder((key) => key === name)).toEqual({ under: 'loadline' });
		expect(keptUnder((key) => [name, 'loadline', 'loadline_'].includes(key))).toEqual({
			under: 'loadline__',
		});
	});

	it('stand among the others elsewhere', () => {
		expect(keptUnder((key) => key === 'loadline')).toEqual({});
	});
});

describe('what a model is shown of a block', () => {
	it.each([
		[text('a'), 'a', undefined],
		[{ type: 'text' }, undefined, '{"type":"text"}'],
		[{ type: 'resource', resource: { uri: 'u', text: 'b' } }, 'b', undefined],
		[{ type: 'resource', resource: { uri: 'u', blob: 'AA==' } }, undefined, undefined],
		[
			{ type: 'resource', resource: { uri: 'u' } },
			undefined,
			'{"type":"resource","resource":{"uri":"u"}}',
		],
		[{ type: 'resource' }, undefined, '{"type":"resource"}'],
		[
			{ type: 'note', resource: { text: 'c' } },
			undefined,
			'{"type":"note","resource":{"text":"c"}}',
		],
		[
			{ type: 'note', resource: { blob: 'AA==' } },
			undefined,
			'{"type":"note","resource":{"blob":"AA=="}}',
		],
		[{ type: 'image', data: 'AA==' }, undefined, undefined],
		[{ type: 'audio', data: 'AA==' }, undefined, undefined],
	])('%j', (block, itsText, itsJson) => {
		expect([blockText(block), blockJson(block)]).toEqual([itsText, itsJson]);
	});

	it('is joined line by line, beside the structured content', () => {
		const link = { type: 'resource_link', uri: 'u' };
		const content = [text('a'), { type: 'image', data: 'AA==' }, link];
		expect(shown({ content })).toEqual({ text: `a\n${JSON.stringify(link)}`, structured: '' });
		expect(shown({ content: [], structured: '{}' })).toEqual({ text: '', structured: '{}' });
	});
});
