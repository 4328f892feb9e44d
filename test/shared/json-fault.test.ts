// Tests that a fault of a text as JSON is told by its mend and its place, and that nothing of JSON is called wrong.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonFault } from '../../src/shared/json-fault';
import { jsonIn } from '../../src/shared/json-values';

it.each([
	['{"a":1,}', 'a comma stands before }: take it out (line 1, column 8)'],
	['[1,\n 2,\n]', 'a comma stands before ]: take it out (line 3, column 1)'],
	['{a:9}', 'keys stand in double quotes (line 1, column 2)'],
	['{"a":1, b:2}', 'keys stand in double quotes (line 1, column 9)'],
	['True', 'it is written true (line 1, column 1)'],
	['{"a": None}', 'it is written null (line 1, column 7)'],
	["{'a': 1}", 'texts and keys stand in double quotes, " (line 1, column 2)'],
	['{"a": \'b\'}', 'texts and keys stand in double quotes, " (line 1, column 7)'],
	['{"a": b}', 'texts stand in double quotes (line 1, column 7)'],
	['{"a" 1}', 'a colon is missing after the key (line 1, column 6)'],
	['{"a": 1 "b": 2}', 'a comma is missing, or } (line 1, column 9)'],
	['{"a": }', 'a value is missing (line 1, column 7)'],
	['{"a": [1, 2}', '] is missing, or } stands for it (line 1, column 12)'],
	['{"a": 1', '} is missing at the end (line 1, column 8)'],
	['{"a": 1}}', '} closes nothing: take it out (line 1, column 9)'],
	['{"a": -Infinity}', 'a number is written as 12, -0.5 or 1e6 (line 1, column 7)'],
	['{"a": Infinity}', 'it is written null (line 1, column 7)'],
	['{"a": 01}', 'a number is written as 12, -0.5 or 1e6 (line 1, column 7)'],
	[
		'{"a": "x\ny"}',
		'a text ends with ", has its line breaks as \\n, and \\ as \\\\ (line 1, column 7)',
	],
	['{"a": 1 // one\n}', 'JSON has no comments: take it out (line 1, column 9)'],
	['{"a" /* b */: 1}', 'JSON has no comments: take it out (line 1, column 6)'],
	['{"a": 1} # end', 'JSON has no comments: take it out (line 1, column 10)'],
	['// one\n{}', 'JSON has no comments: take it out (line 1, column 1)'],
	['[1,,2]', 'a comma too many: take it out (line 1, column 4)'],
	['', 'there is no value (line 1, column 1)'],
	[
		'{"a": "b, "c": 1}',
		'a " is missing before it, or one within the text is not \\" (line 1, column 12)',
	],
	[
		'{"a: 1, "b": 2}',
		'a " is missing before it, or one within the text is not \\" (line 1, column 10)',
	],
	[
		'{"a": "say "hi""}',
		'a " is missing before it, or one within the text is not \\" (line 1, column 13)',
	],
	['{"a": 1,000}', 'a number has no commas: take it out (line 1, column 9)'],
	['[12,000.5]', 'a number has no commas: take it out (line 1, column 5)'],
	['{“a”: 1}', 'texts and keys stand in double quotes, " (line 1, column 2)'],
	['{"a": ”b“}', 'texts and keys stand in double quotes, " (line 1, column 7)'],
	[
		'{"a": "b”}',
		'a text ends with ", has its line breaks as \\n, and \\ as \\\\ (line 1, column 7)',
	],
	['{"a": ‘b’}', 'texts and keys stand in double quotes, " (line 1, column 7)'],
	['1 2', 'something stands after the value: take it out (line 1, column 3)'],
])('of %j says: %s', (text, said) => {
	expect(jsonFault(text)).toBe(said);
});

it('looks into texts of any length', () => {
	const long = 'x'.repeat(9_000_000);
	expect(jsonFault(`{"a":"${long}", b:1}`)).toMatch(/^keys stand in double quotes/);
	expect(jsonFault(`{"a":"${'\\n'.repeat(9_000_000)}", b:1}`)).toMatch(
		/^(?:keys|one of its texts)/,
	);
});

const PARTS = [
	'{',
	'}',
	'[',
	']',
	',',
	':',
	'"a"',
	'"',
	"'",
	'1',
	'-',
	'.5',
	'e',
	'true',
	'x',
	' ',
	'\n',
	'\\',
];

it('calls wrong what is no JSON, and that alone', () => {
	const texts = fc.oneof(
		fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }).map((parts) => parts.join('')),
		fc.json(),
		fc.tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 })).map(([json, at, put]) => {
			const place = at % (json.length + 1);
			return json.slice(0, place) + put + json.slice(place + 1);
		}),
	);
	fc.assert(
		fc.property(texts, (text) => {
			expect([text, jsonFault(text) === undefined]).toEqual([text, jsonIn(text) !== undefined]);
		}),
	);
});

it('reads a text of any length once, and quotes none of it', () => {
	for (const part of ['[', '{"a":', '1,', '" ', 'secret ', '-', '"\\u00'])
		expect(jsonFault(part.repeat(200_000))?.length).toBeLessThan(90);
	expect(jsonFault(`"${'a'.repeat(4_000_000)}`)).toContain('a text ends with');
	expect(jsonFault('{"token": hunter2}')).not.toContain('hunter2');
});
