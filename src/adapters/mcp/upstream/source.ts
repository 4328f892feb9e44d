// An upstream MCP server as a ToolSource (MCP 2026-07-28 and 2025-11-25, "Streamable HTTP").
import type { Credential, Credentials } from '../../../gateway/credentials';
import type {
	CallAnswer,
	CallContext,
	Declared,
	JsonObject,
	SourceFault,
	ToolCall,
	ToolSource,
} from '../../../gateway/tool-source';
import { checkUpstreamUrl } from '../../../gateway/upstream-url';
import { isRecord } from '../../../shared/is-record';
import { err, ok, type Result } from '../../../shared/result';
import { memberSource, parseMember, type RawMessage } from './answer';
import { Call, type Patience } from './call';
import { ConnectFailed, Connection } from './connection';
import type { Outcome } from './exchange';
import { abortFault, type FaultContext, outcomeFault, rejection } from './fault';
import { hearing, listeningExchange } from './hearing';
import { listPages } from './list-pages';
import type { Known, PoolKey, UpstreamPool } from './pool';
import { withoutProtocolMeta } from './protocol-meta';
import { createHide, createRedact, withoutSecrets } from './redact';
import type { UpstreamSessions } from './sessions';
import type { UpstreamState } from './states';
import { askable, digestOf, poolKey } from './target';
import { readToolAnswer } from './tool-answer';
import { isOffered, type ToolFilter } from './tool-definitions';

export interface UpstreamConfig extends Patience {
	readonly name: string;
	readonly url: string;
	/** Asked at every call. */
	readonly credentials: Credentials;
	/** Tells its state from that of others of its name and URL. */
	readonly stateOf?: string;
	readonly tools?: ToolFilter;
	/** Decoded bytes of one answer. */
	readonly maxUpstreamBytes: number;
	/** Dev mode. */
	readonly allowLoopback: boolean;
	/** Remembers sessions beyond this isolate. */
	readonly sessions?: UpstreamSessions | undefined;
}

export interface UpstreamSource extends ToolSource {
	request(
		method: string,
		params: JsonObject,
		context: CallContext,
	): Promise<Result<JsonObject, SourceFault>>;
	declared(context: CallContext): Promise<Result<Declared, SourceFault>>;
	/** What the latest attempts said, for `/health`. */
	state(): UpstreamState;
	/** Ends what the upstream keeps of the caller's conversation. */
	endConversation(context: CallContext): Promise<void>;
}

/** How a caller is let in at the upstream. */
interface Access {
	readonly credential: Credential;
	readonly key: PoolKey;
	/** `maxBytes` of an answer; redacts this credential. */
	readonly limits: (maxBytes: number) => FaultContext;
}

type Refusal = Exclude<Outcome, { kind: 'answer' }>;

