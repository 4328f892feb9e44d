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
	/** The text of an answer, of errors too. */
	call(name: string, args: Readonly<Record<string, unknown>>): Promise<string>;
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
	const client = new Client({ name: 'claude-code', version: '1.0.0' });
	const env = { PATH: process.env.PATH ?? '', HOME: folder, ...options.env?.(folder) };
	await client.connect(
		new StdioClientTransport({ command, args, cwd: folder, env, stderr: 'ignore' }),
	);
	const { tools } = await client.listTools();
	const { only } = options;
	const listed = only ? tools.filter(({ name }) => only.includes(name)) : tools;
	return {
		folder,
		listTokens: countTokens(JSON.stringify(listed) + (client.getInstructions() ?? '')),
		async call(name, args) {
			const { content } = await client.callTool({ name, arguments: args });
			return content
				.map((block) =>
					block.type === 'text'
						? block.text
						: block.type === 'resource' && 'text' in block.resource
							? block.resource.text
							: '',
				)
				.join('\n');
		},
		async stop() {
			await client.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
