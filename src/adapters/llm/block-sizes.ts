// Sizes of blocks as their provider counts them: learnt from its usage, estimated for what is new.
import { estimate } from '../../protect';
import { chainHash, hashText } from '../../shared/fingerprint';
import type { CachedPrompt, CacheMark, CacheRules } from '../../transient';
import { IMAGE_TOKENS, type PromptBlock, type ToolOutput } from './conversation';
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

class Sums {
	readonly keys: number[] = [];
	readonly tokens: number[] = [];

	add(key: number, tokens: number): void {
		this.keys.push(chainHash(this.keys.at(-1) ?? 0, key));
		this.tokens.push((this.tokens.at(-1) ?? 0) + tokens);
	}

	cut(length: number): void {
		this.keys.length = Math.min(length, this.keys.length);
		this.tokens.length = Math.min(length, this.tokens.length);
	}

	/** As they are now: what is under way is judged by them, whatever is read meanwhile. */
	copy = () => ({ keys: this.keys.slice(), tokens: this.tokens.slice() });
}

type Head = Omit<ReturnType<typeof headOf>, 'model'>;

/** The blocks of a prompt, as its host wrote them and as they go up, by size: as its provider counts them. */
export class PromptSizes {
	readonly #counted = new Map<number, number>();
	scale: Scale = { estimated: 0, counted: 0, head: 1 };
	readonly blocks: PromptBlock[] = [];
	readonly #whole = new Sums();
	readonly #sent = new Sums();
	/** Blocks that were counted, from the first on. */
	#measured = 0;

	/** @param sentBlock gives a block as it goes up */
	constructor(private readonly sentBlock: (at: number) => PromptBlock | undefined) {}

	/** Tokens that the provider counts for one that was estimated. */
	get ratio(): number {
		const { estimated, counted, head } = this.scale;
		return estimated > 0 ? counted / estimated : head;
	}

	/** Tokens of a block as the provider counted them, or as it would by what it counted before. */
	of({ key, tokens, kind }: PromptBlock): number {
		const { result = NO_LINE, replaced } = this.scale;
		let { ratio } = this;
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
	#learn(
		blocks: readonly PromptBlock[],
		total: number,
		estimated: number,
		hasHead: boolean,
	): boolean {
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
		return this.#whole.keys[block] ?? 0;
	}

	add(block: PromptBlock): void {
		this.blocks.push(block);
		this.#whole.add(block.key, this.of(block));
	}

	cut(length: number): void {
		this.blocks.length = length;
		this.#whole.cut(length);
		this.changed(length);
	}

	/** A block goes up otherwise than before. */
	changed(block: number): void {
		this.#sent.cut(block);
		this.#measured = Math.min(this.#measured, block);
	}

	/** @param scale what was learnt of the conversation before, by another isolate or of a prompt that began otherwise */
	scaled(scale: Scale): void {
		if (this.#measured > 0) return;
		this.scale = scale;
		this.#weigh();
	}

	cached(head: Head, automatic: string | undefined, rules: CacheRules) {
		for (let at = this.#sent.keys.length; at < this.blocks.length; at++) {
			const block = this.sentBlock(at);
			if (block) this.#sent.add(block.key, this.of(block));
		}
		const tokens = head.tokens * this.scale.head;
		const as = cachedPrompt({ ...head, tokens }, this.blocks, automatic, rules);
		return { whole: as(this.#whole.copy()), sent: as(this.#sent.copy()) };
	}

	/** Takes over what the provider counted of the prompt as it was sent. */
	measure({ tokens, key }: Head, total: number): void {
		const isNew = this.#measured === 0 && this.scale.of !== key;
		const head = tokens * this.scale.head;
		const upTo = (count: number) => head + (this.#sent.tokens[count - 1] ?? 0);
		let known = isNew ? 0 : upTo(this.#measured);
		const news: PromptBlock[] = [];
		for (let at = this.#measured; at < this.blocks.length; at++) {
			const block = this.sentBlock(at);
			if (block && !this.#counted.has(block.key)) news.push(block);
			else known += upTo(at + 1) - upTo(at);
		}
		const estimated = upTo(this.blocks.length) - known;
		if (!this.#learn(news, total - known, estimated, isNew)) return;
		this.scale = { ...this.scale, of: key };
		this.#weigh();
		this.#measured = this.blocks.length;
	}

	/** Weighs anew what was not counted before. */
	#weigh(): void {
		this.#whole.cut(this.#measured);
		this.#sent.cut(this.#measured);
		for (const block of this.blocks.slice(this.#measured))
			this.#whole.add(block.key, this.of(block));
	}
}

/**
 * Returns how blocks are priced, once their sums are given. @param automatic lifetime of a mark that stands for the end
 */
function cachedPrompt(
	head: Head,
	blocks: readonly PromptBlock[],
	automatic: string | undefined,
	{ lives }: CacheRules,
): (sums: Pick<Sums, 'keys' | 'tokens'>) => CachedPrompt {
	const names = [head.life, ...blocks.map(({ life }) => life)];
	names[blocks.length] ??= automatic;
	const marks = names.flatMap((name, at): CacheMark[] => {
		const life = lives.find((each) => each.name === name) ?? lives[0];
		return name !== undefined && life ? [{ at, life }] : [];
	});
	return ({ tokens, keys }) => ({
		blocks: blocks.length + 1,
		marks,
		upTo: (at) => head.tokens + (at === 0 ? 0 : (tokens[at - 1] ?? 0)),
		prefix: (at) => (at === 0 ? head.key : chainHash(head.key, keys[at - 1] ?? 0)),
	});
}

/** Estimated tokens of results: they are asked for at each of a prompt's requests. */
const TEXTS = new WeakMap<ToolOutput, number>();

/** A block with another text in place of its result: what else it consists of stays. */
export function replaced(block: PromptBlock, output: ToolOutput, other: string): PromptBlock {
	const { text = '', content } = output;
	const gone = remembered(TEXTS, output, () => {
		const images = content.filter(({ type }) => type !== 'text').length;
		return estimate(text) + images * IMAGE_TOKENS;
	});
	const tokens = Math.max(0, block.tokens - gone) + estimate(other);
	return { ...block, key: chainHash(block.key, hashText(other)), tokens, kind: 'replaced' };
}
