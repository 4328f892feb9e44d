// The life of one request of one caller: its deadlines, its cancellation, its progress, and what the
// upstream asks the caller's client meanwhile.

import type { CallContext, ClientReply, JsonObject } from '../../../gateway';
import { afterWaiting, TurnOver } from '../../../gateway';
import { untilAborted } from '../mailbox';
import { CLIENT_CAPABILITIES_META_KEY, LOG_LEVEL_META_KEY } from '../meta-keys';
import type { Exchange } from './exchange';
import { crossingMeta, withoutProtocolMeta } from './protocol-meta';

const METHOD_NOT_FOUND = -32_601;

/** Requests of a 2025 server that a client may be asked, by the capability they need. */
const ASKED: Readonly<Record<string, string>> = {
	'sampling/createMessage': 'sampling',
	'elicitation/create': 'elicitation',
	'roots/list': 'roots',
};

/** Notifications passed on unchanged; the gateway itself follows list changes. */
const PASSED = new Set([
	'notifications/message',
	'notifications/elicitation/complete',
	'notifications/tools/list_changed',
]);

/** Timeouts of a call, in milliseconds. */
export interface Patience {
	/** From the last sign of life: the beginning, progress, a message, an answered question. */
	readonly timeoutMs: number;
	/** Of one request in all; questions to the caller's client do not count. */
	readonly maxTimeoutMs: number;
}

/** Why a call was ended from our side. */
export type CallEnd =
	| { readonly cause: 'cancelled' }
	/** Others are waiting too, and it had its time: milliseconds. */
	| { readonly cause: 'late'; readonly ms: number }
	| {
			readonly cause: 'timeout';
			/** The limit that was exceeded. */
			readonly limit: keyof Patience;
			/** Notifications that came before. */
			readonly signs: number;
	  };

const left = (reason: unknown): CallEnd =>
	reason instanceof TurnOver ? { cause: 'late', ms: reason.ms } : { cause: 'cancelled' };

let tokens = 0;

/** The answer to a server's request: the client's, where it can be asked for such a thing. */
export async function answerRequest(
	{ ask, clientCapabilities }: CallContext,
	method: string,
	params: JsonObject,
	signal: AbortSignal,
): Promise<ClientReply> {
	if (method === 'ping') return { result: {} };
	const needed = ASKED[method];
	if (!ask || needed === undefined || !clientCapabilities?.[needed])
		return { error: { code: METHOD_NOT_FOUND, message: `${method} is not offered here` } };
	return ask(method, withoutProtocolMeta(params, 0), signal);
}

/** One call in progress; whoever makes it must `close` it, or its timers run on. */
export class Call {
	readonly #controller = new AbortController();
	readonly #leave = (): void => this.#end(left(this.context.signal.reason));
	/** Ours toward the upstream: callers' tokens may be equal. */
	readonly #token = `loadline-${++tokens}`;
	#stopSilence = (): void => {};
	#stopWhole = (): void => {};
	#signs = 0;
	#questions = 0;
	/** Set once the call was ended from our side. */
	ended: CallEnd | undefined;

	constructor(
		private readonly context: CallContext,
		private readonly patience: Patience,
	) {
		this.#startClocks();
		if (context.signal.aborted) this.#leave();
		else context.signal.addEventListener('abort', this.#leave, { once: true });
	}

	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	#startClocks(): void {
		this.#stopClocks();
		const { timeoutMs, maxTimeoutMs } = this.patience;
		this.#stopSilence = afterWaiting(timeoutMs, () => this.#expire('timeoutMs'));
		const longestMs = Math.max(timeoutMs, maxTimeoutMs);
		this.#stopWhole = afterWaiting(longestMs, () => this.#expire('maxTimeoutMs'));
	}

	#stopClocks(): void {
		this.#stopSilence();
		this.#stopWhole();
	}

	/** The request goes out now: what came before was not the upstream's time. */
	sending(): void {
		if (!this.signal.aborted) this.#startClocks();
	}

	#expire(limit: keyof Patience): void {
		this.#end({ cause: 'timeout', limit, signs: this.#signs });
	}

	#end(ended: CallEnd): void {
		this.ended ??= ended;
		this.#controller.abort(new Error(ended.cause));
	}

	/** The upstream works on it: the time of silence begins anew. */
	#sign(): void {
		this.#signs++;
		if (this.#questions > 0 || this.signal.aborted) return;
		this.#stopSilence();
		this.#stopSilence = afterWaiting(this.patience.timeoutMs, () => this.#expire('timeoutMs'));
	}

	/** Frees the timers and the caller's signal. */
	close(): void {
		this.#stopClocks();
		this.context.signal.removeEventListener('abort', this.#leave);
	}

	/** The promise, or undefined as soon as the call is ended from our side. */
	async until<T>(promise: Promise<T>): Promise<T | undefined> {
		if (this.signal.aborted) {
			promise.catch(() => {});
			return undefined;
		}
		return untilAborted(promise, this.signal);
	}

	/**
	 * The caller's `_meta` as the upstream may see it. A tool is always asked for progress: without it
	 * nobody could tell one that works from one that hangs.
	 */
	meta(era: 'legacy' | 'modern', method: string): JsonObject {
		const { progressToken, ...rest } = this.context.meta;
		const modern = era === 'modern';
		const { logLevel } = this.context;
		return {
			...crossingMeta(rest),
			...((progressToken !== undefined || method === 'tools/call') && {
				progressToken: this.#token,
			}),
			...(modern && { [CLIENT_CAPABILITIES_META_KEY]: this.#capabilities() }),
			...(modern && logLevel !== undefined && { [LOG_LEVEL_META_KEY]: logLevel }),
		};
	}

	/** Returns the client capabilities for a server of 2026-07-28: a caller of the older revision is asked on its stream. */
	#capabilities(): JsonObject {
		const { era, ask, clientCapabilities } = this.context;
		return ((era === 'modern' || ask) && clientCapabilities) || {};
	}

	exchange(maxBytes: number): Exchange {
		return {
			signal: this.signal,
			maxBytes,
			whose: this.context.principal.workspace,
			onNotification: (method, params) => this.#pass(method, params),
			onRequest: (method, params) => this.ask(method, params),
			onSign: () => this.#sign(),
		};
	}

	#pass(method: string, params: JsonObject): void {
		if (this.signal.aborted) return;
		const clean = withoutProtocolMeta(params, 0);
		const { progressToken } = this.context.meta;
		if (PASSED.has(method)) this.context.notify(method, clean);
		if (method !== 'notifications/progress' || progressToken === undefined) return;
		if (typeof clean.progress !== 'number') return;
		this.context.notify(method, { ...clean, progressToken });
	}

	/** A question to the caller's client; the clocks stand still while a human may be reading it. */
	async ask(method: string, params: JsonObject): Promise<ClientReply> {
		this.#questions++;
		this.#stopClocks();
		try {
			return await answerRequest(this.context, method, params, this.signal);
		} finally {
			this.#questions--;
			if (this.#questions === 0 && !this.signal.aborted) this.#startClocks();
		}
	}
}
