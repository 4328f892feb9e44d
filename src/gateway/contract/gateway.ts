// The gateway as protocol adapters see it: every MCP request of one caller, already
// authenticated, aimed at one endpoint (docs/gateway.md "Endpoints").
import type { Scope as Grant } from '../../auth';
import type { HostChoice } from '../../config';
import type { HostRoom } from '../../protect';
import type { JsonObject } from '../../shared/json-values';
import type { Result } from '../../shared/result';
import type {
	CallAnswer,
	CallContext,
	Declared,
	SourceFault,
	ToolCall,
	ToolDefinition,
	Wanted,
} from './tool-source';

/** The scope of a request: one upstream, or all of Loadline. */
export interface Scope {
	/** `/mcp/<upstream>`: that upstream alone, under its own names. Absent: `/mcp`, everything, prefixed. */
	readonly upstream?: string;
	/** `?toolsets=`: limits the tools listed and callable on `/mcp`. Absent: all. */
	readonly toolsets?: readonly string[];
	/** `?tools=`: what is listed. Absent: as configured. */
	readonly tools?: 'all' | 'search';
	/** The call came through `call_tool`, and its caller may have no other; the gateway sets it. */
	readonly through?: 'call_tool';
	/** Characters of a tool's name that the caller's host takes; the gateway sets it. */
	readonly longestName?: number;
}

/** One request of one caller, as the protocol adapter received it. */
export interface GatewayContext extends CallContext {
	readonly scope: Scope;
	/** MCP Implementation of the client, where the request carried it (modern callers). */
	readonly clientInfo?: JsonObject;
	/** Host named by the address, or else by the client. Absent: as configured. */
	readonly host?: HostChoice;
	/** Limits of that host; set by the gateway. */
	readonly room?: HostRoom;
	/** True of a host that never lists again; set by the gateway. */
	readonly listsOnce?: boolean;
	/** True if the caller asked for progress; without it `notify` drops progress. */
	readonly wantsProgress: boolean;
	/** True if its client has a stream for notifications of changes. */
	readonly canListen?: boolean;
}

/** Requests that pass through by name, their params and results as MCP defines them. */
export const PASSED_METHODS = [
	'resources/list',
	'resources/templates/list',
	'resources/read',
	'resources/subscribe',
	'resources/unsubscribe',
	'prompts/list',
	'prompts/get',
	'completion/complete',
	'logging/setLevel',
] as const;

/** A method of MCP that goes to a server behind as it is. */
export type PassedMethod = (typeof PASSED_METHODS)[number];

/** Every answer is a value: a method that throws has a fault in it, and the caller learns only that. */
export interface Gateway {
	/**
	 * Description of the scope. Whatever stands in `capabilities` is advertised as it is, so
	 * `listChanged` and `subscribe` belong in it only where the notifications really arrive.
	 * `completions`, `prompts` and `resources` decide which requests exist at all. `tools` is implied.
	 */
	declared(context: GatewayContext): Promise<Result<Declared, SourceFault>>;

	/**
	 * The tools of the scope as advertised: names as the caller uses them, order stable. A page of them,
	 * from a place counted from 0; one that is not full is the last.
	 */
	listTools(
		context: GatewayContext,
		from?: number,
	): Promise<Result<readonly ToolDefinition[], SourceFault>>;

	/**
	 * A tool as `listTools` shows it, as far as it is known without asking anyone; null otherwise.
	 * Used to check `Mcp-Param-*` headers and to shape structured content for legacy callers.
	 */
	knownTool(name: string, context: GatewayContext): Promise<ToolDefinition | null>;

	/**
	 * Calls a tool by the name the caller uses. Faults without `rpc` reach the model as an
	 * `isError` result with their message; `unknown_tool` becomes −32602.
	 */
	callTool(call: ToolCall, context: GatewayContext): Promise<Result<CallAnswer, SourceFault>>;

	/**
	 * The same for a caller that has compared no arguments with headers: `mirrors`, and nothing is called, where the
	 * tool, as far as it is known, has arguments that are repeated in `Mcp-Param-*` headers.
	 */
	callPlain(
		call: ToolCall,
		context: GatewayContext,
	): Promise<Result<CallAnswer, SourceFault> | 'mirrors'>;

	/** The scope that a call takes; `callTool` refuses a caller without it. */
	scopeOf(call: Pick<ToolCall, 'name' | 'args'>, context: GatewayContext): Promise<Grant>;

	/** Passes on by `notify` what the scope's upstream says without being asked, until the signal. */
	listen(wanted: Wanted, context: GatewayContext): Promise<void>;

	/** Ends what the scope's upstreams remember of the caller's conversation; never rejects. */
	endConversation(context: GatewayContext): Promise<void>;

	/** Any other request; `params` without `_meta`, which is in the context. */
	request(
		method: PassedMethod,
		params: JsonObject,
		context: GatewayContext,
	): Promise<Result<JsonObject, SourceFault>>;
}
