// One MCP server for one request: hands each method to the gateway and writes what comes back
// (MCP 2026-07-28 and 2025-11-25, both by the SDK's low-level server). The one place where what went wrong becomes an MCP
// answer: JSON-RPC error or `isError` result.
import type {
	Result as McpResult,
	McpServer,
	ServerContext,
	StandardSchemaV1,
} from '@modelcontextprotocol/server';
import {
	type Gateway,
	type GatewayContext,
	PAGE_OF_TOOLS,
	PASSED_METHODS,
	placeOf,
	type SourceFault,
	type ToolDefinition,
} from '../../gateway';
import { CONTEXT_EXTENSION } from '../../shared/context-marks';
import { asObject, defined, type JsonObject } from '../../shared/json-values';
import type { Result } from '../../shared/result';
import { faultText, type ToolResult, textResult } from '../../shared/tool-result';
import type { McpRequestParts, openRequest } from './caller';
import { withoutProtocolKeys } from './meta-keys';
import { resultMembers } from './plain-call';
import type { Splices } from './sdk-answer';
import type { GatewayServer } from './sdk-server';

type PassedMethod = (typeof PASSED_METHODS)[number];

/** Dependencies of the server of one request; never kept for the next. */
export interface ServerParts
	extends Pick<McpRequestParts, 'gateway' | 'correlationId' | 'refused' | 'serverInfo'> {
	/** The gateway's own, unless the call has been answered already. */
	readonly callTool: Gateway['callTool'];
	readonly open: (received: ServerContext['mcpReq']) => ReturnType<typeof openRequest>;
	readonly era: 'legacy' | 'modern';
	readonly splices: Splices;
	/** `params.arguments` of the request with this id as they came, numbers as spelled. */
	readonly argumentsOf: (id: string | number) => unknown;
	/** Receives what is only logged: never part of an answer. */
	readonly report: (error: unknown) => void;
	/** Remembers which resource a client of the older revision wants to be told of; absent: it cannot be. */
	readonly subscribe?: ((uri: string, isWanted: boolean) => Promise<void>) | undefined;
	/** Keeps the work on a request alive when its client has gone. */
	readonly track: (work: Promise<unknown>) => void;
}

/** Capabilities of the scope, as far as this request needs them. */
export interface Surface {
	readonly capabilities: JsonObject;
	/** For the model. */
	readonly instructions?: string;
	/** MCP Implementation of the server behind, where it is the whole scope. */
	readonly serverInfo?: JsonObject;
	/** The tool of a modern `tools/call`, where it is known: the SDK compares headers with its schema. */
	readonly tool: ToolDefinition | null;
}

const sdk = () => import('./sdk-server');

/** A server that answers one request, with exactly the methods its scope has. */
export const buildServer = async (
	parts: ServerParts,
	{ capabilities, instructions, tool, serverInfo = parts.serverInfo }: Surface,
): Promise<McpServer> => {
	const mcp = new (await sdk()).GatewayServer(implementation(serverInfo), {
		capabilities: {
			...capabilities,
			tools: { ...asObject(capabilities.tools) },
			extensions: { ...asObject(capabilities.extensions), [CONTEXT_EXTENSION]: {} },
		},
		...(instructions !== undefined && { instructions }),
		inputRequired: { legacyShim: false },
	});
	mcp.called = tool;
	mcp.correlationId = parts.correlationId;
	mcp.refused = parts.refused;
	mcp.server.onerror = parts.report;
	handle(mcp, 'tools/list', parts, listTools(mcp));
	handle(mcp, 'tools/call', parts, callTool);
	for (const method of PASSED_METHODS)
		if (isOffered(method, capabilities)) handle(mcp, method, parts, pass(method));
	return mcp;
};

