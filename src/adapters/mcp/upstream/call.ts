// The life of one request of one caller: its deadline, its cancellation, its progress.
import type { CallContext, JsonObject } from '../../../gateway/tool-source';
import type { Exchange } from './exchange';
import type { AbortCause } from './fault';
import { crossingMeta, withoutProtocolMeta } from './protocol-meta';

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';

let tokens = 0;

export class Call {
	readonly #context: CallContext;
	readonly #controller = new AbortController();
	readonly #timer: ReturnType<typeof setTimeout>;
	readonly #leave = (): void => this.#end('cancelled');
	/** Ours toward the upstream: callers' tokens may be equal. */
	readonly #token = `loadline-${++tokens}`;
	/** Set once the call was ended from our side. */
	cause: AbortCause | undefined;

	/** @param timeoutMs for everything together, connecting included */
	constructor(context: CallContext, timeoutMs: number) {
		this.#context = context;
		this.#timer = setTimeout(() => this.#end('timeout'), timeoutMs);
		if (context.signal.aborted) this.#end('cancelled');
		else context.signal.addEventListener('abort', this.#leave, { once: true });
	}

	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	#end(cause: AbortCause): void {
		this.cause ??= cause;
		this.#controller.abort(new Error(cause));
	}

	/** Frees the timer and the caller's signal. */
	close(): void {
		clearTimeout(this.#timer);
		this.#context.signal.removeEventListener('abort', this.#leave);
	}

	/** The promise, or undefined as soon as the call is ended from our side. */
	async until<T>(promise: Promise<T>): Promise<T | undefined> {
		if (this.signal.aborted) {
			promise.catch(() => {});
			return undefined;
		}
		let ended = (): void => {};
		const aborted = new Promise<undefined>((resolve) => {
			ended = () => resolve(undefined);
			this.signal.addEventListener('abort', ended, { once: true });
		});
		try {
			return await Promise.race([promise, aborted]);
		} finally {
			this.signal.removeEventListener('abort', ended);
		}
	}

	/** The caller's `_meta` as the upstream may see it. */
	meta(era: 'legacy' | 'modern'): JsonObject {
		const { progressToken, ...rest } = this.#context.meta;
		const modern = era === 'modern';
		const { logLevel } = this.#context;
		return {
			...crossingMeta(rest),
			...(progressToken !== undefined && { progressToken: this.#token }),
			// A caller of the older revision could not answer `input_required`.
			...(modern && {
				[CAPABILITIES]: (this.#context.era === 'modern' && this.#context.clientCapabilities) || {},
			}),
			...(modern && logLevel !== undefined && { [LOG_LEVEL]: logLevel }),
		};
	}

	exchange(maxBytes: number): Exchange {
		return {
			signal: this.signal,
			maxBytes,
			onNotification: (method, params) => this.#pass(method, params),
		};
	}

	#pass(method: string, params: JsonObject): void {
		if (this.signal.aborted) return;
		const clean = withoutProtocolMeta(params, 0);
		const { progressToken } = this.#context.meta;
		if (method === 'notifications/message') this.#context.notify(method, clean);
		if (method !== 'notifications/progress' || progressToken === undefined) return;
		if (typeof clean.progress !== 'number') return;
		this.#context.notify(method, { ...clean, progressToken });
	}
}
