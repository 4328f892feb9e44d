// Finds where the parts of a JSON text stand, and proves the text valid on the way (RFC 8259).
// For texts that must keep their own number spellings and key order: nothing is parsed, nothing recurses.
import { type Lookahead, lookahead, scanBlank, scanNumber, scanString } from './json-tokens';
import { err, ok, type Result } from './result';

/** Position of a value in the text, and its size. */
export interface JsonSpan {
	readonly kind: 'object' | 'array' | 'string' | 'number' | 'literal';
	readonly start: number;
	readonly end: number;
	/** Values inside, itself included. */
	readonly values: number;
	/** Levels of containers, itself included; a scalar has 0. */
	readonly depth: number;
	/** True if white space stands between its tokens. */
	readonly spaced: boolean;
	/** Of an opened object; of duplicate keys the last. */
	readonly members?: ReadonlyMap<string, JsonSpan>;
	/** Of an opened array. */
	readonly items?: readonly JsonSpan[];
}

interface Recorded {
	kind: JsonSpan['kind'];
	start: number;
	end: number;
	values: number;
	depth: number;
	spaced: boolean;
	members?: Map<string, JsonSpan>;
	items?: JsonSpan[];
	level: number;
	path: string;
	key: string | undefined;
}

/** More recorded parts than this is hostile: memory is bounded whatever the text says. */
const MAX_RECORDED = 100_000;

/**
 * Scans one JSON document.
 * @param text the whole document
 * @param opens paths of the containers whose direct children are wanted: `''` is the root,
 *   `'.result'` its member, `'.result.content'`; items of an array are at `path[]`
 * @returns the root's span, or what is wrong and at which character
 */
