// Cursors of a search: short, since a model pays for each one. The search itself is kept under a
// number, so that a cursor alone goes on with it.
import { canonicalJson } from '../shared/canonical-json';
import type { Search, SearchArguments } from './search';

/** Where a search goes on. */
export interface SearchCursor {
	/** The number under which the search is kept. */
	readonly search: number;
	/** Counted from 1. */
	readonly page: number;
	/** Records that came later are not part of it. */
	readonly asOf: number;
}

/** `c1k.2.5g.1x9f3zq`: the parts in base 36, then a check against cursors of other searches. */
export const writeCursor = ({ search, page, asOf }: SearchCursor, kept: Search): string => {
	const parts = `c${search.toString(36)}.${page.toString(36)}.${asOf.toString(36)}`;
	return `${parts}.${check(parts, kept)}`;
};

/** The parts of a cursor that has the form of one. Whether it is genuine, `isCursorOf` says. */
export function readCursor(cursor: unknown): SearchCursor | undefined {
	if (typeof cursor !== 'string' || cursor.length > 60) return undefined;
	const parts = /^c([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.[0-9a-z]{1,7}$/.exec(
		cursor,
	);
	const [search = Number.NaN, page = Number.NaN, asOf = Number.NaN] =
		parts?.slice(1).map((part) => Number.parseInt(part, 36)) ?? [];
	return parts && page > 0 ? { search, page, asOf } : undefined;
}

/** Whether a cursor goes on with this very search. */
export const isCursorOf = (cursor: string, kept: Search): boolean =>
	cursor.slice(cursor.lastIndexOf('.') + 1) ===
	check(cursor.slice(0, cursor.lastIndexOf('.')), kept);

/** The arguments that a cursor's search settles. */
const SETTLED = ['model', 'query', 'where', 'sort', 'limit'] as const;

/** The first argument that is given beside a cursor and differs from the cursor's search. */
export const otherThan = (
	kept: Search,
	given: SearchArguments,
	read: Search,
): (typeof SETTLED)[number] | undefined =>
	SETTLED.find(
		(name) => given[name] !== undefined && canonicalJson(read[name]) !== canonicalJson(kept[name]),
	);

/** FNV-1a, 32 bits: against mix-ups, not against forgery; there is nothing to forge. */
function check(parts: string, kept: Search): string {
	let hash = 0x811c9dc5;
	for (const unit of `${parts} ${canonicalJson(kept)}`)
		hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
	return (hash >>> 0).toString(36);
}
