// A loop on the AI SDK with Anthropic's provider, as its documents have it, and nothing of `loadline/client`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, mustRun, type RealHost } from './host';
import { installed, versionOf } from './packages';
import { ANTHROPIC } from './simulated-provider';

/** Works in the folder where the packages are. */
const PROGRAM = `
import { createRequire } from 'node:module';
import { execSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
const require = createRequire(process.env.PACKAGES + '/package.json');
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { dynamicTool, generateText, isStepCount, jsonSchema } = await load('ai');
const { createAnthropic } = await load('@ai-sdk/anthropic');
const post = async (body) => {
	const response = await fetch(process.env.MCP, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', ...body }),
		headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' } });
	const text = await response.text();
	return JSON.parse(text.startsWith('{') ? text : /^data: ?(.*)$/m.exec(text)[1]).result;
};
await post({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {},
	clientInfo: { name: 'ai-sdk', version: '1' } } });
const { tools: listed } = await post({ id: 2, method: 'tools/list', params: {} });
const textual = { toModelOutput: ({ output }) => ({ type: 'text', value: output }) };
const tools = Object.fromEntries(listed.map(({ name, description, inputSchema }) => [name, dynamicTool({
	description, inputSchema: jsonSchema(inputSchema), ...textual,
	execute: async (args) => (await post({ id: 3, method: 'tools/call', params: { name, arguments: args } }))
		.content.map(({ text }) => text ?? '').join('\\n') })]));
tools.shell = dynamicTool({ description: 'Runs a command', ...textual,
	inputSchema: jsonSchema({ type: 'object', properties: { command: { type: 'string' } } }),
	execute: async ({ command }) => execSync(command, { encoding: 'utf8' }) });
const cached = { anthropic: { cacheControl: { type: 'ephemeral' } } };
await generateText({
	model: createAnthropic({ baseURL: process.env.MODEL + '/v1', apiKey: 'scripted' })('${ANTHROPIC.model}'),
	instructions: { role: 'system', content: 'You read pages, and store what you find. '.repeat(400), providerOptions: cached },
	prompt: 'Read every page and store what you find.', tools, stopWhen: isStepCount(300),
	prepareStep: ({ messages }) => ({ messages: messages.map((each, at) =>
		({ ...each, providerOptions: at === messages.length - 1 ? cached : undefined })) }),
});
`;

export async function aiSdk(): Promise<RealHost> {
	const packages = await installed('ai-sdk');
	return {
		name: `AI SDK ${await versionOf('ai-sdk')}`,
		rules: ANTHROPIC,
		provider: '/anthropic',
		own: (name, input) => ({ name, input }),
		shell: (command) => ({ name: 'shell', input: { command } }),
		run: ({ model, mcp }) =>
			inFolder(async (folder) => {
				const file = join(folder, 'host.mjs');
				writeFileSync(file, PROGRAM);
				const env = { HOME: folder, PACKAGES: packages, MODEL: model, MCP: mcp };
				await mustRun(process.execPath, [file], { cwd: folder, env });
			}),
	};
}
