// A client that is known by a document of its own (client ID metadata document) logs in at a server on Node,
// which fetches the document from wherever the client says that it is: public addresses alone, so much, no further.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../../../scripts/free-port.mjs';
import { Browsing } from '../../oauth/browsing';
import { Keeping, logIn, REDIRECT } from '../../oauth/login-client';
import { callThrough } from '../../worker/clients';

const hasOpenssl = (() => {
	try {
		return execFileSync('openssl', ['version']).length > 0;
	} catch {
		return false;
	}
})();
const TOKEN = 'token-of-ada-0123456789';
const folder = mkdtempSync(join(tmpdir(), 'loadline-documents-'));
const ends: (() => Promise<unknown>)[] = [
	async () => rmSync(folder, { recursive: true, force: true }),
];
afterAll(async () => {
	for (const end of ends.reverse()) await end();
});

/** Addresses of each name; a test stands in for the network between the first of them and its server. */
const NAMES = {
	'client.example': ['93.184.216.34'],
	'loopback.example': ['127.0.0.1'],
	'both.example': ['93.184.216.34', '10.0.0.7'],
	'metadata.example': ['169.254.169.254'],
	'six.example': ['::1'],
	'mapped.example': ['::ffff:127.0.0.1'],
};

function certificate() {
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const names = Object.keys(NAMES).map((name) => `DNS:${name}`);
	execFileSync(
		'openssl',
		[
			...[
				'req',
				'-x509',
				'-newkey',
				'rsa:2048',
				'-nodes',
				'-days',
				'2',
				'-subj',
				'/CN=client.example',
			],
			...['-addext', `subjectAltName=${names},IP:127.0.0.1`, '-keyout', key, '-out', cert],
		],
		{ stdio: 'ignore' },
	);
	return { key: readFileSync(key), cert: readFileSync(cert), path: cert };
}

/** Loaded before the server: what names mean, and a wire from the public address to this machine. */
const NETWORK = `
const names = ${JSON.stringify(NAMES)};
const dns = require('node:dns'), net = require('node:net');
const real = dns.lookup;
dns.lookup = (name, options, done) => {
	const found = names[name]?.map((address) => ({ address, family: net.isIP(address) }));
	if (!found) return real(name, options, done);
	process.nextTick(() => options.all ? done(null, found) : done(null, found[0].address, found[0].family));
};
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (options, ...rest) {
	const { lookup, host } = options ?? {};
	if (!names[host]) return connect.call(this, options, ...rest);
	const wired = (name, how, done) => (lookup ?? dns.lookup)(name, { ...how, all: true }, (error, found) => {
		if (error) return done(error);
		const [{ address }] = found;
		const at = address === '93.184.216.34' ? { address: '127.0.0.1', family: 4 } : found[0];
		return how.all ? done(null, [at]) : done(null, at.address, at.family);
	});
	return connect.call(this, { ...options, lookup: wired }, ...rest);
};`;

let home: string;
let port: number;
const asked: string[] = [];
const documentAt = (path: string, host = 'client.example') => `https://${host}:${port}${path}`;

