// opencode, headless, without its plug-in: Anthropic's provider of the AI SDK, and whatever stands for it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, mustRun, type RealHost } from './host';
import { program, versionOf } from './packages';
import { ANTHROPIC } from './simulated-provider';

const config = (model: string, mcp: string): object => ({
	...{ model: 'scripted/m', small_model: 'scripted/m', share: 'disabled', permission: 'allow' },
	provider: {
		scripted: {
			npm: '@ai-sdk/anthropic',
			name: 'Scripted',
			options: { baseURL: `${model}/v1`, apiKey: 'scripted' },
			models: {
				m: {
					...{ id: ANTHROPIC.model, name: 'm', tool_call: true },
					limit: { context: 200_000, output: 8_000 },
				},
			},
		},
	},
	mcp: { loadline: { type: 'remote', url: mcp, enabled: true } },
});

export async function opencode(): Promise<RealHost> {
	const run = await program('opencode');
	return {
		name: `opencode ${await versionOf('opencode')}`,
		rules: ANTHROPIC,
		provider: '/anthropic',
		own: (tool, input) => ({ name: `loadline_${tool}`, input }),
		shell: (command) => ({ name: 'bash', input: { command, description: 'Reads' } }),
		run: ({ model, mcp }) =>
			inFolder(async (folder) => {
				const [home, project] = [join(folder, 'home'), join(folder, 'project')];
				for (const each of [home, project]) mkdirSync(each);
				writeFileSync(join(project, 'opencode.json'), JSON.stringify(config(model, mcp)));
				const env = {
					...{ HOME: home, XDG_DATA_HOME: join(home, 'data') },
					...{ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' },
				};
				await mustRun(run, ['run', 'Read every page and store what you find.'], {
					cwd: project,
					env,
				});
			}),
	};
}
