// `loadline backup` and `restore`: the whole state of `serve` and `wrap`, as a folder of SQLite files (docs/node.md).
import { chmodSync, copyFileSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Command } from 'commander';
import { Database } from '../node';
import { stateOf } from './local-gateway';
import { complainer, type Texts } from './terminal';

export function backupCommand(): Command {
	return new Command('backup')
		.description('Copy all state into a new folder, also while it is in use.')
		.argument('<folder>', 'does not exist yet')
		.option('--state <folder>', 'where everything is kept')
		.action((to: string, options: Partial<Texts<'state'>>) => copy('backup', stateOf(options), to));
}

export function restoreCommand(): Command {
	return new Command('restore')
		.description('Make a state folder from a backup; nothing may be using it.')
		.argument('<folder>', 'the backup')
		.option('--state <folder>', 'where everything will be kept: empty, or not there')
		.action((from: string, options: Partial<Texts<'state'>>) =>
			copy('restore', from, stateOf(options)),
		);
}

/** Copies each file in a transaction of its own, which is enough: an object lives in one file. */
function copy(command: string, from: string, to: string): void {
	const complain = complainer(command);
	if (!existsSync(join(from, 'state.sqlite')))
		return void complain(`${from} holds no state of Loadline.`);
	if (existsSync(to) && readdirSync(to).length > 0)
		return void complain(`${to} is not empty; name a folder that is not there yet.`);
	// A link would lead to files of others.
	const found = readdirSync(from, { recursive: true, withFileTypes: true }).map((entry) => ({
		path: relative(from, join(entry.parentPath, entry.name)),
		isPlain: entry.isFile() || entry.isDirectory(),
	}));
	const strange = found.find(
		({ path, isPlain }) => !isPlain || (command === 'restore' && isForeign(join(from, path))),
	);
	if (strange !== undefined)
		return void complain(`${join(from, strange.path)} is not part of a state of Loadline.`);
	const files = found.map(({ path }) => path).filter((path) => path.endsWith('.sqlite'));
	const gate = new Database(join(from, 'state.sqlite'));
	for (const file of files) {
		const path = join(from, file);
		// An object may end meanwhile, and takes its file along.
		const database = gate.transaction(() => (existsSync(path) ? new Database(path) : undefined));
		if (!database) continue;
		database.copyTo(join(to, file));
		database.close();
	}
	gate.close();
	const secret = join(to, 'secret');
	if (existsSync(join(from, 'secret'))) {
		copyFileSync(join(from, 'secret'), secret);
		chmodSync(secret, 0o600);
	}
	console.log(`${files.length} files copied to ${to}. Keep it as safe as the state itself.`);
}

/** Bytes of a secret at most. */
const SECRET_BYTES = 1_024;

/** A journal names files that SQLite takes away, and no backup has one; its secret is short. */
const isForeign = (path: string): boolean =>
	path.endsWith('-journal') || (path.endsWith('/secret') && lstatSync(path).size > SECRET_BYTES);
