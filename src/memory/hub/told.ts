// The ledger of what a session was told: of each document which lines of which version, what it was told to let go,
// and what a context action took (docs/memory.md, "What a session was told"). Binding, proofs, and what is told once a
// session are decided by it alone.
import { defined } from '../../shared/json-values';
import { ok, type Result } from '../../shared/result';
import { binds } from '../document/document';
import type { Fault } from '../faults';
import { holdsHash, TEXT_DIGITS } from '../hash';
import type { MemoryStore } from '../storage/memory-store';
import type { Telling, Told } from '../store';
import type { Caller } from '../types';
import { aliasOf, currentVersion, type HubContext, sessionOf } from './context';
import { followed, type Lines, type LinesOf, type Said, saidBy } from './said';

/** Tellings of one document that are kept apart, at most. */
const MAX_TELLINGS = 8;

const isSame = (one: Telling, other: Telling): boolean =>
	one.hash === other.hash && one.text === other.text && `${one.keys}` === `${other.keys}`;

const isWhole = ({ keys, replaces }: Telling): boolean => keys === undefined && replaces === true;

/** Adds a telling to those before it; one of a whole version, or of a release, leaves no other. */
export function addTelling(before: readonly Telling[], telling: Telling): readonly Telling[] {
	if (isWhole(telling)) return [telling];
	// A part told as changed stays so where it is told again.
	const replaces = telling.replaces ?? before.find((each) => isSame(each, telling))?.replaces;
	const kept = before.filter((each) => !isSame(each, telling));
	const all = kept.length < MAX_TELLINGS ? kept : merged(kept);
	return [...all, { ...telling, ...defined({ replaces }) }];
}

/** Merges tellings of one version that follow each other; the hashes of their texts are forgotten. */
const merged = (tellings: readonly Telling[]): Telling[] =>
	tellings.reduce<Telling[]>((all, { hash, keys, at, replaces }) => {
		const last = all.at(-1);
		const isOne = last?.keys && keys && last.hash === hash && last.replaces === replaces;
		const some = isOne ? [...new Set([...(last.keys ?? []), ...keys])] : keys;
		return [
			...(isOne ? all.slice(0, -1) : all),
			{ hash, ...defined({ keys: some, at, replaces }) },
		];
	}, []);

/** Returns what is held of a document after the tellings of several sessions, in the order of their times. */
export function heldAfter(told: readonly Told[]): readonly Telling[] {
	const all = told
		.flatMap(({ tellings, at = 0 }) => tellings.map((telling) => ({ at, ...telling })))
		.sort((one, other) => one.at - other.at);
	return all.slice(Math.max(0, all.findLastIndex(isWhole))).filter(({ hash }) => hash !== '');
}

/** Lines that were told of documents, by store, as it was worked out last. */
const WORKED = new WeakMap<MemoryStore, Map<string, Worked>>();
const MOST_WORKED = 200;
type Worked = { readonly from: string; readonly count: number; readonly said: readonly Said[] };

/**
 * Returns the lines that tellings of a document told: those of the first are known where others were added to them. Of
 * drafts and of what binds nobody there are no lines.
 */
export function saidOf({ store }: HubContext, objectId: string, tellings: readonly Telling[]) {
	const texts = new Map<string, Lines>();
	const linesOf: LinesOf = (hash) => {
		const version = texts.has(hash) ? undefined : store.versionByHash(objectId, hash);
		const lines = version && binds(version.kind) ? version.constraints : [];
		return texts.get(hash) ?? (texts.set(hash, lines) && lines);
	};
	const hashes = store.versions(objectId).map(({ hash }) => hash);
	const [first = '', ...more] = tellings.map(
		({ hash, keys, at, replaces }) => `${JSON.stringify([hash, keys, at, replaces])}\n`,
	);
	const from = first + more.join('');
	// A text that is published again may be read otherwise.
	const key = JSON.stringify([objectId, hashes.length - new Set(hashes).size, first]);
	const worked = WORKED.get(store) ?? new Map<string, Worked>();
	const before = worked.get(key);
	const begun = before && from.startsWith(before.from) ? before : undefined;
	const said = saidBy(tellings, linesOf, begun);
	if (worked.size >= MOST_WORKED) worked.clear();
	WORKED.set(store, worked.set(key, { from, count: tellings.length, said }));
	return { said, linesOf };
}

type Teller = Pick<Caller, 'principal' | 'isInPart'>;

