// The pass-through between a host and its model, in the real Worker, against a provider on this machine.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectClient } from './clients';
import { cost, type Provider, startProvider } from './provider';
import { type Loadline, startLoadline } from './serve';
import { event, readTo, usage } from './streams';

let loadline: Loadline;
let provider: Provider;
let client: Client;

beforeAll(async () => {
	provider = await startProvider();
	const llm = { anthropic: { url: provider.url }, openai: { url: `${provider.url}/v1` } };
	const pair = { tool: 'demo__list_bookings', consumedBy: ['demo__get_booking'] };
	loadline = await startLoadline({ config: { demo: true, llm, transient: [pair] } });
	client = await connectClient('v2 auto', `${loadline.url}/mcp`);
});
afterAll(async () => {
	await client.close();
	await loadline.stop();
	await provider.stop();
});
beforeEach(() => {
	(provider.received as unknown[]).length = 0;
	provider.answer = () => ['{"type":"message"}'];
});

const KEY = 'sk-ant-secret-of-the-caller';
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
	loadline.fetch(path, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'x-api-key': KEY, ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
const sentMessages = (at = -1) => JSON.parse(provider.received.at(at)?.body ?? '{}');

const TOOLS = ['search_records', 'store_analysis_memory', 'expand_result'].map((name) => ({
	name: `mcp__loadline__${name}`,
	input_schema: { type: 'object' },
}));

type Call = readonly [tool: string, args: Record<string, unknown>];

/** A host that sends its whole conversation with each request, with and without the pass-through. */
class Host {
	readonly messages: unknown[] = [{ role: 'user', content: 'Read it all.' }];
	readonly whole: unknown[][] = [];
	readonly sent: unknown[][] = [];
	#calls = 0;

	constructor(
		private readonly session: string,
		private readonly form: 'anthropic' | 'chat' = 'anthropic',
	) {}

	async request(): Promise<void> {
		const isChat = this.form === 'chat';
		const path = isChat
			? '/llm/openai/v1/chat/completions'
			: '/llm/anthropic/v1/messages?beta=true';
		const tools = isChat
			? TOOLS.map(({ name }) => ({ type: 'function', function: { name } }))
			: TOOLS;
		// Longer than what a provider caches at least: nothing leaves before.
		const system = isChat ? undefined : 'Read it all, and store it. '.repeat(400);
		const body = { model: 'm', max_tokens: 100, system, tools, messages: this.messages };
		const response = await post(path, body, { 'x-claude-code-session-id': this.session });
		expect(response.status).toBe(200);
		await response.text();
		this.whole.push(structuredClone(this.messages));
		this.sent.push(sentMessages().messages);
	}

	/** Calls a tool of Loadline's, as a host does that shows its model structured content alone. */
	async call([tool, args]: Call): Promise<string> {
		const result = await client.callTool({
			name: tool,
			arguments: args,
			_meta: { 'dev.loadline/session': this.session },
		});
		const [block] = result.content;
		const text = block?.type === 'text' ? block.text : '';
		const shown =
			result.structuredContent === undefined ? text : JSON.stringify(result.structuredContent);
		this.add(`mcp__loadline__${tool.replace(/^(\w+?)__/, '$1__')}`, args, shown);
		await this.request();
		return shown;
	}

	/** A call and its result, of whatever tool. */
	add(name: string, input: unknown, content: string): void {
		const id = `toolu_${++this.#calls}`;
		if (this.form === 'chat') {
			const fn = { name, arguments: JSON.stringify(input) };
			this.messages.push(
				{ role: 'assistant', tool_calls: [{ id, type: 'function', function: fn }] },
				{ role: 'tool', tool_call_id: id, content },
			);
			return;
		}
		this.messages.push(
			{ role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
			{
				role: 'user',
				content: [
					{ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: content }] },
				],
			},
		);
	}
}

