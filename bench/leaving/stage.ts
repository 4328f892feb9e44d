// One provider, one Loadline, and what it keeps of a principal's calls: prompts go through the pass-through to one
// simulated provider, and as they are to another.
import { createHash } from 'node:crypto';
import { PassThrough } from '../../src/adapters/llm';
import { LOCAL_PRINCIPAL } from '../../src/auth/tokens';
import type { Config } from '../../src/config/schema';
import { KeptPrompts, KeptResults, SessionService, spellings } from '../../src/session';
import { openSql } from '../../test/adapters/sqlite/open';
import { type Provider, SimulatedProvider } from './simulated-provider';

export interface Call {
	readonly name: string;
	readonly input: object;
	readonly result: string;
	readonly failed?: boolean;
	/** Loadline's own answer, and its part in the protocol. */
	readonly known?: 'page' | 'finding';
}

type Json = Record<string, unknown>;

const HINTS = [{ tool: 'search_records', lifecycle: 'transient', consumedBy: 'store' }] as const;
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24);

/** One provider, one Loadline, and the conversations of a principal. */
export class Stage {
	readonly through: SimulatedProvider;
	readonly direct: SimulatedProvider;
	now = 1_000_000_000_000;
	readonly kept: KeptResults;
	readonly sessions = new Map<string, SessionService>();
	readonly errors: unknown[] = [];
	/** Sessions whose news were handed on at once, for the list of conversations. */
	readonly forwarded: string[] = [];
	#passThrough: PassThrough;
	#idle: PassThrough | undefined;
	readonly #begin: () => PassThrough;
	/** Reads the answers of requests that are under way; undefined: each is read at once. */
	held: (() => Promise<void>)[] | undefined;
	#work: Promise<unknown>[] = [];
	/** Prompts are taken, and their answers lost on the way; with an error they are not taken. */
	loses: boolean | Error = false;
	/** By how many answers what is stored of prompts is behind. */
	behind = 0;
	readonly #saves: (() => void)[] = [];
	#ids = 0;
	#sent = '';

