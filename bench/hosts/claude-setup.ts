// Setting Claude Code up and undoing it, by its own plug-in commands and by `loadline claude`: it works in
// between, and nothing of it stays.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../test/worker/bundle';
import { ASKED, claudeEnv } from '../leaving/claude-code';
import { inFolder, mustRun } from '../leaving/host';
import { program } from '../leaving/packages';
import { changed, demand, filesIn, type Setting } from './setting';

const LOG = 'for i in $(seq 1 1800); do echo "$i: an entry of the log that nobody reads"; done';
/** Files in which the host itself keeps what was done in it. */
const ITS_OWN =
	/^\.cache\/|^\.claude\.json|^\.claude\/(?:backups|projects|sessions|session-env|statsig|todos|shell-snapshots|debug|tmp|history|file-history|jobs|daemon|cache|plugins\/store)/;

interface Place {
	readonly home: string;
	readonly project: string;
	readonly claude: string;
}

async function inPlace<T>(work: (place: Place) => Promise<T>): Promise<T> {
	const claude = await program('claude');
	return inFolder(async (folder) => {
		const [home, project] = [join(folder, 'home'), join(folder, 'project')];
		for (const each of [join(home, '.claude'), join(project, '.claude')])
			mkdirSync(each, { recursive: true });
		writeFileSync(join(home, '.claude/settings.json'), '{"cleanupPeriodDays": 20}');
		writeFileSync(
			join(project, '.claude/settings.local.json'),
			'{ "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]} }',
		);
		writeFileSync(join(project, '.mcp.json'), '{"mcpServers":{ }}\n');
		// As after its first question in this folder.
		const trusted = { projects: { [project]: { hasTrustDialogAccepted: true } } };
		writeFileSync(join(home, '.claude.json'), JSON.stringify(trusted));
		writeFileSync(join(project, 'README.md'), '# A project\n');
		return work({ home, project, claude });
	});
}

/** One run that searches and prints a long log; what the model was sent in the end. */
async function conversation({ home, project, claude }: Place, { model }: Setting, env: object) {
	const search = { name: SEARCH, input: { model: 'activity', limit: 5 } };
	model.play([
		() => ({ name: 'Bash', input: { command: LOG, description: 'Reads' } }),
		() => search,
	]);
	await mustRun(claude, [...ASKED, '--allowedTools', `Bash,${SEARCH},${PLUGIN_SEARCH}`], {
		cwd: project,
		env: { ...claudeEnv(home, model.url), ...env },
	});
	return JSON.stringify(model.bodies.at(-1)?.messages);
}

const SEARCH = 'mcp__loadline__search_records';
const PLUGIN_SEARCH = 'mcp__plugin_loadline_loadline__search_records';

const isShortened = (sent: string): boolean =>
	/totalLines|nextCursor/.test(sent) && sent.length < 60_000;

export const claudePlugin = (setting: Setting): Promise<string> =>
	inPlace(async (place) => {
		const { home, project, claude } = place;
		const env = { LOADLINE_URL: setting.loadline.url };
		const plugin = (...args: string[]) =>
			mustRun(claude, ['plugin', ...args], {
				cwd: project,
				env: { ...claudeEnv(home, setting.model.url), ...env },
			});
		const plain = await conversation(place, setting, env);
		demand(!isShortened(plain), 'without the plug-in a log is shortened');
		const before = { home: filesIn(home), project: filesIn(project) };
		await plugin('marketplace', 'add', join(root, 'plugins'));
		await plugin('install', 'loadline@loadline');
		const sent = await conversation(place, setting, env);
		demand(isShortened(sent), 'with the plug-in a log comes whole', sent);
		demand(sent.includes(PLUGIN_SEARCH), 'the plug-in brings no tools', sent.slice(0, 3_000));
		await plugin('uninstall', 'loadline@loadline');
		await plugin('marketplace', 'remove', 'loadline');
		const after = await conversation(place, setting, env);
		demand(!isShortened(after) && !after.includes(PLUGIN_SEARCH), 'it still acts when removed');
		const touched = changed(before.project, filesIn(project));
		demand(touched.length === 0, 'the project has changed', touched);
		const left = changed(before.home, filesIn(home)).filter((path) => !ITS_OWN.test(path));
		// Claude Code keeps a removed plug-in's copy for a while, marked, and the empty names of its own lists.
		const copies = left.filter((path) => path.startsWith('.claude/plugins/cache/loadline/'));
		demand(
			copies.some((path) => path.endsWith('.orphaned_at')),
			'its copy is not marked',
			left,
		);
		const lists = left.filter((path) => !copies.includes(path));
		for (const path of lists)
			demand(!readFileSync(join(home, path), 'utf8').includes('loadline'), `${path} names it`);
		return `the project is the same to the byte; ${lists.join(', ')} no longer name it`;
	});

export const claudeCommand = (setting: Setting): Promise<string> =>
	inPlace(async (place) => {
		const { home, project } = place;
		const { url } = setting.loadline;
		const loadline = (...args: string[]) =>
			mustRun(
				process.execPath,
				['scripts/run.mjs', 'src/bin.ts', 'claude', '--dir', project, ...args],
				{ cwd: root, env: { HOME: home } },
			);
		await conversation(place, setting, {});
		const before = { home: filesIn(home), project: filesIn(project) };
		await loadline('--url', url);
		// All that the host is told stands in its files: its environment says nothing.
		const settings = JSON.parse(readFileSync(join(project, '.claude/settings.local.json'), 'utf8'));
		demand(settings.env.ANTHROPIC_BASE_URL === `${url}/llm/anthropic`, 'no pass-through', settings);
		const sent = await conversation(place, setting, {});
		demand(isShortened(sent), 'with its hooks a log comes whole', sent);
		demand(sent.includes(SEARCH), 'its server is not there', sent.slice(0, 3_000));
		demand(
			sent.includes('activity records') || sent.includes('\\"items\\"'),
			'no answer',
			sent.slice(-900),
		);
		await loadline('--remove');
		const after = await conversation(place, setting, {});
		demand(!isShortened(after), 'it still acts when removed');
		const touched = changed(before.project, filesIn(project));
		demand(touched.length === 0, 'the project has changed', touched);
		const left = changed(before.home, filesIn(home)).filter((path) => !ITS_OWN.test(path));
		demand(left.length === 0, 'the home has changed', left);
		return 'project and home are the same to the byte';
	});
