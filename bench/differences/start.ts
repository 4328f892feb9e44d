// Starts a server under test, and connects clients that answer whatever they are asked.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import {
	CreateMessageRequestSchema,
	ElicitRequestSchema,
	ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { freePort } from '../../scripts/free-port.mjs';
import { type ClientKind, connectClient } from '../../test/worker/clients';
import { serveStdio } from './bridge';
import type { ServerUnderTest } from './servers';

export interface Started {
	readonly url: string;
	close(): Promise<void>;
}

/**
 * @param packages folder with `node_modules`
 * @param folder what the server may work on
 */
export async function startServer(
	server: ServerUnderTest,
	packages: string,
	folder: string,
): Promise<Started> {
	const program = join(packages, 'node_modules', server.package, server.program);
	const args = [program, ...(server.args?.(folder) ?? [])];
	const env = { ...server.env?.(folder) };
	if (!server.isHttp) return serveStdio({ args, env });
	const port = await freePort();
	const child = spawn(process.execPath, args, {
		env: { ...process.env, ...env, PORT: String(port) },
		stdio: 'ignore',
	});
	const url = `http://127.0.0.1:${port}/mcp`;
	await answers(url);
	return { url, close: () => ended(child) };
}

/** A client with all capabilities; what it answers is always the same. */
export async function connect(kind: ClientKind, url: string): Promise<Client> {
	const capabilities = { elicitation: { form: {} }, sampling: {}, roots: {} };
	const client = await connectClient(kind, url, undefined, capabilities);
	const handle = client.setRequestHandler.bind(client) as (...args: unknown[]) => void;
	const answers = [
		['elicitation/create', ElicitRequestSchema, { action: 'decline' }],
		[
			'sampling/createMessage',
			CreateMessageRequestSchema,
			{ role: 'assistant', model: 'm', content: { type: 'text', text: 'from the model' } },
		],
		['roots/list', ListRootsRequestSchema, { roots: [{ uri: 'file:///home/ann', name: 'ann' }] }],
	] as const;
	for (const [method, schema, answer] of answers)
		handle(kind === 'v1' ? schema : method, async () => answer);
	return client;
}

async function answers(url: string): Promise<void> {
	for (let tries = 0; tries < 100; tries++) {
		if (await fetch(url).catch(() => undefined)) return;
		await new Promise((resume) => setTimeout(resume, 100));
	}
	throw new Error(`${url} does not answer`);
}

const ended = (child: ChildProcess): Promise<void> =>
	new Promise((resolve) => {
		child.once('exit', () => resolve());
		child.kill('SIGKILL');
	});
