// The conversations whose prompts pass: what leaves each, what it showed, and what its session is told of it.
import type { Principal } from '../../auth';
import type { Config } from '../../config';
import { pairsIn, type Services } from '../../gateway';
import { estimate } from '../../protect';
import { serializeResult } from '../../session';
import { jsonIn } from '../../shared/json-values';
import { remember } from '../../shared/remember';
import {
	addCosts,
	type CacheState,
	costsOf,
	disagrees,
	NEW_CACHE,
	NO_COSTS,
	type PromptCosts,
	type Usage,
} from '../../transient';
import { momentFor } from '../fetch';
import type { Scale } from './block-sizes';
import type { Dialect } from './conversation';
import { type LeftOut, leaveOut } from './leave-out';
import { Prompt } from './prompt';

export interface LeavingPorts {
	services(workspace: string): Services;
	isOwnTool(name: string): boolean;
	digest(text: string): Promise<string>;
	/** Runs work that the answer need not wait for. */
	defer(work: Promise<unknown>): void;
	/** Milliseconds since the epoch. */
	now(): number;
	/** A failure, for the log; never a body or a key. */
	report(error: unknown, correlationId: string): void;
}

export interface CallFacts {
	readonly config: Config;
	readonly principal: Principal;
	readonly correlationId: string;
}

/** Results that are kept in one go; others' requests go on in between. */
const KEPT_AT_ONCE = 50;
/** Results that this isolate remembers as kept and told. */
const MOST_REMEMBERED = 20_000;
/** Headers that name a conversation: of Claude Code, of Codex. */
const SESSION_HEADERS = ['x-claude-code-session-id', 'session-id', 'session_id'];
/** Names a subagent of Claude Code: its context is its own. */
const AGENT_HEADER = 'x-claude-code-agent-id';

/** The prompts of one isolate. */
export class Leaving {
	readonly #told = new Map<string, true>();
	readonly #prompts = new Prompts();

	constructor(private readonly ports: LeavingPorts) {}

	/** Leaves out of a prompt what has left, or leaves now; undefined for a body of another form. */
	async pass(
		text: string,
		dialect: Dialect,
		request: Request,
		{ config, principal, correlationId }: CallFacts,
	): Promise<{ readonly body: string | undefined; answered(usage?: Usage): void } | undefined> {
		const { services, digest, isOwnTool, now } = this.ports;
		const owner = `${principal.workspace}/${principal.id}`;
		const pause = () => momentFor(text.length, principal.workspace);
		await pause();
		const prompt = await this.#prompts.read(owner, text, dialect);
		if (!prompt) return undefined;
		const offered = services(principal.workspace);
		const [kept, prompts] = [offered.kept(principal.id), offered.prompts(principal.id)];
		const keys = prompt.ends.map(({ key }) => key.toString(36));
		const own = keys.at(-1) ?? '';
		const session = sessionOf(request) ?? `llm-${prompt.origin.toString(36)}`;
		const hasTools = prompt.outputs.length > 0;
		const asked = { prompts: prompt.unasked(keys, session), session };
		const known = hasTools ? await prompts.find(asked) : undefined;
		const shown = Map.groupBy(known?.shown ?? [], (each) => each.prompt);
		for (const { block, key } of shown.size > 0 ? prompt.ends : [])
			prompt.leave(shown.get(key.toString(36)) ?? [], block);
		const stored = known?.state && parseState(known.state.text, known.state.isOwn);
		const found = this.#prompts.state(owner, session) ?? stored;
		const before = found ?? NEW_STATE;
		prompt.sizes.scaled(before.scale);
		const model = String(prompt.body.model ?? '').slice(0, MOST_MODEL);
		const mixed = mixedAfter(before, prompt.origin, model);
		const { pairs: hostPairs, superseded, leastCharacters, pairing } = config.llm;
		const outcome = await leaveOut(prompt, {
			async find(digests) {
				await offered.settled();
				return kept.find({ digests, session });
			},
			digest,
			pause,
			knowledge: {
				pairs: pairsIn(config, isOwnTool).pairs,
				...{ hostPairs, superseded, leastCharacters, pairing },
			},
			// What leaves now another model would read anew.
			isMixed: mixed.mixedUntil > now(),
			state: before.cache,
			isCounted: before.costs.told > 0,
			// Of a conversation that nobody here saw before, all may be cached.
			invests: found !== undefined && !disagrees(before.costs),
			leave: async (left) => {
				// Nothing leaves that could not be had back.
				await this.#keep(left, session, kept, pause);
				const shown = left.map(({ output, ...each }) => ({
					call: output.id,
					id: each.id,
					text: each.text,
				}));
				return prompts.leave({ prompt: own, session, shown });
			},
			now,
		});
		this.#prompts.keep(owner, prompt);
		const { choice, left, rules, prompts: given } = outcome;
		const estimated = choice.saved(given);
		const hasName = sessionOf(request) !== undefined || prompt.ends.length > 1;
		const answered = (usage?: Usage): void => {
			const written = Object.values(usage?.written ?? {});
			const total =
				usage && written.reduce((all, tokens) => all + tokens, usage.input + usage.read);
			// What is counted now says what has left, and what stands in its place.
			const counted = total === undefined ? undefined : prompt.measure(text, total, rules);
			const saved = counted ? choice.saved(counted) : estimated;
			const costs = usage ? costsOf(usage, rules, choice, saved[0] ?? 0) : NO_COSTS;
			const news = { ...costs, requests: 1 };
			const after = choice.after(counted ?? given, saved, total);
			const state: PromptState = {
				cache: { ...after, ...(usage && { spent: before.cache.spent + costs.would }) },
				costs: addCosts(before.costs, news),
				scale: prompt.sizes.scale,
				...mixed,
				untold: hasName ? NO_COSTS : addCosts(before.untold, news),
			};
			this.#prompts.setState(owner, session, state);
			const told = async () => {
				await prompts.save({ prompt: own, session, state: JSON.stringify({ v: 1, ...state }) });
				if (hasName)
					await this.#tell(left, addCosts(before.untold, news), principal, session, offered);
			};
			this.ports.defer(told().catch((error) => this.ports.report(error, correlationId)));
		};
		return { body: outcome.body, answered };
	}

