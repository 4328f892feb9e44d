// context-mode from npm, as its own server over stdio: programs run in its sandbox over a result that the host has
// saved. Its search is left out: it holds back who asks as fast as a script.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { fetchTool } from '../../scripts/tools.mjs';
import type { Run } from './readers';

export async function contextMode(): Promise<{
	readonly run: Run;
	readonly listTokens: number;
	stop(): Promise<void>;
}> {
	const packages = await fetchTool('compared');
	const folder = mkdtempSync(join(tmpdir(), 'loadline-peers-'));
	const client = new Client({ name: 'claude-code', version: '1.0.0' });
	await client.connect(
		new StdioClientTransport({
			command: process.execPath,
			args: [join(packages, 'node_modules/context-mode/cli.bundle.mjs')],
			cwd: folder,
			env: { PATH: process.env.PATH ?? '', HOME: folder },
			stderr: 'ignore',
		}),
	);
	const { tools } = await client.listTools();
	const saved = new Set<string>();
	return {
		listTokens: countTokens(JSON.stringify(tools)),
		async run({ name, text }, code) {
			const path = join(folder, `${name}.txt`);
			if (!saved.has(name)) writeFileSync(path, text);
			saved.add(name);
			const args = { path, language: 'javascript', code };
			const { content } = await client.callTool({
				name: 'ctx_execute_file',
				arguments: args,
			});
			const shown = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
			// As it would be called where hosts save results.
			return { sent: JSON.stringify({ ...args, path: `tool-results/${name}.txt` }), shown };
		},
		async stop() {
			await client.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
