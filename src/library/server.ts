// `withContextProtection`: protection inside an MCP server, of either SDK, whatever transport it is
// connected to. It stands between server and transport, so the server's own code stays as it is.
import { hostOfClient } from '../config';
import {
	type CallAnswer,
	conversationOf,
	type Gateway,
	type GatewayContext,
	type SourceFault,
	type ToolCall,
	type ToolDefinition,
} from '../gateway';
import { asObject, defined, isRecord, type JsonObject } from '../shared/json-values';
import { onceFor } from '../shared/once';
import { err, ok, type Result } from '../shared/result';
import { contextOf as callBy, type OpenProtection, openProtection } from './open-protection';
import type { Owner, ProtectionOptions } from './protect';
import { between, type Message, type Transport } from './transport';
import { type CallToolResult, fromWire, toWire } from './wire-result';

export interface ServerProtectionOptions extends ProtectionOptions {
	/** The server's name in the configuration's `endpoints`: `<name>__<tool>`; `server` unless told. */
	readonly name?: string;
	/**
	 * Returns the owner of a request from the transport's facts (`authInfo`, `sessionId`, …). Unless told:
	 * the client id of `authInfo`, or nobody in particular.
	 */
	readonly ownerOf?: (extra: unknown) => Owner;
}

/** The part of an `McpServer` or `Server` that is used. */
export interface Connectable {
	connect(transport: never, ...rest: never[]): Promise<unknown>;
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/**
 * Protects what the server's tools answer. Call it before `connect`; on a server that is made anew for
 * every request, give each the same `options` object: they share what is kept.
 * @returns the server
 * @throws TypeError that names each key of `config` that is wrong, a `secret` that is too short, or a
 *   `server` that cannot be connected
 */
export function withContextProtection<Server extends Connectable>(
	server: Server,
	options: ServerProtectionOptions = {},
): Server {
	if (typeof server?.connect !== 'function')
		throw new TypeError(
			'server: must be an McpServer or Server of the MCP SDK, with `connect`; it comes first, options second',
		);
	const protection = protectionOf(options);
	const connect: Connectable['connect'] = server.connect.bind(server);
	server.connect = ((transport: Transport, ...rest: never[]) =>
		connect(guarded(transport, protection, options) as never, ...rest)) as Server['connect'];
	return server;
}

const protectionOf = onceFor<ServerProtectionOptions, OpenProtection>(openProtection);

function guarded(
	transport: Transport,
	protection: OpenProtection,
	{ name = 'server', ownerOf = clientOf }: ServerProtectionOptions,
): Transport {
	let client: JsonObject | undefined;
	const handlers: Record<string, Handler> = {
		initialize: (message, _extra, ask) => {
			client = asObject(message.params?.clientInfo);
			return ask(message);
		},
		'tools/list': async (message, extra, ask) => {
			const first = await ask(message);
			if (!isRecord(first.result)) return first;
			const gateway = protection.gatewayOf(sourceOf(name, message, ask, first));
			const listed = await gateway.listTools(contextOf(message, extra));
			if (!listed.ok) return first;
			const { nextCursor: _, ...result } = first.result;
			return { ...first, result: { ...result, tools: listed.value } };
		},
		'tools/call': callTool,
	};
	return between(transport, (message, extra, ask) => {
		const handler = message.method === undefined ? undefined : handlers[message.method];
		return handler?.(message, extra, ask);
	});

	async function callTool(message: Message, extra: unknown, ask: Ask): Promise<Message> {
		const { name: tool, arguments: args, ...continuation } = message.params ?? {};
		let answered: Message | undefined;
		const remembering: Ask = async (asked) => {
			const answer = await ask(asked);
			if (asked.method === 'tools/call') answered = answer;
			return answer;
		};
		const gateway: Gateway = protection.gatewayOf(sourceOf(name, message, remembering));
		const { _meta: _, ...rest } = continuation;
		const call = {
			name: String(tool),
			args: asObject(args) ?? {},
			...(args === undefined && { isBare: true }),
			...(Object.keys(rest).length > 0 && { continuation: rest }),
		};
		const answer = await gateway.callTool(call, contextOf(message, extra));
		const { id } = message;
		if (!answer.ok) {
			if (answered?.error !== undefined) return answered;
			const { code, message: text } = answer.error;
			const error = { code: code === 'unknown_tool' ? -32_602 : -32_603, message: text };
			return { jsonrpc: '2.0', id, error };
		}
		if (answer.value.kind === 'input_required')
			return answered ?? { jsonrpc: '2.0', id, result: answer.value.value };
		const own = isRecord(answered?.result)
			? answered.result
			: { ...(isModern(message) && { resultType: 'complete' }) };
		const { content: _c, structuredContent: _s, isError: _e, _meta: _m, ...members } = own;
		return { jsonrpc: '2.0', id, result: toWire(answer.value.result, members) };
	}

	function contextOf(message: Message, extra: unknown): GatewayContext {
		const meta = asObject(message.params?._meta) ?? {};
		const clientInfo = asObject(meta['io.modelcontextprotocol/clientInfo']) ?? client;
		const host = hostOfClient(clientInfo?.name);
		const session =
			isRecord(extra) && typeof extra.sessionId === 'string' ? extra.sessionId : undefined;
		const conversation = conversationOf(meta, session);
		return {
			...callBy(ownerOf(extra)),
			scope: { upstream: name },
			era: isModern(message) ? 'modern' : 'legacy',
			meta,
			wantsProgress: meta.progressToken !== undefined,
			// Nothing says here that a list has changed.
			listsOnce: true,
			...defined({ conversation, clientInfo, host }),
		};
	}
}

type Ask = (message: Message) => Promise<Message>;
type Handler = (message: Message, extra: unknown, ask: Ask) => Promise<Message>;

/** The server as a source of tools, for one request. */
function sourceOf(name: string, request: Message, ask: Ask, firstPage?: Message) {
	const { _meta } = request.params ?? {};
	const pages = async (): Promise<Result<readonly ToolDefinition[], SourceFault>> => {
		const tools: ToolDefinition[] = [];
		let page = firstPage ?? (await ask({ ...listRequest(0), params: { _meta } }));
		for (let number = 1; isRecord(page.result) && number <= MOST_PAGES; number++) {
			tools.push(...((page.result.tools ?? []) as ToolDefinition[]));
			const { nextCursor: cursor } = page.result;
			if (cursor === undefined) return ok(tools);
			page = await ask({ ...listRequest(number), params: { cursor, _meta } });
		}
		return tools.length > 0 ? ok(tools) : err(faultOf(page));
	};
	return {
		name,
		listTools: pages,
		async callTool(call: ToolCall): Promise<Result<CallAnswer, SourceFault>> {
			const given = call.isBare ? undefined : { arguments: call.args };
			const params = { ...request.params, name: call.name, ...given };
			const answered = await ask({ ...request, params });
			if (!isRecord(answered.result)) return err(faultOf(answered));
			if (answered.result.resultType === 'input_required')
				return ok({ kind: 'input_required', value: answered.result });
			return ok({ kind: 'result', result: fromWire(answered.result as CallToolResult) });
		},
	};
}

const MOST_PAGES = 100;
const listRequest = (number: number): Message => ({
	jsonrpc: '2.0',
	id: `loadline-tools-${number}-${crypto.randomUUID()}`,
	method: 'tools/list',
});

const NO_ANSWER = { code: -32_603, message: 'The server did not answer' };

const faultOf = ({ error }: Message): SourceFault => {
	const rpc = (isRecord(error) ? error : NO_ANSWER) as typeof NO_ANSWER;
	return { code: 'rejected', message: rpc.message, rpc };
};

const isModern = ({ params }: Message): boolean =>
	typeof asObject(params?._meta)?.[VERSION_KEY] === 'string';

/** The SDK's transports say who a token belongs to. */
const clientOf = (extra: unknown): Owner => {
	const auth = isRecord(extra) ? asObject(extra.authInfo) : undefined;
	return typeof auth?.clientId === 'string' ? { user: auth.clientId } : {};
};
