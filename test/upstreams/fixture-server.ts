// A real MCP server (SDK v2) for tests, with everything the conformance suite asks of a server under test.
import {
	createMcpHandler,
	hostHeaderValidationResponse,
	isInitializeRequest,
	localhostAllowedHostnames,
	localhostAllowedOrigins,
	originValidationResponse,
	ProtocolError,
	ProtocolErrorCode,
	Server,
	WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { ASKING_TOOLS, requestState } from './fixture-asking';
import { askInSession, PROMPTS, RESOURCES, readResource, TEMPLATES } from './fixture-contents';
import { QUESTION_TOOLS } from './fixture-questions';
import { type Changed, object, PLAIN_TOOLS } from './fixture-tools';
import { type RunningServer, serveWeb, type WebHandler } from './node-http';

export interface FixtureServer extends RunningServer {
	/** Requests so far, by JSON-RPC method. */
	readonly calls: Readonly<Record<string, number>>;
	/** Every HTTP request's headers, newest last. */
	readonly requests: readonly Headers[];
	/** Forgets all legacy sessions, as a restart would. */
	dropSessions(): void;
}

export interface FixtureOptions {
	/** `both`: 2026-07-28, and 2025 without sessions. `legacy`: 2025 with sessions only. */
	readonly era?: 'both' | 'legacy';
}

const TOOLS = { ...PLAIN_TOOLS, ...ASKING_TOOLS, ...QUESTION_TOOLS };

function createServer(changed: Changed): Server {
	const server = new Server(
		{ name: 'fixture', version: '1.0.0' },
		{
			capabilities: {
				tools: { listChanged: true },
				resources: { subscribe: true, listChanged: true },
				prompts: { listChanged: true },
				logging: {},
				completions: {},
			},
			requestState: { verify: requestState.verify },
			instructions: 'Tools of this server are for tests.',
		},
	);
	server.setRequestHandler('tools/list', () => ({
		tools: Object.entries(TOOLS).map(([name, { description, inputSchema }]) => ({
			name,
			description,
			inputSchema: (inputSchema ?? object()) as { type: 'object' },
		})),
	}));
	server.setRequestHandler('tools/call', async ({ params }, context) => {
		const tool = Object.hasOwn(TOOLS, params.name) ? TOOLS[params.name] : undefined;
		if (tool === undefined) {
			throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
		}
		const answer = await tool.run(params.arguments ?? {}, context, changed);
		return answer as { content: [] };
	});
	server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }));
	server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: TEMPLATES }));
	server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => {
		if (uri === 'test://asking') {
			const { content } = await askInSession(mcpReq);
			return { contents: [{ uri, text: `for ${String(content?.username)}` }] };
		}
		const content = readResource(uri);
		if (content === undefined) {
			throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Resource not found', { uri });
		}
		return { contents: [content as { uri: string; text: string }] };
	});
	server.setRequestHandler('resources/subscribe', () => ({}));
	server.setRequestHandler('resources/unsubscribe', () => ({}));
	server.setRequestHandler('prompts/list', () => ({
		prompts: Object.entries(PROMPTS).map(([name, { description, arguments: args }]) => ({
			name,
			description,
			...(args && { arguments: [...args] }),
		})),
	}));
	server.setRequestHandler('prompts/get', async ({ params }, context) => {
		const prompt = Object.hasOwn(PROMPTS, params.name) ? PROMPTS[params.name] : undefined;
		if (prompt === undefined) {
			throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
		}
		return (await prompt.get(params.arguments ?? {}, context)) as { messages: [] };
	});
	server.setRequestHandler('completion/complete', () => ({
		completion: { values: ['paris', 'park'], total: 2, hasMore: false },
	}));
	server.setRequestHandler('logging/setLevel', () => ({}));
	return server;
}

/** 2025 with sessions: one server and transport per session, 404 for an unknown one. */
function sessionful(): { fetch: WebHandler; drop(): void } {
	const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
	const refuse = (status: number, message: string) =>
		Response.json({ jsonrpc: '2.0', id: null, error: { code: -32000, message } }, { status });
	const fetch: WebHandler = async (request) => {
		const id = request.headers.get('mcp-session-id');
		const known = id === null ? undefined : sessions.get(id);
		if (known !== undefined) return known.handleRequest(request);
		if (id !== null) return refuse(404, 'Session not found');
		const body: unknown = request.method === 'POST' ? await request.clone().json() : undefined;
		if (!isInitializeRequest(body)) return refuse(400, 'Bad Request: no session');
		const transport = new WebStandardStreamableHTTPServerTransport({
			sessionIdGenerator: () => crypto.randomUUID(),
			onsessioninitialized: (created) => void sessions.set(created, transport),
		});
		const server: Server = createServer({
			tools: () => void server.sendToolListChanged(),
			prompts: () => void server.sendPromptListChanged(),
			resource: (uri) => void server.sendResourceUpdated({ uri }),
			roots: () => server.listRoots(),
		});
		await server.connect(transport);
		return transport.handleRequest(request);
	};
	return { fetch, drop: () => sessions.clear() };
}

/** The fixture server as a handler of requests, without a port. */
export function fixtureHandler({
	era = 'both',
}: FixtureOptions = {}): WebHandler & { drop(): void } {
	const legacy = sessionful();
	const both = createMcpHandler(() =>
		createServer({
			tools: () => both.notify.toolsChanged(),
			prompts: () => both.notify.promptsChanged(),
			resource: (uri) => both.notify.resourceUpdated(uri),
		}),
	);
	const serve: WebHandler = era === 'legacy' ? legacy.fetch : both.fetch;
	const handler: WebHandler = (request) =>
		hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
		originValidationResponse(request, localhostAllowedOrigins()) ??
		serve(request);
	return Object.assign(handler, { drop: legacy.drop });
}

/** Starts the fixture server on a random loopback port. */
export async function startFixtureServer(options: FixtureOptions = {}): Promise<FixtureServer> {
	const calls: Record<string, number> = {};
	const requests: Headers[] = [];
	const handler = fixtureHandler(options);
	const running = await serveWeb(async (request) => {
		requests.push(request.headers);
		if (request.method === 'POST') {
			const body = (await request
				.clone()
				.json()
				.catch(() => ({}))) as { method?: unknown };
			const method = String(body.method ?? 'response');
			calls[method] = (calls[method] ?? 0) + 1;
		} else {
			calls[request.method] = (calls[request.method] ?? 0) + 1;
		}
		return handler(request);
	});
	return { ...running, calls, requests, dropSessions: handler.drop };
}
