// Requests of MCP 2026-07-28, without a session: of the playground in a browser, and of pages that ask the gateway.
import { EventStreamParser } from '../../../shared/event-stream';
import { isRecord, jsonIn } from '../../../shared/json-values';
import { headerText } from '../../fetch';

export type Message = Readonly<Record<string, unknown>>;

const REVISION = '2026-07-28';

/** Options of a request. */
export interface Besides {
	readonly headers?: Readonly<Record<string, string>>;
	readonly signal?: AbortSignal;
	/** Asks for progress, and takes its notifications. */
	onprogress?(params: unknown): void;
}

/** Makes the function that asks one endpoint; it rejects with the server's own words. @param send posts a request */
export const requester =
	(
		send: (init: RequestInit & { headers: Record<string, string> }) => Promise<Response>,
		client: string,
		clientCapabilities: object = {},
	) =>
	async (method: string, { _meta, ...params }: Message, more: Besides = {}): Promise<Message> => {
		const { headers, signal, onprogress } = more;
		const meta = {
			'io.modelcontextprotocol/protocolVersion': REVISION,
			'io.modelcontextprotocol/clientCapabilities': clientCapabilities,
			'io.modelcontextprotocol/clientInfo': { name: client, version: '1' },
			...(onprogress && { progressToken: 1 }),
			...(isRecord(_meta) && _meta),
		};
		const response = await send({
			method: 'POST',
			headers: {
				...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
				...{ 'mcp-protocol-version': REVISION, 'mcp-method': method },
				...(typeof params.name === 'string' && { 'mcp-name': headerText(params.name) }),
				...headers,
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
			...(signal && { signal }),
		});
		for await (const message of messagesOf(response)) {
			if (isRecord(message.error)) throw new Error(String(message.error.message));
			if (isRecord(message.result)) return message.result;
			if (message.method === 'notifications/progress') onprogress?.(message.params);
		}
		throw new Error(`The server gave no answer (HTTP ${response.status}).`);
	};

/** The messages of an answer, JSON or a stream of events, as they come. */
async function* messagesOf(response: Response): AsyncGenerator<Message> {
	const parsed = (text: string): Message => (jsonIn(text) as Message | undefined) ?? {};
	if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body)
		return yield parsed(await response.text());
	const texts = response.body.getReader();
	const decoder = new TextDecoder();
	const events = new EventStreamParser();
	for (let part = await texts.read(); !part.done; part = await texts.read())
		for (const { data } of events.push(decoder.decode(part.value, { stream: true })))
			yield parsed(data);
}
