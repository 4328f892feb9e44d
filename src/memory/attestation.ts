// Evidence of what happened (docs/memory.md, "Evidence"): appended, never changed.

/** What happened; a dot in front marks what opens a session or closes a turn. */
export type AttestationEvent =
	| '.setup'
	| 'discover'
	| 'load'
	| 'activate'
	| 'refer'
	| '.agent_report'
	| '.reject'
	| `artifact.${'create' | 'update' | 'rename' | 'delete' | 'discard'}`
	| `review.${'submit' | 'approve' | 'reject'}`
	| 'publish'
	| 'withdraw'
	| 'rollback';

/** One thing that happened, before the store gives it its number; absent members do not apply to the event. */
export interface NewAttestation {
	readonly event: AttestationEvent;
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly principal: string;
	/** Session id of the setup; empty for what was done outside a session. */
	readonly session: string;
	readonly objectId?: string;
	readonly path?: string;
	readonly hash?: string;
	readonly constraintId?: string;
	/** What the caller said: a reason, a summary, a comment. */
	readonly reason?: string;
	/** What Loadline notes: the names found, the version published. */
	readonly detail?: string;
}

export interface Attestation extends NewAttestation {
	/** 1 and up, in the order of recording. */
	readonly seq: number;
}

/** All conditions hold together. */
export interface AttestationQuery {
	readonly event?: string;
	readonly principal?: string;
	readonly session?: string;
	readonly objectId?: string;
	/** Only later ones. */
	readonly afterSeq?: number;
	/** Only earlier ones. */
	readonly beforeSeq?: number;
	readonly order: 'newest' | 'oldest';
	readonly limit: number;
}

const MOST_NAMES = 20;
const MOST_NAME_CHARACTERS = 1024;

/** The names a discovery found, at most 20 of them and about 1 KB. */
export function discoveredNames(names: readonly string[]): string {
	const kept: string[] = [];
	let length = 0;
	for (const name of names.slice(0, MOST_NAMES)) {
		length += name.length + 2;
		if (length > MOST_NAME_CHARACTERS) break;
		kept.push(name);
	}
	const more = names.length - kept.length;
	return kept.join(', ') + (more === 0 ? '' : `, ... (+${more} more)`);
}
