// One server of a client's configuration, as it was and as it goes through `loadline wrap`.
import type { Entry } from './document';
import type { Shape } from './places';

/** Words that start Loadline on this machine. */
export type Launcher = readonly string[];

/** The words that start a server; undefined for one that is not a process of this machine. */
export function commandOf(entry: Entry, shape: Shape): readonly string[] | undefined {
	if (shape === 'list') return isWords(entry.command) ? entry.command : undefined;
	if (typeof entry.command !== 'string') return undefined;
	const args = entry.args ?? [];
	return isWords(args) ? [entry.command, ...args] : undefined;
}

/** Whether a server goes through Loadline already. */
export const isWrapped = (command: readonly string[]): boolean => {
	const at = command.indexOf('wrap');
	return at > 0 && command[at + 1] === '--name' && command.indexOf('--') > at;
};

/** The members that change, and what they change to. */
export function wrappedMembers(
	name: string,
	command: readonly string[],
	shape: Shape,
	launcher: Launcher,
): Entry {
	const words = [...launcher, 'wrap', '--name', serverName(name), '--', ...command];
	if (shape === 'list') return { command: words };
	const [first, ...args] = words;
	return { command: first, args };
}

/** The members as they were: `undefined` for one that was not there. */
export const formerMembers = (entry: Entry, changed: Entry): Entry =>
	Object.fromEntries(Object.keys(changed).map((key) => [key, entry[key]]));

/** A name that the configuration takes for a server. */
const serverName = (name: string): string =>
	name
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-')
		.replace(/^-+|-+$/g, '')
		.slice(0, 32)
		.replace(/-+$/, '') || 'server';

const isWords = (value: unknown): value is readonly string[] =>
	Array.isArray(value) && value.every((word) => typeof word === 'string');
