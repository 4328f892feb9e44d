// Edits members of one TOML table. No library edits TOML and keeps comments: the lines of a
// key are found by what parses, and what was made of them is checked.
import { isDeepStrictEqual } from 'node:util';
import { parse as parseToml, stringify as stringifyToml } from 'smol-toml';
import { isRecord } from '../../../shared/is-record';
import { err, ok, type Result } from '../../../shared/result';
import type { Span } from './json-text';
import type { Entry } from './places';

/** Parses TOML, dates as strings; the error ends a sentence with the parser's first line. */
export function tomlOf(text: string): Result<unknown, string> {
	try {
		// Its tables have no prototype: they are to be compared with objects that have one.
		return ok(JSON.parse(JSON.stringify(parseToml(text))));
	} catch (error) {
		return err(`is not valid TOML: ${(error as Error).message.split('\n', 1)[0]}`);
	}
}

/** Finds the lines of a table, without empty ones at its end. */
export function tomlSpan(text: string, path: readonly string[]): Span | undefined {
	const lines = text.split('\n');
	const table = tableIn(lines, path);
	if (!table) return undefined;
	const offset = lines.slice(0, table.begin).join('\n').length + 1;
	const { length } = lines.slice(table.begin, table.end).join('\n').trimEnd();
	return { offset, length };
}

/** @param source a text whose spelling of the same values is taken over */
export function tomlSet(
	text: string,
	path: readonly string[],
	members: Entry,
	source = '',
): Result<string, string> {
	const eol = text.includes('\r\n') ? '\r' : '';
	const lines = text.split('\n');
	const refused = err('could not be edited line by line; change it by hand');
	const table = tableIn(lines, path);
	if (!table) return refused;
	for (const [key, value] of Object.entries(members)) {
		const there = linesOf(lines, table, key);
		const anew = () => former(source, path, key) ?? [tomlMember(key, value) + eol];
		const written = value === undefined ? [] : anew();
		lines.splice(there.at, there.length, ...written);
		table.end += written.length - there.length;
	}
	// The last line may have no end.
	const edited = lines.join('\n').replace(/\r$/, '');
	const [before, after] = [tomlOf(text), tomlOf(edited)];
	if (!before.ok || !after.ok) return refused;
	return isDeepStrictEqual(after.value, setIn(before.value, path, members)) ? ok(edited) : refused;
}

/** Returns the lines that a key had, comments included. */
function former(
	source: string,
	path: readonly string[],
	key: string,
): readonly string[] | undefined {
	const lines = source.split('\n');
	const table = tableIn(lines, path);
	const { at, length } = table ? linesOf(lines, table, key) : { at: 0, length: 0 };
	return length > 0 ? lines.slice(at, at + length) : undefined;
}

interface Table {
	readonly begin: number;
	end: number;
}

/** Finds the lines after a table's header. */
function tableIn(lines: readonly string[], path: readonly string[]): Table | undefined {
	const begin = lines.findIndex((line) => isHeaderOf(line, path)) + 1;
	if (begin === 0) return undefined;
	const next = lines.findIndex((line, at) => at >= begin && /^\s*\[/.test(line));
	return { begin, end: next < 0 ? lines.length : next };
}

/** Finds the lines of a key; an empty range at the table's beginning if it is absent. */
function linesOf(lines: readonly string[], { begin, end }: Table, key: string) {
	const at = lines.findIndex((line, n) => n >= begin && n < end && isKey(line, key));
	return at < 0 ? { at: begin, length: 0 } : { at, length: linesOfValue(lines.slice(at, end)) };
}

/** Formats a member on one line, inline tables included. */
function tomlMember(key: string, value: unknown): string {
	if (!isRecord(value)) return stringifyToml({ [key]: value }).trimEnd();
	const members = Object.entries(value).map(([name, member]) => tomlMember(name, member));
	return `${key} = { ${members.join(', ')} }`;
}

const isHeaderOf = (line: string, path: readonly string[]): boolean => {
	if (!/^\s*\[[^[]/.test(line)) return false;
	const read = tomlOf(line.trimEnd());
	let at: unknown = read.ok ? read.value : undefined;
	for (const key of path) at = isRecord(at) ? at[key] : undefined;
	return isRecord(at) && Object.keys(at).length === 0;
};

const isKey = (line: string, key: string): boolean => new RegExp(`^\\s*"?${key}"?\\s*=`).test(line);

/** Counts the lines of the value that begins on the first. */
function linesOfValue(lines: readonly string[]): number {
	for (let count = 1; count <= lines.length; count++)
		if (tomlOf(lines.slice(0, count).join('\n').trimEnd()).ok) return count;
	return 0;
}

function setIn(value: unknown, path: readonly string[], members: Entry): unknown {
	const [key, ...rest] = path;
	const here = isRecord(value) ? value : {};
	if (key !== undefined) return { ...here, [key]: setIn(here[key], rest, members) };
	const all = Object.entries({ ...here, ...members });
	return Object.fromEntries(all.filter(([, member]) => member !== undefined));
}
