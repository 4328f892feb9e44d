// Calls that stay open while their client goes away to find an answer: a server of 2025-11-25 asks in
// the middle of a call, a client of 2026-07-28 is told `input_required` and comes back with a request
// of its own. Whoever outlives a request holds them: the object of a conversation.
import type {
	CallAnswer,
	CallContext,
	ClientReply,
	SourceFault,
	ToolSource,
} from '../../../gateway';
import { isRecord, type JsonObject, parseSpelled } from '../../../shared/json-values';
import { err, ok, type Result } from '../../../shared/result';

/** A request as it can be handed to another isolate: plain data. */
export interface HeldCall {
	readonly upstream: string;
	readonly method: string;
	/** JSON text, numbers as the client spelled them. */
	readonly params: string;
	readonly context: Omit<CallContext, 'signal' | 'notify' | 'ask' | 'home'>;
}

export type Said = readonly [method: string, params: JsonObject];

/** Outcome of a call, or of another request. */
export type HeldAnswer = Result<
	CallAnswer | { readonly kind: 'passed'; readonly value: JsonObject },
	SourceFault
>;

export type HeldStep =
	/** Notifications of the server; the call goes on. */
	| { readonly kind: 'said'; readonly said: readonly Said[] }
	| { readonly kind: 'answered'; readonly answer: HeldAnswer }
	/** Questions of the server, by keys of ours. */
	| { readonly kind: 'asked'; readonly questions: Readonly<Record<string, JsonObject>> }
	/** It is not open here, or no longer. */
	| { readonly kind: 'gone' };

/** Plain data in and out: the holder may be anywhere. */
export type HeldCalls = Pick<MemoryHeldCalls, 'begin' | 'goOn' | 'wait' | 'end'>;

export interface HeldCallPorts {
	/** The server of a principal's workspace; undefined when it is no longer there. */
	source(call: HeldCall): Promise<ToolSource | undefined>;
	/** Timeout of a question in milliseconds; 10 minutes by default. */
	readonly patienceMs?: number;
}

const PATIENCE_MS = 600_000;
/** Calls of a conversation that wait for an answer; the oldest is ended first. */
const MOST_WAITING = 20;
/** Questions of one call that are open at the same time. */
const MOST_QUESTIONS = 20;
/** Messages and progress that are kept for a client that is away. */
const MOST_UNHEARD = 1_000;
/** UTF-16 units of an answer: between isolates 32 MiB cross. */
const LONGEST_ANSWER = 15_000_000;
/** Milliseconds that others of the same moment may take to join a question. */
const TOGETHER_MS = 20;

interface Question {
	readonly asked: JsonObject;
	give(reply: ClientReply): void;
}

/** One call, its open questions, and what came of it. */
class Held {
	readonly leaving = new AbortController();
	readonly questions = new Map<string, Question>();
	/** Notifications not delivered yet. */
	readonly said: Said[] = [];
	/** Ends the call when nobody has come back; set while nobody is there. */
	timer: ReturnType<typeof setTimeout> | null = null;
	answer: HeldAnswer | undefined;
	readonly #waiting = new Set<() => void>();
	#count = 0;

	/** The server's question, until it is answered or the call ends. */
	readonly ask: NonNullable<CallContext['ask']> = (method, params, signal) =>
		new Promise((resolve) => {
			if (this.questions.size >= MOST_QUESTIONS) return resolve(UNANSWERED);
			const key = `q${++this.#count}`;
			const give = (reply: ClientReply): void => {
				this.questions.delete(key);
				signal.removeEventListener('abort', leave);
				resolve(reply);
			};
			const leave = (): void => give(UNANSWERED);
			this.questions.set(key, { asked: asked(method, params), give });
			signal.addEventListener('abort', leave, { once: true });
			if (signal.aborted) leave();
			this.#wake();
		});

	#wake(): void {
		for (const resume of this.#waiting) resume();
		this.#waiting.clear();
	}

	readonly tell: CallContext['notify'] = (...said) => {
		if (this.said.length < MOST_UNHEARD) this.said.push(said);
		this.#wake();
	};

	settle(answer: HeldAnswer): void {
		this.answer = answer;
		this.#wake();
	}

	/** Until there is something to tell the client. */
	async news(): Promise<void> {
		const isQuiet = () => !this.answer && this.questions.size === 0 && this.said.length === 0;
		if (isQuiet()) await new Promise<void>((resume) => void this.#waiting.add(resume));
		const isAsked = !this.answer && this.questions.size > 0;
		if (isAsked) await new Promise((resume) => setTimeout(resume, TOGETHER_MS));
	}
}

/** Holds the calls of one conversation in memory: they end with it. */
export class MemoryHeldCalls {
	readonly #calls = new Map<string, Held>();

