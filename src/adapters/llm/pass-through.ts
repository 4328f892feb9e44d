// The pass-through between a host and its model (docs/llm.md): `/llm/anthropic`, `/llm/openai/v1`. Used results
// leave on the way up; everything else, answers and streams above all, passes as it comes. A failure of
// Loadline's own never stops a request: it goes up whole.
import type { Principal } from '../../auth';
import type { Config } from '../../config';
import { asObject, isRecord, type JsonObject, jsonIn } from '../../shared/json-values';
import { remember } from '../../shared/remember';
import { ok, type Result } from '../../shared/result';
import type { Usage } from '../../transient';
import { peekBody, readBoundedText, turns, within } from '../fetch';
import { type Dialect, listOf } from './conversation';
import {
	forwardedHeaders,
	isForBrowser,
	llmError,
	passedDown,
	type Target,
	targetOf,
	urlAt,
} from './forward';
import { intercepted } from './interceptors';
import { type CallFacts, Leaving, type LeavingPorts, sessionOf } from './leaving';

/** Dependencies of the pass-through: configuration, storage, the way to the provider, a log. */
export interface PassThroughPorts extends LeavingPorts {
	configOf(workspace: string): Promise<Config>;
	/** @throws an error whose `wentOut` says whether anything was sent; without one nobody knows */
	fetch(url: string, init: RequestInit): Promise<Response>;
	/** Charges a workspace with milliseconds of CPU. @returns false where its share is used up */
	mayLookInto(workspace: string, milliseconds: number): boolean;
}

/** Bytes of a body that is looked into, and held until it is; a larger one passes as it comes. */
const LARGEST = 8 * 1024 * 1024;
/** Bytes that are looked through in a millisecond, about. */
const BYTES_A_MS = 10_000;
/** Milliseconds that a request waits for what Loadline knows. */
const PATIENCE = 3_000;
/** Calls of models that an isolate remembers. */
const MOST_CALLS = 5_000;
const REFUSALS = {
	path: 'there is nothing here; see /llm/anthropic and /llm/openai/v1.',
	browser:
		'a model is called by a program, or by fetch; no answer is shown as a page or run as a script.',
	caller: 'say who calls with the header x-loadline-token, or in the path: /llm/~TOKEN/….',
	config: 'is not configured; set it and try again.',
};
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Serves `/llm/…` of one isolate, which remembers what it has kept and told already. */
export class PassThrough {
	readonly #leaving: Leaving;
	/** Sessions by the calls that were made in them, the newest. */
	readonly #calls = new Map<string, string>();

	constructor(private readonly ports: PassThroughPorts) {
		this.#leaving = new Leaving(ports);
	}

	/** Answers a request to `/llm/…`. @param principal who calls; null: nobody who may */
	async serve(
		request: Request,
		principal: Principal | null,
		correlationId: string,
	): Promise<Response> {
		const target = targetOf(request);
		const { provider = 'openai', rest = '' } = target ?? {};
		const refused = (status: number, message: string) =>
			llmError(provider, status, message, correlationId);
		if (!target) return refused(404, REFUSALS.path);
		if (isForBrowser(request)) return refused(403, REFUSALS.browser);
		if (!principal) return refused(401, REFUSALS.caller);
		const config = await this.ports.configOf(principal.workspace);
		if (target.isInterceptor) return this.#intercept(request, { config, principal, correlationId });
		const base = config.llm[provider]?.url;
		if (base === undefined) return refused(404, `llm.${provider}.url ${REFUSALS.config}`);
		const url = urlAt(base, rest);
		if (!url.ok) return refused(404, url.error);
		const read = await this.#sent(request, target, { config, principal, correlationId });
		if (!read.ok) return refused(408, 'the request body did not come: send it at once.');
		const sent = read.value;
		try {
			const init = {
				method: request.method,
				headers: forwardedHeaders(request.headers),
				redirect: 'manual',
				signal: request.signal,
			} as const;
			// A stream has to be announced where the runtime is Node.
			const body = sent.body === null ? {} : { body: sent.body, duplex: 'half' };
			const hadTurn = turns.leave(principal.workspace);
			const answer = await this.ports
				.fetch(url.value, { ...init, ...body })
				.finally(() => hadTurn && turns.enter(principal.workspace));
			if (answer.ok && dialectOf(request, target))
				return watched(
					passedDown(answer),
					(usage) => sent.answered?.(usage),
					(call) => this.#called(principal, call, sessionOf(request)),
				);
			sent.answered?.(null);
			// Whoever followed one would take the token for Loadline along.
			if (!REDIRECTS.has(answer.status)) return passedDown(answer);
			void answer.body?.cancel().catch(() => {});
			return refused(
				502,
				`the provider answered with a redirect, which is not followed; set llm.${provider}.url to its final address.`,
			);
		} catch (error) {
			const { wentOut } = error as { wentOut?: boolean };
			sent.answered?.(wentOut === undefined ? 'unknown' : wentOut ? 'lost' : null);
			if (!request.signal.aborted) this.ports.report(error, correlationId);
			return refused(502, 'the provider cannot be reached.');
		}
	}

