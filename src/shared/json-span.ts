// Finds where the parts of a JSON text stand, and proves the text valid on the way (RFC 8259).
// For texts that must keep their own number spellings and key order: nothing is parsed, nothing recurses.
import { scanBlank, scanString, skipBlank, skipValue } from './json-tokens';
import { err, ok, type Result } from './result';
import { inOneGo, type Slices } from './slices';

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

/** More recorded parts than this is hostile: memory is bounded whatever the text says. */
const MAX_RECORDED = 100_000;

/** Characters that are looked at before others have their turn. */
const AT_ONCE = 200_000;

/**
 * Scans one JSON document. Recurses into the opened containers alone, as deep as their paths are long.
 * @param text the whole document
 * @param opens paths of the containers whose direct children are wanted: `''` is the root,
 *   `'.result'` its member, `'.result.content'`; items of an array are at `path[]`
 * @returns the root's span, or at which character the text is broken
 */
export const scanJson = (text: string, opens: ReadonlySet<string>): Result<JsonSpan, string> =>
	inOneGo(scanningJson(text, opens));

/** The same in slices, between the children of opened containers. */
export function* scanningJson(text: string, opens: ReadonlySet<string>) {
	let [recorded, looked] = [0, 0];

	/** Reads the value at `start`; a number is the place where it is broken. */
	function* valueAt(start: number, path: string): Slices<JsonSpan | number> {
		if (++recorded > MAX_RECORDED) return start;
		const kind = KINDS[text[start] ?? ''] ?? 'number';
		const size = { values: 0, depth: 0, spaced: false };
		if (!opens.has(path) || (kind !== 'object' && kind !== 'array')) {
			const end = skipValue(text, start, size);
			return end < 0 ? -1 - end : { kind, start, end, ...size };
		}
		const members = new Map<string, JsonSpan>();
		const items: JsonSpan[] = [];
		[size.values, size.depth] = [1, 1];
		const close = kind === 'object' ? '}' : ']';
		let at = skipBlank(text, start + 1, size);
		for (let isFirst = true; !isFirst || text[at] !== close; isFirst = false) {
			let key = '';
			if (kind === 'object') {
				const end = text[at] === '"' ? Math.abs(scanString(text, at)) : 0;
				if (end === 0) return at;
				const raw = text.slice(at, end);
				key = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1);
				at = skipBlank(text, end, size);
				if (text[at] !== ':') return at;
				at = skipBlank(text, at + 1, size);
			}
			const child = yield* valueAt(at, kind === 'object' ? `${path}.${key}` : `${path}[]`);
			if (typeof child === 'number') return child;
			if (child.end - looked > AT_ONCE) {
				looked = child.end;
				yield;
			}
			if (kind === 'object') members.set(key, child);
			else items.push(child);
			size.values += child.values;
			size.depth = Math.max(size.depth, child.depth + 1);
			size.spaced ||= child.spaced;
			at = skipBlank(text, child.end, size);
			if (text[at] === close) break;
			if (text[at] !== ',') return at;
			at = skipBlank(text, at + 1, size);
		}
		return { kind, start, end: at + 1, ...size, ...(kind === 'object' ? { members } : { items }) };
	}

	const root = yield* valueAt(scanBlank(text, 0), '');
	const end = typeof root === 'number' ? root : scanBlank(text, root.end);
	if (typeof root !== 'number' && end === text.length) return ok(root);
	const fault = end >= text.length ? 'the text ends too early' : 'unexpected character';
	return err(`${recorded > MAX_RECORDED ? 'too many parts' : fault} at character ${end}`);
}

const KINDS: Readonly<Record<string, JsonSpan['kind']>> = {
	...{ '{': 'object', '[': 'array', '"': 'string', t: 'literal', f: 'literal', n: 'literal' },
};

/** The source of a value without white space between tokens, else verbatim. @param span of `text` from {@link scanJson} */
export function sourceOf(text: string, span: JsonSpan): string {
	const source = text.slice(span.start, span.end);
	if (!span.spaced) return source;
	const parts: string[] = [];
	let from = 0;
	for (let at = 0; at < source.length; ) {
		if (source.charCodeAt(at) === 0x22) at = Math.abs(scanString(source, at));
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
