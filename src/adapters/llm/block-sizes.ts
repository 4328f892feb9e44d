// Sizes of blocks as their provider counts them: learnt from its usage, estimated for what is new.
import { estimate } from '../../protect';
import { chainHash, hashText } from '../../shared/fingerprint';
import type { CachedPrompt, CacheMark, CacheRules } from '../../transient';
import { type PromptBlock, type ToolOutput, tokensOfBlock } from './conversation';
import type { headOf } from './prompt-text';
import { remembered } from './used';

/** A provider's count as a line over the estimate. */
export interface Scale {
	readonly estimated: number;
	readonly counted: number;
	readonly head: number;
	/** Hash of the tools and system that were counted last. */
	readonly of?: number;
	/** The same of results alone, and of blocks in which another text stands in place of one. */
	readonly result?: Line;
	readonly replaced?: Line;
}

type Line = Readonly<Record<'estimated' | 'counted', number>>;
const NO_LINE: Line = { estimated: 0, counted: 0 };
/** Tokens of results from which they are weighed by themselves rather than as everything is. */
const MANY_RESULTS = 500;

/** Times by which such a block may be larger than estimated, before one was counted, and is less sure than others. */
const MOST_REPLACED = 1.5;
const UNSURE = 5;
/** Times by which an estimate may be off; more is another prompt than the one that was sent. */
const MOST_OFF = 3;

/** Head and cache rules of a prompt, by which its provider reads its blocks. */
interface Frame {
	readonly head: Omit<ReturnType<typeof headOf>, 'model'>;
	readonly rules: CacheRules;
	/** Lifetime of a mark that stands for the end. */
	readonly automatic: string | undefined;
	/** The first block of which the model is shown its thinking. */
	readonly remembered: number;
}

/** The blocks of a prompt, as its host wrote them and as they go up, by size: as its provider counts them. */
export class PromptSizes {
	readonly #counted = new Map<number, number>();
	scale: Scale = { estimated: 0, counted: 0, head: 1 };
	readonly blocks: PromptBlock[] = [];
	/** Hash of everything up to and with each block, as its host wrote it. */
	readonly #keys: number[] = [];

	/** @param sentBlock gives a block as it goes up */
	constructor(private readonly sentBlock: (at: number) => PromptBlock) {}

	/** Tokens of a block as the provider counted them, or as it would by what it counted before. */
	of({ key, tokens, kind }: PromptBlock): number {
		const { estimated, counted, head, result = NO_LINE, replaced } = this.scale;
		/** Tokens that the provider counts for one that was estimated. */
		let ratio = estimated > 0 ? counted / estimated : head;
		if (kind === 'result')
			ratio = (result.counted + MANY_RESULTS * ratio) / (result.estimated + MANY_RESULTS);
		else if (kind === 'replaced')
			ratio = replaced ? replaced.counted / replaced.estimated : MOST_REPLACED * Math.max(1, ratio);
		return this.#counted.get(key) ?? tokens * ratio;
	}

