// Changes of a runtime document as they are asked for, and the faults that refuse them.
import type { Changes } from './history';
import type { Issue } from './issues';
import type { CurrentConfig } from './service';

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
