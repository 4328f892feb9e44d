// The handle store: keeps results behind handles and opens them again (docs/protect.md "Handles"). KV's
// eventual consistency and its one write per second per key shape the rules here.

import type { Principal } from '../../auth';
import type { Document, Excerpt, Policy, ReadCall } from '../../protect';
import { encodeBase64url } from '../../shared/digits';
import { type Hmac, tagOf } from '../../shared/hash';
import type { Platform } from '../../shared/platform';
import { remember } from '../../shared/remember';
import { err, ok, type Result } from '../../shared/result';
import {
	describeHandleFault,
	type HandleFault,
	type HandleFaultCode,
	openHandle,
	sealHandle,
} from './handles';
import { SnapshotPieces } from './snapshot-shards';
import {
	decodeSnapshot,
	encodeSnapshot,
	type Snapshot,
	type SnapshotStore,
	type StoredSnapshot,
	type StoreFault,
} from './snapshots';

/** Lifetimes of a snapshot, in units of `cursorTtlSeconds`. */
const LIFETIMES = 6;
const DAY_SECONDS = 86_400;
/**
 * Seconds within which a snapshot may be invisible elsewhere: a slow write and its repetitions, a minute
 * until KV shows it everywhere, and as long as a place remembers that there was none.
 */
const VISIBILITY_SECONDS = 150;
/** Writes remembered, so that parallel reads and replays do not repeat them. */
const REMEMBERED_WRITES = 2_000;

/** Dependencies of the handle store; `hmac` signs handles with the current key and accepts the previous. */
interface HandleStorePorts extends Pick<Platform, 'defer'> {
	readonly store: SnapshotStore;
	readonly hmac: Hmac;
	/** 12 random bytes. */
	readonly randomId: () => Uint8Array;
}

/** The clock and the configured life of a cursor, both in seconds. */
export interface Timing {
	readonly now: number;
	readonly cursorTtlSeconds: number;
	/** After so many seconds it is over, however often it was read; a day unless told. */
	readonly lifeSeconds?: number;
}

export interface ResultToKeep
	extends Omit<Snapshot, 'id' | 'principal' | 'issuedAt' | 'expiresAt' | 'derived'> {
	readonly principal: Principal;
	/** Set when the document is a view of a kept one: same base and view give the same handles. */
	readonly derivedFrom?: { readonly snapshot: Snapshot; readonly viewKey: string } | undefined;
}

export interface HandleCall {
	/** Endpoint name; null for `read_result`, which opens the handles of every tool. */
	readonly tool: string | null;
	/** `digestArguments` of this call; `''` when it has no argument but Loadline's. */
	readonly argsDigest: string;
	readonly principal: Principal;
	/** The argument that carries the handle, for the texts of faults. */
	readonly argument: 'cursor' | 'handle';
	/** Returns the caller's name of an endpoint; by default the endpoint's own. */
	readonly shownName?: (endpoint: string) => string;
	/** Selects the needed part of a long document, before its text is read. */
	readonly excerpt?: (
		document: Document,
		position: ReadCall['position'],
		policy: Policy,
	) => Excerpt | undefined;
}

/** The snapshot behind a handle, and the handle's position in it. */
export interface Opened {
	readonly snapshot: Snapshot;
	readonly position: ReadCall['position'];
}

