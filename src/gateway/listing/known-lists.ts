// Lists of sources by caller, in the memory of an isolate: the longest lists of one caller are cut
// so that all have room beside each other, and those used least lately are forgotten.
import { fairShare } from '../../shared/fair-share';
import type { ToolDefinition } from '../contract/tool-source';

/** UTF-16 units of JSON: what parsing makes of it takes five times as much memory. */
const ROOM_OF_ONE = 4_000_000;
const ROOM_OF_ALL = 8_000_000;
/** Lists remembered: one for each source and caller. */
const MOST_LISTS = 200;
/** Definitions beyond a list's end that were asked for by name. */
const MOST_BEYOND = 100;

/** A list of tools, of which the beginning may be all that is kept. */
export class KnownList {
	/** Tools there were besides. */
	left = 0;
	/** UTF-16 units of JSON. */
	size: number;
	readonly #sizes: readonly number[];
	readonly #tools: Map<string, ToolDefinition>;
	#beyond = 0;

	/** @param freshUntil when it has to be asked for again, milliseconds since the epoch */
	constructor(
		public listed: readonly ToolDefinition[],
		public freshUntil: number,
	) {
		this.#sizes = listed.map((tool) => JSON.stringify(tool).length);
		this.size = this.#sizes.reduce((sum, size) => sum + size, 0);
		this.#tools = new Map(listed.map((tool) => [tool.name, tool]));
	}

	tool(name: string): ToolDefinition | undefined {
		return this.#tools.get(name);
	}

	/** Keeps the beginning, at most so long. */
	cutTo(most: number): void {
		if (this.size <= most) return;
		let kept = 0;
		let size = 0;
		while (size + (this.#sizes[kept] ?? 0) <= most) size += this.#sizes[kept++] ?? 0;
		for (const { name } of this.listed.slice(kept)) this.#tools.delete(name);
		this.left += this.listed.length - kept;
		this.listed = this.listed.slice(0, kept);
		this.size = size;
	}

	/** A definition beyond the end is known too once somebody has asked for it. */
	add(tool: ToolDefinition): void {
		if (this.#beyond++ < MOST_BEYOND) this.#tools.set(tool.name, tool);
	}
}

/** Lists of tools by a key of source and caller; undefined is one never listed or forgotten, not an empty one. */
export class KnownLists {
	readonly #lists = new Map<string, KnownList>();

	get(key: string): KnownList | undefined {
		return this.#lists.get(key);
	}

	/** Remembers a list, which is wanted together with others. */
	put(key: string, list: KnownList, wanted: readonly string[] = [key]): void {
		this.#lists.set(key, list);
		this.fit(wanted);
	}

	/** The lists of one caller that are wanted together are the newest, and have room beside each other. */
	fit(keys: readonly string[]): void {
		const wanted = keys.flatMap((key) => this.#lists.get(key) ?? []);
		const sizes = wanted.map(({ size }) => size);
		const level = fairShare(sizes, ROOM_OF_ONE);
		for (const list of wanted) list.cutTo(level);
		for (const key of keys) {
			const list = this.#lists.get(key);
			if (!list) continue;
			this.#lists.delete(key);
			this.#lists.set(key, list);
		}
		this.#forgetOldest();
	}

	/** Invalidates the lists under a prefix of keys. */
	expire(start: string): void {
		for (const [key, list] of this.#lists) if (key.startsWith(start)) list.freshUntil = 0;
	}

	#forgetOldest(): void {
		let size = 0;
		for (const list of this.#lists.values()) size += list.size;
		for (const [key, list] of this.#lists) {
			if (this.#lists.size <= MOST_LISTS && size <= ROOM_OF_ALL) return;
			this.#lists.delete(key);
			size -= list.size;
		}
	}
}
