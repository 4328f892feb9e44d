// Clients of both revisions, over stdio and HTTP, and a server that tells what it receives.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { EventStreamParser } from '../../src/shared/event-stream';
import { jsonIn } from '../../src/shared/json-values';
import { readBody, startHttp } from '../upstreams/node-http';
import { lines, type mirror } from './mirror.mjs';

export type Era = 'legacy' | 'modern';
export type Json = Readonly<Record<string, unknown>>;

/** A connection of one client; gives the text of the answer to a request. */
export interface Caller {
	request(method: string, params: Json): Promise<string>;
	close(): void;
}

const META = {
	'io.modelcontextprotocol/protocolVersion': '2026-07-28',
	'io.modelcontextprotocol/clientCapabilities': {},
	'io.modelcontextprotocol/clientInfo': { name: 'gate', version: '1' },
};
const INITIALIZE = {
	protocolVersion: '2025-11-25',
	capabilities: {},
	clientInfo: { name: 'gate', version: '1' },
};

const messageOf = (era: Era, id: number, method: string, params: Json): string =>
	JSON.stringify({
		jsonrpc: '2.0',
		id,
		method,
		params: era === 'modern' ? { ...params, _meta: { ...(params._meta ?? {}), ...META } } : params,
	});

/** Connects to an address. */
export async function overHttp(url: string, era: Era): Promise<Caller> {
	let count = 0;
	let session: string | undefined;
	const request = async (method: string, params: Json): Promise<string> => {
		const id = ++count;
		const name = params.name ?? params.uri;
		const subject = typeof name === 'string' && { 'mcp-name': `=?base64?${btoa(bytes(name))}?=` };
		const response = await fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(session !== undefined && { 'mcp-session-id': session }),
				...(era === 'modern'
					? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...subject }
					: method !== 'initialize' && { 'mcp-protocol-version': '2025-11-25' }),
			},
			body: messageOf(era, id, method, params),
		});
		session ??= response.headers.get('mcp-session-id') ?? undefined;
		const text = await response.text();
		if (!response.headers.get('content-type')?.includes('event-stream')) return text;
		const events = new EventStreamParser().push(text);
		return events.map(({ data }) => data).find((each) => each.includes(`"id":${id}`)) ?? text;
	};
	if (era === 'legacy') await request('initialize', INITIALIZE);
	return { request, close: () => {} };
}

const bytes = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

/** Connects to a program of Node; the answer to `initialize` is among what it gives. */
export async function overStdio(
	command: readonly string[],
	era: Era,
	env: NodeJS.ProcessEnv = process.env,
): Promise<Caller & { readonly begun: string }> {
	const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'ignore'], env });
	const waiting = new Map<number, (text: string) => void>();
	const hear = async () => {
		for await (const line of lines(child.stdout)) {
			// A line that is no message is one of a server's log.
			const { id, method } = (jsonIn(line) ?? {}) as Json;
			if (typeof id === 'number' && method === undefined) waiting.get(id)?.(line);
		}
	};
	hear().catch(() => child.kill());
	const ended = new Promise<string>((_, fail) => {
		child.once('exit', (code) => fail(new Error(`${command[1]} ended with ${code}`)));
	});
	ended.catch(() => {});
	let count = 0;
	const request = (method: string, params: Json): Promise<string> => {
		const id = ++count;
		const answered = new Promise<string>((tell) => waiting.set(id, tell));
		child.stdin.write(`${messageOf(era, id, method, params)}\n`);
		return Promise.race([answered, ended]).finally(() => waiting.delete(id));
	};
	const begun = era === 'legacy' ? await request('initialize', INITIALIZE) : '';
	if (era === 'legacy')
		child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
	return { begun, request, close: () => void child.kill() };
}

/** Serves a mirror over HTTP; of the older revision with sessions. */
export function serveMirror(answer: ReturnType<typeof mirror>, isModern: boolean) {
	const sessions = new Set<string>();
	return startHttp((request, response) => {
		void readBody(request).then((body) => {
			const session = request.headers['mcp-session-id'];
			if (request.method !== 'POST') return response.writeHead(405).end();
			const begins = !isModern && body.includes('"method":"initialize"');
			if (!isModern && !begins && !sessions.has(String(session)))
				return response.writeHead(session === undefined ? 400 : 404).end();
			const begun = randomUUID();
			if (begins) sessions.add(begun);
			const text = answer(body);
			const headers = {
				'content-type': 'application/json',
				...(begins && { 'mcp-session-id': begun }),
			};
			return response.writeHead(text === undefined ? 202 : 200, headers).end(text);
		});
	});
}
