// The ledger of what a session was told: of each document which lines of which version, what it was told to let go,
// and what a context action took (docs/memory.md, "What a session was told"). Binding, proofs, and what is told once a
// session are decided by it alone.
import { defined } from '../../shared/json-values';
import { ok, type Result } from '../../shared/result';
import { binds } from '../document/document';
import { baseKey, compareConstraints } from '../document/identity';
import type { Fault } from '../faults';
import { holdsHash, TEXT_DIGITS } from '../hash';
import type { Telling, Told } from '../store';
import type { Caller, Constraint } from '../types';
import { aliasOf, currentVersion, type HubContext, sessionOf } from './context';

/** Tellings of one document that are kept apart, at most. */
const MAX_TELLINGS = 8;

/** Returns the lines of a version, in the order of the document. */
type LinesOf = (hash: string) => readonly Constraint[];

/**
 * Adds a telling to those before it. One of a whole version, or of a release, that replaces them leaves no other; one of
 * a part lets go of the lines of other versions whose place it has: who was told it would follow a text that is no more.
 */
export function addTelling(
	before: readonly Telling[],
	telling: Telling,
	linesOf: LinesOf,
): readonly Telling[] {
	const { hash, keys } = telling;
	if (telling.replaces && keys === undefined) return [telling];
	const isReplacing = (each: Telling) => each.replaces === true && each.hash === hash;
	// A part told as changed stays so where it is told again.
	const replaces = telling.replaces ?? before.find((each) => isSame(each, telling))?.replaces;
	const told = new Set([telling, ...before.filter(isReplacing)].flatMap((each) => each.keys ?? []));
	const kept = before
		.flatMap((each) => {
			if (!telling.replaces || each.hash === hash || each.hash === '') return [each];
			const lines = linesOf(each.hash);
			const gone = superseded(lines, linesOf(hash), told);
			const left = (each.keys ?? lines.map(({ key }) => key)).filter((key) => !gone.has(key));
			if (gone.size === 0) return [each];
			return left.length === 0 ? [] : [{ ...each, keys: left }];
		})
		.filter((each) => !isSame(each, telling));
	const all = kept.length < MAX_TELLINGS ? kept : merged(kept);
	return [...all, { ...telling, ...(replaces && { replaces }) }];
}

/**
 * Returns the keys of lines that are no more and whose place was told: what became of a line, or, of one that is gone,
 * all that its section says now.
 */
function superseded(
	before: readonly Constraint[],
	now: readonly Constraint[],
	told: ReadonlySet<string>,
): ReadonlySet<string> {
	const there = placed(before, now);
	const names = new Map(there.map(({ key }, at) => [key, before[at]?.key ?? key]));
	const { changed, removed } = compareConstraints(there, now);
	const edited = changed.filter(([, { key }]) => told.has(key)).map(([line]) => line);
	const sections = Map.groupBy(now, sectionOf);
	const gone = removed.filter((line) =>
		sections.get(sectionOf(line))?.every(({ key }) => told.has(key)),
	);
	return new Set([...edited, ...gone].map(({ key }) => names.get(key) ?? key));
}

/** Returns the headings that a line stands under. */
const sectionOf = ({ above = [], heading = '' }: Constraint): string =>
	[...above, heading].join('\n');

/** By what lines of the same words are one: their place, their section, its heading, or nothing else. */
const PLACES = [
	(line: Constraint) => `${sectionOf(line)}\n${line.key}`,
	sectionOf,
	({ heading }: Constraint) => heading,
	() => '',
];

/**
 * Gives all lines of a text the keys that they have in another: each is the line of the same words at its place, else one
 * that has moved, which no other line was.
 */
export function placed(
	lines: readonly Constraint[],
	text: readonly Constraint[],
): readonly Constraint[] {
	const left = Map.groupBy(text, ({ key }) => baseKey(key));
	const keys = new Map<Constraint, string>();
	for (const placeOf of PLACES)
		for (const line of lines) {
			const copies = keys.has(line) ? [] : (left.get(baseKey(line.key)) ?? []);
			const at = copies.findIndex((copy) => placeOf(copy) === placeOf(line));
			for (const { key } of at < 0 ? [] : copies.splice(at, 1)) keys.set(line, key);
		}
	const taken = new Set(keys.values());
	const free = (key: string, at = 1): string =>
		taken.has(key) ? free(`${baseKey(key)}~${at + 1}`, at + 1) : taken.add(key) && key;
	return lines.map((line) => ({ ...line, key: keys.get(line) ?? free(line.key) }));
}

export type Lines = readonly Constraint[];

