// TransientContext: watches the results of a conversation and leaves out those that have been used
// (the client's side of the transient context protocol, docs/client.md).
import {
	type ContextAction,
	type ContextHint,
	LEFT_IDS,
	readContextMarks,
	readHints,
} from '../shared/context-marks';
import { addPairs, chooseUsed, type Pair, type Pairing } from '../shared/context-pairing';
import { applyCollapses, type Collapse } from './apply';
import { type CountTokens, inWholeTokens, jsonText, tokensOf } from './measure';
import {
	calledBy,
	fingerprintOf,
	frozenCopy,
	idsBut,
	namedIn,
	type ObservedResult,
	type ResultState,
	stateOf,
	transientEntry,
} from './observed-result';
import {
	type Entry,
	type Observation,
	readSettings,
	readStoredContext,
	type StoredContext,
} from './stored-context';

export interface TransientContextOptions {
	/** Results that a consumer collapses without naming them: `all` that are pending (default), or one. */
	readonly pairing?: Pairing;
	/**
	 * Time at which a consumed result is replaced: `immediate`ly (default), or at the next `turn`, that is, once a
	 * user message follows its consumer's result.
	 */
	readonly applyAt?: 'turn' | 'immediate';
	/** Originals kept for `expand`; beyond that the oldest go. Default 200. */
	readonly keepOriginals?: number;
	/** Counts tokens for `state`. Default: the server's own numbers, else an estimate by length. */
	readonly countTokens?: CountTokens;
}

/** Originals kept unless told. */
const KEEP_ORIGINALS = 200;

/**
 * The transient results of one conversation with one server.
 * @example
 * const context = new TransientContext();
 * context.observe({ id: block.id, tool: block.name, result });
 * const messages = context.apply(conversation);
 */
export class TransientContext {
	readonly #settings: ReturnType<typeof readSettings>;
	readonly #countTokens: CountTokens | undefined;
	#pairs: readonly Pair[] = [];
	/** In call order. */
	readonly #entries = new Map<string, Entry>();
	readonly #observed = new Map<string, Observation>();
	#actions: readonly ContextAction[] = [];

