// Registers the handler of a declared route, and reads what it takes: the query, and a bounded body, of which a fault
// is named member by member. Who lacks the scope learns which one it is, as RFC 6750 section 3.1 has it.
import type { Context, Hono, MiddlewareHandler } from 'hono';
import * as z from 'zod/v4';
import { allows, challenge, lacks, type Principal, type Scope } from '../../auth';
import { formatOf } from '../../config';
import {
	type AnswerOf,
	contract,
	type PathOf,
	partsOf,
	type ReadOf,
	type RouteKey,
	routeOf,
} from '../../contract';
import { fieldReason } from '../../shared/field-reason';
import { jsonFault } from '../../shared/json-fault';
import { jsonIn } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import { ENCODED, readBoundedText } from '../fetch';
import type { RouteState } from './deps';
import { refuse } from './errors';

/** The declared JSON, or a response: another status, another type, a refusal. */
type Reply<Key extends RouteKey> = AnswerOf<Key> | Response;

type Handler<Key extends RouteKey, Read> = (
	c: Context<RouteState, PathOf<Key>>,
	read: Read,
	principal: Principal,
) => Reply<Key> | Promise<Reply<Key>>;

/**
 * Serves a route of the contract. A route of the API gets its query as it is declared, and who asks; a wrong, unknown
 * or repeated parameter is refused. @param before runs between the check of the scope and the handler
 */
export function serve<Key extends RouteKey>(
	app: Hono<RouteState>,
	key: Key,
	handler: Handler<Key, ReadOf<Key>['query']>,
	...before: readonly MiddlewareHandler<RouteState>[]
): void {
	const [method, path] = partsOf(key);
	const { scope } = routeOf(key);
	const answer: MiddlewareHandler<RouteState, PathOf<Key>> = async (c) => {
		const query = path.startsWith('/api/') ? readQuery(c, key) : NO_QUERY;
		if (!query.ok) return query.error;
		const reply = await handler(c, query.value as ReadOf<Key>['query'], c.var.principal);
		return reply instanceof Response ? reply : c.json(reply as object);
	};
	const chain = [...(scope === undefined ? [] : [guard(scope)]), ...before, answer];
	app.on(method, path, ...(chain as [MiddlewareHandler<RouteState>]));
}

const NO_QUERY = ok({});

/** Returns texts as a body, each asked for once the one before was taken; a failure ends it. */
export function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	return new ReadableStream({
		async pull(to) {
			const { done, value } = await texts.next();
			if (done) to.close();
			else to.enqueue(encoder.encode(value));
		},
		cancel: () => void texts.return(undefined),
	});
}

/** Serves a route with its body, as it is declared; another is refused. */
export const serveBody = <Key extends RouteKey>(
	app: Hono<RouteState>,
	key: Key,
	maxBytes: number,
	handler: Handler<Key, ReadOf<Key>['body']>,
): void =>
	serve(app, key, async (c, _, principal) => {
		const schema = routeOf(key).schemas().body as z.ZodType<ReadOf<Key>['body']>;
		const body = await readJsonAs(c, schema, maxBytes);
		return body.ok ? handler(c, body.value, principal) : body.error;
	});

/** Answers requests to declared paths of the API with another method: 405, and those that are allowed. */
export function wrongMethods(app: Hono<RouteState>): void {
	const keys = (Object.keys(contract) as RouteKey[]).map(partsOf);
	for (const [path, own] of Map.groupBy(keys, ([, path]) => path)) {
		if (!/^\/(?:api|hooks)\//.test(path)) continue;
		const Allow = own.map(([method]) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');
		app.all(path.replace(/\{.+\}/, ''), (c) =>
			refuse(c, 'method_not_allowed', `Use ${Allow}.`, { headers: { Allow } }),
		);
	}
}

const guard =
	(scope: Scope): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		const target = Object.values(c.req.param()).join(' ').slice(0, 200);
		c.set('needed', { scope, path: c.req.routePath, target });
		if (allows(c.var.principal, scope)) return next();
		return refuse(c, 'insufficient_scope', lacks('This', scope), {
			headers: { 'WWW-Authenticate': challenge({ error: 'insufficient_scope', scope }) },
		});
	};

/** Returns a time as the API tells it, ISO 8601. @param time milliseconds since the epoch */
export const isoTime = (time: number): string => new Date(time).toISOString();

type Told<Row, Name extends keyof Row> = Omit<Row, Name> & {
	readonly [name in Name]: string | Extract<Row[name], null>;
};

/** Converts times of a row. @param names members that are milliseconds since the epoch, or null */
export const isoTimes = <Row extends object, Name extends keyof Row>(
	row: Row,
	...names: readonly Name[]
): Told<Row, Name> => {
	const times = names.map((name) => [name, row[name] === null ? null : isoTime(Number(row[name]))]);
	return { ...row, ...Object.fromEntries(times) };
};

const MOST_ISSUES = 20;

/** The body as a text, or the answer that refuses it. @param tooLarge what is said of a larger one */
export async function readText(
	c: Context<RouteState>,
	maxBytes: number,
	tooLarge = `The body may have at most ${maxBytes} bytes.`,
): Promise<Result<string, Response>> {
	const text = await readBoundedText(c.req.raw, maxBytes);
	if (text.ok) return text;
	const { error } = text;
	if (error === 'encoded') return err(refuse(c, 'encoded', `${ENCODED.text}.`, ENCODED));
	return err(
		error === 'too_large'
			? refuse(c, 'too_large', tooLarge)
			: refuse(c, 'unreadable', 'The request body could not be read.'),
	);
}

/** The body as a schema takes it (an empty one as `{}`), or the answer that refuses it. */
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
		reason: fieldReason(issue.message),
	}));
	const message = `The body is not what this route takes: ${issues.map(({ path, reason }) => `${path || 'body'}: ${reason}`).join('; ')}.`;
	return err(refuse(c, 'invalid_body', message.slice(0, 1000), { issues }));
}

/** The query as a route of the contract takes it, or the answer that names the wrong parameter. */
function readQuery<Key extends RouteKey>(c: Context<RouteState>, key: Key) {
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
