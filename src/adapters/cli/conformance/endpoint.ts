// An MCP server as the conformance test calls it: JSON-RPC over Streamable HTTP, and nothing of any SDK.
import { isRecord, type JsonObject, jsonIn } from '../../../shared/json-values';

/** Milliseconds that an answer may take. */
const PATIENCE = 30_000;
/** Characters of an answer that are read. */
const LONGEST = 8_000_000;

/** A tested server over Streamable HTTP: numbers requests, carries the session header, reads JSON and event streams. */
export class Endpoint {
	#ids = 0;
	#headers: Readonly<Record<string, string>>;

	constructor(
		private readonly url: string,
		token: string | undefined,
	) {
		this.#headers = {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			...(token !== undefined && { authorization: `Bearer ${token}` }),
		};
	}

	/** @returns what the server declares; @throws where it does not answer */
	async open(): Promise<JsonObject> {
		const declared = await this.request('initialize', {
			protocolVersion: '2025-11-25',
			capabilities: { extensions: { 'dev.loadline/context': {} } },
			clientInfo: { name: 'loadline-conformance', version: '1' },
		});
		this.#headers = { ...this.#headers, 'mcp-protocol-version': '2025-11-25' };
		await this.#post({ jsonrpc: '2.0', method: 'notifications/initialized' });
		return declared;
	}

	/** @throws where the server answers with an error, or not at all */
	async request(method: string, params: object): Promise<JsonObject> {
		const id = ++this.#ids;
		const answers = await this.#post({ jsonrpc: '2.0', id, method, params });
		const answer = answers.find((each) => each.id === id);
		if (isRecord(answer?.result)) return answer.result;
		throw new Error(`${method} is answered with ${JSON.stringify(answer?.error ?? answers)}`);
	}

	async #post(message: object): Promise<readonly JsonObject[]> {
		const response = await fetch(this.url, {
			method: 'POST',
			headers: this.#headers,
			body: JSON.stringify(message),
			signal: AbortSignal.timeout(PATIENCE),
		});
		const session = response.headers.get('mcp-session-id');
		if (session !== null) this.#headers = { ...this.#headers, 'mcp-session-id': session };
		const text = (await response.text()).slice(0, LONGEST);
		if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 300)}`);
		const isStream = /^text\/event-stream/i.test(response.headers.get('content-type') ?? '');
		const texts = isStream
			? text.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []))
			: [text];
		return texts.map((each) => jsonIn(each)).filter(isRecord);
	}
}
