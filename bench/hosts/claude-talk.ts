// A real Claude Code that is told prompt after prompt in one conversation, in a project of a team, against a scripted model.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../test/worker/bundle';
import { claudeEnv } from '../leaving/claude-code';
import { inFolder, mustRun } from '../leaving/host';
import { program } from '../leaving/packages';
import type { Step } from '../leaving/scripted-model';
import type { Setting } from './setting';

/** Tokens at which Claude Code compacts, and what the script claims to have used. */
const WINDOW = 100_000;
export const USED = 190_000;
const PATIENCE = 90_000;
/** Loadline's tools, as Claude Code names them. */
export const OWN = 'mcp__loadline__';

/** The command line of Loadline, for a server and a home. */
export const loadlineOf =
	(url: string, home: string) =>
	(...args: string[]) =>
		mustRun(process.execPath, ['scripts/run.mjs', 'src/bin.ts', ...args, '--url', url], {
			cwd: root,
			env: { HOME: home },
		});

export interface Event {
	readonly type: string;
	readonly subtype?: string;
	readonly session_id?: string;
	readonly compact_metadata?: { readonly trigger?: string };
	/** Requests that the model had had by then. */
	readonly after: number;
}

export interface Talk {
	/** Texts that the model was sent, one for each request. */
	readonly sent: readonly string[];
	readonly events: readonly Event[];
}

/** The next prompt, or an act elsewhere before it. */
type Prompt = string | (() => Promise<unknown>);

/** Says the prompts one after the other, each when the one before is answered. */
export async function talk(
	{ model }: Setting,
	{ home, project }: Place,
	{
		prompts,
		steps = [],
		used,
	}: {
		readonly prompts: readonly Prompt[];
		readonly steps?: readonly (Step | undefined)[];
		readonly used?: (request: number) => number;
	},
): Promise<Talk> {
	model.play(steps, used);
	const env = {
		PATH: process.env.PATH ?? '',
		...claudeEnv(home, model.url),
		...(used && { CLAUDE_CODE_AUTO_COMPACT_WINDOW: String(WINDOW) }),
	};
	const streams = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
	const allowed = ['--allowedTools', `${OWN}*`];
	const child = spawn(await program('claude'), ['-p', ...streams, ...allowed], {
		cwd: project,
		env: env as unknown as NodeJS.ProcessEnv,
		stdio: ['pipe', 'pipe', 'ignore'],
		timeout: PATIENCE,
	});
	const left = [...prompts];
	const next = async (): Promise<void> => {
		const content = left.shift();
		if (content === undefined) return void child.stdin.end();
		if (typeof content === 'function') {
			await content();
			return next();
		}
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
			if (event.type === 'result') void next();
		}
	});
	void next();
	await new Promise((resolve) => child.once('close', resolve));
	return { sent: model.bodies.map(({ messages }) => JSON.stringify(messages)), events };
}

export interface Place {
	readonly home: string;
	/** Folder of the work. */
	readonly project: string;
	/** Folder of the team's AGENTS.md. */
	readonly team: string;
}

export const inProject = <T>(work: (place: Place) => Promise<T>): Promise<T> =>
	inFolder(async (folder) => {
		const [home, project, team] = ['home', 'project', 'team'].map((name) => join(folder, name));
		const place = { home: home ?? '', project: project ?? '', team: team ?? '' };
		mkdirSync(place.home);
		for (const repository of [place.project, place.team])
			mkdirSync(join(repository, '.git'), { recursive: true });
		return work(place);
	});
