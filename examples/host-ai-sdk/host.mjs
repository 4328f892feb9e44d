// A host on the AI SDK: an agent that loops on its own, and TransientContext in `prepareStep`, so
// that every step is sent what is still needed.
import { dynamicTool, generateText, isStepCount, jsonSchema } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { decide, tools } from '../host-anthropic/scripted-model.mjs';

/** @typedef {import('../host-anthropic/host.mjs').CallTool} CallTool */
/** @typedef {import('ai').ModelMessage} Message */

/**
 * Lets the agent go through all pages in one run.
 * @param {{
 *   callTool: CallTool,
 *   context: import('loadline/client').TransientContext,
 *   print?: (line: string) => void,
 * }} setting the context should apply immediately: within a run no user speaks
 */
export async function run({ callTool, context, print = () => {} }) {
	// The step of the workflow announces which tool uses up which results.
	const step = await callTool('get_workflow_step', { workflow: 'page-through', step: 2 });
	context.observe({ id: 'step', tool: 'get_workflow_step', result: step });
	/** @type {Message[]} */
	const messages = [{ role: 'user', content: 'Reclassify the activities.' }];
	const { responseMessages } = await generateText({
		model: scriptedModel(),
		messages,
		tools: Object.fromEntries(tools.map((tool) => [tool.name, mcpTool(tool, callTool, context)])),
		stopWhen: isStepCount(100),
		prepareStep: ({ stepNumber, initialMessages, responseMessages, messages }) => {
			const sent = context.apply(messages);
			const without = tokens([...initialMessages, ...responseMessages]);
			print(`step ${stepNumber + 1}: ${without} tokens without collapse, ${tokens(sent)} with`);
			return { messages: sent };
		},
	});
	const whole = [...messages, ...responseMessages];
	return { messages: whole, sent: context.apply(whole) };
}

/** @param {readonly unknown[]} messages */
export const tokens = (messages) => countTokens(JSON.stringify(messages));

/**
 * A tool of the MCP server, whose results the context sees before the model does.
 * @param {(typeof tools)[number]} tool
 * @param {CallTool} callTool
 * @param {import('loadline/client').TransientContext} context
 */
function mcpTool({ name, description, schema }, callTool, context) {
	return dynamicTool({
		description,
		inputSchema: jsonSchema(/** @type {import('ai').JSONSchema7} */ (schema)),
		execute: async (input, { toolCallId }) => {
			const result = await callTool(name, /** @type {Record<string, unknown>} */ (input));
			context.observe({ id: toolCallId, tool: name, result });
			return result;
		},
		toModelOutput: ({ output }) => {
			const { content } = /** @type {{ content: { text?: string }[] }} */ (output);
			return { type: 'text', value: content.map(({ text }) => text ?? '').join('\n') };
		},
	});
}

/** Stands for a model of a provider. */
function scriptedModel() {
	let ids = 0;
	return new MockLanguageModelV4({
		doGenerate: async ({ prompt }) => {
			const results = prompt.flatMap(({ role, content }) =>
				role === 'tool' ? content.filter((part) => part.type === 'tool-result') : [],
			);
			const texts = results.map(({ output }) => (output.type === 'text' ? output.value : ''));
			const last = results.at(-1);
			const seen = last && { tool: last.toolName, text: texts.at(-1) ?? '' };
			const step = decide(seen, texts.join('\n'), true);
			const usage = {
				inputTokens: {
					total: tokens(prompt),
					noCache: undefined,
					cacheRead: undefined,
					cacheWrite: undefined,
				},
				outputTokens: { total: undefined, text: undefined, reasoning: undefined },
			};
			if ('text' in step)
				return {
					content: [{ type: 'text', text: step.text }],
					finishReason: { unified: 'stop', raw: undefined },
					usage,
					warnings: [],
				};
			const { name, args } = step.call;
			return {
				content: [
					{
						type: 'tool-call',
						toolCallId: `call_${ids++}`,
						toolName: name,
						input: JSON.stringify(args),
					},
				],
				finishReason: { unified: 'tool-calls', raw: undefined },
				usage,
				warnings: [],
			};
		},
	});
}
