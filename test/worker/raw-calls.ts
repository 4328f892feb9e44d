// Requests to /mcp as they stand on the wire, for what a client library would tidy up.
import type { Loadline } from './serve';

export const ERAS = ['legacy', 'modern'] as const;
export type Era = (typeof ERAS)[number];

export interface RawRequest {
	readonly era?: Era;
	/** Path of the endpoint, `/mcp` unless named. */
	readonly path?: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** Names the conversation, in `_meta`. */
	readonly session?: string;
}

const MODERN_META =
	'"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}';

/** Posts a JSON-RPC request; `params` is the JSON of its members, without braces. */
export function postRaw(
	{ fetch }: Loadline,
	method: string,
	params: string,
	{ era = 'modern', path = '/mcp', headers = {}, session }: RawRequest = {},
): Promise<Response> {
	const name = /"(?:name|uri)":"([^"]*)"/.exec(params)?.[1];
	const isModern = era === 'modern';
	const meta = session
		? MODERN_META.replace('{', `{"dev.loadline/session":"${session}",`)
		: MODERN_META;
	const members = [params, ...(isModern ? [meta] : [])].filter((part) => part !== '');
	return fetch(path, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			...(isModern && { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method }),
			...(isModern && name !== undefined && { 'mcp-name': name }),
			...headers,
		},
		body: `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{${members.join()}}}`,
	});
}

/** The JSON text of the response to a request, out of a body or an event stream. */
export async function answerText(response: Response): Promise<string> {
	const body = await response.text();
	if (!response.headers.get('content-type')?.includes('event-stream')) return body;
	const events = body.split('\n').filter((line) => line.startsWith('data: {'));
	return events.find((line) => line.includes('"id":1'))?.slice(6) ?? body;
}

/** Calls a tool; `args` is JSON text. Gives the JSON text of the answer. */
export const callRaw = async (
	loadline: Loadline,
	tool: string,
	args = '{}',
	request: RawRequest = {},
): Promise<string> =>
	answerText(
		await postRaw(loadline, 'tools/call', `"name":"${tool}","arguments":${args}`, request),
	);

/** The result of a call, parsed. */
export const resultRaw = async (...call: Parameters<typeof callRaw>) =>
	JSON.parse(await callRaw(...call)).result;
