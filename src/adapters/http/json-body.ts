// A request body, bounded; of a JSON one what is wrong is named member by member. Pages of lists.
import type { Context } from 'hono';
import type { z } from 'zod/v4';
import { formatOf } from '../../config';
import { type ReadBodyOf, type RouteKey, routeOf } from '../../contract';
import { jsonIn } from '../../shared/json-in';
import { err, ok, type Result } from '../../shared/result';
import { readBoundedText } from '../fetch';
import type { RouteState } from './deps';
import { refuse } from './errors';

const MOST_ISSUES = 20;

/** The body as a text, or the answer that refuses it. @param tooLarge what is said of a larger one */
export async function readText(
	c: Context<RouteState>,
	maxBytes: number,
	tooLarge = `The body may have at most ${maxBytes} bytes.`,
): Promise<Result<string, Response>> {
	const text = await readBoundedText(c.req.raw, maxBytes);
	if (text.ok) return text;
	return err(
		text.error === 'too_large'
			? refuse(c, 'too_large', tooLarge)
			: refuse(c, 'unreadable', 'The request body could not be read.'),
	);
}

/** The body as a route of the contract takes it (an empty one as `{}`), or the answer that refuses it. */
export const readJson = <Key extends RouteKey>(
	c: Context<RouteState>,
	key: Key,
	maxBytes: number,
): Promise<Result<ReadBodyOf<Key>, Response>> =>
	readJsonAs(c, routeOf(key).schemas().body as z.ZodType<ReadBodyOf<Key>>, maxBytes);

/** The same by a schema. */
export async function readJsonAs<Value>(
	c: Context<RouteState>,
	schema: z.ZodType<Value>,
	maxBytes: number,
): Promise<Result<Value, Response>> {
	const text = await readText(c, maxBytes);
	if (!text.ok) return text;
	// A web page can send any other type to a foreign server without being asked whether it may.
	if (text.value.trim() !== '' && formatOf(c.req.raw.headers.get('content-type')) !== 'json')
		return err(refuse(c, 'not_json', 'Content-Type: must be application/json.'));
	const json = text.value.trim() === '' ? {} : jsonIn(text.value);
	if (json === undefined) return err(refuse(c, 'invalid_body', 'The body is not JSON.'));
	const read = schema.safeParse(json);
	if (read.success) return ok(read.data);
	const issues = read.error.issues.slice(0, MOST_ISSUES).map((issue) => ({
		path: issue.path.join('.'),
		reason: issue.message,
	}));
	const message = `The body is not what this route takes: ${issues.map(({ path, reason }) => `${path || 'body'}: ${reason}`).join('; ')}.`;
	return err(refuse(c, 'invalid_body', message.slice(0, 1000), { issues }));
}

interface Page {
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
