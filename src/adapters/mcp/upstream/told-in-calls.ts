// Changes that a server tells on the stream of a call. A client of 2025-11-25 hears them there; one of 2026-07-28
// hears changes on its own stream alone (`subscriptions/listen`), and is told of them there.
import type { CallContext, JsonObject } from '../../../gateway';
import { CHANGED } from '../meta-keys';
import type { UpstreamSource } from './source';

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
			await source.listen?.(wanted, context);
		},
	};
}
