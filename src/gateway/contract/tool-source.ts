// One port for everything that offers tools: our own, the demo, every upstream server.
import type { Principal } from '../../auth';
import type { Result } from '../../shared/result';
import type { ToolResult } from '../../shared/tool-result';

/** A JSON object that nobody has checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

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
	/** Which part of Loadline the request is aimed at: one upstream, or all. */
	readonly scope?: { readonly upstream?: string };
	readonly era: 'legacy' | 'modern';
	/** Where people reach this server in a browser, without a trailing slash; absent: nobody can say. */
	home?(): Promise<string | undefined>;
	/** Appears in errors and logs, nowhere else. */
	readonly correlationId: string;
	/** Aborted when the caller has gone. */
	readonly signal: AbortSignal;
	/** The request's `_meta` without protocol keys. */
	readonly meta: JsonObject;
	/** The legacy `Mcp-Session-Id`, when it is one that this server gave out. */
	readonly transportSession?: string;
	/**
	 * Which conversation of the principal the request belongs to, as far as it says so. Never
	 * authority: it only keeps apart what an upstream remembers of one from what it remembers of another.
	 */
	readonly conversation?: string;
	/** What the caller's client can do (MCP ClientCapabilities); upstreams see what can be passed on. */
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

/** What a client answers to a request: as JSON-RPC has it. */
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

/** Why a source gave no result. `message` is safe to show; `rpc` is the upstream's own JSON-RPC error. */
export interface SourceFault {
	readonly code: SourceFaultCode;
	readonly message: string;
	readonly rpc?: { readonly code: number; readonly message: string; readonly data?: unknown };
	/** The caller has to log in there first: where, in a browser. */
	readonly login?: { readonly url: string; readonly upstream: string };
}

/** A finished call, or a server that needs input first (MCP 2026-07-28, multi round-trip requests). */
export type CallAnswer =
	| {
			readonly kind: 'result';
			readonly result: ToolResult;
			/** The endpoint whose earlier result this one gives more of. */
			readonly continues?: string;
	  }
	| { readonly kind: 'input_required'; readonly value: JsonObject };

/** What a call came to. */
export type Answer = Result<CallAnswer, SourceFault>;

/** A call of a tool: by the caller's name for it at the gateway, by the source's own at a source. */
export interface ToolCall {
	readonly name: string;
	/** Numbers that a double cannot hold are raw JSON values (JSON.rawJSON). */
	readonly args: JsonObject;
	/** `inputResponses` and `requestState` of a continued call, as received. */
	readonly continuation?: JsonObject;
}

/** What a server says of itself when a client connects. */
export interface Declared {
	/** MCP ServerCapabilities. */
	readonly capabilities: JsonObject;
	/** How its tools are to be used, for the model; bounded. */
	readonly instructions?: string;
	/** MCP Implementation of the server: name, title, icons, website. */
	readonly serverInfo?: JsonObject;
	/** Whether `listen` gives this caller what the server says without being asked. */
	readonly pushes?: boolean;
}

/** What a caller wants to hear of (MCP 2026-07-28, SubscriptionFilter). */
export interface Wanted {
	readonly toolsListChanged?: boolean;
	readonly promptsListChanged?: boolean;
	readonly resourcesListChanged?: boolean;
	/** URIs. */
	readonly resourceSubscriptions?: readonly string[];
}

/** Whatever has tools, for every caller it serves; a call's failure at the tool itself is a result with `isError`. */
export interface ToolSource {
	/** Upstream name, `demo`, or `loadline` for our own. */
	readonly name: string;
	listTools(context: CallContext): Promise<Result<readonly ToolDefinition[], SourceFault>>;
	callTool(call: ToolCall, context: CallContext): Promise<Result<CallAnswer, SourceFault>>;
	/** Any other MCP request (resources, prompts, completion); absent where a source has none. */
	request?(
		method: string,
		params: JsonObject,
		context: CallContext,
	): Promise<Result<JsonObject, SourceFault>>;
	/** What the server behind it says of itself when a client connects; absent: tools only. */
	declared?(context: CallContext): Promise<Result<Declared, SourceFault>>;
	/** Whether the list may be another than a moment ago: the caller may have been told so elsewhere. */
	mayHaveChanged?(context: CallContext): Promise<boolean>;
	/** Passes on by `notify` what the server says without being asked, until the signal; never rejects. */
	listen?(wanted: Wanted, context: CallContext): Promise<void>;
	/**
	 * Whether the server was seen to keep sessions, so that a call may find what another has left; absent
	 * or undefined: not known to.
	 */
	keepsSessions?(): boolean | undefined;
	/** Whether the caller's conversation has a session there that a call can go on in. */
	hasSession?(context: CallContext): Promise<boolean>;
	/** Ends what the server behind remembers of the caller's conversation. */
	endConversation?(context: CallContext): Promise<void>;
}

/** What the gateway must know of a tool of Loadline's own. */
export interface OwnToolFacts {
	readonly toolset: Toolset;
	/** Whether it is for a user interface: listed to clients that show one, whatever else there is. */
	readonly forInterfaces?: boolean;
	/**
	 * Its results must be read whole: they are chunked when too long, never condensed. `items`: so are
	 * those of its lists, which come in shorter pages instead. `original`: they are sent as they are.
	 */
	readonly whole: boolean | 'items' | 'original';
}

/** Loadline's own tools. */
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
