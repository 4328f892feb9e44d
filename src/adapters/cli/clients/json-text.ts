// Edits members of one object in JSON with comments, and keeps every other byte. Where a key
// stands twice, the last one counts, as it does for whoever reads it.
import { type Node, type ParseError, parse as parseJson, parseTree } from 'jsonc-parser';
import { err, ok, type Result } from '../../../shared/result';
import type { Entry } from './places';

/** A range in UTF-16 units, as the JSON and TOML parsers count. */
export type Span = Readonly<Record<'offset' | 'length', number>>;

export const textOf = (text: string, { offset, length }: Span): string =>
	text.slice(offset, offset + length);

/** Replaces a span in a text; a span of length 0 inserts. */
export const spliced = (text: string, { offset, length }: Span, by: string): string =>
	text.slice(0, offset) + by + text.slice(offset + length);

/** Parses JSON with comments, a blank text as `{}`; the error ends a sentence and names the line. */
export function jsonOf(text: string): Result<unknown, string> {
	if (text.trim() === '') return ok({});
	const errors: ParseError[] = [];
	const value: unknown = parseJson(text, errors, { allowTrailingComma: true });
	const [first] = errors;
	if (!first) return ok(value);
	return err(`is not valid JSON (line ${text.slice(0, first.offset).split('\n').length})`);
}

/** @param source a text whose spelling of the same values is taken over */
export function jsonSet(text: string, path: readonly string[], members: Entry, source = '') {
	let edited = text;
	// Additions come first: an object that loses members is never without any.
	const entries = Object.entries(members).sort(
		([, a], [, b]) => Number(a === undefined) - Number(b === undefined),
	);
	for (const [key, value] of entries) {
		const at = [...path, key];
		if (value === undefined)
			// One that goes, goes wherever it stands.
			while (jsonSpan(edited, at)) edited = without(edited, jsonSpan(edited, path), key);
		else {
			const before = jsonSpan(source, at);
			const former = before && textOf(source, before);
			edited = withMember(edited, jsonSpan(edited, path), key, value, former);
		}
	}
	return ok(edited);
}

export function jsonSpan(text: string, path: readonly string[]): Node | undefined {
	let node = parseTree(text, [], { allowTrailingComma: true });
	for (const key of path) node = membersOf(node, key).at(-1)?.children?.[1];
	return node;
}

const membersOf = (node: Node | undefined, key: string): readonly Node[] =>
	node?.type === 'object'
		? (node.children ?? []).filter(({ children }) => children?.[0]?.value === key)
		: [];

/** Replaces a member in place, or appends it in the style of the last one. */
function withMember(
	text: string,
	object: Node | undefined,
	key: string,
	value: unknown,
	former: string | undefined,
): string {
	const there = membersOf(object, key).at(-1);
	const like = there ?? object?.children?.at(-1);
	if (!object || !like) return text;
	const gap = /\s*$/.exec(text.slice(0, like.offset))?.[0] ?? '';
	const [name, now] = like.children ?? [];
	const isOneLine = !(there && now ? textOf(text, now) : gap).includes('\n');
	const written = former ?? (isOneLine ? JSON.stringify(value) : linesOf(text, value, gap));
	if (there) return now ? spliced(text, now, written) : text;
	const between = name && now ? text.slice(endOf(name), now.offset) : '';
	const colon = /^\s*:\s*$/.test(between) ? between : ': ';
	const member = `,${gap}${JSON.stringify(key)}${colon}${written}`;
	return spliced(text, { offset: endOf(like), length: 0 }, member);
}

/** Formats a value over several lines, indented like the text. */
function linesOf(text: string, value: unknown, gap: string): string {
	const indent = /^([\t ]+)\S/m.exec(text)?.[1] ?? '  ';
	const eol = text.includes('\r\n') ? '\r\n' : '\n';
	const start = eol + gap.slice(gap.lastIndexOf('\n') + 1);
	return JSON.stringify(value, undefined, indent).replaceAll('\n', start);
}

/** Removes the last member of that name, and its comma. */
function without(text: string, object: Node | undefined, key: string): string {
	const members = object?.children ?? [];
	const at = members.findLastIndex(({ children }) => children?.[0]?.value === key);
	const [before, member, next] = [members[at - 1], members[at], members[at + 1]];
	if (!member) return text;
	const offset = next || !before ? member.offset : endOf(before);
	return spliced(text, { offset, length: (next?.offset ?? endOf(member)) - offset }, '');
}

const endOf = ({ offset, length }: Span): number => offset + length;
