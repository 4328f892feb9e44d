// `npm run evals` with a scripted model in the place of a provider's: a server of one's own, asked in each way.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockLanguageModelV4 } from 'ai/test';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { answerIn, isRight } from '../evals/answers';
import { evalsTable, evaluate } from '../evals/evaluate';
import { publicData } from '../evals/questions';
import { WAYS, type Way } from '../evals/ways';

const SERVER = `
import { createInterface } from 'node:readline';
const jobs = Array.from({ length: 600 }, (_, id) => ({ id, state: id % 4 ? 'done' : 'open', note: 'as it was told '.repeat(6) }));
const answers = {
	initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'jobs', version: '1' } }),
	'tools/list': () => ({ tools: [{ name: 'list_jobs', inputSchema: { type: 'object' } }] }),
	'tools/call': () => ({ content: [{ type: 'text', text: JSON.stringify({ jobs }) }] }),
};
for await (const line of createInterface({ input: process.stdin })) {
	const { id, method, params } = JSON.parse(line);
	if (answers[method]) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params) }));
	else if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }));
}
`;
const QUESTION = { tool: 'list_jobs', ask: 'How many jobs are open?', answer: 150 };

/** Calls that a model makes in each way; `read` takes its answer off the last result. */
const SCRIPTS: Readonly<Record<Way, readonly [tool: string, input: object][]>> = {
	raw: [['list_jobs', {}]],
	loadline: [['list_jobs', { _loadline: { select: "length(jobs[?state=='open'])" } }]],
	files: [
		['list_jobs', {}],
		['bash', { command: `jq '[.jobs[]|select(.state=="open")]|length' /results/list_jobs-0.json` }],
	],
};
const read = (text: string): number =>
	/^\s*\{"jobs"/.test(text)
		? (text.match(/"state":"open"/g)?.length ?? 0)
		: Number(/\b\d+\b/.exec(text)?.[0]);

function scripted(way: Way): MockLanguageModelV4 {
	const script = [...SCRIPTS[way]];
	return new MockLanguageModelV4({
		doGenerate: async ({ prompt }) => {
			const next = script.shift();
			const results = prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []));
			const last = results.at(-1);
			const output = last?.type === 'tool-result' ? last.output : undefined;
			const text = output?.type === 'text' ? output.value : '';
			return {
				warnings: [],
				usage: {
					inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
					outputTokens: { total: 10, text: 10, reasoning: 0 },
				},
				finishReason: {
					unified: next ? ('tool-calls' as const) : ('stop' as const),
					raw: undefined,
				},
				content: next
					? [
							{
								type: 'tool-call' as const,
								toolCallId: `call-${script.length}`,
								toolName: next[0],
								input: JSON.stringify(next[1]),
							},
						]
					: [{ type: 'text' as const, text: `I counted.\nANSWER: ${read(text)}` }],
			};
		},
	});
}

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'loadline-evals-test-'));
	writeFileSync(join(folder, 'server.mjs'), SERVER);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a model is asked in each way, and told what was right and what it took', async () => {
	const setting = {
		server: [process.execPath, join(folder, 'server.mjs')] as const,
		loadline: [process.execPath, inject('command')] as const,
	};
	const asked = await Promise.all(
		WAYS.map((way) => evaluate(way, QUESTION, { ...setting, model: scripted(way) })),
	);
	expect(asked.map(({ way, given, isRight }) => [way, given, isRight])).toEqual(
		WAYS.map((way) => [way, 150, true]),
	);
	const [raw, loadline] = asked.map(({ resultTokens }) => resultTokens);
	expect(loadline).toBeLessThan((raw ?? 0) / 100);
	const table = evalsTable(asked, { input: 1, cached: 0.1, output: 5 });
	expect(table).toContain('| files | 1 of 1 |');
	expect(table).toMatch(/\| raw \| .* \| 200 \| 20 \| 1 \| \$0\.000 \|/);
});

describe('an answer', () => {
	it.each([
		[42, 'So\nANSWER: 42', true],
		[42, 'ANSWER: "42"', true],
		[1_234, 'ANSWER: 1,234', true],
		[42, 'ANSWER: 43', false],
		[42, '42', false],
		['Ouagadougou', 'ANSWER: "ouagadougou"', true],
		['Ouagadougou', 'ANSWER: Ouagadougou.', true],
		['Ouagadougou', 'ANSWER: ["Ouagadougou"]', false],
		[['a', 'b'], 'ANSWER: ["B", "a"]', true],
		[['a', 'b'], 'ANSWER: ["a"]', false],
	] as const)('of %j is judged by what was computed: %j', (expected, text, right) => {
		expect(isRight(expected, answerIn(text))).toBe(right);
	});
});

it('every public question has an answer, and a tool that gives its data', () => {
	const { datasets, questions } = publicData();
	expect(questions.length).toBeGreaterThanOrEqual(36);
	for (const { tool, ask, answer } of questions) {
		expect(datasets.map((each) => each.tool)).toContain(tool);
		expect([ask, answer], ask).not.toContainEqual(expect.toBeOneOf(['', undefined, 0]));
	}
});
