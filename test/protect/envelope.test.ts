// Tests of what stands around a list: whole, less of it, or its names.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/protect/draft';
import { ALONE, type Frame } from '../../src/protect/frame';
import { envelopeOf, namedEnvelope } from '../../src/protect/projection';
import { containerTape } from '../../src/shared/json/parse';
import type { Node } from '../../src/shared/json/tape';
import { policy } from './answers';

const benchOf = (frame: Frame, tokenBudgetThreshold = 4_000): Context => ({
	policy: { ...policy, tokenBudgetThreshold },
	weigh: (text) => ({ tokens: text.length, bytes: text.length }),
	frame,
	around: ALONE,
});
const DATA = benchOf({ structured: { as: 'same' } });
const TEXT = benchOf({ structured: { as: 'none' } });

const listIn = (json: string) => {
	const tape = containerTape(json);
	if (!tape) throw new Error('no JSON');
	let list: Node = 0;
	while (list < tape.size && tape.key(list) !== 'rows') list += 1;
	return { tape, list: list === tape.size ? 0 : list };
};
const around = (json: string, chars = 10_000, essential: string[] = []) => {
	const { tape, list } = listIn(json);
	return envelopeOf(
		DATA,
		tape,
		list,
		{ essential: new Set(essential) },
		{ tokens: chars, bytes: chars },
	);
};

describe('what stands around a list', () => {
	it('is nothing at the top', () => {
		const { tape } = listIn('[1,2]');
		const nothing = { before: '', after: '', cut: [] };
		expect(around('[1,2]')).toEqual(nothing);
		expect(namedEnvelope(DATA, tape, 0)).toEqual(nothing);
	});

	it.each([
		['{ "a": 1.0, "rows": [1], "b": {"c": 2} }', '{"a":1.0,"rows":', ',"b":{"c":2}}'],
		['{"rows":[1]}', '{"rows":', '}'],
		['{"x":0,"d":{"n":1,"m":3,"rows":[1],"o":2}}', '{"x":0,"d":{"n":1,"m":3,"rows":', ',"o":2}}'],
		['[{"n":1,"rows":[1],"m":2,"l":3}]', '[{"n":1,"rows":', ',"m":2,"l":3}]'],
		['{"a":1,"a":2,"rows":[1]}', '{"a":2,"rows":', '}'],
	])('is all of it where it fits: %s', (json, before, after) => {
		expect(around(json)).toEqual({ before, after, cut: [] });
		const chars = before.length + after.length;
		expect(around(json, chars)).toEqual({ before, after, cut: [] });
		if (before !== '{"rows":') expect(around(json, chars - 1).cut).not.toEqual([]);
	});

	it('is what tells most of it where it does not, in its own order', () => {
		const json = `{"note":"${'word '.repeat(50)}","id":7,"rows":[1,2,3],"title":"A list","z":1}`;
		expect(around(json, 60)).toEqual({
			before: '{"id":7,"rows":',
			after: ',"title":"A list"}',
			cut: ['note', 'z'],
		});
		expect(around(json, 30)).toEqual({
			before: '{"id":7,"rows":',
			after: '}',
			cut: ['note', 'title', 'z'],
		});
		expect(around(json, 20, ['z'])).toEqual({
			before: '{"rows":',
			after: ',"z":1}',
			cut: ['note', 'id', 'title'],
		});
	});

	it('is but named where nothing of it fits', () => {
		const json = `{"id":7,"deep":{"rows":[1],"b":"x"},"title":"${'word '.repeat(50)}"}`;
		expect(around(json, 3)).toEqual({
			before: '{"…":"beside: id, title","deep":{"rows":',
			after: '}}',
			cut: ['id', 'deep.b', 'title'],
		});
	});

	it('is said to be cut exactly where something of it is not there', () => {
		const value = fc.jsonValue({ maxDepth: 4 });
		fc.assert(
			fc.property(value, value, value, fc.nat(200), (a, b, c, chars) => {
				const json = JSON.stringify({ a, deep: { b, rows: [1] }, c });
				const { before, after, cut } = around(json, chars);
				expect(() => JSON.parse(`${before}[1]${after}`)).not.toThrow();
				expect(cut.length === 0).toBe(`${before}[1]${after}` === json);
			}),
		);
	});
});

describe('the names of what stands around a list', () => {
	const JSON_TEXT = '{"a":1,"rows":[1],"b c":2}';

	it('stand in an object, and beside a text', () => {
		const { tape, list } = listIn(JSON_TEXT);
		expect(namedEnvelope(DATA, tape, list)).toEqual({
			before: '{"…":"beside: a, b c","rows":',
			after: '}',
			cut: [],
		});
		expect(namedEnvelope(TEXT, tape, list)).toEqual({
			before: '{"rows":',
			after: '}',
			cut: [],
			beside: ['a', 'b c'],
		});
	});

	it('are as many as there is room for', () => {
		const { tape, list } = listIn(JSON_TEXT);
		const { beside } = namedEnvelope(benchOf(TEXT.frame, 100), tape, list);
		expect(beside).toEqual(['a', '…']);
	});

	it('are not told where there are none', () => {
		const { tape, list } = listIn('{"rows":[1]}');
		expect(namedEnvelope(DATA, tape, list)).toMatchObject({ before: '{"rows":', after: '}' });
	});
});