	/** Returns the session of the conversation in which a model made a call, for what its host asks with it. */
	madeIn(principal: Principal, call: string): string | undefined {
		return this.#calls.get(callKey(principal, call));
	}

	#called(principal: Principal, call: string, session: string | undefined): void {
		if (session === undefined) return;
		remember(this.#calls, callKey(principal, call), session, MOST_CALLS);
	}

	/** Answers a message to the interceptors; what it changes is taken to go up as it was changed. */
	async #intercept(request: Request, call: CallFacts): Promise<Response> {
		const refused = (status: number, message: string) =>
			llmError('openai', status, message, call.correlationId);
		if (request.method !== 'POST') return refused(405, 'POST one JSON-RPC message.');
		const text = await readBoundedText(request, LARGEST);
		if (!text.ok) return refused(413, 'the message is too long, compressed, or did not come.');
		const answer = await intercepted(jsonIn(text.value), async (prompt, dialect) => {
			const body = new Uint8Array(new TextEncoder().encode(prompt));
			const sent = await this.#shortened(body, dialect, request, call);
			sent.answered?.();
			return typeof sent.body === 'string' ? sent.body : undefined;
		});
		return answer ? Response.json(answer) : new Response(null, { status: 202 });
	}

	/** Returns the body that is sent; an error where it does not come. */
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
			const found = await within(this.#leaving.pass(text, dialect, request, call), PATIENCE);
			return found ? { ...found, body: found.body ?? bytes } : { body: bytes };
		} catch (error) {
			this.ports.report(error, call.correlationId);
			return { body: bytes };
		}
	}
}

const callKey = ({ workspace, id }: Principal, call: string): string =>
	JSON.stringify([workspace, id, call]);

interface Sent {
	readonly body: BodyInit | null;
	/** Notes what the provider says of a prompt; null: it took none; `unknown`: whether it went out; `lost`: it did, unanswered. */
	answered?(usage?: Usage | null | 'lost' | 'unknown'): void;
}

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

/** Characters of an event, or of a whole answer, that are looked into. */
const LONGEST_EVENT = 4_000_000;

/**
 * An answer that tells its usage once it has passed.
 * @param tell is called once, with what was read of it; undefined where there was none
 * @param called is told the ids of calls that the model makes (Anthropic Messages), before the host has them
 */
function watched(
	answer: Response,
	tell: (usage: Usage | undefined) => void,
	called: (id: string) => void,
): Response {
	if (!answer.body) {
		tell(undefined);
		return answer;
	}
	/** Events, and not one JSON document. */
	const isStream = /^text\/event-stream\b/i.test(answer.headers.get('content-type') ?? '');
	const decoder = new TextDecoder();
	let found: JsonObject = {};
	let rest = '';
	/** Of several the later members stand: a stream counts up. */
	const take = (json: string): void => {
		const event = jsonIn(json);
		if (!isRecord(event)) return;
		for (const part of [event.message, event.response, event])
			if (isRecord(part) && isRecord(part.usage)) found = { ...found, ...part.usage };
		for (const block of [event.content_block, ...listOf(event.content)])
			if (isRecord(block) && block.type === 'tool_use') called(String(block.id));
	};
	const end = (): void => {
		if (!isStream) take(rest);
		tell(usageOf(found));
	};
	const watching = new TransformStream<Uint8Array, Uint8Array>({
		transform(piece, passed) {
			const text = rest + decoder.decode(piece, { stream: true });
			const lines = isStream ? text.split('\n') : [text];
			rest = lines.pop() ?? '';
			// The rest of it is no JSON.
			if (rest.length > LONGEST_EVENT) rest = '';
			for (const line of lines)
				if (line.startsWith('data:') && TELLING.test(line)) take(line.slice(5));
			passed.enqueue(piece);
		},
		flush: end,
		cancel: end,
	});
	const { status, statusText, headers } = answer;
	return new Response(answer.body.pipeThrough(watching), { status, statusText, headers });
}

/** Marks an event that is read. */
const TELLING = /"usage"|"tool_use"/;

function usageOf(told: Readonly<Record<string, unknown>>): Usage | undefined {
	const tokens = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);
	const part = (value: unknown): JsonObject => asObject(value) ?? {};
	if (told.prompt_tokens === undefined && told.input_tokens === undefined) return undefined;
	const details = told.prompt_tokens_details ?? told.input_tokens_details;
	const output = tokens(told.completion_tokens ?? told.output_tokens);
	if (told.cache_read_input_tokens === undefined || isRecord(details)) {
		const all = tokens(told.prompt_tokens ?? told.input_tokens);
		const read = tokens(part(details).cached_tokens);
		const written = tokens(part(details).cache_write_tokens);
		return { input: Math.max(0, all - read - written), read, written: { '': written }, output };
	}
	const hour = tokens(part(told.cache_creation).ephemeral_1h_input_tokens);
	const all = tokens(told.cache_creation_input_tokens);
	return {
		input: tokens(told.input_tokens),
		read: tokens(told.cache_read_input_tokens),
		written: { '5m': Math.max(0, all - hour), '1h': hour },
		output,
	};
}
