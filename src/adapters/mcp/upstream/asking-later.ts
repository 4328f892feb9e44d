// A server of 2025-11-25 asks its client in the middle of a call. One of 2026-07-28 is told
// `input_required` instead; its call is held meanwhile (held-calls.ts), and goes on when it comes back. Changes that a
// server tells on the stream of a call are heard there by a client of 2025-11-25; one of 2026-07-28 hears changes on its
// own stream alone (`subscriptions/listen`), and is told of them there.
import type { CallContext, SourceFault } from '../../../gateway';
import { defined, isRecord, type JsonObject } from '../../../shared/json-values';
import { err, ok } from '../../../shared/result';
import { CHANGED } from '../meta-keys';
import { askable } from './connector';
import type { HeldAnswer, HeldCall, HeldCalls, HeldStep } from './held-calls';
import type { UpstreamSource } from './source';
import type { Conversation } from './wire';

interface HoldingPorts {
	heldCalls(conversation: Conversation): HeldCalls;
	/** A random UUID. */
	newId(): string;
	/** Keeps work alive that nobody waits for. */
	defer(work: Promise<unknown>): void;
}

/** The conversation of requests that name none: no tool is called in it. */
const COMMON = 'common';
/** `requestState`, which is sealed on its way: which call is held, and in which conversation. */
const HELD = /^held:([0-9a-f-]{36}):([\s\S]*)$/;

/** The source, whose server can ask also clients that have to be told to come back. */
export function askingLater(source: UpstreamSource, ports: HoldingPorts): UpstreamSource {
	/** The context with what makes the server ask; as it is where nothing can be asked later. */
	const asking = (context: CallContext): CallContext => {
		if (context.era !== 'modern' || context.ask) return context;
		const ready = { ...context, conversation: context.conversation ?? COMMON, ask: notNow };
		return Object.keys(askable(ready)).length > 0 ? ready : context;
	};

	/** Takes a step of a held call; a client that leaves meanwhile ends it. */
	const stepped = async (
		name: string,
		id: string,
		context: CallContext,
		first: (calls: HeldCalls) => Promise<HeldStep>,
	): Promise<HeldAnswer> => {
		const calls = ports.heldCalls({ principal: context.principal, name });
		const leave = (): void => ports.defer(calls.end(id).catch(() => {}));
		context.signal.addEventListener('abort', leave, { once: true });
		try {
			let told = await first(calls).catch(restarted);
			while (told.kind === 'said') {
				for (const said of told.said) tell(context, ...said);
				told = await calls.wait(id).catch(restarted);
			}
			if (told.kind === 'gone') return err(gone(source.name));
			if (told.kind === 'answered') return pagesFirst(told.answer, context);
			const requestState = `held:${id}:${name}`;
			return ok({ kind: 'input_required', value: { inputRequests: told.questions, requestState } });
		} finally {
			context.signal.removeEventListener('abort', leave);
		}
	};

	/** Goes on with a held request; undefined where the client says nothing of one. */
	const goneOn = (continuation: JsonObject, context: CallContext) => {
		const { requestState: state, inputResponses } = continuation;
		const [, id, name] = (typeof state === 'string' && HELD.exec(state)) || [];
		if (id === undefined || name === undefined) return undefined;
		const answers = isRecord(inputResponses) ? inputResponses : {};
		return stepped(name, id, context, (calls) => calls.goOn(id, answers));
	};

	/** Begins a held request; undefined where the server asks nothing in the middle of one. */
	const begun = async (method: string, params: JsonObject, given: CallContext) => {
		const context = asking(given);
		if (context === given || !(await source.asksInside(context))) return undefined;
		const json = JSON.stringify(params);
		const call = { upstream: source.name, method, params: json, context: plain(context) };
		const id = ports.newId();
		return stepped(context.conversation ?? COMMON, id, context, (calls) => calls.begin(id, call));
	};

	const callTool: UpstreamSource['callTool'] = async (call, context) => {
		const { name, args, isBare, continuation = {} } = call;
		const params = isBare ? { name } : { name, arguments: args };
		// One that names no conversation must have one of its own first, where a server keeps sessions.
		const isNamed = context.conversation !== undefined;
		const held =
			(await goneOn(continuation, context)) ??
			(isNamed ? await begun('tools/call', params, context) : undefined);
		if (!held) return source.callTool(call, isNamed ? asking(context) : context);
		if (!held.ok) return held;
		// A state is sealed to its method: what was held for another does not come here.
		return held.value.kind === 'passed' ? err(gone(source.name)) : ok(held.value);
	};

	const request: UpstreamSource['request'] = async (method, params, context) => {
		const { requestState, inputResponses, ...own } = params;
		const held = ASKED_IN.has(method)
			? ((await goneOn({ requestState, inputResponses }, context)) ??
				(await begun(method, own, context)))
			: undefined;
		if (!held) return source.request(method, params, asking(context));
		if (!held.ok) return held;
		if (held.value.kind === 'input_required')
			return ok({ ...held.value.value, resultType: 'input_required' });
		return ok(held.value.kind === 'passed' ? held.value.value : {});
	};

	return {
		...source,
		callTool,
		request,
		listTools: (context) => source.listTools(asking(context)),
		declared: (context) => source.declared(asking(context)),
		listen: (wanted, context) => source.listen(wanted, asking(context)),
		mayHaveChanged: (context) => source.mayHaveChanged(asking(context)),
		hasSession: (context) => source.hasSession(asking(context)),
		endConversation: (context) => source.endConversation(asking(context)),
	};
}

