import { describe, expect, it } from 'vitest';
import { shortDescription, splitFrontMatter } from '../../src/memory/document/front-matter';

const NO_MAP = 'front matter must be a map, such as "description: …"';
const NO_YAML = 'front matter is not valid YAML';

/** Returns the facts read of the lines between the dashes. */
const read = (yaml: string) => {
	const { markdown, lines, ...facts } = splitFrontMatter(`---\n${yaml}\n---\nrest`);
	expect(markdown).toBe('rest');
	expect(lines).toBe(yaml.split('\n').length + 2);
	return facts;
};

describe('front matter', () => {
	it.each([
		['---\ndescription: One\n---\n# A\n', '# A\n', 3],
		['\ufeff---\ndescription: One\n---\n# A\n', '# A\n', 3],
		['--- \t\r\ndescription: One\r\n---\r\n# A\n', '# A\n', 3],
		['---\ndescription: One\n---', '', 3],
		['---\ndescription: One\n ---\n---\t\nb', 'b', 4],
	])('of %j ends before %j', (content, markdown, lines) => {
		expect(splitFrontMatter(content)).toMatchObject({ markdown, lines });
	});

	it.each([
		'a\n---\ndescription: One\n---\n',
		'---\ndescription: One\n--- x\n',
		'---x\ndescription: One\n---\n',
		'---',
		'text ---\n',
		`---\ndescription: ${'x'.repeat(8_192)}\n---\n`,
	])('is none in %j', (content) => {
		expect(splitFrontMatter(content)).toEqual({ markdown: content });
	});

	it('may be empty', () => {
		expect(splitFrontMatter('---\n---\n# A')).toEqual({ markdown: '# A', lines: 2 });
		expect(read('')).toEqual({});
		expect(read(' ')).toEqual({});
	});

	it.each([
		['description: "  a \\n  b "', { description: 'a b' }],
		['description: "  "', {}],
		['description: null', {}],
		['description: 5', { problem: 'description in the front matter must be a string' }],
		['alwaysApply: true', { always: true }],
		['alwaysApply: " FALSE "', { always: false }],
		['alwaysApply: truest', {}],
		['alwaysApply: untrue', {}],
		[
			'globs: [a, "b"]\npaths: c\napplyTo: "d,{e,f}/*.ts, g"',
			globs('a', 'b', 'c', 'd', '{e,f}/*.ts', 'g'),
		],
		[
			"globs: ['[a,b]', 5, '', c, ' d ', 'x[e]', '[f]y']",
			globs('a', 'b', 'c', 'd', 'x[e]', '[f]y'),
		],
		[`globs: "'a'"`, globs('a')],
		[`globs: [${'x'.repeat(300)}, ${'y'.repeat(301)}]`, globs('x'.repeat(300))],
		['- a', { problem: NO_MAP }],
		['# a remark', { problem: NO_MAP }],
		['null', { problem: NO_MAP }],
	])('says of %j: %j', (yaml, facts) => {
		expect(read(yaml)).toEqual(facts);
	});

	it('names fifty patterns at most', () => {
		const many = Array.from({ length: 51 }, (_, at) => `f${at}`);
		expect(read(`globs: [${many.join(', ')}]`)).toEqual({ globs: many.slice(0, 50) });
	});

	it.each([
		// No YAML, but what hosts take line by line.
		[
			'globs: **/*.ts, "*.tsx"\ndescription: a: b\nalwaysApply: false',
			{ description: 'a: b', always: false, ...globs('**/*.ts', '*.tsx') },
		],
		[
			`globs: *.ts\npaths:\n  - 'a b'\n\t-\t\t**/c\n\n- d\nother: e\n  - f`,
			globs('*.ts', 'a b', '**/c', 'd'),
		],
		['globs: *.ts\n description: no', globs('*.ts')],
		['globs: *.ts\npaths:\n-a\n - b', globs('*.ts')],
		['globs: *.ts\nx - b\npaths: c\n- d', globs('*.ts', 'c')],
		['globs: *\ndescription: "a" or "b"', { description: '"a" or "b"', ...globs('*') }],
		['globs: *\ndescription: "a" x', { description: '"a" x', ...globs('*') }],
		['globs: *\ndescription: x "a"', { description: 'x "a"', ...globs('*') }],
		['globs: *\ndescription:\n  - a', globs('*')],
		// Nothing that a host would take, either.
		[': *.ts', { problem: NO_YAML }],
		['paths:\nx: *a', { problem: NO_YAML }],
		['a: *x', { problem: NO_YAML }],
		// Aliases are not followed: a few lines of them can be gigabytes.
		['a: &x [1]\nb: *x', { problem: NO_YAML }],
	])('reads %j as its lines say', (yaml, facts) => {
		expect(read(yaml)).toEqual(facts);
	});
});

describe('a short description', () => {
	it('is one line of 500 characters at most', () => {
		expect(shortDescription('  a \n\t b ')).toBe('a b');
		expect(shortDescription('x'.repeat(500))).toBe('x'.repeat(500));
		expect(shortDescription('x'.repeat(501))).toBe(`${'x'.repeat(499)}…`);
		expect(shortDescription(`${'x'.repeat(498)}👍x`)).toBe(`${'x'.repeat(498)}\ufffd…`);
	});
});

function globs(...patterns: string[]): { globs: string[] } {
	return { globs: patterns };
}
