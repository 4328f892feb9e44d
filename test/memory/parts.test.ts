import { describe, expect, it } from 'vitest';
import { parseConstraints } from '../../src/memory/document/document';
import { excerptOf, linesIn, partsOf, toldLines } from '../../src/memory/document/parts';
import { constraintNamed, nearest } from '../../src/memory/hub/references';
import { matchesAny } from '../../src/memory/search/scope';

const shown = (content: string) => partsOf(content).map(({ title, text }) => ({ title, text }));

describe('the parts of a document', () => {
	it('know their lines and what they stand under, and are told with it once', () => {
		const content = `---\na: b\n---\n# A\n\none\n\n## Never\n\n- two\n\n### C\n- ${'x '.repeat(390)}\n- three\n- ${'y '.repeat(390)}\n`;
		const parts = partsOf(content);
		expect(parts.map(({ above, lines }) => [above.map(({ text }) => text), lines])).toEqual([
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

	it('take all headings in a row, which may state rules', () => {
		expect(shown('# A\n# B\n# C\n# D\n# E\ntext\n')).toEqual([
			{ title: 'E', text: '# A\n# B\n# C\n# D\n# E\ntext' },
		]);
	});

	const words = (count: number) => 'word '.repeat(count).trim();
	it.each([
		['a paragraph of many lines', `${`${words(10)}\n`.repeat(40)}\n- ${words(9)}\n`],
		[
			'code with blank lines',
			`Run:\n\n\`\`\`sh\n${`${words(9)}\n\n`.repeat(30)}\`\`\`\n\nThen rest.\n`,
		],
		['items of paragraphs', `- ${words(90)}\n\n  ${words(90)}\n- ${words(9)}\n`],
		['a rule in a heading', `# Never do this\n\n${`- ${words(40)}\n`.repeat(9)}`],
	])('have each constraint whole or not at all: %s', (_, content) => {
		const { constraints, places } = parseConstraints(content);
		const shares = partsOf(content).flatMap((part) => {
			const told = toldLines([part]);
			return places.map((at) => {
				const lines = linesIn(at);
				return lines.filter((line) => told.has(line)).length / lines.length;
			});
		});
		expect(constraints.length).toBeGreaterThan(1);
		expect(new Set(shares)).toEqual(new Set([0, 1]));
	});

	it('say what announces their first item, its parents, or the titles of its table', () => {
		const long = `- ${words(80)}\n`.repeat(4);
		const last = (content: string) => excerptOf(partsOf(content).slice(-1));
		expect(last(`# A\n\nDo not:\n\n${long}- last\n`)).toMatch(/^# A\n\nDo not:\n\n- word/);
		expect(last(`- Never\n${long.replaceAll('- ', '  - ')}`)).toMatch(/^- Never\n\n {2}- word/);
		const row = `| ${words(80)} | b |\n`;
		expect(last(`| Do | Not |\n|---|---|\n${row.repeat(5)}`)).toMatch(
			/^\| Do \| Not \|\n\|---\|---\|\n\n\| word/,
		);
		const whole = `Do not:\n\n${long}`;
		expect(excerptOf(partsOf(whole)).match(/Do not/g)).toHaveLength(1);
	});

	it('are 800 characters at most but for one constraint, and end at a blank line, else at any', () => {
		const cut = (text: string, kind?: 'context') =>
			partsOf(text, kind).map(({ text: part }) => part.length);
		const [line, word] = [(size: number) => 'x'.repeat(size), 'y'.repeat(400)];
		expect(cut(line(800))).toEqual([800]);
		expect(cut(line(801))).toEqual([801]);
		expect(cut(`${line(300)}\n\n${word}\n${line(300)}`)).toEqual([300, 701]);
		expect(cut(`${line(300)}\n${word}\n${line(300)}`)).toEqual([1002]);
		expect(cut(`${line(300)}\n${word}\n${line(300)}`, 'context')).toEqual([701, 300]);
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
