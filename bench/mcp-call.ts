// Requests of MCP 2026-07-28 over HTTP, where every request stands for itself.

const VERSION = '2026-07-28';

export interface HttpCall {
	readonly method: 'POST';
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

/** @param name what the call is about, such as the tool, which the header repeats */
const request = (method: string, params: object, name?: string): HttpCall => ({
	method: 'POST',
	headers: {
		'content-type': 'application/json',
		accept: 'application/json, text/event-stream',
		'mcp-protocol-version': VERSION,
		'mcp-method': method,
		...(name === undefined ? {} : { 'mcp-name': name }),
	},
	body: JSON.stringify({
		jsonrpc: '2.0',
		id: 1,
		method,
		params: {
			...params,
			_meta: {
				'io.modelcontextprotocol/protocolVersion': VERSION,
				'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
				'io.modelcontextprotocol/clientCapabilities': {},
			},
		},
	}),
});

export const toolCall = (name: string, args: Readonly<Record<string, unknown>> = {}): HttpCall =>
	request('tools/call', { name, arguments: args }, name);

/** The same call as clients of 2025-06-18 make it, without a session. */
export const olderCall = (name: string): HttpCall => ({
	method: 'POST',
	headers: {
		'content-type': 'application/json',
		accept: 'application/json, text/event-stream',
		'mcp-protocol-version': '2025-06-18',
	},
	body: JSON.stringify({
		...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
		params: { name, arguments: {} },
	}),
});

export const toolList = (): HttpCall => request('tools/list', {});

export interface CallResult {
	readonly content: readonly {
		readonly type?: string;
		readonly text?: string;
		readonly resource?: { readonly text?: string };
	}[];
	readonly structuredContent?: Readonly<Record<string, unknown>>;
	readonly isError?: boolean;
	readonly _meta?: Readonly<Record<string, unknown>>;
}

interface Message<Value> {
	readonly result?: Value;
	readonly error?: { readonly message: string };
}

/** The answer, whatever it says. */
export async function exchange<Value>(url: string, call: HttpCall): Promise<Message<Value>> {
	const response = await fetch(url, call);
	const text = await response.text();
	// Messages of a server on the way come first.
	return JSON.parse(
		text.startsWith('{') ? text : (text.match(/(?<=^data: ).*$/gm)?.at(-1) ?? '{}'),
	);
}

/** Makes the call once; throws when it fails, so that no failure is measured. */
export async function callOnce(url: string, call: HttpCall): Promise<CallResult> {
	const message = await exchange<CallResult>(url, call);
	if (message.result === undefined || message.result.isError)
		throw new Error(`${url} answers ${JSON.stringify(message).slice(0, 500)}`);
	return message.result;
}
