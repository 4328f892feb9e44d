// A peer from npm as its own process: an MCP server over stdio, its list of tools, and what it shows.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { fetchTool } from '../../scripts/tools.mjs';

export interface Program {
	/** A folder of its own, which goes with it. */
	readonly folder: string;
	/** Tokens of its tools and of what it tells before them. */
	readonly listTokens: number;
	/** The text of an answer, of errors too; of a call that was made before, the same. */
	call(name: string, args: Readonly<Record<string, unknown>>, isAgain?: boolean): Promise<string>;
	stop(): Promise<void>;
}

export interface ProgramOptions {
	/** The packages' folder to command and arguments. */
	readonly command: (packages: string, folder: string) => readonly string[];
	/** Variables beside PATH and HOME. */
	readonly env?: (folder: string) => Readonly<Record<string, string>>;
	/** Of its tools only these are listed by the host. */
	readonly only?: readonly string[];
	/** Before it is started, in its folder. */
	readonly prepare?: (folder: string, packages: string) => void;
}

export async function startProgram(options: ProgramOptions): Promise<Program> {
	const packages = join(await fetchTool('compared'), 'node_modules');
	const folder = mkdtempSync(join(tmpdir(), 'loadline-peers-'));
	options.prepare?.(folder, packages);
	const [command = '', ...args] = options.command(packages, folder);
	const env = { PATH: process.env.PATH ?? '', HOME: folder, ...options.env?.(folder) };
	const connect = async () => {
		const client = new Client({ name: 'claude-code', version: '1.0.0' });
		await client.connect(
			new StdioClientTransport({ command, args, cwd: folder, env, stderr: 'ignore' }),
		);
		return client;
	};
	let client = await connect();
	const { tools } = await client.listTools();
	const { only } = options;
	/** A program that ends at a call has answered with that; it is begun again. */
	const ask = async (name: string, given: Readonly<Record<string, unknown>>): Promise<string> => {
		try {
			return textOf(await client.callTool({ name, arguments: given }));
		} catch (error) {
			if (!String(error).includes('Connection closed')) return String(error);
			client = await connect();
			return 'Connection closed';
		}
	};
	// The same is asked alone, among four questions and in a day: it is run once.
	const answered = new Map<string, Promise<string>>();
	const listed = only ? tools.filter(({ name }) => only.includes(name)) : tools;
	return {
		folder,
		listTokens: countTokens(JSON.stringify(listed) + (client.getInstructions() ?? '')),
		call(name, args, isAgain = false) {
			const key = JSON.stringify([name, args]);
			const known = isAgain ? undefined : answered.get(key);
			const answer = known ?? ask(name, args);
			answered.set(key, answer);
			return answer;
		},
		async stop() {
			await client.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

const textOf = ({ content }: Awaited<ReturnType<Client['callTool']>>): string =>
	content
		.map((block) => {
			if (block.type === 'text') return block.text;
			return block.type === 'resource' && 'text' in block.resource ? block.resource.text : '';
		})
		.join('\n');
