// A list in a variable of the deployment. Any fault refuses the whole, so that what it decides fails closed; a
// message names entry and member and quotes nothing: a secret may stand in the wrong place.
import type * as z from 'zod/v4';
import { isRecord, jsonIn } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';

/** Rules for the JSON list in one variable. */
interface ConfiguredList<Entry extends z.ZodObject> {
	readonly variable: string;
	/** Size as an error says it: `1 to 1000 tokens`. */
	readonly size: string;
	readonly least?: number;
	readonly most: number;
	/** An entry, strict; each member's messages go on after its name. */
	readonly entry: Entry;
}

/** @returns the entries, or a message that begins with the variable's name */
export function readList<Entry extends z.ZodObject>(
	json: string,
	{ variable, size, least = 0, most, entry }: ConfiguredList<Entry>,
): Result<readonly z.output<Entry>[], string> {
	const entries = jsonIn(json);
	if (entries === undefined) return err(`${variable} is not valid JSON`);
	if (!Array.isArray(entries) || entries.length < least || entries.length > most)
		return err(`${variable} must be a JSON list of ${size}`);
	const names = Object.entries(entry.shape).map(
		([name, each]) => `${name}${(each as z.ZodType).isOptional() ? '?' : ''}`,
	);
	const items: z.output<Entry>[] = [];
	for (const [index, each] of entries.entries()) {
		const read = entry.safeParse(each);
		if (read.success) items.push(read.data);
		else return err(`${variable} entry ${index + 1}: ${faultOf(each, read.error, names)}`);
	}
	return ok(items);
}

function faultOf(entry: unknown, { issues }: z.ZodError, names: readonly string[]): string {
	if (!isRecord(entry)) return `must be an object {${names.join(', ')}}`;
	if (issues.some(({ code }) => code === 'unrecognized_keys'))
		return `has an unknown member; allowed are ${names.join(', ').replaceAll('?', '')}`;
	const [{ path: [member] = [], message = '' } = {}] = issues;
	return `${String(member)} ${message}`;
}
