// A short visit to a server, as a client makes it: its tools, and the answers of some of them.
import {
	Client,
	SdkHttpError,
	StreamableHTTPClientTransport,
	UnauthorizedError,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** Returns the environment of a process that speaks stdio: the variables that the SDK lets through. */
export const stdioEnvironment = getDefaultEnvironment;

/** A tool as the server lists it, unchanged. */
type VisitedTool = Awaited<ReturnType<Client['listTools']>>['tools'][number];

/** A process of this machine, or an endpoint. */
type Visitable =
	| {
			readonly command: readonly string[];
			readonly env: Readonly<Record<string, string>>;
			readonly cwd?: string | undefined;
	  }
	| { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** The server to visit, and the calls to make. */
interface VisitOptions {
	readonly at: Visitable;
	/** Selects the tools to call, without arguments. */
	readonly calls: (tools: readonly VisitedTool[]) => readonly string[];
	/** Milliseconds that each step may take. */
	readonly timeoutMs: number;
}

/** Returns whether a visit failed because nobody let it in. */
export const wantsLogin = (error: unknown): boolean =>
	UnauthorizedError.isInstance(error) || (SdkHttpError.isInstance(error) && error.status === 401);

/** Visits a server; a tool that failed or was not called has no answer. @throws if it does not connect or list in time */
export async function visit({ at, calls, timeoutMs }: VisitOptions) {
	const client = new Client({ name: 'loadline-analyze', version: '1' });
	const timeout = { timeout: timeoutMs };
	try {
		await client.connect(transportTo(at), timeout);
		const { tools } = await client.listTools(undefined, timeout);
		/** `binaries`: images, sounds and files in base64, which cost by size and not by the letter: none of the text. */
		const answers = new Map<string, { readonly text: string; readonly binaries: number }>();
		for (const name of calls(tools)) {
			const answer = await client.callTool({ name, arguments: {} }, timeout).catch(() => undefined);
			if (!answer || answer.isError === true) continue;
			const { content, structuredContent } = answer;
			// A host shows one or the other: the larger counts.
			const blocks = (Array.isArray(content) ? content : []) as readonly Block[];
			const readable = blocks.filter((block) => !isBinary(block));
			const texts = [JSON.stringify(structuredContent ?? ''), textOf(readable)];
			const text = texts.sort((a, b) => b.length - a.length)[0] ?? '';
			answers.set(name, { text, binaries: blocks.length - readable.length });
		}
		return { tools, answers };
	} finally {
		await client.close().catch(() => {});
	}
}

function transportTo(at: Visitable) {
	if ('url' in at)
		return new StreamableHTTPClientTransport(new URL(at.url), {
			requestInit: { headers: at.headers },
		});
	const { env, cwd } = at;
	const [command = '', ...args] = at.command;
	return new StdioClientTransport({
		...{ command, args, env, stderr: 'ignore' },
		...(cwd !== undefined && { cwd }),
	});
}

interface Block {
	readonly text?: string;
	readonly data?: string;
	readonly resource?: { readonly blob?: string };
}

const isBinary = ({ data, resource }: Block): boolean => (data ?? resource?.blob) !== undefined;

const textOf = (blocks: readonly Block[]): string =>
	blocks.map((block) => block.text ?? JSON.stringify(block)).join('\n');
