// An upstream MCP server as a ToolSource (MCP 2026-07-28 and 2025-11-25, "Streamable HTTP").
import type {
	CallAnswer,
	CallContext,
	Credentials,
	Inside,
	SourceFault,
	ToolCall,
	ToolSource,
} from '../../../gateway';
import { isRecord, type JsonObject } from '../../../shared/json-values';
import { err, ok, type Result } from '../../../shared/result';
import { turns } from '../../fetch';
import { parseMember, type RawMessage, readToolAnswer, withoutProtocolMeta } from './answer';
import { Call, listeningExchange, type Patience } from './call';
import type { Fetch } from './frame';
import type { UpstreamPool, UpstreamState } from './pool';
import { createClean, createHide, echoedIn, withoutMatches, withoutSecrets } from './redact';
import { Requests } from './requests';
import { isOffered, type ToolFilter } from './tool-definitions';
import type { Conversation, UpstreamSession, UpstreamSessions } from './wire';

/** One upstream as a workspace has configured it, its times in milliseconds. */
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
	readonly allowLoopback: Inside;
	/** Reaches this server; the pool's own unless told. */
	readonly fetch?: Fetch;
	/** Remembers sessions beyond this isolate; without it they are kept in it alone. */
	readonly sessions?: ((conversation: Conversation) => UpstreamSessions) | undefined;
}

/** A source that also passes on what is not a tool call, and knows of sessions at its server. */
export interface UpstreamSource extends Required<ToolSource> {
	/** State after the latest attempts, for `/health`. */
	state(): UpstreamState;
	/** Ends a session that nobody uses any more, of the caller's. */
	endSession(session: UpstreamSession, context: CallContext): Promise<void>;
	/** Returns whether the server asks in the middle of a call: it is of 2025 and keeps sessions. */
	asksInside(context: CallContext): Promise<boolean>;
}

/** Bounds of parsing into objects: values and levels. */
const PARSED = { values: 500_000, depth: 500, isSpelled: true };
/** UTF-16 units. */
const LONGEST_INSTRUCTIONS = 100_000;

/** Makes the source of one configured upstream; cheap, the clients live in the pool. */
export function upstreamSource(config: UpstreamConfig, pool: UpstreamPool): UpstreamSource {
	const { name, timeoutMs, maxTimeoutMs } = config;
	const requests = new Requests(config, pool);
	const { connector } = requests;

	const withCall = async <T>(context: CallContext, run: (call: Call) => Promise<T>): Promise<T> => {
		const call = new Call(context, { timeoutMs, maxTimeoutMs });
		return run(call).finally(call.close);
	};
	const entered = (context: CallContext) =>
		withCall(context, (call) => requests.enter(call, context));

	const callTool = async (
		{ name: tool, args, isBare, continuation }: ToolCall,
		context: CallContext,
	): Promise<Result<CallAnswer, SourceFault>> => {
		if (!isOffered(tool, config.tools)) {
			const message = `Upstream "${name}" offers no tool of this name.`;
			return err({ code: 'unknown_tool', message });
		}
		const hasNone = isBare === true && Object.keys(args).length === 0;
		const params = { ...continuation, name: tool, ...(!hasNone && { arguments: args }) };
		const call = new Call(context, { timeoutMs, maxTimeoutMs });
		const { workspace } = context.principal;
		const hadTurn = turns.leave(workspace);
		let answer: Awaited<ReturnType<typeof requests.send>>;
		try {
			answer = await requests.send('tools/call', params, context, call);
		} finally {
			call.close();
			if (hadTurn) await turns.enter(workspace);
		}
		if (!answer.ok) return answer;
		const read = readToolAnswer(answer.value);
		if (!read.ok) return err(requests.badAnswer(read.error));
		if (read.value.kind !== 'result') return read;
		const { result } = read.value;
		const hidden = connector.hidden(call.credential);
		if (result.isError === true)
			return ok({ ...read.value, result: withoutSecrets(result, createClean(hidden)) });
		// Of a result that went well everything is data, but for the credential itself.
		const echoed = echoedIn(textsOf(answer.value), hidden);
		if (echoed.length === 0) return read;
		return ok({ ...read.value, result: withoutSecrets(result, withoutMatches(echoed)) });
	};

	return {
		name,
		state: () => requests.state,
		listTools: (context) => withCall(context, (call) => requests.tools(context, call)),
		callTool,
		request: (method, params, context) =>
			withCall(context, async (call) => {
				const answer = await requests.send(method, params, context, call);
				if (!answer.ok) return answer;
				const read = readResult(answer.value);
				if (!read.ok) return err(requests.badAnswer(read.error));
				const echoed = echoedIn(textsOf(answer.value), connector.hidden(call.credential));
				if (echoed.length === 0) return read;
				return ok(JSON.parse(withoutMatches(echoed)(JSON.stringify(read.value))) as JsonObject);
			}),
		declared: async (context) => {
			const here = await entered(context);
			if (!here.ok) return here;
			const { connection, access } = here.value;
			const { capabilities, instructions, serverInfo = {}, era } = connection.greeting;
			// Pushes of a 2025 server need a stream of their own, inside a session.
			const isNamed = context.era === 'legacy' || context.conversation !== undefined;
			const pushes = connection.pushes && (isNamed || era === 'modern');
			const hide = createHide(connector.hidden(access.credential));
			const shown = shortened(hide(instructions ?? ''));
			const told = shown === '' ? {} : { instructions: shown };
			return ok({ capabilities, serverInfo, pushes, ...told });
		},
		mayHaveChanged: async (context) => {
			const access = await connector.accessOf(context);
			const connection = access.ok ? pool.peek(access.value.key) : undefined;
			const tools = connection?.greeting.capabilities.tools;
			return connection?.pushes === true && isRecord(tools) && tools.listChanged === true;
		},
		asksInside: async (context) => {
			const here = await entered(context);
			return here.ok && here.value.connection.session !== undefined;
		},
		listen: async (wanted, context) => {
			const here = await entered(context);
			if (here.ok) await here.value.connection.listen(wanted, listeningExchange(context));
		},
		hasSession: (context) => connector.hasSession(context),
		endConversation: (context) => connector.endConversation(context),
		endSession: (session, context) => connector.endSession(session, context),
	};
}

const textsOf = ({ text, long }: RawMessage) => [text, ...(long?.values() ?? [])];

/** Every client takes them into its context, however many it will use. */
const shortened = (instructions: string): string =>
	instructions.length <= LONGEST_INSTRUCTIONS
		? instructions
		: `${instructions.slice(0, LONGEST_INSTRUCTIONS).toWellFormed()}…`;

/** A result parsed into an object; only `input_required` keeps its type. */
function readResult(message: RawMessage): Result<JsonObject, string> {
	const result = parseMember(message, PARSED, 'result');
	if (!result.ok) return err(`its result ${result.error}`);
	if (!isRecord(result.value)) return err('its result is not an object');
	const { resultType, ...rest } = result.value;
	const clean = withoutProtocolMeta(rest);
	return ok(resultType === 'input_required' ? { resultType, ...clean } : clean);
}
