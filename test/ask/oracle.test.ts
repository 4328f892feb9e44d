// The language against an implementation that is not ours: what JMESPath (community) answers, we answer.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fetchTool } from '../../scripts/tools.mjs';
import { Evaluation } from '../../src/ask/evaluate';
import { parseExpression } from '../../src/ask/expression/parse';
import { jsonOf } from '../../src/ask/json';
import { boundsFor, Meter } from '../../src/ask/meter';
import { type Tape, valueAt } from '../../src/ask/value';
import { inOneGo } from '../../src/shared/slices';
import { times } from '../fuzz-runs';
import { treeOf } from './in-one-go';

const { search } = createRequire(join(await fetchTool('peers'), 'package.json'))(
	'@jmespath-community/jmespath',
) as { search(data: unknown, expression: string): unknown };

/** As JMESPath has it, without the errors for what leads nowhere. */
const ours = (data: unknown, expression: string): unknown => {
	const tree = treeOf(JSON.stringify(data)) as Tape;
	const evaluation = new Evaluation(valueAt(tree, 0), new Meter(boundsFor(tree.size)));
	return JSON.parse(jsonOf(inOneGo(evaluation.running(parseExpression(expression)))));
};
const theirs = (data: unknown, expression: string): unknown =>
	JSON.parse(JSON.stringify(search(data as never, expression)));

const KEYS = ['a', 'b', 'c', 'd'];
const scalar = fc.oneof(
	fc.integer({ min: -20, max: 20 }),
	fc.constantFrom('x', 'y', 'zz', '', '2026-01-02'),
	fc.boolean(),
	fc.constant(null),
);
const value = fc.letrec((tie) => ({
	any: fc.oneof({ maxDepth: 4, depthSize: 'small' }, scalar, tie('list'), tie('object')),
	list: fc.array(tie('any'), { maxLength: 5 }),
	object: fc.dictionary(fc.constantFrom(...KEYS), tie('any'), { maxKeys: 4 }),
})).any;

/** Expressions in which both sides mean the same; functions apart, whose types differ here. */
const expression = fc.letrec<Record<string, string>>((tie) => ({
	key: fc.constantFrom(...KEYS),
	literal: fc.constantFrom('`1`', '`-3`', "'x'", '`null`', '`true`', '`[1, 2]`', '`{"a": 1}`'),
	step: fc.oneof(
		tie('key').map((key) => `.${key}`),
		fc.constantFrom('[0]', '[-1]', '[1:]', '[:2]', '[::2]', '[::-1]', '[*]', '[]'),
		tie('condition').map((condition) => `[?${condition}]`),
		fc.tuple(tie('key'), tie('key')).map(([a, b]) => `.[${a}, ${b}]`),
		fc.tuple(tie('key'), tie('key')).map(([a, b]) => `.{p: ${a}, q: ${b}}`),
	),
	start: fc.oneof(tie('key'), fc.constantFrom('@', '*', '[]', '[0]', '[*]', '$')),
	path: fc
		.tuple(
			tie('start'),
			fc.array(tie('step'), { maxLength: 4 }),
			// Only last: of what follows, theirs takes just the first key for each value.
			fc.constantFrom('', '', '', '.*'),
		)
		.map(([start, steps, last]) => start + steps.join('') + last),
	condition: fc.oneof(
		{ maxDepth: 2 },
		fc
			.tuple(tie('key'), fc.constantFrom('==', '!='), tie('literal'))
			.map((parts) => parts.join(' ')),
		fc
			.tuple(tie('key'), fc.constantFrom('<', '<=', '>', '>='), fc.constantFrom('`1`', '`-3`'))
			.map((parts) => parts.join(' ')),
		tie('key'),
		tie('key').map((key) => `!${key}`),
		fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a} && ${b})`),
		fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `${a} || ${b}`),
	),
	whole: fc.oneof(
		tie('path'),
		fc.tuple(tie('path'), tie('path')).map(([a, b]) => `${a} | ${b}`),
		fc.tuple(tie('path'), tie('path')).map(([a, b]) => `${a} || ${b}`),
		fc.tuple(tie('path'), tie('path')).map(([a, b]) => `[${a}, ${b}]`),
		fc.tuple(tie('path'), tie('path')).map(([a, b]) => `{p: ${a}, q: ${b}}`),
		fc.tuple(tie('path'), tie('path')).map(([a, b]) => `let $v = ${a} in [$v, ${b}]`),
		fc.tuple(tie('path'), tie('path'), tie('path')).map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
		tie('path').map((path) => `(${path})[0]`),
		tie('path').map((path) => `type(${path})`),
		tie('path').map((path) => `to_string(${path})`),
		tie('path').map((path) => `to_array(${path})`),
		fc.tuple(tie('path'), tie('path')).map(([a, b]) => `not_null(${a}, ${b})`),
	),
})).whole as fc.Arbitrary<string>;

describe('select and JMESPath', () => {
	it('give the same', () => {
		fc.assert(
			fc.property(value, expression, (data, text) => {
				expect(ours(data, text), text).toEqual(theirs(data, text));
			}),
			{ numRuns: times(400, 4_000) },
		);
	});
});
