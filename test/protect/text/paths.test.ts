// Facts of lists of paths and of lines that grep found, against counts of its own.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest } from '../../../src/protect/text/digest';
import { natureOf } from '../../../src/protect/text/kind';
import { indexLines } from '../../../src/protect/text/lines';
import { sent } from '../answers';

const toldOf = (text: string) => {
	const lines = indexLines(text);
	return digest(text, lines, natureOf(text, lines), (part) => ({
		tokens: part.length / 4,
		bytes: part.length,
	}));
};

describe('the digest of paths', () => {
	it.each([
		[
			'./src/a/x.ts\n./src/a/y.ts\n./src/b/z.ts\n./src/main.ts\n./src/Makefile\n\n',
			'5 paths below ./src/: a/×2, b/×1, *.ts×1, Makefile×1',
		],
		[
			'src/a.ts:1:import x\nsrc/a.ts:9:let y\r\nsrc/lib/b.d.ts:2: z\n',
			'3 lines of 2 files below src/: *.ts×2, lib/×1',
		],
		[
			'C:\\w\\a\\x.cs:3:using A;\nC:\\w\\b\\y.cs:4:using B;\nC:\\w\\b\\z.cs:5:using C;\n',
			'3 lines of 3 files below C:\\w\\: b\\×2, a\\×1',
		],
	])('of %j', (text, shape) => {
		expect(toldOf(text).shape).toBe(shape);
	});

	it('says how many lines begin with none, and how many folders it does not name', () => {
		const paths = Array.from({ length: 40 }, (_, at) => `lib/d${at % 10}/f${at}.js`);
		expect(toldOf([...paths, '42 files, 3 folders'].join('\n')).shape).toMatch(
			/^40 paths below lib\/: d0\/×4, .*, 2 more; 1 other line$/,
		);
		const long = `lib/${'x'.repeat(500)}/f.js`;
		expect(toldOf([...paths, long].join('\n')).shape).toMatch(/^41 paths below lib\/.* 3 more$/);
		const deep = Array.from(
			{ length: 9 },
			(_, at) => `${'x'.repeat(500)}/f${at}/${'y'.repeat(500)}`,
		);
		expect(toldOf(deep.join('\n')).shape.length).toBeLessThan(200);
	});

	it.each([
		['a list of addresses', 'https://a.example/x\nhttps://a.example/y\nhttps://b.example/z\n'],
		['words with slashes', 'and/or what\nboth/neither of us\neither/or, then\n'],
	])('is none of %s', (_name, text) => {
		expect(toldOf(text).shape).toBe('');
	});

	it('counts a JSON list of paths', () => {
		const paths = Array.from({ length: 400 }, (_, at) => `src/${'abc'[at % 3]}/file${at}.ts`);
		const { answer } = sent({ content: [{ type: 'text', text: JSON.stringify(paths) }] });
		const { summary } = JSON.parse(String(answer.content.at(-1)?.text));
		expect(summary.shape).toBe('400 paths below src/: a/×134, b/×133, c/×133');
	});

	it('counts every line', () => {
		const segment = fc.constantFrom('a', 'b', 'c.ts', 'd.md');
		const path = fc
			.array(segment, { minLength: 1, maxLength: 4 })
			.map((all) => `r/${all.join('/')}`);
		fc.assert(
			fc.property(
				fc.array(path, { minLength: 3, maxLength: 60 }),
				fc.boolean(),
				(paths, isFound) => {
					const { shape } = toldOf(paths.map((one) => (isFound ? `${one}:1:x y` : one)).join('\n'));
					const [head, groups] = shape.split(': ') as [string, string];
					const [, lines, files] = /^(?:(\d+) lines of )?(\d+) (?:file|path)s?/.exec(head) ?? [];
					expect(Number(files)).toBe(new Set(paths).size);
					if (isFound) expect(Number(lines)).toBe(paths.length);
					const counts = [...groups.matchAll(/×(\d+)/g)].map(([, count]) => Number(count));
					const sum = counts.reduce((all, count) => all + count, 0);
					expect(sum).toBe(paths.length);
				},
			),
		);
	});
});