const LISTS = new Set(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']);
/** What is parsed into objects stays within memory: values and levels. */
const PARSED = { values: 500_000, depth: 500 };
/** UTF-16 units. */
const LONGEST_INSTRUCTIONS = 4_000;
const HEADER_MISMATCH = -32020;

/** Makes the source of one configured upstream; cheap, the clients live in the pool. */
export function upstreamSource(config: UpstreamConfig, pool: UpstreamPool): UpstreamSource {
	const { name, url, credentials, timeoutMs, maxTimeoutMs, allowLoopback } = config;
	const patience: Patience = { timeoutMs, maxTimeoutMs };
	const stateKey = JSON.stringify([name, url, config.stateOf ?? '']);

	const accessWith = (credential: Credential, context: CallContext): Access => ({
		credential,
		key: poolKey(JSON.stringify([name, url, credential.generation]), context),
		limits: (maxBytes) => ({
			...{ name, patience, maxBytes },
			redact: (text) => createRedact(credential.headers, url)(text),
		}),
	});
	/** With what a caller is let in there, and what follows from it. */
	const accessOf = async (context: CallContext): Promise<Result<Access, SourceFault>> => {
		const credential = await credentials.of(context);
		return credential.ok ? ok(accessWith(credential.value, context)) : credential;
	};
	/** Another way in after a refusal; undefined where there is none. */
	const renewed = async (
		{ credential }: Access,
		outcome: Refusal | undefined,
		context: CallContext,
	): Promise<Result<Access, SourceFault> | undefined> => {
		if (outcome?.kind !== 'http' || (outcome.status !== 401 && outcome.status !== 403)) return;
		if (outcome.status === 403 && outcome.challenge === undefined) return;
		const other = await credentials.refused?.(context, credential, outcome.challenge);
		return other?.ok ? ok(accessWith(other.value, context)) : other;
	};

	/** For what Loadline itself says of an answer. */
	const ours = (maxBytes: number): FaultContext => {
		const redact = (text: string) => createRedact({}, url)(text);
		return { name, patience, maxBytes, redact };
	};

	const up = (): void => pool.states.up(stateKey, name);
	/** The fault, noted where it says that the upstream cannot be used. */
	const failed = (fault: SourceFault): { readonly ok: false; readonly error: SourceFault } => {
		pool.states.down(stateKey, name, fault.message);
		return err(fault);
	};

	/** The connection that `key` needs: of a session another isolate has begun, or a new one. */
	const open = async (
		at: URL,
		{ key, credential }: Access,
		context: CallContext,
		{ verdict, sessionless }: Known,
		signal: AbortSignal,
	): Promise<Connection> => {
		const { fetch, version, defer = () => {} } = pool.options;
		const longestMs = Math.max(timeoutMs, maxTimeoutMs);
		const capabilities = askable(context);
		const connected = (resumed?: Awaited<ReturnType<UpstreamSessions['get']>>) =>
			Connection.open(
				{
					...{
						url: at,
						headers: credential.headers,
						timeoutMs,
						longestMs,
						allowLoopback,
						capabilities,
					},
					...{ fetch, version, defer, resumed, signal },
				},
				verdict,
			);
		const { conversation, principal } = context;
		const { sessions } = config;
		if (!sessions || sessionless || conversation === undefined || verdict?.kind === 'modern')
			return connected();
		const whose = { principal, name: conversation };
		const digest = await digestOf(key.own);
		const begun = await sessions.get(whose, digest);
		const connection = await connected(begun);
		if (connection.session === undefined) return connection;
		if (begun === undefined) {
			const counts = await sessions.begun(whose, digest, connection.session);
			if (counts.id !== connection.session.id) {
				connection.end();
				const theirs = await connected(counts);
				theirs.isStored = true;
				return theirs;
			}
		}
		connection.isStored = true;
		return connection;
	};

	const forgetSession = async (key: PoolKey, context: CallContext, id: string): Promise<void> => {
		const { conversation, principal } = context;
		if (conversation === undefined) return;
		const digest = await digestOf(key.own);
		await config.sessions?.ended({ principal, name: conversation }, digest, id);
	};

	/** What the caller's requests go out on, refreshed credentials already on it. */
	const connect = async (
		access: Access,
		call: Call,
		context: CallContext,
	): Promise<Result<Connection, SourceFault & { readonly refusal?: Refusal }>> => {
		const checked = checkUpstreamUrl(url, { allowLoopback });
		const about = access.limits(config.maxUpstreamBytes);
		if (!checked.ok) {
			const message = `The "url" of upstream "${name}" ${checked.error}.`;
			return failed({ code: 'unavailable', message });
		}
		try {
			const connection = await call.until(
				pool.lease(access.key, (known) => open(checked.value, access, context, known, call.signal)),
			);
			if (connection !== undefined) {
				connection.present(access.credential.headers);
				return ok(connection);
			}
			const ended = call.ended ?? { cause: 'cancelled' };
			const fault = abortFault(ended, about);
			return ended.cause === 'timeout' ? failed(fault) : err(fault);
		} catch (error) {
			const outcome =
				error instanceof ConnectFailed
					? error.outcome
					: ({ kind: 'bad_answer', detail: 'a failed handshake' } as const);
			if (outcome.kind === 'answer') return failed(rejection(outcome.message, about));
			return err({ ...outcomeFault(outcome, about), refusal: outcome });
		}
	};

	/** As `connect`, with other credentials where the first are refused. */
	const enter = async (
		call: Call,
		context: CallContext,
	): Promise<Result<{ access: Access; connection: Connection }, SourceFault>> => {
		const first = await accessOf(context);
		if (!first.ok) return first;
		let access = first.value;
		for (let attempt = 0; ; attempt++) {
			const connected = await connect(access, call, context);
			if (connected.ok) return ok({ access, connection: connected.value });
			const { refusal, ...fault } = connected.error;
			const other = attempt === 0 ? await renewed(access, refusal, context) : undefined;
			if (!other) return refusal ? failed(fault) : err(fault);
			if (!other.ok) return other;
			access = other.value;
		}
	};

	/** One request, repeated at most once, and only when the upstream surely did not act on it. */
	const send = async (
		method: string,
		params: JsonObject,
		context: CallContext,
		call: Call,
		maxBytes: number,
	): Promise<Result<RawMessage, SourceFault>> => {
		const idempotent = LISTS.has(method);
		for (let attempt = 0; ; attempt++) {
			const entered = await enter(call, context);
			if (!entered.ok) {
				const { code, login } = entered.error;
				const again = idempotent && attempt === 0 && code === 'unavailable' && !login;
				if (again && !call.signal.aborted) continue;
				return entered;
			}
			const { connection, access } = entered.value;
			const { key, limits } = access;
			call.sending();
			const exchange = call.exchange(maxBytes);
			const { _meta, ...rest } = params;
			const meta = call.meta(connection.era, method);
			const sent = Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest;
			const outcome = await hearing(connection, method, call, maxBytes, () =>
				connection.send(method, sent, exchange),
			);
			if (call.signal.aborted && outcome.kind !== 'answer') {
				const ended = call.ended ?? { cause: 'cancelled' };
				const fault = abortFault(ended, limits(maxBytes));
				return ended.cause === 'timeout' ? failed(fault) : err(fault);
			}
			if (outcome.kind === 'answer') {
				up();
				const { message } = outcome;
				if (!message.span.members?.has('error')) return ok(message);
				const code = Number(memberSource(message, 'error', 'code'));
				if (code === HEADER_MISMATCH && method === 'tools/call' && attempt === 0) {
					// The tool's mirrored headers are not known here yet; the upstream has refused unseen.
					await pages(context, call);
					continue;
				}
				return err(rejection(message, limits(maxBytes)));
			}
			const lost = outcome.kind === 'session_lost' || outcome.kind === 'revision_lost';
			const refused = outcome.kind === 'http' && outcome.status < 500;
			if (lost || refused) pool.forget(key, connection, outcome.kind !== 'session_lost');
			if (lost && connection.session) await forgetSession(key, context, connection.session.id);
			const other = attempt === 0 ? await renewed(access, outcome, context) : undefined;
			// Refused unread: the next attempt asks for the credential that came of it.
			if (other?.ok) continue;
			if (other) return other;
			if (attempt === 0 && (lost || (idempotent && outcome.kind === 'network'))) continue;
			const answered = outcome.kind === 'too_large' || outcome.kind === 'unknown_method';
			const fault = outcomeFault(outcome, limits(maxBytes));
			if (!answered) return failed(fault);
			up();
			return err(fault);
		}
	};

	/** All pages of the tool list, as far as the limits go. */
	const pages = async (context: CallContext, call: Call) => {
		const { maxUpstreamBytes } = config;
		const listed = await listPages(maxUpstreamBytes, (params, room) =>
			send('tools/list', params, context, call, room),
		);
		if (!listed.ok) {
			if (typeof listed.error !== 'string') return err(listed.error);
			const bad = { kind: 'bad_answer', detail: listed.error } as const;
			return failed(outcomeFault(bad, ours(maxUpstreamBytes)));
		}
		const tools = listed.value.filter((tool) => isOffered(tool.name, config.tools));
		const entered = await enter(call, context);
		if (entered.ok) entered.value.connection.learn(tools);
		return ok(tools);
	};

	const withCall = async <T>(context: CallContext, run: (call: Call) => Promise<T>): Promise<T> => {
		const call = new Call(context, patience);
		try {
			return await run(call);
		} finally {
			call.close();
		}
	};

	return {
		name: config.name,
		state: () => pool.states.of(stateKey),
		listTools: (context) => withCall(context, (call) => pages(context, call)),
		callTool: (toolCall, context) => withCall(context, (call) => callTool(toolCall, context, call)),
		request: (method, params, context) =>
			withCall(context, async (call) => {
				const answer = await send(method, params, context, call, config.maxUpstreamBytes);
				if (!answer.ok) return answer;
				return readResult(answer.value, ours(config.maxUpstreamBytes));
			}),
		declared: (context) =>
			withCall(context, async (call) => {
				const entered = await enter(call, context);
				if (!entered.ok) return entered;
				const { connection, access } = entered.value;
				const { capabilities, instructions, serverInfo, era } = connection;
				// What a server of the older revision pushes needs its own stream, and a session to be in.
				const pushes = connection.pushes && (context.era === 'legacy' || era === 'modern');
				const hide = createHide(access.credential.headers, url);
				const shown = shortened(hide(instructions ?? ''));
				return ok({
					capabilities,
					serverInfo,
					pushes,
					...(shown !== '' && { instructions: shown }),
				});
			}),
		mayHaveChanged: async (context) => {
			const access = await accessOf(context);
			const connection = access.ok ? pool.peek(access.value.key) : undefined;
			const tools = connection?.capabilities.tools;
			return connection?.pushes === true && isRecord(tools) && tools.listChanged === true;
		},
		listen: async (wanted, context) => {
			const entered = await withCall(context, (call) => enter(call, context));
			if (entered.ok) await entered.value.connection.listen(wanted, listeningExchange(context));
		},
		endConversation: async (context) => {
			const access = await accessOf(context);
			if (!access.ok) return;
			const { key, credential } = access.value;
			const kept = pool.take(key);
			const { conversation, principal } = context;
			if (conversation === undefined) return;
			if (!config.sessions) return kept?.end();
			const whose = { principal, name: conversation };
			const digest = await digestOf(key.own);
			const session = kept?.session ?? (await config.sessions.get(whose, digest));
			if (session === undefined) return;
			await config.sessions.ended(whose, digest, session.id);
			const checked = checkUpstreamUrl(url, { allowLoopback });
			if (kept) kept.end();
			else if (checked.ok) {
				const { fetch, version, defer = () => {} } = pool.options;
				const { headers } = credential;
				const target = { url: checked.value, headers, timeoutMs, longestMs: timeoutMs };
				const rest = { allowLoopback, capabilities: {}, fetch, version, defer };
				(await Connection.open({ ...target, ...rest, resumed: session }, undefined)).end();
			}
		},
	};

	async function callTool(
		{ name: tool, args, continuation }: ToolCall,
		context: CallContext,
		call: Call,
	): Promise<Result<CallAnswer, SourceFault>> {
		if (!isOffered(tool, config.tools)) {
			return err({
				code: 'unknown_tool',
				message: `Upstream "${name}" offers no tool of this name.`,
			});
		}
		const params = { ...continuation, name: tool, arguments: args };
		const answer = await send('tools/call', params, context, call, config.maxUpstreamBytes);
		if (!answer.ok) return answer;
		const read = readToolAnswer(answer.value);
		if (read.ok) {
			const isFailure = read.value.kind === 'result' && read.value.result.isError === true;
			if (!isFailure) return read;
			const access = await accessOf(context);
			const hide = createHide(access.ok ? access.value.credential.headers : {}, url);
			return ok({ ...read.value, result: withoutSecrets(read.value.result, hide) });
		}
		const bad = { kind: 'bad_answer', detail: read.error } as const;
		return err(outcomeFault(bad, ours(config.maxUpstreamBytes)));
	}
}

/** Every client takes them into its context, however many it will use. */
const shortened = (instructions: string): string =>
	instructions.length <= LONGEST_INSTRUCTIONS
		? instructions
		: `${instructions.slice(0, LONGEST_INSTRUCTIONS).toWellFormed()}…`;

/** A result parsed into an object; only `input_required` keeps its type. */
function readResult(message: RawMessage, limits: FaultContext): Result<JsonObject, SourceFault> {
	const result = parseMember(message, PARSED, 'result');
	const bad = (detail: string) => err(outcomeFault({ kind: 'bad_answer', detail }, limits));
	if (!result.ok) return bad(`its result ${result.error}`);
	const { value } = result;
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		return bad('its result is not an object');
	}
	const { resultType, ...rest } = value as Record<string, unknown>;
	const clean = withoutProtocolMeta(rest);
	return ok(resultType === 'input_required' ? { resultType, ...clean } : clean);
}
