// Versions of a workspace's runtime document, who made them, and what differs between two, secrets hidden. One writer
// decides which version comes next: of two changes made against the same one, one is refused (docs/config.md "Changing
// it"). Changes as they are asked for, and the faults that refuse them.
import { isRecord, own } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import { counted, insert, storeOf } from '../shared/sql';
import { type Issue, pathOf } from './fields';
import { masked } from './mask';
import { type Move, MoveLog } from './moves';
import type { Config } from './schema';
import type { CurrentConfig } from './service';

/** Versions that are kept, documents included. */
export const KEPT_VERSIONS = 200;

/** One version as it may be shown: no secret, no document. */
export interface ConfigVersion {
	readonly version: number;
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly by: string;
	readonly action: 'replace' | 'rollback';
	/** The version whose document came back with a rollback. */
	readonly restored?: number;
	/** Effective values that changed, secrets hidden. */
	readonly changes: readonly Change[];
	readonly more: number;
}

/** A version with its document as it was written, secrets in clear. */
export interface KeptVersion extends ConfigVersion {
	readonly text: string;
}

/** A change that asks to become the next version. */
interface Proposal extends Omit<KeptVersion, 'version' | 'at'> {
	/** The version it was worked out against. */
	readonly after: number;
	/** The highest version that the proposer has seen anywhere. */
	readonly seen: number;
	/** Changes of servers that decide whether their results stay open. */
	readonly moves: readonly Move[];
}

/** Of a document that is older than the history: who changed what is not known. */
const UNTOLD = { by: 'unknown', action: 'replace', changes: [], more: 0 } as const;

/** A row a version: its facts as JSON, and its document as it was written. */
interface Row {
	readonly version: number;
	readonly facts: string;
	readonly text: string;
}

const factsOf = ({ version, facts }: Omit<Row, 'text'>): ConfigVersion => ({
	...(JSON.parse(facts) as Omit<ConfigVersion, 'version'>),
	version,
});

const keptOf = (row: Row): KeptVersion => ({ ...factsOf(row), text: row.text });

/** The service of the workspace object; synchronous, so each call is atomic. */
export class ConfigLedger extends storeOf(
	`CREATE TABLE IF NOT EXISTS config_versions (
		version INTEGER PRIMARY KEY, facts TEXT NOT NULL, text TEXT NOT NULL)`,
) {
	readonly #moves = new MoveLog(this.sql, this.now);

	/** Lists what changed of a server after one version and until another; null where that is not known. */
	moves(asked: Parameters<MoveLog['of']>[0]): ReturnType<MoveLog['of']> {
		return this.#moves.of(asked);
	}

	/** Tells how far changes are noted. */
	noted(): ReturnType<MoveLog['noted']> {
		return this.#moves.noted();
	}

	fill(...found: Parameters<MoveLog['fill']>): void {
		this.sql.transaction(() => this.#moves.fill(...found));
	}

	/** The version that is in force, unless nothing was ever changed here. */
	head(): KeptVersion | null {
		return this.newest(1)[0] ?? null;
	}

	newerThan(version: number): KeptVersion | null {
		const head = this.head();
		return head && head.version > version ? head : null;
	}

	newest(count: number): readonly KeptVersion[] {
		return this.sql.all<Row>`SELECT * FROM config_versions
			ORDER BY version DESC LIMIT ${count}`.map(keptOf);
	}

	at(version: number): KeptVersion | null {
		const found = this.sql.all<Row>`SELECT * FROM config_versions WHERE version = ${version}`;
		return found.map(keptOf)[0] ?? null;
	}

	/** Returns those of the names of secrets that no version kept has. */
	unnamed(names: readonly string[]): readonly string[] {
		return names.filter(
			(name) =>
				this.sql.all`SELECT version FROM config_versions WHERE instr(text, ${name}) LIMIT 1`
					.length === 0,
		);
	}

	list({ limit, offset }: { readonly limit: number; readonly offset: number }) {
		const rows = this.sql.all<Omit<Row, 'text'>>`SELECT version, facts FROM config_versions
			ORDER BY version DESC LIMIT ${limit} OFFSET ${offset}`;
		return { versions: rows.map(factsOf), total: counted(this.sql, 'config_versions') };
	}

	/**
	 * Makes a proposal the next version. The error is the version in force: the proposal was worked
	 * out against another. A document from before there was a history is taken for what it says, and
	 * kept as the first, so that there is a way back to it.
	 * @param stored the document of `after` as the store has it. Beside the proposal, whose other members
	 * are shown: an object that still runs the version before must not show this one
	 */
	commit({ after, seen, moves, ...proposed }: Proposal, stored?: string): Result<number, number> {
		const head = this.head();
		if (head && head.version !== after) return err(head.version);
		const version = Math.max(after, seen) + 1;
		const at = this.now();
		this.sql.transaction(() => {
			if (!head && after > 0 && stored !== undefined)
				this.#append({ ...UNTOLD, version: after, at, text: stored });
			this.#append({ ...proposed, version, at });
			this.#moves.note(version, moves);
		});
		return ok(version);
	}

	/** Adds a version and drops all but the newest. */
	#append({ version, text, ...facts }: KeptVersion): void {
		const row = { version, facts: JSON.stringify(facts), text };
		insert(this.sql, 'INSERT INTO config_versions', row);
		this.sql.all`DELETE FROM config_versions WHERE version NOT IN
			(SELECT version FROM config_versions ORDER BY version DESC LIMIT ${KEPT_VERSIONS})`;
	}
}

