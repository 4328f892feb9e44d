// Sizes of blocks as their provider counts them: learnt from its usage, estimated for what is new.
import { chainHash } from '../../shared/fingerprint';
import type { CachedPrompt, CacheMark, CacheRules } from '../../transient';
import type { PromptBlock } from './conversation';

/** How a provider counts, beside what is estimated. */
export interface Scale {
	readonly estimated: number;
	readonly counted: number;
	readonly head: number;
}

/** Times by which an estimate may be off; more is another prompt than the one that was sent. */
const MOST_OFF = 3;

/** What is known of a provider's counting. */
export class BlockSizes {
	readonly #counted = new Map<number, number>();
	scale: Scale = { estimated: 0, counted: 0, head: 1 };

	/** Tokens that the provider counts for one that was estimated. */
	get ratio(): number {
		const { estimated, counted, head } = this.scale;
		return estimated > 0 ? counted / estimated : head;
	}

	has({ key }: PromptBlock): boolean {
		return this.#counted.has(key);
	}

	/** Tokens of a block as the provider counted them, or as it would by what it counted before. */
	of({ key, tokens }: PromptBlock): number {
		return this.#counted.get(key) ?? tokens * this.ratio;
	}

	/**
	 * Takes over what the provider counted: new blocks share the difference to what was estimated.
	 * @param total tokens of the new ones, with tools and system where `hasHead`
	 * @param estimated of the same
	 * @returns false where that cannot be of the same prompt
	 */
	learn(
		blocks: readonly PromptBlock[],
		total: number,
		estimated: number,
		hasHead: boolean,
	): boolean {
		const ratio = total / estimated;
		if (!(ratio > 1 / MOST_OFF && ratio < MOST_OFF)) return false;
		let { head, ...sums } = this.scale;
		if (hasHead) head *= ratio;
		for (const block of blocks) {
			const tokens = this.of(block) * ratio;
			this.#counted.set(block.key, tokens);
			sums = { estimated: sums.estimated + block.tokens, counted: sums.counted + tokens };
		}
		this.scale = { ...sums, head };
		return true;
	}
}

/** Running hashes and sizes of blocks. */
export class Sums {
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
}

/**
 * Returns how blocks are priced, once their sums are given.
 * @param automatic lifetime of a mark that stands for the end
 */
export function cachedPrompt(
	head: { readonly key: number; readonly tokens: number; readonly life?: string },
	blocks: readonly PromptBlock[],
	automatic: string | undefined,
	{ lives }: CacheRules,
): (sums: Sums) => CachedPrompt {
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