/** Opens the ledger of what one session of a caller was told; an answer that is shown in part is not put into it. */
export function ledgerOf(context: HubContext, { principal, isInPart }: Teller, session: string) {
	const { store, now } = context;
	const rows = new Map(store.told(principal, session).map((told) => [told.objectId, told]));
	const put = (objectId: string, telling: Telling): void => {
		if (isInPart) return;
		const { tellings: before = [], taken } = rows.get(objectId) ?? {};
		const tellings = addTelling(before, { at: now(), ...telling });
		const isBack = taken && isWhole(telling);
		const last = before.at(-1);
		// Told again as it was, and by no other session meanwhile: no row is written.
		const isAgain = last && isSame(last, telling) && last.replaces === tellings.at(-1)?.replaces;
		const since = store.toldSince(principal, objectId, session);
		if (isAgain && !isBack && since !== undefined && (last.at ?? -1) >= since) return;
		const told: Told = { objectId, tellings, ...(taken && !isBack && { taken }) };
		rows.set(objectId, told);
		store.putTold(principal, session, told);
	};
	return {
		/** Adds the whole of a version, by its text or by its hash alone where the caller holds it. */
		whole: (objectId: string, telling: Pick<Telling, 'hash' | 'text'>) =>
			put(objectId, { ...telling, replaces: true }),
		/** Adds some lines of a version; where `replaces` is true, what of other versions changed is let go. */
		part: put,
		release: (objectId: string) => put(objectId, { hash: '', replaces: true }),
		/** Returns whether the whole of this version is told, and no context action took it since. */
		holds(objectId: string, hash: string): boolean {
			const { taken = false, tellings = [] } = rows.get(objectId) ?? {};
			return !taken && tellings.some((each) => each.hash === hash && each.keys === undefined);
		},
		/** Returns the names of documents that hold on although they were withdrawn. */
		withdrawn: (): readonly string[] =>
			[...rows.values()].flatMap(({ objectId, tellings }) => {
				const object = store.object(objectId);
				return object?.deleted && tellings.some(({ hash }) => hash !== '') ? [aliasOf(object)] : [];
			}),
		of: (objectId: string): readonly Telling[] => rows.get(objectId)?.tellings ?? [],
		/** Returns whether what the caller holds under a hash is of this version: then other parts of it add to that. */
		isOf(objectId: string, held: string, hash: string): boolean {
			const told = (rows.get(objectId)?.tellings ?? []).filter((each) => each.hash !== '');
			const named = namedBy(held, told);
			if (named.length > 0) return named.some((each) => each.hash === hash);
			// The hashes of loaded and of merged texts are not kept.
			const isKept = told.every(({ text }) => text !== undefined);
			return !isKept && told.every((each) => each.hash === hash);
		},
	};
}
/** The tellings of one session, by object. */
export type Ledger = ReturnType<typeof ledgerOf>;

/** Returns the tellings whose text, or whose whole version, a hash names. */
export const namedBy = (held: string, tellings: readonly Telling[]): readonly Telling[] =>
	tellings.filter(
		({ hash, keys, text }) =>
			(keys === undefined && hash !== '' && holdsHash(held, hash)) ||
			(text !== undefined && holdsHash(held, text, TEXT_DIGITS)),
	);

/** A document and lines of it that a status told. */
type Retold = Readonly<Record<'ruleId' | 'hash', string>> & { readonly keys: readonly string[] };

/** Returns the tellings of some sessions, by document. */
export const toldIn = (
	{ store }: HubContext,
	principal: string,
	names: readonly string[],
): ReadonlyMap<string, readonly Told[]> => {
	const ids = names.map((name) => store.binding(principal, name)?.sessionId ?? name);
	const rows = [...new Set(ids)].flatMap((id) => store.told(principal, id));
	return Map.groupBy(rows, ({ objectId }) => objectId);
};

/** Makes the hub's records of what the model was told again, and of what has left its context. */
export const telling = (context: HubContext) => ({
	/**
	 * Records what was told again after a context action. A line that stands is noted as it was told, so that no repetition
	 * moves it; other words are told as what became of those before.
	 * @param earlier sessions that it goes on from
	 */
	retold(asked: {
		readonly caller: Caller;
		readonly earlier?: readonly string[];
		readonly told: readonly Retold[];
	}) {
		const { caller, earlier = [], told } = asked;
		return inLedger(context, caller, (session) => {
			const ledger = ledgerOf(context, caller, session);
			const all = toldIn(context, caller.principal, [...earlier, session]);
			for (const { ruleId, hash, keys } of told) {
				const version = currentVersion(context, ruleId);
				if (version?.hash !== hash) continue;
				const { said, linesOf } = saidOf(context, ruleId, heldAfter(all.get(ruleId) ?? []));
				const places = followed(said, version.constraints, linesOf);
				const keyOf = (each: (typeof said)[number]) => places.get(each)?.now?.key ?? '';
				const again = said.filter((each) => keys.includes(keyOf(each)));
				for (const [by, some] of Map.groupBy(again, (each) => each.by)) {
					const own = ledger.of(ruleId).filter((each) => each.hash === by.hash);
					const isOwn = (key: string) => own.some((each) => each.keys?.includes(key) ?? true);
					const others = some.map(({ line }) => line.key).filter((key) => !isOwn(key));
					if (others.length > 0)
						ledger.part(ruleId, { hash: by.hash, keys: others, ...defined({ at: by.at }) });
				}
				const known = new Set(said.map(keyOf));
				for (const { now, became } of places.values()) if (!now && became) known.delete(became.key);
				const others = keys.filter((key) => !known.has(key));
				if (others.length > 0) ledger.part(ruleId, { hash, keys: others, replaces: 'edited' });
			}
		});
	},

	/** Records that a context action took the texts of a session: they bind on, and are to be told again. */
	taken({ caller }: { readonly caller: Caller }) {
		const [{ store }, { principal }] = [context, caller];
		return inLedger(context, caller, (session) => {
			for (const told of store.told(principal, session))
				if (told.taken !== true) store.putTold(principal, session, { ...told, taken: true });
		});
	},
});

const inLedger = (context: HubContext, caller: Caller, work: (session: string) => void) =>
	context.store.transaction((): Result<null, Fault> => {
		const session = sessionOf(context, caller);
		if (!session.ok) return session;
		work(session.value);
		return ok(null);
	});
