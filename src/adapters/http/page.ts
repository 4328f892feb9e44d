// `?limit=&offset=` of lists: at most 200 entries at a time, 50 unless told.
import type { Context } from 'hono';
import { err, ok, type Result } from '../../shared/result';
import type { RouteState } from './deps';
import { refuse } from './errors';

/** A page of a list. */
export interface Page {
	readonly limit: number;
	readonly offset: number;
}

/** Entries of a page, at most and unless told. */
const MOST = 200;
const USUAL = 50;

/** The page that a query asks for, or the answer that names the wrong parameter. */
export function pageOf(c: Context<RouteState>): Result<Page, Response> {
	const limit = whole(c.req.query('limit') ?? String(USUAL));
	const offset = whole(c.req.query('offset') ?? '0');
	if (limit === undefined || limit < 1 || limit > MOST)
		return err(refuse(c, 'invalid_parameter', `limit: must be a whole number from 1 to ${MOST}.`));
	if (offset === undefined)
		return err(refuse(c, 'invalid_parameter', 'offset: must be a whole number from 0.'));
	return ok({ limit, offset });
}

const whole = (text: string): number | undefined =>
	/^\d{1,9}$/.test(text) ? Number(text) : undefined;
