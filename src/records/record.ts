// Records and the fields of their models, their bounds, and faults of calls on them. A record's JSON is kept as
// spelled, so that large numbers survive. Messages name the argument, the problem and the alternatives.
import { parseJson } from '../shared/json/parse';
import { planFields, project } from '../shared/json/write';
import { type JsonSpan, scanJson, sourceOf } from '../shared/json-span';
import { isRecord } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import { termsOf } from '../shared/terms';
import type { JsonText } from '../shared/tool-result';

/** A record ready to be stored; plain data. */
export interface NewRecord {
	/** Always a string: 72 and "72" are the same id. */
	readonly id: string;
	/** Compact JSON. */
	readonly json: string;
	/** Search terms. */
	readonly words: string;
	/** Creation time found in the record, milliseconds since the epoch. */
	readonly createdAt: number | null;
}

/** Names of creation times, best first. */
const CREATION = ['createdAt', 'created_at', 'created', 'creationTime', 'creation_time'];

/** Maximum length of indexed text in UTF-16 units. */
const MAX_INDEXED = 32_768;

/** Checks a parsed record and its JSON text. */
export function readRecord(value: unknown, source: string): Result<NewRecord, string> {
	if (!isRecord(value)) return err('a record must be an object');
	const { id } = value;
	if (typeof id !== 'string' && typeof id !== 'number')
		return err(
			id === undefined || id === null
				? 'the record has no id; every record needs one, a text or a number'
				: 'id must be a text or a number',
		);
	const scanned = scanJson(source, ROOT);
	if (!scanned.ok) return err('the record has too many members');
	const spelled = typeof id === 'number' ? spelledId(id, source, scanned.value) : id;
	if (spelled === '' || spelled.length > MAX_ID || /\p{Cc}/u.test(spelled))
		return err(`id must have 1 to ${MAX_ID} characters, none of them a control character`);
	const json = sourceOf(source, scanned.value);
	if (json.length > MAX_RECORD)
		return err(`the record ${quoted(spelled)} is larger than ${MAX_RECORD} characters`);
	if (scanned.value.depth > MAX_DEPTH)
		return err(`the record nests deeper than ${MAX_DEPTH} levels`);
	return ok({ id: spelled, json, words: wordsOf(value), createdAt: creationOf(value) });
}

const ROOT: ReadonlySet<string> = new Set(['']);

/** Keeps the digits of ids beyond 2^53. */
function spelledId(id: number, source: string, { members }: JsonSpan): string {
	if (Number.isSafeInteger(id)) return String(id);
	const span = members?.get('id');
	const spelled = span && source.slice(span.start, span.end);
	const isOnlyThere = spelled !== undefined && (/^-?\d+$/.test(spelled) || !Number.isFinite(id));
	return isOnlyThere ? spelled : String(id);
}

function wordsOf(record: Record<string, unknown>): string {
	const texts: string[] = [];
	let room = MAX_INDEXED;
	const collect = (value: unknown): void => {
		if (room <= 0) return;
		if (typeof value === 'string' || typeof value === 'number') {
			const text = String(value).slice(0, room);
			room -= text.length + 1;
			texts.push(text);
		} else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
	};
	collect(record);
	return termsOf(texts.join('\n')).join(' ');
}

function creationOf(record: Record<string, unknown>): number | null {
	const times = CREATION.map((name) =>
		Object.hasOwn(record, name) ? timeOf(record[name]) : Number.NaN,
	);
	return times.find(Number.isFinite) ?? null;
}

/** Threshold between seconds and milliseconds (the year 5138 in seconds). */
const MIN_MILLISECONDS = 1e11;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Reads ISO 8601 or a Unix time; without a zone it is UTC. */
function timeOf(value: unknown): number {
	if (typeof value === 'number')
		return Math.round(Math.abs(value) < MIN_MILLISECONDS ? value * 1000 : value);
	const date = typeof value === 'string' ? DATE.exec(value) : null;
	if (!date) return Number.NaN;
	const [text, zone] = date;
	return Date.parse(text.length > 10 && zone === undefined ? `${text}Z` : text);
}

/** Returns true for a letter followed by at most 62 letters, digits, `_` or `-`. */
export const isModelName = (name: string): boolean => /^[A-Za-z][\w-]{0,62}$/.test(name);

export const MODEL_NAME_ADVICE =
	'a model is a letter, then letters, digits, _ or -, at most 63 characters';

export interface Field {
	/** Dotted path: `person.name`. */
	readonly name: string;
	/** Key paths with this name; several, since keys may contain dots. */
	readonly ways: readonly (readonly string[])[];
	/** Inside list items, so that it can be shown but not compared. */
	readonly inList: boolean;
}

const MAX_WAYS = 4;

/** Merges a field of two sets of records; a comparable occurrence wins. */
export function mergeFields(one: Field, other: Field): Field {
	if (one.inList !== other.inList) return one.inList ? other : one;
	const more = other.ways.filter((way) => !hasPath(one, way));
	return more.length === 0 ? one : { ...one, ways: [...one.ways, ...more].slice(0, MAX_WAYS) };
}

const hasPath = ({ ways }: Field, keys: readonly string[]): boolean =>
	ways.some((way) => way.length === keys.length && way.every((key, at) => key === keys[at]));

const MAX_LEVELS = 6;
/** Items of a list that are inspected. */
const ITEMS = 20;
const MAX_NAME = 200;

