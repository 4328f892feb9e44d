// Long texts of a message, each found by the end of its block and read by the engine itself, so that only the rest has
// to be scanned.
import { jsonIn } from '../../../shared/json-values';

/** UTF-16 units from which a text is long, and of what stands before one. */
export const LONG = 2_000;
const BEFORE = 1_000;
/** Texts of a message that are looked at for that. */
const MOST_LONG = 100;
const TEXT = /"text"\s*:\s*"/;
const BACKSLASH = 0x5c;

/** A message whose long texts were taken out. */
interface Lightened {
	/** The message; an empty string stands in it for each of the texts. */
	readonly rest: string;
	/** The texts, by where their empty strings begin. */
	readonly long: ReadonlyMap<number, string>;
}

/**
 * Takes long texts out of a message.
 * @param message what may be JSON
 * @returns undefined where there is none, or a text is no JSON, or not the last member of its block
 */
export function withoutLong(message: string): Lightened | undefined {
	const long = new Map<number, string>();
	let rest = '';
	let from = 0;
	for (let at = 0, looked = 0; looked < MOST_LONG; looked++) {
		const found = TEXT.exec(message.slice(at, at + BEFORE));
		if (!found) break;
		const begin = at + found.index + found[0].length - 1;
		at = endOf(message, begin);
		const text = jsonIn(message.slice(begin, at));
		if (typeof text !== 'string') return undefined;
		if (at - begin < LONG) continue;
		rest += message.slice(from, begin);
		long.set(rest.length, text);
		rest += '""';
		from = at;
	}
	return long.size === 0 ? undefined : { rest: rest + message.slice(from), long };
}

/** Finds the first quote that ends a string and a block: a string that begins here ends there, or is none. */
function endOf(message: string, begin: number): number {
	let at = begin;
	let escapes: number;
	do {
		at = message.indexOf('"}', at + 1);
		escapes = 0;
		while (message.charCodeAt(at - escapes - 1) === BACKSLASH) escapes++;
	} while (escapes % 2 === 1);
	return at + 1;
}
