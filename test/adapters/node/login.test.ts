// `loadline wrap URL` and `loadline login URL` before a server that lets in only whom a real authorization
// server has let in: the user logs in with a real browser.
import { spawn } from 'node:child_process';
import {
	chmodSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { ADVICE, startBrowser } from '../../chromium';
import { Browsing } from '../../oauth/browsing';
import { throughProvider } from '../../oauth/deployment';
import { type IdentityProvider, startIdentityProvider } from '../../oauth/identity-provider';
import { type ProtectedUpstream, startProtectedUpstream } from '../../oauth/protected-upstream';
import { commandLine } from '../../program';

const browser: Browser | undefined = await startBrowser();
if (!browser) console.warn(ADVICE);
let provider: IdentityProvider;
let upstream: ProtectedUpstream;
let folder: string;
const clients: Client[] = [];

beforeAll(async () => {
	provider = await startIdentityProvider();
	upstream = await startProtectedUpstream(provider);
});
afterAll(async () => {
	await upstream.close();
	await provider.close();
	await browser?.close();
});
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'loadline-login-'));
	const opener = join(folder, 'browser');
	writeFileSync(opener, `#!/bin/sh\nprintf '%s\\n' "$1" >>'${folder}/opened'\n`);
	chmodSync(opener, 0o755);
});
afterEach(async () => {
	for (const client of clients.splice(0)) await client.close();
	rmSync(folder, { recursive: true });
});

const state = () => join(folder, 'state');
const opened = () => {
	try {
		return readFileSync(join(folder, 'opened'), 'utf8').trim().split('\n');
	} catch {
		return [];
	}
};
const kept = () => {
	const [name = ''] = readdirSync(join(state(), 'logins'));
	const file = join(state(), 'logins', name);
	return { file, login: JSON.parse(readFileSync(file, 'utf8')) };
};
const wrapped = async (): Promise<Client> => {
	const client = new Client({ name: 'test', version: '1' });
	await client.connect(
		new StdioClientTransport({
			command: process.execPath,
			args: [inject('command'), 'wrap', '--state', state(), '--', upstream.url],
			env: { ...process.env, BROWSER: join(folder, 'browser') } as Record<string, string>,
			stderr: 'ignore',
		}),
	);
	clients.push(client);
	return client;
};
const call = async (client: Client, name: string) =>
	((await client.callTool({ name, arguments: {} })).content as { text: string }[])[0]?.text;

/** The user, in the page that was opened. */
async function logIn(count: number): Promise<void> {
	await expect.poll(() => opened().length).toBe(count);
	const page = await (await (browser as Browser).newContext()).newPage();
	await page.goto(opened().at(-1) ?? '');
	for (let asked = 0; asked < 4 && page.url().includes('/interaction/'); asked++) {
		const account = page.locator('input[name=account]');
		if ((await account.count()) > 0) await account.fill('alice');
		await page.click('button[value=yes]');
		await page.waitForLoadState();
	}
	expect(await page.textContent('p')).toContain('You may close this window');
	await page.context().close();
}

describe.skipIf(!browser)('loadline wrap before a server that wants a login', () => {
	it('opens a browser, keeps the login for its owner alone, and asks no second time', async () => {
		const [first] = await Promise.all([wrapped(), logIn(1)]);
		expect(await call(first, 'whoami')).toBe('whoami alice');
		const { file, login } = kept();
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(login).toMatchObject({
			url: upstream.url,
			tokens: { refresh_token: expect.any(String) },
		});

		const second = await wrapped();
		expect(await call(second, 'whoami')).toBe('whoami alice');
		expect(opened()).toHaveLength(1);

		// A token that has ended: two processes that find it so, at once, renew it once.
		writeFileSync(
			file,
			JSON.stringify({ ...login, tokens: { ...login.tokens, access_token: 'ended' } }),
		);
		const asked = provider.asked['/token'] ?? 0;
		const both = [first, second].map((client) => call(client, 'whoami'));
		expect(await Promise.all(both)).toEqual(['whoami alice', 'whoami alice']);
		expect(provider.asked['/token']).toBe(asked + 1);
		expect(opened()).toHaveLength(1);

		// More scopes are asked for when they are needed.
		const [written] = await Promise.all([call(first, 'write_note'), logIn(2)]);
		expect(written).toBe('write_note alice');
		expect(readdirSync(join(state(), 'logins'))).toHaveLength(1);
	});
});

describe('loadline login', () => {
	/** Without a browser of its own: what it prints is opened elsewhere. */
	const login = (answer: 'yes' | 'no') =>
		new Promise<{ status: number | null; said: string }>((resolve) => {
			const env = { ...process.env, BROWSER: '', DISPLAY: '', WAYLAND_DISPLAY: '' };
			const args = [inject('command'), 'login', '--state', state(), upstream.url];
			const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
			let said = '';
			let isAsked = false;
			for (const stream of [child.stdout, child.stderr])
				stream.setEncoding('utf8').on('data', (text: string) => {
					said += text;
					const [, found] = /Open (\S+)\n/.exec(said) ?? [];
					if (!isAsked && found !== undefined) void browse(found);
					isAsked ||= found !== undefined;
				});
			child.once('close', (status) => resolve({ status, said }));

			const browse = async (url: string) => {
				const browsing = new Browsing();
				const page = await browsing.open(url);
				if (answer === 'yes') await throughProvider(browsing, page, 'bob');
				else await browsing.submit(page, { answer });
			};
		});

	it('prints where to log in on a machine without a browser, and can forget', async () => {
		const { status, said } = await login('yes');
		expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('Logged in at') });
		expect(kept().login.tokens.access_token).toEqual(expect.any(String));
		const forgotten = await commandLine(['login', '--state', state(), '--forget', upstream.url]);
		expect(forgotten.status).toBe(0);
		expect(kept().login).toEqual({ url: upstream.url });
	});

	it('says that the user refused', async () => {
		const { status, said } = await login('no');
		expect({ status, said }).toEqual({ status: 1, said: expect.stringContaining('access_denied') });
	});

	it('says of what is no server that it is none, and of one without login that it has none', async () => {
		const { status, err } = await commandLine(['login', 'mcp.example.com']);
		expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining('is not the URL') });
	});
});