beforeAll(async () => {
	if (!hasOpenssl) return;
	const { key, cert, path } = certificate();
	const site = createServer({ key, cert }, (request, response) => {
		asked.push(`${request.headers.host?.split(':')[0]}${request.url}`);
		if (request.url === '/moved')
			return response.writeHead(302, { location: '/client.json' }).end();
		const document = {
			client_id: `https://${request.headers.host}${request.url}`,
			client_name: 'The published editor',
			redirect_uris: [REDIRECT],
			grant_types: ['authorization_code', 'refresh_token'],
			response_types: ['code'],
			token_endpoint_auth_method: 'none',
			...(request.url === '/long' && { client_uri: `https://client.example/${'a'.repeat(6_000)}` }),
		};
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
	});
	site.listen(0, '127.0.0.1');
	await once(site, 'listening');
	ends.push(() => new Promise((done) => site.close(done)));
	port = (site.address() as AddressInfo).port;
	const network = join(folder, 'network.cjs');
	writeFileSync(network, NETWORK);
	const own = await freePort();
	home = `http://127.0.0.1:${own}`;
	const sha256 = createHash('sha256').update(TOKEN).digest('hex');
	const child = spawn(
		process.execPath,
		[inject('command'), 'serve', '--port', String(own), '--state', join(folder, 'state')],
		{
			env: {
				...process.env,
				LOADLINE_DEV: '0',
				LOADLINE_URL: home,
				LOADLINE_SECRET: '0123456789abcdef0123456789abcdef',
				LOADLINE_TOKENS: JSON.stringify([
					{ name: 'ada', sha256, workspace: 'ws-a', scopes: ['mcp:use', 'admin'] },
				]),
				NODE_EXTRA_CA_CERTS: path,
				NODE_OPTIONS: `--require=${network}`,
			},
			stdio: ['ignore', 'ignore', 'pipe'],
		},
	);
	ends.push(async () => {
		const gone = once(child, 'exit');
		child.kill();
		await gone;
	});
	await new Promise<void>((resolve, reject) => {
		let said = '';
		child.stderr.on('data', (part) => {
			said += part;
			if (said.includes('listens on')) resolve();
		});
		child.once('exit', () => reject(new Error(said)));
	});
});

/** Ada, who has signed in with her token. */
const ada = async () => {
	const browser = new Browsing();
	const page = await browser.open(`${home}/sign-in`);
	await browser.submit(page, { token: TOKEN });
	return browser;
};
const authorize = (client: string) =>
	`${home}/authorize?${new URLSearchParams({
		...{ response_type: 'code', client_id: client, redirect_uri: REDIRECT, scope: 'mcp:use' },
		...{ code_challenge: 'A'.repeat(43), code_challenge_method: 'S256', state: 's' },
	})}`;

describe.skipIf(!hasOpenssl)('a client that a document describes, on Node', () => {
	it('logs in, calls and is named by where its document is', async () => {
		const browser = await ada();
		const keeping = Object.assign(new Keeping('not what it is called'), {
			clientMetadataUrl: documentAt('/client.json'),
		});
		const client = await logIn('v2', `${home}/mcp`, keeping, async (address) => {
			const consent = await browser.open(address, {}, REDIRECT);
			expect(consent.text).toContain('The published editor');
			expect(consent.text).toContain('Published by client.example');
			return (await browser.submit(consent, { decision: 'allow' }, REDIRECT)).url;
		});
		expect((keeping.client as { client_id: string }).client_id).toBe(documentAt('/client.json'));
		expect((await callThrough(client, 'store_analysis_memory', { finding: 'one' })).isError).toBe(
			false,
		);
		await client.close();
	});

	it.each(Object.keys(NAMES).slice(1))('is not asked for at a name that means %s', async (name) => {
		const browser = await ada();
		const page = await browser.open(authorize(documentAt('/client.json', name)), {}, REDIRECT);
		expect([page.status, page.text]).toEqual([400, expect.stringContaining('could not be read')]);
		expect(asked.filter((one) => one.startsWith(name))).toEqual([]);
	});

	it.each(['/moved', '/long'])('is refused where its document is %s', async (path) => {
		const browser = await ada();
		const before = asked.length;
		const page = await browser.open(authorize(documentAt(path)), {}, REDIRECT);
		expect([page.status, page.text]).toEqual([400, expect.stringContaining('could not be read')]);
		expect(asked.slice(before)).toEqual([`client.example${path}`]);
	});

	it.each(['https://127.0.0.1:PORT/client.json', 'https://[::1]:PORT/client.json'])(
		'is not asked for at %s',
		async (client) => {
			const before = asked.length;
			const page = await (await ada()).open(
				authorize(client.replace('PORT', String(port))),
				{},
				REDIRECT,
			);
			expect([page.status, asked.length]).toEqual([400, before]);
		},
	);
});
