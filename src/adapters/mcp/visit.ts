// A short visit to a server that is a process of this machine, as a client makes it: its tools, and the
// answers of some of them.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export interface Visited {
	readonly tools: readonly VisitedTool[];
	/** JSON texts of the answers, by tool. */
	readonly answers: ReadonlyMap<string, string>;
}

export interface VisitedTool {
	readonly name: string;
	readonly description?: string | undefined;
	readonly inputSchema: Readonly<Record<string, unknown>>;
	readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined;
}

export interface VisitOptions {
	readonly command: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	readonly cwd?: string | undefined;
	/** Which tools are called, without arguments. */
	readonly calls: (tools: readonly VisitedTool[]) => readonly string[];
	/** Milliseconds that each step may take. */
	readonly timeoutMs: number;
}

/** @throws when the server does not connect or list in time */
export async function visit(options: VisitOptions): Promise<Visited> {
	const { command, env, cwd, calls, timeoutMs } = options;
	const [program = '', ...args] = command;
	const client = new Client({ name: 'loadline-analyze', version: '1' });
	const transport = new StdioClientTransport({
		...{ command: program, args, env, stderr: 'ignore' },
		...(cwd !== undefined && { cwd }),
	});
	const timeout = { timeout: timeoutMs };
	try {
		await client.connect(transport, timeout);
		const { tools } = await client.listTools(undefined, timeout);
		const answers = new Map<string, string>();
		for (const name of calls(tools)) {
			const answer = await client.callTool({ name, arguments: {} }, timeout).catch(() => undefined);
			if (!answer || answer.isError === true) continue;
			const { content, structuredContent } = answer;
			// A host shows one or the other: the larger counts.
			const texts = [JSON.stringify(structuredContent ?? ''), textOf(content)];
			answers.set(name, texts.sort((a, b) => b.length - a.length)[0] ?? '');
		}
		return { tools, answers };
	} finally {
		await client.close().catch(() => {});
	}
}

const textOf = (content: unknown): string =>
	Array.isArray(content)
		? content.map((block: { text?: string }) => block.text ?? JSON.stringify(block)).join('\n')
		: '';
