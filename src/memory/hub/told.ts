// The ledger of what a session was told: of each document which lines of which version, what it was told to let go,
// and what a context action took (docs/memory.md, "What a session was told"). Binding, proofs, and what is told once a
// session are decided by it alone.
import { ok, type Result } from '../../shared/result';
import { binds } from '../document/document';
import type { Fault } from '../faults';
import type { Telling, Told } from '../store';
import type { Caller, Constraint, Version } from '../types';
import { currentVersion, type HubContext, sessionOf } from './context';

/** Tellings of one document that are kept apart, at most. */
const MAX_TELLINGS = 8;

/** Adds a telling to those before it; one that replaces them, or lets them go, leaves no other. */
export function addTelling(before: readonly Telling[], telling: Telling): readonly Telling[] {
	const [base, ...more] = before;
	if (telling.replaces === true) {
		const isAgain = base?.replaces === true && more.length === 0 && isSame(base, telling);
		return isAgain ? before : [telling];
	}
	const isHeld = base?.hash === telling.hash && base?.keys === undefined;
	if (isHeld || before.some((each) => isSame(each, telling))) return before;
	const all = [...before, telling];
	return all.length > MAX_TELLINGS ? merged(all) : all;
}

const isSame = (one: Telling, other: Telling): boolean =>
	one.hash === other.hash && one.text === other.text && `${one.keys}` === `${other.keys}`;

/** Merges tellings of one version; the hashes of their texts are forgotten. */
const merged = (tellings: readonly Telling[]): Telling[] =>
	[...Map.groupBy(tellings, ({ hash }) => hash)].map(([hash = '', some]) => {
		const isWhole = some.some(({ keys }) => keys === undefined);
		const keys = [...new Set(some.flatMap(({ keys = [] }) => keys))];
		const replaces = some.some((each) => each.replaces);
		return { hash, ...(!isWhole && { keys }), ...(replaces && { replaces }) };
	});

/** Returns what is held of a document after the tellings of several sessions, the earliest first. */
export const heldAfter = (sessions: readonly (readonly Telling[])[]): readonly Telling[] =>
	sessions
		.flat()
		.reduce<readonly Telling[]>((held, telling) => addTelling(held, telling), [])
		.filter(({ hash }) => hash !== '');

/** Returns the lines that a telling said; none of drafts and of what binds nobody. */
export function linesOf(
	{ store }: HubContext,
	objectId: string,
	{ hash, keys }: Telling,
): readonly Constraint[] {
	const version = store.versionByHash(objectId, hash);
	if (version === undefined || !binds(version.kind)) return [];
	return keys === undefined
		? version.constraints
		: version.constraints.filter(({ key }) => keys.includes(key));
}

/** The ledger of one session, to which a step of the hub adds. */
export interface Ledger {
	/** The whole of a version, by its text or by its hash alone where the caller holds it. */
	whole(version: Pick<Version, 'hash'> & { readonly objectId: string }): void;
	/** Some lines of a version, instead of what was told before where `replaces` is true. */
	part(objectId: string, telling: Telling): void;
	release(objectId: string): void;
	/** Returns whether the whole of this version is told, and no context action took it since. */
	holds(objectId: string, hash: string): boolean;
}

/** Opens the ledger of a session. */
export function ledgerOf({ store, now }: HubContext, principal: string, session: string): Ledger {
	const rows = new Map(store.told(principal, session).map((told) => [told.objectId, told]));
	const put = (objectId: string, telling: Telling): void => {
		const { tellings: before = [], taken } = rows.get(objectId) ?? {};
		const tellings = addTelling(before, telling);
		const isBack = taken === true && telling.replaces === true;
		// Told again as it was: no row is written.
		if (tellings === before && !isBack) return;
		const told: Told = { objectId, tellings, at: now(), ...(taken && !isBack && { taken }) };
		rows.set(objectId, told);
		store.putTold(principal, session, told);
	};
	return {
		// A draft never stands in for the published text.
		whole({ objectId, hash }) {
			if (store.versionByHash(objectId, hash) !== undefined)
				put(objectId, { hash, replaces: true });
		},
		part: put,
		release: (objectId) => put(objectId, { hash: '', replaces: true }),
		holds(objectId, hash) {
			const { taken = false, tellings = [] } = rows.get(objectId) ?? {};
			return !taken && tellings.some((each) => each.hash === hash && each.keys === undefined);
		},
	};
}

/** A document and lines of it that a status told. */
export interface Retold {
	readonly ruleId: string;
	readonly hash: string;
	readonly keys: readonly string[];
}

/** Returns the hub's methods on the ledger of a session. */
export const telling = (context: HubContext) => ({
	/** Records what was told again after a context action, beside what was told before. */
	retold({ caller, told }: { readonly caller: Caller; readonly told: readonly Retold[] }) {
		return context.store.transaction((): Result<null, Fault> => {
			const session = sessionOf(context, caller);
			if (!session.ok) return session;
			const ledger = ledgerOf(context, caller.principal, session.value);
			for (const { ruleId, hash, keys } of told)
				if (currentVersion(context, ruleId)?.hash === hash) ledger.part(ruleId, { hash, keys });
			return ok(null);
		});
	},

	/** Records that a context action took the texts of a session: they bind on, and are to be told again. */
	taken({ caller }: { readonly caller: Caller }) {
		const { store } = context;
		return store.transaction((): Result<null, Fault> => {
			const session = sessionOf(context, caller);
			if (!session.ok) return session;
			const { principal } = caller;
			for (const told of store.told(principal, session.value))
				if (told.taken !== true) store.putTold(principal, session.value, { ...told, taken: true });
			return ok(null);
		});
	},
});
