// Config text: YAML or JSON, small, plain, with places in its errors.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOf, LARGEST_DOCUMENT, parseConfig } from '../../src/config/parse';
import { times } from '../fuzz-runs';

const read = (text: string, format: 'yaml' | 'json' = 'yaml') => {
	const result = parseConfig(text, format);
	return result.ok ? result.value : result.error.map(({ path, reason }) => `${path}: ${reason}`);
};

describe('config text', () => {
	it('is read from YAML and from JSON alike', () => {
		const expected = { chunkSize: 10, endpoints: { 'a__*': { mode: 'off' } }, strip: ['*.debug'] };
		expect(read("chunkSize: 10\nendpoints:\n  a__*: {mode: off}\nstrip: ['*.debug']\n")).toEqual(
			expected,
		);
		expect(read(JSON.stringify(expected, null, '\t'), 'json')).toEqual(expected);
	});

	it('is an empty mapping when it is empty', () => {
		for (const text of ['', '\n', '# nothing\n', '---\n']) expect(read(text)).toEqual({});
	});

	it('has a place in its syntax errors', () => {
		expect(read('chunkSize: 10\nendpoints: {a: {\n')).toEqual([
			expect.stringMatching(/^: is not valid: .* \(line \d+, column \d+\)$/),
			expect.anything(),
		]);
		expect(read('{"chunkSize": 10, "endp', 'json')).toEqual(
			expect.arrayContaining([expect.stringMatching(/\(line 1, column \d+\)/)]),
		);
	});

	it.each([
		'a: ]hunter2',
		'a: !hunter2 x',
		'!hunter2!x y',
		'a: !<hunter2> x',
		'%hunter2 x\n---\na: 1',
		'a: |hunter2',
		'a: "\\hunter2"',
		'a: "\\xhunter2"',
		'a: "b" hunter2',
	])('is refused without being quoted, for it may hold secrets: %j', (text) => {
		const issues = JSON.stringify(read(text));
		expect(issues).toMatch(/is not valid: .* \(line/);
		expect(issues).not.toContain('unter2');
	});

	it('is refused with duplicate keys', () => {
		expect(read('demo: true\nchunkSize: 1\ndemo: false\n')).toEqual([
			'demo: the key is given twice (line 3, column 1)',
		]);
		expect(read('{"workflow": {"maxRetries": 1, "maxRetries": 2}}', 'json')).toEqual([
			'workflow.maxRetries: the key is given twice (line 1, column 32)',
		]);
	});

	it('is refused with anchors, aliases, tags and merge keys, so nothing expands', () => {
		const bomb = `a: &a [x, x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: [*a, *a]\n`).join('')}`;
		expect(read(bomb)).toContain(
			'a: YAML anchors are not accepted; repeat the value (line 1, column 7)',
		);
		expect(read('a: !!js/function x')).toEqual([expect.stringContaining('tag')]);
	});

	it('is refused with a __proto__ key', () => {
		expect(read('endpoints:\n  __proto__: {mode: off}\n')).toEqual([
			'endpoints.__proto__: this key is not accepted (line 2, column 3)',
		]);
		expect(read('{"__proto__": {"demo": true}}', 'json')).toEqual([
			'__proto__: this key is not accepted (line 1, column 2)',
		]);
	});

	it('is refused above 256 KiB, counted in bytes', () => {
		expect(read(`#${'x'.repeat(LARGEST_DOCUMENT - 1)}`)).toEqual({});
		expect(read(`#${'x'.repeat(LARGEST_DOCUMENT)}`)).toEqual([': is larger than 262144 bytes']);
		expect(read(`#${'é'.repeat(LARGEST_DOCUMENT / 2)}`)).toEqual([': is larger than 262144 bytes']);
	});

	it('is refused when it is nested without end', () => {
		expect(read('['.repeat(100_000))).toBeInstanceOf(Array);
		expect(read(`a: ${'['.repeat(40)}${']'.repeat(40)}`)).toEqual([
			expect.stringContaining('nested deeper than 32 levels'),
		]);
	});

	it.each([
		['a: *b', 'a: YAML aliases are not accepted; repeat the value (line 1, column 4)'],
		['a: ! b', 'a: YAML tags are not accepted (line 1, column 6)'],
		['a: !!binary aGk=', 'a: YAML tags are not accepted (line 1, column 13)'],
		['a: !x b', ': is not valid: Unresolved tag (line 1, column 4)'],
		['a: !!set b', ': is not valid: Unresolved tag (line 1, column 4)'],
		['? [a]\n: b', ': is not valid: With stringKeys, all keys must be strings (line 1, column 3)'],
	])('is refused in words: %s', (text, issue) => {
		expect(read(text)).toEqual([issue]);
	});

	it('is read with the tags that say what is so anyway', () => {
		expect(read('a: !!str b\nc: !!int 1\nd:\ne: !!seq [~]\n')).toEqual({
			a: 'b',
			c: 1,
			d: null,
			e: [null],
		});
	});

	it('may be nested 32 levels deep', () => {
		expect(read(`a: ${'['.repeat(31)}1${']'.repeat(31)}`)).not.toBeInstanceOf(Array);
		expect(read(`a: ${'['.repeat(32)}1${']'.repeat(32)}`)).toHaveLength(1);
	});

	it('lists twenty issues at most', () => {
		const lines = (line: string) => `${line}\n`.repeat(50);
		expect(read(`a: 1\n${lines('a: 2')}`)).toHaveLength(20);
		expect(read(lines('a: "\\q"'))).toHaveLength(20);
	});

	it('is refused when it is not one mapping', () => {
		expect(read('- a\n')).toEqual([': must be a mapping of config keys']);
		expect(read('just text')).toEqual([': must be a mapping of config keys']);
		expect(read('a: 1\n---\nb: 2\n')).toEqual([expect.stringContaining('is not valid')]);
	});

	it('must be JSON when it is sent as JSON', () => {
		expect(read('chunkSize: 10', 'json')).toEqual([
			': is YAML but not JSON; send it with Content-Type: application/yaml',
		]);
		// A slip in JSON is told as one, without what stands there.
		expect(read('{"chunkSize": 10,\n  "tools" "s3cret"}', 'json')).toEqual([
			': is not JSON: a colon is missing after the key (line 2, column 11)',
		]);
		expect(read('{"a": "s3cret" x}', 'json')).toEqual([
			': is not JSON: a comma is missing, or } (line 1, column 16)',
		]);
		// As YAML it would be the key "chunkSize:9".
		expect(read('{chunkSize:9}')).toEqual([
			': is not JSON: keys stand in double quotes (line 1, column 2)',
		]);
		expect(read('{chunkSize: 9}')).toEqual({ chunkSize: 9 });
		expect(read('null', 'json')).toEqual([': must be a mapping of config keys; {} removes all']);
		for (const empty of ['', ' \n']) expect(read(empty, 'json')).toEqual({});
	});

	it('reads any JSON mapping as JSON.parse does', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
				fc.pre(!JSON.stringify(value).includes('__proto__'));
				const text = JSON.stringify(value);
				const result = parseConfig(text, 'json');
				expect(result).toEqual({ ok: true, value: JSON.parse(text) });
			}),
			{ numRuns: times(70, 200) },
		);
	});

	it('never throws, whatever it holds', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: 'binary' }),
				fc.constantFrom('yaml', 'json'),
				(text, format) => {
					parseConfig(text, format as 'yaml' | 'json');
				},
			),
		);
	});
});

describe('a content type', () => {
	it('means JSON only when it says so', () => {
		expect(
			[
				'application/json',
				'application/json; charset=utf-8',
				'application/merge-patch+json',
				'application/json ;',
			].map(formatOf),
		).toEqual(['json', 'json', 'json', 'json']);
		expect(
			['application/yaml', 'text/plain', '', null, 'text/x; a=/json', 'a/jsonp'].map(formatOf),
		).toEqual(['yaml', 'yaml', 'yaml', 'yaml', 'yaml', 'yaml']);
	});
});
