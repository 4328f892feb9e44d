// The servers of an MCP client: `loadline analyze` counts their tokens, direct and through Loadline, and changes nothing;
// `loadline install` and `loadline uninstall` put them behind `loadline wrap`, and back, to the byte where nobody changed
// the file since (docs/node.md).
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Command, Option } from 'commander';
import { countExact } from '../../protect';
import { jsonIn } from '../../shared/json-values';
import { err, ok } from '../../shared/result';
import { visit, wantsLogin } from '../mcp';
import { defaultStateFolder, loginFile, requireSqlite } from '../node';
import { HEADERS, type Launcher, namedServers, type Target } from './clients/adopted';
import { type ChangedServer, unwrapServers, wrapServers } from './clients/edit';
import { CLIENTS, type Client, type Entry, type Place, placesOf } from './clients/places';
import { writeWhole } from './patched-files';
import { print, tableOf } from './shown';
import { collect, complainer, type Flags, oneLine, type Texts } from './terminal';

type Options = { readonly client: Client; readonly server: readonly string[] } & Texts<'project'> &
	Flags<'dryRun'>;

interface Written {
	readonly place: Place;
	readonly before: string;
	readonly after: string;
	readonly servers: readonly ChangedServer[];
}

/** Adds `--client` and `--project`. */
export const withClient = (command: Command): Command =>
	command
		.addOption(
			new Option('--client <name>', 'whose servers').choices(CLIENTS).makeOptionMandatory(),
		)
		.option('--project <folder>', 'for files that belong to a project', process.cwd());

/** @param launcher the command line that starts this program */
export function installCommand(launcher: Launcher): Command {
	return withClient(new Command('install'))
		.description("Put Loadline in front of an MCP client's servers.")
		.option('--server <name>', 'this one alone; may be given again', collect, [])
		.option('--dry-run', 'say what would change')
		.action((options: Options) => install(options, launcher));
}

export function uninstallCommand(): Command {
	return withClient(new Command('uninstall'))
		.description("Put an MCP client's servers back as they were.")
		.action(uninstall);
}

async function install(options: Options, launcher: Launcher): Promise<void> {
	const complain = complainer('install');
	const { client, project, dryRun, server } = options;
	const before = await recorded(client);
	const written: Written[] = [];
	const found: string[] = [];
	// Of servers that nobody asked for it is only told.
	const say = server.length > 0 ? complain : (text: string) => console.error(oneLine(text));
	for (const place of placesOf(client, project)) {
		const pending = written.findLast((one) => one.place.path === place.path)?.after;
		const text = pending ?? (await textOf(place.path));
		if (text === undefined) continue;
		const edited = wrapServers(text, place, server, launcher);
		if (!edited.ok) return void complain(`${place.path} ${edited.error}; nothing was changed.`);
		const { text: after, changed, names, left } = edited.value;
		found.push(...names);
		if (changed.length > 0) written.push({ place, before: text, after, servers: changed });
		for (const { name, why } of left) say(`${name} in ${place.path} stays as it is: ${why}`);
	}
	const missing = server.filter((name) => !found.includes(name));
	if (missing.length > 0)
		return void complain(
			`${client} names no server "${missing[0]}". It names: ${found.join(', ') || 'none'}.`,
		);
	if (written.length === 0)
		return console.log(`${client} names no further server that could go through Loadline.`);
	// The record first: what is changed can be undone whatever happens between.
	if (!dryRun) await record(client, [...before, ...written]);
	for (const { place, after, servers } of written) {
		if (!dryRun) await writeWhole(place.path, after);
		for (const { name } of servers)
			console.log(`${dryRun ? 'Would wrap' : 'Wrapped'} ${name} in ${place.path}`);
	}
	if (dryRun) return;
	console.log(`Restart ${client}. Undo with: loadline uninstall --client ${client}`);
}

