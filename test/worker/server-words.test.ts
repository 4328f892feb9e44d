// Tests that what a server says without being asked crosses: its questions to the client, and its announcements
// (docs/gateway.md "What crosses").
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { type ClientKind, callThrough, connectClient } from './clients';
import { startEras } from './eras';

const eras = startEras();

const at = (path: string): string => `${eras.loadline.url}${path}`;

/** A client that answers whatever it is asked. */
async function answering(kind: ClientKind, path: string): Promise<Client> {
	const capabilities = { elicitation: { form: {} }, sampling: {}, roots: {} };
	const client = await connectClient(kind, at(path), undefined, capabilities);
	const handle = client.setRequestHandler.bind(client) as (...args: unknown[]) => void;
	const answers = {
		'elicitation/create': { action: 'accept', content: { username: 'ann', email: 'a@b.example' } },
		'sampling/createMessage': {
			role: 'assistant',
			content: { type: 'text', text: 'from the model' },
			model: 'm',
		},
		'roots/list': { roots: [{ uri: 'file:///home/ann' }] },
	};
	for (const [method, answer] of Object.entries(answers)) {
		if (kind === 'v1') {
			const types = await import('@modelcontextprotocol/sdk/types.js');
			const schemas = {
				'elicitation/create': types.ElicitRequestSchema,
				'sampling/createMessage': types.CreateMessageRequestSchema,
				'roots/list': types.ListRootsRequestSchema,
			};
			handle(schemas[method as keyof typeof schemas], async () => answer);
		} else handle(method, async () => answer);
	}
	return client;
}

const PATHS = [
	['both', '/mcp/both', ''],
	['legacy', '/mcp/legacy', ''],
	['both, among others', '/mcp', 'both__'],
	['legacy, among others', '/mcp', 'legacy__'],
] as const;

describe.each(PATHS)('a question of a server of %s', (_name, path, prefix) => {
	it.each(['v1', 'v2 legacy', 'v2 auto'] as const)('reaches a %s client', async (kind) => {
		const client = await answering(kind, path);
		const told = async (tool: string, args = {}) =>
			(await callThrough(client, `${prefix}${tool}`, args)).texts[0];
		expect(await told('test_elicitation', { message: 'Who?' })).toContain('"username":"ann"');
		expect(await told('test_sampling', { prompt: 'Hi' })).toBe('LLM response: from the model');
		expect(await told('test_roots')).toContain('file:///home/ann');
	});
});

describe('a question in the middle of a prompt or a resource', () => {
	it.each([
		['v1', '/mcp/legacy', '', ''],
		['v2 auto', '/mcp/legacy', '', ''],
		['v2 auto', '/mcp', 'legacy__', 'legacy+'],
	] as const)('reaches a %s client on %s', async (kind, path, prompts, resources) => {
		const client = await answering(kind, path);
		const prompt = await client.getPrompt({ name: `${prompts}test_asking_prompt` });
		expect(JSON.stringify(prompt.messages)).toContain('for ann');
		const read = await client.readResource({ uri: `${resources}test://asking` });
		expect(JSON.stringify(read.contents)).toContain('for ann');
	});
});

describe('a question that belongs to no call', () => {
	// A browser's server asks for the roots so, at the first call: unheard, that call never ended.
	it.each([
		['v1', '/mcp/legacy', ''],
		['v2 legacy', '/mcp', 'legacy__'],
	] as const)('is heard while a call of a %s client runs on %s', async (kind, path, prefix) => {
		const client = await answering(kind, path);
		const told = await callThrough(client, `${prefix}roots_apart`);
		expect(told.texts[0]).toContain('file:///home/ann');
	});
});

describe('two calls that ask at the same time', () => {
	it('get their own answers', async () => {
		const client = await connectClient('v1', at('/mcp/legacy'), undefined, { sampling: {} });
		const { CreateMessageRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
		const handle = client.setRequestHandler.bind(client) as (...args: unknown[]) => void;
		handle(CreateMessageRequestSchema, async (request: { params: { messages: unknown[] } }) => {
			const [message] = request.params.messages as { content: { text: string } }[];
			await new Promise((resume) => setTimeout(resume, Math.random() * 300));
			return {
				role: 'assistant',
				content: { type: 'text', text: `to ${message?.content.text}` },
				model: 'm',
			};
		});
		const names = ['a', 'b', 'c', 'd', 'e'];
		const told = await Promise.all(
			names.map((prompt) => callThrough(client, 'test_sampling', { prompt })),
		);
		expect(told.map(({ texts }) => texts[0])).toEqual(
			names.map((name) => `LLM response: to ${name}`),
		);
	});
});

describe('a client that cannot be asked', () => {
	it.each(['v1', 'v2 auto'] as const)('is not asked: %s', async (kind) => {
		for (const path of ['/mcp/both', '/mcp/legacy']) {
			const client = await connectClient(kind, at(path));
			const call = client.callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } });
			const outcome = await call.then(({ isError }) => isError === true).catch(() => true);
			expect(outcome, path).toBe(true);
		}
	});
});

describe.each(['both', 'legacy'])('what a server of %s announces', (upstream) => {
	it('reaches a client of the older revision: updates of resources, changed lists', async () => {
		const client = await connectClient('v1', at(`/mcp/${upstream}`));
		expect(client.getServerCapabilities()?.resources?.subscribe).toBe(true);
		expect(client.getServerCapabilities()?.tools?.listChanged).toBe(true);
		const heard: string[] = [];
		(client as unknown as { fallbackNotificationHandler: unknown }).fallbackNotificationHandler =
			async (notification: { method: string; params?: { uri?: string } }) => {
				heard.push(`${notification.method} ${notification.params?.uri ?? ''}`.trim());
			};
		await client.subscribeResource({ uri: 'test://static-text' });
		await new Promise((resume) => setTimeout(resume, 500));
		await callThrough(client, 'touch_resource', { uri: 'test://static-text' });
		await callThrough(client, 'test_trigger_tool_change');
		await expect
			.poll(() => [...new Set(heard)].sort(), { timeout: 8_000 })
			.toEqual([
				'notifications/resources/updated test://static-text',
				'notifications/tools/list_changed',
			]);
		await client.close();
	});
});

describe('a client of 2026-07-28', () => {
	it('hears of changes where the server speaks its revision', async () => {
		const client = new Client(
			{ name: 'test', version: '1' },
			{ versionNegotiation: { mode: 'auto' } },
		);
		const heard: string[] = [];
		client.setNotificationHandler(
			'notifications/tools/list_changed',
			() => void heard.push('tools'),
		);
		client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
			heard.push(params.uri);
		});
		await client.connect(new StreamableHTTPClientTransport(new URL(at('/mcp/both'))));
		const listening = await client.listen({
			toolsListChanged: true,
			resourceSubscriptions: ['test://static-text'],
		});
		await new Promise((resume) => setTimeout(resume, 500));
		await callThrough(client, 'test_trigger_tool_change');
		await callThrough(client, 'touch_resource', { uri: 'test://static-text' });
		await expect
			.poll(() => [...heard].sort(), { timeout: 8_000 })
			.toEqual(['test://static-text', 'tools']);
		await listening.close();
		await client.close();
	});

	it('is not promised what a server of 2025 would push', async () => {
		const client = await connectClient('v2 auto', at('/mcp/legacy'));
		expect(client.getServerCapabilities()?.tools?.listChanged).toBe(false);
		expect(client.getServerCapabilities()?.resources?.subscribe).toBe(false);
	});
});
