// Fields left out where an operator named them, and nothing else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripResult, stripText } from '../../src/protect/strip';
import { sent } from './answers';

describe('strip', () => {
	it.each([
		// The end of a path, wherever it is.
		['{"id":1,"_links":{"self":"x"},"n":2}', ['_links'], '{"id":1,"n":2}'],
		[
			'{"rows":[{"_links":1,"id":1},{"id":2,"_links":2}]}',
			['_links'],
			'{"rows":[{"id":1},{"id":2}]}',
		],
		['[{"_links":1},{"a":{"_links":[]}}]', ['_links'], '[{},{"a":{}}]'],
		// `*` is a step: something has to stand above.
		['{"debug":1,"a":{"debug":2},"b":[{"debug":3}]}', ['*.debug'], '{"debug":1,"a":{},"b":[{}]}'],
		['[{"debug":1,"id":1}]', ['*.debug'], '[{"id":1}]'],
		// Names lead through lists, and only directly.
		[
			'{"meta":[{"trace":1,"t":2}],"trace":3,"x":{"trace":4}}',
			['meta.trace'],
			'{"meta":[{"t":2}],"trace":3,"x":{"trace":4}}',
		],
		['{"meta":{"deep":{"trace":1}}}', ['meta.trace'], '{"meta":{"deep":{"trace":1}}}'],
		// Empty ones only.
		[
			'{"a":null,"b":"","c":[],"d":{},"e":0,"f":false,"g":" "}',
			['*?'],
			'{"e":0,"f":false,"g":" "}',
		],
		['{"note":"","x":{"note":"y"}}', ['note?'], '{"x":{"note":"y"}}'],
		// Several in a row, at either end, with white space and escaped keys.
		['{ "a" : 1 , "b" : 2 ,\n "c" : 3 }', ['a', 'b'], '{ "c" : 3 }'],
		['{ "a" : 1 , "b" : 2 ,\n "c" : 3 }', ['b', 'c'], '{ "a" : 1 }'],
		['{"a":1,"b":2,"c":3,"d":4,"e":5}', ['b', 'd'], '{"a":1,"c":3,"e":5}'],
		['{"\\u0061":1,"b":1.0e+2}', ['a'], '{"b":1.0e+2}'],
		['{"a":1,"a":2,"__proto__":3}', ['a', '__proto__'], '{}'],
	] as const)('takes out of %s what %j names', (text, paths, expected) => {
		expect(stripText(text, paths)).toBe(expected);
	});

	it('leaves texts that are no JSON, and JSON that has none of the fields, as they are', () => {
		for (const text of ['', 'a: 1', '"_links"', '{"_links":', '{"n": 12345678901234567890}'])
			expect(stripText(text, ['_links', '*?'])).toBe(text);
	});

	it('drops exactly what a walk over the parsed value drops', () => {
		const drop = (value: unknown): unknown => {
			if (Array.isArray(value)) return value.map(drop);
			if (typeof value !== 'object' || value === null) return value;
			return Object.fromEntries(
				Object.entries(value)
					.filter(([key]) => key !== 'a')
					.map(([key, below]) => [key, drop(below)]),
			);
		};
		const key = fc.constantFrom('a', 'b', 'c');
		const { value: values } = fc.letrec((tie) => ({
			value: fc.oneof(
				{ depthSize: 'small' },
				fc.integer(),
				fc.string(),
				fc.constant(null),
				fc.array(tie('value'), { maxLength: 3 }),
				fc.dictionary(key, tie('value'), { maxKeys: 3 }),
			),
		}));
		fc.assert(
			fc.property(values, fc.constantFrom(undefined, 1), (value, indent) => {
				const text = JSON.stringify(value, null, indent);
				expect(JSON.parse(stripText(text, ['a']))).toEqual(drop(JSON.parse(text)));
			}),
		);
	});

	it('works on structured content and on texts alike, not on errors', () => {
		const json = '{"id":1,"_links":2}';
		const result = {
			content: [
				{ type: 'text', text: json },
				{ type: 'image', data: '_links' },
			],
			structured: json,
		};
		expect(stripResult(result, ['_links'])).toEqual({
			content: [
				{ type: 'text', text: '{"id":1}' },
				{ type: 'image', data: '_links' },
			],
			structured: '{"id":1}',
		});
		expect(stripResult(result, [])).toBe(result);
		const failed = { ...result, isError: true };
		expect(stripResult(failed, ['_links'])).toBe(failed);
	});

	it('works on a text that structured content repeats, as servers of files send it', () => {
		const text = '[{"id":1,"_links":"\u00e9"},{"id":2}]';
		const structured = `{ "_links": 1, "content": ${JSON.stringify(text).replace('é', '\\u00e9')}, "n": 1.0, "all": ["x"] }`;
		const left = stripResult({ content: [{ type: 'text', text }], structured }, ['_links']);
		expect(left.content).toEqual([{ type: 'text', text: '[{"id":1},{"id":2}]' }]);
		expect(left.structured).toBe(
			'{ "content": "[{\\"id\\":1},{\\"id\\":2}]", "n": 1.0, "all": ["x"] }',
		);
	});

	it('leaves a list shown that structured content repeats', () => {
		const text = JSON.stringify(
			Array.from({ length: 900 }, (_, id) => ({ id, note: `of this ${id}`, name: `Row ${id}` })),
		);
		const structured = JSON.stringify({ content: text });
		const result = { content: [{ type: 'text', text }], structured };
		const now = sent(result);
		const left = sent(stripResult(result, ['note']));
		expect([now.act, left.act]).toEqual(['paginated', 'paginated']);
		const shown = JSON.stringify(left.answer);
		expect(shown).toContain('Row 1');
		expect(shown).not.toContain('of this');
	});

	it('ends soon on a document made to be slow', () => {
		const deep = `${'['.repeat(5000)}${'{"x":'.repeat(5000)}1${'}'.repeat(5000)}${']'.repeat(5000)}`;
		expect(stripText(deep, ['a.b.x', '*.*.y', 'a.x'])).toBe(deep);
	});
});
