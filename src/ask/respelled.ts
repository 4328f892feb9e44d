// Keys of an expression that are read in the spelling of the data (docs/ask.md).
import { shownName } from '../shared/shown-text';
import { tokenEnd } from './expression/lex';
import type { Respelling } from './fault';
import { edited } from './mend';
import { spelledKey } from './outline';

/** Spells keys as the document has them, and notes which in `read`; the same text where none of them is a key for certain. */
export function inTheirSpelling(
	text: string,
	found: readonly Respelling[],
	read: Respelling[],
): string {
	let spelled = text;
	for (const one of found.toSorted((a, b) => b.at - a.at)) {
		const { at, meant, quoted } = one;
		// A text in double quotes is a key behind a dot or & alone.
		if (quoted && !/(?:\.|(?<!&)&)\s*$/.test(text.slice(0, at))) continue;
		const by = quoted ? JSON.stringify(meant) : spelledKey(meant);
		spelled = edited(spelled, at, tokenEnd(spelled, at), by);
		read.push(one);
	}
	return spelled;
}

/** Says which keys were read in which spelling, in the order of the expression; where one is read in several, by its places. */
export function readAs(read: readonly Respelling[]): readonly string[] {
	const keys = new Map<string, Map<string, string>>();
	for (const { key, meant, place } of read.toSorted((a, b) => a.at - b.at))
		keys.set(key, (keys.get(key) ?? new Map<string, string>()).set(shownName(meant), place));
	return [...keys].map(([key, meanings]) => {
		const told = [...meanings].map(([meant, place]) =>
			meanings.size > 1 && place !== '' ? `${meant} in ${place}` : meant,
		);
		return `${shownName(key)} is read as ${told.join(', ')}.`;
	});
}
