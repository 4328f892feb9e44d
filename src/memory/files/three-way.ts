// Three-way sync of a folder and a workspace (docs/memory.md, "Where rules live"): reverts nothing that was published
// since, and loses no local edit.
// Texts that both sides edited are merged by lines (diff3).

import { diff3Merge } from 'node-diff3';
import { sameHash } from '../hash';
import { objectPathOf } from './paths';

/** A published file as the folder last saw it. */
interface BaseFile {
	readonly file: string;
	readonly id: string;
	readonly hash: string;
	readonly version: number;
}

type HereFile = Pick<BaseFile, 'file' | 'hash'>;

interface ThereFile extends BaseFile {
	readonly path: string;
}

interface Common {
	readonly file: string;
}

export type Step =
	/** Nothing to do, push an edit, or push a removal. */
	| (Common & { readonly kind: 'same' | 'update' | 'withdraw'; readonly there: ThereFile })
	/** Push a new file. */
	| (Common & { readonly kind: 'create' })
	/** Push a rename, or rename the local file. */
	| (Common & {
			readonly kind: 'rename' | 'move';
			readonly from: string;
			readonly there: ThereFile;
	  })
	/** Write the published text to the folder. */
	| (Common & { readonly kind: 'write'; readonly there: ThereFile; readonly isNew: boolean })
	/** Remove the local file of a withdrawn object; `orphan`: it was edited here. */
	| (Common & { readonly kind: 'remove' | 'orphan'; readonly base: BaseFile })
	/** Merge edits of both sides; `from` is the local file where the object was renamed. */
	| (Common & {
			readonly kind: 'merge';
			readonly from?: string;
			readonly there: ThereFile;
			readonly base?: BaseFile;
	  });

/** The folder when it last synced (`base`) and now (`here`), and what is published now (`there`). */
interface Sides {
	readonly base: readonly BaseFile[];
	readonly here: readonly HereFile[];
	readonly there: readonly ThereFile[];
	/** Returns whether a local file derives from a published text: a rename with an edit. */
	readonly isAlike: (file: string, there: ThereFile) => boolean;
}

/** Returns one step per object, sorted by file. */
export function threeWay({ base, here, there, isAlike }: Sides): Step[] {
	const local = new Map(here.map((each) => [each.file, each]));
	const remote = new Map(there.map((each) => [each.id, each]));
	const known = new Map(base.map((each) => [each.id, each]));
	const steps: Step[] = [];
	const taken = new Set<string>();
	const missing: [BaseFile, ThereFile][] = [];
	for (const each of base) {
		const mine = local.get(each.file);
		const theirs = remote.get(each.id);
		if (mine !== undefined) taken.add(each.file);
		if (theirs === undefined) {
			if (mine === undefined) continue;
			const { file } = each;
			steps.push({ kind: sameHash(mine.hash, each.hash) ? 'remove' : 'orphan', file, base: each });
		} else if (mine === undefined) missing.push([each, theirs]);
		else steps.push(...both(each, mine, theirs));
	}
	const fresh = here.filter(({ file }) => !taken.has(file));
	const unknown = new Map(
		there.filter(({ id }) => !known.has(id)).map((each) => [keyOf(each.file), each]),
	);
	for (const [each, theirs] of missing) {
		// A path at which another object was published since is no rename of this one.
		const free = fresh.filter(({ file }) => !taken.has(file) && !unknown.has(keyOf(file)));
		// It was renamed there, and the renamed file arrived here by other means.
		const moved =
			free.find(({ hash }) => sameHash(hash, each.hash) || sameHash(hash, theirs.hash)) ??
			free.find(({ file }) => isAlike(file, theirs));
		if (moved !== undefined) {
			taken.add(moved.file);
			steps.push(...renamed(each, moved, theirs));
		} else if (sameHash(theirs.hash, each.hash))
			steps.push({ kind: 'withdraw', file: each.file, there: theirs });
		else steps.push({ kind: 'write', file: theirs.file, there: theirs, isNew: true });
	}
	for (const { file, hash } of fresh.filter((each) => !taken.has(each.file))) {
		const theirs = unknown.get(keyOf(file));
		unknown.delete(keyOf(file));
		if (theirs === undefined) steps.push({ kind: 'create', file });
		else if (sameHash(theirs.hash, hash)) steps.push({ kind: 'same', file, there: theirs });
		else steps.push({ kind: 'merge', file, there: theirs });
	}
	for (const theirs of unknown.values()) {
		// Withdrawn and published again: the local file derives from the earlier object.
		const at = steps.findIndex(
			({ kind, file }) =>
				(kind === 'orphan' || kind === 'remove') && keyOf(file) === keyOf(theirs.file),
		);
		const before = steps[at];
		if (before?.kind === 'orphan')
			steps[at] = { kind: 'merge', file: before.file, there: theirs, base: before.base };
		else if (before?.kind === 'remove')
			steps[at] = { kind: 'write', file: before.file, there: theirs, isNew: false };
		else steps.push({ kind: 'write', file: theirs.file, there: theirs, isNew: true });
	}
	return steps.sort((one, other) => (one.file < other.file ? -1 : one.file > other.file ? 1 : 0));
}

