// Tests of the text of an issue of the config: its path, the value it quotes, and the key that was meant.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathOf, shown } from '../../src/config/fields';
import { checkUrl } from './check-url';
import { validate } from './validated';

const reasonFor = (key: string) => {
	const result = validate({ [key]: 1 }, { checkUrl });
	return result.ok ? '' : result.error[0]?.reason;
};

describe('an issue', () => {
	it.each([
		[['a', 0, 'b'], 'a.0.b'],
		[['a.b', 'c d', 'e"f', '', 'g\u0007'], '["a.b"]["c d"]["e\\"f"][""]["g\\u0007"]'],
		[['a', 'x'.repeat(300)], `a.${'x'.repeat(200)}`],
	])('has the path of %j', (keys, path) => {
		expect(pathOf(keys)).toBe(path);
	});

	it.each([
		[undefined, 'missing'],
		[null, 'null'],
		[7, '7'],
		[[1], 'a list'],
		[{ a: 1 }, 'a mapping'],
		['a\nb', '"a\\nb"'],
		['x'.repeat(40), `"${'x'.repeat(40)}"`],
		['x'.repeat(41), `"${'x'.repeat(40)}…"`],
	])('shows %j in a few words', (value, words) => {
		expect(shown(value)).toBe(words);
	});

	it('names the key that was probably meant, and else all there are', () => {
		const key = 'chunkSize';
		const edits = fc.tuple(
			fc.nat(key.length),
			fc.constantFrom('insert', 'remove', 'replace'),
			fc.constantFrom('q', 'Z', '_'),
		);
		fc.assert(
			fc.property(edits, ([at, edit, letter]) => {
				const rest = key.slice(edit === 'insert' ? at : at + 1);
				const misspelt = key.slice(0, at) + (edit === 'remove' ? '' : letter) + rest;
				fc.pre(misspelt !== key);
				expect(reasonFor(misspelt)).toBe('unknown key; did you mean chunkSize?');
			}),
		);
		for (const near of ['chunk', 'chukSiz', 'hcunkSize'])
			expect(reasonFor(near)).toBe('unknown key; did you mean chunkSize?');
		for (const far of ['pieces', 'a_limit_of_what_comes_at_once', 'x'])
			expect(reasonFor(far), far).toMatch(
				/^unknown key; allowed are defaultPageSize, maxPageSize, /,
			);
	});
});
