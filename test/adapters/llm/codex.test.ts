// A conversation as Codex sends it: tools stand under their server's name, and results behind what it measured.
import { expect, it } from 'vitest';
import { leaveOut } from '../../../src/adapters/llm/leave-out';
import { Prompt } from '../../../src/adapters/llm/prompt';
import type { FoundResult } from '../../../src/session/kept-results';
import { spellings } from '../../../src/session/kept-results';
import { NEW_CACHE } from '../../../src/transient/prompt-cache';

const PAGE = JSON.stringify({
	items: Array.from({ length: 90 }, (_, id) => ({ id, title: `Item ${id}` })),
});
const hints = [{ tool: 'search', lifecycle: 'transient', consumedBy: 'store' }] as const;
const known: Readonly<Record<string, Partial<FoundResult>>> = {
	[PAGE]: {
		id: 'r1',
		tool: 'search',
		marks: { consumed: false, hints, transient: { summary: '90 items' } },
		text: '90 items\n[collapsed; original: expand_result {"id":"r1"}]',
	},
	'Stored the finding.': { id: 'r2', tool: 'store', marks: { consumed: true, hints: [] } },
};

/** A prompt is cached from 1,024 tokens on, and stays above that. */
const LONG = 'Read it all, and store what you find. '.repeat(400);

const left = async (input: readonly unknown[]) => {
	const prompt = new Prompt('responses');
	const tools = [{ type: 'namespace', name: 'mcp__x', tools: [{ name: 'expand_result' }] }];
	await prompt.read(JSON.stringify({ model: 'gpt-5.1', instructions: LONG, tools, input }), 0);
	return leaveOut(prompt, {
		find: async (digests) =>
			digests.flatMap((digest) => {
				const found = Object.entries(known).find(([text]) => spellings(text).includes(digest))?.[1];
				return found ? [{ ...found, digest } as FoundResult] : [];
			}),
		digest: async (text) => text,
		pause: async () => {},
		knowledge: {
			pairs: [],
			hostPairs: [{ tool: 'list', consumedBy: ['save'], minRecords: 1 }],
			superseded: { reads: true, listings: true, repeats: true },
			pairing: 'all',
			leastCharacters: 500,
		},
		// Long enough that a removal pays.
		state: { ...NEW_CACHE, requests: 50, spent: 1_000_000 },
		isCounted: true,
		invests: true,
		leave: async (some) => some.map(({ id, output, text }) => ({ call: output.id, id, text })),
		now: () => 0,
	});
};

const call = (call_id: string, name: string, args: object, output: string, namespace?: string) => [
	{ type: 'function_call', call_id, name, namespace, arguments: JSON.stringify(args) },
	{ type: 'function_call_output', call_id, output },
];
const said = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] };

it('has its results leave', async () => {
	const found = await left([
		said,
		...call('c1', 'search', {}, `Wall time: 0.0860 seconds\nOutput:\n${PAGE}`, 'mcp__x'),
		...call('c2', 'store', {}, 'Wall time: 0.0100 seconds\nOutput:\nStored the finding.', 'mcp__x'),
	]);
	const { input } = JSON.parse(found?.body ?? '{}') as { input: { output?: string }[] };
	expect(input[2]?.output).toBe(known[PAGE]?.text);
	expect(input[4]?.output).toContain('Stored the finding.');
});

it.each([
	['a space more', PAGE.replace(':', ': ')],
	['a number of other bytes', PAGE.replace('"id":0', '"id":0.0')],
])('has what is spelled otherwise (%s) back as it was spelled', async (_, text) => {
	const stored = call('c2', 'store', {}, 'Stored the finding.', 'mcp__x');
	const found = await left([said, ...call('c1', 'search', {}, text, 'mcp__x'), ...stored]);
	expect(found?.left).toMatchObject([{ output: { text }, summary: '90 items' }]);
	expect(found?.left[0]?.id).toMatch(/^h/);
	expect(found?.body).toContain('90 items');
	expect(found?.body).not.toContain('r1');
});

it('has the same command’s same output but once, unless it took longer by seconds', async () => {
	const log = 'entry of the log\n'.repeat(80);
	const output = (chunk: string, seconds: string, code = 0) =>
		`Chunk ID: ${chunk}\nWall time: ${seconds} seconds\nProcess exited with code ${code}\nOutput:\n${log}`;
	const input = [
		said,
		...call('c1', 'exec_command', { cmd: 'cat log' }, output('ab12', '0.1000')),
		...call('c2', 'exec_command', { cmd: 'cat log' }, output('cd34', '0.2000')),
	];
	expect((await left(input))?.body).toContain('same as its result before (call c1)');
	const slow = call('c2', 'exec_command', { cmd: 'cat log' }, output('cd34', '93.0000'));
	expect((await left([...input.slice(0, 3), ...slow]))?.body ?? '').not.toContain('same as');
	const failed = call('c2', 'exec_command', { cmd: 'cat log' }, output('cd34', '0.2000', 1));
	expect((await left([...input.slice(0, 3), ...failed]))?.body ?? '').not.toContain('same as');
});

it('keeps what a consumer that failed should have used up', async () => {
	const at = (outcome: string) => [
		said,
		...call('c1', 'list', {}, PAGE),
		...call('c2', 'save', {}, outcome),
	];
	expect((await left(at('Saved.')))?.body).toContain('expand_result');
	for (const outcome of [
		'Error: 503 service unavailable, note was not saved',
		'Wall time: 0.1000 seconds\nProcess exited with code 1\nOutput:\n',
		'{"error":"no such note"}',
		'{"output":"no","metadata":{"exit_code":2}}',
	])
		expect((await left(at(outcome)))?.body).toBeUndefined();
});