/** One handle store per isolate: it remembers recent writes. */
export const createHandleStore = ({ store, hmac, randomId, defer }: HandleStorePorts) => {
	const shards = new SnapshotPieces(store, hmac);
	/** Expiries in seconds by key, of writes that are remembered. */
	const writes = new Map<string, number>();
	const expiryOf = (key: string): number => writes.get(key) ?? 0;
	const note = (key: string, expiresAt: number) =>
		void remember(writes, key, expiresAt, REMEMBERED_WRITES);

	/** Seals further positions of a snapshot that is stored already. */
	const seal = (
		snapshot: Snapshot,
		positions: readonly ReadCall['position'][],
		{ workspace, id }: Principal,
	): Promise<readonly string[]> =>
		Promise.all(
			positions.map((position) =>
				sealHandle({ ...snapshot, position }, { workspace, principal: id }, hmac),
			),
		);

	/** Stores a document and seals `positions` of it; a failed write gives no handles. */
	const keep = async (
		toKeep: ResultToKeep,
		positions: readonly ReadCall['position'][],
		timing: Timing,
	): Promise<Result<readonly string[], StoreFault>> => {
		const { now, cursorTtlSeconds } = timing;
		const { derivedFrom, principal, ...kept } = toKeep;
		const issuedAt = derivedFrom ? derivedFrom.snapshot.issuedAt : Math.max(0, Math.floor(now));
		const snapshot: Snapshot = {
			...kept,
			id: derivedFrom ? await derivedId(derivedFrom, hmac) : encodeBase64url(randomId()),
			principal: principal.id,
			// A view carries its base's issue time, so that a replay seals the same handles.
			issuedAt,
			expiresAt: endOf(issuedAt, timing),
			derived: derivedFrom !== undefined,
		};
		const key = `${principal.workspace}/${snapshot.id}`;
		// Not asked of the store: a miss would be cached and hide the write that follows it.
		const before = expiryOf(key);
		if (!snapshot.derived || before < now + cursorTtlSeconds) {
			// Noted first, so that parallel replays write once.
			note(key, snapshot.expiresAt);
			const put = await write(snapshot, principal.workspace, now);
			// A view written within this second by another isolate is the same view.
			if (!put.ok && !(snapshot.derived && put.error.code === 'busy')) {
				note(key, before);
				return put;
			}
		}
		return ok(await seal(snapshot, positions, principal));
	};

	/** The head comes last: whoever finds it finds the pieces that it names, or learns that they are to come. */
	const write = async (snapshot: Snapshot, workspace: string, now: number) => {
		const { id, expiresAt, principal } = snapshot;
		const pieces = await shards.cut(snapshot);
		const facts = { expiresAt, principal };
		const put = await shards.put({ workspace, id }, pieces, facts, now);
		if (!put.ok) return put;
		const names = pieces.length > 0 ? pieces.map(({ name }) => name) : undefined;
		return store.put(workspace, id, { ...facts, body: encodeSnapshot(snapshot, names) }, now);
	};

	const prolong = (
		{ snapshot, pieces: names = [] }: StoredSnapshot,
		body: string,
		workspace: string,
		timing: Timing,
	): void => {
		const { now, cursorTtlSeconds } = timing;
		const key = `${workspace}/${snapshot.id}`;
		if (Math.max(snapshot.expiresAt, expiryOf(key)) - now >= cursorTtlSeconds) return;
		const expiresAt = endOf(snapshot.issuedAt, timing);
		if (expiresAt <= snapshot.expiresAt) return;
		const before = expiryOf(key);
		note(key, expiresAt);
		const { id, principal } = snapshot;
		const facts = { expiresAt, principal };
		const put = async () => {
			const prolonged = await shards.prolong({ workspace, id, names }, facts, now);
			return prolonged.ok ? store.put(workspace, id, { ...facts, body }, now) : prolonged;
		};
		defer(
			put().then((outcome) => {
				if (!outcome.ok && outcome.error.code !== 'busy') note(key, before);
			}),
		);
	};

	const open = async (
		handle: unknown,
		call: HandleCall,
		timing: Timing,
	): Promise<Result<Opened, HandleFault>> => {
		const { workspace, id: principal } = call.principal;
		const fault = (code: HandleFaultCode, tool: string | null = call.tool) =>
			err(describeHandleFault(code, call, tool));
		const sealed = await openHandle(handle, { workspace, principal }, hmac);
		if (!sealed.ok) return fault(sealed.error);
		const { id, issuedAt, derived, position } = sealed.value;
		const got = await store.get(workspace, id);
		if (!got.ok) return fault('unavailable');
		if (!got.value) return fault(missCode(issuedAt, derived, timing));
		if (got.value.isEvicted) return fault('evicted');
		const decoded = decodeSnapshot(got.value);
		if (!decoded.ok || decoded.value.snapshot.id !== id) return fault('unavailable');
		const { snapshot, pieces } = decoded.value;
		if (snapshot.principal !== principal) return fault('invalid');
		if (call.tool !== null && call.tool !== snapshot.tool)
			return fault('other_tool', snapshot.tool);
		const { lifeSeconds = DAY_SECONDS } = timing;
		if (timing.now > snapshot.issuedAt + lifeSeconds) return fault('expired', snapshot.tool);
		// The moment of expiry itself still counts; an older copy of a prolonged record is not expired.
		if (timing.now > Math.max(got.value.expiresAt, expiryOf(`${workspace}/${id}`)))
			return fault('expired', snapshot.tool);
		if (call.argsDigest !== '' && call.argsDigest !== snapshot.argsDigest && call.tool !== null)
			return fault('other_arguments', snapshot.tool);
		prolong(decoded.value, got.value.body, workspace, timing);
		if (!pieces) return ok({ snapshot, position });
		const { document, policy } = snapshot;
		const excerpt = call.excerpt?.(document, position, policy);
		const read = await shards.withText(document, excerpt, { workspace, id, names: pieces });
		if (read.ok) return ok({ snapshot: { ...snapshot, document: read.value }, position });
		const isMissing = read.error === 'missing';
		return fault(isMissing ? missCode(issuedAt, derived, timing) : read.error, snapshot.tool);
	};

	/** Returns whether a received handle was given to the principal, without reading its snapshot. */
	const isIssued = async (handle: unknown, { workspace, id }: Principal): Promise<boolean> =>
		(await openHandle(handle, { workspace, principal: id }, hmac)).ok;

	/** Reads what is kept under an id, without prolonging it; undefined where it is gone, or kept in pieces. */
	const peek = async (workspace: string, id: string, now: number) => {
		const got = await store.get(workspace, id);
		if (!got.ok || !got.value || got.value.isEvicted || got.value.expiresAt < now) return undefined;
		const decoded = decodeSnapshot(got.value);
		return decoded.ok && !decoded.value.pieces ? decoded.value.snapshot : undefined;
	};

	return { keep, seal, isIssued, open, peek };
};

/** Keeps results and opens the handles that refer into them. */
export type HandleStore = ReturnType<typeof createHandleStore>;

/** Returns the new expiry of a snapshot that is kept or read now: reads prolong it, up to its absolute end. */
const endOf = (issuedAt: number, timing: Timing): number => {
	const { now, cursorTtlSeconds, lifeSeconds = DAY_SECONDS } = timing;
	const wanted = Math.max(0, Math.floor(now)) + LIFETIMES * cursorTtlSeconds;
	return Math.min(wanted, issuedAt + lifeSeconds);
};

/** A record that is not there was either written too recently or is gone; a view may be new at any age. */
const missCode = (issuedAt: number, derived: boolean, timing: Timing): HandleFaultCode => {
	const life = LIFETIMES * timing.cursorTtlSeconds;
	const recent = derived ? life : Math.min(VISIBILITY_SECONDS, life);
	return timing.now - issuedAt <= recent ? 'not_visible_yet' : 'expired';
};

const derivedId = async (
	{ snapshot, viewKey }: NonNullable<ResultToKeep['derivedFrom']>,
	hmac: Hmac,
): Promise<string> => {
	const tag = await tagOf(hmac, JSON.stringify(['view', snapshot.id, viewKey]));
	if (tag === null) throw new RangeError('the current handle key is missing');
	return tag;
};
