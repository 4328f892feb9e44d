// A `tools/call` of MCP 2026-07-28 as an HTTP request: every request stands for itself.

const VERSION = '2026-07-28';

export interface HttpCall {
	readonly method: 'POST';
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

export const toolCall = (name: string, args: Readonly<Record<string, unknown>> = {}): HttpCall => ({
	method: 'POST',
	headers: {
		'content-type': 'application/json',
		accept: 'application/json, text/event-stream',
		'mcp-protocol-version': VERSION,
		'mcp-method': 'tools/call',
		'mcp-name': name,
	},
	body: JSON.stringify({
		jsonrpc: '2.0',
		id: 1,
		method: 'tools/call',
		params: {
			name,
			arguments: args,
			_meta: {
				'io.modelcontextprotocol/protocolVersion': VERSION,
				'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
				'io.modelcontextprotocol/clientCapabilities': {},
			},
		},
	}),
});

export interface CallResult {
	readonly content: readonly { readonly text?: string }[];
	readonly structuredContent?: Readonly<Record<string, unknown>>;
	readonly isError?: boolean;
	readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Makes the call once; throws when it fails, so that no failure is measured. */
export async function callOnce(url: string, call: HttpCall): Promise<CallResult> {
	const response = await fetch(url, call);
	const text = await response.text();
	const message = JSON.parse(text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? ''));
	if (message.result === undefined || message.result.isError) {
		throw new Error(`${url} answers ${response.status}: ${text.slice(0, 500)}`);
	}
	return message.result;
}
