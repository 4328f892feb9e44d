// Reads YAML or JSON into a tree with places, and issues. Aliases expand within a budget, against growth and cycles.
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node } from 'yaml';
import { err, ok, type Result } from '../../shared/result';
import { utf8Bytes } from '../../shared/utf8';
import { boundedYaml } from '../../shared/yaml-data';
import { MAX_DEFINITION_BYTES } from '../limits';

/** Violated rules of the format. */
export type DefinitionRule =
	| 'syntax'
	| 'size'
	| 'alias'
	| 'key'
	| 'required'
	| 'type'
	| 'name'
	| 'value'
	| 'unique'
	| 'reference'
	| 'order';

/** A problem with its place in the text. */
export interface DefinitionIssue {
	/** Id of the step or `loop.subStep`. */
	readonly step?: string;
	readonly rule: DefinitionRule;
	/** From 1. */
	readonly line: number;
	readonly column: number;
	readonly message: string;
}

/** Formats an issue as one line. */
export const issueLine = ({ line, column, message, rule }: DefinitionIssue): string =>
	`line ${line}, column ${column}: ${message} (${rule})`;

export const MAX_ISSUES = 100;

const DEEPEST = 32;
/** Values and characters that all aliases together may expand to. */
const MAX_ALIASED = 100_000;

export type Place = Readonly<Record<'line' | 'column', number>>;

/** A mapping with the places of its entries, in the order of the text. */
export interface LocatedMap {
	readonly place: Place;
	readonly kind: 'map';
	readonly entries: ReadonlyMap<string, { readonly place: Place; readonly value: Located }>;
}

/** A YAML value with its place. */
export type Located =
	| LocatedMap
	| { readonly place: Place; readonly kind: 'list'; readonly items: readonly Located[] }
	| { readonly place: Place; readonly kind: 'scalar'; readonly value: unknown };

const start: Place = { line: 1, column: 1 };

class Reader {
	readonly issues: DefinitionIssue[] = [];
	private readonly anchors = new Map<string, Node>();
	private readonly open = new Set<Node>();
	private aliased = 0;
	private aliasDepth = 0;
	/** The outermost alias being expanded. */
	private aliasPlace: Place = start;

	constructor(private readonly lines: LineCounter) {}

	placeOf(offset = 0): Place {
		const { line, col } = this.lines.linePos(offset);
		return { line: Math.max(line, 1), column: Math.max(col, 1) };
	}

	refuse(rule: DefinitionRule, place: Place, message: string): Located {
		if (this.issues.length < MAX_ISSUES) this.issues.push({ rule, ...place, message });
		return { kind: 'scalar', place, value: null };
	}

	/** Converts a node; `at` is the place of the alias that uses it. */
	read(node: unknown, depth: number, at?: Place): Located {
		const place = at ?? this.placeOf(beginOf(node));
		if (depth > DEEPEST) return this.refuse('value', place, `nested deeper than ${DEEPEST} levels`);
		if (node === null || node === undefined) return { kind: 'scalar', place, value: null };
		if (isAlias(node)) return this.expand(node.source, depth, place);
		if (!isScalar(node) && !isSeq(node) && !isMap(node))
			return this.refuse('syntax', place, 'is not a value, a list or a mapping');
		const { tag } = node;
		if (tag !== undefined && !/^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/.test(tag))
			return this.refuse('syntax', place, 'YAML tags are not accepted');
		if (node.anchor !== undefined && this.aliasDepth === 0) this.anchors.set(node.anchor, node);
		if (this.aliasDepth > 0 && !this.affordable(node))
			return { kind: 'scalar', place, value: null };
		if (isScalar(node)) return { kind: 'scalar', place, value: node.value };
		this.open.add(node);
		const read: Located = isSeq(node)
			? { kind: 'list', place, items: node.items.map((item) => this.read(item, depth + 1, at)) }
			: this.readMap(node, depth, place, at);
		this.open.delete(node);
		return read;
	}

	private readMap(
		node: { readonly items: readonly { readonly key: unknown; readonly value: unknown }[] },
		depth: number,
		place: Place,
		at: Place | undefined,
	): LocatedMap {
		const entries = new Map<string, { place: Place; value: Located }>();
		for (const { key, value } of node.items) {
			const keyPlace = at ?? this.placeOf(beginOf(key));
			const name = isScalar(key) ? String(key.value) : null;
			if (name === null) this.refuse('key', keyPlace, 'a key must be a plain text');
			else if (name === '__proto__') this.refuse('key', keyPlace, `key '${name}' is not accepted`);
			else if (entries.has(name))
				this.refuse('key', keyPlace, `key '${name.slice(0, 64)}' is given twice`);
			else {
				const empty = value === null || value === undefined;
				const read = this.read(value, depth + 1, at ?? (empty ? keyPlace : undefined));
				entries.set(name, { place: keyPlace, value: read });
			}
		}
		return { kind: 'map', place, entries };
	}

	private expand(anchor: string, depth: number, place: Place): Located {
		const shown = `'${anchor.slice(0, 64)}'`;
		const node = this.anchors.get(anchor);
		if (node === undefined) return this.refuse('alias', place, `alias ${shown} has no anchor`);
		if (this.open.has(node)) return this.refuse('alias', place, `anchor ${shown} refers to itself`);
		if (this.aliasDepth === 0) this.aliasPlace = place;
		this.aliasDepth++;
		const read = this.read(node, depth, place);
		this.aliasDepth--;
		return read;
	}

	/** Charges the expansion budget; reports its end once. */
	private affordable(node: unknown): boolean {
		if (this.aliased > MAX_ALIASED) return false;
		const text = isScalar(node) && typeof node.value === 'string' ? node.value : '';
		this.aliased += 1 + text.length;
		if (this.aliased <= MAX_ALIASED) return true;
		const message = `aliases stand for more than ${MAX_ALIASED} values and characters; repeat less`;
		this.refuse('alias', this.aliasPlace, message);
		return false;
	}
}

const beginOf = (node: unknown): number | undefined =>
	(node as { range?: readonly number[] | null } | null)?.range?.[0];

const inWords = (message: string): string | undefined =>
	/call stack/.test(message)
		? 'nested too deeply'
		: message.split(/\n|; please use/, 1)[0]?.slice(0, 200);

const MAX_SYNTAX_ERRORS = 50;

/** Parses YAML or JSON into a tree, or returns every syntax problem. */
export const readTree = (text: string): Result<Located, readonly DefinitionIssue[]> => {
	const bytes = text.length > MAX_DEFINITION_BYTES ? text.length : utf8Bytes(text);
	const message = `the definition has ${bytes === text.length ? 'at least ' : ''}${bytes} bytes; at most ${MAX_DEFINITION_BYTES}`;
	if (bytes > MAX_DEFINITION_BYTES) return err([{ rule: 'size', ...start, message }]);
	const lines = new LineCounter();
	// The library's key check is quadratic; Reader uses a map.
	const options = { lineCounter: lines, prettyErrors: false, stringKeys: true, uniqueKeys: false };
	const { document, faults } = boundedYaml(text, options, MAX_SYNTAX_ERRORS);
	const reader = new Reader(lines);
	for (const { message, pos } of faults)
		reader.refuse('syntax', reader.placeOf(pos[0]), `Invalid YAML syntax: ${inWords(message)}`);
	if (reader.issues.length > 0) return err(reader.issues);
	const tree = reader.read(document?.contents ?? null, 0);
	return reader.issues.length > 0 ? err(reader.issues) : ok(tree);
};
