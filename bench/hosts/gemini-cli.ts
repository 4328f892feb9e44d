// Gemini CLI with the extension, installed and removed by its own commands: outputs come within the budget, and a
// context that a workflow wants cleared is cleared by the host itself, which goes on with the next step.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../test/worker/bundle';
import { inFolder, mustRun } from '../leaving/host';
import { program } from '../leaving/packages';
import { changed, demand, filesIn, type Setting } from './setting';

// It takes no substitutions.
const LOG = `seq 1 700 | sed 's/$/: an entry of the log that nobody reads/'`;
/** Characters of the log. */
const LONG = 30_000;
const SETTINGS = {
	security: { auth: { selectedType: 'gemini-api-key' } },
	privacy: { usageStatisticsEnabled: false },
};
const YAML = `
name: two-steps
steps:
  - { id: first, type: action, instructions: Do the first thing }
  - { id: second, type: action, context: clear, instructions: Do the second thing }
`;

export async function geminiCli({ model, loadline }: Setting): Promise<string> {
	const gemini = await program('gemini');
	await fetch(`${loadline.url}/api/workflows/two-steps`, { method: 'PUT', body: YAML });
	return inFolder(async (folder) => {
		const [home, project] = [join(folder, 'home'), join(folder, 'project')];
		mkdirSync(join(home, '.gemini'), { recursive: true });
		mkdirSync(project);
		writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(SETTINGS));
		const env = {
			HOME: home,
			GEMINI_API_KEY: 'scripted',
			GOOGLE_GEMINI_BASE_URL: model.url,
			GEMINI_CLI_TRUST_WORKSPACE: 'true',
			LOADLINE_URL: loadline.url,
		};
		const run = (...args: string[]) => mustRun(gemini, args, { cwd: project, env });
		const talk = async () => {
			await run('--model', 'gemini-2.5-pro', '--yolo', '--prompt', 'Do the work.');
			return model.bodies.map(({ contents }) => JSON.stringify(contents));
		};
		const shell = () => ({ name: 'run_shell_command', input: { command: LOG } });
		const own = (name: string, input: object) => () => ({ name: `mcp_loadline_${name}`, input });
		const steps = [
			own('workflow_start', { workflow: 'two-steps' }),
			shell,
			own('workflow_advance', { output: 'The first is done' }),
			// Its turn ends here: it was told that a context action is due.
			undefined,
			own('workflow_advance', { output: 'The second is done' }),
		];
		model.play([shell]);
		const plain = await talk();
		const before = { home: filesIn(home), project: filesIn(project) };
		const long = plain.at(-1)?.length ?? 0;
		demand(long > LONG, 'a log is short without the extension', plain.at(-1)?.slice(-700));

		await run(
			'extensions',
			'install',
			join(root, 'plugins/gemini-cli'),
			'--consent',
			'--skip-settings',
		);
		model.play(steps);
		const sent = await talk();
		demand(model.played === steps.length + 1, 'it did not go on', {
			played: model.played,
			sent: sent.at(-1),
		});
		const short = sent[2] ?? '';
		demand(
			short.includes('It succeeded') && short.includes('nextCursor'),
			'a log comes whole',
			short.slice(-2_000),
		);
		const [asked = '', fresh = ''] = sent.slice(3, 5);
		demand(asked.includes('contextAction'), 'no action was due', asked.slice(-1_500));
		demand(
			!fresh.includes('entry of the log'),
			'the context was not cleared',
			fresh.slice(0, 2_000),
		);
		demand(
			fresh.includes('Do the second thing'),
			'the fresh context has no step',
			fresh.slice(-2_000),
		);
		const { runs } = (await (await fetch(`${loadline.url}/api/runs`)).json()) as {
			runs: { status: string; session: string }[];
		};
		demand(runs.length === 1 && runs[0]?.status === 'complete', 'the run is not complete', runs);

		await run('extensions', 'uninstall', 'loadline');
		model.play([shell]);
		const after = await talk();
		demand((after.at(-1)?.length ?? 0) > LONG, 'it still acts when removed');
		const touched = changed(before.project, filesIn(project));
		demand(touched.length === 0, 'the project has changed', touched);
		const left = changed(before.home, filesIn(home)).filter((path) => {
			const text = filesIn(home).has(path) ? readFileSync(join(home, path), 'utf8') : '';
			return !path.split('/').includes('tmp') && /loadline/i.test(text.replaceAll(folder, ''));
		});
		return `a log of ${long} characters came as ${short.length - (sent[1]?.length ?? 0)}; cleared by itself, the run is complete; files that still name it: ${left.join(', ') || 'none'}`;
	});
}