/** Pages of the demo's records, a finding after so many pages, a detail of so many characters between. */
async function readPages(host: Host, { each = 1, detail = 0, pages = 9 } = {}) {
	await host.request();
	let cursor: string | undefined;
	for (let page = 1; page <= pages; page++) {
		const args = cursor === undefined ? { model: 'activity' } : { cursor };
		const shown = JSON.parse(await host.call(['search_records', args]));
		cursor = shown.nextCursor;
		if (detail > 0) {
			host.add('get_page', { page }, `detail ${page} `.repeat(detail / 10));
			await host.request();
		}
		if (page % each === 0)
			await host.call(['store_analysis_memory', { finding: `Page ${page}: fine.` }]);
	}
	return { with: cost(host.sent), without: cost(host.whole) };
}

describe('a request to a provider', () => {
	it('goes up as it came and comes down as it is given, piece by piece', async () => {
		let next = () => {};
		const gate = new Promise<void>((resolve) => {
			next = resolve;
		});
		provider.answer = async function* () {
			yield 'event: ping\ndata: {}\n\n';
			await gate;
			yield 'event: message_stop\ndata: {}\n\n';
		};
		const body =
			'{"model":"m", "stream":true,\n "big": 12345678901234567890, "messages":[{"role":"user","content":"hé"}]}';
		const headers = {
			'anthropic-beta': 'x-1',
			authorization: 'Bearer theirs',
			'x-loadline-token': 'ours',
		};
		const response = await post('/llm/anthropic/v1/messages?beta=true', body, headers);
		expect(response.headers.get('x-provider')).toBe('yes');
		const reader = response.body?.getReader();
		const first = new TextDecoder().decode((await reader?.read())?.value);
		expect(first).toBe('event: ping\ndata: {}\n\n');
		next();
		const second = new TextDecoder().decode((await reader?.read())?.value);
		expect(second).toBe('event: message_stop\ndata: {}\n\n');
		const [received] = provider.received;
		expect(received).toMatchObject({
			method: 'POST',
			url: '/v1/messages?beta=true',
			body,
			headers: { 'x-api-key': KEY, 'anthropic-beta': 'x-1', authorization: 'Bearer theirs' },
		});
		expect(received?.headers).not.toHaveProperty('x-loadline-token');
	});

	it('of any other path passes too, and of none is refused in the form of its provider', async () => {
		await loadline.fetch('/llm/anthropic/v1/models?limit=5', { headers: { 'x-api-key': KEY } });
		await post('/llm/openai/v1/embeddings', '{"input":"x"}');
		expect(provider.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
			'GET /v1/models?limit=5',
			'POST /v1/embeddings',
		]);
		const nowhere = await post('/llm/other/v1', {});
		expect([nowhere.status, await nowhere.json()]).toMatchObject([
			404,
			{ error: { type: 'not_found_error' } },
		]);
		await post('/llm/anthropic/../openai/v1/x', {});
		await post('/llm/anthropic/v1/%2e%2e/%2e%2e/admin', {});
		expect(provider.received.every(({ url }) => !url.includes('..'))).toBe(true);
	});
});

