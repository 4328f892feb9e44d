// A client's configuration as text: one server read, or written anew, and every other byte as it was.
import { isDeepStrictEqual } from 'node:util';
import {
	applyEdits,
	findNodeAtLocation,
	modify,
	type Node,
	type ParseError,
	parse as parseJson,
	parseTree,
} from 'jsonc-parser';
import { parse as parseToml, stringify as stringifyToml } from 'smol-toml';
import { isRecord } from '../../../shared/is-record';
import { err, ok, type Result } from '../../../shared/result';
import type { Place } from './places';

export type Entry = Readonly<Record<string, unknown>>;

/** The servers of a document, by name; none where it names none. */
export function serversIn(
	text: string,
	{ format, keys }: Pick<Place, 'format' | 'keys'>,
): Result<Readonly<Record<string, Entry>>, string> {
	const { document } = parts(text);
	const read = format === 'json' ? jsonOf(document, keys) : tomlOf(document);
	if (!read.ok) return read;
	const found = keys.reduce<unknown>(
		(value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
		read.value,
	);
	if (!isRecord(found)) return ok({});
	return ok(
		Object.fromEntries(
			Object.entries(found).filter((pair): pair is [string, Entry] => isRecord(pair[1])),
		),
	);
}

/** The document with members of one server set to other values; all else stays. */
export function withServerSet(
	text: string,
	{ format, keys }: Pick<Place, 'format' | 'keys'>,
	name: string,
	members: Entry,
): Result<string, string> {
	const { mark, document } = parts(text);
	const path = [...keys, name];
	const set =
		format === 'json' ? ok(jsonSet(document, path, members)) : tomlSet(document, path, members);
	return set.ok ? ok(mark + set.value) : set;
}

/** The byte order mark that some editors write, and what stands behind it. */
const parts = (text: string) =>
	text.startsWith('\uFEFF')
		? { mark: '\uFEFF', document: text.slice(1) }
		: { mark: '', document: text };

function jsonOf(text: string, keys: readonly string[]): Result<unknown, string> {
	if (text.trim() === '') return ok({});
	const errors: ParseError[] = [];
	const value: unknown = parseJson(text, errors, { allowTrailingComma: true });
	const [first] = errors;
	if (first) return err(`is not valid JSON (line ${lineOf(text, first.offset)})`);
	const again = repeatedKey(parseTree(text, [], { allowTrailingComma: true }), keys);
	if (!again) return ok(value);
	return err(`names "${again.value}" twice (line ${lineOf(text, again.offset)}): keep one`);
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** A key that stands twice, where it matters which one counts: on the way to the servers, of them, or in one. */
function repeatedKey(root: Node | undefined, keys: readonly string[]): Node | undefined {
	const on = keys.map((key, depth) => repeated(at(root, keys.slice(0, depth)), key));
	const servers = at(root, keys);
	const inside = servers?.children?.map(({ children }) => repeated(children?.[1])) ?? [];
	return [...on, repeated(servers), ...inside].find((node) => node !== undefined);
}

const at = (root: Node | undefined, path: readonly string[]): Node | undefined =>
	root && findNodeAtLocation(root, [...path]);

/** The second of two keys of an object: of this name, or of any. */
function repeated(object: Node | undefined, name?: string): Node | undefined {
	if (object?.type !== 'object') return undefined;
	const keys = (object.children ?? []).flatMap(({ children }) => children?.[0] ?? []);
	const names = keys.map(({ value }) => value as string);
	return keys.find(
		({ value }, index) =>
			(name === undefined || value === name) && names.indexOf(value as string) < index,
	);
}

function tomlOf(text: string): Result<unknown, string> {
	try {
		// Its tables have no prototype: they are to be compared with objects that have one.
		return ok(JSON.parse(JSON.stringify(parseToml(text))));
	} catch (error) {
		return err(`is not valid TOML: ${(error as Error).message.split('\n', 1)[0]}`);
	}
}

const jsonSet = (text: string, path: readonly string[], members: Entry): string =>
	Object.entries(members).reduce(
		(edited, [key, value]) =>
			applyEdits(
				edited,
				modify(edited, [...path, key], value, {
					formattingOptions: { ...indentOf(text), eol: text.includes('\r\n') ? '\r\n' : '\n' },
				}),
			),
		text,
	);

function indentOf(text: string): { readonly insertSpaces: boolean; readonly tabSize: number } {
	const indent = /^([\t ]+)\S/m.exec(text)?.[1] ?? '  ';
	return { insertSpaces: !indent.startsWith('\t'), tabSize: Math.max(1, indent.length) };
}

/** TOML has no editor that keeps comments: the lines of a key are found by what parses, and checked. */
function tomlSet(text: string, path: readonly string[], members: Entry): Result<string, string> {
	const eol = text.includes('\r\n') ? '\r' : '';
	const lines = text.split('\n');
	const begin = lines.findIndex((line) => isHeaderOf(line, path)) + 1;
	const refused = err('could not be edited line by line; change it by hand');
	if (begin === 0) return refused;
	const next = lines.findIndex((line, at) => at >= begin && /^\s*\[/.test(line));
	let end = next < 0 ? lines.length : next;
	for (const [key, value] of Object.entries(members)) {
		const at = lines.findIndex((line, n) => n >= begin && n < end && isKey(line, key));
		const length = at < 0 ? 0 : linesOfValue(lines.slice(at, end));
		const written = value === undefined ? [] : [tomlMember(key, value) + eol];
		lines.splice(at < 0 ? begin : at, length, ...written);
		end += written.length - length;
	}
	// The last line may have no end.
	const edited = lines.join('\n').replace(/\r$/, '');
	const [before, after] = [tomlOf(text), tomlOf(edited)];
	if (!before.ok || !after.ok) return refused;
	return isDeepStrictEqual(after.value, setIn(before.value, path, members)) ? ok(edited) : refused;
}

/** On one line, whatever it is. */
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

/** How many lines the value takes that begins on the first. */
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