	/** @param tellsUsage false: the provider's answers say nothing of tokens */
	constructor(
		public provider: Provider,
		private readonly tellsUsage = true,
		pairing: 'all' | 'oldest' | 'newest' = 'all',
	) {
		this.through = new SimulatedProvider(provider);
		this.direct = new SimulatedProvider(provider);
		const ports = { now: () => this.now, wakeAt: () => {} };
		const sql = openSql();
		this.kept = new KeptResults(sql, ports);
		const prompts = new KeptPrompts(sql, ports);
		const services = {
			kept: () => this.kept,
			prompts: () => ({
				find: (asked: never) => prompts.find(asked),
				leave: (left: never) => prompts.leave(left),
				save: (saved: never) => {
					this.#saves.push(() => prompts.save(saved));
					while (this.#saves.length > this.behind) this.#saves.shift()?.();
				},
			}),
			settled: async () => {},
			session: (_: string, name: string) => this.session(name),
			forwarding: (_: string, name: string) => ({
				forward: async () => void this.forwarded.push(name),
			}),
		};
		const llm = {
			anthropic: { url: 'https://provider.example' },
			openai: { url: 'https://provider.example/v1' },
			pairs: [],
			superseded: { reads: true, listings: true, repeats: true },
			leastCharacters: 1_500,
			pairing,
		};
		const passed = {
			configOf: async () => ({ llm, transient: [], upstreams: [] }) as unknown as Config,
			services: () => services as never,
			isOwnTool: () => true,
			mayLookInto: () => true,
			fetch: async (_: string, { body }: RequestInit) => this.#answer(body as string | ArrayBuffer),
			digest: async (text: string) => digestOf(text),
			defer: (work: Promise<unknown>) => this.#work.push(work),
			now: () => this.now,
			report: (error: unknown) => this.errors.push(error),
		};
		this.#begin = () => new PassThrough(passed);
		this.#passThrough = this.#begin();
	}

	/** Goes over to another model. */
	switchTo(provider: Provider): void {
		for (const each of [this.through, this.direct]) each.rules = provider;
		this.provider = provider;
	}

	/** Another process goes on, with what the one before has stored. */
	restart(): void {
		this.#passThrough = this.#begin();
	}

	/** The other of two processes goes on. */
	change(): void {
		[this.#passThrough, this.#idle] = [this.#idle ?? this.#begin(), this.#passThrough];
	}

	/** Asks the interceptors. @returns their answer, undefined for none */
	async intercept(message: object): Promise<Json | undefined> {
		const request = new Request('http://localhost/llm/interceptors', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(message),
		});
		const answer = await this.#passThrough.serve(request, LOCAL_PRINCIPAL, 'id');
		while (this.#work.length > 0) await Promise.all(this.#work.splice(0));
		return answer.status === 202 ? undefined : ((await answer.json()) as Json);
	}

	session(name: string): SessionService {
		const known = this.sessions.get(name) ?? new SessionService(openSql());
		this.sessions.set(name, known);
		return known;
	}

	newId(): string {
		return `call${++this.#ids}`;
	}

	/** Loadline answers a call: what it keeps of it. */
	keep(id: string, { known, result }: Call, session: string): void {
		if (known === undefined) return;
		const marks =
			known === 'page'
				? { consumed: false, hints: HINTS, transient: { summary: `a page, ${id}` } }
				: { consumed: true, hints: [] };
		const tool = known === 'page' ? 'search_records' : 'store';
		this.kept.put({
			results: [
				{
					...{ id, tool, endpoint: tool, session, at: this.now, marks },
					digests: spellings(result).map(digestOf),
					...(known === 'page' && {
						text: this.shownFor(id),
						original: `{"content":${JSON.stringify([{ type: 'text', text: result }])}}` as never,
					}),
				},
			],
		});
	}

	/** The text that a page is replaced by. */
	shownFor(id: string): string {
		return `a page, ${id}\n[collapsed; original: expand_result {"id":"${id}"}]`;
	}

	/** Sends a prompt both ways. @returns what went up */
	async send(body: Json, headers: Record<string, string>): Promise<Json> {
		const path =
			this.provider.dialect === 'anthropic'
				? 'anthropic/v1/messages'
				: 'openai/v1/chat/completions';
		const text = JSON.stringify(body);
		this.direct.take(body, this.now);
		const request = new Request(`http://localhost/llm/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: text,
		});
		const answer = await this.#passThrough.serve(request, LOCAL_PRINCIPAL, 'id');
		const sent = this.#sent;
		const done = async () => {
			await answer.text();
			while (this.#work.length > 0) await Promise.all(this.#work.splice(0));
			if (this.errors.length > 0 && !this.loses) throw this.errors[0];
			this.errors.length = 0;
		};
		if (this.held) this.held.push(done);
		else await done();
		return JSON.parse(sent) as Json;
	}

	#answer(body: string | ArrayBuffer): Response {
		this.#sent = typeof body === 'string' ? body : new TextDecoder().decode(body);
		if (this.loses instanceof Error) throw this.loses;
		const { input, read, written } = this.through.take(JSON.parse(this.#sent) as Json, this.now);
		if (this.loses) throw Object.assign(new Error('lost'), { wentOut: true });
		if (!this.tellsUsage) return Response.json({ type: 'message' });
		const all = written['5m'] + written['1h'];
		if (this.provider.dialect === 'chat') {
			const details = { cached_tokens: read, cache_write_tokens: all };
			const usage = {
				prompt_tokens: input + read + all,
				completion_tokens: 10,
				prompt_tokens_details: details,
			};
			return Response.json({ object: 'chat.completion', usage });
		}
		const usage = {
			...{ input_tokens: input, output_tokens: 1, cache_read_input_tokens: read },
			cache_creation_input_tokens: all,
			cache_creation: {
				ephemeral_5m_input_tokens: written['5m'],
				ephemeral_1h_input_tokens: written['1h'],
			},
		};
		const events = [
			{ type: 'message_start', message: { type: 'message', usage } },
			{ type: 'message_delta', delta: {}, usage: { output_tokens: 10 } },
		];
		const stream = events.map(
			(event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
		);
		return new Response(stream.join(''), { headers: { 'content-type': 'text/event-stream' } });
	}
}
