// Fields that no model needs, taken out of JSON results where an operator named them (docs/config.md
// "Fields left out"). Members are cut from the source text: what stays keeps every spelling.

import { parseJson } from '../shared/json/parse';
import type { Node, Tape } from '../shared/json/tape';
import { isText, type ToolResult } from '../shared/tool-result';

/** Lists directly in lists that a path leads through; deeper ones have no name any more. */
const MOST_NESTED_LISTS = 32;

interface Pattern {
	/** Names from the field up to its outermost one; `*` is any step. */
	readonly steps: readonly string[];
	/** Only where the value is null, "", [] or {}. */
	readonly onlyEmpty: boolean;
}

/** Patterns by the name of the field they drop; `*` holds those of any name. */
type Patterns = ReadonlyMap<string, readonly Pattern[]>;

const readPatterns = (paths: readonly string[]): Patterns => {
	const patterns = paths.map((path): Pattern => {
		const onlyEmpty = /[^\\]\?$/.test(path);
		const steps = (onlyEmpty ? path.slice(0, -1) : path)
			.split(/(?<!\\)\./)
			.map((step) => step.replaceAll(/\\([.?])/g, '$1'))
			.reverse();
		return { steps, onlyEmpty };
	});
	return Map.groupBy(patterns, ({ steps }) => steps[0] ?? '');
};

/** Tells whether the containers of a field have the names that the pattern wants, innermost first. */
const isBelow = (tape: Tape, field: Node, steps: readonly string[]): boolean => {
	let at = tape.parent(field);
	const isItem = () => tape.parent(at) >= 0 && !tape.isObject(tape.parent(at));
	for (const step of steps.slice(1)) {
		for (let lists = 0; step !== '*' && isItem(); lists++) {
			if (lists === MOST_NESTED_LISTS) return false;
			at = tape.parent(at);
		}
		if (tape.parent(at) < 0) return false;
		if (step !== '*' && tape.key(at) !== step) return false;
		at = tape.parent(at);
	}
	return true;
};

const isEmpty = (tape: Tape, node: Node): boolean =>
	tape.isContainer(node)
		? tape.count(node) === 0
		: tape.kind(node) === 'null' || tape.raw(node) === '""';

const isDropped = (tape: Tape, field: Node, patterns: Patterns): boolean => {
	const fits = ({ steps, onlyEmpty }: Pattern): boolean =>
		(!onlyEmpty || isEmpty(tape, field)) && isBelow(tape, field, steps);
	return (
		(patterns.get(tape.key(field))?.some(fits) ?? false) || (patterns.get('*')?.some(fits) ?? false)
	);
};

/** Cuts the dropped members of one object out of its text. */
const cutMembers = (tape: Tape, object: Node, dropped: ReadonlySet<Node>, cuts: Cut[]): void => {
	let isFirst = true;
	let before = -1;
	const end = tape.after(object);
	for (let field = object + 1; field < end; field = tape.after(field)) {
		const next = tape.after(field);
		if (!dropped.has(field)) isFirst = false;
		// The comma goes along: that behind a member, as long as none stays before it.
		else if (isFirst && next < end)
			cuts.push({ from: tape.keyStart(field), to: tape.keyStart(next) });
		else cuts.push({ from: isFirst ? tape.keyStart(field) : before, to: tape.end(field) });
		before = tape.end(field);
	}
};

interface Cut {
	readonly from: number;
	readonly to: number;
	readonly put?: string;
}

/**
 * A JSON text without the fields that `paths` name; the same string where there is none, or where
 * the text is no JSON object or array. A path is the end of a field's own path (`_links` is one at
 * any depth, `meta.trace` one directly in a `meta`), names lead through lists, `*` is any key or any
 * item of a list, and a `?` at the end drops the field only where it is null or empty; behind `\` either is of a name.
 */
export const stripText = (text: string, paths: readonly string[]): string =>
	stripped(text, readPatterns(paths));

/** @param texts replaced where a value is one */
const stripped = (text: string, patterns: Patterns, texts = new Map<string, string>()): string => {
	if (!/^\s*[[{]/.test(text)) return text;
	const parsed = parseJson(text);
	if (!parsed.ok) return text;
	const tape = parsed.value;
	const dropped = new Set<Node>();
	const touched = new Set<Node>();
	const cuts: Cut[] = [];
	for (let node = 1; node < tape.size; ) {
		const parent = tape.parent(node);
		if (!tape.isObject(parent) || !isDropped(tape, node, patterns)) {
			const now = texts.size > 0 && tape.isString(node) ? texts.get(tape.text(node)) : undefined;
			if (now !== undefined)
				cuts.push({ from: tape.start(node), to: tape.end(node), put: JSON.stringify(now) });
			node++;
			continue;
		}
		dropped.add(node);
		touched.add(parent);
		node = tape.after(node);
	}
	if (dropped.size === 0 && cuts.length === 0) return text;
	for (const object of touched) cutMembers(tape, object, dropped, cuts);
	return without(text, cuts, tape.start(0));
};

const without = (text: string, cuts: readonly Cut[], start: number): string => {
	const pieces = [text.slice(0, start)];
	let at = start;
	for (const { from, to, put = '' } of cuts.toSorted((a, b) => a.from - b.from)) {
		pieces.push(text.slice(at, from), put);
		at = to;
	}
	pieces.push(text.slice(at));
	return pieces.join('');
};

/** A result without the named fields: in every text that is JSON, also where structured content repeats it, and in that. */
export const stripResult = (result: ToolResult, paths: readonly string[]): ToolResult => {
	if (paths.length === 0 || result.isError === true) return result;
	const patterns = readPatterns(paths);
	const texts = new Map<string, string>();
	const content = result.content.map((block) => {
		if (!isText(block)) return block;
		const text = stripped(block.text, patterns);
		if (text === block.text) return block;
		texts.set(block.text, text);
		return { ...block, text };
	});
	if (result.structured === undefined) return { ...result, content };
	return { ...result, content, structured: stripped(result.structured, patterns, texts) };
};
