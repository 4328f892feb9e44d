// The playground in a real browser, a real client in it: what it shows is what the API says.
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ADVICE, startBrowser } from '../chromium';
import { share } from '../fuzz-runs';
import { startFixtureServer } from '../upstreams/fixture-server';
import { axe, seriousFaults } from './axe';
import { type Loadline, startLoadline } from './serve';

const found: Browser | undefined = await startBrowser();
if (!found) console.warn(ADVICE);

describe.skipIf(!found)('the playground', () => {
	let loadline: Loadline;
	let page: Page;
	const complaints: string[] = [];
	const asked: { url: string; bytes: number }[] = [];

	beforeAll(async () => {
		loadline = await startLoadline();
		page = await (found as Browser).newPage({ viewport: { width: 1280, height: 900 } });
		page.on('console', (message) => {
			if (message.type() === 'error') complaints.push(message.text());
		});
		page.on('pageerror', ({ message }) => complaints.push(message));
		page.on('response', async (response) => {
			const body = await response.body().catch(() => Buffer.from(''));
			asked.push({ url: response.url(), bytes: gzipSync(body).length });
		});
		await page.goto(`${loadline.url.replace('127.0.0.1', 'localhost')}/playground`);
	});
	afterAll(async () => {
		await found?.close();
		await loadline?.stop();
	});

	const outcome = () => page.locator('.measure').textContent().then(String);
	const call = (name = 'Call') => page.getByRole('button', { name, exact: true }).click();

	it('shows a result as the tool gave it beside what a model gets, in text and in tokens', async () => {
		await call();
		await page.waitForSelector('.sides');
		const { groups } = (await (await loadline.fetch('/api/telemetry')).json()) as {
			groups: { tokens: { sum: number }; originalTokens: { sum: number } }[];
		};
		const [{ tokens, originalTokens } = { tokens: { sum: 0 }, originalTokens: { sum: 0 } }] =
			groups;
		const figures = (await outcome()).match(/[\d,]+(?= tokens)|(?<=became )[\d,]+/g);
		expect(figures?.map((text) => Number(text.replaceAll(',', '')))).toEqual([
			...[originalTokens.sum, tokens.sum],
		]);
		const side = (at: number) => page.locator('.sides pre').nth(at).textContent();
		// Each side is filled in once it has come; what the tool gave comes by a call of its own.
		await expect.poll(() => side(0)).toContain('"currency":"EUR"');
		await expect.poll(() => side(1)).toContain('EUR');
		const seen = await side(1);
		expect(seen).not.toContain('"currency": "EUR"');
	});

	it('follows a cursor, and asks with an expression by the tool that reads results', async () => {
		const seen = () => page.locator('.sides pre').nth(1).textContent();
		await call('Next page');
		await expect.poll(seen).toContain('bk_0450');
		await call('Ask about it');
		expect(await page.inputValue('#argument-handle')).toMatch(/^[\w-]{40,}$/);
		await page.fill('#argument-select', "bookings[?status=='completed'].guestName");
		await page.keyboard.press('Enter');
		await expect.poll(seen).toContain('Hugo Bauer');
	});

	it('shows what a host takes, and what its model would never see', async () => {
		await page.selectOption('#tool', 'demo__list_bookings');
		await call();
		await expect.poll(outcome).toContain('demo__list_bookings');
		await page.selectOption('#host', 'codex');
		await call('Call it again, as Codex sees it');
		await page.getByText('Codex lets 10,000 of these').waitFor();
		expect(String(await page.locator('.lost').textContent()).length).toBeGreaterThan(1_000);
	});

	it('makes calls of a conversation of their own', async () => {
		await page.selectOption('#tool', 'store_analysis_memory');
		await page.fill('#argument-finding', 'Found.');
		await call();
		await expect.poll(outcome).toContain('store_analysis_memory');
		const link = page.getByRole('link', { name: 'The conversation of these calls' });
		const told = await loadline.fetch(`/api${await link.getAttribute('href')}`);
		const session = (await told.json()) as { totals: { calls: number } };
		expect(session.totals.calls).toBe(6);
	});

	it('says what is wrong with an argument, and calls nothing', async () => {
		await page.fill('#argument-finding', '');
		await call();
		expect(await page.locator('.call [role=alert]').textContent()).toBe('finding: is required.');
	});

	it('answers what a server asks: a form with its defaults, and a page, or says no', async () => {
		const server = await startFixtureServer();
		onTestFinished(() => server.close());
		await loadline.fetch('/api/config/upstreams/asking', {
			method: 'PUT',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ url: server.url }),
		});
		const home = loadline.url.replace('127.0.0.1', 'localhost');
		const tool = 'test_elicitation_sep1034_defaults';
		await page.goto(`${home}/playground?server=asking&tool=${tool}`);
		const said = page.locator('.sides pre').nth(1);
		await call();
		await page.getByRole('heading', { name: 'The server asks you' }).waitFor();
		expect(await page.inputValue('#answer-name')).toBe('John Doe');
		await page.fill('#answer-age', 'old');
		await call('Answer');
		expect(await page.locator('.question [role=alert]').textContent()).toBe(
			'age: must be a number.',
		);
		await page.fill('#answer-age', '31');
		await call('Answer');
		await expect.poll(() => said.textContent()).toContain('"age":31');
		await page.selectOption('#tool', 'test_elicitation_sep1330_enums');
		await call();
		await expect.poll(() => page.locator('#answer-titledSingle option').count()).toBe(4);
		await call('Decline');
		await expect.poll(() => said.textContent()).toContain('decline');
		await page.selectOption('#tool', 'visit');
		await call();
		await page.locator('.question .note', { hasText: 'a page of example.com' }).waitFor();
		const there = 'https://example.com/in';
		await page.context().route(there, (route) => route.fulfill({ body: 'in' }));
		const opened = page.context().waitForEvent('page');
		await call('Open it');
		await (await opened).waitForURL(there);
		await (await opened).close();
		await expect.poll(() => said.textContent()).toContain('went there: accept');
	});

	it('says of a tool that is not there so, and chooses no other in its place', async () => {
		const { origin } = new URL(page.url());
		await page.goto(`${origin}/playground?tool=demo__none`);
		await page.getByText('No tool is called demo__none here.').waitFor();
		expect(await page.inputValue('#tool')).toBe('');
		expect(await page.getByRole('button', { name: 'Call', exact: true }).count()).toBe(0);
		await page.selectOption('#tool', 'demo__list_bookings');
		await page.getByRole('button', { name: 'Call', exact: true }).waitFor();
		expect(await page.getByText('No tool is called').count()).toBe(0);
	});

	it('leads to a server that lists nothing', async () => {
		await loadline.fetch('/api/config/upstreams/gone', {
			method: 'PUT',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ url: 'http://127.0.0.1:9/mcp' }),
		});
		await page.goto(`${loadline.url.replace('127.0.0.1', 'localhost')}/playground?server=gone`);
		await page.getByRole('link', { name: 'Look at the server' }).waitFor();
		complaints.length = 0;
	});

	it('keeps nobody out, fits, paints with little, and raises no error', async () => {
		await page.evaluate(axe);
		expect(await page.evaluate(seriousFaults, [])).toEqual([]);
		await page.setViewportSize({ width: 390, height: 844 });
		expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
		const loaded = new Map(asked.map(({ url, bytes }) => [url, bytes]));
		const scripts = [...loaded].filter(([url]) => url.endsWith('.js'));
		expect(scripts.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(40_000);
		expect(asked.filter(({ url }) => new URL(url).hostname !== 'localhost')).toEqual([]);
		expect(complaints).toEqual([]);
	});
});

