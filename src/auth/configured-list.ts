// A list in a variable of the deployment. Any fault refuses the whole, so that what it decides fails closed; a
// message names entry and member and quotes nothing: a secret may stand in the wrong place.
import { isRecord, jsonIn } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';

/** Rules for the JSON list in one variable. */
export interface ConfiguredList<Item> {
	readonly variable: string;
	/** Size as an error says it: `1 to 1000 tokens`. */
	readonly size: string;
	readonly least?: number;
	readonly most: number;
	/** Members of an entry; a trailing `?` marks an optional one. */
	readonly members: readonly string[];
	/** An entry that has no other members; the error is what is wrong with it. */
	readEntry(entry: Readonly<Record<string, unknown>>): Result<Item, string>;
}

/** @returns the entries, or a message that begins with the variable's name */
export function readList<Item>(
	json: string,
	{ variable, size, least = 0, most, members, readEntry }: ConfiguredList<Item>,
): Result<readonly Item[], string> {
	const entries = jsonIn(json);
	if (entries === undefined) return err(`${variable} is not valid JSON`);
	if (!Array.isArray(entries) || entries.length < least || entries.length > most)
		return err(`${variable} must be a JSON list of ${size}`);
	const allowed = members.map((member) => member.replace('?', ''));
	const read = (entry: unknown): Result<Item, string> => {
		if (!isRecord(entry)) return err(`must be an object {${members.join(', ')}}`);
		const isKnown = Object.keys(entry).every((key) => allowed.includes(key));
		return isKnown
			? readEntry(entry)
			: err(`has an unknown member; allowed are ${allowed.join(', ')}`);
	};
	const items: Item[] = [];
	for (const [index, entry] of entries.entries()) {
		const item = read(entry);
		if (!item.ok) return err(`${variable} entry ${index + 1}: ${item.error}`);
		items.push(item.value);
	}
	return ok(items);
}
