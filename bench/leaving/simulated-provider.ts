// A provider whose prompt cache follows the rules that providers document; it shares no code with src. It answers
// with what they tell: tokens read from the cache, written to it, and neither.
import { createHash } from 'node:crypto';

/** Rules of one kind of provider. */
export interface Provider {
	readonly dialect: 'anthropic' | 'chat';
	readonly model: string;
	/** Blocks that are looked at, from a mark backwards. */
	readonly lookBack: number;
	readonly least: number;
	readonly read: number;
	readonly write: { readonly '5m': number; readonly '1h': number };
	/** Minutes. */
	readonly lives: { readonly '5m': number; readonly '1h': number };
	/** All of a prompt beyond so many tokens costs so many times as much. */
	readonly long?: { readonly beyond: number; readonly times: number };
	/** The model is shown no thinking of before its user said something last. */
	readonly forgetsThinking?: boolean;
	/** Without marks: any beginning of a prompt is found, in steps of tokens; or where one ended. */
	readonly automatic?: { readonly step: number; readonly anywhere: boolean };
	/** A read renews the entry alone that it found, not all that it covers. */
	readonly renewsFound?: boolean;
	/** And those that are marked. */
	readonly renewsMarked?: boolean;
	/** Times of its documented life that an entry lives. */
	readonly outlasts?: number;
	/** A run of calls, and one of results, counts as one block where an entry is looked for. */
	readonly runs?: boolean;
	/** Fraction by which each block, and the whole of a conversation, is counted otherwise than by its length. */
	readonly noise?: number;
	readonly scale?: number;
}

export const ANTHROPIC: Provider = {
	dialect: 'anthropic',
	model: 'claude-sonnet-4-5',
	lookBack: 20,
	least: 1_024,
	read: 0.1,
	write: { '5m': 1.25, '1h': 2 },
	lives: { '5m': 5, '1h': 60 },
	forgetsThinking: true,
};
export const OPUS: Provider = {
	...ANTHROPIC,
	model: 'claude-opus-4-5',
	least: 4_096,
	forgetsThinking: false,
};
const OPENAI = {
	dialect: 'chat',
	lookBack: Number.POSITIVE_INFINITY,
	least: 1_024,
	write: { '5m': 1, '1h': 1 },
	lives: { '5m': 5, '1h': 5 },
} as const;
export const GPT_5: Provider = {
	...OPENAI,
	model: 'gpt-5.1',
	read: 0.1,
	automatic: { step: 128, anywhere: true },
};
export const GPT_41: Provider = { ...GPT_5, model: 'gpt-4.1', read: 0.25 };
export const GPT_56: Provider = {
	...OPENAI,
	model: 'gpt-5.6',
	read: 0.1,
	write: { '5m': 1.25, '1h': 1.25 },
	lives: { '5m': 30, '1h': 30 },
	automatic: { step: 1, anywhere: false },
};
export const GEMINI: Provider = {
	...GPT_5,
	model: 'gemini-2.5-pro',
	least: 4_096,
	automatic: { step: 1, anywhere: true },
};

type Ttl = '5m' | '1h';
export interface Block {
	readonly tokens: number;
	readonly prefix: string;
	readonly mark: Ttl | undefined;
	/** The kind of a call or a result. */
	readonly run: string | undefined;
}
type Body = Readonly<Record<string, unknown>>;

export interface Counted {
	readonly input: number;
	readonly read: number;
	readonly written: { readonly '5m': number; readonly '1h': number };
	readonly price: number;
}

/** A provider's cache, from its first request on. */
export class SimulatedProvider {
	readonly #entries = new Map<string, { until: number; readonly ttl: Ttl }>();
	/** Of automatic caches: everything that a prompt began with. */
	price = 0;
	tokens = 0;
	/** Its cache does not answer: the next prompts are read and written as new ones. */
	misses = false;

	/** @param rules of the model that is asked; each keeps a cache of its own */
	constructor(public rules: Provider) {}

	/** @param now in milliseconds; @throws where a request breaks a rule */
	take(body: Body, now: number): Counted {
		const counted = this.rules.automatic ? this.#automatic(body, now) : this.#marked(body, now);
		this.price += counted.price;
		this.tokens += counted.input + counted.read + counted.written['5m'] + counted.written['1h'];
		return counted;
	}

	/** Loses all that it holds. */
	forget(): void {
		this.#entries.clear();
	}

	#alive(prefix: string, now: number): boolean {
		return !this.misses && (this.#entries.get(prefix)?.until ?? -1) >= now;
	}