/** Collects the fields of records, in order of appearance. */
export class FieldCollector {
	/** Present from the start, so that the bound never drops it. */
	readonly #fields = new Map<string, Field>([
		['id', { name: 'id', ways: [['id']], inList: false }],
	]);

	get fields(): readonly Field[] {
		return [...this.#fields.values()];
	}

	add(record: object): void {
		this.#members(record, [], false);
	}

	#members(value: object, above: readonly string[], inList: boolean): void {
		for (const [key, member] of Object.entries(value)) {
			if (this.#fields.size >= MAX_FIELDS) return;
			// Keys that cannot stand in a JSON path of the database.
			if (key === '' || /["\\\p{Cc}]/u.test(key) || key.length > MAX_NAME) continue;
			const keys = [...above, key];
			const name = keys.join('.');
			const known = this.#fields.get(name);
			if (!known || !hasPath(known, keys) || known.inList !== inList) {
				const field = { name, ways: [keys], inList };
				this.#fields.set(name, known ? mergeFields(known, field) : field);
			}
			if (keys.length < MAX_LEVELS && name.length < MAX_NAME) this.#inside(member, keys, inList);
		}
	}

	#inside(value: unknown, keys: readonly string[], inList: boolean): void {
		if (typeof value !== 'object' || value === null) return;
		if (!Array.isArray(value)) this.#members(value, keys, inList);
		else
			for (const item of value.slice(0, ITEMS)) if (isRecord(item)) this.#members(item, keys, true);
	}
}

/** An object of these facts and, last, `items`. */
export function recordsJson(facts: object, list: RecordList): JsonText {
	const head = JSON.stringify(facts).slice(1, -1);
	return `{${head},"items":[${shownItems(list).join()}]}`;
}

function shownItems({ items, fields }: RecordList): readonly JsonText[] {
	if (fields.length === 0) return items;
	const plan = planFields(fields);
	return items.map((item) => {
		const tape = parseJson(item);
		return tape.ok ? project(tape.value, 0, plan).text : item;
	});
}

/** A refused call, with a message for people and models. */
export interface RecordsFault {
	readonly code:
		| 'unknown_model'
		| 'unknown_field'
		| 'invalid'
		| 'stale_cursor'
		| 'full'
		| 'unknown_import';
	readonly message: string;
}

export const fault = (message: string, code: RecordsFault['code'] = 'invalid') =>
	err<RecordsFault>({ code, message });

/** Quotes a caller's value on one line, at most 60 characters. */
export const quoted = (value: unknown): string => {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
	return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
};

/** Records of a page, and ids per look-up at most. */
export const PAGE_LIMIT = { usual: 15, most: 50 } as const;
/** Maximum length of a record's JSON in UTF-16 units. */
export const MAX_RECORD = 262_144;
const MAX_DEPTH = 64;
const MAX_ID = 200;
export const MAX_MODELS = 200;
/** Fields of a model that can be searched by name. */
export const MAX_FIELDS = 500;
/** 100 MB. */
export const MAX_IMPORT_BYTES = 100_000_000;
/** Idle time after which an import is abandoned. */
export const IMPORT_TIMEOUT_MS = 15 * 60 * 1000;

export interface StoredModel {
	readonly model: string;
	readonly records: number;
	readonly fields: readonly Field[];
}

export interface RecordList {
	readonly model: string;
	readonly items: readonly string[];
	readonly ids: readonly string[];
	/** Fields to show; empty for all. */
	readonly fields: readonly string[];
}

export const RECORDS_SCHEMA: readonly string[] = [
	// `import` is empty for records that are to be seen. Texts lie apart: a commit touches no text.
	`CREATE TABLE IF NOT EXISTS record_rows (
		n INTEGER PRIMARY KEY AUTOINCREMENT, model TEXT NOT NULL, import TEXT NOT NULL,
		id TEXT NOT NULL, seq INTEGER NOT NULL, created_at INTEGER NOT NULL, own_time INTEGER NOT NULL)`,
	`CREATE UNIQUE INDEX IF NOT EXISTS record_rows_id ON record_rows (model, import, id)`,
	`CREATE INDEX IF NOT EXISTS record_rows_order
		ON record_rows (model, import, created_at DESC, seq)`,
	`CREATE INDEX IF NOT EXISTS record_rows_seq ON record_rows (model, import, seq)`,
	`CREATE TABLE IF NOT EXISTS record_texts (n INTEGER PRIMARY KEY, json TEXT NOT NULL)`,
	`CREATE VIRTUAL TABLE IF NOT EXISTS record_words USING fts5 (
		words, content = '', contentless_delete = 1, tokenize = 'unicode61')`,
	`CREATE TABLE IF NOT EXISTS record_fields (
		n INTEGER PRIMARY KEY, model TEXT NOT NULL, name TEXT NOT NULL, keys TEXT NOT NULL,
		in_list INTEGER NOT NULL, UNIQUE (model, name))`,
	`CREATE TABLE IF NOT EXISTS record_touched (model TEXT PRIMARY KEY)`,
	`CREATE TABLE IF NOT EXISTS record_imports (
		id TEXT PRIMARY KEY, model TEXT NOT NULL, started_at INTEGER NOT NULL,
		touched_at INTEGER NOT NULL)`,
	`CREATE TABLE IF NOT EXISTS record_searches (
		n INTEGER PRIMARY KEY AUTOINCREMENT, search TEXT NOT NULL UNIQUE)`,
	`CREATE TABLE IF NOT EXISTS record_findings (
		id INTEGER PRIMARY KEY AUTOINCREMENT, finding TEXT NOT NULL, details TEXT,
		record_ids TEXT NOT NULL, tags TEXT NOT NULL, principal TEXT NOT NULL, session TEXT NOT NULL,
		at INTEGER NOT NULL)`,
	// A table of its own: what an earlier version kept is its author's until it is shared.
	`CREATE TABLE IF NOT EXISTS record_findings_shared (id INTEGER PRIMARY KEY)`,
	`CREATE VIRTUAL TABLE IF NOT EXISTS record_finding_words
		USING fts5 (finding, tags, details, tokenize = 'unicode61')`,
];
