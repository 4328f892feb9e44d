// `?limit=&offset=` of lists: at most 200 entries at a time, 50 unless told.
import { err, ok, type Result } from '../../shared/result';

/** Which entries of a list are wanted. */
export interface Page {
	readonly limit: number;
	readonly offset: number;
}

/** Entries of a page, at most and unless told. */
const MOST = 200;
const USUAL = 50;

/** The page that a query asks for; the error names the parameter. */
export function pageOf(query: Readonly<Record<string, string>>): Result<Page, string> {
	const limit = whole(query.limit ?? String(USUAL));
	const offset = whole(query.offset ?? '0');
	if (limit === undefined || limit < 1 || limit > MOST)
		return err(`limit: must be a whole number from 1 to ${MOST}.`);
	if (offset === undefined) return err('offset: must be a whole number from 0.');
	return ok({ limit, offset });
}

const whole = (text: string): number | undefined =>
	/^\d{1,9}$/.test(text) ? Number(text) : undefined;
