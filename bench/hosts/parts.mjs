// The ready parts in the real packages of other hosts, which are too large to be installed here:
// `npm install --prefix DIR langchain @langchain/core @openai/agents @google/genai
// @aws-sdk/client-bedrock-runtime`, then `npm run build` and `node bench/hosts/parts.mjs DIR`. Each agent searches, stores and is done; the last prompt is looked at.
import { createServer } from 'node:http';
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

/** Returns what a client sends, given `messages` by `apply`; `ask` gets the URL of a server that says nothing. */
const sentBy = async (/** @type {(url: string) => Promise<unknown>} */ ask) => {
	let body = '';
	const server = createServer((request, response) => {
		request.setEncoding('utf8').on('data', (part) => {
			body += part;
		});
		request.on('end', () => response.writeHead(400).end('{}'));
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	await ask(`http://127.0.0.1:${port}`).catch(() => undefined);
	server.close();
	return JSON.parse(body);
};

async function gemini() {
	const { GoogleGenAI, createPartFromFunctionResponse } = await load('@google/genai');
	const { context, call } = observing();
	const turn = (/** @type {string} */ name) => [
		{ role: 'model', parts: [{ functionCall: { id: `${name}-1`, name, args: {} } }] },
		{
			role: 'user',
			parts: [
				createPartFromFunctionResponse(`${name}-1`, name, { output: call(name, `${name}-1`) }),
			],
		},
	];
	const contents = [...turn('search'), ...turn('store')];
	const sent = await sentBy((baseUrl) =>
		new GoogleGenAI({ apiKey: 'scripted', httpOptions: { baseUrl } }).models.generateContent({
			model: 'gemini-2.5-pro',
			contents: context.apply(contents),
		}),
	);
	judge('Gemini contents', sent, context);
	// Without ids nothing says which call a response is of: it stays, and counts as not released.
	const nameless = observing();
	for (const name of ['search', 'store']) nameless.call(name, `${name}-1`);
	const part = { functionResponse: { name: 'search', response: { output: DATA } } };
	const applied = nameless.context.apply([{ role: 'user', parts: [part] }]);
	const isCounted =
		JSON.stringify(applied).includes(DATA) &&
		nameless.context.tokensReleased === 0 &&
		nameless.context.notApplied.length === 1;
	console.log(`Gemini without ids: ${isCounted ? 'ok, counted as not released' : 'FAILED'}`);
	if (!isCounted) process.exitCode = 1;
}

async function bedrock() {
	const { BedrockRuntimeClient, ConverseCommand } = await load('@aws-sdk/client-bedrock-runtime');
	const { context, call } = observing();
	const turn = (/** @type {string} */ name) => [
		{ role: 'assistant', content: [{ toolUse: { toolUseId: `${name}-1`, name, input: {} } }] },
		{
			role: 'user',
			content: [
				{
					toolResult: {
						toolUseId: `${name}-1`,
						status: 'success',
						content: [{ json: { rows: [call(name, `${name}-1`)] } }],
					},
				},
			],
		},
	];
	const messages = [...turn('search'), ...turn('store')];
	const sent = await sentBy((endpoint) =>
		new BedrockRuntimeClient({
			endpoint,
			region: 'us-east-1',
			credentials: { accessKeyId: 'scripted', secretAccessKey: 'scripted' },
			requestHandler: requestHandler(endpoint),
			maxAttempts: 1,
		}).send(new ConverseCommand({ modelId: 'm', messages: context.apply(messages) })),
	);
	judge('Bedrock Converse', sent, context);
}

/** Its own speaks HTTP/2. */
const requestHandler = (/** @type {string} */ endpoint) => ({
	/** @param {{ path: string, body: any }} request */
	async handle({ path, body }) {
		const response = await fetch(`${endpoint}${path}`, { method: 'POST', body });
		throw new Error(String(response.status));
	},
});

await langchain();
await openaiAgents();
await gemini();
await bedrock();
