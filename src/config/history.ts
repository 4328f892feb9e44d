// Versions of a workspace's runtime document and who made them. One writer decides which version
// comes next, so that of two changes made against the same version one is refused
// (docs/config.md "Changing it").
import { err, ok, type Result } from '../shared/result';
import type { Change } from './diff';

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
	/** Changes beyond those listed. */
	readonly more: number;
}

/** A version with its document as it was written, secrets in clear. */
export interface KeptVersion extends ConfigVersion {
	readonly text: string;
}

/** Port: where versions are kept, newest first wherever there are several. */
export interface ConfigHistory {
	newest(count: number): readonly KeptVersion[];
	at(version: number): KeptVersion | undefined;
	list(page: { readonly limit: number; readonly offset: number }): readonly ConfigVersion[];
	count(): number;
	/** Adds a version and drops all but the newest `keep`, in one step. */
	append(version: KeptVersion, keep: number): void;
}

/** A change that asks to become the next version. */
export interface Proposal extends Omit<KeptVersion, 'version' | 'at'> {
	/** The version it was worked out against. */
	readonly after: number;
	/** The highest version that the proposer has seen anywhere. */
	readonly seen: number;
}

/** Of a document that is older than the history: who changed what is not known. */
const UNTOLD = { by: 'unknown', action: 'replace', changes: [], more: 0 } as const;

/** The service of the workspace object; synchronous, so each call is atomic. */
export class ConfigLedger {
	readonly #history: ConfigHistory;
	readonly #now: () => number;

	/** @param now milliseconds since the epoch */
	constructor(history: ConfigHistory, now: () => number) {
		this.#history = history;
		this.#now = now;
	}

	/** The version that is in force, unless nothing was ever changed here. */
	head(): KeptVersion | null {
		return this.#history.newest(1)[0] ?? null;
	}

	/** The head, if it is newer than a version. */
	newerThan(version: number): KeptVersion | null {
		const head = this.head();
		return head && head.version > version ? head : null;
	}

	/** The newest versions with their documents. */
	newest(count: number): readonly KeptVersion[] {
		return this.#history.newest(count);
	}

	at(version: number): KeptVersion | null {
		return this.#history.at(version) ?? null;
	}

	list(page: { readonly limit: number; readonly offset: number }): {
		readonly versions: readonly ConfigVersion[];
		readonly total: number;
	} {
		return { versions: this.#history.list(page), total: this.#history.count() };
	}

	/**
	 * Makes a proposal the next version. The error is the version in force: the proposal was worked
	 * out against another. A document from before there was a history is taken for what it says, and
	 * kept as the first, so that there is a way back to it.
	 * @param stored the document of `after` as the store has it. Beside the proposal, whose other members
	 * are shown: an object that still runs the version before must not show this one
	 */
	commit({ after, seen, ...proposed }: Proposal, stored?: string): Result<number, number> {
		const head = this.head();
		if (head && head.version !== after) return err(head.version);
		const version = Math.max(after, seen) + 1;
		const at = this.#now();
		if (!head && after > 0 && stored !== undefined)
			this.#history.append({ ...UNTOLD, version: after, at, text: stored }, KEPT_VERSIONS);
		this.#history.append({ ...proposed, version, at }, KEPT_VERSIONS);
		return ok(version);
	}
}
