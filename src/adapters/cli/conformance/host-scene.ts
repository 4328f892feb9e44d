// The scene of a conformance test of hosts: an MCP server and a model (Anthropic Messages) on one port, both as a
// script has them. The host stands between; what it sends the model is kept.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONTEXT_EXTENSION } from '../../../shared/context-marks';
import { isRecord, type JsonObject, jsonIn } from '../../../shared/json-values';

/** Rows of a page: none of its numbers stands elsewhere. */
const page = (n: number): string =>
	JSON.stringify(Array.from({ length: 60 }, (_, row) => ({ id: idOf(n, row), of: rowOf(n, row) })));
const idOf = (n: number, row: number): string => `record-${n}-${row}`;
const rowOf = (n: number, row: number): string => `row${n}x${row * 7919 + 100_003}`;
/** A text that only the whole page has. */
export const markOf = (n: number): string => rowOf(n, 59);
export const summaryOf = (n: number): string => `60 records of page ${n}, left out after use`;
export const PLAIN = 'The weather is fine, and stays as it was told.';

const transient = (n: number) => ({ lifecycle: 'transient', summary: summaryOf(n) });
const hint = { tool: 'fetch_page', lifecycle: 'transient', consumedBy: 'store_note' };
const said = (text: string, _meta?: object | null) => ({
	content: [{ type: 'text', text }],
	_meta,
});
const failed = (text: string, _meta?: object | null) => ({ ...said(text, _meta), isError: true });
const consumed = { context: { consumed: true } };

type Step = readonly [tool: string, args: object, result: object];
const fetched = (n: number, more: object = {}, as = said): Step => {
	return ['fetch_page', { page: n }, as(page(n), { context: { ...transient(n), ...more } })];
};
const store = (
	note: string,
	more: object = {},
	result: object = said('Stored.', consumed),
): Step => {
	return ['store_note', { note, ...more }, result];
};
const named = (marks: object) => ({ [CONTEXT_EXTENSION]: marks });
const used = { consumed: true, used: [idOf(10, 3)] };
const misled = { contextHints: [{ ...hint, consumedBy: 'other_note' }] };

/** Steps of the model, each with what the server answers. */
export const STEPS: readonly (readonly Step[])[] = [
	[
		['read_step', {}, said('Step 2: fetch and store.', { contextHints: [hint] })],
		['read_step', { step: 9 }, failed('No step.', misled)],
		['read_step', { step: 2 }, said('Step 2.', null)],
	],
	[fetched(1)],
	[store('refused', {}, failed('Not stored.', consumed))],
	[['other_note', {}, said('Noted.', consumed)]],
	[store('1')],
	[['fetch_page', { page: 2 }, said(page(2), named(transient(2)))]],
	[['tell_weather', {}, said(PLAIN)]],
	[store('2', {}, said('Stored.', named({ consumed: true })))],
	[fetched(3), fetched(4)],
	[store('3')],
	[
		fetched(5, { lifecycle: 'gone' }),
		fetched(6, { summary: summaryOf(6).repeat(40) }),
		fetched(7, {}, failed),
	],
	[store('5')],
	[fetched(8), fetched(9), fetched(10)],
	[store('9', { record_ids: [idOf(9, 3)] })],
	[fetched(11)],
	[store('10', {}, said('Stored.', named(used)))],
	[['tell_weather', {}, said(PLAIN)]],
];

/** Characters of a request. */
const LONGEST = 16_000_000;