	constructor(private readonly ports: HeldCallPorts) {}

	/** True if there are none. */
	get isIdle(): boolean {
		return this.#calls.size === 0;
	}

	/** Begins a call under a new random id. */
	async begin(id: string, call: HeldCall): Promise<HeldStep> {
		const held = new Held();
		this.#calls.set(id, held);
		void this.#run(held, call);
		return this.#attend(id, held);
	}

	/** The next step after one of `said`. */
	async wait(id: string): Promise<HeldStep> {
		const held = this.#calls.get(id);
		return held ? this.#attend(id, held) : { kind: 'gone' };
	}

	/** Goes on with what the client answered, by the questions' keys. */
	async goOn(id: string, answers: JsonObject): Promise<HeldStep> {
		const held = this.#calls.get(id);
		if (!held) return { kind: 'gone' };
		for (const [key, question] of [...held.questions]) {
			const result = Object.hasOwn(answers, key) ? answers[key] : undefined;
			if (isRecord(result)) question.give({ result });
		}
		return this.#attend(id, held);
	}

	/** Nobody waits for it any more. */
	async end(id: string): Promise<void> {
		const held = this.#calls.get(id);
		if (!held) return;
		this.#calls.delete(id);
		if (held.timer !== null) clearTimeout(held.timer);
		held.leaving.abort();
	}

	async #run(held: Held, call: HeldCall): Promise<void> {
		try {
			const from = await this.ports.source(call);
			if (!from) return held.settle(err(noSource(call.upstream)));
			const context: CallContext = {
				...call.context,
				signal: held.leaving.signal,
				notify: held.tell,
				ask: held.ask,
			};
			const params = parseSpelled(call.params) as JsonObject;
			held.settle(crossing(await answerOf(from, call.method, params, context), call));
		} catch {
			held.settle(err(noSource(call.upstream)));
		}
	}

	/** Stays with a call until it has something to say; it waits for its client from then on. */
	async #attend(id: string, held: Held): Promise<HeldStep> {
		if (held.timer !== null) clearTimeout(held.timer);
		held.timer = null;
		// Of two that come back at once the first hears what there was.
		do await held.news();
		while (!held.answer && held.said.length + held.questions.size === 0);
		const said = held.said.splice(0);
		if (held.answer && said.length === 0) {
			this.#calls.delete(id);
			return { kind: 'answered', answer: held.answer };
		}
		if (this.#calls.get(id) === held) {
			if (held.timer !== null) clearTimeout(held.timer);
			held.timer = setTimeout(() => void this.end(id), this.ports.patienceMs ?? PATIENCE_MS);
			const waiting = [...this.#calls].filter(([, { timer }]) => timer !== null);
			for (const [oldest] of waiting.slice(0, -MOST_WAITING)) void this.end(oldest);
		}
		if (said.length > 0) return { kind: 'said', said };
		const questions = [...held.questions].map(([key, { asked }]) => [key, asked] as const);
		return { kind: 'asked', questions: Object.fromEntries(questions) };
	}
}

const UNANSWERED: ClientReply = {
	error: { code: -32_603, message: 'The client gave no answer.' },
};

/** A question as 2026-07-28 has it: an id by which its end would be announced is not part of it. */
const asked = (method: string, { elicitationId: _, ...params }: JsonObject): JsonObject =>
	Object.keys(params).length > 0 || method !== 'roots/list' ? { method, params } : { method };

async function answerOf(
	source: ToolSource,
	method: string,
	params: JsonObject,
	context: CallContext,
): Promise<HeldAnswer> {
	if (method === 'tools/call') {
		const { name, arguments: args } = params;
		const call = { name: String(name), args: (args ?? {}) as JsonObject };
		return source.callTool({ ...call, isBare: args === undefined }, context);
	}
	const answered = await source.request?.(method, params, context);
	if (!answered) return err({ code: 'unknown_method', message: `${method} is not offered.` });
	return answered.ok ? ok({ kind: 'passed', value: answered.value }) : answered;
}

/** The answer, if it is not too long for its way back. */
function crossing(answer: HeldAnswer, { upstream }: HeldCall): HeldAnswer {
	if (!answer.ok || answer.value.kind === 'input_required') return answer;
	// Spelled numbers do not cross.
	const text = JSON.stringify(answer);
	if (text.length <= LONGEST_ANSWER) return JSON.parse(text) as HeldAnswer;
	const message = `Upstream "${upstream}" answered with more than ${LONGEST_ANSWER} characters. Narrow the call (filters, fewer items, a smaller range).`;
	return err({ code: 'too_large', message });
}

const noSource = (name: string): SourceFault => ({
	code: 'unavailable',
	message: `Upstream "${name}" could not be called. Try again.`,
});
