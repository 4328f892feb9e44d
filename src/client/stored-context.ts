// A context as JSON, for hosts that store conversations, and its reader.
import { type ContextAction, isCount, isName } from '../shared/context-marks';
import type { Pair, Pairing } from '../shared/context-pairing';
import { isRecord } from '../shared/json-values';

/** State of a result in the context; hosts show it as amber, green and grey. */
export type Badge = 'transient' | 'consumed' | 'collapsed';

export type Observation = 'transient' | 'consumed' | 'plain';

/** A result that concerns the context. */
export interface Entry {
	readonly id: string;
	readonly tool: string;
	readonly badge: Badge;
	/** Replacement, word for word as long as the conversation lasts; absent of a consumer. */
	readonly text?: string;
	/** Replacement by the server; absent of a consumer. */
	readonly summary?: string;
	/** Tokens of the result. */
	readonly tokensBefore: number;
	/** Tokens of `text`. */
	readonly tokensCollapsed: number;
	/** The call that used it up. */
	readonly consumedBy?: string;
	/** True if a model has been sent the summary: then it never is sent the original again. */
	readonly applied?: boolean;
	/** True if it was used up when `apply` ran, and not replaced: not due, not there, or in no known form. */
	readonly missed?: boolean;
	/** True if it went with a context that was cleared or compacted, before anything used it. */
	readonly forgotten?: boolean;
	/** Of what it holds: a consumer may name them. */
	readonly ids?: readonly string[];
	/** Id at the server, and whether the server was told that it left. */
	readonly noteId?: string;
	readonly reported?: boolean;
	/** Of its JSON text; finds it where it stands without an id. */
	readonly fingerprint?: string;
	/** The result, while it is kept. */
	readonly original?: unknown;
}

/** A context as `JSON.stringify` writes it. */
export interface StoredContext {
	readonly version: 1;
	readonly pairing: Pairing;
	readonly applyAt: 'turn' | 'immediate';
	readonly keepOriginals: number;
	readonly pairs: readonly Pair[];
	readonly results: readonly Entry[];
	/** Observation of each call that carried a mark. */
	readonly observed: readonly (readonly [id: string, Observation])[];
	readonly actions: readonly ContextAction[];
}

/** Reads a stored context, or its JSON text. @throws TypeError that names the part which is not as `toJSON` wrote it */
export function readStoredContext(json: unknown): StoredContext {
	const stored: unknown = typeof json === 'string' ? JSON.parse(json) : json;
	if (!isRecord(stored)) throw wrong('it', 'an object that toJSON returned');
	const { version } = stored;
	if (version !== 1) throw wrong('version', '1');
	return {
		version,
		...readSettings(stored, wrong),
		pairs: each(stored, 'pairs', isPair, '[consumedBy, tool]'),
		results: each(stored, 'results', isEntry, 'a result as toJSON wrote it'),
		observed: each(stored, 'observed', isObserved, '[id, what was said of it]'),
		actions: each(stored, 'actions', isAction, '{action, run_id}'),
	};
}

/** Reads the settings of a context. @param wrong makes the error for a part that is not of its form */
export function readSettings(
	{ pairing, applyAt, keepOriginals }: Readonly<Record<string, unknown>>,
	wrong: (part: string, form: string) => Error,
): Pick<StoredContext, 'pairing' | 'applyAt' | 'keepOriginals'> {
	if (pairing !== 'all' && pairing !== 'oldest' && pairing !== 'newest')
		throw wrong('pairing', 'all, oldest or newest');
	if (applyAt !== 'turn' && applyAt !== 'immediate') throw wrong('applyAt', 'turn or immediate');
	if (!isCount(keepOriginals)) throw wrong('keepOriginals', 'a whole number');
	return { pairing, applyAt, keepOriginals };
}

function each<Item>(
	stored: Readonly<Record<string, unknown>>,
	name: string,
	is: (value: unknown) => value is Item,
	form: string,
): readonly Item[] {
	const list = stored[name];
	if (!Array.isArray(list)) throw wrong(name, 'a list');
	const items: readonly unknown[] = list;
	return items.map((item, at) => {
		if (!is(item)) throw wrong(`${name}[${at}]`, form);
		return item;
	});
}

const wrong = (part: string, form: string): TypeError =>
	new TypeError(`Not a stored TransientContext: ${part} must be ${form}.`);

const BADGES: readonly unknown[] = ['transient', 'consumed', 'collapsed'];
const OBSERVATIONS: readonly unknown[] = ['transient', 'consumed', 'plain'];

const isPair = (value: unknown): value is Pair =>
	Array.isArray(value) && value.length === 2 && value.every(isName);

const isObserved = (value: unknown): value is readonly [string, Observation] =>
	Array.isArray(value) && typeof value[0] === 'string' && OBSERVATIONS.includes(value[1]);

const isAction = (value: unknown): value is ContextAction =>
	isRecord(value) &&
	(value.action === 'compact' || value.action === 'clear') &&
	isName(value.run_id);

const isEntry = (value: unknown): value is Entry =>
	isRecord(value) &&
	typeof value.id === 'string' &&
	typeof value.tool === 'string' &&
	BADGES.includes(value.badge) &&
	isCount(value.tokensBefore) &&
	isCount(value.tokensCollapsed) &&
	(value.badge === 'consumed' || typeof value.text === 'string') &&
	[value.text, value.summary, value.consumedBy, value.fingerprint, value.noteId].every(
		(text) => text === undefined || typeof text === 'string',
	) &&
	[value.applied, value.missed, value.forgotten, value.reported].every(
		(flag) => flag === undefined || typeof flag === 'boolean',
	) &&
	(value.ids === undefined ||
		(Array.isArray(value.ids) && value.ids.every((id) => typeof id === 'string')));
