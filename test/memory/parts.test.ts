import { describe, expect, it } from 'vitest';
import { parseConstraints } from '../../src/memory/document/document';
import { excerptOf, partsOf } from '../../src/memory/document/parts';
import { constraintNamed, nearest } from '../../src/memory/hub/references';
import { matchesAny } from '../../src/memory/search/scope';

const shown = (content: string) => partsOf(content).map(({ title, text }) => ({ title, text }));

describe('the parts of a document', () => {
	it('know their lines and what they stand under, and are told with it once', () => {
		const content = `---\na: b\n---\n# A\n\none\n\n## Never\n\n- two\n\n### C\n- ${'x '.repeat(390)}\n- three\n- ${'y '.repeat(390)}\n`;
		const parts = partsOf(content);
		expect(parts.map(({ above, lines }) => [above, lines])).toEqual([
			[[], [3, 6]],
			[['# A'], [7, 10]],
			[
				['# A', '## Never'],
				[11, 14],
			],
			[
				['# A', '## Never', '### C'],
				[14, 15],
			],
		]);
		expect(excerptOf(parts.slice(3))).toMatch(/^# A\n\n## Never\n\n### C\n\n- y/);
		expect(excerptOf(parts.slice(1, 2))).toBe('# A\n\n## Never\n\n- two');
		expect(excerptOf(parts.slice(0, 2))).toBe('# A\n\none\n\n## Never\n\n- two');
	});

	it('begin at its headings; one with nothing under it heads the next', () => {
		expect(
			shown('---\ndescription: x\n---\nFirst.\n\n# *A*\n\n## B\n\ntext\n\n### C\n\nmore\n\n## D\n'),
		).toEqual([
			{ title: '', text: 'First.' },
			{ title: 'B', text: '# *A*\n\n## B\n\ntext' },
			{ title: 'C', text: '### C\n\nmore' },
			{ title: 'D', text: '## D' },
		]);
		expect(shown('')).toEqual([]);
		expect(shown('Only.')).toEqual([{ title: '', text: 'Only.' }]);
		expect(shown('One line.\n\n# A\n\ntext')).toEqual([
			{ title: '', text: 'One line.' },
			{ title: 'A', text: '# A\n\ntext' },
		]);
		expect(shown('> # quoted\n\n# A\n\ntext')).toEqual([
			{ title: '', text: '> # quoted' },
			{ title: 'A', text: '# A\n\ntext' },
		]);
	});

	it('take the last three of headings in a row', () => {
		expect(shown('# A\n# B\n# C\n# D\n# E\ntext\n')).toEqual([
			{ title: 'E', text: '# B\n\n# C\n\n# D\n\n# E\ntext' },
		]);
	});

	it('are 800 characters at most, and end at a blank line, else at a line, else anywhere', () => {
		const cut = (text: string) => partsOf(text).map(({ text: part }) => part.length);
		const [line, word] = [(size: number) => 'x'.repeat(size), 'y'.repeat(400)];
		expect(cut(line(800))).toEqual([800]);
		expect(cut(line(801))).toEqual([800, 1]);
		expect(cut(`${line(300)}\n\n${word}\n${line(300)}`)).toEqual([300, 701]);
		expect(cut(`${line(300)}\n${word}\n${line(300)}`)).toEqual([701, 300]);
		expect(cut(`${line(800)}\n\n${line(2)}`)).toEqual([800, 2]);
		expect(partsOf(`# A\n\n${line(500)}\n\n${line(500)}`).map(({ title }) => title)).toEqual([
			'A',
			'A',
		]);
	});
});

describe('a pattern of files', () => {
	it.each([
		[['*.ts'], 'a.ts', true],
		[['*.ts'], 'src/deep/a.ts', true],
		[['*.ts'], 'a.tsx', false],
		[['./src/*.ts'], 'src/a.ts', true],
		[['/src/*.ts'], './src/a.ts', true],
		[['src/*.ts'], '/src/a.ts', true],
		[['src/*.ts'], 'src/b/a.ts', false],
		[['src/*.ts'], 'x/src/a.ts', false],
		[['src/**'], 'src/a/b', true],
		[['src/**'], 'src', true],
		[['src/'], 'src/a/b', true],
		[['src/'], 'srcs/a', false],
		[['**/test/**/*.ts'], 'a/test/b/c.ts', true],
		[['**/test/**/*.ts'], 'test/c.ts', true],
		[['**/test/**/*.ts'], 'a/b.ts', false],
		[['a?c'], 'abc', true],
		[['a?c'], 'ac', false],
		[['a*c*e'], 'abcde', true],
		[['a*c*e'], 'abcdef', false],
		[['a*bc'], 'abxbc', true],
		[['*'], '', true],
		[['a**'], 'abc', true],
		[['a'], 'ab', false],
		[['ab'], 'a', false],
		[['a*'], 'a', true],
		[['*.{ts,tsx}'], 'x.tsx', true],
		[['{a,b}/{c,d}.ts'], 'b/d.ts', true],
		[['{a,{b,c}}.ts'], 'c.ts', true],
		[['{a}.ts'], 'a.ts', true],
		[['a{'], 'a{', true],
		[['*.ts', '!*.test.ts'], 'a.ts', true],
		[['*.ts', '!*.test.ts'], 'a.test.ts', false],
		[['!*.test.ts'], 'a.ts', false],
		[['a!'], 'a!', true],
		[[], 'a', false],
		// Alternatives are fifty at most; more stand to the letter.
		[[`{${Array.from({ length: 50 }, (_, at) => `f${at}`).join(',')}}`], 'f49', true],
		[[`{${Array.from({ length: 51 }, (_, at) => `f${at}`).join(',')}}`], 'f49', false],
	])('%j and %s: %s', (globs, file, isIn) => {
		expect(matchesAny(globs, file)).toBe(isIn);
	});
});

describe('naming a constraint', () => {
	const content =
		'## Style\n\nKeep to it:\n\n- Use tabs for indentation\n  - But spaces in YAML\n- Use tabs in code\n- Be brief\n';
	const { constraints } = parseConstraints(content);
	const keys = Object.fromEntries(constraints.map(({ id, key }) => [id, key]));
	const named = (name: string) => constraintNamed(name, constraints, content);

	it.each([
		['Style/3', ['Style/3']],
		['Style/1', ['Style/1', 'Style/1.1']],
		['Style', ['Style/p1', 'Style/1', 'Style/1.1', 'Style/2', 'Style/3']],
	])('by its id or its section’s: %s', (name, ids) => {
		expect(named(name)).toEqual({ id: name, keys: ids.map((id) => keys[id]) });
	});

	it.each([
		[keys['Style/1.1'] ?? '', 'Style/1.1'],
		['be brief', 'Style/3'],
		['- Be brief', 'Style/3'],
		['4. Be brief', 'Style/3'],
		['**Be** `brief`…', 'Style/3'],
		['use tabs for...', 'Style/1'],
		['but spac', 'Style/1.1'],
	])('by its key or its words: %s', (name, id) => {
		expect(named(name)).toEqual({ id, keys: [keys[id]] });
	});

	it.each(['use tabs', 'but spa', 'Use tabs… for', '', '…', 'Nothing'])(
		'not where nothing is meant, or two: %j',
		(name) => {
			expect(named(name)).toBeUndefined();
		},
	);

	it('tells those that share most words first', () => {
		const ids = (name: string) => nearest(name, constraints).map(({ id }) => id);
		expect(ids('use spaces in code')).toEqual([
			'Style/2',
			'Style/1.1',
			'Style/1',
			'Style/p1',
			'Style/3',
		]);
		expect(ids('style/3')[0]).toBe('Style/3');
	});
});
