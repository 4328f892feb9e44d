// What to do with a folder and a workspace that both go on from what the folder last saw (docs/memory.md,
// "Where rules live"): nothing of a colleague is reverted, nothing that was edited here is lost. Pure.
import { placeOf } from './folder';
import { sameHash } from './hash';

/** A file as the folder last saw it published. */
export interface BaseFile {
	readonly file: string;
	readonly id: string;
	readonly hash: string;
	readonly version: number;
}

/** A file of the folder, as it is now. */
export interface HereFile {
	readonly file: string;
	readonly hash: string;
}

/** A published object. */
export interface ThereFile extends BaseFile {
	readonly path: string;
}

/** `here` is what pushing would publish, `there` what pulling would write. */
export type Step =
	| { readonly kind: 'same'; readonly file: string; readonly there: ThereFile }
	| { readonly kind: 'create'; readonly file: string }
	| { readonly kind: 'update'; readonly file: string; readonly there: ThereFile }
	| {
			readonly kind: 'rename';
			readonly file: string;
			readonly from: string;
			readonly there: ThereFile;
	  }
	| { readonly kind: 'withdraw'; readonly file: string; readonly there: ThereFile }
	| {
			readonly kind: 'write';
			readonly file: string;
			readonly there: ThereFile;
			readonly isNew: boolean;
	  }
	| {
			readonly kind: 'move';
			readonly file: string;
			readonly from: string;
			readonly there: ThereFile;
	  }
	| { readonly kind: 'remove'; readonly file: string; readonly base: BaseFile }
	/**
	 * Both changed; `base` is absent where the folder never saw it. What was renamed there lies here under `from`.
	 */
	| {
			readonly kind: 'merge';
			readonly file: string;
			readonly from?: string;
			readonly there: ThereFile;
			readonly base?: BaseFile;
	  }
	/** Changed here, withdrawn there. */
	| { readonly kind: 'orphan'; readonly file: string; readonly base: BaseFile };

/** What the folder last saw (`base`), the folder now (`here`) and what is published now (`there`). */
export interface Sides {
	readonly base: readonly BaseFile[];
	readonly here: readonly HereFile[];
	readonly there: readonly ThereFile[];
	/** Whether the text of a file here goes on from what was published: a rename with an edit. */
	readonly isAlike: (file: string, there: ThereFile) => boolean;
}

/** One step an object, by file. */
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
		// A place where something else was published meanwhile is no new name of this.
		const free = fresh.filter(({ file }) => !taken.has(file) && !unknown.has(keyOf(file)));
		// Somebody renamed it there, and it came here by another way.
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
		// Withdrawn and published anew: what lies here goes on from the earlier object.
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

/** Here under the file that both know. */
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
	// Publishing under the old name would take the rename back.
	if (move.length > 0)
		return [{ kind: 'merge', file: theirs.file, from: file, there: theirs, base }];
	if (sameHash(theirs.hash, base.hash)) return [{ kind: 'update', file, there: theirs }];
	return [{ kind: 'merge', file, there: theirs, base }];
}

function renamed(base: BaseFile, mine: HereFile, theirs: ThereFile): Step[] {
	const { file } = mine;
	if (sameHash(mine.hash, theirs.hash) && keyOf(theirs.file) === keyOf(file))
		return [{ kind: 'same', file, there: theirs }];
	// Two names for one object: the one that is published stays.
	if (![keyOf(base.file), keyOf(file)].includes(keyOf(theirs.file)))
		return [{ kind: 'merge', file: theirs.file, from: file, there: theirs, base }];
	if (sameHash(theirs.hash, base.hash))
		return [{ kind: 'rename', file, from: base.file, there: theirs }];
	return [{ kind: 'merge', file, there: theirs, base }];
}

/** Two spellings of one place are one. */
const keyOf = (file: string): string => {
	const place = placeOf(file);
	return place.ok ? `${place.value.category}:${place.value.path}` : file;
};
