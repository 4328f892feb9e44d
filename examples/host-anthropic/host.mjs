// A host that speaks the Anthropic Messages API: a loop of turns with a user, and TransientContext
// between the conversation it keeps and the one it sends.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { decide } from './scripted-model.mjs';

/** @typedef {import('@anthropic-ai/sdk').default.MessageParam} Message */
/** @typedef {import('@anthropic-ai/sdk').default.ContentBlockParam} Block */
/** @typedef {{ content: unknown[], isError?: boolean | undefined, _meta?: Record<string, unknown> | undefined }} Result */
/** @typedef {(name: string, args: Record<string, unknown>) => Promise<Result>} CallTool */

/**
 * Goes through all pages, one a turn.
 * @param {{
 *   callTool: CallTool,
 *   context: import('loadline/client').TransientContext,
 *   print?: (line: string) => void,
 * }} setting
 */
export async function run({ callTool, context, print = () => {} }) {
	// The step of the workflow announces which tool uses up which results.
	const step = await callTool('get_workflow_step', { workflow: 'page-through', step: 2 });
	context.observe({ id: 'step', tool: 'get_workflow_step', result: step });
	/** @type {Message[]} */
	const messages = [];
	let ids = 0;
	for (let turn = 1; turn <= 100; turn++) {
		messages.push({ role: 'user', content: turn === 1 ? 'Reclassify the activities.' : 'Go on.' });
		let text = '';
		while (text === '') {
			const answer = create(context.apply(messages), () => `toolu_${ids++}`);
			messages.push({ role: 'assistant', content: answer });
			/** @type {Block[]} */
			const results = [];
			for (const block of answer) {
				if (block.type === 'text') text = block.text;
				if (block.type !== 'tool_use') continue;
				const { id, name, input } = block;
				const result = await callTool(name, /** @type {Record<string, unknown>} */ (input));
				context.observe({ id, tool: name, result });
				results.push({
					type: 'tool_result',
					tool_use_id: id,
					content: shown(result),
					is_error: result.isError === true,
				});
			}
			if (results.length > 0) messages.push({ role: 'user', content: results });
		}
		const sent = context.apply(messages);
		const [without, withCollapse] = [messages, sent].map(tokens);
		print(`turn ${turn}: ${without} tokens without collapse, ${withCollapse} with`);
		if (text.startsWith('All')) break;
	}
	return { messages, sent: context.apply(messages) };
}

/** @param {readonly unknown[]} messages */
export const tokens = (messages) => countTokens(JSON.stringify(messages));

/** Returns the blocks of a result that the model is shown. @param {Result} result */
function shown({ content }) {
	const blocks = /** @type {{ type: string, text?: string }[]} */ (content);
	return blocks.flatMap(({ type, text }) =>
		type === 'text' && text !== undefined ? [{ type: /** @type {const} */ ('text'), text }] : [],
	);
}

/**
 * Stands for `client.messages.create({ model, tools, messages })`.
 * @param {readonly Message[]} messages
 * @param {() => string} newId
 * @returns {(import('@anthropic-ai/sdk').default.TextBlockParam | import('@anthropic-ai/sdk').default.ToolUseBlockParam)[]}
 */
function create(messages, newId) {
	const step = decide(lastResult(messages), transcript(messages), false);
	if ('text' in step) return [{ type: 'text', text: step.text }];
	return [{ type: 'tool_use', id: newId(), name: step.call.name, input: step.call.args }];
}

/** @param {readonly Message[]} messages */
function lastResult(messages) {
	const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
	const last = messages.at(-1)?.content;
	const result = typeof last === 'string' ? undefined : last?.at(-1);
	if (result?.type !== 'tool_result') return undefined;
	const call = blocks.find((block) => block.type === 'tool_use' && block.id === result.tool_use_id);
	return {
		tool: call?.type === 'tool_use' ? call.name : '',
		text: texts([result])[0] ?? '',
	};
}

/** @param {readonly Message[]} messages */
const transcript = (messages) =>
	messages
		.flatMap(({ content }) => (typeof content === 'string' ? [content] : texts(content)))
		.join('\n');

/** The texts of blocks and of the results among them. @param {readonly Block[]} blocks @returns {string[]} */
function texts(blocks) {
	return blocks.flatMap((block) => {
		if (block.type === 'text') return [block.text];
		if (block.type !== 'tool_result') return [];
		return typeof block.content === 'string'
			? [block.content]
			: texts(/** @type {Block[]} */ (block.content ?? []));
	});
}
