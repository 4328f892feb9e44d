// An upstream MCP server as a ToolSource (MCP 2026-07-28 and 2025-11-25, "Streamable HTTP").
import type {
	CallAnswer,
	CallContext,
	Declared,
	JsonObject,
	SourceFault,
	ToolCall,
	ToolDefinition,
	ToolSource,
} from '../../../gateway/tool-source';
import { checkUpstreamUrl } from '../../../gateway/upstream-url';
import { err, ok, type Result } from '../../../shared/result';
import { memberSource, parseMember, type RawMessage } from './answer';
import { Call } from './call';
import { ConnectFailed, Connection } from './connection';
import { abortFault, type FaultContext, outcomeFault, rejection } from './fault';
import type { PoolKey, UpstreamPool, UpstreamState } from './pool';
import { withoutProtocolMeta } from './protocol-meta';
import { createHide, createRedact, withoutSecrets } from './redact';
import { readToolAnswer } from './tool-answer';
import { isOffered, readToolDefinitions, type ToolFilter } from './tool-definitions';

export interface UpstreamConfig {
	readonly name: string;
	readonly url: string;
	/** Resolved values, secrets in clear. */
	readonly headers: Readonly<Record<string, string>>;
	readonly tools?: ToolFilter;
	/** For one call in all, connecting included. */
	readonly timeoutMs: number;
	/** Decoded bytes of one answer. */
	readonly maxUpstreamBytes: number;
	/** Dev mode. */
	readonly allowLoopback: boolean;
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
}

