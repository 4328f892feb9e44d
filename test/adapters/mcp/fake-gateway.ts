// A gateway that answers from a table, and the three clients that talk to it without a network.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { McpRequestParts } from '../../../src/adapters/mcp/caller';
import { serveMcp } from '../../../src/adapters/mcp/serve';
import type { GatewayContext, PassedMethod } from '../../../src/gateway/contract/gateway';
import type {
	CallAnswer,
	SourceFault,
	ToolCall,
	ToolDefinition,
} from '../../../src/gateway/contract/tool-source';
import type { Gateway } from '../../../src/gateway/service';
import type { JsonObject } from '../../../src/shared/json-values';
import { err, ok, type Result } from '../../../src/shared/result';
import type { ToolResult } from '../../../src/shared/tool-result';

export interface Table {
	readonly tools?: readonly ToolDefinition[];
	readonly capabilities?: JsonObject;
	readonly instructions?: string;
	call?(call: ToolCall, context: GatewayContext): Promise<Result<CallAnswer, SourceFault>>;
	request?(
		method: PassedMethod,
		params: JsonObject,
		context: GatewayContext,
	): Promise<Result<JsonObject, SourceFault>>;
}

export const finished = (result: ToolResult): Result<CallAnswer, SourceFault> =>
	ok({ kind: 'result', result });

/** Counts what it is asked. */
export const fakeGateway = (table: Table) => {
	const asked = { declared: 0, list: 0 };
	const gateway: Gateway = {
		declared: async () => {
			asked.declared++;
			const { capabilities = { tools: {} }, instructions } = table;
			return ok({
				capabilities,
				pushes: true,
				...(instructions !== undefined && { instructions }),
			});
		},
		listTools: async () => {
			asked.list++;
			return ok(table.tools ?? []);
		},
		callPlain: async (call, context) =>
			JSON.stringify(table.tools?.find(({ name }) => name === call.name) ?? {}).includes(
				'x-mcp-header',
			)
				? 'mirrors'
				: gateway.callTool(call, context),
		knownTool: async (name) => table.tools?.find((tool) => tool.name === name) ?? null,
		callTool: async (call, context) =>
			table.call?.(call, context) ??
			err({ code: 'unknown_tool', message: `Unknown tool: ${call.name}` }),
		scopeOf: async () => 'mcp:use',
		endConversation: async () => {},
		listen: async () => {},
		request: async (method, params, context) =>
			table.request?.(method, params, context) ?? err({ code: 'unknown_method', message: method }),
	};
	return { gateway, asked };
};

export const URL_OF_MCP = 'https://loadline.example/mcp';
export const CORRELATION_ID = '0b7c5a9e-correlation';

export interface Endpoint {
	readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
	/** Bodies of the responses so far, as they stood on the wire. */
	readonly bodies: string[];
	readonly reported: unknown[];
}

export const endpoint = (gateway: Gateway, parts: Partial<McpRequestParts> = {}): Endpoint => {
	const bodies: string[] = [];
	const reported: unknown[] = [];
	return {
		bodies,
		reported,
		fetch: async (url, init) => {
			const response = await serveMcp(new Request(url, init), {
				gateway,
				principal: { id: 'ann', workspace: 'ws-a', scopes: ['mcp:use'] },
				correlationId: CORRELATION_ID,
				serverInfo: { name: 'loadline', version: '0.0.0' },
				report: (error) => reported.push(error),
				...parts,
			});
			const at = bodies.push('') - 1;
			const decoder = new TextDecoder();
			const tap = new TransformStream<Uint8Array, Uint8Array>({
				transform(chunk, controller) {
					bodies[at] += decoder.decode(chunk, { stream: true });
					controller.enqueue(chunk);
				},
			});
			return new Response(response.body?.pipeThrough(tap), response);
		},
	};
};

export const serving = (table: Table): Endpoint => endpoint(fakeGateway(table).gateway);

const info = { name: 'test', version: '1' };

export const CLIENTS = ['v1', 'v2 legacy', 'v2 auto'] as const;

/** A connected client; the two packages agree on the methods used in these tests. */
export const connect = async (
	kind: (typeof CLIENTS)[number],
	{ fetch }: Endpoint,
	capabilities: JsonObject = {},
): Promise<Client> => {
	const url = new URL(URL_OF_MCP);
	if (kind === 'v1') {
		const old = new OldClient(info, { capabilities });
		await old.connect(new OldTransport(url, { fetch }) as Parameters<typeof old.connect>[0]);
		return old as unknown as Client;
	}
	const mode = kind === 'v2 auto' ? 'auto' : 'legacy';
	const client = new Client(info, { capabilities, versionNegotiation: { mode } });
	await client.connect(new StreamableHTTPClientTransport(url, { fetch }));
	return client;
};

/** A raw modern request, as a client of 2026-07-28 sends it. */
export const modern = (
	{ fetch }: Endpoint,
	method: string,
	params: string,
	headers: Record<string, string> = {},
	progressToken?: number,
): Promise<Response> => {
	const name = /"(?:name|uri)":"([^"]*)"/.exec(params)?.[1];
	const token = progressToken === undefined ? '' : `"progressToken":${progressToken},`;
	const meta = `"_meta":{${token}"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`;
	return fetch(URL_OF_MCP, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			'mcp-protocol-version': '2026-07-28',
			'mcp-method': method,
			...(name !== undefined && { 'mcp-name': name }),
			...headers,
		},
		body: `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{${params ? `${params},` : ''}${meta}}}`,
	});
};

/** A raw legacy request. */
export const legacy = (
	{ fetch }: Endpoint,
	body: string,
	headers: Record<string, string> = {},
): Promise<Response> =>
	fetch(URL_OF_MCP, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			...headers,
		},
		body,
	});
