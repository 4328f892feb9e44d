// The fields a call asks for, taken from an object result (seed 003, FR-017).
import { project } from './json/project';
import { isObject, keyOf, members, parseJson, type Tape } from './json/tape';

/** An object with only some of its fields. */
export interface Projected {
	readonly tape: Tape;
	/** JSON text of `tape`. */
	readonly text: string;
	/** Set when no field was found: the names there are. */
	readonly available?: readonly string[];
}

/** The object with only `fields`; undefined when the document is not an object. */
export function projectRoot(tape: Tape, fields: readonly string[]): Projected | undefined {
	if (!isObject(tape, 0)) return undefined;
	const { text, matched } = project(tape, 0, fields);
	const parsed = parseJson(text, {});
	if (!parsed.ok) return undefined;
	return matched > 0
		? { tape: parsed.value, text }
		: { tape: parsed.value, text, available: fieldNames(tape) };
}

/** The names of an object's fields, at most 50. */
export const fieldNames = (tape: Tape, node = 0): string[] =>
	[...members(tape, node).slice(0, 50)].map((child) => keyOf(tape, child));

/** Said when no field was found. */
export const noFieldNotice = (names: readonly string[]): string =>
	`No field matched. Available: ${names.join(', ').slice(0, 600)}`;
