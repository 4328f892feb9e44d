// Each route says what it takes and gives: `routes.put('/', needs('config:write', 'Replaces …', about), …)`.
// Who lacks the scope learns which one it is, as RFC 6750 section 3.1 has it; the rest is read where the
// document of the API is made (scripts/reference/openapi.ts), and never by a request.
import type { MiddlewareHandler } from 'hono';
import type * as z from 'zod';
import { allows, challenge, lacks, type Scope } from '../../auth';
import type { RouteState } from './deps';
import { refuse } from './errors';

export interface About {
	/** Parameters of the address. */
	readonly query?: Readonly<Record<string, z.ZodType>>;
	/** JSON that is read, or the types of what is read instead. */
	readonly body?: z.ZodType | readonly string[];
	/** JSON that is answered, or the types of what is answered instead. */
	readonly answer: z.ZodType | readonly string[];
	/** Of an answer; 200 unless told. */
	readonly status?: readonly number[];
	/** Errors are those of another API. */
	readonly isForeign?: boolean;
	/** Of a route for all of them. */
	readonly methods?: readonly string[];
}

export interface Declared {
	/** Absent: anybody may. */
	readonly scope?: Scope;
	/** One sentence. */
	readonly summary: string;
	/** Made when it is read, so that no isolate starts with it. */
	readonly about: () => About;
}

const declared = new WeakMap<object, Declared>();

/** What a route declares; undefined for a handler that declares nothing. */
export const declarationOf = (handler: object): Declared | undefined => declared.get(handler);

/** Lets through who has the scope. */
export const needs = (
	scope: Scope,
	summary: string,
	about: () => About,
): MiddlewareHandler<RouteState> => {
	const guard: MiddlewareHandler<RouteState> = async (c, next) => {
		const { principal } = c.var;
		const target = Object.values(c.req.param()).join(' ').slice(0, 200);
		c.set('needed', { scope, path: c.req.routePath, target });
		if (allows(principal, scope)) return next();
		return refuse(c, 'insufficient_scope', lacks('This', scope), {
			headers: { 'WWW-Authenticate': challenge({ error: 'insufficient_scope', scope }) },
		});
	};
	declared.set(guard, { scope, summary, about });
	return guard;
};

/** Lets everybody through: the route says itself who may what. */
export const open = (summary: string, about: () => About): MiddlewareHandler<RouteState> => {
	const door: MiddlewareHandler<RouteState> = (_, next) => next();
	declared.set(door, { summary, about });
	return door;
};
