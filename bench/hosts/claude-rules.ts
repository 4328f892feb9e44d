// A rule of a team's AGENTS.md is before a real Claude Code from the first word, after `/clear`, after an automatic
// compaction, and by its prompt. It was pushed from another checkout and comes from the workspace by hooks: without
// them it must be missing. Where the folder has the file and Claude Code reads it itself, it is there once.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../test/worker/bundle';
import { claudeEnv } from '../leaving/claude-code';
import { inFolder, mustRun } from '../leaving/host';
import { program } from '../leaving/packages';
import { demand, type Setting } from './setting';

const RULE = 'Names of feature flags begin with quokka_';
const AGENTS = `# Rules\n\n- ${RULE}, never with another word\n- Errors say what to do\n`;
/** Tokens at which Claude Code compacts, and what the script claims to have used. */
const WINDOW = 100_000;
const USED = 190_000;
const PATIENCE = 90_000;

interface Event {
	readonly type: string;
	readonly subtype?: string;
	readonly session_id?: string;
	readonly compact_metadata?: { readonly trigger?: string };
	/** Requests that the model had had by then. */
	readonly after: number;
}

interface Talk {
	/** What the model was sent, a text a request. */
	readonly sent: readonly string[];
	readonly events: readonly Event[];
}

/** Says the prompts one after the other, each when the one before is answered. */
async function talk(
	{ model }: Setting,
	{ home, project }: Place,
	{ prompts, used }: { prompts: readonly string[]; used?: (request: number) => number },
): Promise<Talk> {
	model.play([], used);
	const env = {
		PATH: process.env.PATH ?? '',
		...claudeEnv(home, model.url),
		...(used && { CLAUDE_CODE_AUTO_COMPACT_WINDOW: String(WINDOW) }),
	};
	const streams = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
	const child = spawn(await program('claude'), ['-p', ...streams], {
		cwd: project,
		env: env as unknown as NodeJS.ProcessEnv,
		stdio: ['pipe', 'pipe', 'ignore'],
		timeout: PATIENCE,
	});
	const left = [...prompts];
	const next = (): void => {
		const content = left.shift();
		if (content === undefined) return void child.stdin.end();
		const message = { role: 'user', content };
		child.stdin.write(`${JSON.stringify({ type: 'user', message })}\n`);
	};
	const events: Event[] = [];
	let rest = '';
	child.stdout.setEncoding('utf8').on('data', (part: string) => {
		const lines = (rest + part).split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) {
			const event = JSON.parse(line) as Event;
			events.push({ ...event, after: model.bodies.length });
			if (event.type === 'result') next();
		}
	});
	next();
	await new Promise((resolve) => child.once('close', resolve));
	return { sent: model.bodies.map(({ messages }) => JSON.stringify(messages)), events };
}

interface Place {
	readonly home: string;
	/** Where the work is. */
	readonly project: string;
	/** Where the team's AGENTS.md lies. */
	readonly team: string;
}

const inProject = <T>(work: (place: Place) => Promise<T>): Promise<T> =>
	inFolder(async (folder) => {
		const [home, project, team] = ['home', 'project', 'team'].map((name) => join(folder, name));
		const place = { home: home ?? '', project: project ?? '', team: team ?? '' };
		mkdirSync(place.home);
		for (const repository of [place.project, place.team])
			mkdirSync(join(repository, '.git'), { recursive: true });
		writeFileSync(join(place.team, 'AGENTS.md'), AGENTS);
		return work(place);
	});

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
		const { url } = setting.loadline;
		const loadline = (...args: string[]) =>
			mustRun(process.execPath, ['scripts/run.mjs', 'src/bin.ts', ...args, '--url', url], {
				cwd: root,
				env: { HOME: home },
			});
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
