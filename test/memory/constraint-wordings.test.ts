// Two wordings of a constraint: marks that change nothing, and those that do.
import { describe, expect, it } from 'vitest';
import { parseConstraints } from '../../src/memory/document/document';

describe('two wordings', () => {
	const keyOf = (text: string) => parseConstraints(text).constraints[0]?.key;

	it.each([
		['- Use **snake_case** for names', '- Use snake_case for names'],
		['- Use __a * b__ here', '- Use a * b here'],
		['- Run:\n\n  ```sh\n  npm test\n  ```', '- Run:\n\n  ```sh\n  npm test'],
		['```sh\nnpm test', '```sh\nnpm test\n'],
		['- Use **whole words\n  for names** here', '- Use whole words for names here'],
		['- **Use `npm ci` in builds**', '- Use `npm ci` in builds'],
		['- **`npm ci`** only', '- `npm ci` only'],
		['- Ask R&amp;D &lt;first&gt;', '- Ask R&D <first>'],
		['- See [that](<guide.md>)', '- See [that](guide.md)'],
		['- ``a`` *and* ***b***', '- ``a`` and b'],
		['- **Note:** do so', '- Note: do so'],
		['- (*never*) do so', '- (never) do so'],
		['\u00a0\u00a0- Do so', '- Do so'],
		['\u00a0- Do so', '* Do so'],
		[`- ${'A **long** word. '.repeat(9)}**Do** so`, `- ${'A long word. '.repeat(9)}Do so`],
	])('are one constraint: %j and %j', (one, other) => {
		expect(keyOf(one)).toBe(keyOf(other));
	});

	it('are one under a long line, with its marks and without', () => {
		const lines = (line: string) => parseConstraints(`- ${line}\n  - Do so\n`).constraints;
		const marked = `${'**Every** word of it counts, '.repeat(12)}and is bold:`;
		const plain = marked.replaceAll('**', '');
		expect(lines(marked).map(({ key }) => key)).toEqual(lines(plain).map(({ key }) => key));
	});

	it.each([
		['- Define `__init__` first', '- Define `init` first'],
		['- Match `a*b*` only', '- Match `ab` only'],
		['- Name it foo_bar_ always', '- Name it foobar always'],
		['- Test **/*.ts and **/*.js', '- Test */*.ts and */*.js'],
		['- Test src/** and lib/**', '- Test src/ and lib/'],
		['- Keep __init__.py and __main__.py', '- Keep init.py and main.py'],
		['- Send \\*all\\* of it', '- Send all of it'],
		['- ~~Never~~ push', '- Never push'],
		['```py\nif a:\n  b()\nc()\n```', '```py\nif a:\n  b()\n  c()\n```'],
		['```yaml\na:\n  b: 1\n```', '```yaml\na:\nb: 1\n```'],
		['    a\n      b', '    a\n    b'],
		['- Ask for `<!-- x -->`', '- Ask for ``'],
	])('are two: %j and %j', (one, other) => {
		expect(keyOf(one)).not.toBe(keyOf(other));
	});
});
