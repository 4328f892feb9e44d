// Requests to one upstream: each on a connection of its caller, repeated only where it surely was not
// acted on, and what went wrong told in one safe sentence.
import type { CallContext, SourceFault, ToolDefinition } from '../../../gateway';
import { type JsonObject, jsonIn } from '../../../shared/json-values';
import { err, ok, type Result } from '../../../shared/result';
import { within } from '../../fetch';
import { memberSource, type Outcome, parseMember, type RawMessage } from './answer';
import { Call, WORK } from './call';
import type { Connection } from './connection';
import { type Access, Connector } from './connector';
import { abortFault, outcomeFault, rejection, silentFault } from './fault';
import type { UpstreamPool, UpstreamState } from './pool';
import { echoedIn, type Hidden, withoutMatches } from './redact';
import type { UpstreamConfig } from './source';
import { isOffered, readToolDefinitions } from './tool-definitions';

type Failed = { readonly ok: false; readonly error: SourceFault };

const LISTS = new Set(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']);
/** Milliseconds in which a server has to show that it is there, after a call that took too long. */
const LOOK_MS = 5_000;
/** Milliseconds that a call waits for the ear on another stream. */
const EAR_MS = 1_000;
const HEADER_MISMATCH = -32020;

/** Requests of all callers to one upstream; their outcomes are its state. */
export class Requests {
	readonly connector: Connector;
	readonly #stateKey: string;
	#isLooking = false;

	constructor(
		private readonly config: UpstreamConfig,
		private readonly pool: UpstreamPool,
	) {
		const { name, url, stateOf = '' } = config;
		this.connector = new Connector(config, pool);
		this.#stateKey = JSON.stringify([name, url, stateOf]);
	}

	/** State after the latest attempts. */
	get state(): UpstreamState {
		return this.pool.states.of(this.#stateKey);
	}

	/** The caller's connection, with other credentials where the first are refused. */
	async enter(call: Call, context: CallContext) {
		const first = await this.connector.accessOf(context);
		if (!first.ok) return first;
		let access = first.value;
		for (let attempt = 0; ; attempt++) {
			const connected = await this.connector.connect(access, call, context);
			call.credential = access.credential;
			if (connected.ok) return ok({ access, connection: connected.value });
			const fault = connected.error;
			const { name, maxUpstreamBytes } = this.config;
			if (fault.kind === 'ended') return this.#ended(call, access, maxUpstreamBytes);
			if (fault.kind === 'url') {
				const message = `The "url" of upstream "${name}" ${fault.fault}.`;
				return this.#failed({ code: 'unavailable', message });
			}
			const other =
				attempt === 0 ? await this.connector.renewed(access, fault.outcome, context) : undefined;
			if (!other) return this.#failed(this.#faultOf(fault.outcome, access, maxUpstreamBytes));
			if (!other.ok) return other;
			access = other.value;
		}
	}

	/** One request, repeated at most once, and only when the upstream surely did not act on it. */
	async send(
		method: string,
		params: JsonObject,
		context: CallContext,
		call: Call,
		maxBytes = this.config.maxUpstreamBytes,
	): Promise<Result<RawMessage, SourceFault>> {
		const isList = LISTS.has(method);
		for (let attempt = 0; ; attempt++) {
			const entered = await this.enter(call, context);
			if (!entered.ok) {
				const { code, login } = entered.error;
				const again = isList && attempt === 0 && code === 'unavailable' && !login;
				if (again && !call.signal.aborted) continue;
				return entered;
			}
			const { connection, access } = entered.value;
			const isNamed = context.conversation !== undefined;
			if (method === 'tools/call' && connection.session && !isNamed)
				return err(unnamed(this.config));
			const outcome = await this.#exchange(connection, method, params, call, maxBytes);
			if (outcome.kind === 'answer') {
				this.#up();
				const { message } = outcome;
				if (!message.span.members?.has('error')) return ok(message);
				const code = Number(memberSource(message, 'error', 'code'));
				if (code === HEADER_MISMATCH && method === 'tools/call' && attempt === 0) {
					// The tool's mirrored headers are not known here yet; the upstream has refused unseen.
					await this.tools(context, call);
					continue;
				}
				return err(this.#faultOf(outcome, access, maxBytes));
			}
			if (call.signal.aborted) return this.#ended(call, access, maxBytes, isList ? null : context);
			const lost = lostBy(outcome);
			if (lost) await this.connector.forget(access, connection, context, lost);
			const other =
				attempt === 0 ? await this.connector.renewed(access, outcome, context) : undefined;
			// Refused unread: the next attempt asks for the credential that came of it.
			if (other?.ok) continue;
			if (other) return other;
			const isUnseen = lost === 'session' || lost === 'revision';
			const isOut = outcome.kind === 'network' || outcome.kind === 'ended';
			if (attempt === 0 && (isUnseen || (isList && isOut))) continue;
			const fault = this.#faultOf(outcome, access, maxBytes);
			const isAnswer = ['too_large', 'no_room', 'unknown_method'].includes(outcome.kind);
			if (!isAnswer) return this.#failed(fault);
			this.#up();
			return err(fault);
		}
	}

	/** Sends it; while a server may ask about it on another stream, with an ear for that. */
	async #exchange(
		connection: Connection,
		method: string,
		params: JsonObject,
		call: Call,
		maxBytes: number,
	): Promise<Outcome> {
		call.sending(method);
		const { _meta, ...rest } = params;
		const meta = call.meta(connection.greeting.era, method);
		const sent = Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest;
		const exchange = call.exchange(maxBytes);
		if (!connection.mayAsk || !WORK.has(method)) return connection.send(method, sent, exchange);
		const over = new AbortController();
		const signal = AbortSignal.any([exchange.signal, over.signal]);
		await within(connection.overhear({ ...exchange, signal }), EAR_MS);
		return connection.send(method, sent, exchange).finally(() => over.abort());
	}

	/** All pages of the tool list, as far as the limits go. */
	async tools(context: CallContext, call: Call) {
		const { maxUpstreamBytes, tools: filter } = this.config;
		const listed = await listPages(maxUpstreamBytes, (params, room) =>
			this.send('tools/list', params, context, call, room),
		);
		if (!listed.ok)
			return typeof listed.error === 'string'
				? this.#failed(this.badAnswer(listed.error))
				: err(listed.error);
		const hidden = this.connector.hidden(call.credential);
		const tools = withoutEchoes(listed.value, hidden).filter((tool) =>
			isOffered(tool.name, filter),
		);
		const entered = await this.enter(call, context);
		if (entered.ok) entered.value.connection.learn(tools);
		return ok(tools);
	}

	/** An answer that is not what MCP has; it may be told in our words. */
	badAnswer(detail: string): SourceFault {
		const { maxUpstreamBytes } = this.config;
		return outcomeFault({ kind: 'bad_answer', detail }, this.connector.limits(maxUpstreamBytes));
	}

	/** @param caller of a request that may take long where its server is well */
	#ended(call: Call, access: Access, maxBytes: number, caller: CallContext | null = null): Failed {
		const ended = call.ended ?? { cause: 'cancelled' };
		const limits = this.connector.limits(maxBytes, access.credential);
		const fault = abortFault(ended, limits, caller !== null);
		const { states, options } = this.pool;
		if (ended.cause === 'late') states.late(this.#stateKey, this.config.name, fault.message);
		if (ended.cause !== 'timeout') return err(fault);
		if (!caller) return this.#failed(fault);
		const looked = this.#look(caller, fault).catch(() => {});
		options.defer?.(looked);
		return err(fault);
	}

	/** After a call that took too long: a server that answers something else meanwhile is not down. */
	async #look(caller: CallContext, fault: SourceFault): Promise<void> {
		if (this.#isLooking) return;
		this.#isLooking = true;
		const { signal } = new AbortController();
		const { ask: _, ...context } = { ...caller, signal, notify: () => {}, meta: {} };
		const call = new Call(context, { timeoutMs: LOOK_MS, maxTimeoutMs: LOOK_MS });
		try {
			const entered = await this.enter(call, context);
			if (!entered.ok) return;
			const { maxUpstreamBytes } = this.config;
			const { connection } = entered.value;
			const outcome = await this.#exchange(connection, 'tools/list', {}, call, maxUpstreamBytes);
			const isOut =
				['network', 'ended'].includes(outcome.kind) ||
				(outcome.kind === 'http' && outcome.status >= 500);
			if (call.signal.aborted) this.#failed(silentFault(this.config.name, LOOK_MS));
			else if (isOut) this.#failed(fault);
			else this.#up();
		} finally {
			call.close();
			this.#isLooking = false;
		}
	}

	#faultOf(outcome: Outcome, { credential }: Access, maxBytes: number): SourceFault {
		const limits = this.connector.limits(maxBytes, credential);
		return outcome.kind === 'answer'
			? rejection(outcome.message, limits)
			: outcomeFault(outcome, limits);
	}

	#up(): void {
		this.pool.states.up(this.#stateKey, this.config.name);
	}

	/** The fault, noted where it says that the upstream cannot be used. */
	#failed(fault: SourceFault): Failed {
		this.pool.states.down(this.#stateKey, this.config.name, fault.message);
		return err(fault);
	}
}

/** Takes credentials out of what tools say of themselves; one that is none without goes. */
function withoutEchoes(tools: readonly ToolDefinition[], hidden: Hidden) {
	const echoed = echoedIn([JSON.stringify(tools)], hidden);
	if (echoed.length === 0) return tools;
	const hide = withoutMatches(echoed);
	return readToolDefinitions(tools.map((tool) => jsonIn(hide(JSON.stringify(tool)))));
}

const unnamed = ({ name }: UpstreamConfig): SourceFault => ({
	code: 'unnamed',
	message: `Upstream "${name}" keeps sessions, and the call names none.`,
});

const lostBy = (outcome: Outcome): 'session' | 'revision' | 'refused' | undefined => {
	if (outcome.kind === 'session_lost') return 'session';
	if (outcome.kind === 'revision_lost') return 'revision';
	return outcome.kind === 'http' && outcome.status < 500 ? 'refused' : undefined;
};

// All pages of an upstream's tool list, within bounds.

/** A list is cut here: pages, tools, bytes. */
const MAX_PAGES = 100;
const MAX_TOOLS = 10_000;
const MAX_LIST_BYTES = 2_000_000;
/** Bounds of parsing into objects: values and levels. */
const PARSED = { values: 500_000, depth: 500 };

/**
 * Reads pages of at most `maxBytes` each, decoded; a text says what is wrong with an answer.
 * @param ask sends `tools/list` with these params, its answer at most so many bytes
 */
async function listPages(
	maxBytes: number,
	ask: (params: JsonObject, room: number) => Promise<Result<RawMessage, SourceFault>>,
): Promise<Result<readonly ToolDefinition[], SourceFault | string>> {
	const values: unknown[] = [];
	const cursors = new Set<string>();
	let cursor: string | undefined;
	let bytes = 0;
	for (let page = 0; page < MAX_PAGES && values.length < MAX_TOOLS; page++) {
		const room = Math.min(maxBytes, MAX_LIST_BYTES - bytes);
		const answer = await ask(cursor === undefined ? {} : { cursor }, room);
		// The pages read before the limit are a list, too; without a page there is none.
		if (!answer.ok && answer.error.code === 'too_large' && page > 0) break;
		if (!answer.ok) return answer;
		const result = parseMember(answer.value, PARSED, 'result');
		const listed = result.ok ? (result.value as { tools?: unknown; nextCursor?: unknown }) : {};
		if (!Array.isArray(listed?.tools)) return err('its tools/list result has no usable "tools"');
		bytes += answer.value.text.length;
		values.push(...listed.tools.slice(0, MAX_TOOLS - values.length));
		if (typeof listed.nextCursor !== 'string' || cursors.has(listed.nextCursor)) break;
		if (bytes >= MAX_LIST_BYTES) break;
		cursor = listed.nextCursor;
		cursors.add(cursor);
	}
	return ok(readToolDefinitions(values));
}