	/**
	 * Takes over what the provider counted: new blocks share the difference to what was estimated, by how
	 * unsure that was.
	 * @param total tokens of the new ones, with tools and system where `hasHead`
	 * @param estimated of the same
	 * @returns false where that cannot be of the same prompt
	 */
	#learn(blocks: readonly PromptBlock[], total: number, estimated: number, hasHead: boolean) {
		const ratio = total / estimated;
		if (!(ratio > 1 / MOST_OFF && ratio < MOST_OFF)) return false;
		const sizes = blocks.map((block) => this.of(block));
		const shares = blocks.map(
			({ kind }, at) => (sizes[at] ?? 0) * (kind === 'replaced' ? UNSURE : 1),
		);
		const more = shares.reduce((all, share, at) => all + share - (sizes[at] ?? 0), 0);
		const off = (total - estimated) / (estimated + more);
		let { head, result = NO_LINE, replaced = NO_LINE, ...sums } = this.scale;
		if (hasHead) head *= ratio;
		for (const [at, block] of blocks.entries()) {
			const size = sizes[at] ?? 0;
			const tokens = Math.max(size / MOST_OFF, size + off * (shares[at] ?? 0));
			this.#counted.set(block.key, tokens);
			const more = ({ estimated, counted }: Line): Line => ({
				...{ estimated: estimated + block.tokens, counted: counted + tokens },
			});
			if (block.kind === 'replaced') replaced = more(replaced);
			else sums = { ...sums, ...more(sums) };
			if (block.kind === 'result') result = more(result);
		}
		this.scale = { ...sums, head, result, ...(replaced.estimated > 0 && { replaced }) };
		return true;
	}

	/** The first block behind so many tokens, by estimates alone: the same each time, whoever has counted what. */
	behind(tokens: number): number {
		let [at, rest] = [0, tokens];
		for (; rest > 0 && at < this.blocks.length; at++) rest -= this.blocks[at]?.tokens ?? 0;
		return at;
	}

	/** Hash of everything up to and with a block. */
	keyAt(block: number): number {
		return this.#keys[block] ?? 0;
	}

	/** @param scale what was learnt of the conversation before, by another isolate or of a prompt that began otherwise */
	scaled(scale: Scale): void {
		if (this.#counted.size === 0) this.scale = scale;
	}

	add(block: PromptBlock): void {
		this.blocks.push(block);
		this.#keys.push(chainHash(this.#keys.at(-1) ?? 0, block.key));
	}

	cut(length: number): void {
		this.blocks.length = length;
		this.#keys.length = length;
	}

	/** Returns the prompt as its provider reads it: as its host wrote it, and as it goes up. */
	cached({ head, rules, automatic, remembered }: Frame) {
		const read = this.#read(remembered);
		/** Of a block its index among those that are read, tools and system first. */
		const places: number[] = [];
		for (const [index, at] of read.entries()) places[at] = index + 1;
		const names = [head.life, ...read.map((at) => this.blocks[at]?.life)];
		names[read.length] ??= automatic;
		const marks = names.flatMap((name, at): CacheMark[] => {
			const life = rules.lives.find((each) => each.name === name) ?? rules.lives[0];
			return name !== undefined && life ? [{ at, life }] : [];
		});
		const as = (blocks: readonly PromptBlock[]): CachedPrompt => {
			const keys = [head.key];
			const tokens = [head.tokens * this.scale.head];
			const positions = [0];
			let before: string | undefined;
			for (const block of blocks) {
				const run = block.kind === 'replaced' ? 'result' : block.kind;
				const isOne = run === before && (run === 'call' || run === 'result');
				positions.push((positions.at(-1) ?? 0) + (isOne ? 0 : 1));
				before = run;
				keys.push(chainHash(keys.at(-1) ?? 0, block.key));
				tokens.push((tokens.at(-1) ?? 0) + this.of(block));
			}
			const at = (of: readonly number[]) => (block: number) => of[block] ?? 0;
			const places = { upTo: at(tokens), prefix: at(keys), position: at(positions) };
			return { blocks: keys.length, marks, ...places };
		};
		return {
			whole: as(read.map((at) => this.blocks[at] as PromptBlock)),
			sent: as(read.map(this.sentBlock)),
			placeOf: (block: number) => places[block] ?? 0,
			blockAt: (place: number) => read[place - 1] ?? -1,
		};
	}

	/** Indexes of the blocks that the model reads. */
	#read(remembered: number): readonly number[] {
		return this.blocks.flatMap(({ kind }, at) => (kind === 'thought' && at < remembered ? [] : at));
	}

	/** Takes over what the provider counted of the prompt as it was sent. */
	measure({ head, remembered }: Frame, total: number): void {
		const blocks = this.#read(remembered).map(this.sentBlock);
		const news = blocks.filter(({ key }) => !this.#counted.has(key));
		const size = (all: readonly PromptBlock[]) => all.reduce((sum, each) => sum + this.of(each), 0);
		const isNew = this.scale.of !== head.key && news.length === blocks.length;
		const first = head.tokens * this.scale.head;
		const estimated = size(news) + (isNew ? first : 0);
		const known = size(blocks) + first - estimated;
		if (this.#learn(news, total - known, estimated, isNew))
			this.scale = { ...this.scale, of: head.key };
	}
}

/** Estimated tokens of results: they are asked for at each of a prompt's requests. */
const TEXTS = new WeakMap<ToolOutput, number>();

/** A block with another text in place of its result: what else it consists of stays. */
export function replaced(block: PromptBlock, output: ToolOutput, other: string): PromptBlock {
	const { text = '', content } = output;
	const gone = remembered(TEXTS, output, () =>
		content.reduce((sum, each) => sum + tokensOfBlock(each), estimate(text)),
	);
	const tokens = Math.max(0, block.tokens - gone) + estimate(other);
	return { ...block, key: chainHash(block.key, hashText(other)), tokens, kind: 'replaced' };
}
