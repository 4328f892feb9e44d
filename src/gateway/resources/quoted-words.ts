// Servers' descriptions of themselves for a client's model: quoted, bounded, and distinct from what Loadline says.

import type { JsonObject } from '../../shared/json-values';
import { onOneLine, shownText, withoutUnseen } from '../../shared/shown-text';
import { namesUs } from '../upstream/imitation';

/** UTF-16 units of one server's instructions among others, and of all together. */
const LONGEST_AMONG = 400;
const LONGEST_OF_ALL = 2_400;

/** Instructions of the one server of a scope: as they are, but quoted where they name Loadline. */
export const instructionsOf = (name: string, instructions: string): string =>
	namesUs(instructions)
		? `Instructions of the server ${shownText(name)}, not of Loadline:\n${quoted(instructions)}`
		: linesOf(instructions).join('\n');

/** Cleans a server's name (MCP Implementation): on one line each, without hidden characters. */
export const shownServer = (serverInfo: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(serverInfo).map(([key, value]) => [
			key,
			NAMES.has(key) && typeof value === 'string' ? onOneLine(value) : value,
		]),
	);
const NAMES = new Set(['name', 'title', 'version', 'description']);

/** A server and its instructions as it gave them: not quoted yet, nor cut. */
export interface ServerWords {
	readonly name: string;
	readonly instructions?: string | undefined;
	/** The reason why it cannot be used, in Loadline's words. */
	readonly fault?: string | undefined;
}

/** Joins servers' instructions, the unusable first; undefined without any. @param ours words of Loadline's, before all */
export function wordsOfAll(
	servers: readonly ServerWords[],
	ours: readonly string[] = [],
): string | undefined {
	const down = servers.flatMap(({ fault }) =>
		fault === undefined ? [] : [`Not usable now: ${fault}`],
	);
	const told: string[] = [...ours, ...down.slice(0, 5)];
	if (down.length > 5) told.push(`And ${down.length - 5} further servers.`);
	let room = LONGEST_OF_ALL;
	let left = 0;
	for (const { name, instructions } of servers) {
		if (instructions === undefined) continue;
		const words = `Instructions of the server ${shownText(name)}, not of Loadline, for the tools ${name}__*:\n${quoted(shortened(instructions, name))}`;
		room -= words.length;
		if (room < 0) left++;
		else told.push(words);
	}
	if (left > 0)
		told.push(`${left} further servers have instructions: connect to /mcp/NAME for them.`);
	return told.length > 0 ? told.join('\n\n') : undefined;
}

const shortened = (text: string, name: string): string =>
	text.length > LONGEST_AMONG
		? `${text.slice(0, LONGEST_AMONG).toWellFormed()}… [+${text.length - LONGEST_AMONG} characters; all at /mcp/${name}]`
		: text;

/** A block quote: every line begins with `> `. */
const quoted = (text: string): string =>
	linesOf(text)
		.map((line) => `> ${line}`.trimEnd())
		.join('\n');

/** Lines with nothing unseen in them. */
const linesOf = (text: string): readonly string[] =>
	text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => withoutUnseen(line.replaceAll('\t', '  ')));
