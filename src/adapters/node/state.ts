// State of a process on Node: one folder, readable by its owner alone.
import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** LOADLINE_STATE, else a folder of the person's (XDG Base Directory; on Windows LOCALAPPDATA). */
export function defaultStateFolder(env: Readonly<Record<string, string | undefined>>): string {
	if (env.LOADLINE_STATE) return env.LOADLINE_STATE;
	const local = process.platform === 'win32' ? env.LOCALAPPDATA : undefined;
	const base = env.XDG_STATE_HOME || local || join(homedir(), '.local', 'state');
	return join(base, 'loadline');
}

/** Makes a private folder and those above it (Node's own way never ends in `/proc`). @throws Error that names it and why */
export function makeFolder(path: string): void {
	const folder = resolve(path);
	try {
		if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
		const above = dirname(folder);
		if (above !== folder) makeFolder(above);
		mkdirSync(folder, { mode: 0o700 });
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		// Of two processes that begin at once, one makes it.
		if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
		if (code === undefined) throw error;
		throw new Error(`${folder} cannot be made (${message.split(',')[0]}): name another --state`);
	}
}

/** The secret that seals the handles of this folder's results: made once, so that they outlive a process. */
export function secretOf(folder: string): string {
	makeFolder(folder);
	const file = join(folder, 'secret');
	const made = randomBytes(32).toString('hex');
	try {
		// Of two processes that begin at once, one makes it.
		writeFileSync(file, made, { mode: 0o600, flag: 'wx' });
		return made;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		refuseForeign(file);
		return readFileSync(file, 'utf8').trim();
	}
}

/**
 * Refuses a file that another user has put into a folder, a link too: it is its owner's word where state lies.
 * @throws Error that names the file; one of the superuser or of the folder's owner is taken
 */
export function refuseForeign(file: string): void {
	const owner = lstatSync(file, { throwIfNoEntry: false })?.uid;
	const trusted = [process.getuid?.(), 0, statSync(dirname(file)).uid];
	if (owner !== undefined && process.getuid && !trusted.includes(owner))
		throw new Error(`${file} is another user's: take it away, or name another --state`);
}