export function scanJson(text: string, opens: ReadonlySet<string>): Result<JsonSpan, string> {
	const length = text.length;
	const ahead = lookahead(text);
	let isObject = new Uint8Array(64);
	let level = 0;
	let recordedCount = 0;
	const open: Recorded[] = [];
	let root: JsonSpan | undefined;
	let key: string | undefined;
	let expectKey = false;
	let expectValue = true;
	let mayClose = false;
	let at = 0;

	const fail = (what: string) => err(`${what} at character ${at}`);
	/** Returns whether a value that begins now is a wanted child. */
	const wanted = (): boolean => {
		const parent = open[open.length - 1];
		return parent === undefined || (parent.level === level && opens.has(parent.path));
	};
	const place = (span: JsonSpan): void => {
		const parent = open[open.length - 1];
		if (parent === undefined) root = span;
		else if (parent.members) parent.members.set(key ?? '', span);
		else parent.items?.push(span);
	};
	const scalar = (kind: JsonSpan['kind'], end: number): void => {
		const parent = open[open.length - 1];
		if (parent !== undefined) parent.values++;
		if (wanted()) {
			recordedCount++;
			place({ kind, start: at, end, values: 1, depth: 0, spaced: false });
		}
		at = end;
		expectValue = false;
		mayClose = true;
	};

	while (at < length) {
		const code = text.charCodeAt(at);
		if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
			const top = open[open.length - 1];
			if (top !== undefined) top.spaced = true;
			at++;
			continue;
		}
		if (root !== undefined && level === 0) return fail('text after the document');
		if (recordedCount > MAX_RECORDED) return fail('too many parts');

		if (code === 0x7d || code === 0x5d) {
			if (level === 0 || !mayClose) return fail('unexpected bracket');
			if ((isObject[level - 1] === 1) !== (code === 0x7d)) return fail('mismatched bracket');
			at++;
			const top = open[open.length - 1];
			if (top !== undefined && top.level === level) {
				open.pop();
				const parent = open[open.length - 1];
				if (parent !== undefined) {
					parent.values += top.values;
					parent.depth = Math.max(parent.depth, top.depth + (level - parent.level));
					parent.spaced ||= top.spaced;
				}
				level--;
				key = top.key;
				place(finished(top, at));
			} else {
				level--;
			}
			expectKey = false;
			expectValue = false;
			mayClose = true;
			continue;
		}

		if (expectKey) {
			if (code !== 0x22) return fail('a key was expected');
			const end = stringEnd(text, at, ahead);
			if (end < 0) return fail('broken string');
			const parent = open[open.length - 1];
			if (parent !== undefined && parent.level === level && opens.has(parent.path)) {
				const raw = text.slice(at, end);
				key = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1);
			}
			at = scanBlank(text, end);
			if (at > end && parent !== undefined) parent.spaced = true;
			if (text.charCodeAt(at) !== 0x3a) return fail('a colon was expected');
			at++;
			expectKey = false;
			expectValue = true;
			mayClose = false;
			continue;
		}

		if (!expectValue) {
			if (code !== 0x2c) return fail('a comma was expected');
			at++;
			expectKey = isObject[level - 1] === 1;
			expectValue = !expectKey;
			mayClose = false;
			continue;
		}

		if (code === 0x7b || code === 0x5b) {
			const record = wanted();
			const parent = open[open.length - 1];
			const objectHere = code === 0x7b;
			if (level === isObject.length) {
				const larger = new Uint8Array(isObject.length * 2);
				larger.set(isObject);
				isObject = larger;
			}
			isObject[level] = objectHere ? 1 : 0;
			level++;
			if (record) {
				recordedCount++;
				const path =
					parent === undefined ? '' : parent.members ? `${parent.path}.${key}` : `${parent.path}[]`;
				const entry: Recorded = {
					kind: objectHere ? 'object' : 'array',
					start: at,
					end: at,
					values: 1,
					depth: 1,
					spaced: false,
					level,
					path,
					key,
				};
				if (opens.has(path)) {
					if (objectHere) entry.members = new Map();
					else entry.items = [];
				}
				open.push(entry);
			} else if (parent !== undefined) {
				parent.values++;
				parent.depth = Math.max(parent.depth, level - parent.level + 1);
			}
			at++;
			expectKey = objectHere;
			expectValue = !objectHere;
			mayClose = true;
			continue;
		}

		if (code === 0x22) {
			const end = stringEnd(text, at, ahead);
			if (end < 0) return fail('broken string');
			scalar('string', end);
			continue;
		}
		const literal =
			code === 0x74 ? 'true' : code === 0x66 ? 'false' : code === 0x6e ? 'null' : undefined;
		if (literal !== undefined) {
			if (!text.startsWith(literal, at)) return fail('not a JSON value');
			scalar('literal', at + literal.length);
			continue;
		}
		const end = scanNumber(text, at);
		if (end < 0) return fail('not a JSON value');
		scalar('number', end);
	}
	if (root === undefined || level !== 0) return fail('the text ends too early');
	return ok(root);
}

const finished = (entry: Recorded, end: number): JsonSpan => ({
	kind: entry.kind,
	start: entry.start,
	end,
	values: entry.values,
	depth: entry.depth,
	spaced: entry.spaced,
	...(entry.members && { members: entry.members }),
	...(entry.items && { items: entry.items }),
});

/** The character after the string that begins at `start`; −1 when it is not a JSON string. */
const stringEnd = (text: string, start: number, ahead: Lookahead): number =>
	Math.abs(scanString(text, start, ahead)) || -1;

/**
 * The source of a value without white space between tokens; strings and numbers verbatim.
 * @param span a span of `text` from {@link scanJson}
 */
export function sourceOf(text: string, span: JsonSpan): string {
	const source = text.slice(span.start, span.end);
	if (!span.spaced) return source;
	const ahead = lookahead(source);
	const parts: string[] = [];
	let from = 0;
	for (let at = 0; at < source.length; ) {
		if (source.charCodeAt(at) === 0x22) at = stringEnd(source, at, ahead);
		else {
			const blank = scanBlank(source, at);
			if (blank === at) at++;
			else {
				if (at > from) parts.push(source.slice(from, at));
				from = at = blank;
			}
		}
	}
	parts.push(source.slice(from));
	return parts.join('');
}
