// The pass-through between a host and its model (docs/llm.md): `/llm/anthropic`, `/llm/openai/v1`. Used results
// leave on the way up; everything else, answers and streams above all, passes as it comes. A failure of
// Loadline's own never stops a request: it goes up whole.
import type { Principal } from '../../auth';
import type { Config } from '../../config';
import { pairsIn, type Services } from '../../gateway';
import { serializeResult } from '../../session';
import { ok, type Result } from '../../shared/result';
import {
	addCosts,
	costsOf,
	disagrees,
	NO_COSTS,
	type PromptCosts,
	type Usage,
} from '../../transient';
import { peekBody, within } from '../fetch';
import type { Dialect } from './conversation';
import {
	forwardedHeaders,
	isForBrowser,
	llmError,
	passedDown,
	type Target,
	targetOf,
	urlAt,
} from './forward';
import { type LeftOut, leaveOut } from './leave-out';
import { NEW_STATE, Prompts, type PromptState, parseState, stateText } from './prompts';
import { watched } from './usage';

/** Dependencies of the pass-through: configuration, storage, the way to the provider, a log. */
export interface PassThroughPorts {
	configOf(workspace: string): Promise<Config>;
	services(workspace: string): Services;
	isOwnTool(name: string): boolean;
	fetch(url: string, init: RequestInit): Promise<Response>;
	digest(text: string): Promise<string>;
	/** Runs work that the answer need not wait for. */
	defer(work: Promise<unknown>): void;
	/** Charges a workspace with milliseconds of CPU. @returns false where its share is used up */
	mayLookInto(workspace: string, milliseconds: number): boolean;
	/** Milliseconds since the epoch. */
	now(): number;
	/** A failure, for the log; never a body or a key. */
	report(error: unknown, correlationId: string): void;
}

/** Bytes of a body that is looked into, and held until it is; a larger one passes as it comes. */
const LARGEST = 8 * 1024 * 1024;
/** Bytes that are looked through in a millisecond, about. */
const BYTES_A_MS = 10_000;
/** Milliseconds that a request waits for what Loadline knows. */
const PATIENCE = 3_000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Results that this isolate remembers as kept and told. */
const MOST_REMEMBERED = 20_000;

/** Headers that name a conversation: of Claude Code, of Codex. */
const SESSION_HEADERS = ['x-claude-code-session-id', 'session-id', 'session_id'];
/** Names a subagent of Claude Code: its context is its own. */
const AGENT_HEADER = 'x-claude-code-agent-id';

/** Serves `/llm/…` of one isolate, which remembers what it has kept and told already. */
export class PassThrough {
	readonly #told = new Set<string>();
	readonly #prompts = new Prompts();

	constructor(private readonly ports: PassThroughPorts) {}

	/**
	 * Answers a request to `/llm/…`.
	 * @param principal who calls; null: nobody who may
	 */
	async serve(
		request: Request,
		principal: Principal | null,
		correlationId: string,
	): Promise<Response> {
		const target = targetOf(request);
		if (!target)
			return llmError(
				'openai',
				404,
				'there is nothing here; see /llm/anthropic and /llm/openai/v1.',
			);
		const { provider, rest } = target;
		if (isForBrowser(request))
			return llmError(
				provider,
				403,
				'a model is called by a program, or by fetch; no answer is shown as a page or run as a script.',
			);
		if (!principal)
			return llmError(
				provider,
				401,
				'say who calls with the header x-loadline-token, or in the path: /llm/~TOKEN/….',
			);
		const config = await this.ports.configOf(principal.workspace);
		const base = config.llm[provider]?.url;
		if (base === undefined)
			return llmError(
				provider,
				404,
				`llm.${provider}.url is not configured; set it and try again.`,
			);
		const url = urlAt(base, rest);
		if (!url.ok) return llmError(provider, 404, url.error);
		const read = await this.#sent(request, target, { config, principal, correlationId });
		if (!read.ok) return llmError(provider, 408, 'the request body did not come: send it at once.');
		const sent = read.value;
		try {
			const headers = forwardedHeaders(request.headers);
			const init = {
				method: request.method,
				headers,
				redirect: 'manual',
				signal: request.signal,
			} as const;
			// A stream has to be announced where the runtime is Node.
			const body = sent.body === null ? {} : { body: sent.body, duplex: 'half' };
			const answer = await this.ports.fetch(url.value, { ...init, ...body });
			const { answered } = sent;
			if (answer.ok && answered)
				return watched(passedDown(answer), (usage) => answered(usage));
			// Whoever followed one would take the token for Loadline along.
			if (!REDIRECTS.has(answer.status)) return passedDown(answer);
			void answer.body?.cancel().catch(() => {});
			return llmError(
				provider,
				502,
				`the provider answered with a redirect, which is not followed; set llm.${provider}.url to its final address.`,
			);
		} catch (error) {
			if (!request.signal.aborted) this.ports.report(error, correlationId);
			return llmError(provider, 502, 'the provider cannot be reached.');
		}
	}

