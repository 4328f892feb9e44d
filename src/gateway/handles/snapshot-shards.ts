// Long snapshots in pieces: the text of a document whose pages can be read alone is cut, each piece kept
// under a name of its own, and its head names them. A page then reads the head and the pieces it touches
// (docs/storage.md "Long results").
import { type Document, type Excerpt, excerptDocument, shapeOf } from '../../protect';
import { type Hmac, isTagOf, tagOf } from '../../shared/hash';
import { err, ok, type Result } from '../../shared/result';
import type { ShardName, Snapshot, SnapshotStore, Stored, StoreFault } from './snapshots';

/** UTF-16 units of a text that is kept in one value: a write costs as much as ten reads. */
const MOST_WHOLE = 2_000_000;
const PIECE = 1_000_000;

/** A part of a long snapshot's text, and the name that authenticates it as that snapshot's. */
interface Piece {
	readonly name: ShardName;
	readonly text: string;
}

/** Locations of a snapshot's pieces. */
interface PiecesOf {
	readonly workspace: string;
	readonly id: string;
	readonly names: readonly ShardName[];
}

/** `missing`: not there, or not visible here yet. `unavailable`: cannot be read, or is not what was kept. */
type PieceFault = 'missing' | 'evicted' | 'unavailable';

/** Cuts long snapshots, and keeps and reads their pieces. */
export class SnapshotPieces {
	constructor(
		private readonly store: SnapshotStore,
		private readonly hmac: Hmac,
	) {}

	/** The pieces of a snapshot; none where one value serves as well. */
	async cut({ id, document }: Snapshot): Promise<Piece[]> {
		const [text = ''] = document.parts;
		const isPaged = text.length > MOST_WHOLE && shapeOf(document).pages !== undefined;
		if (!isPaged || !text.isWellFormed()) return [];
		const pieces: Piece[] = [];
		for (let from = 0; from < text.length; ) {
			const piece = text.slice(from, from + PIECE);
			// A pair of surrogates is one character of UTF-8.
			const whole = piece.isWellFormed() ? piece : text.slice(from, from + PIECE - 1);
			const tag = await tagOf(this.hmac, taggedText(id, whole));
			if (tag === null) throw new RangeError('the current handle key is missing');
			pieces.push({ name: [tag, whole.length], text: whole });
			from += whole.length;
		}
		return pieces;
	}

	/** Stores pieces, with the life that their head will have. */
	async put(
		{ workspace, id }: Omit<PiecesOf, 'names'>,
		pieces: readonly Piece[],
		facts: Omit<Stored, 'body'>,
		now: number,
	): Promise<Result<undefined, StoreFault>> {
		const put = await Promise.all(
			pieces.map(({ name, text }) =>
				this.store.put(workspace, storedAs(id, name), { ...facts, body: text }, now),
			),
		);
		// `busy` means that the same text, which has the same name, was written within this second.
		return put.find((one) => !one.ok && one.error.code !== 'busy') ?? ok(undefined);
	}

	/** Gives the pieces of a snapshot a longer life, one after the other. */
	async prolong({ workspace, id, names }: PiecesOf, facts: Omit<Stored, 'body'>, now: number) {
		for (const name of names) {
			const got = await this.store.get(workspace, storedAs(id, name));
			if (!got.ok) return got;
			if (!got.value || got.value.isEvicted)
				return err({ code: 'unavailable', message: 'a piece is missing' });
			const put = await this.put({ workspace, id }, [{ name, text: got.value.body }], facts, now);
			if (!put.ok) return put;
		}
		return ok(undefined);
	}

	/** The document with its text, or with the excerpt of it that is wanted; never with less than that. */
	async withText(
		document: Document,
		excerpt: Excerpt | undefined,
		{ workspace, id, names }: PiecesOf,
	): Promise<Result<Document, PieceFault>> {
		const { from = 0, to = Number.POSITIVE_INFINITY } = excerpt ?? {};
		let at = 0;
		const read = await Promise.all(
			names.map(async (name) => {
				const [begin, end] = [at, at + name[1]];
				at = end;
				if (from >= end || to <= begin) return ok('');
				const text = await this.#read(workspace, id, name);
				return text.ok ? ok(text.value.slice(Math.max(0, from - begin), to - begin)) : text;
			}),
		);
		let text = '';
		for (const part of read) {
			if (!part.ok) return part;
			text += part.value;
		}
		if (excerpt) return ok(excerptDocument(document, excerpt, text));
		return ok({ ...document, parts: [text, ...document.parts.slice(1)] });
	}

	async #read(workspace: string, id: string, name: ShardName): Promise<Result<string, PieceFault>> {
		const got = await this.store.get(workspace, storedAs(id, name));
		if (!got.ok) return err('unavailable');
		if (!got.value) return err('missing');
		if (got.value.isEvicted) return err('evicted');
		const { body } = got.value;
		return (await isTagOf(this.hmac, name[0], taggedText(id, body)))
			? ok(body)
			: err('unavailable');
	}
}

/** Authenticates a piece as one of its snapshot. */
const taggedText = (id: string, text: string): string => `piece\0${id}\0${text}`;

/** The name of a piece in the store: what has another text has another name. */
const storedAs = (id: string, [tag]: ShardName): string => `${id}.${tag}`;
