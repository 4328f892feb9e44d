// The prompts of one isolate's callers, as far as it has read them, and the sums of their conversations.
import { jsonIn } from '../../shared/json-values';
import { remember } from '../../shared/remember';
import { type CacheState, NEW_CACHE, NO_COSTS, type PromptCosts } from '../../transient';
import type { Scale } from './block-sizes';
import type { Dialect } from './conversation';
import { Prompt } from './prompt';

/** A prompt by its key, what it began with, and its model. */
export type Asked = readonly [key: number, head: number, model: string];

/** Sums of a conversation, all its branches together. */
export interface PromptState {
	readonly cache: CacheState;
	readonly costs: PromptCosts;
	/** Costs that its session was not told yet; a first prompt has no name: its own, told by what goes on from it. */
	readonly untold: PromptCosts;
	readonly scale: Scale;
	/** The last prompts, the newest first. */
	readonly asked?: readonly Asked[];
	/** Until when another model's cache may hold one of them, milliseconds since the epoch. */
	readonly mixedUntil?: number;
}

export const NEW_STATE: PromptState = {
	cache: NEW_CACHE,
	costs: NO_COSTS,
	untold: NO_COSTS,
	scale: { estimated: 0, counted: 0, head: 1 },
};

/** Prompts that a session's state knows. */
export const MOST_ASKED = 128;

/**
 * Returns until when a cache may hold what this prompt goes on from for another model, which has entries of its own, and
 * behind other tools or another system text, with which it may go on.
 */
export function mixedAfter(
	{ asked = [], mixedUntil = 0, cache }: PromptState,
	{ last, head: { model, key } }: Pick<Prompt, 'head'> & { readonly last: number | undefined },
) {
	const [, head = key, before = model] = asked.find(([of]) => of === last) ?? [];
	const alive = Math.max(0, ...cache.sent.map(({ until, outlasts = 0 }) => until + outlasts));
	return {
		mixedUntil: before === model ? mixedUntil : Math.max(mixedUntil, alive),
		aside: head === key ? 0 : alive,
	};
}

/** Characters of prompts, and prompts, that an isolate remembers. */
const MOST_CHARACTERS = 48_000_000;
const MOST_PROMPTS = 24;
const MOST_STATES = 500;
/** Milliseconds after which a request counts as given up. */
const LONGEST = 600_000;

type Entering = (cache: CacheState) => CacheState;
type UnderWay = { readonly at: number; readonly asked: Asked };

/** Remembers prompts, the newest. */
export class Prompts {
	#read: { readonly owner: string; readonly prompt: Prompt }[] = [];
	readonly #states = new Map<string, PromptState>();
	readonly #underWay = new Map<string, Map<Entering, UnderWay>>();

	/** Reads a body, from where it goes beyond one that was read before; undefined for one of another form. */
	async read(owner: string, text: string, dialect: Dialect): Promise<Prompt | undefined> {
		let best: { readonly at: number; readonly shared: number } | undefined;
		for (const [at, { owner: whose, prompt }] of this.#read.entries()) {
			if (whose !== owner || prompt.dialect !== dialect) continue;
			const shared = prompt.shared(text);
			if (shared > (best?.shared ?? 0)) best = { at, shared };
		}
		// Taken out while it is in use: another request of the same conversation reads anew.
		const [taken] = best ? this.#read.splice(best.at, 1) : [];
		if (taken && best && (await taken.prompt.read(text, best.shared))) return taken.prompt;
		const fresh = new Prompt(dialect);
		return (await fresh.read(text, 0)) ? fresh : undefined;
	}

	/** Remembers a prompt whose request is under way. */
	keep(owner: string, prompt: Prompt): void {
		this.#read = [{ owner, prompt }, ...this.#read].slice(0, MOST_PROMPTS);
		let room = MOST_CHARACTERS;
		this.#read = this.#read.filter(({ prompt: { text } }) => {
			room -= text.length;
			return room >= 0;
		});
	}

	state(owner: string, session: string): PromptState | undefined {
		return this.#states.get(`${owner} ${session}`);
	}

	/**
	 * Returns the changes of a conversation's state by requests that are not answered yet, with prompt and time of each: a
	 * provider may have them already.
	 */
	underWay(owner: string, session: string, now: number): Map<Entering, UnderWay> {
		const key = `${owner} ${session}`;
		const all = this.#underWay.get(key) ?? new Map<Entering, UnderWay>();
		for (const [each, { at }] of all) if (now - at > LONGEST) all.delete(each);
		remember(this.#underWay, key, all, MOST_STATES);
		return all;
	}

	setState(owner: string, session: string, state: PromptState): void {
		remember(this.#states, `${owner} ${session}`, state, MOST_STATES);
	}
}

/**
 * Returns the state that knows a prompt, or else of more requests: another isolate may have served the conversation since.
 */
export function newerOf(
	own: PromptState | undefined,
	other: PromptState | undefined,
	prompt: number | undefined,
) {
	const rank = (state: PromptState | undefined) =>
		(state?.cache.requests ?? -1) + (knows(state, prompt) ? 1e9 : 0);
	return rank(other) > rank(own) ? other : own;
}

export const knows = (state: PromptState | undefined, prompt: number | undefined): boolean =>
	(state?.asked ?? []).some(([key]) => key === prompt);

/**
 * Reads stored sums; undefined where they are of another version.
 * @param isOwn false: of a conversation that this one goes on from. The cache is its own, sums are not but untold ones.
 */
export function parseState(text: string, isOwn: boolean): PromptState | undefined {
	const state = jsonIn(text) as (PromptState & { readonly v: number }) | undefined;
	if (state?.v !== 1) return undefined;
	const { requests, sent, whole } = state.cache;
	if (isOwn || requests === 1) return state;
	const { scale, untold, asked = [] } = state;
	return { ...NEW_STATE, scale, untold, asked, cache: { ...NEW_CACHE, sent, whole } };
}