describe.skipIf(!found)('the pages of a deployment that people sign in at', () => {
	it('serve whoever is signed in, and call as they may; a cookie alone calls nothing', async () => {
		const vars = { LOADLINE_SECRET: '0123456789abcdef0123456789abcdef-x', LOADLINE_CLAIM: 'mine' };
		const loadline = await startLoadline({ dev: false, vars });
		const browser = (await startBrowser()) as Browser;
		try {
			const context = await browser.newContext();
			const page = await context.newPage();
			await page.goto(`${loadline.url}/claim`);
			await page.fill('#secret', 'mine');
			await page.fill('#passphrase', 'four words and a comma,');
			await page.keyboard.press('Enter');
			await page.waitForURL(/\/connect$/);
			for (const path of share(['/', '/upstreams', '/memory', '/runs', '/config', '/people'], 3)) {
				await page.goto(`${loadline.url}${path}`);
				expect(new URL(page.url()).pathname).toBe(path);
			}
			await page.goto(`${loadline.url}/playground`);
			await page.goto(`${loadline.url}/config`);
			await page.fill('textarea', 'defaultPageSize: 9');
			await page.getByRole('button', { name: 'Put in force' }).click();
			await page.getByText('Version 1 is in force').waitFor();
			const cookies = await context.cookies();
			const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
			const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
			const type = { 'content-type': 'application/json' };
			for (const headers of [
				{ cookie, ...type },
				{ cookie, ...type, origin: loadline.url, 'sec-fetch-site': 'same-origin' },
			])
				expect((await loadline.fetch('/mcp', { method: 'POST', headers, body })).status).toBe(401);
		} finally {
			await browser.close();
			await loadline.stop();
		}
	});
});
