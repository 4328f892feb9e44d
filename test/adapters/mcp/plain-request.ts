// A call of a tool as a client of 2026-07-28 sends it, but for what a test changes in it.
import type { JsonObject } from '../../../src/shared/json-values';

const VERSION = '2026-07-28';

/** Changed in such a call. */
export interface Sent {
	readonly meta?: JsonObject;
	readonly params?: JsonObject;
	readonly message?: JsonObject;
	readonly headers?: Readonly<Record<string, string>>;
	readonly capabilities?: unknown;
	readonly client?: string;
	readonly body?: (text: string) => string;
}

export function requestOf(sent: Sent, client: string): RequestInit {
	const { meta, params, message, headers, capabilities = {}, body = (text) => text } = sent;
	const text = JSON.stringify({
		jsonrpc: '2.0',
		id: 7,
		method: 'tools/call',
		params: {
			name: 'echo',
			arguments: { a: 1 },
			_meta: {
				'io.modelcontextprotocol/protocolVersion': VERSION,
				'io.modelcontextprotocol/clientCapabilities': capabilities,
				'io.modelcontextprotocol/clientInfo': { name: client, version: '1' },
				...meta,
			},
			...params,
		},
		...message,
	});
	return {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			'mcp-protocol-version': VERSION,
			'mcp-method': 'tools/call',
			'mcp-name': 'echo',
			...headers,
		},
		body: body(text),
	};
}
