// Each route says which scope it takes: `routes.put('/', needs('config:write'), …)`. Who lacks it learns
// which one it is, as RFC 6750 section 3.1 has it.
import type { MiddlewareHandler } from 'hono';
import { challenge } from '../../auth/challenge';
import { allows, lacks, type Scope } from '../../auth/scopes';
import type { RouteState } from './deps';
import { errorResponse } from './errors';

/** Lets through who has the scope. */
export const needs =
	(scope: Scope): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		const { principal, correlationId } = c.var;
		const target = Object.values(c.req.param()).join(' ').slice(0, 200);
		c.set('needed', { scope, path: c.req.routePath, target });
		if (allows(principal, scope)) return next();
		return errorResponse('insufficient_scope', lacks('This', scope), correlationId, {
			headers: { 'WWW-Authenticate': challenge({ error: 'insufficient_scope', scope }) },
		});
	};