	/** @throws TypeError that names an option which is none of those allowed */
	constructor({ countTokens, ...options }: TransientContextOptions = {}) {
		const settings = {
			pairing: options.pairing ?? 'all',
			applyAt: options.applyAt ?? 'immediate',
			keepOriginals: options.keepOriginals ?? KEEP_ORIGINALS,
		};
		this.#settings = readSettings(
			settings,
			(option, form) => new TypeError(`TransientContext: ${option} must be ${form}.`),
		);
		this.#countTokens = countTokens && inWholeTokens(countTokens);
	}

	/**
	 * Registers which tools use up which results. `observe` does so with the hints it meets.
	 * @param hints - `_meta.contextHints`; what has not the form of a hint is ignored
	 */
	register(hints: readonly ContextHint[]): void {
		this.#pairs = addPairs(this.#pairs, readHints(hints));
	}

	/**
	 * Takes note of a result, in call order; each call counts once.
	 * @returns `transient`: may be collapsed later; `consumed`: has collapsed another; else `plain`
	 */
	observe({ id, result, ...call }: ObservedResult): Observation {
		const key = String(id);
		const { tool, args } = calledBy(call);
		const before = this.#observed.get(key);
		if (before !== undefined) return before;
		const marks = readContextMarks(result);
		this.register(marks.hints);
		const collapsed = marks.consumed && this.#collapse(key, tool, namedIn(args, marks));
		if (marks.action) {
			this.#addAction(marks.action);
			this.forget();
		}
		let answer: Observation = 'plain';
		if (marks.transient) {
			const { summary } = marks.transient;
			this.#entries.set(key, transientEntry(key, tool, result, summary, this.#countTokens));
			this.#forgetOriginals();
			answer = 'transient';
		} else if (collapsed) {
			const tokens = tokensOf(result, this.#countTokens);
			this.#entries.set(key, {
				...{ id: key, tool, badge: 'consumed', tokensBefore: tokens, tokensCollapsed: tokens },
				...fingerprintOf(result),
			});
			answer = 'consumed';
		}
		if (marks.transient || marks.consumed || marks.action) this.#observed.set(key, answer);
		return answer;
	}

	/**
	 * Drops what waits for its consumer, once a context is cleared or compacted: nothing that comes
	 * later uses it up. `observe` does so when a workflow asks for it; a host whose user does it tells.
	 */
	forget(): void {
		for (const [id, { badge }] of this.#entries)
			if (badge === 'transient') this.#change(id, { forgotten: true });
	}

	/**
	 * The conversation to send: results that have been used are replaced by their summaries. Works
	 * on the messages of Anthropic, OpenAI (Chat, Responses, Agents), AI SDK (model and UI), Gemini,
	 * Bedrock and LangChain, and on MCP results; whatever else stands between them passes, and what is
	 * not replaced counts as not released.
	 * @param messages - never changed; the result of an earlier `apply` may be part of it
	 * @returns a new array; messages without a replaced result are the same objects
	 */
	apply<Message>(messages: readonly Message[]): Message[] {
		const collapses = new Map<string, Collapse>();
		for (const { id, badge, text, consumedBy, applied } of this.#entries.values()) {
			if (badge === 'collapsed' && text !== undefined)
				collapses.set(id, { text, consumedBy, applied: applied === true });
		}
		const done = applyCollapses(messages, collapses, this.#settings.applyAt, (taken) =>
			idsBut(this.#entries.values(), taken),
		);
		for (const id of collapses.keys())
			if (done.ids.has(id)) this.#change(id, { applied: true, missed: false });
			else this.#change(id, { missed: true });
		return done.messages;
	}

	/** The original of a transient result as observed, frozen; undefined when it is not kept. @param id of its call */
	expand(id: string | number): unknown {
		return this.#entries.get(String(id))?.original;
	}

	/** The results that concern the context, by the id of their call, in call order. */
	get state(): ReadonlyMap<string, ResultState> {
		return new Map([...this.#entries].map(([id, entry]) => [id, stateOf(entry)]));
	}

	/** Tokens that results no longer take which `apply` has left out. */
	get tokensReleased(): number {
		return this.#released(({ applied }) => applied === true);
	}

	/** Tokens that all used results together could release. */
	get tokensReleasable(): number {
		return this.#released(() => true);
	}

	/** Used results that the last `apply` did not replace: not due yet, not there, or in no form it knows. */
	get notApplied(): readonly string[] {
		return [...this.#entries.values()]
			.filter(({ badge, missed }) => badge === 'collapsed' && missed === true)
			.map(({ id }) => id);
	}

	/** Members for the `_meta` of the next call: which results have left, for the server's figures. Each is told once. */
	requestMeta(): Readonly<Record<string, readonly string[]>> {
		const left = [...this.#entries.values()].filter(
			({ applied, reported, noteId }) => applied && !reported && noteId !== undefined,
		);
		for (const { id } of left) this.#change(id, { reported: true });
		return left.length === 0 ? {} : { [LEFT_IDS]: left.flatMap(({ noteId }) => noteId ?? []) };
	}

	#released(counts: (entry: Entry) => boolean): number {
		let released = 0;
		for (const entry of this.#entries.values())
			if (entry.badge === 'collapsed' && counts(entry))
				released += Math.max(0, entry.tokensBefore - entry.tokensCollapsed);
		return released;
	}

	/**
	 * Action that a workflow asks of the host: to `compact` or `clear` the conversation, then to resume the
	 * run. Reading takes it: each action is given once, then it is undefined.
	 */
	get pendingAction(): ContextAction | undefined {
		const [action, ...rest] = this.#actions;
		this.#actions = rest;
		return action;
	}

	/** Everything, originals included, as plain data; `countTokens` has to be given again. */
	toJSON(): StoredContext {
		return {
			version: 1,
			...this.#settings,
			pairs: this.#pairs,
			results: [...this.#entries.values()],
			observed: [...this.#observed],
			actions: this.#actions,
		};
	}

	/**
	 * A context that was stored.
	 * @param json - what `toJSON` returned, or its JSON text
	 * @param options - override what was stored
	 * @throws TypeError that names what is wrong with it
	 */
	static from(json: unknown, options: TransientContextOptions = {}): TransientContext {
		const { pairing, applyAt, keepOriginals, ...stored } = readStoredContext(json);
		const context = new TransientContext({ pairing, applyAt, keepOriginals, ...options });
		context.#pairs = stored.pairs;
		context.#actions = stored.actions;
		for (const entry of stored.results)
			context.#entries.set(entry.id, { ...entry, ...frozenCopy(jsonText(entry.original)) });
		for (const [id, answer] of stored.observed) context.#observed.set(id, answer);
		return context;
	}

	/** The newest action of a run replaces an earlier one that nobody has taken. */
	#addAction(action: ContextAction): void {
		const others = this.#actions.filter(({ run_id }) => run_id !== action.run_id);
		this.#actions = [...others, action];
	}

	/** Collapses what a consumer used; true if there was any. */
	#collapse(consumer: string, tool: string, named: readonly string[]): boolean {
		const pending = [...this.#entries.values()].filter(
			({ badge, forgotten }) => badge === 'transient' && !forgotten,
		);
		const used = chooseUsed(this.#pairs, tool, named, pending, this.#settings.pairing);
		for (const { id } of used) this.#change(id, { badge: 'collapsed', consumedBy: consumer });
		return used.length > 0;
	}

	#forgetOriginals(): void {
		const kept = [...this.#entries.values()].filter(({ original }) => original !== undefined);
		const surplus = Math.max(0, kept.length - this.#settings.keepOriginals);
		for (const { original: _, ...entry } of kept.slice(0, surplus))
			this.#entries.set(entry.id, entry);
	}

	#change(id: string, changes: Partial<Entry>): void {
		const entry = this.#entries.get(id);
		if (entry) this.#entries.set(id, { ...entry, ...changes });
	}
}
