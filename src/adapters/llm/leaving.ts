// The conversations whose prompts pass: what leaves each, what it showed, and what its session is told of it.
import type { Principal } from '../../auth';
import type { Config } from '../../config';
import { pairsIn, type Services } from '../../gateway';
import { estimate } from '../../protect';
import { serializeResult } from '../../session';
import {
	addCosts,
	type CacheState,
	costsOf,
	disagrees,
	NO_COSTS,
	type PromptCosts,
	type Usage,
} from '../../transient';
import { momentFor } from '../fetch';
import type { Dialect } from './conversation';
import { type LeftOut, leaveOut } from './leave-out';
import {
	type Asked,
	knows,
	MOST_ASKED,
	mixedAfter,
	NEW_STATE,
	newerOf,
	type PromptState,
	Prompts,
	parseState,
} from './prompts';

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
/** Headers that name a conversation: of Claude Code, of Codex. */
const SESSION_HEADERS = ['x-claude-code-session-id', 'session-id', 'session_id'];
/** Names a subagent of Claude Code: its context is its own. */
const AGENT_HEADER = 'x-claude-code-agent-id';

/** The prompts of one isolate. */
export class Leaving {
	readonly #prompts = new Prompts();
	/** Callers and forms of requests whose provider was seen to renew all that a read covers. */
	readonly #renewing = new Set<string>();

	constructor(private readonly ports: LeavingPorts) {}

