// The real routes of memory over a workspace in this process, on a port of their own; who calls is its administrator.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import type { HttpDeps, RouteState } from '../../../src/adapters/http/deps';
import { memoryRoutes } from '../../../src/adapters/http/memory-routes';
import type { Workspace } from '../../memory/workspace';

/** @param token what alone lets in; without one everybody may */
export async function memoryServer(
	workspace: Workspace,
	token?: string,
): Promise<{ readonly url: string; readonly close: () => void }> {
	const deps = {
		services: () => ({ memory: { ...workspace, now: () => 0 } }),
		config: { current: async () => ({ config: {}, origin: {}, version: 1 }) },
	} as unknown as HttpDeps;
	const app = new Hono<RouteState>();
	app.use(async (c, next) => {
		const given = c.req.header('authorization');
		if (token !== undefined && given !== `Bearer ${token}`) return c.json({}, 401);
		c.set('principal', { id: 'boss', workspace: 'ws-one', scopes: ['admin'] } as never);
		c.set('correlationId', 'c-1');
		return next();
	});
	memoryRoutes(app, deps);
	const server = createServer(async (request, response) => {
		let body = '';
		for await (const part of request) body += String(part);
		const { authorization = '', 'content-type': type = '' } = request.headers;
		const headers = { authorization, 'content-type': type };
		const init = { method: request.method ?? 'GET', headers, ...(body !== '' && { body }) };
		const answer = await app.request(request.url ?? '/', init);
		response.writeHead(answer.status, { 'content-type': 'application/json' });
		response.end(await answer.text());
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