/** Returns the steps of an object whose local file is where it was. */
function both(base: BaseFile, mine: HereFile, theirs: ThereFile): Step[] {
	const { file } = base;
	const move: Step[] =
		keyOf(theirs.file) !== keyOf(file)
			? [{ kind: 'move', file: theirs.file, from: file, there: theirs }]
			: [];
	if (sameHash(mine.hash, theirs.hash))
		return move.length > 0 ? move : [{ kind: 'same', file, there: theirs }];
	if (sameHash(mine.hash, base.hash))
		return move.length > 0 ? move : [{ kind: 'write', file, there: theirs, isNew: false }];
	// Publishing under the old name would undo the rename.
	if (move.length > 0)
		return [{ kind: 'merge', file: theirs.file, from: file, there: theirs, base }];
	if (sameHash(theirs.hash, base.hash)) return [{ kind: 'update', file, there: theirs }];
	return [{ kind: 'merge', file, there: theirs, base }];
}

function renamed(base: BaseFile, mine: HereFile, theirs: ThereFile): Step[] {
	const { file } = mine;
	if (sameHash(mine.hash, theirs.hash) && keyOf(theirs.file) === keyOf(file))
		return [{ kind: 'same', file, there: theirs }];
	// Renamed on both sides: the published name stays.
	if (![keyOf(base.file), keyOf(file)].includes(keyOf(theirs.file)))
		return [{ kind: 'merge', file: theirs.file, from: file, there: theirs, base }];
	if (sameHash(theirs.hash, base.hash))
		return [{ kind: 'rename', file, from: base.file, there: theirs }];
	return [{ kind: 'merge', file, there: theirs, base }];
}

/** Identifies a file by its object, so that spellings of one path are equal. */
const keyOf = (file: string): string => {
	const place = objectPathOf(file);
	return place.ok ? `${place.value.category}:${place.value.path}` : file;
};

/** Two texts and their common base. */
interface Texts {
	readonly mine: string;
	readonly base: string;
	readonly theirs: string;
	/** Stands before what is mine where both differ. */
	readonly label?: string;
}

const lines = (text: string): string[] => text.split('\n');

/** Merges two texts; places that both changed (counted in `conflicts`) hold both, between marks. */
export function mergeTexts({ mine, base, theirs, label = 'here' }: Texts) {
	const regions = diff3Merge(lines(mine), lines(base), lines(theirs), {
		excludeFalseConflicts: true,
	}) as readonly { ok?: string[]; conflict?: { a: string[]; b: string[] } }[];
	const text = regions.flatMap(({ ok = [], conflict }) =>
		conflict === undefined
			? ok
			: [`<<<<<<< ${label}`, ...conflict.a, '=======', ...conflict.b, '>>>>>>> published'],
	);
	const conflicts = regions.filter(({ conflict }) => conflict !== undefined).length;
	return { text: text.join('\n'), conflicts };
}