async function uninstall({ client }: Options): Promise<void> {
	const complain = complainer('uninstall');
	const written = await recorded(client);
	if (written.length === 0) return console.log(`Nothing of ${client} was changed from here.`);
	const left: Written[] = [];
	// The last change is undone first.
	for (const one of written.toReversed()) {
		const { place, servers } = one;
		const now = await textOf(place.path);
		const back = restored(one, now);
		if (!back.ok) {
			complain(`${place.path} ${back.error}; what it was is "before" in ${recordOf(client)}`);
			left.unshift(one);
			continue;
		}
		const { text, names, wrapped } = back.value;
		if (text !== now) await writeWhole(place.path, text);
		for (const { name } of servers)
			if (names.includes(name)) console.log(`Restored ${name} in ${place.path}`);
			else if (wrapped.includes(name))
				console.log(
					`Left ${name} in ${place.path} as it is: it was changed since, and goes through Loadline still. Take that out by hand; what it was is "former" in ${recordOf(client)}`,
				);
			else console.log(`Left ${name} in ${place.path} as it is: it was changed since`);
		const still = servers.filter(({ name }) => wrapped.includes(name));
		if (still.length > 0) left.unshift({ ...one, servers: still });
	}
	if (left.length > 0) await record(client, left);
	else await rm(recordOf(client));
}

/** Restores the file as it was or, where it changed since, its servers alone. */
function restored({ place, before, after, servers }: Written, now: string | undefined) {
	if (now === undefined) return err('is not there');
	const undone = ok({ text: before, names: servers.map(({ name }) => name), wrapped: [] });
	if (now === after || now === before) return undone;
	const back = unwrapServers(now, place, servers, { before, after });
	// An entry that begins as one of ours and cannot be read was cut as it was written.
	const isCut = !back.ok && [before, after].some((text) => text.startsWith(now));
	return isCut ? undone : back;
}

/** Reads a file, and refuses one that is not UTF-8: it could not be written back as it was. */
const textOf = async (path: string): Promise<string | undefined> => {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path));
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT') return undefined;
		if (error instanceof TypeError) throw new Error(`${path} is not UTF-8; nothing was changed.`);
		if (code !== 'EISDIR') throw error;
		throw new Error(`${path} is a folder, not a file; nothing was changed.`);
	}
};

const recordOf = (client: Client): string =>
	join(defaultStateFolder(process.env), 'installed', `${client}.json`);

async function recorded(client: Client): Promise<readonly Written[]> {
	const path = recordOf(client);
	const written = jsonIn((await textOf(path)) ?? '[]') as readonly Written[] | undefined;
	if (written) return written;
	throw new Error(
		`${path}, the record of what was changed, is not valid JSON; nothing was changed. Mend it, or undo by hand and remove it.`,
	);
}

/** Stores the record in a private folder: the files may contain keys. */
async function record(client: Client, written: readonly Written[]): Promise<void> {
	const path = recordOf(client);
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	await writeWhole(path, JSON.stringify(written));
}

type Visited = Awaited<ReturnType<typeof visit>>;
type VisitedTool = Visited['tools'][number];

type Analysis = Texts<'project' | 'timeout'> & { readonly client: Client; readonly calls: boolean };

const MOST_CALLS = 5;

export function analyzeCommand(launcher: Launcher): Command {
	return withClient(
		new Command('analyze').description(
			"Start an MCP client's servers and say what they cost, with Loadline and without.",
		),
	)
		.option('--no-calls', 'call no tool, also none that only reads and needs no arguments')
		.option('--timeout <seconds>', 'for each step at a server', '30')
		.action((options: Analysis) => analyze(options, launcher));
}

async function analyze(options: Analysis, launcher: Launcher): Promise<void> {
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
			if (typeof costs === 'string') complain(`${name}: ${costs}`);
			else rows.push(...costs.map((cost) => ({ server: name, ...cost })));
		}
		const sum = (of: 'now' | 'through') => rows.reduce((all, row) => all + row[of], 0);
		const [now, through] = [sum('now'), sum('through')];
		const less = now > through ? `, ${Math.round((100 * (now - through)) / now)} % less` : '';
		print([
			...tableOf(['server', 'whatAModelReads', 'now', 'through'], rows),
			`${now} → ${through} tokens in all${less}`,
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
	{ calls, timeout }: Analysis,
	wrap: readonly string[],
): Promise<readonly Cost[] | string> {
	const own = { ...process.env, ...((entry.env ?? entry.environment) as object) };
	const env = Object.fromEntries(
		Object.entries(own).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
	);
	const timeoutMs = Number(timeout) * 1000;
	const cwd = typeof entry.cwd === 'string' ? entry.cwd : undefined;
	const harmless = (tools: readonly VisitedTool[]) =>
		tools.flatMap((tool) => (isHarmless(tool) ? tool.name : [])).slice(0, calls ? MOST_CALLS : 0);
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
		return await compared(direct, await visit({ at: wrapped, calls: asked, timeoutMs }));
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
