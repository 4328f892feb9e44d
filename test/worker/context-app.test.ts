// The MCP App ui://loadline/context as a host shows it: read by a real client, in a frame of a real browser,
// spoken to by the hosts' own library.
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { ADVICE, startBrowser } from '../chromium';
import { type ClientKind, connectClient } from './clients';
import { type Loadline, startLoadline } from './serve';

const run = promisify(execFile);
const URI = 'ui://loadline/context';
const SHOWS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [] } } };

const browser: Browser | undefined = await startBrowser();
if (!browser) console.warn(ADVICE);
let loadline: Loadline;

beforeAll(async () => {
	loadline = await startLoadline();
});
afterAll(async () => {
	await browser?.close();
	await loadline?.stop();
});

const named = async (kind: ClientKind, capabilities: object) => {
	const client = await connectClient(kind, `${loadline.url}/mcp`, undefined, capabilities);
	const { tools } = await client.listTools();
	await client.close();
	return tools.find(({ name }) => name === 'show_context');
};

it.each(['v1', 'v2 legacy', 'v2 auto'] as const)(
	'a client (%s) that shows apps is told of it, no other pays for it',
	async (kind) => {
		expect((await named(kind, SHOWS))?._meta).toEqual({ ui: { resourceUri: URI } });
		expect(await named(kind, {})).toBeUndefined();
	},
);

/** A host: its library, a sandboxed frame, and what it was told. */
const HOST = `
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
globalThis.show = async (html, result) => {
	const frame = document.createElement('iframe');
	frame.sandbox = 'allow-scripts';
	frame.style.width = '45rem';
	document.body.append(frame);
	const bridge = new AppBridge(null, { name: 'host', version: '1' }, {}, { hostContext: { theme: 'dark' } });
	const ready = new Promise((tell) => { bridge.oninitialized = tell; });
	bridge.onsizechange = ({ height }) => { frame.style.height = height + 8 + 'px'; };
	await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
	frame.srcdoc = html;
	await ready;
	await bridge.sendToolInput({ arguments: {} });
	await bridge.sendToolResult(result);
	return { app: bridge.getAppVersion() };
};`;

it.skipIf(!browser)('a host draws the results of the conversation, by its library', async () => {
	const client = new Client(
		{ name: 'host', version: '1' },
		{ capabilities: SHOWS, versionNegotiation: { mode: 'auto' } },
	);
	await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', loadline.url)));
	const _meta = { 'dev.loadline/session': 'drawn' };
	const call = (name: string, args: object = {}) =>
		client.callTool({ name, arguments: { ...args }, _meta });
	await call('demo__list_bookings');
	await call('search_records', { model: 'activity' });
	await call('store_analysis_memory', { finding: 'Found.' });
	const result = await call('show_context');
	const { contents } = await client.readResource({ uri: URI });
	await client.close();
	const [page] = contents as { mimeType: string; text: string }[];
	expect(page?.mimeType).toBe('text/html;profile=mcp-app');
	const { totals } = (await (await loadline.fetch('/api/sessions/drawn')).json()) as {
		totals: { tokensAfter: number; tokensReleasable: number };
	};
	const said = (result.content as { text: string }[])[0]?.text;
	// The call that asks is no part of its own answer.
	expect(said).toMatch(/^\d+ tokens of results from 3 calls are held \(\d+ as tools gave them\); /);
	expect(said).toContain(`${totals.tokensReleasable} could leave`);

	const card = join(tmpdir(), `loadline-card-${process.pid}.svg`);
	onTestFinished(() => rmSync(card, { force: true }));
	const asked = ['report', 'drawn', '--url', loadline.url, '--svg', card];
	const { stdout } = await run(process.execPath, [inject('command'), ...asked]);
	expect(stdout).toContain(`${totals.tokensAfter.toLocaleString('en-US')} tokens are held`);
	expect(readFileSync(card, 'utf8')).toMatch(/^<svg .*4 calls of 4 tools/s);

	const { outputFiles } = await build({
		stdin: { contents: HOST, resolveDir: process.cwd() },
		...{ bundle: true, write: false, format: 'iife', platform: 'browser' },
	});
	const tab = await (browser as Browser).newPage();
	const complaints: string[] = [];
	tab.on('pageerror', ({ message }) => complaints.push(message));
	tab.on('request', (request) => complaints.push(request.url()));
	await tab.addScriptTag({ content: outputFiles[0]?.text ?? '' });
	const shown = await tab.evaluate(
		([html, given]) => {
			const { show } = globalThis as unknown as { show(...args: unknown[]): Promise<object> };
			return show(html, given);
		},
		[page?.text, result] as const,
	);
	expect(shown).toMatchObject({ app: { name: 'loadline-context' } });
	const [, frame] = tab.frames();
	await frame?.waitForSelector('.hull a');
	expect(await frame?.locator('.hull a').count()).toBe(3);
	expect(await frame?.locator('.legend').textContent()).toContain('search_records');
	expect(await frame?.locator('.advice').textContent()).toMatch(/ carries \d+ % of what is held/);
	expect(
		await frame?.locator('.figure', { hasText: 'Held' }).locator('dd').textContent(),
	).toContain(Number.parseInt(String(said), 10).toLocaleString('en-US'));
	expect(await frame?.evaluate('document.documentElement.style.colorScheme')).toBe('dark');
	const height = await tab.locator('iframe').evaluate((element) => element.clientHeight);
	expect(height).toBeGreaterThan(300);
	if (process.env.SCREENSHOTS)
		await tab.screenshot({ path: `${process.env.SCREENSHOTS}/context-app.png`, fullPage: true });
	expect(complaints.filter((text) => !text.startsWith('about:'))).toEqual([]);
});
