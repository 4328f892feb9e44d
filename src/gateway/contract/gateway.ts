// A request of one caller, already authenticated, aimed at one endpoint (docs/gateway.md "Endpoints").
import type { Principal } from '../../auth';
import type { HostChoice } from '../../config';
import type { HostRoom } from '../../protect';
import type { JsonObject } from '../../shared/json-values';
import type { CallContext } from './tool-source';

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
	/** Number among the calls of the process, as they began; set by the gateway. */
	readonly order?: number;
	/** True if the caller asked for progress; without it `notify` drops progress. */
	readonly wantsProgress: boolean;
	/** True if its client has a stream for notifications of changes. */
	readonly canListen?: boolean;
}

/** Makes the context of a call that no request of MCP's makes: nothing of one is asked. */
export const contextAlone = (principal: Principal, correlationId = ''): GatewayContext => ({
	...{ principal, correlationId, scope: {}, era: 'modern', meta: {}, wantsProgress: false },
	signal: new AbortController().signal,
	notify: () => {},
});

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
