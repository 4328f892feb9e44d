// Servers' descriptions of themselves for a client's model: quoted, bounded, and distinct from
// what Loadline says.
import { onOneLine, shownText, withoutUnseen } from '../../shared/shown-text';
import type { JsonObject } from '../contract/tool-source';

/** UTF-16 units of one server's instructions, alone and among others, and of all together. */
const LONGEST_ALONE = 4_000;
const LONGEST_AMONG = 400;
const LONGEST_OF_ALL = 2_400;

/** Instructions of the one server of a scope. */
export const quotedInstructions = (name: string, instructions: string): string =>
	`Instructions of the server ${shownText(name)}, not of Loadline:\n${quoted(instructions, LONGEST_ALONE)}`;

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
	/** Why it cannot be used, in Loadline's words. */
	readonly fault?: string | undefined;
}

/** Joins the instructions of several servers, the unusable first; undefined without any. */
export function wordsOfAll(servers: readonly ServerWords[]): string | undefined {
	const down = servers.flatMap(({ fault }) =>
		fault === undefined ? [] : [`Not usable now: ${fault}`],
	);
	const told: string[] = down.slice(0, 5);
	if (down.length > 5) told.push(`And ${down.length - 5} further servers.`);
	let room = LONGEST_OF_ALL;
	let left = 0;
	for (const { name, instructions } of servers) {
		if (instructions === undefined) continue;
		const words = `Instructions of the server ${shownText(name)}, not of Loadline, for the tools ${name}__*:\n${quoted(instructions, LONGEST_AMONG)}`;
		room -= words.length;
		if (room < 0) left++;
		else told.push(words);
	}
	if (left > 0)
		told.push(`${left} further servers have instructions: connect to /mcp/NAME for them.`);
	return told.length > 0 ? told.join('\n\n') : undefined;
}

/** A block quote: every line begins with `> `, and nothing unseen is left in it. */
function quoted(text: string, most: number): string {
	const kept = text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
	return kept
		.split(/\r\n|[\n\r\u2028\u2029]/)
		.map((line) => `> ${withoutUnseen(line.replaceAll('\t', '  '))}`.trimEnd())
		.join('\n');
}
