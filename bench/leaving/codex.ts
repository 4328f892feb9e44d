// Codex, headless, against whatever stands for its provider (Responses).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, mustRun, type RealHost } from './host';
import { program, versionOf } from './packages';
import { GPT_5 } from './simulated-provider';

const config = (model: string, mcp: string): string => `
model = "gpt-5.1"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "${model}"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
[mcp_servers.loadline]
url = "${mcp}"
`;

const ARGS = ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'];

export async function codex(): Promise<RealHost> {
	const codex = await program('codex');
	return {
		name: `Codex ${await versionOf('codex')}`,
		rules: GPT_5,
		provider: '/openai/v1',
		own: (name, input) => ({ name, namespace: 'mcp__loadline', input }),
		shell: (cmd) => ({ name: 'exec_command', input: { cmd, max_output_tokens: 8_000 } }),
		run: ({ model, mcp }) =>
			inFolder(async (folder) => {
				const [home, project] = [join(folder, 'home'), join(folder, 'project')];
				for (const each of [home, project]) mkdirSync(each);
				writeFileSync(join(home, 'config.toml'), config(model, mcp));
				const env = { HOME: home, CODEX_HOME: home, OPENAI_API_KEY: 'sk-scripted' };
				await mustRun(codex, [...ARGS, 'Read every page and store what you find.'], {
					cwd: project,
					env,
				});
			}),
	};
}
