// A prompt as it grows from request to request: what an isolate has read of its beginning is not read again.
import { jsonIn } from '../../shared/json-values';
import { type CacheMark, cacheRulesFor } from '../../transient';
import { PromptSizes, replaced } from './block-sizes';
import {
	type Call,
	type Dialect,
	type Place,
	type PromptBlock,
	readMessage,
	type ToolOutput,
} from './conversation';
import {
	type Body,
	headOf,
	lifeOf,
	marksIn,
	messagesIn,
	othersTurn,
	type Replacement,
	sharedCount,
	withMark,
	withMessages,
	withReplacements,
} from './prompt-text';
import type { FoundResult } from './used';

/** Characters that are read before others have their turn. */
const AT_ONCE = 200_000;
/** Least lengths of its cache that stand before a removal: estimates may be far off, and what is shorter is not cached. */
const ABOVE_LEAST = 2;
/** Prompts that are asked for again: another isolate may have sent them since. */
const AGAIN = 3;

/** The prompt of one request, and what of it is known from earlier ones. */
export class Prompt {
	text = '';
	/** Members of the body but its messages. */
	body: Body = {};
	readonly outputs: ToolOutput[] = [];
	/** Kept results by digest; null where none is known. */
	readonly known = new Map<string, FoundResult | null>();
	readonly digests = new Map<string, readonly string[]>();
	/** By call; with the last block of the request at which it left, and its block as it goes up. */
	readonly left = new Map<string, Replacement & { since: number; block: PromptBlock }>();
	/** Results that have left, by session and call, which that was not told yet. */
	readonly untold = new Set<string>();
	/** Hash of each prompt so far, by the last block of its request; the present one is the last. */
	readonly ends: { readonly block: number; readonly key: number }[] = [];
	readonly sizes = new PromptSizes((at) => this.#sentBlock(at));
	readonly #places: Place[] = [];
	readonly #calls = new Map<string, Call>();
	readonly #byBlock = new Map<number, ToolOutput>();
	readonly #byId = new Map<string, ToolOutput>();
	/** Members before the messages: they stay while the messages do. */
	#head: Body = {};
	readonly #rendered = new Map<number, string>();
	readonly #asked = new Set<string>();
	/** The first block that may leave. */
	#deep = 0;
	head = headOf({});
	rules = cacheRulesFor(false, {});
	#session = '';

	constructor(readonly dialect: Dialect) {}

	/** Hash of its beginning, through the model's first words where there are any: they name calls by ids of their own. */
	get origin(): number {
		const first = this.#places.findIndex(({ isModel }) => isModel);
		const end = this.#places[first + 1]?.blocks ?? this.sizes.blocks.length;
		return this.sizes.keyAt(end - 1);
	}

	/** Hashes of prompts that were not asked for yet; under the name of another session all are. */
	unasked(keys: readonly string[], session: string): readonly string[] {
		if (session !== this.#session) this.#asked.clear();
		this.#session = session;
		return keys.filter((key) => !this.#asked.has(key) && this.#asked.add(key));
	}

	/** The last block of each thing that the user said. */
	get said(): readonly number[] {
		const ends = [...this.#places.slice(1), { blocks: this.sizes.blocks.length }];
		return this.#places.flatMap(({ isTurn }, at) => (isTurn ? (ends[at]?.blocks ?? 0) - 1 : []));
	}

	/** Head, cache rules and lifetime by which its provider counts. */
	get #frame() {
		const { head, rules, body } = this;
		const { thinkingTurns: turns } = rules;
		const remembered = (turns !== undefined && this.said.at(-turns)) || 0;
		return { head, rules, automatic: lifeOf(body.cache_control), remembered };
	}

	/** The user has just spoken, and the model may or may not be shown once more what it thought before. */
	get mayForget(): boolean {
		const isNew = this.said.at(-1) === this.sizes.blocks.length - 1;
		const { remembered } = this.#frame;
		return isNew && this.sizes.blocks.slice(0, remembered).some(({ kind }) => kind === 'thought');
	}

	/** The first block of thinking that the model is shown no more once its user speaks. */
	get forgets(): number | undefined {
		const { rules, remembered } = this.#frame;
		if (rules.thinkingTurns === undefined) return undefined;
		return this.sizes.blocks.findIndex(({ kind }, at) => kind === 'thought' && at >= remembered);
	}

	/** The host names the call that restores an original, in its own words. */
	get names(): boolean {
		return this.#places.some(({ names }) => names);
	}

	get marks(): number {
		return this.#places.reduce((sum, { marks }) => sum + marks, 0) + marksIn(this.body);
	}

	shared(text: string): number {
		return sharedCount(text, this.text, this.#places);
	}

	/**
	 * Reads a body.
	 * @param kept messages that it shares with the one before
	 * @returns false where it is none of this dialect
	 */
	async read(text: string, kept: number): Promise<boolean> {
		const last = this.#places[kept - 1];
		const member = this.dialect === 'responses' ? 'input' : 'messages';
		const found = await messagesIn(text, last?.end, member);
		if (!found) return false;
		this.#forget(kept);
		if (!last) this.#head = found.before;
		this.body = { ...this.#head, ...found.rest };
		this.text = text;
		let looked = 0;
		for (const place of found.places) {
			if (!this.#add(jsonIn(text.slice(place.start, place.end)), place)) return false;
			if (place.end - looked < AT_ONCE) continue;
			looked = place.end;
			await othersTurn();
		}
		if (this.#places.at(-1)?.isModel === false) this.#end();
		this.#ruled();
		return this.#places.length > 0;
	}

	/** Another model may cache less of it: what left too near its beginning then stands there again. */
	#ruled(): void {
		this.head = headOf(this.body);
		this.rules = cacheRulesFor(this.dialect === 'anthropic', this.body);
		const deep = this.sizes.behind(ABOVE_LEAST * this.rules.least - this.head.tokens);
		if (deep === this.#deep) return;
		this.#deep = deep;
		this.#asked.clear();
		for (const output of this.outputs)
			if (this.left.delete(output.id)) this.#rendered.delete(output.at);
	}

	/** Returns whether a result stands behind what its model caches at least. */
	mayLeave({ block }: ToolOutput): boolean {
		return block >= this.#deep;
	}

	/** Returns whether the model would refuse its own thinking behind a result that leaves. */
	isBound({ block }: ToolOutput): boolean {
		if (!this.rules.bindsThinking) return false;
		return this.sizes.blocks.findLastIndex(({ kind }) => kind === 'thought') > block;
	}

	#add(message: unknown, { start, end }: Pick<Place, 'start' | 'end'>): boolean {
		const read = readMessage(message, this.dialect);
		if (!read) return false;
		const ends = this.ends.length;
		if (read.isModel && this.#places.at(-1)?.isModel === false) this.#end();
		const at = this.#places.length;
		const { blocks: added, calls, outputs, ...place } = read;
		const blocks = this.sizes.blocks.length;
		this.#places.push({ start, end, blocks, outputs: this.outputs.length, ends, ...place });
		for (const [id, call] of calls) this.#calls.set(id, call);
		for (const block of added) this.sizes.add(block);
		for (const { id, block, ...output } of outputs) {
			const call = this.#calls.get(id);
			if (!call) continue;
			const inPrompt = { at, block: blocks + block };
			const unique = this.#byId.has(id) ? `${id}#${inPrompt.block}` : id;
			const found = { id: unique, called: id, ...call, ...output, ...inPrompt };
			this.outputs.push(found);
			this.#byBlock.set(found.block, found);
			this.#byId.set(unique, found);
		}
		return true;
	}

	/** Ends a request at its newest result, or the model's words: hosts drop in the next what they added, and users say more. */
	#end(): void {
		const first = this.#places.findLastIndex(({ isModel }) => isModel) + 1;
		const output = this.outputs.at(-1);
		const said = ((first && this.#places[first]?.blocks) || this.sizes.blocks.length) - 1;
		const block = output && output.at >= first ? output.block : said;
		this.ends.push({ block, key: this.sizes.keyAt(block) });
	}

	#forget(kept: number): void {
		const first = this.#places[kept];
		const again = Math.max(0, (first ?? { ends: this.ends.length }).ends - AGAIN);
		for (const { key } of this.ends.slice(again)) this.#asked.delete(key.toString(36));
		// The last request's end is read again: what follows may be the model's.
		if (!first && kept > 0 && this.#places[kept - 1]?.isModel === false) this.ends.pop();
		if (!first) return;
		this.#places.length = kept;
		this.sizes.cut(first.blocks);
		for (const { id, block } of this.outputs.splice(first.outputs)) {
			this.#byBlock.delete(block);
			this.#byId.delete(id);
			this.known.delete(id);
			this.digests.delete(id);
		}
		this.ends.length = first.ends;
		for (const at of this.#rendered.keys()) if (at >= kept) this.#rendered.delete(at);
		for (const [id, { since }] of this.left) {
			const output = this.#byId.get(id);
			if (output && since < first.blocks) continue;
			this.left.delete(id);
			if (output) this.#rendered.delete(output.at);
		}
	}

	/** Takes results out. @param since last block of the request at which they left */
	leave(replacements: readonly Replacement[], since: number): void {
		for (const each of replacements) {
			const output = this.#byId.get(each.call);
			if (!output || output.block > since || !this.mayLeave(output)) continue;
			if (!each.isTold) this.untold.add(`${this.#session} ${each.call}`);
			if (this.left.has(each.call)) continue;
			const given = this.sizes.blocks[output.block] as PromptBlock;
			this.left.set(each.call, { ...each, since, block: replaced(given, output, each.text) });
			this.#rendered.delete(output.at);
		}
	}

	/** As its host wrote it, and without what has left. */
	cached() {
		return this.sizes.cached(this.#frame);
	}

	/** Takes over what the provider counted of a body, `text` as it came; undefined where another was read since. */
	measure(text: string, total: number) {
		if (text !== this.text) return undefined;
		this.sizes.measure(this.#frame, total);
		return this.cached();
	}

	/** Returns whether a block may bear a mark. */
	canMark(at: number): boolean {
		const block = this.sizes.blocks[at];
		return block?.canMark === true && block.life === undefined;
	}

	#sentBlock(at: number): PromptBlock {
		const left = this.left.get(this.#byBlock.get(at)?.id ?? '');
		return left?.block ?? (this.sizes.blocks[at] as PromptBlock);
	}

	/** Tokens of a result's block; with another text in it at the most: what a provider has not counted may be more. */
	tokensOf(output: ToolOutput, text?: string): number {
		const block = this.sizes.blocks[output.block] as PromptBlock;
		return Math.round(this.sizes.of(text === undefined ? block : replaced(block, output, text)));
	}

	/** The body that goes up; undefined where it is as it came. */
	rendered(mark: CacheMark | undefined): string | undefined {
		const changed = new Set(this.outputs.flatMap(({ id, at }) => (this.left.has(id) ? [at] : [])));
		const marked = mark && this.#places.findLastIndex(({ blocks }) => blocks <= mark.at);
		if (marked !== undefined) changed.add(marked);
		if (changed.size === 0) return undefined;
		const order = [...changed].toSorted((a, b) => a - b);
		const messages = order.map((at) => {
			const place = this.#places[at] as Place;
			const text = this.#message(at, place);
			return { ...place, text: at === marked && mark ? withMark(text, mark, place.blocks) : text };
		});
		return withMessages(this.text, messages);
	}

	#message(at: number, { start, end, outputs: first }: Place): string {
		const done = this.#rendered.get(at);
		if (done !== undefined) return done;
		const last = this.#places[at + 1]?.outputs ?? this.outputs.length;
		const left = this.outputs.slice(first, last).flatMap(({ id, called: call }) => {
			const text = this.left.get(id)?.text;
			return text === undefined ? [] : { call, text };
		});
		const text = withReplacements(this.text.slice(start, end), left);
		if (left.length > 0) this.#rendered.set(at, text);
		return text;
	}
}
