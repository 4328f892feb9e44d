// pi: its whole extension (plugins/pi). pi speaks no MCP: Loadline's tools are made tools of its own. Used results
// leave before each request, and outputs of other tools come within the budget. What a result said of itself
// stands in its details, so that a session that is opened again leaves out the same.
import { isRecord } from '../shared/json-values';
import { TransientContext } from './transient-context';

/** Means by which a plug-in reaches the server. */
export interface Reaching {
	/** Posts JSON to a path of the server and gives the JSON of its answer; fails without one within these milliseconds. */
	post(
		path: string,
		body: object,
		wait: number,
		headers?: Readonly<Record<string, string>>,
	): Promise<unknown>;
	/** Milliseconds since the epoch. */
	now(): number;
}

const BY_SESSION =
	/^(?:mem|agentre|workflow_(?!list)|get_workflow|store_|recall_|search_records$|find_records$|expand_result$|build_replay)/;

/** Tells whether a tool of Loadline's takes the host's session, so that two windows never meet. */
export const keepsBySession = (tool: string) => !tool.includes('__') && BY_SESSION.test(tool);

/** Characters below which nothing is too long. */
const LEAST = 2_000;
/** Milliseconds that a result waits for the server. */
const PATIENCE = 3_000;
/** Milliseconds for which a server that did not answer is left alone. */
const RESPITE = 60_000;
const downUntil = new WeakMap<Reaching, number>();

/** A text as it may enter a context, the rest of it behind `read_result`; the same where nobody answers. */
export async function shortened(text: string, tool: string, session: string, reaching: Reaching) {
	if (text.length < LEAST || (downUntil.get(reaching) ?? 0) > reaching.now()) return text;
	const event = { hook_event_name: 'PostToolUse', tool_name: tool, tool_response: text };
	try {
		const body = { ...event, session_id: session };
		const answer = await reaching.post('/hooks/claude-code', body, PATIENCE);
		const said = isRecord(answer) ? answer.hookSpecificOutput : undefined;
		const shown = isRecord(said) ? said.updatedToolOutput : undefined;
		return typeof shown === 'string' ? shown : text;
	} catch {
		downUntil.set(reaching, reaching.now() + RESPITE);
		return text;
	}
}

/** As far as it is used of pi's `ExtensionAPI`. */
export interface PiApi {
	registerTool(tool: object): void;
	on(event: string, handler: (event: never, context: never) => Promise<unknown>): void;
}

interface PiContext {
	readonly sessionManager: { getSessionId(): string };
}

const PREFIX = 'loadline_';
/** Milliseconds that a list of tools may take, and a call. */
const LISTING = 3_000;
const CALLING = 120_000;

/** Registers Loadline's tools; where it does not answer there are none, and pi goes on without. */
export async function piExtension(pi: PiApi, reaching: Reaching): Promise<void> {
	for (const tool of await tools(reaching)) register(pi, tool, reaching);
	pi.on('context', async ({ messages }: { messages: readonly unknown[] }) => {
		const context = new TransientContext({ keepOriginals: 0 });
		const args = new Map<unknown, unknown>();
		for (const message of messages) observeMessage(context, message, args);
		return { messages: context.apply(messages) };
	});
	pi.on('tool_result', async ({ toolName, content }: PiResult, { sessionManager }: PiContext) => {
		const [block] = content;
		if (toolName.startsWith(PREFIX) || content.length !== 1 || !isText(block)) return undefined;
		const text = await shortened(block.text, toolName, sessionManager.getSessionId(), reaching);
		return text === block.text ? undefined : { content: [{ type: 'text', text }] };
	});
}

interface PiResult {
	readonly toolName: string;
	readonly content: readonly unknown[];
}

const isText = (block: unknown): block is { type: 'text'; text: string } =>
	isRecord(block) && block.type === 'text' && typeof block.text === 'string';

function register(pi: PiApi, { name, description, inputSchema }: Listed, reaching: Reaching): void {
	pi.registerTool({
		name: `${PREFIX}${name}`,
		label: name,
		description: description ?? name,
		parameters: inputSchema,
		async execute(_id: string, params: object, _signal: unknown, _on: unknown, at: PiContext) {
			const session_id = at.sessionManager.getSessionId();
			const given = keepsBySession(name) ? { session_id, ...params } : params;
			const { content, _meta, isError } = await called(name, given, reaching);
			const shown = content.filter((block) => isText(block) || isImage(block));
			// A tool that throws is a failed result to pi.
			if (isError === true) throw new Error(shown.map((block) => block.text ?? '').join('\n'));
			return { content: shown, details: { loadline: _meta } };
		},
	});
}

