// CORS for web clients of allowed origins (MCP 2026-07-28 headers among them; `Mcp-Param-*` by prefix).
import type { MiddlewareHandler } from 'hono';

const REQUEST_HEADERS = [
	'Authorization',
	'Content-Type',
	'Accept',
	'If-Match',
	'Last-Event-ID',
	'Mcp-Method',
	'Mcp-Name',
	'MCP-Protocol-Version',
	'Mcp-Session-Id',
];
const EXPOSED_HEADERS = [
	'Mcp-Method',
	'Mcp-Name',
	'MCP-Protocol-Version',
	'Mcp-Session-Id',
	'WWW-Authenticate',
	'ETag',
	'Content-Disposition',
	'Loadline-Complete',
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Seconds a browser may remember a preflight. */
const MAX_AGE = 600;

/** Answers preflights and marks responses; runs behind the check of the Origin. */
export const cors: MiddlewareHandler = async (c, next) => {
	const origin = c.req.header('origin');
	if (origin === undefined) return next();
	const isPreflight =
		c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined;
	if (isPreflight) {
		const requested = c.req.header('access-control-request-headers') ?? '';
		c.header('Access-Control-Allow-Methods', METHODS.join(', '));
		c.header('Access-Control-Allow-Headers', allowedHeaders(requested).join(', '));
		c.header('Access-Control-Max-Age', String(MAX_AGE));
		c.res = c.body(null, 204);
	} else {
		await next();
		c.header('Access-Control-Expose-Headers', EXPOSED_HEADERS.join(', '));
	}
	c.header('Access-Control-Allow-Origin', origin);
	c.header('Vary', 'Origin', { append: true });
	return undefined;
};

/** The known headers, and those `Mcp-Param-*` that were asked for: CORS has no prefixes. */
const allowedHeaders = (requested: string): readonly string[] => [
	...REQUEST_HEADERS,
	...requested
		.split(',')
		.map((name) => name.trim())
		.filter((name) => /^mcp-param-[\w!#$%&'*+.^`|~-]{1,100}$/i.test(name))
		.slice(0, 50),
];
