// Whatever is asked of whatever: an answer or an error in words, soon, and never anything thrown.
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { explaining, findFault } from '../../src/ask/diagnose';
import { Evaluation } from '../../src/ask/evaluate';
import { parseExpression } from '../../src/ask/expression/parse';
import { respelled } from '../../src/ask/expression/spellings';
import { syntaxMends } from '../../src/ask/mend';
import { Meter } from '../../src/ask/meter';
import { findReferences, replaceReferences } from '../../src/ask/references';
import { valueAt } from '../../src/ask/value';
import { Tape } from '../../src/shared/json/tape';
import { inOneGo } from '../../src/shared/slices';
import { inputs, soon, times } from '../fuzz-runs';
import { find, select, treeOf } from './in-one-go';
import { asked, text } from './selected';
import { textToRows } from './text-to-rows';

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
				const tree = treeOf(text) as Tape;
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
				const found = soon(() => find(treeOf(text) as Tape, query));
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

describe('an explanation', () => {
	/** Steps and pauses of what finds the fault of an expression, and that fault. */
	const explained = (data: string, expression: string) => {
		const tree = treeOf(data) as Tape;
		const parsed = parseExpression(expression);
		const evaluation = new Evaluation(valueAt(tree, 0), new Meter({ steps: 1e9, made: 1e9 }));
		inOneGo(evaluation.running(parsed));
		const meter = explaining();
		const slices = findFault(evaluation, parsed, meter);
		for (let pauses = 0; ; pauses++) {
			const { done, value: fault } = slices.next();
			if (done) return { fault, pauses, steps: meter.work };
		}
	};
	const count = 200;
	const all = (of: (n: number) => string) =>
		Array.from({ length: count }, (_, n) => of(n)).join(',');

	/** An object whose keys stand in another order than those of the one before. */
	const turned = (size: number, by: number, name: string) =>
		Object.fromEntries(Array.from({ length: size }, (_, n) => [`${name}${(n + by) % size}`, n]));

	it('reads the keys above many values once, however long and deep', () => {
		const members = Array.from({ length: 2_000 }, (_, n) => `[{"ID":${n}}]`).join(',');
		const key = `"\\u0061${'b'.repeat(400)}":{`;
		const data = `${'{'}${key.repeat(190)}"L":[${members}]${'}'.repeat(191)}`;
		const read = vi.spyOn(Tape.prototype, 'key');
		const { fault } = explained(data, `${'*.'.repeat(190)}L[*][*].id`);
		expect(read.mock.calls.length).toBeLessThan(10_000);
		read.mockRestore();
		expect(fault?.respellings).toMatchObject([{ key: 'id', meant: 'ID' }]);
	});

	it('compares the keys of a hundred thousand rows, and of many names that all of them lack', () => {
		const rows = Array.from({ length: 100_000 }, (_, n) => ({ 'Net Sum': n, Day: 'x' }));
		const found = asked(rows, "length([?net_sum>`10` && day=='x'])");
		expect(found.ok && found.value).toMatchObject({
			result: '99989',
			note: 'net_sum is read as "Net Sum". day is read as Day.',
		});
		const names = Array.from({ length: 14 }, (_, n) => `Key_${'abcdefghijklmn'[n]}`);
		const wide = Object.fromEntries(names.map((name) => [name, 1]));
		const each = names.map((name) => `${name}: ${name.replace('_', '').toLowerCase()}`);
		const many = asked(
			Array.from({ length: 20_000 }, () => wide),
			`[].{${each}} | length(@)`,
		);
		expect(many.ok && many.value.result).toBe('20000');
	});

	it('goes over long keys once, however many of them nothing has', () => {
		const object = `{${all((n) => `"\\u0061${String(n).padStart(40_000, 'b')}":1`)}}`;
		for (const data of [object, `[${object}]`]) {
			const fields = `{${all((n) => `f${n}: unknown_${n}`)}}`;
			const { fault, steps } = explained(data, data === object ? fields : `[].${fields}`);
			expect(fault?.message).toContain(' key unknown_0. Keys there: ');
			// Twice for the key itself, once for the keys there.
			expect(steps).toBeLessThan((4 * data.length) / 64);
		}
	});

	it('offers no key that is too long to be repeated', () => {
		const key = 'k'.repeat(40_000);
		const items = Array.from({ length: 40 }, (_, id) => ({ id, [key]: 1 }));
		for (const [data, expression] of [
			[items, '[?kkk == `1`].id'],
			[items, '[].{id: id, k: kkk}'],
		] as const) {
			const { fault } = explained(JSON.stringify(data), expression);
			for (const offered of fault?.mends(expression) ?? [])
				expect(offered.length).toBeLessThan(400);
			expect(text(data, expression).length).toBeLessThan(600);
		}
		expect(text({ [key]: items }, 'sum(@)').length).toBeLessThan(600);
	});

	it('goes over a long text once for each of the spellings of other languages', () => {
		const long = (piece: string) => piece.repeat(100_000);
		for (const each of [
			long('k'),
			long('a.'),
			`a${long(' ')}`,
			`a${long(' ')}is`,
			`${long('\t')}x`,
		])
			soon(() => respelled(each));
		soon(() => syntaxMends(0)(`a${' '.repeat(8_000)}b`));
	});

	it('tells the keys of as many objects as it may go over where they are wide', () => {
		const data = JSON.stringify(Array.from({ length: 15_000 }, (_, at) => turned(100, at, 'k')));
		const { fault, steps } = explained(data, '[].nothing');
		expect(fault?.message).toMatch(
			/Keys there: k\d+: number, .* and 85 more, of the first \d{4}\.$/,
		);
		expect(steps).toBeLessThan(2_000_000);
	});

	it('ends and pauses where keys are spelled otherwise in many places, and says what it knows', () => {
		const objects = JSON.stringify(Array.from({ length: 400 }, (_, at) => turned(20, at, 'Key ')));
		const data = `{${all((n) => `"p${n}":${objects}`)}}`;
		const expression = `[${all((n) => `p${n}[].key_1`)}]`;
		const { fault, steps, pauses } = explained(data, expression);
		// The one that goes over is the last.
		expect(steps).toBeLessThan(2_300_000);
		expect(pauses).toBeGreaterThan(10);
		expect(fault?.respellings.length).toBeGreaterThan(10);
		expect(fault?.respellings.length).toBeLessThan(count);
		const found = asked(data, expression);
		expect(!found.ok && found.error).toBe(
			'Stopped: the keys are too many. Spell them as the data do.',
		);
		expect(asked(data, expression.replaceAll('key_1', '"Key 1"')).ok).toBe(true);
	});
});