const isImage = (block: unknown): boolean => isRecord(block) && block.type === 'image';

function observeMessage(context: TransientContext, message: unknown, args: Map<unknown, unknown>) {
	if (!isRecord(message)) return;
	const { role, content, toolCallId, toolName, details, isError } = message;
	if (role === 'assistant' && Array.isArray(content)) {
		for (const block of content)
			if (isRecord(block) && block.type === 'toolCall') args.set(block.id, block.arguments);
		return;
	}
	const name = String(toolName);
	if (role !== 'toolResult' || !name.startsWith(PREFIX) || !isRecord(details)) return;
	const result = { content, isError, _meta: details.loadline };
	const tool = name.slice(PREFIX.length);
	context.observe({ id: String(toolCallId), tool, arguments: args.get(toolCallId), result });
}

interface Listed {
	readonly name: string;
	readonly description?: string;
	readonly inputSchema: object;
}

interface Result {
	readonly content: readonly { readonly text?: string }[];
	readonly isError?: boolean;
	readonly _meta?: unknown;
}

async function tools(reaching: Reaching): Promise<readonly Listed[]> {
	try {
		const { tools } = (await asked('tools/list', {}, LISTING, reaching)) as { tools: Listed[] };
		return tools;
	} catch {
		return [];
	}
}

const called = async (name: string, args: object, reaching: Reaching): Promise<Result> =>
	(await asked('tools/call', { name, arguments: args }, CALLING, reaching)) as unknown as Result;

/** A request of MCP 2026-07-28: each stands alone. */
async function asked(method: string, params: object, wait: number, { post }: Reaching) {
	const _meta = {
		'io.modelcontextprotocol/protocolVersion': VERSION,
		'io.modelcontextprotocol/clientInfo': { name: 'pi', version: '1' },
		'io.modelcontextprotocol/clientCapabilities': {},
	};
	const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
	const answer = await post('/mcp', body, wait, {
		accept: 'application/json, text/event-stream',
		'mcp-protocol-version': VERSION,
		'mcp-method': method,
		...('name' in params && { 'mcp-name': String(params.name) }),
	});
	if (!isRecord(answer) || !isRecord(answer.result)) {
		const error = isRecord(answer) && isRecord(answer.error) ? answer.error.message : undefined;
		throw new Error(typeof error === 'string' ? error : 'Loadline does not answer.');
	}
	return answer.result;
}

const VERSION = '2026-07-28';

/** opencode names tools by their server. */
const OURS = /^loadline_(.+)$/;
/** Key of a result's marks, in the metadata of its part. */
const NOTED = 'loadline';

type Called = Readonly<Record<'tool' | 'sessionID' | 'callID', string>>;

/** @param reaching the server; what it does not answer in time stays as it is */
export const opencodeHooks = (reaching: Reaching) => ({
	'tool.execute.before': async ({ tool, sessionID }: Called, output: { args: unknown }) => {
		const own = OURS.exec(tool)?.[1];
		if (own !== undefined && keepsBySession(own) && isRecord(output.args))
			output.args.session_id ??= sessionID;
	},
	'tool.execute.after': async ({ tool, sessionID }: Called, output: unknown) => {
		if (!isRecord(output)) return;
		if (OURS.test(tool))
			output.metadata = { ...(output.metadata as object | undefined), [NOTED]: output._meta };
		else if (typeof output.output === 'string')
			output.output = await shortened(output.output, tool, sessionID, reaching);
	},
	'experimental.chat.messages.transform': async (_: unknown, output: { messages: unknown[] }) => {
		const { messages } = output;
		const context = new TransientContext({ keepOriginals: 0 });
		for (const message of messages) for (const part of partsOf(message)) observePart(context, part);
		messages.splice(0, messages.length, ...context.apply(messages));
	},
});

const partsOf = (message: unknown): readonly unknown[] =>
	isRecord(message) && Array.isArray(message.parts) ? message.parts : [];

function observePart(context: TransientContext, part: unknown): void {
	if (!isRecord(part) || part.type !== 'tool' || !isRecord(part.state)) return;
	const tool = OURS.exec(String(part.tool))?.[1];
	const { status, input, output, metadata } = part.state;
	if (tool === undefined || status !== 'completed' || !isRecord(metadata)) return;
	const result = { content: [{ type: 'text', text: output }], _meta: metadata[NOTED] };
	context.observe({ id: String(part.callID), tool, arguments: input, result });
}
