// Tests that a request lets go of what it took up when it is answered, however long its connection goes on: on Node the
// signal of a request may live as long as that.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { McpRequestParts } from '../../../src/adapters/mcp/caller';
import { MemoryMailbox } from '../../../src/adapters/mcp/mailbox';
import { serveMcp } from '../../../src/adapters/mcp/serve';
import type { Gateway } from '../../../src/gateway/service';
import type { JsonObject } from '../../../src/shared/json-values';
import { fakeGateway, finished, URL_OF_MCP } from './fake-gateway';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const MODERN = {
	'io.modelcontextprotocol/protocolVersion': '2026-07-28',
	'io.modelcontextprotocol/clientCapabilities': {},
};
const echo = { name: 'echo', inputSchema: { type: 'object' as const } };
const requestOf = (method: string, params: object, isModern: boolean, signal: AbortSignal) => {
	const name = (params as { name?: string }).name;
	return new Request(URL_OF_MCP, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			...(isModern && { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method }),
			...(isModern && name !== undefined && { 'mcp-name': name }),
		},
		body: JSON.stringify({
			...{ jsonrpc: '2.0', id: 1, method },
			params: { ...params, ...(isModern && { _meta: MODERN }) },
		}),
		signal,
	});
};

/** Counts what was taken up for so many and is still there when all is over and their signals live on. */
async function held(
	times: number,
	one: (signals: AbortSignal[], taken: WeakRef<object>[]) => Promise<void>,
): Promise<number> {
	const signals: AbortSignal[] = [];
	const taken: WeakRef<object>[] = [];
	for (let time = 0; time < times; time++) await one(signals, taken);
	// A reference just looked at lives until the task ends.
	await new Promise((resolve) => setTimeout(resolve, 10));
	collect();
	expect(signals.length).toBeGreaterThanOrEqual(times);
	return taken.filter((each) => each.deref() !== undefined).length;
}

const gatewayOf = () =>
	fakeGateway({
		tools: [echo],
		capabilities: { tools: { listChanged: true } },
		call: async () => finished({ content: [{ type: 'text', text: 'x' }] }),
	}).gateway;

describe('what a request took up', () => {
	it.each([
		['tools/list', {}, true],
		['tools/list', {}, false],
		['tools/call', { name: 'echo', arguments: {} }, true],
		['tools/call', { name: 'echo', arguments: {} }, false],
	] as const)(
		'is let go when it is answered: %s %j, modern: %s',
		async (method, params, isModern) => {
			const alive = await held(20, async (signals, taken) => {
				const gateway = gatewayOf();
				const parts: McpRequestParts = {
					gateway,
					principal: { id: 'ann', workspace: 'ws-a', scopes: ['mcp:use'] },
					correlationId: 'c',
					serverInfo: { name: 'loadline', version: '0.0.0' },
				};
				const connection = new AbortController();
				const request = requestOf(method, params, isModern, connection.signal);
				signals.push(connection.signal, request.signal);
				taken.push(new WeakRef(gateway), new WeakRef(parts));
				const answer = await serveMcp(request, parts);
				expect(await answer.text()).toContain('"result"');
			});
			// The last one may be on the stack still.
			expect(alive).toBeLessThanOrEqual(2);
		},
	);

	it('is let go when a client has left its stream', async () => {
		const alive = await held(20, async (signals, taken) => {
			const mailbox = new MemoryMailbox<JsonObject>(Date.now);
			const connection = new AbortController();
			const gateway: Gateway = {
				...gatewayOf(),
				listen: (_, context) =>
					new Promise((over) => {
						context.signal.addEventListener('abort', () => over(), { once: true });
					}),
			};
			const request = new Request(URL_OF_MCP, {
				headers: { accept: 'text/event-stream', 'mcp-session-id': 's' },
				signal: connection.signal,
			});
			signals.push(connection.signal, request.signal);
			taken.push(new WeakRef(gateway), new WeakRef(mailbox));
			const answer = await serveMcp(request, {
				gateway,
				upstream: 'demo',
				principal: { id: 'ann', workspace: 'ws-a', scopes: ['mcp:use'] },
				correlationId: 'c',
				serverInfo: { name: 'loadline', version: '0.0.0' },
				sessions: {
					mint: async () => Promise.reject(new Error('not begun here')),
					open: async (name) => ({ name, capabilities: {} }),
					end: async () => {},
				},
				mailboxes: () => ({
					put: async (key, message) => mailbox.put(key, message),
					take: (key, milliseconds) => mailbox.take(key, milliseconds),
				}),
				subscriptions: () => ({
					set: async () => {},
					wanted: async (_, known, milliseconds) =>
						milliseconds > 0 ? new Promise<readonly string[]>(() => {}) : known,
				}),
			});
			const reader = answer.body?.getReader();
			expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(': open\n\n');
			await reader?.cancel();
		});
		expect(alive).toBeLessThanOrEqual(3);
	});
});
