// A real MCP client, loaded when the first connection is made: most of the playground's bytes are its.
import './without-eval';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Answer } from './result-parts';

/** As much of a tool as the playground uses. */
export interface Tool {
	readonly name: string;
	readonly description?: string | undefined;
	readonly inputSchema: unknown;
}

/** A session with the gateway, with the tools it listed when it began. */
export interface Connection {
	readonly tools: readonly Tool[];
	/** Tokens are not counted here: the server says them. Rejects with the server's own words. */
	call(
		name: string,
		args: Readonly<Record<string, unknown>>,
		meta: Readonly<Record<string, unknown>>,
		during: { readonly signal: AbortSignal; onprogress(progress: Progress): void },
	): Promise<Answer>;
	close(): Promise<void>;
}

/** Progress of a call, as its server reports it. */
export interface Progress {
	readonly progress: number;
	readonly total?: number | undefined;
	readonly message?: string | undefined;
}

/** A server's question to its user during a call (MCP elicitation). */
export interface Question {
	readonly mode?: 'form' | 'url' | undefined;
	readonly message: string;
	readonly requestedSchema?: unknown;
	readonly url?: string | undefined;
}

/** A person's answer to a question (MCP elicitation); an opened page has no content. */
export type Answered =
	| {
			readonly action: 'accept';
			readonly content?: Record<string, string | number | boolean | string[]>;
	  }
	| { readonly action: 'decline' | 'cancel' };

/** Milliseconds that a call may take: somebody may have to think of an answer. */
const PATIENCE_MS = 600_000;

/** Pages of a list of tools that are followed. */
const MOST_PAGES = 20;

/**
 * @param path of an MCP endpoint of this server; who looks at the page is who calls
 * @param csrf without it a cookie counts for nothing
 * @param ask the user, for a server
 */
export async function connect(
	path: string,
	csrf: string,
	ask: (question: Question) => Promise<Answered>,
): Promise<Connection> {
	const client = new Client(
		{ name: 'loadline-playground', version: '1' },
		{
			versionNegotiation: { mode: 'auto' },
			capabilities: { elicitation: { form: {}, url: {} } },
		},
	);
	client.setRequestHandler('elicitation/create', async ({ params }) => ask(params as Question));
	const requestInit = { headers: { 'loadline-csrf': csrf } };
	await client.connect(
		new StreamableHTTPClientTransport(new URL(path, location.href), { requestInit }),
	);
	const tools: Tool[] = [];
	let cursor: string | undefined;
	for (let page = 0; page < MOST_PAGES; page++) {
		const listed = await client.listTools(cursor === undefined ? {} : { cursor });
		tools.push(...listed.tools);
		cursor = listed.nextCursor;
		if (cursor === undefined) break;
	}
	return {
		tools,
		call: async (name, args, meta, during) =>
			(await client.callTool(
				{ name, arguments: args, _meta: meta },
				{ timeout: PATIENCE_MS, ...during },
			)) as Answer,
		close: () => client.close(),
	};
}
