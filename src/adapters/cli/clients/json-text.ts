// JSON with comments as text: members of one object set to other values, every other byte as it was. Where a key
// stands twice, the last one counts, as it does for whoever reads it.
import {
	applyEdits,
	modify,
	type Node,
	type ParseError,
	parse as parseJson,
	parseTree,
} from 'jsonc-parser';
import { err, ok, type Result } from '../../../shared/result';
import type { Entry } from './document';
import { type Span, spliced, textOf } from './span';

export function jsonOf(text: string): Result<unknown, string> {
	if (text.trim() === '') return ok({});
	const errors: ParseError[] = [];
	const value: unknown = parseJson(text, errors, { allowTrailingComma: true });
	const [first] = errors;
	return first ? err(`is not valid JSON (line ${lineOf(text, first.offset)})`) : ok(value);
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Where the object of a path stands. */
export const jsonSpan = (text: string, path: readonly string[]): Span | undefined =>
	nodeAt(text, path);

/** @param source a text in which those values stand that are to stand here as they do there */
export function jsonSet(
	text: string,
	path: readonly string[],
	members: Entry,
	source = '',
): Result<string, string> {
	const formattingOptions = { ...indentOf(text), eol: text.includes('\r\n') ? '\r\n' : '\n' };
	let edited = text;
	for (const [key, value] of Object.entries(members)) {
		const at = [...path, key];
		// One that goes, goes wherever it stands.
		do {
			const { masked, keys } = lastOnly(edited, at);
			const set = applyEdits(masked, modify(masked, at, value, { formattingOptions }));
			edited = set.replaceAll(MASK, (mask) => keys.shift() ?? mask);
		} while (value === undefined && nodeAt(edited, at));
		const [now, before] = [nodeAt(edited, at), nodeAt(source, at)];
		if (now && before) edited = spliced(edited, now, textOf(source, before));
	}
	return ok(edited);
}

/** The value of a path. */
function nodeAt(text: string, path: readonly string[]): Node | undefined {
	let node = parseTree(text, [], { allowTrailingComma: true });
	for (const key of path) node = membersOf(node, key).at(-1)?.children?.[1];
	return node;
}

const membersOf = (node: Node | undefined, key: string): readonly Node[] =>
	node?.type === 'object'
		? (node.children ?? []).filter(({ children }) => children?.[0]?.value === key)
		: [];

/** Stands for a key that does not count; no text has it that a program wrote. */
const MASK = /"\uFFFF+"/g;

/** The text with a mask for every key on the path that does not count, and these keys in order. */
function lastOnly(text: string, path: readonly string[]): { masked: string; keys: string[] } {
	let masked = text;
	const keys: string[] = [];
	let node = parseTree(text, [], { allowTrailingComma: true });
	for (const key of path) {
		const same = membersOf(node, key);
		for (const { children } of same.slice(0, -1)) {
			const [name] = children ?? [];
			if (!name) continue;
			keys.push(textOf(text, name));
			masked = spliced(masked, name, `"${'\uFFFF'.repeat(name.length - 2)}"`);
		}
		node = same.at(-1)?.children?.[1];
	}
	return { masked, keys };
}

function indentOf(text: string): { readonly insertSpaces: boolean; readonly tabSize: number } {
	const indent = /^([\t ]+)\S/m.exec(text)?.[1] ?? '  ';
	return { insertSpaces: !indent.startsWith('\t'), tabSize: Math.max(1, indent.length) };
}
