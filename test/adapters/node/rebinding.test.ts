// A public name that resolves to this machine, of a sudden: over https whoever answers there cannot prove the
// name, so no request and no credential arrives. On Workers the platform refuses to go inside by itself.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';

const hasOpenssl = (() => {
	try {
		return execFileSync('openssl', ['version']).length > 0;
	} catch {
		return false;
	}
})();
const TOKEN = 'token-of-ada-0123456789';
const NAME = 'rebound.example';
const folder = mkdtempSync(join(tmpdir(), 'loadline-rebinding-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A certificate that everybody here trusts, of one name. */
function certificateOf(name: string) {
	const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
	execFileSync(
		'openssl',
		[
			...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`],
			...['-addext', `subjectAltName=DNS:${name}`, '-keyout', key, '-out', cert],
		],
		{ stdio: 'ignore' },
	);
	return { key: readFileSync(key), cert: readFileSync(cert), path: cert };
}

/** Returns what a server inside is asked, and said, while a deployment calls the name that now means it. */
async function askedBy(owner: string) {
	const { key, cert, path } = certificateOf(owner);
	const seen: string[] = [];
	let connections = 0;
	const inside = createServer({ key, cert }, (request, response) => {
		seen.push(String(request.headers.authorization));
		response.writeHead(404).end();
	});
	inside.on('connection', () => connections++);
	inside.listen(0, '127.0.0.1');
	await once(inside, 'listening');
	// Names are looked up as somebody who owns the zone would have them.
	const lookup = join(folder, 'lookup.cjs');
	writeFileSync(
		lookup,
		`const dns = require('node:dns'); const real = dns.lookup;
		dns.lookup = (name, options, done) => name === '${NAME}'
			? process.nextTick(() => options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4))
			: real(name, options, done);`,
	);
	const sha256 = createHash('sha256').update(TOKEN).digest('hex');
	const tokens = [{ name: 'ada', sha256, workspace: 'ws-a', scopes: ['admin'] }];
	const state = join(folder, owner);
	const child = spawn(
		process.execPath,
		[inject('command'), 'serve', '--port', '0', '--state', state],
		{
			env: {
				...process.env,
				LOADLINE_DEV: '0',
				LOADLINE_SECRET: '0123456789abcdef0123456789abcdef',
				LOADLINE_TOKENS: JSON.stringify(tokens),
				NODE_EXTRA_CA_CERTS: path,
				NODE_OPTIONS: `--require=${lookup}`,
			},
			stdio: ['ignore', 'ignore', 'pipe'],
		},
	);
	try {
		const url = await new Promise<string>((resolve, reject) => {
			let said = '';
			child.stderr.on('data', (part) => {
				said += part;
				const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
				if (found) resolve(found);
			});
			child.once('exit', () => reject(new Error(said)));
		});
		const { port } = inside.address() as AddressInfo;
		const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
		const upstream = {
			...{ name: 'up', url: `https://${NAME}:${port}/mcp` },
			headers: { authorization: 'Bearer what-is-not-for-the-inside' },
		};
		const body = JSON.stringify({ upstreams: [upstream] });
		const put = await fetch(`${url}/api/config`, { method: 'PUT', headers, body });
		expect([put.status, await put.text()]).toEqual([200, expect.any(String)]);
		const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'up__t' } };
		const accept = { accept: 'application/json, text/event-stream' };
		const init = { method: 'POST', headers: { ...headers, ...accept }, body: JSON.stringify(call) };
		const answer = await (await fetch(`${url}/mcp`, init)).text();
		return { seen, connections, answer };
	} finally {
		const gone = once(child, 'exit');
		child.kill();
		await gone;
		inside.close();
	}
}

it.skipIf(!hasOpenssl)(
	`an allowed name that points inside gets no request and no credential${hasOpenssl ? '' : ' (needs openssl)'}`,
	async () => {
		const rebound = await askedBy('inside.example');
		expect(rebound.connections).toBeGreaterThan(0);
		expect(rebound.seen).toEqual([]);
		expect(rebound.answer).toMatch(/TLS|certificate/i);
		// Whoever has the certificate is the server.
		expect((await askedBy(NAME)).seen).toContain('Bearer what-is-not-for-the-inside');
	},
);
