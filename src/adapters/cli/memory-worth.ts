// `loadline memory dead` and `memory overlaps` (docs/memory.md, "Evidence"): which rules cost and never shaped
// anything, and which are said twice or contradict each other.
import { Command } from 'commander';
import type { Hub } from '../../memory';
import { ask, type ServerOptions, withServer } from './server';
import { complainer } from './terminal';

const complain = complainer('memory');
/** Characters of a text that is shown. */
const MOST_TEXT = 160;

/** A command that asks for one thing and prints lines. */
const asking = (
	name: string,
	description: string,
	path: string,
	show: (value: never) => string[],
) =>
	withServer(new Command(name).description(description)).action(async (options: ServerOptions) => {
		const found = await ask(options, path);
		if (!found.ok) return complain(found.error.message);
		for (const line of show(found.value as never)) console.log(line);
	});

/** `loadline memory dead`. */
export const deadCommand = (): Command =>
	asking(
		'dead',
		'List rules that were loaded and never referred to, with what they cost.',
		'/api/memory/usage',
		({ dead }: ReturnType<Hub['usage']>) =>
			dead.length === 0
				? ['No rule is dead: each was referred to, or loaded less than five times.']
				: dead.map(
						({ path, loads, tokens, cost }) =>
							`${path}: ${tokens} tokens, loaded ${loads} times, ${cost} tokens in all`,
					),
	);

/** `loadline memory overlaps`. */
export const overlapsCommand = (): Command =>
	asking(
		'overlaps',
		'List constraints that say the same, or the opposite, as their words go.',
		'/api/memory/overlaps',
		({ overlaps, total }: ReturnType<Hub['overlaps']>) => [
			...overlaps.flatMap(({ kind, one, other }) => [
				`${kind}:`,
				...[one, other].map(({ path, text }) => `  ${path}: ${shown(text)}`),
			]),
			total === overlaps.length ? `${total} in all` : `${overlaps.length} of ${total} shown`,
		],
	);

function shown(text: string): string {
	const line = text.replaceAll(/\s+/g, ' ');
	return line.length > MOST_TEXT ? `${line.slice(0, MOST_TEXT).toWellFormed()}…` : line;
}
