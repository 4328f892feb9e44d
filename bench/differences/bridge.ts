// A server that speaks over stdin and stdout, served over streamable HTTP: one process a session, and
// every message as it is.
import { randomUUID } from 'node:crypto';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import {
	isInitializeRequest,
	WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { type RunningServer, serveWeb } from '../../test/upstreams/node-http';

export interface Command {
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
}

interface Session {
	readonly http: WebStandardStreamableHTTPServerTransport;
	readonly process: StdioClientTransport;
}

/** Serves a Node program; `close` ends all its processes. */
export async function serveStdio({ args, env }: Command): Promise<RunningServer> {
	const sessions = new Map<string, Session>();
	const refuse = (status: number, message: string) =>
		Response.json({ jsonrpc: '2.0', id: null, error: { code: -32000, message } }, { status });

	const begin = async (): Promise<Session> => {
		const process_ = new StdioClientTransport({
			command: process.execPath,
			args: [...args],
			env: { ...cleanEnv(), ...env },
			stderr: 'ignore',
		});
		const http: WebStandardStreamableHTTPServerTransport =
			new WebStandardStreamableHTTPServerTransport({
				sessionIdGenerator: () => randomUUID(),
				onsessioninitialized: (id) => void sessions.set(id, { http, process: process_ }),
				onsessionclosed: (id) => void end(id),
			});
		let asked: string | number | undefined;
		http.onmessage = (message) => {
			if ('method' in message && 'id' in message) asked = message.id;
			void process_.send(message as JSONRPCMessage).catch(() => {});
		};
		process_.onmessage = (message) => {
			// Messages of a server while it works belong to the request it works on.
			const related = 'method' in message && asked !== undefined ? { relatedRequestId: asked } : {};
			void http.send(message as never, related).catch(() => {});
		};
		await process_.start();
		await http.start();
		return { http, process: process_ };
	};
	const end = async (id: string): Promise<void> => {
		await sessions.get(id)?.process.close();
		sessions.delete(id);
	};

	const server = await serveWeb(async (request) => {
		const id = request.headers.get('mcp-session-id');
		const known = id === null ? undefined : sessions.get(id);
		if (known) return known.http.handleRequest(request);
		if (id !== null) return refuse(404, 'Session not found');
		const body: unknown = request.method === 'POST' ? await request.clone().json() : undefined;
		if (!isInitializeRequest(body)) return refuse(400, 'Bad Request: no session');
		return (await begin()).http.handleRequest(request);
	});
	return {
		...server,
		close: async () => {
			await Promise.all([...sessions.keys()].map(end));
			await server.close();
		},
	};
}

const cleanEnv = (): Record<string, string> => ({
	PATH: process.env.PATH ?? '',
	HOME: process.env.HOME ?? '',
});
