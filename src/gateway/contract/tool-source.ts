// One port for everything that offers tools: our own, the demo, every upstream server.

import type { Principal } from '../../auth';
import type { JsonObject } from '../../shared/json-values';
import type { Result } from '../../shared/result';
import type { ToolResult } from '../../shared/tool-result';

export const LIST_CHANGED = 'notifications/tools/list_changed';

/** A tool as MCP lists it; unknown members pass through. */
export interface ToolDefinition {
	readonly name: string;
	readonly description?: string;
	readonly inputSchema: JsonObject;
	readonly outputSchema?: JsonObject;
	readonly [key: string]: unknown;
}

/** One request of one caller. */
export interface CallContext {
	readonly principal: Principal;
	readonly scope?: { readonly upstream?: string };
	readonly era: 'legacy' | 'modern';
	/** Public address of this server, without a trailing slash; absent: unknown. */
	home?(): Promise<string | undefined>;
	/** Appears in errors and logs, nowhere else. */
	readonly correlationId: string;
	/** Aborted when the caller has gone. */
	readonly signal: AbortSignal;
	/** The request's `_meta` without protocol keys. */
	readonly meta: JsonObject;
	/** The legacy `Mcp-Session-Id`, when it is one that this server gave out. */
	readonly transportSession?: string;
	/** The name of the session that the address or else the host gives it; before that of the transport. */
	readonly session?: string;
	/**
	 * Conversation of the request, as far as it names one. Never
	 * authority: it only keeps apart what an upstream remembers of one from what it remembers of another.
	 */
	readonly conversation?: string;
	/** The caller's MCP ClientCapabilities; upstreams see those that can be passed on. */
	readonly clientCapabilities?: JsonObject;
	/** The lowest level of log messages this request asked for (modern callers); absent: none. */
	readonly logLevel?: string;
	/** Sends a notification (progress, message) that belongs to this request. */
	notify(method: string, params: JsonObject): void;
	/**
	 * Asks the caller's client while it waits (`sampling/createMessage`, `elicitation/create`,
	 * `roots/list`); absent where the client cannot be asked. Never rejects.
	 */
	ask?(method: string, params: JsonObject, signal: AbortSignal): Promise<ClientReply>;
}

/** A client's answer to a request, as in JSON-RPC. */
export type ClientReply =
	| { readonly result: JsonObject }
	| {
			readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
	  };

/** Kinds of fault; `rejected` is a refusal, by the source or by Loadline. A tool's own failure is a result. */
export type SourceFaultCode =
	| 'unavailable'
	| 'timeout'
	| 'too_large'
	| 'bad_answer'
	| 'unknown_tool'
	| 'unknown_method'
	| 'rejected'
	/** Nothing was sent: the server keeps sessions, and the call names no conversation. */
	| 'unnamed';

/** The reason why a source gave no result. `message` is safe to show; `rpc` is the upstream's own JSON-RPC error. */
export interface SourceFault {
	readonly code: SourceFaultCode;
	readonly message: string;
	readonly rpc?: { readonly code: number; readonly message: string; readonly data?: unknown };
	/** The caller has to log in there first: where, in a browser. */
	readonly login?: { readonly url: string; readonly upstream: string };
}

/** Refuses a request whose parameters are wrong, as JSON-RPC says it. */
export const invalidParams = (message: string): SourceFault => ({
	code: 'rejected',
	message,
	rpc: { code: -32_602, message },
});

/** @param ms milliseconds that a server had which did not answer in time */
export const timeoutFault = (name: string, ms: number): SourceFault => ({
	code: 'timeout',
	message: `Upstream "${name}" did not answer within ${ms} ms, and is not waited for. Check that it runs.`,
});

/** A finished call, or a server that needs input first (MCP 2026-07-28, multi round-trip requests). */
export type CallAnswer =
	| {
			readonly kind: 'result';
			readonly result: ToolResult;
			/** The endpoint whose earlier result this one gives more of. */
			readonly continues?: string;
	  }
	| { readonly kind: 'input_required'; readonly value: JsonObject };

/** Outcome of a call. */
export type Answer = Result<CallAnswer, SourceFault>;

/** A call of a tool: by the caller's name for it at the gateway, by the source's own at a source. */
export interface ToolCall {
	readonly name: string;
	/** Numbers that a double cannot hold are raw JSON values (JSON.rawJSON). */
	readonly args: JsonObject;
	/** True if it came without any: the source gets none either. */
	readonly isBare?: boolean;
	/** Loadline's arguments, which stood beside the tool's. */
	readonly own?: JsonObject;
	/** Its answer is to be shown in part, as `own` asks. */
	readonly isInPart?: boolean;
	/** `inputResponses` and `requestState` of a continued call, as received. */
	readonly continuation?: JsonObject;
}

/** A server's description of itself at `initialize`. */
export interface Declared {
	readonly capabilities: JsonObject;
	/** Instructions for the model; bounded. */
	readonly instructions?: string;
	/** MCP Implementation of the server: name, title, icons, website. */
	readonly serverInfo?: JsonObject;
	/** True if `listen` gives this caller the server's notifications. */
	readonly pushes?: boolean;
}

/** Notifications that a caller subscribes to (MCP 2026-07-28, SubscriptionFilter). */
export interface Wanted {
	readonly toolsListChanged?: boolean;
	readonly promptsListChanged?: boolean;
	readonly resourcesListChanged?: boolean;
	readonly resourceSubscriptions?: readonly string[];
}

/** Whatever has tools, for every caller it serves; a call's failure at the tool itself is a result with `isError`. */
export interface ToolSource {
	/** Upstream name, `demo`, or `loadline` for our own. */
	readonly name: string;
	listTools(context: CallContext): Promise<Result<readonly ToolDefinition[], SourceFault>>;
	callTool(call: ToolCall, context: CallContext): Promise<Answer>;
	/** Any other MCP request (resources, prompts, completion); absent where a source has none. */
	request?(
		method: string,
		params: JsonObject,
		context: CallContext,
	): Promise<Result<JsonObject, SourceFault>>;
	/** Returns the server's description of itself; absent: tools only. */
	declared?(context: CallContext): Promise<Result<Declared, SourceFault>>;
	/** Returns whether the list may have changed: the caller may know it from elsewhere. */
	mayHaveChanged?(context: CallContext): Promise<boolean>;
	/** Passes on by `notify` what the server says without being asked, until the signal; never rejects. */
	listen?(wanted: Wanted, context: CallContext): Promise<void>;
	/** Returns whether the caller's conversation has a session there that a call can continue. */
	hasSession?(context: CallContext): Promise<boolean>;
	/** Ends what the server behind remembers of the caller's conversation. */
	endConversation?(context: CallContext): Promise<void>;
}

export interface OwnToolFacts {
	readonly toolset: Toolset;
	/** True for a user interface's tool: listed to clients that show one. */
	readonly forInterfaces?: boolean;
	/** True for a tool that begins the work of its toolset: listed before there is any. */
	readonly first?: boolean;
	/**
	 * Its results must be read whole: they are chunked when too long, never condensed. `items`: so are
	 * those of its lists, which come in shorter pages instead. `original`: they are sent as they are.
	 */
	readonly whole: boolean | 'items' | 'original';
}

export interface OwnSource extends ToolSource {
	facts(tool: string): OwnToolFacts | undefined;
}

/** Groups of tools that `?toolsets=` names. */
export const TOOLSETS = [
	'records',
	'memory',
	'workflow',
	'replay',
	'results',
	'upstreams',
] as const;
/** A group of Loadline's own tools. */
export type Toolset = (typeof TOOLSETS)[number];