export async function playScene(port: number) {
	const bodies: JsonObject[] = [];
	const { promise: ended, resolve: end } = Promise.withResolvers<void>();
	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		const body = jsonIn(await textOf(request));
		const path = (request.url ?? '').replace(/\?.*/s, '');
		const json = (value: object, status = 200) =>
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
		if (request.method !== 'POST' || !isRecord(body)) return json({ error: 'not found' }, 405);
		if (path === '/mcp') {
			if (body.id === undefined) return response.writeHead(202).end();
			return json({ jsonrpc: '2.0', id: body.id, ...served(body) });
		}
		if (path.endsWith('/count_tokens')) return json({ input_tokens: 1_000 });
		if (!path.endsWith('/messages')) return json({ error: 'not found' }, 404);
		const names = toolsOf(body);
		// Requests without the server's tools are the host's own: titles, summaries.
		const isTalk = names.some((name) => name.endsWith('fetch_page'));
		if (isTalk) bodies.push(body);
		const step = isTalk ? STEPS[bodies.length - 1] : undefined;
		say(response, body, step ? callsOf(step, names, bodies.length) : [DONE]);
		if (isTalk && !step) end();
	};
	const server = createServer((request, response) => {
		answer(request, response).catch(() => response.destroy());
	});
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		bodies,
		ended,
		stop() {
			server.closeAllConnections();
			server.close();
		},
	};
}

async function textOf(request: IncomingMessage): Promise<string> {
	let text = '';
	for await (const part of request.setEncoding('utf8')) {
		text += part;
		if (text.length > LONGEST) throw new Error('too long');
	}
	return text;
}

/** The answer of the MCP server: the results of a tool in the order of the script, and the last one again. */
function served({ method, params }: JsonObject): JsonObject {
	const serverInfo = { name: 'conformance', version: '1' };
	const capabilities = { tools: {}, extensions: { [CONTEXT_EXTENSION]: {} } };
	if (method === 'initialize')
		return { result: { protocolVersion: '2025-11-25', capabilities, serverInfo } };
	if (method === 'ping') return { result: {} };
	const calls = STEPS.flat();
	const tools = [...new Set(calls.map(([name]) => name))].map((name) => ({
		...{ name, description: `The tool ${name}.`, inputSchema: { type: 'object' } },
	}));
	if (method === 'tools/list') return { result: { tools } };
	if (method !== 'tools/call' || !isRecord(params))
		return { error: { code: -32_601, message: `no method ${String(method)}` } };
	const wanted = JSON.stringify(params.arguments ?? {});
	const found = calls.find(
		([name, args]) => name === params.name && JSON.stringify(args) === wanted,
	);
	return { result: found?.[2] ?? { ...said('No such call in the script.'), isError: true } };
}

const DONE = { type: 'text', text: 'Done.' };

const toolsOf = ({ tools }: JsonObject): readonly string[] =>
	(Array.isArray(tools) ? tools : []).flatMap((tool) => (isRecord(tool) ? String(tool.name) : []));

/** Calls under the names by which the host shows the tools. */
const callsOf = (step: (typeof STEPS)[number], names: readonly string[], at: number) =>
	step.map(([tool, input], index) => ({
		type: 'tool_use',
		id: `toolu_conformance_${at}_${index}`,
		name: names.find((name) => name === tool || name.endsWith(`_${tool}`)) ?? tool,
		input,
	}));

/** Answers as the Messages API does, in one piece or as a stream. */
function say(response: ServerResponse, body: JsonObject, content: readonly JsonObject[]): void {
	const stop_reason = content[0]?.type === 'tool_use' ? 'tool_use' : 'end_turn';
	const usage = { input_tokens: 10, output_tokens: 10 };
	const message = {
		...{ id: 'msg_conformance', type: 'message', role: 'assistant', model: body.model },
		usage,
	};
	if (body.stream !== true) {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ ...message, content, stop_reason, stop_sequence: null }));
		return;
	}
	const events: JsonObject[] = [
		{ type: 'message_start', message: { ...message, content: [], stop_reason: null } },
		...content.flatMap((block, index) => {
			const { text, input } = block;
			const empty = text === undefined ? { ...block, input: {} } : { ...block, text: '' };
			const delta =
				text === undefined
					? { type: 'input_json_delta', partial_json: JSON.stringify(input) }
					: { type: 'text_delta', text };
			return [
				{ type: 'content_block_start', index, content_block: empty },
				{ type: 'content_block_delta', index, delta },
				{ type: 'content_block_stop', index },
			];
		}),
		{ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
		{ type: 'message_stop' },
	];
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	for (const event of events)
		response.write(`event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`);
	response.end();
}