	/** Leaves out of a prompt what has left, or leaves now; undefined for a body of another form. */
	async pass(
		text: string,
		dialect: Dialect,
		request: Request,
		{ config, principal, correlationId }: CallFacts,
	) {
		const { services, digest, isOwnTool, now } = this.ports;
		const owner = `${principal.workspace}/${principal.id}`;
		const pause = () => momentFor(text.length, principal.workspace);
		await pause();
		const prompt = await this.#prompts.read(owner, text, dialect);
		if (!prompt) return undefined;
		const offered = services(principal.workspace);
		const [kept, prompts] = [offered.kept(principal.id), offered.prompts(principal.id)];
		const keys = prompt.ends.map(({ key }) => key.toString(36));
		const key = prompt.ends.at(-1)?.key ?? 0;
		const own = keys.at(-1) ?? '';
		const session = sessionOf(request) ?? `llm-${prompt.origin.toString(36)}`;
		const { head, untold } = prompt;
		const last = prompt.ends.at(-2)?.key;
		const sought = { prompts: prompt.unasked(keys, session), session };
		const known = prompt.outputs.length > 0 ? await prompts.find(sought) : undefined;
		const shown = Map.groupBy(known?.shown ?? [], (each) => each.prompt);
		for (const { block, key } of shown.size > 0 ? prompt.ends : [])
			prompt.leave(shown.get(key.toString(36)) ?? [], block);
		const stored = known?.state && parseState(known.state.text, known.state.isOwn);
		const before =
			newerOf(this.#prompts.state(owner, session), stored ?? undefined, last) ?? NEW_STATE;
		const renewing = `${owner} ${dialect}`;
		const renews = before.cache.renews === true || this.#renewing.has(renewing);
		const cached: CacheState = { ...before.cache, renews };
		const underWay = this.#prompts.underWay(owner, session, now());
		const beside = [...underWay.values()].map(({ asked }) => asked);
		const meant = { ...before, asked: [...beside, ...(before.asked ?? [])] };
		const isAgain = meant.asked.some(([of, ahead]) => of === key && ahead === head.key);
		const isAlone = underWay.size === 0;
		prompt.sizes.scaled(before.scale);
		const { mixedUntil, aside } = mixedAfter(meant, { last, head });
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
			state: [...underWay.keys()].reduce((cache, enter) => enter(cache), cached),
			isCounted: before.costs.told > 0,
			// Another model would read anew whatever leaves now; all that went on from a prompt that was sent before, too.
			invests: !disagrees(before.costs) && !isAgain && Math.max(mixedUntil, aside) <= now(),
			knowsBefore: last === undefined ? undefined : knows(meant, last),
			leave: async (left) => {
				// Nothing leaves that could not be had back.
				await this.#keep(left, session, kept, pause);
				const shown = left.map(({ output, id, text }) => ({ call: output.id, id, text }));
				return prompts.leave({ prompt: own, session, shown });
			},
			now,
		});
		this.#prompts.keep(owner, prompt);
		const { choice, rules, prompts: given } = outcome;
		const left = outcome.left.filter(({ output }) => untold.has(`${session} ${output.id}`));
		const enter = choice.told(given).after;
		const asked: Asked = [key, head.key, head.model];
		underWay.set(enter, { at: now(), asked });
		const hasName = sessionOf(request) !== undefined || prompt.ends.length > 1;
		const answered = (said?: Usage | null | 'lost' | 'unknown'): void => {
			underWay.delete(enter);
			if (said === null) return;
			// Nobody knows whether the provider took it: it may be paid for, and is not counted upon.
			const isLost = said === 'lost' || said === 'unknown';
			const usage = isLost ? undefined : said;
			const total =
				usage && Object.values(usage.written).reduce((a, b) => a + b, usage.input + usage.read);
			// The provider's count corrects the sizes of results that left, and of the texts in their place.
			const counted = total === undefined ? undefined : prompt.measure(text, total);
			const read = counted ?? given;
			const told = usage ?? (isLost ? said : 'lost');
			const { costs, spent, after } = costsOf(told, rules, choice, read, isAlone);
			const news = { ...costs, requests: 1 };
			// Others of the session may have been answered since.
			const latest = newerOf(this.#prompts.state(owner, session), before, last) ?? before;
			const unsaid = isLost ? (cache: CacheState) => cache : enter;
			const cache = (after ?? unsaid)({ ...latest.cache, renews });
			if (cache.renews) this.#renewing.add(renewing);
			const isFirst = latest.costs.requests === 0;
			const state: PromptState = {
				cache: { ...cache, ...(spent !== undefined && { spent: latest.cache.spent + spent }) },
				costs: addCosts(latest.costs, news),
				scale: prompt.sizes.scale,
				asked: (isLost ? [] : [asked])
					.concat((latest.asked ?? []).filter(([of]) => isLost || of !== key))
					.slice(0, MOST_ASKED),
				mixedUntil: mixedAfter(latest, { last, head }).mixedUntil,
				untold: hasName ? NO_COSTS : news,
			};
			this.#prompts.setState(owner, session, state);
			let rest = hasName ? addCosts(latest.untold, news) : news;
			const tell = async () => {
				try {
					if (hasName) {
						await this.#tell(isLost ? [] : left, rest, principal, session, offered);
						// A ledger that is saved counts as told.
						rest = NO_COSTS;
					}
				} finally {
					const isTold = !hasName || rest === NO_COSTS;
					const text = JSON.stringify({ v: 1, isTold, ...state, untold: rest });
					await prompts.save({ prompt: own, session, state: text });
				}
				if (!hasName) return;
				for (const { output } of isLost ? [] : left) untold.delete(`${session} ${output.id}`);
				if (left.length > 0 || isFirst) await offered.forwarding(principal.id, session).forward();
			};
			const failed = (error: unknown) => {
				const now = this.#prompts.state(owner, session) ?? state;
				const untold = hasName ? addCosts(now.untold, rest) : now.untold;
				this.#prompts.setState(owner, session, { ...now, untold });
				this.ports.report(error, correlationId);
			};
			this.ports.defer(tell().catch(failed));
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
				.map(({ id, text, output: { tool, content } }) => ({
					...{ id, text, tool, endpoint: tool, session, at, digests: [] },
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
		{ session }: Services,
	): Promise<void> {
		const at = this.ports.now();
		const results = left.map(({ id, output, collapsed, summary }) => ({
			id,
			host: {
				...{ tool: output.tool, at, summary },
				tokensBefore: estimate(output.text ?? ''),
				tokensAfter: collapsed,
			},
		}));
		await session(principal.id, name).left({ results, by: 'pass-through', at, prompts });
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
