// Registers the handler of a declared route. Who lacks the scope learns which one it is, as RFC 6750 section 3.1
// has it.
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { allows, challenge, lacks, type Principal, type Scope } from '../../auth';
import {
	type AnswerOf,
	contract,
	type PathOf,
	partsOf,
	type ReadOf,
	type RouteKey,
	routeOf,
} from '../../contract';
import { ok } from '../../shared/result';
import type { RouteState } from './deps';
import { refuse } from './errors';
import { readJson, readQuery } from './json-body';

/** The declared JSON, or a response: another status, another type, a refusal. */
type Reply<Key extends RouteKey> = AnswerOf<Key> | Response;

type Handler<Key extends RouteKey, Read> = (
	c: Context<RouteState, PathOf<Key>>,
	read: Read,
	principal: Principal,
) => Reply<Key> | Promise<Reply<Key>>;

/**
 * Serves a route of the contract. A route of the API gets its query as it is declared, and who asks; a wrong, unknown or
 * repeated parameter is refused.
 * @param before runs between the check of the scope and the handler
 */
export function serve<Key extends RouteKey>(
	app: Hono<RouteState>,
	key: Key,
	handler: Handler<Key, ReadOf<Key>['query']>,
	...before: readonly MiddlewareHandler<RouteState>[]
): void {
	const [method, path] = partsOf(key);
	const { scope } = routeOf(key);
	const isOwn = path.startsWith('/api/');
	const answer: MiddlewareHandler<RouteState, PathOf<Key>> = async (c) => {
		const query = isOwn ? readQuery(c, key) : NO_QUERY;
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
		const body = await readJson(c, key, maxBytes);
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
