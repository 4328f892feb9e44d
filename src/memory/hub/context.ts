// What every part of the hub works with, and the questions they share.
import { defined } from '../../shared/defined';
import { err, ok, type Result } from '../../shared/result';
import type { NewAttestation } from '../attestation';
import { compareConstraints } from '../compare';
import { type Fault, notSetUp, UNNAMED } from '../faults';
import { contentHash } from '../hash';
import { META_PROMPT_PATH } from '../paths';
import type { MemoryStore } from '../store';
import type { Caller, Draft, ObjectMeta, Version } from '../types';

/** One workspace's hub, and the world it may ask. */
export interface HubContext {
	readonly store: MemoryStore;
	/** `ws-…` */
	readonly workspaceId: string;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** A random UUID. */
	readonly uuid: () => string;
	/** Tokens of a text. */
	readonly estimate: (text: string) => number;
	/** Tokens of a text, at most: what a budget is held by. */
	readonly atMost: (text: string) => number;
	/** META_PROMPT.md where the workspace has none of its own. */
	readonly metaPrompt: string;
}

/**
 * The session that a call names, or that its connection set up. Nothing else is one: of two windows on one token,
 * the one that says nothing would be bound by the rules of the other.
 */
export function sessionOf(
	{ store, now }: HubContext,
	{ principal, session, source }: Caller,
): Result<string, Fault> {
	if (source === 'argument' || source === 'meta') {
		const named = store.binding(principal, session);
		return named === undefined ? err(notSetUp(session)) : ok(named.sessionId);
	}
	const connected = source === 'transport' ? store.binding(principal, session) : undefined;
	if (connected !== undefined) return ok(connected.sessionId);
	const [latest] = store.bindings(principal, 1);
	const isAmong = source === 'none' && (latest?.at ?? 0) >= now() - LIVE_MS;
	return err(isAmong ? UNNAMED : notSetUp());
}

/** Milliseconds after its setup for which a session may be what a call without a name means. */
const LIVE_MS = 24 * 3600 * 1000;

/** The current version of a published object that is not withdrawn. */
export function currentVersion({ store }: HubContext, id: string): Version | undefined {
	const object = store.object(id);
	return object === undefined || object.deleted ? undefined : store.version(id, object.version);
}

/** The meta-prompt in force: the workspace's own, or the default as version 0. */
export function metaPrompt(context: HubContext): Version {
	const own = currentVersion(context, META_PROMPT_PATH);
	if (own !== undefined) return own;
	return {
		objectId: META_PROMPT_PATH,
		version: 0,
		category: 'mpf',
		kind: 'mpf',
		path: META_PROMPT_PATH,
		hash: contentHash(context.metaPrompt),
		content: context.metaPrompt,
		constraints: [],
		origin: 'sync',
		author: '',
		at: 0,
		deleted: false,
	};
}

/** The current version by id, the meta-prompt included. */
export const presentVersion = (context: HubContext, id: string): Version | undefined =>
	id === META_PROMPT_PATH ? metaPrompt(context) : currentVersion(context, id);

/** The caller's own drafts, by the id under which the caller knows them: the object's, or their own. */
export const ownDrafts = ({ store }: HubContext, principal: string): Map<string, Draft> =>
	new Map(
		store
			.drafts()
			.filter(({ author }) => author === principal)
			.map((draft) => [draft.objectId ?? draft.id, draft]),
	);

/** Notes an event; who, when and in which session is known. */
export type Attest = (event: Omit<NewAttestation, 'at' | 'principal' | 'session'>) => void;

/** Records events of one call. */
export const attestor =
	({ store, now }: HubContext, principal: string, session: string): Attest =>
	(event) =>
		void store.attest({ ...event, at: now(), principal, session });

/** Makes a version the current one. */
export function publishVersion(context: HubContext, version: Version): ObjectMeta {
	const before = context.store.object(version.objectId);
	const object: ObjectMeta = {
		id: version.objectId,
		category: version.category,
		kind: version.kind,
		path: version.path,
		hash: version.hash,
		...defined({ description: version.description }),
		version: version.version,
		createdAt: before?.createdAt ?? version.at,
		updatedAt: version.at,
		deleted: version.deleted,
	};
	const earlier = before && context.store.version(before.id, before.version);
	context.store.publish(object, version);
	// What was edited goes on being counted as what it became.
	const { changed } = compareConstraints(earlier?.constraints ?? [], version.constraints);
	for (const [one, other] of changed) context.store.moveTallies(object.id, one.key, other.key);
	return object;
}

/** The number of an object's next version. */
export const nextVersion = ({ store }: HubContext, id: string): number =>
	(store.object(id)?.version ?? 0) + 1;
