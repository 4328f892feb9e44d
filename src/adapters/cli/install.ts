// `loadline install` and `loadline uninstall`: the servers of an MCP client go through `loadline wrap`,
// and back, to the byte where nobody changed the file since (docs/node.md).
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command, Option } from 'commander';
import { err, ok, type Result } from '../../shared/result';
import { defaultStateFolder } from '../node/state';
import { type Entry, serversIn, withServerSet } from './clients/document';
import { CLIENTS, type Client, type Place, placesOf } from './clients/places';
import {
	commandOf,
	formerMembers,
	isWrapped,
	type Launcher,
	wrappedMembers,
} from './clients/wrapped';
import { complainer } from './terminal';

interface Options {
	readonly client: Client;
	readonly server: readonly string[];
	readonly project: string;
	readonly dryRun?: boolean;
}

/** What was written, so that it can be undone. */
interface Written {
	readonly place: Place;
	readonly before: string;
	readonly after: string;
	readonly servers: readonly {
		readonly name: string;
		readonly former: Entry;
		readonly now: Entry;
	}[];
}

const withClient = (command: Command): Command =>
	command
		.addOption(
			new Option('--client <name>', 'whose servers').choices(CLIENTS).makeOptionMandatory(),
		)
		.option('--project <folder>', 'for files that belong to a project', process.cwd());

/** @param launcher the words that start this program */
export function installCommand(launcher: Launcher): Command {
	const collect = (value: string, before: readonly string[]) => [...before, value];
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
	const { client, project, dryRun } = options;
	const before = await recorded(client);
	const written: Written[] = [];
	const found: string[] = [];
	for (const place of placesOf(client, project)) {
		const edited = await editedFile(place, options, launcher, written);
		if (!edited.ok) return void complain(edited.error);
		found.push(...edited.value.found);
		if (edited.value.file) written.push(edited.value.file);
	}
	const missing = options.server.filter((name) => !found.includes(name));
	if (missing.length > 0)
		return void complain(
			`${client} names no server "${missing[0]}" that it starts itself. It starts: ${found.join(', ') || 'none'}.`,
		);
	if (written.length === 0) {
		console.log(`${client} starts no further server that could go through Loadline.`);
		return;
	}
	for (const { place, servers } of written)
		for (const { name } of servers)
			console.log(`${dryRun ? 'Would wrap' : 'Wrapped'} ${name} in ${place.path}`);
	if (dryRun) return;
	// The record first: what is changed can be undone whatever happens between.
	await record(client, [...before, ...written]);
	for (const { place, after } of written) await writeFile(place.path, after);
	console.log(`Restart ${client}. Undo with: loadline uninstall --client ${client}`);
}

async function editedFile(
	place: Place,
	{ server }: Options,
	launcher: Launcher,
	earlier: readonly Written[],
): Promise<Result<{ found: readonly string[]; file?: Written }, string>> {
	const pending = earlier.findLast((one) => one.place.path === place.path)?.after;
	const before = pending ?? (await textOf(place.path));
	if (before === undefined) return ok({ found: [] });
	const servers = serversIn(before, place);
	if (!servers.ok) return err(`${place.path} ${servers.error}; nothing was changed.`);
	let after = before;
	const changed: { name: string; former: Entry; now: Entry }[] = [];
	const found: string[] = [];
	for (const [name, entry] of Object.entries(servers.value)) {
		const command = commandOf(entry, place.shape);
		if (!command) continue;
		found.push(name);
		if (isWrapped(command) || (server.length > 0 && !server.includes(name))) continue;
		const now = wrappedMembers(name, command, place.shape, launcher);
		const set = withServerSet(after, place, name, now);
		if (!set.ok) return err(`${place.path} ${set.error}; nothing was changed.`);
		after = set.value;
		changed.push({ name, former: formerMembers(entry, now), now });
	}
	if (changed.length === 0) return ok({ found });
	return ok({ found, file: { place, before, after, servers: changed } });
}

async function uninstall({ client }: Options): Promise<void> {
	const complain = complainer('uninstall');
	const written = await recorded(client);
	if (written.length === 0) {
		console.log(`Nothing of ${client} was changed from here.`);
		return;
	}
	const left: Written[] = [];
	// What was done last is undone first.
	for (const one of written.toReversed()) {
		const { place, before, after, servers } = one;
		const now = await textOf(place.path);
		const all = servers.map(({ name }) => name);
		const back =
			now === after ? ok({ text: before, names: all }) : membersBack(now, place, servers);
		if (!back.ok) {
			complain(`${place.path} ${back.error}`);
			left.unshift(one);
			continue;
		}
		await writeFile(place.path, back.value.text);
		for (const name of all)
			if (back.value.names.includes(name)) console.log(`Restored ${name} in ${place.path}`);
			else console.log(`Left ${name} in ${place.path} as it is: it was changed since`);
	}
	if (left.length > 0) await record(client, left);
	else await rm(recordOf(client));
}

/** The file as it is now, with our servers as they were; one that was changed since stays. */
function membersBack(
	text: string | undefined,
	place: Place,
	servers: Written['servers'],
): Result<{ text: string; names: readonly string[] }, string> {
	if (text === undefined) return err('is not there; what it was is still kept.');
	const current = serversIn(text, place);
	if (!current.ok) return err(`${current.error}; what it was is still kept.`);
	let restored = text;
	const names: string[] = [];
	for (const { name, former } of servers) {
		const entry = current.value[name];
		const command = entry && commandOf(entry, place.shape);
		if (!command || !isWrapped(command)) continue;
		const set = withServerSet(restored, place, name, former);
		if (!set.ok) return set;
		restored = set.value;
		names.push(name);
	}
	return ok({ text: restored, names });
}

/** A file that is not UTF-8 could not be written back as it was. */
const textOf = async (path: string): Promise<string | undefined> => {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		if (error instanceof TypeError) throw new Error(`${path} is not UTF-8; nothing was changed.`);
		throw error;
	}
};

const recordOf = (client: Client): string =>
	join(defaultStateFolder(process.env), 'installed', `${client}.json`);

async function recorded(client: Client): Promise<readonly Written[]> {
	const text = await textOf(recordOf(client));
	return text === undefined ? [] : (JSON.parse(text) as readonly Written[]);
}

/** Keys may stand in the files. */
async function record(client: Client, written: readonly Written[]): Promise<void> {
	const path = recordOf(client);
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	await writeFile(path, JSON.stringify(written), { mode: 0o600 });
}