/** Joins lines of one text, each once; the later ones as they say it. */
const joined = (...lines: readonly Lines[]): Lines => [
	...new Map(lines.flat().map((line) => [line.key, line])).values(),
];

/**
 * Carries what was told from text to text, in the order of the tellings, and on to what is published now: a told line is
 * followed among all lines of its text, so that another of the same words, which was there before, is never taken for it.
 * @returns `told` with their keys of now, and `all` that the texts have said
 */
export function carried(
	context: HubContext,
	ruleId: string,
	tellings: readonly Telling[],
	now: Lines,
) {
	let [all, told]: [Lines, Lines] = [[], []];
	for (const telling of [...tellings, undefined]) {
		const text = telling ? linesOf(context, ruleId, { hash: telling.hash }) : now;
		// A told line is the first to take a place that is new.
		const lines = joined(told, all, told);
		const there = placed(lines, text);
		const keys = new Map(lines.map(({ key }, at) => [key, there[at]?.key ?? key]));
		const before = told.map((line) => ({ ...line, key: keys.get(line.key) ?? line.key }));
		told = joined(before, telling ? linesOf(context, ruleId, telling) : []);
		all = telling ? text : there;
	}
	return { all, told };
}

const isSame = (one: Telling, other: Telling): boolean =>
	one.hash === other.hash && one.text === other.text && `${one.keys}` === `${other.keys}`;

/** Merges tellings of one version that replace, and those that do not; the hashes of their texts are forgotten. */
const merged = (tellings: readonly Telling[]): Telling[] =>
	[...Map.groupBy(tellings, ({ hash, replaces }) => `${hash} ${replaces}`).values()].map((some) => {
		const whole = some.findLast(({ keys }) => keys === undefined);
		const { hash = '', at, replaces } = whole ?? some.at(-1) ?? {};
		const keys = [...new Set(some.flatMap((each) => each.keys ?? []))];
		return { hash, ...defined({ at, replaces }), ...(!whole && { keys }) };
	});

/** Returns what is held of a document after the tellings of several sessions, in the order of their times. */
export const heldAfter = (told: readonly Told[], linesOf: LinesOf): readonly Telling[] =>
	told
		.flatMap(({ tellings, at = 0 }) => tellings.map((telling) => ({ at, ...telling })))
		.sort((one, other) => one.at - other.at)
		.reduce<readonly Telling[]>((held, telling) => addTelling(held, telling, linesOf), [])
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

/** Returns the lines of a document's versions. */
export const versionLines =
	(context: HubContext, objectId: string): LinesOf =>
	(hash) =>
		linesOf(context, objectId, { hash });

const covers = (some: readonly Telling[], others: readonly Telling[]): boolean =>
	others.every((other) => some.some((each) => isSame(each, other)));

type Teller = Pick<Caller, 'principal' | 'isInPart'>;

/** Opens the ledger of what one session of a caller was told; an answer that is shown in part is not put into it. */
export function ledgerOf(context: HubContext, { principal, isInPart }: Teller, session: string) {
	const { store, now } = context;
	const rows = new Map(store.told(principal, session).map((told) => [told.objectId, told]));
	const put = (objectId: string, telling: Telling): void => {
		if (isInPart) return;
		const { tellings: before = [], taken } = rows.get(objectId) ?? {};
		const tellings = addTelling(before, { ...telling, at: now() }, versionLines(context, objectId));
		const isBack = telling.replaces === true && telling.keys === undefined;
		const isAgain = covers(before, tellings) && covers(tellings, before);
		// Told again as it was, and by no other session meanwhile: no row is written.
		const at = before.find((each) => isSame(each, telling))?.at ?? -1;
		const since = store.toldSince(principal, objectId, session);
		if (isAgain && !(taken && isBack) && since !== undefined && at >= since) return;
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

/** Makes the hub's records of what the model was told again, and of what has left its context. */
export const telling = (context: HubContext) => ({
	/** Records what was told again after a context action, beside what was told before. */
	retold({ caller, told }: { readonly caller: Caller; readonly told: readonly Retold[] }) {
		return inLedger(context, caller, (session) => {
			const ledger = ledgerOf(context, caller, session);
			for (const { ruleId, hash, keys } of told) {
				const version = currentVersion(context, ruleId);
				if (version?.hash !== hash) continue;
				// A line that this session was told is that of the text which told it, not of a later one.
				const before = ledger.of(ruleId).filter((each) => each.hash !== '');
				const { told: standing } = carried(context, ruleId, before, version.constraints);
				const held = new Set(standing.map(({ key }) => key));
				const others = keys.filter((key) => !held.has(key));
				if (others.length > 0) ledger.part(ruleId, { hash, keys: others });
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
