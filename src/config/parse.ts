// A config document's text, YAML or JSON, to plain data (context window protection, FR-025).
// Built from the syntax tree here, so that nothing in the text can expand, shadow or run anything.
import { isAlias, isMap, isScalar, isSeq, LineCounter } from 'yaml';
import { jsonFault } from '../shared/json-fault';
import { isRecord } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import { utf8Bytes } from '../shared/utf8';
import { boundedYaml } from '../shared/yaml-data';
import { type Issue, toldPath } from './fields';

/** 256 KiB of UTF-8. */
export const LARGEST_DOCUMENT = 262_144;
/** Levels of lists and mappings. */
const DEEPEST = 32;
const MOST_ISSUES = 20;

/** In which a document is written. */
export type Format = 'yaml' | 'json';

/** The format that a Content-Type names; anything that is not JSON is read as YAML. */
export const formatOf = (contentType: string | null): Format =>
	/^[^;]*[/+]json\s*(?:;|$)/i.test((contentType ?? '').slice(0, 200)) ? 'json' : 'yaml';

/** Turns the tree into data, and collects what is refused with its place. */
class Reader {
	readonly issues: Issue[] = [];

	constructor(private readonly place: (offset: number) => string) {}

	refuse(keys: readonly PropertyKey[], node: unknown, reason: string): undefined {
		const range = (node as { range?: readonly number[] | null } | null)?.range;
		const at = range?.[0] === undefined ? '' : ` ${this.place(range[0])}`;
		if (this.issues.length < MOST_ISSUES)
			this.issues.push({ path: toldPath(keys), reason: reason + at });
		return undefined;
	}

	read(node: unknown, keys: readonly PropertyKey[]): unknown {
		if (keys.length > DEEPEST)
			return this.refuse(keys, node, `nested deeper than ${DEEPEST} levels`);
		if (node === null || node === undefined) return null;
		if (isAlias(node))
			return this.refuse(keys, node, 'YAML aliases are not accepted; repeat the value');
		const { anchor, tag } = node as { anchor?: string; tag?: string };
		if (anchor !== undefined)
			return this.refuse(keys, node, 'YAML anchors are not accepted; repeat the value');
		if (tag !== undefined && !/^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/.test(tag))
			return this.refuse(keys, node, 'YAML tags are not accepted');
		if (isScalar(node)) return node.value;
		if (isSeq(node)) return node.items.map((item, index) => this.read(item, [...keys, index]));
		if (!isMap(node)) return this.refuse(keys, node, 'is not a value, a list or a mapping');
		const object: Record<string, unknown> = {};
		for (const { key, value } of node.items) {
			const name = isScalar(key) ? String(key.value) : null;
			if (name === null) this.refuse(keys, key, 'a key must be a plain text');
			else if (name === '__proto__') this.refuse([...keys, name], key, 'this key is not accepted');
			else if (Object.hasOwn(object, name))
				this.refuse([...keys, name], key, 'the key is given twice');
			else object[name] = this.read(value, [...keys, name]);
		}
		return object;
	}
}

/** A message of the parser without the piece of the text that it quotes, which may be of a secret. */
const unquoted = (message: string): string =>
	(message.split('\n', 1)[0] ?? '')
		.replace(/: (?!between\b|in\b).*$/, '')
		.replace(/[%!\\]\S+/g, '…')
		.slice(0, 200);

const parseYaml = (text: string): Result<unknown, readonly Issue[]> => {
	const lineCounter = new LineCounter();
	const place = (offset: number): string => {
		const { line, col } = lineCounter.linePos(offset);
		return `(line ${line}, column ${col})`;
	};
	// The library compares every pair of keys, quadratic on a hostile text; Reader uses a set.
	const options = { lineCounter, prettyErrors: false, stringKeys: true, uniqueKeys: false };
	const { document, faults } = boundedYaml(text, options, MOST_ISSUES);
	if (faults.length > 0)
		return err(
			faults.slice(0, MOST_ISSUES).map((fault) => ({
				path: '',
				reason: `is not valid: ${unquoted(fault.message)} ${place(fault.pos[0])}`,
			})),
		);
	const reader = new Reader(place);
	const value = reader.read(document?.contents, []);
	return reader.issues.length > 0 ? err(reader.issues) : ok(value);
};

/** Returns whether a text has no document in it: blank, comments alone, or null. */
export const isBlank = (text: string): boolean => {
	if (text.length > LARGEST_DOCUMENT) return false;
	const parsed = parseYaml(text);
	return parsed.ok && parsed.value === null;
};

/** Reads a document; JSON, read as YAML, must be JSON besides; an empty text is an empty mapping. Issues have line and column. */
export const parseConfig = (text: string, format: Format = 'yaml') => {
	if (text.length > LARGEST_DOCUMENT || utf8Bytes(text) > LARGEST_DOCUMENT)
		return err([{ path: '', reason: `is larger than ${LARGEST_DOCUMENT} bytes` }]);
	const parsed = parseYaml(text);
	const begins = /^\s*[[{]/.test(text);
	const isJson = format === 'json' || begins;
	// A text that begins as JSON gets JSON's faults; as YAML `{a:1}` would be the key "a:1".
	const fault = isJson && text.trim() !== '' ? jsonFault(text.replace(/^\ufeff/, '')) : undefined;
	if (fault !== undefined && (!parsed.ok || format === 'json' || hasColonInKey(parsed.value))) {
		const isYaml = parsed.ok && !begins;
		const why = isYaml ? YAML_INSTEAD : `is not JSON: ${fault}`;
		return err([{ path: '', reason: why }]);
	}
	if (!parsed.ok) return parsed;
	if (parsed.value === null && format === 'json' && text.trim() !== '')
		return err([{ path: '', reason: 'must be a mapping of config keys; {} removes all' }]);
	const value = parsed.value ?? {};
	if (typeof value !== 'object' || Array.isArray(value))
		return err([{ path: '', reason: 'must be a mapping of config keys' }]);
	return ok(value as Readonly<Record<string, unknown>>);
};

const hasColonInKey = (value: unknown): boolean =>
	isRecord(value) && Object.keys(value).some((key) => key.includes(':'));
const YAML_INSTEAD = 'is YAML but not JSON; send it with Content-Type: application/yaml';