/** Keeps the members of a server's self-description that clients accept: others would fail the handshake. */
const implementation = ({ name, version, title, icons, websiteUrl, description }: JsonObject) => ({
	name: typeof name === 'string' ? name : 'server',
	version: typeof version === 'string' ? version : '0',
	...(typeof title === 'string' && { title }),
	...(typeof description === 'string' && { description }),
	...(typeof websiteUrl === 'string' && URL.canParse(websiteUrl) && { websiteUrl }),
	...(Array.isArray(icons) && {
		icons: icons.filter((icon): icon is { src: string } => typeof asObject(icon)?.src === 'string'),
	}),
});

type Handler = (
	params: JsonObject,
	context: GatewayContext,
	parts: ServerParts,
	received: ServerContext,
) => Promise<McpResult>;

const handle = (mcp: GatewayServer, method: string, parts: ServerParts, handler: Handler): void => {
	const answer = async (params: JsonObject, received: ServerContext): Promise<McpResult> => {
		const { context, sent } = parts.open(received.mcpReq);
		try {
			return await handler(params, context, parts, received);
		} catch (error) {
			if (!(error instanceof WireError)) parts.report(error);
			const ours = `Internal error (correlation id ${context.correlationId})`;
			const told = error instanceof WireError ? error : new WireError(INTERNAL_ERROR, ours);
			const { code, message, data } = told;
			if (parts.era === 'legacy') mcp.codes.set(received.mcpReq.id, code);
			const { ProtocolError } = await sdk();
			throw new ProtocolError(code, message, data);
		} finally {
			await sent();
		}
	};
	mcp.server.setRequestHandler(method, { params: anyParams }, (params, received) => {
		const answered = answer(params, received);
		parts.track(answered);
		return answered;
	});
};

/** The gateway and its sources check their own params: nothing is dropped or rounded here. */
const anyParams: StandardSchemaV1<JsonObject> = {
	'~standard': {
		version: 1,
		vendor: 'loadline',
		validate: (value) => ({ value: { ...(value as JsonObject) } }),
	},
};

const listTools =
	(mcp: GatewayServer): Handler =>
	async (params, context, { gateway, era }) => {
		const from = placeOf(params.cursor);
		if (!from.ok) throw wireErrorOf(from.error, context.correlationId);
		const tools = await gateway.listTools(context, from.value);
		if (!tools.ok) throw wireErrorOf(tools.error, context.correlationId);
		for (const { name, execution } of tools.value)
			if (execution !== undefined) mcp.executions.set(name, execution);
		const isFull = tools.value.length === PAGE_OF_TOOLS;
		const more = isFull ? { nextCursor: String(from.value + PAGE_OF_TOOLS) } : {};
		return cacheable({ tools: [...tools.value], ...more }, era);
	};

const callTool: Handler = async (params, context, parts, { mcpReq }) => {
	const { gateway, era } = parts;
	const name = requireText(params, 'name');
	const continuation = continuationOf(mcpReq);
	const given = parts.argumentsOf(mcpReq.id);
	const args = asObject(given) ?? {};
	const isBare = given === undefined;
	const call = { name, args, ...(isBare && { isBare }), ...(continuation && { continuation }) };
	const answer = await parts.callTool(call, context);
	if (answer.ok && answer.value.kind === 'input_required' && era === 'modern')
		return inputRequired(answer.value.value);
	let result: ToolResult;
	if (!answer.ok) result = errorResultOrThrow(answer.error, context.correlationId);
	else if (answer.value.kind === 'result') result = answer.value.result;
	else result = textResult(`${name} ${NEEDS_MODERN_CLIENT}`, true);
	const content = parts.splices.hold(await resultMembers(result, name, context, gateway));
	return withMeta({ content, ...(result.meta && { _meta: result.meta }) });
};