describe('results that Loadline sent', () => {
	it('leave once their finding is stored, for less than they would cost, and come back as they were', async () => {
		const host = new Host('nine-pages');
		const prices = await readPages(host);
		expect(prices.with.sum).toBeLessThan(0.4 * prices.without.sum);
		expect(prices.with.price).toBeLessThan(prices.without.price);
		const text = JSON.stringify(host.sent.at(-1));
		expect(text.match(/1[25] activity records \(page \d\/9, IDs: /g)).toHaveLength(9);
		// Messages sent before stay the same to the byte, but for what has just left.
		for (const [at, messages] of host.sent.entries()) {
			const before = host.sent[at - 1] ?? [];
			const changed = before.filter(
				(message, index) => JSON.stringify(message) !== JSON.stringify(messages[index]),
			);
			expect(changed.length).toBeLessThanOrEqual(1);
		}
		// The same request once more is the same to the byte.
		const last = provider.received.at(-1)?.body;
		await host.request();
		expect(provider.received.at(-1)?.body).toBe(last);
		const id = /expand_result \{\\+"id\\+":\\+"([\w-]+)/.exec(text)?.[1];
		const original = await client.callTool({ name: 'expand_result', arguments: { id: id ?? '' } });
		const [, , page] = host.messages as { content: { content: { text: string }[] }[] }[];
		expect(JSON.stringify(original.structuredContent)).toBe(page?.content[0]?.content[0]?.text);
		interface View {
			readonly totals: Readonly<Record<string, number>>;
			readonly calls: readonly { readonly leftBy?: string }[];
			readonly prompts: { readonly requests: number };
		}
		const view = async () =>
			(await (await loadline.fetch('/api/sessions/nine-pages')).json()) as View;
		await expect.poll(async () => (await view()).totals.left).toBe(9);
		await expect.poll(async () => (await view()).prompts.requests).toBe(host.sent.length);
		const { totals, calls } = await view();
		expect(totals.tokensReleased).toBe(totals.tokensReleasable);
		expect(calls.filter((call) => call.leftBy === 'pass-through')).toHaveLength(9);
	});

	it('leave a host that speaks as OpenAI does', async () => {
		const host = new Host('chat', 'chat');
		// A provider that caches by itself caches what is long enough, and it stays long enough.
		host.messages.unshift({ role: 'system', content: 'Read it all, and store it. '.repeat(400) });
		await readPages(host);
		expect(cost(host.sent, { read: 0.1, write: 1 }).price).toBeLessThan(
			cost(host.whole, { read: 0.1, write: 1 }).price,
		);
		expect(JSON.stringify(host.sent.at(-1)).match(/\[collapsed; /g)?.length).toBeGreaterThan(5);
	});
});

describe('the costs of requests', () => {
	it('are told once each, of streams that are read to the end or given up, between calls', async () => {
		provider.answer = async function* () {
			yield event('message_start', { message: { type: 'message', usage } });
			yield event('message_delta', { delta: {}, usage: { output_tokens: 10 } });
			yield event('message_stop', {});
			await new Promise((resolve) => setTimeout(resolve, 20));
		};
		const session = 'told-once';
		const messages: unknown[] = [{ role: 'user', content: 'Read it all.' }];
		const ends = [undefined, '"message_stop"', '"message_delta"'];
		for (let n = 0; n < 9; n++) {
			const body = { model: 'm', max_tokens: 100, stream: true, messages };
			const headers = { 'x-claude-code-session-id': session };
			await readTo(await post('/llm/anthropic/v1/messages', body, headers), ends[n % ends.length]);
			await client.callTool({
				name: 'demo__list_bookings',
				arguments: {},
				_meta: { 'dev.loadline/session': session },
			});
			messages.push({ role: 'assistant', content: `${n}` }, { role: 'user', content: 'Go on.' });
		}
		const view = async () => (await loadline.fetch(`/api/sessions/${session}`)).json();
		await expect
			.poll(view, { timeout: 5_000 })
			.toMatchObject({ totals: { calls: 9 }, prompts: { requests: 9, told: 9, output: 90 } });
		expect(provider.received).toHaveLength(9);
	});
});

describe("a host's own results", () => {
	const file = (n: number) => `line ${n} of the file\n`.repeat(300);

	it('leave where they were superseded, and are kept first', async () => {
		const host = new Host('own-tools');
		host.add('Read', { file_path: '/a.ts' }, file(1));
		await host.request();
		host.add('Bash', { command: 'ls' }, 'a.ts '.repeat(600));
		await host.request();
		host.add('Bash', { command: 'ls' }, 'a.ts '.repeat(600));
		await host.request();
		expect(JSON.stringify(host.sent.at(-1))).toContain('same as its result before (call toolu_2)');
		host.add('Edit', { file_path: '/a.ts', old_string: '1', new_string: '2' }, 'ok');
		host.add('Read', { file_path: '/a.ts' }, file(2));
		await host.request();
		const text = JSON.stringify(host.sent.at(-1));
		expect(text).toContain('line 1 of the file\\nline 1');
		const id = /toolu_2\)\\n\[collapsed; original: expand_result \{\\+"id\\+":\\+"([\w-]+)/.exec(
			text,
		)?.[1];
		const { content } = await client.callTool({
			name: 'expand_result',
			arguments: { id: id ?? '' },
		});
		expect(content).toEqual([{ type: 'text', text: 'a.ts '.repeat(600) }]);
	});
});

it('nothing of the key or of what passes is logged or stored', async () => {
	expect(loadline.logs.join('\n')).not.toContain(KEY);
	const config = await (await loadline.fetch('/api/config')).text();
	expect(config).not.toContain(KEY);
});
