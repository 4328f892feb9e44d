// A model that does what a script says, as its provider's API would: Messages, Responses, and Gemini's.
// Requests of hosts are kept: they are what is measured.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Counted, type Provider, SimulatedProvider } from './simulated-provider';

export interface Call {
	/** As the host names it. */
	readonly name: string;
	/** Of Responses: what the name stands under. */
	readonly namespace?: string;
	readonly input: object;
}

/** Makes the next call; it may go on with the newest cursor that the model was shown. */
export type Step = (cursor: string | undefined) => Call;

type Body = Readonly<Record<string, unknown>>;

export interface ScriptedModel {
	readonly url: string;
	/** Bodies of the conversation's requests since `play`. */
	readonly bodies: readonly Body[];
	/** Steps that were asked for. */
	readonly played: number;
	/**
	 * A conversation begins: its calls, one a request, until they are over; at none its turn ends.
	 * @param used tokens of the prompt that are claimed, by the number of the request, from 1
	 * @param name part of its ids: a conversation without a name is known by what its model said first
	 */
	play(
		steps: readonly (Step | undefined)[],
		used?: (request: number) => number,
		name?: string,
	): void;
	/** Usage is told by the rules of a provider's cache, until the next `play`. */
	follow(rules: Provider): void;
	stop(): void;
}

/** Requests without tools are a host's own, titles and summaries, and so is one that asks for a summary with them. */
const isConversation = (body: Body): boolean =>
	Array.isArray(body.tools) &&
	(JSON.stringify(body.tools).match(/"name"/g)?.length ?? 0) > 3 &&
	!asksForSummary(body);

const asksForSummary = ({ messages }: Body): boolean =>
	Array.isArray(messages) && JSON.stringify(messages.at(-1)).includes('an <analysis> block');

export async function scriptedModel(port = 0): Promise<ScriptedModel> {
	let steps: readonly (Step | undefined)[] = [];
	let bodies: Body[] = [];
	let at = 0;
	let ids = 0;
	let name = '';
	let cursor: string | undefined;
	const few = () => 10;
	let used: (request: number) => number = few;
	let cache: SimulatedProvider | undefined;
	const next = (body: Body): Call | undefined => {
		bodies.push(body);
		const shown = JSON.stringify(body.messages ?? body.input ?? body.contents);
		cursor = [...shown.matchAll(/nextCursor\\*":\s*\\*"([\w.-]+)/g)].at(-1)?.[1] ?? cursor;
		return steps[at++]?.(cursor);
	};
	const server = createServer((request, response) => {
		let text = '';
		request.setEncoding('utf8').on('data', (part: string) => {
			text += part;
		});
		request.on('end', () => {
			const path = (request.url ?? '').replace(/\?.*/, '');
			const kind = /[/:](messages|responses|streamGenerateContent)$/.exec(path)?.[1];
			if (path.endsWith('/count_tokens')) return void response.end('{"input_tokens":1000}');
			if (path.endsWith(':countTokens')) return void response.end('{"totalTokens":1000}');
			if (kind === undefined) return void response.writeHead(404).end('{}');
			const body = JSON.parse(text) as Body;
			const call = isConversation(body) ? next(body) : undefined;
			// The same in every run: ids are part of what is compared.
			const id = `${name}_${++ids}`;
			const counted = cache?.take(body, Date.now());
			if (kind === 'messages')
				sayAsMessages(response, body, {
					id,
					usage: messagesUsage(counted, used(bodies.length)),
					call,
				});
			else if (kind === 'streamGenerateContent') sayAsGemini(response, call);
			else sayAsResponses(response, id, call, responsesUsage(counted));
		});
	});
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		get bodies() {
			return bodies;
		},
		get played() {
			return at;
		},
		play(script, claimed = few, called = 'scripted') {
			[steps, bodies, at, ids, cursor] = [script, [], 0, 0, undefined];
			name = called;
			used = claimed;
			cache = undefined;
		},
		follow(rules) {
			cache = new SimulatedProvider(rules);
		},
		stop: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

const messagesUsage = (counted: Counted | undefined, used: number): Body => ({
	...(counted
		? {
				input_tokens: counted.input,
				cache_read_input_tokens: counted.read,
				cache_creation_input_tokens: counted.written['5m'] + counted.written['1h'],
				cache_creation: {
					ephemeral_5m_input_tokens: counted.written['5m'],
					ephemeral_1h_input_tokens: counted.written['1h'],
				},
			}
		: { input_tokens: used }),
	output_tokens: 10,
});

const responsesUsage = (counted: Counted | undefined): Body => ({
	input_tokens: counted ? counted.input + counted.read : 10,
	...(counted && { input_tokens_details: { cached_tokens: counted.read } }),
	output_tokens: 10,
	total_tokens: 20,
});

const streamed = (response: ServerResponse, events: readonly Body[]): void => {
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	for (const event of events)
		response.write(`event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`);
	response.end();
};

function sayAsMessages(
	response: ServerResponse,
	body: Body,
	{ id, usage, call }: { id: string; usage: Body; call: Call | undefined },
): void {
	const stop_reason = call ? 'tool_use' : 'end_turn';
	const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: body.model, usage };
	const whole = call
		? { type: 'tool_use', id: `toolu_${id}`, name: call.name, input: call.input }
		: {
				type: 'text',
				text: asksForSummary(body) ? '<summary>Work was done.</summary>' : 'Done.',
			};
	if (body.stream !== true) {
		response.writeHead(200, { 'content-type': 'application/json' });
		return void response.end(JSON.stringify({ ...message, content: [whole], stop_reason }));
	}
	const delta = call
		? { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
		: { type: 'text_delta', text: whole.text };
	const content_block = call ? { ...whole, input: {} } : { type: 'text', text: '' };
	streamed(response, [
		{ type: 'message_start', message: { ...message, content: [], stop_reason: null } },
		{ type: 'content_block_start', index: 0, content_block },
		{ type: 'content_block_delta', index: 0, delta },
		{ type: 'content_block_stop', index: 0 },
		{ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
		{ type: 'message_stop' },
	]);
}

function sayAsResponses(
	response: ServerResponse,
	id: string,
	call: Call | undefined,
	usage: Body,
): void {
	const { input, ...named } = call ?? { name: '', input: {} };
	const item = call
		? {
				type: 'function_call',
				id: `fc_${id}`,
				call_id: `call_${id}`,
				...named,
				arguments: JSON.stringify(input),
			}
		: {
				type: 'message',
				id: `msg_${id}`,
				role: 'assistant',
				status: 'completed',
				content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
			};
	const begun = { id: `resp_${id}`, status: 'in_progress' };
	streamed(response, [
		{ type: 'response.created', response: begun },
		{ type: 'response.output_item.added', output_index: 0, item },
		{ type: 'response.output_item.done', output_index: 0, item },
		{
			type: 'response.completed',
			response: { ...begun, status: 'completed', output: [item], usage },
		},
	]);
}

function sayAsGemini(response: ServerResponse, call?: Call): void {
	const part = call ? { functionCall: { name: call.name, args: call.input } } : { text: 'Done.' };
	const content = { role: 'model', parts: [part] };
	const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 };
	const said = { candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata };
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	response.end(`data: ${JSON.stringify(said)}\n\n`);
}
