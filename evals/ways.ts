// The ways in which a model can have a server's results: as they come, through Loadline, and saved to files
// with a shell.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { dynamicTool, jsonSchema, type ToolSet } from 'ai';
import { fetchTool } from '../scripts/tools.mjs';

export const WAYS = ['raw', 'loadline', 'files'] as const;
export type Way = (typeof WAYS)[number];

/** A program and its arguments. */
export type Command = readonly [program: string, ...args: string[]];

export interface Opened {
	readonly tools: ToolSet;
	/** The texts that tools gave so far, in order. */
	readonly results: readonly string[];
	close(): Promise<void>;
}

/** Characters that a host shows of a result that it saves to a file. */
const PREVIEW = 2_000;

/** A shell whose files are in memory (just-bash): jq, grep, sed, awk and the like. */
interface Shell {
	exec(command: string): Promise<{ stdout: string; stderr: string }>;
	writeFile(path: string, text: string): Promise<void>;
}

async function openShell(): Promise<Shell> {
	const from = createRequire(join(await fetchTool('compared'), 'package.json'));
	const { Bash } = (await import(from.resolve('just-bash'))) as { Bash: new () => Shell };
	return new Bash();
}

/**
 * Connects to a server of its own process, so that no question profits of another.
 * @param server the command that starts it
 * @param loadline the command `loadline`
 */
export async function openWay(way: Way, server: Command, loadline: Command): Promise<Opened> {
	const state = mkdtempSync(join(tmpdir(), 'loadline-evals-'));
	const [command, ...args] = way === 'loadline' ? [...loadline, 'wrap', '--', ...server] : server;
	const client = new Client({ name: 'loadline-evals', version: '1.0.0' });
	const env = { ...(process.env as Record<string, string>), LOADLINE_STATE: state };
	await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
	const results: string[] = [];
	const shell = way === 'files' ? await openShell() : undefined;
	const said = (text: string): string => {
		results.push(text);
		return text;
	};
	const call = async (name: string, input: unknown): Promise<string> => {
		const result = await client.callTool({ name, arguments: { ...(input as object) } });
		const text = result.content
			.map((block) => (block.type === 'text' ? block.text : ''))
			.join('\n');
		if (shell === undefined || text.length <= PREVIEW) return said(text);
		const file = `/results/${name}-${results.length}.json`;
		await shell.writeFile(file, text);
		return said(
			`Saved to ${file}, ${text.length} characters. It begins:\n${text.slice(0, PREVIEW)}`,
		);
	};
	const tools: ToolSet = {};
	const offer = (name: string, description = '', schema: object = { type: 'object' }): void => {
		tools[name] = dynamicTool({
			description,
			inputSchema: jsonSchema(schema),
			execute: (input) =>
				name === 'bash' && shell !== undefined
					? ran(shell, String((input as { command?: unknown }).command)).then(said)
					: call(name, input),
		});
	};
	for (const tool of (await client.listTools()).tools)
		offer(tool.name, tool.description, tool.inputSchema);
	// It is listed once a result was cut; most hosts look again when they are told so.
	if (way === 'loadline' && tools.read_result === undefined)
		offer('read_result', 'Reads a result that was cut, by its handle.', {
			type: 'object',
			properties: { handle: { type: 'string' } },
			required: ['handle'],
			additionalProperties: true,
		});
	if (shell !== undefined)
		offer('bash', 'Runs a command: jq, grep, sed, awk, sort, head over files in /results.', {
			type: 'object',
			properties: { command: { type: 'string' } },
			required: ['command'],
		});
	const close = async (): Promise<void> => {
		await client.close();
		rmSync(state, { recursive: true, force: true });
	};
	return { tools, results, close };
}

async function ran(shell: Shell, command: string): Promise<string> {
	const { stdout, stderr } = await shell.exec(command);
	return `${stdout}${stderr}` || '(no output)';
}
