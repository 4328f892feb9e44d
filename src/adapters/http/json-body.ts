// A request body, bounded; of a JSON one what is wrong is named member by member; the parameters of a query.
import type { Context } from 'hono';
import * as z from 'zod/v4';
import { formatOf } from '../../config';
import { type ReadOf, type RouteKey, routeOf } from '../../contract';
import { jsonFault } from '../../shared/json-fault';
import { jsonIn } from '../../shared/json-values';
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
): Promise<Result<ReadOf<Key>['body'], Response>> =>
	readJsonAs(c, routeOf(key).schemas().body as z.ZodType<ReadOf<Key>['body']>, maxBytes);

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
	if (json === undefined)
		return err(refuse(c, 'invalid_body', `The body is not JSON: ${jsonFault(text.value)}.`));
	const read = schema.safeParse(json);
	if (read.success) return ok(read.data);
	const issues = read.error.issues.slice(0, MOST_ISSUES).map((issue) => ({
		path: issue.path.join('.'),
		reason: issue.message,
	}));
	const message = `The body is not what this route takes: ${issues.map(({ path, reason }) => `${path || 'body'}: ${reason}`).join('; ')}.`;
	return err(refuse(c, 'invalid_body', message.slice(0, 1000), { issues }));
}

/** The query as a route of the contract takes it, or the answer that names the wrong parameter. */
export function readQuery<Key extends RouteKey>(
	c: Context<RouteState>,
	key: Key,
): Result<ReadOf<Key>['query'], Response> {
	const { query = {} } = routeOf(key).schemas();
	const wrong = (path: string, reason: string) =>
		err(refuse(c, 'invalid_parameter', `${path}: ${reason}.`));
	for (const [name, values] of Object.entries(c.req.queries())) {
		const among = `is not a parameter; allowed are ${Object.keys(query).join(', ') || 'none'}`;
		if (!Object.hasOwn(query, name)) return wrong(name.slice(0, 50), among);
		if (values.length > 1) return wrong(name, 'is given twice');
	}
	const read: Record<string, unknown> = {};
	for (const [name, schema] of Object.entries(query)) {
		const text = c.req.query(name);
		const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
		const inner = isWrapped ? schema.unwrap() : schema;
		const isNumber = inner instanceof z.ZodNumber && /^\d{1,15}$/.test(text ?? '');
		const value = schema.safeParse(isNumber ? Number(text) : text);
		if (!value.success) return wrong(name, takes(inner, value.error.issues[0]));
		if (value.data !== undefined) read[name] = value.data;
	}
	return ok(read as ReadOf<Key>['query']);
}

/** Says what a parameter takes. */
function takes(schema: unknown, issue: z.core.$ZodIssue | undefined): string {
	if (schema instanceof z.ZodEnum) return `must be one of ${schema.options.join(', ')}`;
	if (issue?.code === 'custom' || issue?.code === 'invalid_format')
		return issue.message.replace(/\.$/, '');
	if (issue?.code === 'too_big' && schema instanceof z.ZodString)
		return `must have at most ${issue.maximum} characters`;
	if (!(schema instanceof z.ZodNumber)) return 'must be given';
	const { minValue, maxValue } = schema;
	const isBounded = maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER;
	return `must be a whole number from ${minValue ?? 0}${isBounded ? ` to ${maxValue}` : ''}`;
}