	/** What goes up; an error where it does not come. */
	async #sent(request: Request, target: Target, call: CallFacts): Promise<Result<Sent, unknown>> {
		const dialect = dialectOf(request, target);
		const length = Number(request.headers.get('content-length') ?? 0);
		if (request.body === null || !dialect || length > LARGEST) return ok({ body: request.body });
		const read = await peekBody(request.body, LARGEST);
		if (!read.ok) return read;
		const { bytes, whole } = read.value;
		return ok(whole ? { body: whole } : await this.#shortened(bytes, dialect, request, call));
	}

	/** The body without what has left; whole where that cannot be said. */
	async #shortened(
		bytes: Uint8Array<ArrayBuffer>,
		dialect: Dialect,
		request: Request,
		call: CallFacts,
	): Promise<Sent> {
		const { workspace } = call.principal;
		if (!this.ports.mayLookInto(workspace, bytes.byteLength / BYTES_A_MS)) return { body: bytes };
		try {
			const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
			const found = await within(this.#passed(text, dialect, request, call), PATIENCE);
			return found ? { ...found, body: found.body ?? bytes } : { body: bytes };
		} catch (error) {
			this.ports.report(error, call.correlationId);
			return { body: bytes };
		}
	}

	async #passed(
		text: string,
		dialect: Dialect,
		request: Request,
		{ config, principal, correlationId }: CallFacts,
	): Promise<{ readonly body: string | undefined; answered(usage?: Usage): void } | undefined> {
		const { services, digest, isOwnTool, now } = this.ports;
		const owner = `${principal.workspace}/${principal.id}`;
		const prompt = this.#prompts.read(owner, text, dialect);
		if (!prompt) return undefined;
		const offered = services(principal.workspace);
		const [kept, prompts] = [offered.kept(principal.id), offered.prompts(principal.id)];
		const keys = prompt.ends.map(({ key }) => key.toString(36));
		const own = keys.at(-1) ?? '';
		const session = sessionOf(request) ?? `llm-${prompt.origin.toString(36)}`;
		const hasTools = prompt.outputs.length > 0;
		const asked = { prompts: prompt.unasked(keys), session };
		const known = hasTools ? await prompts.find(asked) : undefined;
		for (const { block, key } of prompt.ends) {
			const shown = known?.shown.filter((each) => each.prompt === key.toString(36)) ?? [];
			if (shown.length > 0) prompt.leave(shown, block);
		}
		const stored = known?.state && parseState(known.state.text, known.state.isOwn);
		const found = this.#prompts.state(owner, session) ?? stored;
		const before = found ?? NEW_STATE;
		prompt.scaled(before.scale);
		const { pairs, superseded, leastCharacters, pairing } = config.llm;
		const outcome = await leaveOut(prompt, {
			async find(digests) {
				await offered.settled();
				return kept.find({ digests });
			},
			digest,
			knowledge: {
				pairs: [...pairsIn(config, isOwnTool), ...pairs],
				...{ superseded, leastCharacters, pairing },
			},
			session,
			state: before.cache,
			// Of a conversation that nobody here saw before, all may be cached.
			invests: found !== undefined && !disagrees(before.costs),
			leave: async (left) => {
				// Nothing leaves that could not be had back.
				await this.#keep(left, session, kept);
				const shown = left.map(({ id, output, text: place }) => ({ call: output.id, id, text: place }));
				return prompts.leave({ prompt: own, session, shown });
			},
			now,
		});
		this.#prompts.keep(owner, prompt);
		const { choice, left, rules, sent } = outcome;
		const hasName = sessionOf(request) !== undefined || prompt.ends.length > 1;
		const answered = (usage?: Usage): void => {
			const costs = usage ? costsOf(usage, rules, choice) : NO_COSTS;
			const news = { ...costs, requests: 1 };
			const total = costs.input + costs.read + costs.written;
			const after = choice.after(sent, usage && total);
			const scale = choice.tokens > 0 ? total / choice.tokens : 0;
			if (usage) prompt.measure(text, total);
			const state: PromptState = {
				cache: { ...after, spent: usage && scale > 0 ? before.cache.spent + costs.would / scale : after.spent },
				costs: addCosts(before.costs, news),
				scale: prompt.scale,
				untold: hasName ? NO_COSTS : addCosts(before.untold, news),
			};
			this.#prompts.setState(owner, session, state);
			const told = async () => {
				await prompts.save({ prompt: own, session, state: stateText(state) });
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
	): Promise<void> {
		const own = left.filter(({ known }) => !known);
		if (own.length === 0) return;
		const at = this.ports.now();
		await kept.put({
			results: own.map(({ id, output }) => ({
				id,
				tool: output.tool,
				endpoint: output.tool,
				session,
				at,
				marks: { consumed: false, hints: [] },
				digests: [],
				original: serializeResult({ content: output.content }),
			})),
		});
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
		const results = fresh.map(({ id, output, tokens, collapsed, summary }) => ({
			id,
			host: { tool: output.tool, at, tokensBefore: tokens, tokensAfter: collapsed, summary },
		}));
		await session(principal.id, name).left({ results, by: 'pass-through', at, prompts });
		await forwarding(principal.id, name).forward();
		for (const { id } of fresh) this.#remember(keyOf(id));
	}

	#remember(key: string): void {
		if (this.#told.size >= MOST_REMEMBERED) this.#told.clear();
		this.#told.add(key);
	}
}

interface CallFacts {
	readonly config: Config;
	readonly principal: Principal;
	readonly correlationId: string;
}

interface Sent {
	readonly body: BodyInit | null;
	/** Takes note that the provider took a prompt, and what it says of it. */
	answered?(usage?: Usage): void;
}

/** The host's own name of a conversation. */
function sessionOf({ headers }: Request): string | undefined {
	const names = SESSION_HEADERS.map((header) => headers.get(header) ?? '');
	const named = names.find((name) => NAME.test(name));
	const agent = headers.get(AGENT_HEADER) ?? '';
	const both = `${named}-${agent}`;
	return named !== undefined && NAME.test(agent) ? both.slice(0, 128) : named;
}
const NAME = /^[A-Za-z0-9_-]{1,128}$/;

/** Returns the format of a request's body; undefined for one that passes unread. */
function dialectOf(request: Request, { provider, rest }: Target): Dialect | undefined {
	const type = request.headers.get('content-type') ?? '';
	if (request.method !== 'POST' || !/^application\/json\b/i.test(type)) return undefined;
	if (request.headers.has('content-encoding')) return undefined;
	const path = rest.replace(/\?.*$/s, '').replace(/(?<!\/)\/+$/, '');
	if (provider === 'anthropic') return path === '/v1/messages' ? 'anthropic' : undefined;
	if (path === '/chat/completions') return 'chat';
	return path === '/responses' ? 'responses' : undefined;
}
