// The audit log: each entry holds the hash of the one before, so that whoever changes, removes or moves one
// breaks every hash that follows. Whoever keeps a head can tell whether all before it is as it was.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../../shared/canonical-json';

/** An act, without any secret. */
export interface Act {
	/** Principal id, and how the principal is called. */
	readonly by: string;
	readonly name: string;
	/** The action: `PUT /api/secrets/:name`. */
	readonly action: string;
	/** To what: `API_KEY`. */
	readonly target: string;
	/** Further facts of the act. */
	readonly detail: Readonly<Record<string, unknown>>;
	readonly correlationId: string;
}

export interface AuditEntry extends Act {
	/** Counts from 1, without gaps. */
	readonly n: number;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** Hash of the entry before; empty for the first. */
	readonly previous: string;
	/** SHA-256 of all of the above, hexadecimal. */
	readonly hash: string;
}

/** The newest entry: what to keep elsewhere. */
export interface Head {
	readonly n: number;
	readonly hash: string;
}

export const NO_HEAD: Head = { n: 0, hash: '' };

/** SHA-256 in hex over an entry and the hash of the one before it. */
export const hashOf = (entry: Omit<AuditEntry, 'hash'>): string => {
	const { n, at, by, name, action, target, detail, correlationId, previous } = entry;
	const facts = { n, at, by, name, action, target, detail, correlationId, previous };
	return bytesToHex(sha256(utf8ToBytes(canonicalJson(facts))));
};

/** The entry that follows a head. */
export const nextEntry = (act: Act, head: Head, at: number): AuditEntry => {
	const entry = { ...act, n: head.n + 1, at, previous: head.hash };
	return { ...entry, hash: hashOf(entry) };
};

/**
 * The first entry that is not what was written; undefined where all are.
 * @param entries oldest first
 * @param before what the first of them follows
 */
export const brokenAt = (
	entries: readonly AuditEntry[],
	before: Head | undefined,
): number | undefined => {
	let previous = before;
	for (const entry of entries) {
		const follows =
			previous === undefined || (entry.n === previous.n + 1 && entry.previous === previous.hash);
		if (!follows || entry.hash !== hashOf(entry)) return entry.n;
		previous = entry;
	}
	return undefined;
};
