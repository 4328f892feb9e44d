// The pass-through between a host and its model (docs/llm.md): `/llm/anthropic`, `/llm/openai/v1`. Used results
// leave on the way up; everything else, answers and streams above all, passes as it comes. A failure of
// Loadline's own never stops a request: it goes up whole.
import type { Principal } from '../../auth';
import type { Config } from '../../config';
import { pairsIn, type Services } from '../../gateway';
import { serializeResult } from '../../session';
import { ok, type Result } from '../../shared/result';
import { peekBody, within } from '../fetch';
import type { Conversation, Dialect } from './conversation';
import {
	forwardedHeaders,
	isForBrowser,
	llmError,
	type Provider,
	passedDown,
	type Target,
	targetOf,
	urlAt,
} from './forward';
import { type LeaveOutPorts, type LeftOut, leaveOut } from './leave-out';

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
const SESSION_HEADERS = ['x-claude-code-session-id', 'session-id'];

const PRICES: Readonly<Record<Provider, LeaveOutPorts['prices']>> = {
	anthropic: { read: 0.1, write: 1.25 },
	openai: { read: 0.1, write: 1 },
};

/** Serves `/llm/…` of one isolate, which remembers what it has kept and told already. */
export class PassThrough {
	readonly #done = new Set<string>();

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
			const body = sent === null ? {} : { body: sent, duplex: 'half' };
			const answer = await this.ports.fetch(url.value, { ...init, ...body });
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

	/** The body that goes up; an error where it does not come. */
	async #sent(
		request: Request,
		target: Target,
		call: CallFacts,
	): Promise<Result<BodyInit | null, unknown>> {
		const dialect = dialectOf(request, target);
		const length = Number(request.headers.get('content-length') ?? 0);
		if (request.body === null || !dialect || length > LARGEST) return ok(request.body);
		const read = await peekBody(request.body, LARGEST);
		if (!read.ok) return read;
		const { bytes, whole } = read.value;
		return ok(whole ?? (await this.#shortened(bytes, dialect, request, target, call)));
	}

	/** The body without what has been used; whole where that cannot be said. */
	async #shortened(
		bytes: Uint8Array<ArrayBuffer>,
		dialect: Dialect,
		request: Request,
		target: Target,
		call: CallFacts,
	): Promise<BodyInit> {
		const { workspace } = call.principal;
		if (!this.ports.mayLookInto(workspace, bytes.byteLength / BYTES_A_MS)) return bytes;
		try {
			const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
			const found = await within(this.#without(text, dialect, request, target, call), PATIENCE);
			if (!found) return bytes;
			const told = found.tell().catch((error) => this.ports.report(error, call.correlationId));
			this.ports.defer(told);
			return found.body;
		} catch (error) {
			this.ports.report(error, call.correlationId);
			return bytes;
		}
	}

	async #without(
		text: string,
		dialect: Dialect,
		request: Request,
		{ provider }: Target,
		{ config, principal }: CallFacts,
	): Promise<{ readonly body: string; tell(): Promise<void> } | undefined> {
		const { services, digest, isOwnTool } = this.ports;
		const offered = services(principal.workspace);
		const kept = offered.kept(principal.id);
		const { pairs, superseded, leastCharacters } = config.llm;
		const outcome = await leaveOut(text, dialect, {
			async find(digests) {
				await offered.settled();
				return kept.find({ digests });
			},
			digest,
			knowledge: { pairs: [...pairsIn(config, isOwnTool), ...pairs], superseded, leastCharacters },
			prices: PRICES[provider],
		});
		if (!outcome) return undefined;
		const { left, conversation } = outcome;
		const session = await this.#session(request, conversation);
		// Nothing leaves that could not be had back.
		await this.#keep(left, principal, session, kept);
		return { body: outcome.body, tell: () => this.#tell(left, principal, session, offered) };
	}

	async #keep(
		left: readonly LeftOut[],
		principal: Principal,
		session: string,
		kept: ReturnType<Services['kept']>,
	): Promise<void> {
		const own = left.filter(
			({ known, id }) => !known && !this.#done.has(`kept ${keyOf(principal, id)}`),
		);
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
				original: serializeResult({ content: [{ type: 'text', text: output.text ?? '' }] }),
			})),
		});
		for (const { id } of own) this.#remember(`kept ${keyOf(principal, id)}`);
	}

	/** Tells the sessions what has left; each result once. */
	async #tell(
		left: readonly LeftOut[],
		principal: Principal,
		host: string,
		{ session, forwarding }: Services,
	): Promise<void> {
		const fresh = left.filter(({ id }) => !this.#done.has(`told ${keyOf(principal, id)}`));
		const at = this.ports.now();
		const bySession = Map.groupBy(fresh, ({ known }) => known?.session ?? host);
		for (const [name, some] of bySession) {
			const results = some.map(({ id, known, output, tokens, collapsed, summary }) => ({
				id,
				...(!known && {
					host: { tool: output.tool, at, tokensBefore: tokens, tokensAfter: collapsed, summary },
				}),
			}));
			await session(principal.id, name).left({ results, by: 'pass-through', at });
			await forwarding(principal.id, name).forward();
			for (const { id } of some) this.#remember(`told ${keyOf(principal, id)}`);
		}
	}

	/** The host's own name of the conversation, else one by how it begins. */
	async #session(request: Request, { messages }: Conversation): Promise<string> {
		const names = SESSION_HEADERS.map((header) => request.headers.get(header) ?? '');
		const named = names.find((name) => /^[A-Za-z0-9_-]{1,128}$/.test(name));
		if (named !== undefined) return named;
		return `llm-${await this.ports.digest(JSON.stringify(messages.slice(0, 2)))}`;
	}

	#remember(key: string): void {
		if (this.#done.size >= MOST_REMEMBERED) this.#done.clear();
		this.#done.add(key);
	}
}

interface CallFacts {
	readonly config: Config;
	readonly principal: Principal;
	readonly correlationId: string;
}

const keyOf = ({ workspace, id: principal }: Principal, id: string): string =>
	`${workspace}/${principal}/${id}`;

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
