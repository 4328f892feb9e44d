// The life of one request: deadlines, cancellation, progress, and what the upstream asks the caller's client meanwhile.
import { type CallContext, type ClientReply, type Credential, TurnOver } from '../../../gateway';
import type { JsonObject } from '../../../shared/json-values';
import { CHANGED, META } from '../meta-keys';
import { crossingMeta, type Exchange, withoutProtocolMeta } from './answer';

const METHOD_NOT_FOUND = -32_601;

/** Requests of a 2025 server that a client may be asked, by the capability they need. */
const ASKED: Readonly<Record<string, string>> = {
	'sampling/createMessage': 'sampling',
	'elicitation/create': 'elicitation',
	'roots/list': 'roots',
};

/** Returns whether a notification is passed on unchanged, as all are but progress. */
export const passes = (method: string): boolean =>
	CHANGED.test(method) || /^notifications\/(?:message|elicitation\/complete)$/.test(method);

/** Requests on which a server may work, and be silent, for as long as its caller waits. */
export const WORK: ReadonlySet<string> = new Set([
	...['tools/call', 'prompts/get', 'resources/read', 'completion/complete'],
]);

/** Timeouts of a call, in milliseconds. */
export interface Patience {
	/**
	 * From the last sign of life: the beginning, progress, a message, an answered question. Unless it is set, work
	 * may be silent until `maxTimeoutMs`, and all else for {@link PROMPT_MS}.
	 */
	readonly timeoutMs?: number | undefined;
	/** Of one request in all; questions to the caller's client do not count. */
	readonly maxTimeoutMs: number;
}

/** Milliseconds in which a server answers what takes no work: a handshake, a list. */
export const PROMPT_MS = 30_000;
/** Parts of a wait: of a long standstill of this isolate one part counts at most. */
const PARTS = 8;

/** The reason why a call was ended from our side. */
export type CallEnd =
	| { readonly cause: 'cancelled' }
	/** Others are waiting too, and it had its time: milliseconds. */
	| { readonly cause: 'late'; readonly ms: number }
	| {
			readonly cause: 'timeout';
			/** The limit that was exceeded, and its milliseconds. */
			readonly limit: keyof Patience;
			readonly ms: number;
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

/** One call in progress; whoever makes it must `close` it, or its timer runs on. */
export class Call {
	readonly #controller = new AbortController();
	readonly signal = this.#controller.signal;
	readonly #leave = (): void => this.#end(left(this.context.signal.reason));
	/** Ours toward the upstream: callers' tokens may be equal. */
	readonly #token = `loadline-${++tokens}`;
	/** One timer for both limits: milliseconds of silence and of the whole are counted part by part. */
	#timer: ReturnType<typeof setTimeout> | undefined;
	readonly #partMs: number;
	#silentMs = 0;
	#wholeMs = 0;
	#isWork = false;
	#signs = 0;
	#questions = 0;
	/** Credential of the latest attempt, which its answer may not show. */
	credential: Credential | undefined;
	/** Set once the call was ended from our side. */
	ended: CallEnd | undefined;

	constructor(
		private readonly context: CallContext,
		private readonly patience: Patience,
	) {
		this.#partMs = (patience.timeoutMs ?? PROMPT_MS) / PARTS;
		this.#tick();
		if (context.signal.aborted) this.#leave();
		else context.signal.addEventListener('abort', this.#leave, { once: true });
	}

	#tick(): void {
		this.#timer = setTimeout(() => {
			const { timeoutMs, maxTimeoutMs } = this.patience;
			const silence = timeoutMs ?? (this.#isWork ? Number.POSITIVE_INFINITY : PROMPT_MS);
			const longest = Math.max(timeoutMs ?? 0, maxTimeoutMs);
			if (this.#questions === 0) {
				this.#silentMs += this.#partMs;
				this.#wholeMs += this.#partMs;
			}
			if (this.#silentMs >= silence) this.#expire('timeoutMs', silence);
			else if (this.#wholeMs >= longest) this.#expire('maxTimeoutMs', longest);
			else this.#tick();
		}, this.#partMs);
	}

	/** The request goes out now: what came before was not the upstream's time. */
	sending(method: string): void {
		this.#isWork = WORK.has(method);
		this.#silentMs = this.#wholeMs = -this.#partMs;
	}

	#expire(limit: keyof Patience, ms: number): void {
		this.#end({ cause: 'timeout', limit, ms, signs: this.#signs });
	}

	#end(ended: CallEnd): void {
		this.ended ??= ended;
		this.#controller.abort(new Error(ended.cause));
	}

	/** The upstream works on it: the time of silence begins anew. */
	#sign(): void {
		this.#signs++;
		this.#silentMs = -this.#partMs;
	}

	/** Frees the timer and the caller's signal. */
	readonly close = (): void => {
		if (this.#timer !== undefined) clearTimeout(this.#timer);
		this.context.signal.removeEventListener('abort', this.#leave);
	};

	/**
	 * The caller's `_meta` as the upstream may see it. A tool is always asked for progress: without it
	 * nobody could tell one that works from one that hangs.
	 */
	meta(era: 'legacy' | 'modern', method: string): JsonObject {
		const { progressToken, ...rest } = this.context.meta;
		const modern = era === 'modern';
		// Older clients are told everything unless they have said less.
		const { era: own, ask, clientCapabilities = {} } = this.context;
		const { logLevel = own === 'legacy' ? 'debug' : undefined } = this.context;
		// A caller of the older revision is asked on its stream.
		const capabilities = own === 'modern' || ask ? clientCapabilities : {};
		return {
			...crossingMeta(rest),
			...((progressToken !== undefined || method === 'tools/call') && {
				progressToken: this.#token,
			}),
			...(modern && { [META.capabilities]: capabilities }),
			...(modern && logLevel !== undefined && { [META.logLevel]: logLevel }),
		};
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
		if (passes(method)) this.context.notify(method, clean);
		if (method !== 'notifications/progress' || progressToken === undefined) return;
		if (typeof clean.progress !== 'number') return;
		this.context.notify(method, { ...clean, progressToken });
	}

	/** A question to the caller's client; the clocks stand still while a human may be reading it. */
	async ask(method: string, params: JsonObject): Promise<ClientReply> {
		this.#questions++;
		try {
			return await answerRequest(this.context, method, params, this.signal);
		} finally {
			this.#questions--;
			// The part that runs has begun before, and does not count.
			if (this.#questions === 0) this.#silentMs = this.#wholeMs = -this.#partMs;
		}
	}
}

/** Bytes and notifications of one stream; beyond them it ends, and the client opens another. */
const STREAM = { maxBytes: 100_000_000, mostNotifications: 100_000 };

/** Passes on what a server says without being asked. */
export const listeningExchange = (context: CallContext): Exchange => ({
	...STREAM,
	signal: context.signal,
	whose: context.principal.workspace,
	onSign: () => {},
	onNotification: (method, params) => {
		if (passes(method)) context.notify(method, withoutProtocolMeta(params, 0));
	},
	onRequest: (method, params) => answerRequest(context, method, params, context.signal),
});