/** One value that changed. A side that is absent was not set. */
export interface Change {
	/** Dotted path; an upstream is named, `upstreams.github.url`. */
	readonly path: string;
	readonly before?: unknown;
	readonly after?: unknown;
}

/** Effective values that differ: a hundred at most, and `more` counts the others. */
export interface Changes {
	readonly changes: readonly Change[];
	readonly more: number;
}

/** Changes that are listed; of the others their number is told. */
const MOST_CHANGES = 100;
/** Characters of JSON that are shown of one value. */
const LONGEST_VALUE = 500;

const nameOf = (item: unknown): string | undefined => {
	const name = own(item, 'name');
	return typeof name === 'string' ? name : undefined;
};

/** Every leaf by its path. Named items are looked into, other lists are leaves. */
const leavesOf = (config: object): Map<string, unknown> => {
	const leaves = new Map<string, unknown>();
	const visit = (value: unknown, keys: readonly string[]): void => {
		if (isRecord(value)) {
			// An entry without keys still wins over a glob, so it shows; an empty section does not.
			if (keys.length > 1 && Object.keys(value).length === 0) leaves.set(pathOf(keys), value);
			for (const [key, below] of Object.entries(value)) visit(below, [...keys, key]);
			return;
		}
		const names = Array.isArray(value) ? value.map(nameOf) : [];
		const areNamed = names.length > 0 && names.every((name) => name !== undefined);
		leaves.set(pathOf(keys), areNamed ? names : value);
		if (areNamed && Array.isArray(value))
			for (const [index, item] of value.entries()) visit(item, [...keys, names[index] ?? '']);
	};
	visit(config, []);
	return leaves;
};

const shortened = (value: unknown): unknown => {
	const text = JSON.stringify(value);
	return text.length <= LONGEST_VALUE ? value : `${text.slice(0, LONGEST_VALUE).toWellFormed()}…`;
};

/** Lists the differences of two effective configs, in the order of the new one, removed values last. */
export const changesBetween = (before: Config, after: Config): Changes => {
	const [was, is] = [leavesOf(before), leavesOf(after)];
	// Compared in clear, shown masked: a secret that changed shows as *** on both sides.
	const [wasShown, isShown] = [leavesOf(masked(before)), leavesOf(masked(after))];
	const side = (name: 'before' | 'after', shown: ReadonlyMap<string, unknown>, path: string) =>
		shown.has(path) ? { [name]: shortened(shown.get(path)) } : {};
	const paths = [...is.keys(), ...[...was.keys()].filter((path) => !is.has(path))];
	const changes = paths
		.filter((path) => JSON.stringify(was.get(path)) !== JSON.stringify(is.get(path)))
		.map((path) => ({ path, ...side('before', wasShown, path), ...side('after', isShown, path) }));
	return {
		changes: changes.slice(0, MOST_CHANGES),
		more: Math.max(0, changes.length - MOST_CHANGES),
	};
};

export interface Wish {
	/** The version that must be in force; any, unless given. */
	readonly ifMatch?: number;
	readonly by: string;
	readonly correlationId: string;
}

/** A request to replace the whole document. */
export interface Replacement extends Wish {
	readonly text: string;
	/** Of the request; JSON media types must hold JSON, all others YAML. */
	readonly contentType: string | null;
}

/** One upstream to be added, replaced or taken out; whatever version is in force then. */
export interface UpstreamWish extends Omit<Wish, 'ifMatch'> {
	readonly name: string;
	/** Its entry in the document, without the name; null removes it. */
	readonly entry: Readonly<Record<string, unknown>> | null;
}

export interface Rollback extends Wish {
	/** The version whose document comes back; 0 is the empty one. */
	readonly version: number;
}

/** The config in force after a change, and what differs from before. */
export interface Changed extends CurrentConfig, Changes {}

/** The reason why a change was not made; where the history did not answer it may have been: look before repeating. */
export interface EditFault {
	/**
	 * `invalid`: the document; `stale`: another version is in force; `unknown_version`: not kept;
	 * `busy`: too many changes at once; `unavailable`: the history did not answer.
	 */
	readonly code: 'invalid' | 'stale' | 'unknown_version' | 'busy' | 'unavailable';
	readonly issues: readonly Issue[];
	/** The version in force, of a stale change. */
	readonly version?: number;
}

export const fault = (code: EditFault['code'], reason: string): EditFault => ({
	code,
	issues: [{ path: '', reason }],
});

/** Makes the fault of an edit that names another version than the one in force. */
export const stale = (wanted: number, version: number): EditFault => ({
	...fault('stale', `version ${wanted} is not in force, ${version} is; nothing was changed`),
	version,
});

export const SILENT = fault(
	'unavailable',
	'the history of the config did not answer; look before repeating',
);

/** Of a file that was not found curl sends an empty text, which must not take every server away. */
export const BLANK: readonly Issue[] = [
	{
		path: '',
		reason:
			'is empty: the body has no document (was its file found?); send {} to empty the configuration on purpose',
	},
];
