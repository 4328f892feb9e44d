// Names of tools as hosts write them, and how often a long conversation is looked through.
import { expect, it } from 'vitest';
import { isDoubtful, unframed } from '../../../src/adapters/llm/frame';
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

type Step = readonly [tool: string, args: object, text: string, failed?: boolean];
/** Results that leave of calls made one after another, and why. */
const gone = (steps: readonly Step[], left: readonly string[] = [], rules = {}) => {
	const outputs = steps.map(([tool, args, text, failed = false], n) => {
		const place = { failed, at: 2 * n, block: 2 * n, content: [text] };
		return { id: `t${n}`, called: `t${n}`, tool, args, text, ...place };
	});
	const knowledge = {
		...{ pairs: [], hostPairs: [], known: () => undefined },
		...{ pairing: 'all', leastCharacters: 500 },
		superseded: { reads: true, listings: true, repeats: true, ...rules },
	};
	const { used } = usedResults({ outputs } as never, knowledge as never, new Set(left));
	return used.map(({ output, summary }) => `${output.id}: ${summary.split(', ').at(-1)}`);
};
const file = { file_path: '/a.ts' };
const long = (word: string) => `${word} of it\n`.repeat(300);

it.each([
	['Read', file],
	['Read', { file_path: '/proc/meminfo' }],
	['read', { queue: 'jobs' }],
	['Grep', { pattern: 'x', path: '/src' }],
	['Glob', { pattern: '/src/**' }],
	['find', { path: '/orders', page_token: 'next' }],
	['list', { path: '/inbox' }],
	['Bash', { command: 'cat a.ts' }],
])('%s %j: takes the place of one that says the same, of no other', (tool, args) => {
	const [a, b]: Step[] = [
		[tool, args, long('a')],
		[tool, args, long('b')],
	];
	expect(gone([a, b] as Step[])).toEqual([]);
	expect(gone([a, a] as Step[])).toEqual(['t1: same as its result before (call t0)']);
});

const edit: Step = ['Edit', { ...file, old_string: 'a', new_string: 'b' }, 'The file was updated.'];
const again: Step = ['Read', file, long('b')];
const read: Step = ['Read', file, long('a')];

it('a file that was edited and read again stays as it was: the later says something else', () => {
	expect(gone([read, edit, again])).toEqual([]);
	expect(gone([read, read], [], { reads: false })).toEqual([]);
});

it('what is pointed to stays, and what has left is not pointed to', () => {
	const same = ['t1: same as its result before (call t0)'];
	expect(gone([read, read, edit, again])).toEqual(same);
	expect(gone([read, edit, again, read], ['t0', 't2'])).toEqual([]);
});

/** As Claude Code tells models that count their context, behind a result. */
const note = (left: number) =>
	`\n\n<system-reminder>\n<total_tokens>${left} tokens left</total_tokens>\n</system-reminder>`;

it('what a host notes behind a result is no part of it', () => {
	const noted = (left: number): Step => ['Read', file, `${long('a')}${note(left)}`];
	expect(gone([noted(900), noted(800)])).toEqual(['t1: same as its result before (call t0)']);
	expect(unframed(`{"page":1}${note(700)}`)).toContain('{"page":1}');
	expect(isDoubtful(`Saved.${note(600)}`)).toBe(false);
	const other = `{"page":1}${note(500).replace('total_tokens', 'tokens')}`;
	expect(unframed(other)).toEqual([other]);
});