	#set(prefix: string, ttl: Ttl, now: number): void {
		const lasts = this.rules.lives[ttl] * 60_000 * (this.rules.outlasts ?? 1);
		this.#entries.set(prefix, { until: now + lasts, ttl });
	}

	#marked(body: Body, now: number): Counted {
		const blocks = blocksOf(body, this.rules);
		const total = sum(blocks.map(({ tokens }) => tokens));
		const upTo = running(blocks);
		const marks = blocks.flatMap(({ mark }, at) => (mark ? [{ at, ttl: mark }] : []));
		if (body.cache_control && blocks.length > 0)
			marks.push({ at: blocks.length - 1, ttl: ttlOf(body.cache_control) ?? '5m' });
		if (marks.length > 4) throw new Error(`${marks.length} marks`);
		if (marks.some(({ ttl }, at) => ttl === '1h' && marks[at - 1]?.ttl === '5m'))
			throw new Error('a longer life after a shorter one');
		const useful = marks.filter(({ at }) => (upTo[at] ?? 0) >= this.rules.least);
		let hit = -1;
		const { lookBack, runs, renewsFound, renewsMarked } = this.rules;
		for (const { at } of useful)
			for (let place = at, seen = 0; place >= 0; place--) {
				const run = runs ? blocks[place]?.run : undefined;
				if (place === at || run === undefined || run !== blocks[place + 1]?.run) seen++;
				if (seen > lookBack) break;
				if (place > hit && this.#alive(blocks[place]?.prefix ?? '', now)) hit = place;
			}
		const read = hit < 0 ? 0 : (upTo[hit] ?? 0);
		const written = { '5m': 0, '1h': 0 };
		let done = read;
		for (const { at, ttl } of useful) {
			if (at <= hit) continue;
			written[ttl] += (upTo[at] ?? 0) - done;
			done = upTo[at] ?? 0;
		}
		// An entry that is used lives on.
		for (let place = renewsFound ? hit : 0; place <= hit; place++) {
			const { prefix = '' } = blocks[place] ?? {};
			const entry = this.#entries.get(prefix);
			if (entry && entry.until >= now) this.#set(prefix, entry.ttl, now);
		}
		for (const { at, ttl } of useful)
			if (at > hit || !renewsFound || (renewsMarked && this.#alive(blocks[at]?.prefix ?? '', now)))
				this.#set(blocks[at]?.prefix ?? '', ttl, now);
		const input = total - done;
		return { input, read, written, price: this.#priceOf(input, read, written) };
	}

	#automatic(body: Body, now: number): Counted {
		const { step = 1, anywhere = true } = this.rules.automatic ?? {};
		const blocks = blocksOf(body, this.rules);
		const upTo = running(blocks);
		const total = upTo.at(-1) ?? 0;
		const hit = blocks.findLastIndex(({ prefix }) => this.#alive(prefix, now));
		const found = Math.floor((upTo[hit] ?? 0) / step) * step;
		const read = found >= this.rules.least ? found : 0;
		const isCached = total >= this.rules.least;
		for (const [at, { prefix }] of blocks.entries())
			if (isCached && (anywhere || at <= hit || at === blocks.length - 1))
				if (anywhere || at === blocks.length - 1 || this.#alive(prefix, now))
					this.#set(prefix, '5m', now);
		const writes = this.rules.write['5m'] > 1 && isCached;
		const written = { '5m': writes ? total - read : 0, '1h': 0 };
		const input = total - read - written['5m'];
		return { input, read, written, price: this.#priceOf(input, read, written) };
	}

	#priceOf(input: number, read: number, written: Counted['written']): number {
		const { write, long } = this.rules;
		const total = input + read + written['5m'] + written['1h'];
		const times = long && total > long.beyond ? long.times : 1;
		return (
			times *
			(input + read * this.rules.read + written['5m'] * write['5m'] + written['1h'] * write['1h'])
		);
	}
}

/** Tools, system, then messages, block by block, as a provider compares them. */
export function blocksOf(body: Body, rules: Provider): readonly Block[] {
	const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
	const raw: unknown[] = [...list(body.tools)];
	raw.push(...(typeof body.system === 'string' ? [body.system] : list(body.system)));
	raw.push(...(typeof body.instructions === 'string' ? [body.instructions] : []));
	const messages = list(body.messages ?? body.input) as { role: string; content: unknown }[];
	const isOf = (block: unknown, type: RegExp) => type.test((block as { type: string }).type);
	const spoke = messages.findLastIndex(
		({ role, content }) =>
			role === 'user' &&
			(!Array.isArray(content) || content.some((block) => !isOf(block, /^tool_result$/))),
	);
	for (const [at, message] of messages.entries()) {
		const isForgotten = (block: unknown) =>
			rules.forgetsThinking === true && at < spoke && isOf(block, /thinking$/);
		const content =
			typeof message.content === 'string'
				? [{ type: 'text', text: message.content }]
				: Array.isArray(message.content)
					? message.content.filter((block) => !isForgotten(block))
					: message.content;
		if (Array.isArray(content) && body.max_tokens !== undefined)
			for (const block of content) raw.push({ role: message.role, block });
		else raw.push(message);
	}
	let before = String(body.model);
	return raw.map((block) => {
		let mark: Ttl | undefined;
		const text = JSON.stringify(block, (key, value: unknown) => {
			if (key !== 'cache_control') return value;
			mark = ttlOf(value) ?? mark;
			return undefined;
		});
		before = createHash('sha256').update(before).update(text).digest('base64');
		const run = /^\{"role":"\w+","block":\{"type":"(tool_\w+)"/.exec(text)?.[1];
		return { tokens: tokensOf(text, rules), prefix: before, mark, run };
	});
}

/** About 3.6 characters a token, more or less of each block: no estimate knows which. */
function tokensOf(text: string, { noise = 0.08, scale = 1 }: Provider): number {
	const by = ((createHash('sha256').update(text).digest()[0] ?? 0) / 255) * 2 - 1;
	return Math.max(1, Math.round((text.length / 3.6) * scale * (1 + noise * by)));
}

const ttlOf = (control: unknown): Ttl | undefined =>
	typeof control !== 'object' || control === null
		? undefined
		: (control as { ttl?: string }).ttl === '1h'
			? '1h'
			: '5m';

/** The life of the last mark of a body; undefined where it has none. */
export const lifeIn = (body: Body): Ttl | undefined => {
	const marks = JSON.stringify(body).match(/"cache_control":\{[^}]*\}/g);
	return marks === null ? undefined : marks.at(-1)?.includes('1h') ? '1h' : '5m';
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

const running = (blocks: readonly Block[]): number[] => {
	let all = 0;
	return blocks.map(({ tokens }) => (all += tokens));
};
