// A rule of a team's AGENTS.md is before a real Claude Code from the first word, after `/clear`, after an automatic
// compaction, and by its prompt. It was pushed from another checkout and comes from the workspace by hooks: without
// them it must be missing. Where the folder has the file and Claude Code reads it itself, it is there once.
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, loadlineOf, type Place, talk, USED } from './claude-talk';
import { demand, type Setting } from './setting';

const RULE = 'Names of feature flags begin with quokka_';
const AGENTS = `# Rules\n\n- ${RULE}, never with another word\n- Errors say what to do\n`;
const times = (sent: string | undefined): number => (sent?.split(RULE).length ?? 1) - 1;
const holds = (sent: string | undefined): boolean => times(sent) === 1;

/** Says it is there, once, from the first word, after `/clear` and after a compaction, and binds each session. */
async function stays(setting: Setting, place: Place): Promise<void> {
	const { url } = setting.loadline;
	const cleared = await talk(setting, place, { prompts: ['one', '/clear', 'two'] });
	const [first, second] = cleared.sent;
	demand(holds(first), 'not there once from the first word', times(first));
	demand(second?.includes('"one"') === false, '/clear cleared nothing');
	demand(holds(second), 'not there once after /clear', times(second));
	const sessions = new Set(cleared.events.flatMap(({ session_id = [] }) => session_id));
	demand(sessions.size === 2, '/clear began no new session', [...sessions]);
	for (const session of sessions) {
		const loads = `${url}/api/memory/attestations?event=load&session=${session}`;
		const { attestations } = (await (await fetch(loads)).json()) as { attestations: unknown[] };
		demand(attestations.length === 1, 'the session is not bound by it', attestations);
	}
	const compacted = await talk(setting, place, {
		prompts: ['one', 'two', 'three', 'four'],
		used: (request) => (request < 3 ? USED : 10),
	});
	const boundary = compacted.events.find(({ subtype }) => subtype === 'compact_boundary');
	demand(boundary?.compact_metadata?.trigger === 'auto', 'it did not compact of itself');
	const later = compacted.sent.slice(boundary?.after ?? 0);
	demand(
		later.length > 0 && later.every(holds),
		'not there once after a compaction',
		later.map(times),
	);
}

export const rulesStay = (setting: Setting): Promise<string> =>
	inProject(async (place) => {
		const { home, project, team } = place;
		const loadline = loadlineOf(setting.loadline.url, home);
		writeFileSync(join(team, 'AGENTS.md'), AGENTS);
		const bare = await talk(setting, place, { prompts: ['one'] });
		demand(bare.sent.length > 0, 'Claude Code asks nothing');
		demand(!bare.sent.some((sent) => times(sent) > 0), 'the rule is there without Loadline');

		await loadline('memory', 'sync', team, '--yes');
		await loadline('claude', '--dir', project, '--no-model');
		await stays(setting, place);
		const prompted = await talk(setting, place, { prompts: ['/mcp__loadline__rules'] });
		demand(
			prompted.sent.some((sent) => times(sent) > 1),
			'/mcp__loadline__rules does not tell it',
		);

		// This checkout has the file, too.
		cpSync(join(team, 'AGENTS.md'), join(project, 'AGENTS.md'));
		await stays(setting, place);
		return 'from the first word, after /clear, after an automatic compaction, by its prompt; once where Claude Code reads the file itself';
	});
