// A request of one caller, already authenticated, aimed at one endpoint (docs/gateway.md "Endpoints").
import { type Principal, principalId } from '../../auth';
import type { HostChoice } from '../../config';
import type { HostRoom } from '../../protect';
import { SESSION_META_KEY } from '../../session';
import { isRecord, type JsonObject } from '../../shared/json-values';
import { utf8Bytes } from '../../shared/utf8';
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

/**
 * Members of `_meta` in which hosts name a conversation: ChatGPT, VS Code, Codex, OpenCode, and the names
 * that others are likely to choose. One that names several means all of them together.
 */
const HINTS: readonly (readonly string[])[] = [
	['openai/session'],
	['vscode.conversationId'],
	['x-codex-turn-metadata', 'thread_id'],
	['x-codex-turn-metadata', 'session_id'],
	...['sessionID', 'sessionId', 'session_id'].map((key) => [key]),
	...['threadId', 'thread_id', 'conversationId', 'conversation_id'].map((key) => [key]),
];
/** Characters; longer names are no names. */
const LONGEST = 200;

/**
 * @param meta the request's `_meta`
 * @param otherwise what the address names, or the session of the transport: some hosts open one for
 * every call
 * @returns undefined where the request says nothing of it
 */
export function conversationOf(meta: JsonObject, otherwise?: string): string | undefined {
	const own = nameAt(meta, [SESSION_META_KEY]);
	if (own !== undefined) return PLAIN.test(own) ? own : named([[SESSION_META_KEY, own]]);
	const hints: [path: string, name: string][] = [];
	for (const path of HINTS) {
		const name = nameAt(meta, path);
		if (name !== undefined) hints.push([path.join(' '), name]);
	}
	return hints.length > 0 ? named(hints) : otherwise;
}

/** Claude Code's name for a call, which it makes of the model's. */
const CALL = ['claudecode/toolUseId'];

/**
 * The session that a host's `_meta` names, by a call of its model first: a subagent has the connection of the main agent.
 * @param transport the session that the address names, else that of the connection
 * @param madeIn returns the session of a conversation by a call that its model made
 */
export function hostSession(
	meta: JsonObject,
	transport?: string,
	madeIn?: (call: string) => string | undefined,
): string | undefined {
	const call = nameAt(meta, CALL);
	const names = HINTS.flatMap((path) => nameAt(meta, path) ?? []);
	const named = () => names.findLast((name) => PLAIN.test(name));
	return (call && madeIn?.(call)) ?? transport ?? named();
}

/** The conversation that an address names. */
export const addressedConversation = (name: string): string => named([['?session', name]]);

/** Names of Loadline's own, which stand for themselves; no other name is spelled like them. */
const PLAIN = /^[A-Za-z0-9_-]{1,128}$/;

/** Each name with who says it: the same name of two is not one conversation. */
const named = (names: readonly (readonly [string, string])[]): string => {
	const name = JSON.stringify(names);
	return utf8Bytes(JSON.stringify(name)) <= MOST ? name : JSON.stringify([principalId('', name)]);
};
/** Bytes as JSON: of an object whose name has 1,024 with its owner the runtime knows the name. */
const MOST = 800;

function nameAt(meta: JsonObject, path: readonly string[]): string | undefined {
	let value: unknown = meta;
	for (const key of path) value = isRecord(value) ? value[key] : undefined;
	return typeof value === 'string' && value !== '' && value.length <= LONGEST ? value : undefined;
}
