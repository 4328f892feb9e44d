// Whatever is asked of whatever: an answer or an error in words, soon, and never anything thrown.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { find } from '../../src/ask/query/search';
import { findReferences, replaceReferences } from '../../src/ask/references';
import { textToRows } from '../../src/ask/rows';
import { select } from '../../src/ask/select';
import { treeOf } from '../../src/ask/tree';
import type { Tree } from '../../src/ask/value';
import { inputs, soon, times } from '../fuzz-runs';

const PIECES = [
	...'a b id name [ ] [? [] [*] * . .. , : | || && ! == != < > & ( ) { } @ $ $x let in = `1` `[` \' " - + / // % ? 1 -1 9e99 and or not'.split(
		' ',
	),
	...'sum( sort_by( group_by( map( join( length( keys( max( to_number( contains( split( inner_join( from_json( zip( pad_left( round( merge( items( from_items( replace( matches( get('.split(
		' ',
	),
	"'x'",
	'&a',
	'"a b"',
	' ',
];
const expressions = fc
	.array(fc.constantFrom(...PIECES), { maxLength: 14 })
	.map((pieces) => pieces.join(''));
const documents = fc
	.oneof(fc.jsonValue({ maxDepth: 4 }), fc.array(fc.record({ id: fc.nat(), a: fc.jsonValue() })))
	.map((value) => JSON.stringify(value));

describe('select', () => {
	it('answers or says why not, whatever the expression', () => {
		fc.assert(
			fc.property(documents, fc.oneof(expressions, fc.string()), (text, expression) => {
				const tree = treeOf(text) as Tree;
				const found = soon(() => select(expression, { tree, complete: true }));
				if (found.ok) JSON.parse(found.value.result);
				else expect(found.error.length).toBeGreaterThan(10);
			}),
			inputs(times(1_000, 4_000)),
		);
	});
});

describe('query', () => {
	const queries = fc.oneof(
		fc.string(),
		fc
			.array(fc.constantFrom('a', 'id', ':', '"', '/', '-', '>', ' ', '.', '*', '(', '\\', '1'), {
				maxLength: 12,
			})
			.map((pieces) => pieces.join('')),
	);
	it('answers or says why not, whatever the words', () => {
		fc.assert(
			fc.property(documents, queries, (text, query) => {
				const found = soon(() => find(treeOf(text) as Tree, query));
				const lines = soon(() => find(text.replaceAll(',', '\n'), query));
				for (const one of [found, lines])
					if (one.ok)
						JSON.parse(`{${one.value.facts.join(',')},"hits":[${one.value.hits.join(',')}]}`);
			}),
			inputs(times(800, 3_000)),
		);
	});
});

describe('rows', () => {
	it('are JSON, whatever the text', () => {
		const texts = fc
			.array(
				fc.constantFrom(
					'a',
					',',
					'"',
					'\n',
					'\r\n',
					'1',
					'.5',
					'{',
					'}',
					'2026-01-01T10:00:00Z',
					' ERROR ',
					'[',
					'\\',
				),
				{ maxLength: 40 },
			)
			.map((pieces) => pieces.join(''));
		fc.assert(
			fc.property(fc.oneof(texts, fc.string()), (text) => {
				const { json, lines } = soon(() => textToRows(text));
				const rows: unknown = JSON.parse(json);
				expect(Array.isArray(rows)).toBe(true);
				if (lines) expect(lines).toHaveLength((rows as unknown[]).length);
			}),
			inputs(times(800, 3_000)),
		);
	});
});

describe('references', () => {
	it('are found in arguments of any depth, and nothing else is touched', () => {
		const handle = 'A'.repeat(44);
		let deep: unknown = { $ref: handle };
		for (let level = 0; level < 10_000; level++) deep = [deep];
		expect(findReferences({ deep })).toMatchObject({
			ok: false,
			error: expect.stringContaining('deeper than 64 levels'),
		});
		const args = JSON.parse(
			`{"__proto__":{"$ref":"${handle}"},"a/b":[{"$ref":"${handle}#/x"}],"s":{"$ref":"#/defs/x"}}`,
		);
		const found = findReferences(args);
		expect(found.ok && found.value.map(({ path }) => path)).toEqual(['/__proto__', '/a~1b/0']);
		const filled = replaceReferences(
			args,
			new Map<string, unknown>([
				['/__proto__', 1],
				['/a~1b/0', 2],
			]),
		);
		expect(JSON.stringify(filled)).toBe('{"__proto__":1,"a/b":[2],"s":{"$ref":"#/defs/x"}}');
		expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
	});
});
