// `loadline analyze`: tokens of an MCP client's servers, direct and through Loadline; changes nothing (docs/node.md).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { countExact } from '../../protect';
import { visit, wantsLogin } from '../mcp';
import { defaultStateFolder, loginFile, requireSqlite } from '../node';
import { HEADERS, type Launcher, namedServers, type Target } from './clients/adopted';
import type { Client, Entry } from './clients/places';
import { withClient } from './install';
import { print, tableOf } from './shown';
import { complainer, oneLine, type Texts } from './terminal';

type Visited = Awaited<ReturnType<typeof visit>>;
type VisitedTool = Visited['tools'][number];

type Options = Texts<'project' | 'timeout'> & { readonly client: Client; readonly calls: boolean };

const MOST_CALLS = 5;

export function analyzeCommand(launcher: Launcher): Command {
	return withClient(
		new Command('analyze').description(
			"Start an MCP client's servers and say what they cost, with Loadline and without.",
		),
	)
		.option('--no-calls', 'call no tool, also none that only reads and needs no arguments')
		.option('--timeout <seconds>', 'for each step at a server', '30')
		.action((options: Options) => analyze(options, launcher));
}

async function analyze(options: Options, launcher: Launcher): Promise<void> {
	const complain = complainer('analyze');
	// It would start `wrap`, which would only be seen to end.
	requireSqlite();
	const named = await namedServers(options.client, options.project);
	if (!named.ok) return complain(named.error);
	const { servers: found, left } = named.value;
	for (const { name, why } of left) console.error(oneLine(`${name} is left out: ${why}`));
	if (found.size === 0) return complain(`${options.client} names no server here.`);
	const state = await mkdtemp(join(tmpdir(), 'loadline-analyze-'));
	const rows: (Cost & { readonly server: string })[] = [];
	try {
		for (const [name, { entry, target }] of found) {
			const costs = await costsOf(target, entry, options, [...launcher, 'wrap', '--state', state]);
			if (typeof costs === 'string') {
				complain(`${name}: ${costs}`);
				continue;
			}
			rows.push(...costs.map((cost) => ({ server: name, ...cost })));
		}
		const sum = (of: 'now' | 'through') => rows.reduce((all, row) => all + row[of], 0);
		const [now, through] = [sum('now'), sum('through')];
		print([
			...tableOf(['server', 'whatAModelReads', 'now', 'through'], rows),
			`${now} → ${through} tokens in all${saved(now, through)}`,
		]);
	} finally {
		// A server that failed may still be ending, and write.
		await rm(state, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
	}
}

/** Tokens of a part of what a model reads, direct and through Loadline. */
type Cost = Readonly<Record<'now' | 'through', number>> & { readonly whatAModelReads: string };

async function costsOf(
	target: Target,
	entry: Entry,
	{ calls, timeout }: Options,
	wrap: readonly string[],
): Promise<readonly Cost[] | string> {
	const own = { ...process.env, ...((entry.env ?? entry.environment) as object) };
	const env = Object.fromEntries(
		Object.entries(own).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
	);
	const timeoutMs = Number(timeout) * 1000;
	const cwd = typeof entry.cwd === 'string' ? entry.cwd : undefined;
	const most = calls ? MOST_CALLS : 0;
	const harmless = (tools: readonly VisitedTool[]) =>
		tools.flatMap((tool) => (isHarmless(tool) ? tool.name : [])).slice(0, most);
	try {
		const at = 'url' in target ? remote(target) : { ...target, env, cwd };
		const behind = 'url' in at ? [at.url] : at.command;
		const lines = 'url' in at ? Object.entries(at.headers).map((pair) => pair.join(': ')) : [];
		const wrapped = {
			command: [...wrap, '--env', '*', '--', ...behind],
			env: { ...env, ...(lines.length > 0 && { [HEADERS]: lines.join('\n') }) },
			cwd,
		};
		const direct = await visit({ at, calls: harmless, timeoutMs }).catch(async (error) => {
			// Of a process that ends, `wrap` tells how, and its last words.
			if ('command' in at) await visit({ at: wrapped, calls: () => [], timeoutMs });
			throw error;
		});
		const asked = () => [...direct.answers.keys()];
		const through = await visit({ at: wrapped, calls: asked, timeoutMs });
		return await compared(direct, through);
	} catch (error) {
		if (!(error instanceof Error)) return 'could not be asked';
		return 'url' in target && wantsLogin(error)
			? `wants a login: loadline login ${target.url}`
			: error.message;
	}
}

function remote({ url, headers }: Extract<Target, { url: string }>) {
	const token = loginFile(defaultStateFolder(process.env), url).read().tokens?.access_token;
	if (token === undefined || 'authorization' in headers) return { url, headers };
	return { url, headers: { authorization: `Bearer ${token}`, ...headers } };
}

async function compared(direct: Visited, through: Visited): Promise<readonly Cost[]> {
	const costOf = async (whatAModelReads: string, now: unknown, then: unknown): Promise<Cost> => {
		return { whatAModelReads, now: await count(now), through: await count(then) };
	};
	const list = ({ tools }: Visited) =>
		tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
	const answers = [...direct.answers].map(([name, answer]) => {
		const { text, binaries } = answer;
		const what = binaries > 0 ? `${name}, its images and files (${binaries}) not counted` : name;
		return costOf(what, text, (through.answers.get(name) ?? answer).text);
	});
	const listed = `list of ${direct.tools.length} tools`;
	return Promise.all([costOf(listed, list(direct), list(through)), ...answers]);
}

const count = async (value: unknown): Promise<number> =>
	(await countExact(typeof value === 'string' ? value : JSON.stringify(value))).tokens;

const isHarmless = ({ annotations, inputSchema }: VisitedTool): boolean =>
	annotations?.readOnlyHint === true &&
	(!Array.isArray(inputSchema.required) || inputSchema.required.length === 0);

const saved = (direct: number, through: number): string =>
	direct > through ? `, ${Math.round((100 * (direct - through)) / direct)} % less` : '';
