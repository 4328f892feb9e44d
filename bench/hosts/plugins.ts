// opencode and pi with their plug-ins: used results leave, also in a process that opens the session again; long
// outputs come within the budget; without a server both go on as if there were no plug-in.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../test/worker/bundle';
import { inFolder, mustRun } from '../leaving/host';
import { program } from '../leaving/packages';
import type { Call, Step } from '../leaving/scripted-model';
import { demand, type Setting } from './setting';

const LOG = "seq 1 700 | sed 's/$/: an entry of the log that nobody reads/'";

interface Plugged {
	readonly env: Readonly<Record<string, string>>;
	readonly bash: (command: string) => Call;
	/** Makes the plug-in known, and the model behind this URL. */
	place(home: string, project: string, model: string, url: string): void;
	/** Arguments of a first run, and of one that opens the session again. */
	readonly run: readonly (readonly string[])[];
}

const HOSTS: Readonly<Record<'opencode' | 'pi', Plugged>> = {
	opencode: {
		env: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' },
		bash: (command) => ({ name: 'bash', input: { command, description: 'Reads' } }),
		place(_, project, model, url) {
			const limit = { context: 200_000, output: 8_000 };
			const scripted = {
				npm: '@ai-sdk/anthropic',
				name: 'Scripted',
				options: { baseURL: `${model}/v1`, apiKey: 'scripted' },
				models: { m: { name: 'm', tool_call: true, limit } },
			};
			const config = {
				model: 'scripted/m',
				small_model: 'scripted/m',
				share: 'disabled',
				permission: 'allow',
				provider: { scripted },
				mcp: {
					loadline: { type: 'remote', url: `${url}/mcp?toolsets=records,results`, enabled: true },
				},
			};
			writeFileSync(join(project, 'opencode.json'), JSON.stringify(config));
			mkdirSync(join(project, '.opencode/plugin'), { recursive: true });
			copyFileSync(
				join(root, 'plugins/opencode/loadline.js'),
				join(project, '.opencode/plugin/loadline.js'),
			);
			// opencode installs what stands here by itself.
			const dependencies = { loadline: `file:${root}` };
			writeFileSync(join(project, '.opencode/package.json'), JSON.stringify({ dependencies }));
		},
		run: [
			['run', 'Read it'],
			['run', '--continue', 'And now?'],
		],
	},
	pi: {
		env: { PI_OFFLINE: '1' },
		bash: (command) => ({ name: 'bash', input: { command } }),
		place(home, project, model) {
			const scripted = {
				baseUrl: model,
				api: 'anthropic-messages',
				apiKey: 'scripted',
				models: [{ id: 'm', contextWindow: 200_000, maxTokens: 8_000 }],
			};
			mkdirSync(join(home, '.pi/agent'), { recursive: true });
			writeFileSync(
				join(home, '.pi/agent/models.json'),
				JSON.stringify({ providers: { scripted } }),
			);
			mkdirSync(join(project, '.pi/extensions/loadline/node_modules'), { recursive: true });
			for (const file of ['loadline.js', 'package.json'])
				copyFileSync(
					join(root, 'plugins/pi', file),
					join(project, '.pi/extensions/loadline', file),
				);
			symlinkSync(root, join(project, '.pi/extensions/loadline/node_modules/loadline'));
		},
		run: [
			['--provider', 'scripted', '--model', 'm', '-p', 'Read it'],
			['--provider', 'scripted', '--model', 'm', '--continue', '-p', 'And now?'],
		],
	},
};

const plugged =
	(host: 'opencode' | 'pi') =>
	async ({ model, loadline }: Setting): Promise<string> => {
		await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: root });
		const run = await program(host);
		const { env, bash, place, run: runs } = HOSTS[host];
		const [first = [], again = []] = runs;
		const search = { name: 'loadline_search_records', input: { model: 'activity', limit: 15 } };
		const store = { name: 'loadline_store_analysis_memory', input: { finding: 'Fine.' } };
		const steps: readonly Step[] = [() => bash(LOG), () => search, () => store];
		const talk = (url: string, args: readonly (readonly string[])[], script = steps) =>
			inFolder(async (folder) => {
				const [home, project] = [join(folder, 'home'), join(folder, 'project')];
				for (const each of [home, project]) mkdirSync(each);
				place(home, project, model.url, url);
				const sent: string[] = [];
				for (const each of args) {
					model.play(sent.length === 0 ? script : []);
					await mustRun(run, each, {
						cwd: project,
						env: { HOME: home, XDG_DATA_HOME: join(home, 'data'), LOADLINE_URL: url, ...env },
					});
					sent.push(...model.bodies.map(({ messages }) => JSON.stringify(messages)));
				}
				return sent;
			});
		const sent = await talk(loadline.url, [first, again]);
		demand(sent.length === steps.length + 2, 'not all was asked', sent.length);
		const [, log = '', page = '', last = '', opened = ''] = sent;
		demand(log.includes('nextCursor') && log.length < 15_000, 'a log comes whole', log.slice(-900));
		demand(page.includes('Fix checkout form'), 'a page is not shown', page.slice(-900));
		const summary = '15 activity records (page 1/9, IDs: 72, 73, 74…)';
		for (const each of [last, opened])
			demand(
				each.includes(summary) && !each.includes('Fix checkout form'),
				'the page stays',
				each.slice(-1_500),
			);
		const id = /expand_result \{\\+"id\\+":\\+"([\w-]+)/.exec(last)?.[1];
		demand(id !== undefined, 'the original cannot be had', last.slice(-900));
		const { sessions } = (await (await fetch(`${loadline.url}/api/sessions`)).json()) as {
			sessions: { id: string }[];
		};
		demand(
			sessions.some(({ id }) => id !== 'default'),
			'its session is nobody’s',
			sessions,
		);
		const away = await talk('http://127.0.0.1:1', [first], [() => bash('echo fine')]);
		demand(away.at(-1)?.includes('fine') === true, 'without a server it fails', away);
		return `a page of ${page.length - log.length} characters left, and stays so when the session is opened again`;
	};

export const opencode = plugged('opencode');
export const pi = plugged('pi');
