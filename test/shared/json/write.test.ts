import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compact, LINE_LENGTH, lined } from '../../../src/shared/json/write';
import { times } from '../../fuzz-runs';
import { jsonTexts, parsed, sameData } from './texts';

describe('compact', () => {
	it('writes the same data and changes nothing the second time', () => {
		fc.assert(
			fc.property(jsonTexts, (text) => {
				const tape = parsed(text);
				const written = compact(tape, 0);
				expect(sameData(written, text)).toBe(true);
				expect(written.length).toBe(tape.length(0));
				expect(compact(parsed(written), 0)).toBe(written);
			}),
			{ numRuns: times(170, 500) },
		);
	});

	it('writes every subtree as its own document', () => {
		fc.assert(
			fc.property(jsonTexts, (text) => {
				const tape = parsed(text);
				for (let node = 0; node < tape.size; node++) {
					const written = compact(tape, node);
					expect(written.length).toBe(tape.length(node));
					expect(sameData(written, tape.raw(node))).toBe(true);
				}
			}),
		);
	});

	it('keeps duplicate keys, escapes and key order as spelled', () => {
		const text = '{ "b": "\\u0041", "a": 1.0, "b": [ ] , "c" : { } }';
		expect(compact(parsed(text), 0)).toBe('{"b":"\\u0041","a":1.0,"b":[],"c":{}}');
	});

	it('turns what lies deeper than the limit into a note', () => {
		const text = `${'['.repeat(5)}1,2${']'.repeat(5)}`;
		expect(compact(parsed(text), 0, 5)).toBe(text);
		expect(compact(parsed(text), 0, 4)).toBe('[[[["[…2 items, 1 level deeper]"]]]]');
		expect(compact(parsed(text), 0, 2)).toBe('[["[…1 items, 3 levels deeper]"]]');
		expect(compact(parsed('{"a":{"b":[]}}'), 0, 1)).toBe('{"a":"{…1 fields, 1 level deeper}"}');
		expect(compact(parsed('[[],{}]'), 0, 1)).toBe('[[],{}]');
	});

	it('counts levels down and up again', () => {
		const note = '"[…1 items, 1 level deeper]"';
		expect(compact(parsed('[[[1]],[[2]],[3],{"a":[4]}]'), 0, 2)).toBe(
			`[[${note}],[${note}],[3],{"a":${note}}]`,
		);
	});

	it('writes a document 100,000 levels deep with a note at level 1,000', () => {
		const tape = parsed(`${'[ '.repeat(100_000)}7${']'.repeat(100_000)}`);
		const note = '"[…1 items, 99000 levels deeper]"';
		expect(compact(tape, 0)).toBe('['.repeat(1000) + note + ']'.repeat(1000));
		expect(sameData(lined(tape, 0), compact(tape, 0))).toBe(true);
	});
});

describe('lined', () => {
	it('writes the same data as compact', () => {
		fc.assert(
			fc.property(jsonTexts, (text) => {
				const tape = parsed(text);
				const written = lined(tape, 0);
				expect(sameData(written, text)).toBe(true);
				expect(written.replaceAll('\n', '')).toBe(compact(tape, 0));
			}),
		);
	});

	it('gives each child of a long container a line of its own', () => {
		const long = 'x'.repeat(LINE_LENGTH);
		const text = `{ "id": 1, "tags": [1, 2], "body": { "a": "${long}", "b": [ ] } }`;
		expect(lined(parsed(text), 0)).toBe(
			`{\n"id":1,\n"tags":[1,2],\n"body":{\n"a":"${long}",\n"b":[]\n}\n}`,
		);
	});
});

describe('a container', () => {
	const list = (length: number): string => `["${'x'.repeat(length - 4)}"]`;

	it('has lines of its own when it is longer than a line, however it is spelled', () => {
		const [short, long] = [list(LINE_LENGTH), list(LINE_LENGTH + 1)];
		expect(lined(parsed(short), 0)).toBe(short);
		expect(lined(parsed(short.replace('[', '[ ')), 0)).toBe(short);
		expect(lined(parsed(long), 0)).toBe(`[\n${long.slice(1, -1)}\n]`);
		expect(lined(parsed(`[${short}]`), 0)).toBe(`[\n${short}\n]`);
		expect(lined(parsed(`{"a":${long},"b":[1,2]}`), 0)).toBe(
			`{\n"a":[\n${long.slice(1, -1)}\n],\n"b":[1,2]\n}`,
		);
	});
});

describe('quote', () => {
	it('writes any string as a literal that parses to it and encodes as UTF-8', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (value) => {
				expect(JSON.parse(JSON.stringify(value))).toBe(value);
			}),
		);
		expect(JSON.stringify('\ud800')).toBe('"\\ud800"');
	});
});
