// The ready parts in the real packages of other hosts, which are too large to be installed here:
// `npm install --prefix DIR langchain @langchain/core @openai/agents`, then `npm run build` and
// `node bench/hosts/parts.mjs DIR`. Each agent searches, stores and is done; the last prompt is looked at.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { callModelInputFilter, contextEdit, TransientContext } from 'loadline/client';

const folder = resolve(process.argv[2] ?? '.');
const require = createRequire(join(folder, 'package.json'));
/** @param {string} name */
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);
const DATA = 'all of the data';

function observing() {
	const context = new TransientContext();
	context.register([{ tool: 'search', lifecycle: 'transient', consumedBy: 'store' }]);
	/** @param {string} name @param {string} id */
	const call = (name, id) => {
		const mark =
			name === 'search'
				? { lifecycle: 'transient', summary: 'fifteen records' }
				: { consumed: true };
		const result = { content: [{ type: 'text', text: DATA }], _meta: { context: mark } };
		context.observe({ id, tool: name, result });
		return DATA;
	};
	return { context, call };
}

/** @param {string} host @param {unknown} last @param {TransientContext} context */
function judge(host, last, context) {
	const text = JSON.stringify(last);
	const isRight =
		text.includes('fifteen records') &&
		text.split(DATA).length === 2 &&
		context.notApplied.length === 0;
	console.log(`${host}: ${isRight ? 'ok' : `FAILED ${text.slice(0, 2000)}`}`);
	if (!isRight) process.exitCode = 1;
}

async function langchain() {
	const { createAgent, contextEditingMiddleware, tool } = await load('langchain');
	const models = await load('@langchain/core/language_models/chat_models');
	/** @type {any} */
	const BaseChatModel = models.BaseChatModel;
	const { AIMessage } = await load('@langchain/core/messages');
	const { z } = await load('zod');
	const { context, call } = observing();
	/** @type {unknown[]} */
	const sent = [];
	const calls = ['search', 'store'];
	class Scripted extends BaseChatModel {
		_llmType() {
			return 'scripted';
		}
		bindTools() {
			return this;
		}
		/** @param {any[]} messages */
		async _generate(messages) {
			sent.push(messages.map((message) => ({ type: message.getType(), content: message.content })));
			const name = calls.shift();
			const message = new AIMessage(
				name ? { content: '', tool_calls: [{ id: `${name}-1`, name, args: {} }] } : 'Done.',
			);
			return { generations: [{ message, text: '' }] };
		}
	}
	const tools = ['search', 'store'].map((name) =>
		tool((/** @type {any} */ _, /** @type {any} */ config) => call(name, config.toolCall.id), {
			name,
			description: name,
			schema: z.object({}),
		}),
	);
	const middleware = [contextEditingMiddleware({ edits: [contextEdit(context)] })];
	/** @type {any} */
	const Model = Scripted;
	const agent = createAgent({ model: new Model({}), tools, middleware });
	await agent.invoke({ messages: [{ role: 'user', content: 'Go' }] });
	judge('LangChain', sent.at(-1), context);
}

async function openaiAgents() {
	const { Agent, run, tool, Usage, setTracingDisabled } = await load('@openai/agents');
	setTracingDisabled(true);
	const { context, call } = observing();
	/** @type {unknown[]} */
	const sent = [];
	const calls = ['search', 'store'];
	const model = {
		/** @param {any} request */
		async getResponse({ input }) {
			sent.push(input);
			const name = calls.shift();
			const output = name
				? [
						{
							type: 'function_call',
							callId: `${name}-1`,
							name,
							status: 'completed',
							arguments: '{}',
						},
					]
				: [
						{
							type: 'message',
							role: 'assistant',
							status: 'completed',
							content: [{ type: 'output_text', text: 'Done.' }],
						},
					];
			return { usage: new Usage(), output };
		},
		async *getStreamedResponse() {},
	};
	const tools = ['search', 'store'].map((name) =>
		tool({
			name,
			description: name,
			strict: false,
			parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
			execute: async (/** @type {any} */ _, /** @type {any} */ __, /** @type {any} */ details) =>
				call(name, details?.toolCall?.callId ?? `${name}-1`),
		}),
	);
	const agent = new Agent({ name: 'a', model, tools });
	await run(agent, 'Go', { callModelInputFilter: callModelInputFilter(context) });
	judge('OpenAI Agents', sent.at(-1), context);
}

await langchain();
await openaiAgents();
