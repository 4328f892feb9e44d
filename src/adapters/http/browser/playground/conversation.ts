// The calls of a playground as a host would hold them: loadline/client says which results have left.
import { TransientContext } from '../../../../client';
import type { HOST_NAMES } from '../../../../config';
import type { ContextHint } from '../../../../shared/context-marks';
import { isRecord } from '../../../../shared/is-record';
import { type Answer, sizesOf, textsOf } from './result-parts';

/** A call that was answered, well or with an error; by its `id` it is known when its result leaves. */
export interface Call {
	readonly id: string;
	readonly tool: string;
	readonly args: Readonly<Record<string, unknown>>;
	readonly answer: Answer;
	/** The host that it was answered for. */
	readonly host: (typeof HOST_NAMES)[number] | undefined;
}

/** Share of a call's result in the context. */
export interface Held {
	readonly call: Call;
	readonly badge: 'plain' | 'transient' | 'consumed' | 'collapsed';
	readonly tokens: number;
	/** Its replacement once it left. */
	readonly text?: string;
}

/** Calls in order of their answers; nothing of it is stored, and it ends with the page. */
export class Conversation {
	readonly #context = new TransientContext();
	readonly #calls: Call[] = [];
	#hints: readonly ContextHint[] = [];

	add(call: Call): void {
		this.#calls.push(call);
		const { id, tool, args, answer } = call;
		this.#context.observe({ id, tool, arguments: args, result: answer });
		const hints = answer._meta?.contextHints;
		if (Array.isArray(hints)) this.#hints = [...this.#hints, ...(hints as ContextHint[])];
	}

	/** The conversation as its model would get it next. */
	held(): readonly Held[] {
		const sent = this.#context.apply(this.#calls.map(({ id, answer }) => ({ id, result: answer })));
		return this.#calls.map((call, at) => {
			const state = this.#context.state.get(call.id);
			const badge = state?.badge ?? 'plain';
			const tokens = state?.tokensAfter ?? sizesOf(call.answer).sent;
			if (badge !== 'collapsed') return { call, badge, tokens };
			const { result } = sent[at] as { result: Answer };
			return { call, badge, tokens, text: textsOf(result).join('\n') };
		});
	}

	/** For the next call: tells the server what has left. */
	meta(): Readonly<Record<string, unknown>> {
		return this.#context.requestMeta();
	}

	/** The tool whose success lets results of this one leave. */
	consumerOf(tool: string): string | undefined {
		return this.#hints.find((hint) => isRecord(hint) && hint.tool === tool)?.consumedBy;
	}
}
