// The door: which names and pages a request may come by, who is let in, and what those are told who are not.
import type { MiddlewareHandler } from 'hono';
import { challenge } from '../../auth';
import { hostFault } from '../mcp';
import type { HttpDeps, RouteState } from './deps';
import { type Asking, refuse } from './errors';
import { pageFault } from './same-origin';

type Guard = MiddlewareHandler<RouteState>;

const MINUTE = 60;

/** Answers 429: too many requests, or too many wrong tokens. */
export const tooMany = (c: Asking, seconds = MINUTE): Response =>
	refuse(
		c,
		'rate_limited',
		'Too many requests, or too many wrong tokens: wait as long as Retry-After says.',
		{ headers: { 'Retry-After': String(seconds) } },
	);

/** Without a safe secret nobody signs in, claims or logs in: what they are given could be forged. */
export const closedDoor =
	({ unsafe }: HttpDeps): Guard =>
	async (c, next) => {
		const isDoor = /^\/(?:claim|sign-|connect|authorize|token$|register$)/.test(c.req.path);
		if (unsafe === undefined || !isDoor) return next();
		return refuse(c, 'closed', unsafe);
	};

/** Host and Origin, against DNS rebinding and foreign web pages. */
export const checkNames =
	({ hosts, origins }: HttpDeps): Guard =>
	async (c, next) => {
		const request = c.req.raw;
		const host = hosts && hostFault(request, hosts);
		if (host) return refuse(c, 'forbidden_host', host);
		const origin = pageFault(request, origins);
		if (origin) return refuse(c, 'forbidden_origin', origin);
		return next();
	};

/** An address may try a secret only so often. */
export const fewTries =
	({ mayTry }: HttpDeps): Guard =>
	async (c, next) =>
		(await mayTry(c.req.raw)) ? next() : tooMany(c);

/** Lets callers through and tells all others how to become one. */
export const letIn =
	(deps: HttpDeps): Guard =>
	async (c, next) => {
		const access = c.var.access ?? (await deps.access(c.req.raw));
		switch (access.kind) {
			case 'caller':
				c.set('principal', access.principal);
				return next();
			case 'limited':
				return tooMany(c, access.retryAfterSeconds);
			case 'closed':
				return refuse(c, 'closed', access.advice);
			case 'refused': {
				const isInvalid = access.fault === 'invalid';
				const message = isInvalid
					? 'The bearer token is not valid here.'
					: 'Send a bearer token: Authorization: Bearer TOKEN.';
				const header = challenge(isInvalid ? { error: 'invalid_token' } : {});
				return refuse(c, 'unauthorized', message, {
					headers: { 'WWW-Authenticate': header },
				});
			}
		}
	};

/** Forbids caching: answers are of this moment and this caller. */
export const uncached: MiddlewareHandler<RouteState> = async (c, next) => {
	await next();
	if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
};