	async #keep(
		left: readonly LeftOut[],
		session: string,
		kept: ReturnType<Services['kept']>,
		pause: () => Promise<void>,
	): Promise<void> {
		const own = left.filter(({ known }) => !known);
		const at = this.ports.now();
		for (let from = 0; from < own.length; from += KEPT_AT_ONCE) {
			if (from > 0) await pause();
			const results = own
				.slice(from, from + KEPT_AT_ONCE)
				.map(({ id, output: { tool, content } }) => ({
					...{ id, tool, endpoint: tool, session, at, digests: [] },
					marks: { consumed: false, hints: [] },
					original: serializeResult({ content }),
				}));
			await kept.put({ results });
		}
	}

	/** Tells the conversation's session what has left its prompts, each result once, and what they cost. */
	async #tell(
		left: readonly LeftOut[],
		prompts: PromptCosts,
		principal: Principal,
		name: string,
		{ session, forwarding }: Services,
	): Promise<void> {
		const keyOf = (id: string) => `${principal.workspace}/${principal.id}/${name}/${id}`;
		const fresh = left.filter(({ id }) => !this.#told.has(keyOf(id)));
		const at = this.ports.now();
		const results = fresh.map(({ id, output, collapsed, summary }) => ({
			id,
			host: {
				...{ tool: output.tool, at, summary },
				tokensBefore: estimate(output.text ?? ''),
				tokensAfter: collapsed,
			},
		}));
		await session(principal.id, name).left({ results, by: 'pass-through', at, prompts });
		if (results.length > 0) await forwarding(principal.id, name).forward();
		for (const { id } of fresh) remember(this.#told, keyOf(id), true, MOST_REMEMBERED);
	}
}

/** The host's own name of a conversation. */
export function sessionOf({ headers }: Request): string | undefined {
	const names = SESSION_HEADERS.map((header) => headers.get(header) ?? '');
	const named = names.find((name) => NAME.test(name));
	const agent = headers.get(AGENT_HEADER) ?? '';
	const both = `${named}-${agent}`;
	return named !== undefined && NAME.test(agent) ? both.slice(0, 128) : named;
}
const NAME = /^[A-Za-z0-9_-]{1,128}$/;

// The prompts of one isolate's callers, as far as it has read them, and the sums of their conversations.

/** Sums of a conversation, all its branches together. */
interface PromptState {
	readonly cache: CacheState;
	readonly costs: PromptCosts;
	/** Costs that its session was not told yet: a first prompt has no name. */
	readonly untold: PromptCosts;
	readonly scale: Scale;
	/** The last prompts by their origin, and the model that each was for last. */
	readonly models?: readonly (readonly [origin: number, model: string])[];
	/** Until when another model's cache may hold one of them, milliseconds since the epoch. */
	readonly mixedUntil?: number;
}

const NEW_STATE: PromptState = {
	cache: NEW_CACHE,
	costs: NO_COSTS,
	untold: NO_COSTS,
	scale: { estimated: 0, counted: 0, head: 1 },
};

/** Characters of a model's name, and prompts whose model is remembered. */
const MOST_MODEL = 200;
const MOST_ORIGINS = 8;

/** Notes the model of a prompt: where it was another's before, that one's cache may hold it, which has entries of its own. */
function mixedAfter(
	{ models = [], mixedUntil = 0, cache }: PromptState,
	origin: number,
	model: string,
) {
	const others = models.filter(([of]) => of !== origin);
	const isOther = models.some(([of, last]) => of === origin && last !== model);
	const alive = isOther ? cache.sent.map(({ until }) => until) : [];
	const known = [[origin, model] as const, ...others].slice(0, MOST_ORIGINS);
	return { models: known, mixedUntil: Math.max(mixedUntil, ...alive) };
}

/** Characters of prompts, and prompts, that an isolate remembers. */
const MOST_CHARACTERS = 48_000_000;
const MOST_PROMPTS = 24;
const MOST_STATES = 500;

/** Remembers prompts, the newest. */
class Prompts {
	#read: { readonly owner: string; readonly prompt: Prompt }[] = [];
	readonly #states = new Map<string, PromptState>();

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

	setState(owner: string, session: string, state: PromptState): void {
		remember(this.#states, `${owner} ${session}`, state, MOST_STATES);
	}
}

/**
 * Reads stored sums; undefined where they are of another version.
 * @param isOwn false: of a conversation that this one goes on from. What the cache holds is its own, sums are not.
 */
function parseState(text: string, isOwn: boolean): PromptState | undefined {
	const state = jsonIn(text) as (PromptState & { readonly v: number }) | undefined;
	if (state?.v !== 1) return undefined;
	const { cache } = state;
	return isOwn || cache.requests === 1
		? state
		: {
				...NEW_STATE,
				scale: state.scale,
				cache: { ...NEW_CACHE, sent: cache.sent, whole: cache.whole },
			};
}
