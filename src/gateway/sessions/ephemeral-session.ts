// A call that names no conversation, at a server that keeps sessions: it gets a session of its own, so
// that it sees nothing of another's. The answer names it, and a call that says so under the reserved name goes on
// in it (docs/gateway.md "Conversations").

import { SESSION_META_KEY } from '../../session';
import type { JsonObject } from '../../shared/json-values';
import { remember } from '../../shared/remember';
import { err, ok } from '../../shared/result';
import { shownText } from '../../shared/shown-text';
import type { ToolResult } from '../../shared/tool-result';
import { OWN_ARGUMENT } from '../asking/own-arguments';
import type { GatewayContext } from '../contract/gateway';
import type { Answer, ToolCall, ToolSource } from '../contract/tool-source';

const ARGUMENT = 'session_id';
const NAME = /^[A-Za-z0-9_-]{1,128}$/;
const NOTICE = 'Pass it to go on in this session, not a new one.';
/** A state that is of a call in a session of its own; the rest is the server's, sealed. */
const STATE = /^in:([A-Za-z0-9_-]{1,128}):([\s\S]*)$/;
/** Sessions of one caller at one server that no later call has named: the oldest ends first. */
const MOST_UNNAMED = 10;
const MOST_CALLERS = 500;

/** Sessions that Loadline begins at servers for calls without one; those unnamed are counted in this isolate. */
export class EphemeralSessions {
	/** Sessions that only their answer has named, by caller. */
	readonly #unnamed = new Map<string, string[]>();

	/** @param newId a random id of letters, digits, `_` and `-` */
	constructor(private readonly newId: () => string) {}

	/**
	 * Runs a call in the session that it names or goes on in, else as it is.
	 * @param isTold the reserved name is free to say a new session in; else only `_meta` has it
	 */
	async run(
		source: ToolSource,
		given: ToolCall,
		context: GatewayContext,
		run: (call: ToolCall, context: GatewayContext) => Promise<Answer>,
		isTold: boolean,
	): Promise<Answer> {
		const seated = seatedIn(given);
		if (!seated.ok) return seated;
		const { call, session, isUntold } = seated.value;
		if (session === undefined) return run(call, context);
		const own = { ...context, conversation: session };
		if (!(await source.hasSession?.(own))) return isUntold ? err(ENDED) : gone(session);
		if (isUntold) return this.#told(source, await run(call, own), own, isTold);
		this.#named(source, own);
		return run(call, own);
	}

	/** Runs a call in a new session: its source keeps sessions, and the call names none. */
	async inNew(
		source: ToolSource,
		context: GatewayContext,
		run: (context: GatewayContext) => Promise<Answer>,
		isTold: boolean,
	): Promise<Answer> {
		const own = { ...context, conversation: `s-${this.newId()}` };
		return this.#told(source, await run(own), own, isTold);
	}

	/** The first answer of a new session, with its name. */
	#told(source: ToolSource, answered: Answer, own: GatewayContext, isTold: boolean): Answer {
		const { conversation: name = '' } = own;
		// Nobody learns the name: it would only take room.
		if (!answered.ok) this.#end(source, own);
		if (!answered.ok) return answered;
		if (answered.value.kind !== 'result') {
			const { value } = answered.value;
			// A question of a call in a new session comes back to that session.
			const requestState = `in:${name}:${value.requestState ?? ''}`;
			return ok({ kind: 'input_required', value: { ...value, requestState } });
		}
		this.#note(source, own);
		return ok({ ...answered.value, result: telling(answered.value.result, name, isTold) });
	}

	/** Bounds what callers leave behind who never go on. */
	#note(source: ToolSource, context: GatewayContext): void {
		const key = keyOf(source, context);
		const sessions = [...(this.#unnamed.get(key) ?? []), String(context.conversation)];
		for (const conversation of sessions.splice(0, sessions.length - MOST_UNNAMED))
			this.#end(source, { ...context, conversation });
		remember(this.#unnamed, key, sessions, MOST_CALLERS);
	}

	#named(source: ToolSource, context: GatewayContext): void {
		const key = keyOf(source, context);
		const left = this.#unnamed.get(key)?.filter((each) => each !== context.conversation) ?? [];
		if (left.length > 0) this.#unnamed.set(key, left);
		else this.#unnamed.delete(key);
	}

	/** The caller does not wait for it. */
	#end(source: ToolSource, context: GatewayContext): void {
		const { signal } = new AbortController();
		void source.endConversation?.({ ...context, signal })?.catch(() => {});
	}
}

/**
 * Splits a call into its session, that which it goes on with answers in or names under the reserved name, and the rest;
 * of a session that began with this call its caller has not been told.
 */
function seatedIn(call: ToolCall) {
	const { continuation, own } = call;
	const asked = own?.[ARGUMENT];
	const named = (asked ?? '') === '' ? undefined : String(asked);
	if (named !== undefined && !NAME.test(named)) return gone(named);
	const state = continuation?.requestState;
	const [, session, rest] = (typeof state === 'string' && STATE.exec(state)) || [];
	if (session === undefined) return ok({ call, session: named, isUntold: false });
	const { requestState: _, ...others } = continuation ?? {};
	const back = rest === '' ? others : { ...others, requestState: rest };
	return ok({ call: { ...call, continuation: back }, session, isUntold: named === undefined });
}

const gone = (session: string) => {
	const message = `${OWN_ARGUMENT}.${ARGUMENT}: there is no session ${shownText(session)}, or it has ended. Nothing was called. Leave it out to begin a new session.`;
	return err({ code: 'rejected', message } as const);
};

const ENDED = {
	code: 'rejected',
	message:
		'requestState: the session of this call has ended. Nothing was called. Make the call again without requestState and inputResponses.',
} as const;

const keyOf = ({ name }: ToolSource, { principal: { workspace, id } }: GatewayContext): string =>
	JSON.stringify([name, workspace, id]);

/** The result with the name of its session, for models that see its blocks or its structure. */
function telling(result: ToolResult, session: string, isTold: boolean): ToolResult {
	const meta = { ...result.meta, [SESSION_META_KEY]: session };
	if (!isTold) return { ...result, meta };
	const said = { [OWN_ARGUMENT]: { [ARGUMENT]: session }, notice: NOTICE };
	const { structured } = result;
	return {
		...result,
		content: [...result.content, { type: 'text', text: JSON.stringify(said) }],
		...(structured !== undefined && { structured: joined(structured, said) }),
		meta,
	};
}

/** An object with members of ours, where it has none of their names. */
function joined(structured: string, said: JsonObject): string {
	const has = (name: string): boolean => structured.includes(JSON.stringify(name));
	if (!structured.startsWith('{') || Object.keys(said).some(has)) return structured;
	const members = JSON.stringify(said).slice(1, -1);
	return structured === '{}' ? `{${members}}` : `${structured.slice(0, -1)},${members}}`;
}
