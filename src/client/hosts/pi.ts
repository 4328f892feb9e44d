// pi: its whole extension (plugins/pi). pi speaks no MCP: Loadline's tools are made tools of its own. Used results
// leave before each request, and outputs of other tools come within the budget. What a result said of itself
// stands in its details, so that a session that is opened again leaves out the same.
import { isRecord } from '../../shared/json-values';
import { TransientContext } from '../transient-context';
import { keepsBySession, type Reaching, shortened } from './reaching';

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
		for (const message of messages) observe(context, message, args);
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

function observe(context: TransientContext, message: unknown, args: Map<unknown, unknown>): void {
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
