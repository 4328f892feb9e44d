// Tests of constraints that say the same, or the opposite.
import { describe, expect, it } from 'vitest';
import { parseConstraints } from '../../src/memory/document/document';
import { overlapsAmong, overlapsOf } from '../../src/memory/document/overlap';

const of = (markdown: string) => parseConstraints(markdown).constraints;
const item = (text: string) => of(`- ${text}\n`);
const placed = (texts: readonly string[]) =>
	texts.flatMap((text, at) =>
		of(text.startsWith('#') ? text : `- ${text}\n`).map((constraint) => ({
			objectId: `o${at}`,
			path: `${at}.md`,
			constraint,
		})),
	);
const kind = (one: string, other: string) => overlapsOf(item(one), placed([other]))[0]?.kind;

const CASES = [
	['Run all tests before a release', 'Run *all* tests before a release', 'duplicate'],
	['Run all tests before a release', 'Please run all the test before release', 'duplicate'],
	['Use four spaces', 'Use four spaces', 'duplicate'],
	['Commit secrets to the repository', 'Never commit secrets to the repository', 'contradiction'],
	['Avoid default exports', 'Use default exports', 'contradiction'],
	['Do not use default exports', 'Avoid default exports', 'duplicate'],
	['Never avoid default exports', 'Use default exports', 'duplicate'],
	['Indent with tabs', 'Indent with spaces', 'contradiction'],
	['Indent code with tabs', 'Indent code with spaces', 'contradiction'],
	['Never indent with tabs', 'Indent with spaces', undefined],
	['Indent with tabs or spaces', 'Indent with spaces', undefined],
	['Always rebase branches', 'Always merge branches', 'contradiction'],
	['Keep fast tests small', 'Keep fast test small', 'duplicate'],
	// Five of seven telling words are more than 0.7 of them, five of eight are not.
	['one two three four five six', 'one two three four five seven', 'duplicate'],
	['one two three four five six', 'one two three four five seven eight', undefined],
	['one two three four five', 'not one two three six seven', undefined],
	['one two three six', 'not one two three seven', 'contradiction'],
	['one two three four', 'one two three four five six seven', undefined],
	['Testing', 'Testing', 'duplicate'],
	['Testing', 'No testing', undefined],
	['Write tests', 'Read tests', undefined],
] as const;

describe('of two constraints', () => {
	it.each(CASES)('%j and %j: %s', (one, other, expected) => {
		expect(kind(one, other)).toBe(expected);
		expect(kind(other, one)).toBe(expected);
	});

	it('the sense of headings counts', () => {
		const never = '## Never\n\n- Commit secrets to git\n';
		expect(overlapsOf(of(never), placed(['Commit secrets to git']))).toEqual([
			{
				kind: 'contradiction',
				text: 'Commit secrets to git',
				objectId: 'o0',
				path: '0.md',
				constraintId: 'Text/1',
				published: 'Commit secrets to git',
			},
		]);
		expect(overlapsOf(of(never), placed(['Never commit secrets to git']))[0]?.kind).toBe(
			'duplicate',
		);
		expect(overlapsOf(of(never), placed(['## Avoid\n\n- Commit secrets to git\n']))[0]?.kind).toBe(
			'duplicate',
		);
	});

	it('a line that announces others says nothing of its own', () => {
		const leading = 'Run all of these:\n\n- one\n- two\n';
		expect(overlapsOf(of(leading), placed(['Run all of these:']))).toEqual([]);
		const both = overlapsAmong(placed([`# A\n\n${leading}`, `# B\n\n${leading}`]));
		expect(both.map(({ one }) => one.constraint.text)).toEqual([]);
	});
});

describe('among many', () => {
	const among = (texts: readonly string[]) =>
		overlapsAmong(placed(texts)).map(({ kind: said, one, other }) => [said, one.path, other.path]);

	it('each pair is told once, in order', () => {
		expect(
			among([
				'Commit secrets to git',
				'Run all tests before a release',
				'Never commit secrets to git',
				'Be kind to people',
				'Run all the tests before release',
				'Commit secrets into git',
			]),
		).toEqual([
			['contradiction', '0.md', '2.md'],
			['duplicate', '1.md', '4.md'],
			['duplicate', '0.md', '5.md'],
			['contradiction', '2.md', '5.md'],
		]);
	});

	it('finds what two by two finds', () => {
		for (const [one, other, expected] of CASES) {
			const isLabel = one === 'Testing';
			expect(among([one, other]).map(([said]) => said)).toEqual(
				expected === undefined || isLabel ? [] : [expected],
			);
		}
	});

	it('labels of a word or two are left out, unless they choose one of a pair', () => {
		expect(among(['Testing', 'Testing', 'Error handling', 'Error handling'])).toEqual([]);
		expect(among(['Indent: tabs', 'Indent: spaces'])).toEqual([['contradiction', '0.md', '1.md']]);
	});

	it('a word of a hundred others tells too little', () => {
		const texts = Array.from({ length: 102 }, () => 'alpha beta gamma');
		const pairs = among(texts);
		expect(pairs.filter(([, , other]) => other === '100.md')).toHaveLength(100);
		expect(pairs.filter(([, , other]) => other === '101.md')).toHaveLength(100);
	});
});