/** Requests beside tools that a server may work on for a while, and ask in the middle of. */
const ASKED_IN = new Set(['prompts/get', 'resources/read']);

/**
 * A server may refuse a call until its user has opened some pages (2025-11-25, "URL Elicitation Required
 * Error"): the newer revision has a question for that, and the call is made again with its answer.
 */
function pagesFirst(answered: HeldAnswer, { clientCapabilities }: CallContext): HeldAnswer {
	const { elicitation } = clientCapabilities ?? {};
	const rpc = answered.ok ? undefined : answered.error.rpc;
	if (rpc?.code !== PAGES_REQUIRED || !isRecord(elicitation) || !elicitation.url) return answered;
	const asked = isRecord(rpc.data) ? rpc.data.elicitations : undefined;
	const pages = (Array.isArray(asked) ? asked : []).filter(isRecord).slice(0, MOST_PAGES);
	const questions = pages.map(({ url, message }, at) => {
		const params = { mode: 'url', message: String(message ?? ''), url: String(url) };
		return [`page${at + 1}`, { method: 'elicitation/create', params }] as const;
	});
	if (questions.length === 0) return answered;
	return ok({ kind: 'input_required', value: { inputRequests: Object.fromEntries(questions) } });
}

const PAGES_REQUIRED = -32_042;
const MOST_PAGES = 10;

/** Returns the serializable part of a context that an upstream needs. */
function plain(context: CallContext): HeldCall['context'] {
	const { principal, era, correlationId, meta, ...rest } = context;
	const { scope, transportSession, conversation, clientCapabilities, logLevel } = rest;
	const told = { scope, transportSession, conversation, clientCapabilities, logLevel };
	// Progress is wanted by whoever comes back, maybe.
	return { principal, era, correlationId, meta: { progressToken: 0, ...meta }, ...defined(told) };
}

/** Passes on what a held call said, progress by the token of the request that hears it. */
function tell(context: CallContext, method: string, params: JsonObject): void {
	const { progressToken } = context.meta;
	if (method !== 'notifications/progress') context.notify(method, params);
	else if (progressToken !== undefined) context.notify(method, { ...params, progressToken });
}

/** Whoever held a call has been restarted meanwhile. */
const restarted = (): HeldStep => ({ kind: 'gone' });

/** Answers a question outside of a call. */
const notNow: NonNullable<CallContext['ask']> = async (method) => ({
	error: { code: -32_601, message: `${method} is answered only while a tool is called` },
});

const gone = (name: string): SourceFault => ({
	code: 'unavailable',
	message: `This call of upstream "${name}" is no longer open: the answer came too late, or Loadline was restarted meanwhile. What the server did before is not undone. Make the call again without requestState and inputResponses.`,
});

type Tell = (method: string, params: JsonObject) => void;

/** The open streams of clients, in this isolate, by whose they are and at which server. */
export class OpenStreams {
	readonly #tells = new Map<string, Set<Tell>>();

	/** Adds a stream until its signal. */
	add(key: string, tell: Tell, signal: AbortSignal): void {
		if (signal.aborted) return;
		const beside = this.#tells.get(key) ?? new Set();
		this.#tells.set(key, beside.add(tell));
		const leave = () => {
			beside.delete(tell);
			if (beside.size === 0) this.#tells.delete(key);
		};
		signal.addEventListener('abort', leave, { once: true });
	}

	tell(key: string, ...said: Parameters<Tell>): void {
		for (const tell of this.#tells.get(key) ?? []) tell(...said);
	}
}

/** The source, what it tells in a call told to the caller's open streams too. */
export function toldInCalls(source: UpstreamSource, streams: OpenStreams): UpstreamSource {
	const keyOf = ({ principal: { workspace, id } }: CallContext): string =>
		JSON.stringify([workspace, id, source.name]);
	const telling = (context: CallContext): CallContext => {
		if (context.era !== 'modern') return context;
		const notify: Tell = (method, params) => {
			context.notify(method, params);
			if (CHANGED.test(method)) streams.tell(keyOf(context), method, params);
		};
		return { ...context, notify };
	};
	return {
		...source,
		callTool: (call, context) => source.callTool(call, telling(context)),
		request: (method, params, context) => source.request(method, params, telling(context)),
		listen: async (wanted, context) => {
			if (context.era === 'modern')
				streams.add(keyOf(context), (...said) => context.notify(...said), context.signal);
			await source.listen(wanted, context);
		},
	};
}