const pass =
	(method: PassedMethod): Handler =>
	async (params, context, { gateway, era, subscribe }, { mcpReq }) => {
		if (method === 'resources/read') requireText(params, 'uri');
		if (method === 'prompts/get') requireText(params, 'name');
		const { _meta, ...own } = params;
		const result = await gateway.request(method, { ...own, ...continuationOf(mcpReq) }, context);
		if (subscribe && isSubscription(method) && isUnknownMethod(result)) {
			await subscribe(requireText(params, 'uri'), method === 'resources/subscribe');
			return {};
		}
		// A server of the newer revision is told with each request.
		if (method === 'logging/setLevel' && isUnknownMethod(result)) return {};
		if (!result.ok) throw wireErrorOf(result.error, context.correlationId);
		if (result.value.resultType === 'input_required') {
			if (era === 'modern') return inputRequired(result.value);
			throw new WireError(INTERNAL_ERROR, `${method} ${NEEDS_MODERN_CLIENT}`);
		}
		const { resultType: _, ...value } = result.value;
		return method.endsWith('/list') || method === 'resources/read'
			? cacheable(value, era)
			: withMeta(value);
	};

const isSubscription = (method: PassedMethod): boolean =>
	method === 'resources/subscribe' || method === 'resources/unsubscribe';

/** A server of 2026-07-28 has no subscriptions by request. */
const isUnknownMethod = (answered: Result<unknown, SourceFault>): boolean =>
	!answered.ok &&
	(answered.error.code === 'unknown_method' || answered.error.rpc?.code === METHOD_NOT_FOUND);

/** MCP 2026-07-28 wants `ttlMs` and `cacheScope`; what one caller sees is never another's. */
const cacheable = (value: JsonObject, era: 'legacy' | 'modern'): McpResult =>
	withMeta(era === 'modern' ? { ttlMs: 0, ...value, cacheScope: 'private' } : value);

const inputRequired = (value: JsonObject) => withMeta({ ...value, resultType: 'input_required' });

const withMeta = (value: JsonObject): McpResult => {
	const { _meta, ...rest } = value;
	const meta = withoutProtocolKeys(asObject(_meta) ?? {});
	return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest;
};

/** `inputResponses` and `requestState` of a call that continues an earlier one. */
const continuationOf = (mcpReq: ServerContext['mcpReq']): JsonObject | undefined => {
	const requestState = mcpReq.requestState();
	const { inputResponses } = mcpReq;
	if (requestState === undefined && inputResponses === undefined) return undefined;
	return defined({ inputResponses, requestState });
};

const isOffered = (method: PassedMethod, capabilities: JsonObject): boolean => {
	const [name = ''] = method === 'completion/complete' ? ['completions'] : method.split('/');
	const own = asObject(capabilities[name]);
	return isSubscription(method) ? own?.subscribe === true : own !== undefined;
};

const requireText = (params: JsonObject, name: string): string => {
	const value = params[name];
	if (typeof value === 'string') return value;
	throw new WireError(INVALID_PARAMS, `Invalid params: ${name} must be a string`);
};

/** Error codes of JSON-RPC 2.0. */
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;

/** An error that reaches the wire with this code, message and data. */
class WireError extends Error {
	constructor(
		readonly code: number,
		message: string,
		readonly data?: unknown,
	) {
		super(message);
	}
}

/** A fault of any request but `tools/call`, and of a call that the server itself refused. */
const wireErrorOf = (fault: SourceFault, correlationId: string): WireError => {
	const { code, rpc } = fault;
	const isMethod = code === 'unknown_method';
	const ours = isMethod
		? METHOD_NOT_FOUND
		: code === 'unknown_tool'
			? INVALID_PARAMS
			: INTERNAL_ERROR;
	return new WireError(rpc?.code ?? ours, faultText(fault, correlationId), rpc?.data);
};

/** A fault of a call as the result that the model reads; throws what is a protocol error instead. */
export const errorResultOrThrow = (fault: SourceFault, correlationId: string): ToolResult => {
	if (fault.rpc || fault.code === 'unknown_tool' || fault.code === 'unknown_method')
		throw wireErrorOf(fault, correlationId);
	return textResult(faultText(fault, correlationId), true);
};

/** The error for a question that a legacy protocol cannot carry. */
const NEEDS_MODERN_CLIENT =
	'needs input from the user, which takes a client of MCP protocol 2026-07-28; this client speaks an older one. Nothing was done.';
