// Names of tools as hosts write them, and how often a long conversation is looked through.
import { expect, it } from 'vitest';
import { namesOf, usedResults } from '../../../src/adapters/llm/used';

it('of a server stand beside the whole', () => {
	expect(namesOf('mcp__github__list_issues')).toEqual([
		'mcp__github__list_issues',
		'list_issues',
		'github__list_issues',
	]);
	expect(namesOf('Bash')).toEqual(['Bash']);
});

// Read from every place in it, this takes longer than a test may.
it('made to be read again from every place are read about once', () => {
	expect(namesOf(`${'mcp__'.repeat(200_000)}\n!`)).toHaveLength(3);
	expect(namesOf('mcp__'.repeat(200_000).slice(0, -2))).toHaveLength(3);
});

const TEXT = 'x'.repeat(1_600);
it.each([
	['of one file, each time another', (n: number) => ['Read', { file_path: '/a' }, `${TEXT}${n}`]],
	['of one file, always the same', () => ['Read', { file_path: '/a' }, TEXT]],
	['of one command', () => ['Bash', { command: 'ls' }, TEXT]],
	['of pairs', (n: number) => [n % 2 ? 'save' : 'list', { id: n }, `${TEXT}${n}`]],
	['of pairs, none used up before the end', (n: number) => ['list', { id: n }, `${TEXT}${n}`]],
] as const)('results %s are read so often each, however many there are', (_, made) => {
	const readIn = (length: number): number => {
		let reads = 0;
		const outputs = Array.from({ length }, (_, n) => {
			const [tool, args, text] = made(n);
			return {
				...{ id: `t${n}`, tool, args, content: [text], failed: false, at: n, block: n },
				get text() {
					reads++;
					return text;
				},
			};
		});
		const knowledge = {
			pairs: [],
			hostPairs: [{ tool: 'list', consumedBy: ['save'], minRecords: 1 }],
			...{ known: () => undefined, pairing: 'all', leastCharacters: 500 },
			superseded: { reads: true, listings: true, repeats: true },
		};
		const prompt = { outputs, turns: [length] };
		usedResults(prompt as never, knowledge as never, new Set());
		return reads;
	};
	const few = readIn(250);
	expect(few).toBeGreaterThan(249);
	expect(readIn(2_000)).toBeLessThanOrEqual(8.1 * few);
});

it('a listing takes the place of one in the same folder alone: what is searched for is no folder', () => {
	const usedOf = (tool: string, args: object) => {
		const made = (n: number) => {
			const text = `${TEXT}${n}`;
			const place = { failed: false, at: n, block: n, content: [text] };
			return { id: `t${n}`, called: `t${n}`, tool, args, text, ...place };
		};
		const knowledge = {
			...{ pairs: [], hostPairs: [], known: () => undefined },
			...{ pairing: 'all', leastCharacters: 500 },
			superseded: { reads: true, listings: true, repeats: true },
		};
		const prompt = { outputs: [made(1), made(2)], turns: [] };
		return usedResults(prompt as never, knowledge as never, new Set()).used.length;
	};
	expect(usedOf('Grep', { pattern: '/api/users' })).toBe(0);
	expect(usedOf('Grep', { pattern: 'x', path: '/src' })).toBe(1);
	expect(usedOf('Glob', { pattern: '/src/**' })).toBe(1);
	expect(usedOf('Glob', { pattern: '**' })).toBe(0);
});
