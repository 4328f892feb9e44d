// Pages with forms, in a real browser: servers behind, rules, runs. Each does what it says, and shows what
// the API says.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADVICE, startBrowser } from '../chromium';
import { type FixtureServer, startFixtureServer } from '../upstreams/fixture-server';
import { type Loadline, startLoadline } from './serve';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const found: Browser | undefined = await startBrowser();
if (!found) console.warn(ADVICE);

let loadline: Loadline;
let fixture: FixtureServer;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
	[loadline, fixture] = await Promise.all([startLoadline(), startFixtureServer()]);
	if (!found) return;
	page = await found.newPage({ viewport: { width: 1280, height: 900 } });
	page.on('console', (message) => {
		if (message.type() === 'error') complaints.push(message.text());
	});
	page.on('pageerror', ({ message }) => complaints.push(message));
});
afterAll(async () => {
	await found?.close();
	await Promise.all([loadline?.stop(), fixture?.close()]);
});

const open = (path: string) =>
	page.goto(`${loadline.url.replace('127.0.0.1', 'localhost')}${path}`);
const api = async <Body>(path: string): Promise<Body> =>
	(await (await loadline.fetch(path)).json()) as Body;
const press = async (name: string) => {
	await page.getByRole('button', { name, exact: true }).click();
	await page.waitForLoadState();
};

/** A page as it stands, in both widths and both colours: fits, and keeps nobody out. */
async function look(name: string): Promise<void> {
	for (const [width, colorScheme] of [
		[1280, 'light'],
		[390, 'dark'],
	] as const) {
		await page.setViewportSize({ width, height: 844 });
		await page.emulateMedia({ colorScheme });
		expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), name).toBe(0);
		await page.evaluate(axe);
		const serious = await page.evaluate(async () => {
			const { axe } = globalThis as unknown as {
				axe: { run(): Promise<{ violations: { id: string; impact: string }[] }> };
			};
			const { violations } = await axe.run();
			return violations.filter(({ impact }) => /serious|critical/.test(impact));
		});
		expect(serious, `${name} ${width}`).toEqual([]);
		if (process.env.SCREENSHOTS)
			await page.screenshot({
				path: `${process.env.SCREENSHOTS}/${name}-${width}-${colorScheme}.png`,
				fullPage: true,
			});
	}
	await page.setViewportSize({ width: 1280, height: 900 });
}

describe.skipIf(!found)('servers behind', () => {
	const listed = async () => {
		const { config } = await api<{ config: { upstreams: { name: string; tools: object }[] } }>(
			'/api/config',
		);
		return config.upstreams.find(({ name }) => name === 'fixture');
	};

	it('are added by their address, and tried at once', async () => {
		await open('/upstreams');
		await page.fill('#url', fixture.url);
		await page.fill('#name', 'fixture');
		await press('Add and try it');
		const { upstreams } = await api<{ upstreams: { name: string; status: string }[] }>('/health');
		expect(upstreams.find(({ name }) => name === 'fixture')?.status).toBe('ok');
		const card = page.locator('.server').last();
		expect(await card.locator('[role=status]').textContent()).toMatch(/^It listed \d+ tools in/);
		expect(await card.locator('h3 + span').textContent()).toContain('ok');
	});

	it('offer what is ticked, and what was changed is undone', async () => {
		const card = page.locator('.server').last();
		await card.locator('.tools summary').click();
		await look('upstreams');
		const box = card.locator('input[name=offered]').first();
		const tool = await box.getAttribute('value');
		await box.uncheck();
		await press('Offer what is ticked');
		expect((await listed())?.tools).toEqual({ deny: [tool] });
		await card.locator('.tools summary').click();
		expect(await card.locator('input[name=offered]:not(:checked)').getAttribute('value')).toBe(
			tool,
		);
		await press('Undo');
		expect((await listed())?.tools ?? {}).toEqual({});
	});

	it('get a secret that is kept sealed and named, never shown', async () => {
		await open('/upstreams');
		await page.fill('#url', fixture.url);
		await page.fill('#name', 'kept');
		expect(await page.locator('#secret').isVisible()).toBe(false);
		await page.getByLabel('a token or key').check();
		await page.fill('#secret', 'tok-very-secret-1');
		await press('Add and try it');
		const { config } = await api<{ config: { upstreams: { name: string; headers: object }[] } }>(
			'/api/config',
		);
		expect(config.upstreams.find(({ name }) => name === 'kept')?.headers).toEqual({
			authorization: `Bearer \${secret:TOKEN_KEPT}`,
		});
		expect(await page.content()).not.toContain('tok-very-secret-1');
		await page.getByRole('button', { name: 'Remove kept' }).click();
		await page.waitForLoadState();
		expect(await page.locator('.server h3').allTextContents()).toEqual(['demo', 'fixture']);
	});

	it('refuse an address that cannot be one, in words', async () => {
		await page.fill('#url', 'https://user:pw@example.com/mcp');
		await page.fill('#name', 'odd');
		await press('Add and try it');
		expect(await page.locator('[role=alert]').textContent()).toMatch(/url/);
		complaints.length = 0;
	});
});
