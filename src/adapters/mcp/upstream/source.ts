// An upstream MCP server as a ToolSource (MCP 2026-07-28 and 2025-11-25, "Streamable HTTP").
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
import { err, ok, type Result } from '../../../shared/result';
import { memberSource, parseMember, type RawMessage } from './answer';
import { Call, type Patience } from './call';
import { ConnectFailed, Connection } from './connection';
import { abortFault, type FaultContext, outcomeFault, rejection } from './fault';
import { hearing, listeningExchange } from './hearing';
import { listPages } from './list-pages';
import type { Known, PoolKey, UpstreamPool } from './pool';
import { withoutProtocolMeta } from './protocol-meta';
import { createHide, createRedact, withoutSecrets } from './redact';
import type { UpstreamSessions } from './sessions';
import type { UpstreamState } from './states';
import { askable, digestOf, poolKey, targetOf } from './target';
import { readToolAnswer } from './tool-answer';
import { isOffered, type ToolFilter } from './tool-definitions';

export interface UpstreamConfig extends Patience {
	readonly name: string;
	readonly url: string;
	/** Resolved values, secrets in clear. */
	readonly headers: Readonly<Record<string, string>>;
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

const LISTS = new Set(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']);
/** What is parsed into objects stays within memory: values and levels. */
const PARSED = { values: 500_000, depth: 500 };
/** UTF-16 units. */
const LONGEST_INSTRUCTIONS = 4_000;
const HEADER_MISMATCH = -32020;

/** Makes the source of one configured upstream; cheap, the clients live in the pool. */
export function upstreamSource(config: UpstreamConfig, pool: UpstreamPool): UpstreamSource {
	const { name, url, headers, timeoutMs, maxTimeoutMs, allowLoopback } = config;
	const patience: Patience = { timeoutMs, maxTimeoutMs };
	const redact = createRedact(headers, url);
	const hide = createHide(headers, url);
	const limits = (maxBytes: number): FaultContext => ({ name, patience, maxBytes, redact });
	const stateKey = JSON.stringify([name, url, headers]);
	// The key, not its promise: on Workers a promise belongs to the request that made it.
	let target: string | undefined;

	const keyOf = async (context: CallContext): Promise<PoolKey> => {
		target ??= await targetOf(name, url, headers);
		return poolKey(target, context);
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
		key: PoolKey,
		context: CallContext,
		{ verdict, sessionless }: Known,
	): Promise<Connection> => {
		const { fetch, version, defer = () => {} } = pool.options;
		const longestMs = Math.max(timeoutMs, maxTimeoutMs);
		const capabilities = askable(context);
		const connected = (resumed?: Awaited<ReturnType<UpstreamSessions['get']>>) =>
			Connection.open(
				{
					...{ url: at, headers, timeoutMs, longestMs, allowLoopback, capabilities },
					...{ fetch, version, defer, resumed },
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

	const connect = async (
		key: PoolKey,
		call: Call,
		context: CallContext,
	): Promise<Result<Connection, SourceFault>> => {
		const checked = checkUpstreamUrl(url, { allowLoopback });
		const about = limits(config.maxUpstreamBytes);
		if (!checked.ok) {
			const message = `The "url" of upstream "${name}" ${checked.error}.`;
			return failed({ code: 'unavailable', message });
		}
		try {
			const connection = await call.until(
				pool.lease(key, (known) => open(checked.value, key, context, known)),
			);
			if (connection !== undefined) return ok(connection);
			const ended = call.ended ?? { cause: 'cancelled' };
			const fault = abortFault(ended, about);
			return ended.cause === 'timeout' ? failed(fault) : err(fault);
		} catch (error) {
			const outcome =
				error instanceof ConnectFailed
					? error.outcome
					: ({ kind: 'bad_answer', detail: 'a failed handshake' } as const);
			return failed(
				outcome.kind === 'answer'
					? rejection(outcome.message, about)
					: outcomeFault(outcome, about),
			);
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
		const key = await keyOf(context);
		const idempotent = LISTS.has(method);
		for (let attempt = 0; ; attempt++) {
			const connected = await connect(key, call, context);
			if (!connected.ok) {
				const again = idempotent && attempt === 0 && connected.error.code === 'unavailable';
				if (again && !call.signal.aborted) continue;
				return connected;
			}
			const connection = connected.value;
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
			return failed(outcomeFault(bad, limits(maxUpstreamBytes)));
		}
		const tools = listed.value.filter((tool) => isOffered(tool.name, config.tools));
		const connected = await connect(await keyOf(context), call, context);
		if (connected.ok) connected.value.learn(tools);
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
				return readResult(answer.value, limits(config.maxUpstreamBytes));
			}),
		declared: (context) =>
			withCall(context, async (call) => {
				const connected = await connect(await keyOf(context), call, context);
				if (!connected.ok) return connected;
				const { capabilities, instructions, serverInfo, era } = connected.value;
				// What a server of the older revision pushes needs its own stream, and a session to be in.
				const pushes = connected.value.pushes && (context.era === 'legacy' || era === 'modern');
				const shown = shortened(hide(instructions ?? ''));
				return ok({
					capabilities,
					serverInfo,
					pushes,
					...(shown !== '' && { instructions: shown }),
				});
			}),
		listen: async (wanted, context) => {
			const connected = await withCall(context, async (call) =>
				connect(await keyOf(context), call, context),
			);
			if (connected.ok) await connected.value.listen(wanted, listeningExchange(context));
		},
		endConversation: async (context) => {
			const key = await keyOf(context);
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
			return ok({ ...read.value, result: withoutSecrets(read.value.result, hide) });
		}
		return err(
			outcomeFault({ kind: 'bad_answer', detail: read.error }, limits(config.maxUpstreamBytes)),
		);
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
