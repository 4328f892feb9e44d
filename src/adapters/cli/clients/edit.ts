// Wraps and unwraps servers in the text of a client's configuration; every other byte stays. Pure.

import { isDeepStrictEqual } from 'node:util';
import { parse as parseToml, stringify as stringifyToml } from 'smol-toml';
import { isRecord, valueAt } from '../../../shared/json-values';
import { err, ok, type Result } from '../../../shared/result';
import {
	formerMembers,
	isWrapped,
	type Launcher,
	namesWrap,
	targetInUse,
	targetOf,
	wrappedMembers,
} from './adopted';
import { jsonOf, jsonSet, jsonSpan, type Span, spliced, textOf } from './json-text';
import type { Entry, Place } from './places';

type Form = Pick<Place, 'format' | 'keys'>;

/** Reads the servers of a document, by name. */
export function serversIn(
	text: string,
	{ format, keys }: Form,
): Result<Readonly<Record<string, Entry>>, string> {
	const { document } = parts(text);
	const read = format === 'json' ? jsonOf(document) : tomlOf(document);
	if (!read.ok) return read;
	const found = valueAt(read.value, keys);
	if (!isRecord(found)) return ok({});
	return ok(
		Object.fromEntries(
			Object.entries(found).filter((pair): pair is [string, Entry] => isRecord(pair[1])),
		),
	);
}

/** Sets members of one server, nothing else. @param source whose spelling of equal values, with comments, is taken over */
export function withServerSet(
	text: string,
	{ format, keys }: Form,
	name: string,
	members: Entry,
	source = '',
): Result<string, string> {
	const { mark, document } = parts(text);
	const edit = format === 'json' ? jsonSet : tomlSet;
	const set = edit(document, [...keys, name], members, parts(source).document);
	return set.ok ? ok(mark + set.value) : set;
}

/** Restores a server's text from `before` if it is unchanged since `after`; else returns undefined. */
function withServerOf(
	text: string,
	{ format, keys }: Form,
	name: string,
	{ before, after }: { readonly before: string; readonly after: string },
): string | undefined {
	const [here, was, ours] = [text, before, after].map((each) => {
		const { document } = parts(each);
		const span = (format === 'json' ? jsonSpan : tomlSpan)(document, [...keys, name]);
		return span && { span, text: textOf(document, span) };
	});
	if (!here || !was || here.text !== ours?.text) return undefined;
	const { mark, document } = parts(text);
	return mark + spliced(document, here.span, was.text);
}

/** Splits off the byte order mark that some editors write. */
const parts = (text: string) =>
	text.startsWith('\uFEFF')
		? { mark: '\uFEFF', document: text.slice(1) }
		: { mark: '', document: text };

/** A server that was changed, with its members before and after. */
export interface ChangedServer {
	readonly name: string;
	/** Changed members before the change; an absent one may be missing or undefined. */
	readonly former: Entry;
	readonly now: Entry;
}

/**
 * Wraps servers.
 * @param wanted names; an empty list wraps all
 * @returns the text with servers behind Loadline; `left` are those that cannot be wrapped, and why, for the user
 */
export function wrapServers(
	before: string,
	place: Place,
	wanted: readonly string[],
	launcher: Launcher,
) {
	const servers = serversIn(before, place);
	if (!servers.ok) return servers;
	let text = before;
	const changed: ChangedServer[] = [];
	const names: string[] = [];
	const left: { name: string; why: string }[] = [];
	for (const [name, entry] of Object.entries(servers.value)) {
		const target = targetInUse(name, entry, place);
		if (target.ok && !target.value) continue;
		names.push(name);
		if (wanted.length > 0 && !wanted.includes(name)) continue;
		if (!target.ok || !target.value) {
			left.push({ name, why: target.ok ? '' : target.error });
			continue;
		}
		if (isWrapped(target.value)) continue;
		const now = wrappedMembers(name, entry, target.value, place, launcher);
		const set = withServerSet(text, place, name, now);
		if (set.ok) {
			text = set.value;
			changed.push({ name, former: formerMembers(entry, now), now });
		} else left.push({ name, why: set.error });
	}
	return ok({ text, changed, names, left });
}

/**
 * Restores wrapped servers; one that was changed since stays.
 * @param written the document before and after wrapping
 * @returns the names of those restored; `wrapped`: those whose changed command still starts Loadline
 */
export function unwrapServers(
	text: string,
	place: Place,
	servers: readonly ChangedServer[],
	written: { readonly before: string; readonly after: string },
) {
	const current = serversIn(text, place);
	if (!current.ok) return current;
	let restored = text;
	const names: string[] = [];
	const wrapped: string[] = [];
	for (const { name, former, now } of servers) {
		const entry = current.value[name];
		const target = entry && targetOf(entry, place);
		if (!target?.ok || !target.value) continue;
		if (!isWrapped(target.value)) {
			if (namesWrap(target.value)) wrapped.push(name);
			continue;
		}
		const keys = new Set([...Object.keys(former), ...Object.keys(now)]);
		const members = Object.fromEntries([...keys].map((key) => [key, former[key]]));
		const whole = withServerOf(restored, place, name, written);
		const set =
			whole === undefined
				? withServerSet(restored, place, name, members, written.before)
				: ok(whole);
		if (!set.ok) return err(`${name}: ${set.error}`);
		restored = set.value;
		names.push(name);
	}
	return ok({ text: restored, names, wrapped });
}

// Edits members of one TOML table. No library edits TOML and keeps comments: the lines of a
// key are found by what parses, and what was made of them is checked.

/** Parses TOML, dates as strings; the error ends a sentence with the parser's first line. */
function tomlOf(text: string): Result<unknown, string> {
	try {
		// Its tables have no prototype: they are to be compared with objects that have one.
		return ok(JSON.parse(JSON.stringify(parseToml(text))));
	} catch (error) {
		return err(`is not valid TOML: ${(error as Error).message.split('\n', 1)[0]}`);
	}
}

/** Finds the lines of a table, without empty ones at its end. */
function tomlSpan(text: string, path: readonly string[]): Span | undefined {
	const lines = text.split('\n');
	const table = tableIn(lines, path);
	if (!table) return undefined;
	const offset = lines.slice(0, table.begin).join('\n').length + 1;
	const { length } = lines.slice(table.begin, table.end).join('\n').trimEnd();
	return { offset, length };
}

/** @param source a text whose spelling of the same values is taken over */
function tomlSet(text: string, path: readonly string[], members: Entry, source = '') {
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
function former(source: string, path: readonly string[], key: string) {
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
	const at = valueAt(read.ok ? read.value : undefined, path);
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