const LISTS = new Set(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']);
/** A tool list is cut here: pages, tools, bytes. */
const MAX_PAGES = 100;
const MAX_TOOLS = 10_000;
const MAX_LIST_BYTES = 2_000_000;
/** What is parsed into objects stays within memory: values and levels. */
const PARSED = { values: 500_000, depth: 500 };
/** UTF-16 units. */
const LONGEST_INSTRUCTIONS = 4_000;
const HEADER_MISMATCH = -32020;

/** Makes the source of one configured upstream; cheap, the clients live in the pool. */
export function upstreamSource(config: UpstreamConfig, pool: UpstreamPool): UpstreamSource {
	const limits = (maxBytes: number): FaultContext => ({
		name: config.name,
		timeoutMs: config.timeoutMs,
		maxBytes,
		redact,
	});
	const redact = createRedact(config.headers, config.url);
	const hide = createHide(config.headers, config.url);
	// The key, not its promise: on Workers a promise belongs to the request that made it.
	let target: string | undefined;

	const keyOf = async ({ principal }: CallContext): Promise<PoolKey> => {
		target ??= await targetKey(config);
		return {
			upstream: config.name,
			target,
			client: JSON.stringify([target, principal.workspace, principal.id]),
		};
	};

	const connect = async (key: PoolKey, call: Call): Promise<Result<Connection, SourceFault>> => {
		const url = checkUpstreamUrl(config.url, { allowLoopback: config.allowLoopback });
		const context = limits(config.maxUpstreamBytes);
		if (!url.ok) {
			return err({
				code: 'unavailable',
				message: `The "url" of upstream "${config.name}" ${url.error}.`,
			});
		}
		try {
			const { fetch, version } = pool.options;
			const { headers, timeoutMs, allowLoopback } = config;
			const connection = await call.until(
				pool.lease(key, (prior) =>
					Connection.open(
						{ url: url.value, headers, timeoutMs, allowLoopback, fetch, version },
						prior,
					),
				),
			);
			if (connection !== undefined) return ok(connection);
			if (call.cause === 'timeout') pool.note(config.name, 'down');
			return err(abortFault(call.cause ?? 'timeout', context));
		} catch (error) {
			pool.note(config.name, 'down');
			const outcome =
				error instanceof ConnectFailed
					? error.outcome
					: ({ kind: 'bad_answer', detail: 'a failed handshake' } as const);
			return err(
				outcome.kind === 'answer'
					? rejection(outcome.message, context)
					: outcomeFault(outcome, context),
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
			const connected = await connect(key, call);
			if (!connected.ok) {
				const again = idempotent && attempt === 0 && connected.error.code === 'unavailable';
				if (again && !call.signal.aborted) continue;
				return connected;
			}
			const connection = connected.value;
			const exchange = call.exchange(maxBytes);
			const { _meta, ...rest } = params;
			const meta = call.meta(connection.era);
			const sent = Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest;
			const outcome = await connection.send(method, sent, exchange);
			if (call.signal.aborted && outcome.kind !== 'answer') {
				if (call.cause === 'timeout') pool.note(config.name, 'down');
				return err(abortFault(call.cause ?? 'timeout', limits(maxBytes)));
			}
			if (outcome.kind === 'answer') {
				pool.note(config.name, 'ok');
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
			if (attempt === 0 && (lost || (idempotent && outcome.kind === 'network'))) continue;
			const answered = outcome.kind === 'too_large' || outcome.kind === 'unknown_method';
			pool.note(config.name, answered ? 'ok' : 'down');
			return err(outcomeFault(outcome, limits(maxBytes)));
		}
	};

	/** All pages of the tool list, as far as the limits go. */
	const pages = async (
		context: CallContext,
		call: Call,
	): Promise<Result<readonly ToolDefinition[], SourceFault>> => {
		const values: unknown[] = [];
		const cursors = new Set<string>();
		let cursor: string | undefined;
		let bytes = 0;
		for (let page = 0; page < MAX_PAGES && values.length < MAX_TOOLS; page++) {
			const room = Math.min(config.maxUpstreamBytes, MAX_LIST_BYTES - bytes);
			const params = cursor === undefined ? {} : { cursor };
			const answer = await send('tools/list', params, context, call, room);
			// What was read before the limit is a list too; before that there is none.
			if (!answer.ok && answer.error.code === 'too_large' && page > 0) break;
			if (!answer.ok) return answer;
			const result = parseMember(answer.value, PARSED, 'result');
			const listed = result.ok ? (result.value as { tools?: unknown; nextCursor?: unknown }) : {};
			if (!Array.isArray(listed?.tools)) {
				pool.note(config.name, 'down');
				return err(
					outcomeFault(
						{ kind: 'bad_answer', detail: 'its tools/list result has no usable "tools"' },
						limits(room),
					),
				);
			}
			bytes += answer.value.text.length;
			values.push(...listed.tools.slice(0, MAX_TOOLS - values.length));
			if (typeof listed.nextCursor !== 'string' || cursors.has(listed.nextCursor)) break;
			if (bytes >= MAX_LIST_BYTES) break;
			cursor = listed.nextCursor;
			cursors.add(cursor);
		}
		const tools = readToolDefinitions(values).filter(({ name }) => isOffered(name, config.tools));
		const key = await keyOf(context);
		const connected = await connect(key, call);
		if (connected.ok) connected.value.learn(tools);
		return ok(tools);
	};

	const withCall = async <T>(context: CallContext, run: (call: Call) => Promise<T>): Promise<T> => {
		const call = new Call(context, config.timeoutMs);
		try {
			return await run(call);
		} finally {
			call.close();
		}
	};

	return {
		name: config.name,
		state: () => pool.state(config.name),
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
				const connected = await connect(await keyOf(context), call);
				if (!connected.ok) return connected;
				const { capabilities, instructions } = connected.value;
				const shown = shortened(hide(instructions ?? ''));
				return ok({ capabilities, ...(shown !== '' && { instructions: shown }) });
			}),
	};

	async function callTool(
		{ name, args, continuation }: ToolCall,
		context: CallContext,
		call: Call,
	): Promise<Result<CallAnswer, SourceFault>> {
		if (!isOffered(name, config.tools)) {
			return err({
				code: 'unknown_tool',
				message: `Upstream "${config.name}" offers no tool of this name.`,
			});
		}
		const params = { ...continuation, name, arguments: args };
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

/** Name, URL and a digest of the credentials, so that no secret stands in a key. */
async function targetKey(config: UpstreamConfig): Promise<string> {
	const headers = JSON.stringify(Object.entries(config.headers).sort());
	const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(headers));
	const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
	return JSON.stringify([config.name, config.url, hex.join('')]);
}
