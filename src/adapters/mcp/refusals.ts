// Answers to requests that no MCP server sees: JSON-RPC errors with the HTTP status that fits.
import type { BodyFault } from './read-request';

/** The answer to a body that was not taken: 413, 408 or 400. `maxBytes` is what the text says was allowed. */
export const bodyRefusal = (fault: BodyFault, maxBytes: number): Response => {
	switch (fault) {
		case 'too_large':
			return refusal(413, -32_000, `Payload too large: at most ${maxBytes} bytes`);
		case 'slow':
			return refusal(408, -32_000, 'The request body did not come: send it at once');
		case 'unreadable':
			return refusal(400, -32_700, 'Parse error: the request body could not be read');
		case 'not_json':
			return refusal(400, -32_700, 'Parse error: the request body is not valid JSON');
	}
};

/** An HTTP answer with a JSON-RPC error, its `id` null: no request was read that it could name. */
export const refusal = (
	status: number,
	code: number,
	message: string,
	headers: Record<string, string> = {},
): Response =>
	Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
