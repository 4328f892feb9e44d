// The ready parts in the real AI SDK, and formats of hosts whose packages are not installed here.
import { generateText, stepCountIs, tool, wrapLanguageModel } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { languageModelMiddleware, prepareStep, TransientContext } from '../../src/client';

const HINT = { tool: 'search', lifecycle: 'transient', consumedBy: 'store' } as const;
const usage = {
	inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
	outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** An agent that searches, stores and is done; what its model was sent at the end. */
async function agent(part: 'prepareStep' | 'middleware'): Promise<string> {
	const context = new TransientContext();
	context.register([HINT]);
	const sent: unknown[] = [];
	const calls = ['search', 'store'];
	const model = new MockLanguageModelV4({
		doGenerate: async ({ prompt }) => {
			sent.push(prompt);
			const toolName = calls.shift();
			return {
				warnings: [],
				usage,
				finishReason: {
					unified: toolName ? ('tool-calls' as const) : ('stop' as const),
					raw: undefined,
				},
				content: toolName
					? [{ type: 'tool-call' as const, toolCallId: `${toolName}-1`, toolName, input: '{}' }]
					: [{ type: 'text' as const, text: 'Done.' }],
			};
		},
	});
	const result = (meta: object) => ({
		content: [{ type: 'text', text: 'all of the data' }],
		_meta: { context: meta },
	});
	const observed = (name: string, meta: object) =>
		tool({
			inputSchema: z.object({}),
			execute: async (_, { toolCallId }) => {
				const answer = result(meta);
				context.observe({ id: toolCallId, tool: name, result: answer });
				return answer;
			},
		});
	await generateText({
		model:
			part === 'middleware'
				? wrapLanguageModel({ model, middleware: languageModelMiddleware(context) })
				: model,
		prompt: 'Go',
		stopWhen: stepCountIs(5),
		tools: {
			search: observed('search', { lifecycle: 'transient', summary: 'fifteen records' }),
			store: observed('store', { consumed: true }),
		},
		...(part === 'prepareStep' && { prepareStep: prepareStep(context) }),
	});
	expect(sent).toHaveLength(3);
	expect(JSON.stringify(sent[1])).toContain('all of the data');
	expect(context.tokensReleased).toBeGreaterThanOrEqual(0);
	return JSON.stringify(sent[2]);
}

describe('a ready part', () => {
	it.each(['prepareStep', 'middleware'] as const)(
		'of the AI SDK leaves out what was used: %s',
		async (part) => {
			const last = await agent(part);
			expect(last).toContain('fifteen records');
			expect(last.match(/all of the data/g)).toHaveLength(1);
		},
	);
});

describe('messages of other hosts', () => {
	const applied = (message: object) => {
		const context = new TransientContext();
		context.register([HINT]);
		const text = { content: [{ type: 'text', text: 'data' }] };
		context.observe({
			id: 'c1',
			tool: 'search',
			result: { ...text, _meta: { context: { lifecycle: 'transient', summary: 'S' } } },
		});
		context.observe({
			id: 'c2',
			tool: 'store',
			result: { ...text, _meta: { context: { consumed: true } } },
		});
		const [next] = context.apply([message]);
		expect(context.notApplied).toEqual([]);
		return next;
	};

	it.each([
		[
			'Gemini',
			{
				role: 'user',
				parts: [{ functionResponse: { id: 'c1', name: 'search', response: { a: 1 } } }],
			},
			{
				role: 'user',
				parts: [{ functionResponse: { id: 'c1', name: 'search', response: { output: 'S' } } }],
			},
		],
		[
			'Bedrock',
			{
				role: 'user',
				content: [{ toolResult: { toolUseId: 'c1', content: [{ json: {} }], status: 'success' } }],
			},
			{
				role: 'user',
				content: [{ toolResult: { toolUseId: 'c1', content: [{ text: 'S' }], status: 'success' } }],
			},
		],
		[
			'OpenAI Agents',
			{
				type: 'function_call_result',
				callId: 'c1',
				name: 'search',
				status: 'completed',
				output: { type: 'text', text: 'data' },
			},
			{
				type: 'function_call_result',
				callId: 'c1',
				name: 'search',
				status: 'completed',
				output: { type: 'text', text: 'S' },
			},
		],
		[
			'mcp_call',
			{ type: 'mcp_call', id: 'c1', output: 'data' },
			{ type: 'mcp_call', id: 'c1', output: 'S' },
		],
		[
			'opencode',
			{
				info: {},
				parts: [{ type: 'tool', callID: 'c1', state: { status: 'completed', output: 'data' } }],
			},
			{
				info: {},
				parts: [{ type: 'tool', callID: 'c1', state: { status: 'completed', output: 'S' } }],
			},
		],
		[
			'pi',
			{ role: 'toolResult', toolCallId: 'c1', content: [{ type: 'text', text: 'data' }] },
			{ role: 'toolResult', toolCallId: 'c1', content: [{ type: 'text', text: 'S' }] },
		],
	])('are understood: %s', (_, message, expected) => {
		expect(applied(message)).toEqual(expected);
	});
});
