// The pages in a real browser: a client is let in, a user logs in at a server behind, both by keyboard or
// mouse as a person would. SCREENSHOTS=FOLDER keeps pictures.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ADVICE, startBrowser } from '../chromium';
import { type Deployment, freePort, startDeployment } from '../oauth/deployment';
import { Keeping, logIn } from '../oauth/login-client';
import { startHttp } from '../upstreams/node-http';
import { callThrough } from './clients';
import { type Loadline, startLoadline } from './serve';

const browser: Browser | undefined = await startBrowser();
if (!browser) console.warn(ADVICE);

const shots = process.env.SCREENSHOTS;
if (shots) mkdirSync(shots, { recursive: true });

/** Of one page in four dresses, where pictures are wanted; and whether it fits the narrow one. */
async function look(page: Page, name: string): Promise<void> {
	const before = page.viewportSize() ?? { width: 1280, height: 800 };
	for (const [width, height] of [
		[1280, 800],
		[360, 740],
	] as const) {
		await page.setViewportSize({ width, height });
		const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
		expect([name, width, overflow]).toEqual([name, width, 0]);
		for (const colorScheme of ['light', 'dark'] as const) {
			if (!shots) continue;
			await page.emulateMedia({ colorScheme });
			const path = join(shots, `${name}-${width}-${colorScheme}.png`);
			await page.screenshot({ path, fullPage: true });
		}
	}
	await page.setViewportSize(before);
}

describe.skipIf(!browser)(`the pages${browser ? '' : ` (${ADVICE})`}`, () => {
	let deployment: Deployment;
	let page: Page;
	/** What the browser itself complained of. */
	const complaints: string[] = [];

	beforeAll(async () => {
		deployment = await startDeployment();
		page = await (await (browser as Browser).newContext()).newPage();
		page.on('console', (message) => {
			if (message.type() === 'error') complaints.push(message.text());
		});
	});
	afterAll(async () => {
		await browser?.close();
		await deployment?.stop();
	});

	/** Through the identity provider's page. */
	const atProvider = async (account: string) => {
		await page.waitForURL(/\/interaction\//);
		await page.fill('input[name=account]', account).catch(() => {});
		await page.keyboard.press('Enter');
	};

	it('let a client in, which calls, and withdraw it again', async () => {
		// The client's own address, where it listens for the browser to come back.
		let ended = '';
		const listening = await startHttp((request, response) => {
			if (request.url?.startsWith('/callback')) ended = `${listening.origin}${request.url}`;
			response.end('back at the client');
		});
		onTestFinished(() => listening.close());
		const callback = `${listening.origin}/callback`;
		const keeping = new Keeping('Editor of the tests', undefined, callback);
		const client = await logIn('v2', `${deployment.loadline.url}/mcp`, keeping, async (address) => {
			await page.goto(address);
			await look(page, 'sign-in');
			await page.click('text=Continue with');
			await atProvider('alice');
			await page.click('text=Continue').catch(() => {});
			await page.waitForURL(/\/authorize/);
			await look(page, 'consent');
			expect(await page.textContent('main')).toContain('Editor of the tests');
			expect(await page.textContent('main')).toContain('127.0.0.1');
			// By keyboard alone: from the first field to the button.
			await page.focus('input[name=scope]');
			await page.keyboard.press('Tab');
			expect(await page.evaluate('document.activeElement.textContent')).toBe('Allow');
			await page.keyboard.press('Enter');
			await page.waitForURL(`${callback}**`);
			return ended;
		});
		expect((await callThrough(client, 'demo__get_booking', { id: 'bk_0001' })).isError).toBe(false);

		await page.goto(`${deployment.loadline.url}/connect`);
		await look(page, 'connections');
		await page.click('a:text("Connect")');
		await look(page, 'connect');
		await page.click('text=Go to its login');
		await page.waitForURL(/\/interaction\/|\/connect\/callback/);
		while (page.url().includes('/interaction/')) {
			await page.fill('input[name=account]', 'alice', { timeout: 200 }).catch(() => {});
			await page.click('button[value=yes]');
			await page.waitForLoadState();
		}
		expect(await page.textContent('main')).toContain('notes is connected');
		await look(page, 'connected');
		expect((await callThrough(client, 'notes__whoami')).texts[0]).toBe('whoami alice');

		await page.goto(`${deployment.loadline.url}/connect`);
		expect(await page.textContent('main')).toContain('Editor of the tests');
		await page.click('text=Withdraw');
		await page.waitForLoadState();
		await expect(callThrough(client, 'notes__whoami')).rejects.toThrow();
		expect(complaints.filter((text) => /Content Security Policy|Refused/.test(text))).toEqual([]);
	});

	it('say whose a new deployment can be, and sign out', async () => {
		const loadline: Loadline = await startLoadline({
			dev: false,
			port: await freePort(),
			vars: { LOADLINE_SECRET: '0123456789abcdef0123456789abcdef-x', LOADLINE_CLAIM: 'the claim' },
		});
		try {
			await page.goto(`${loadline.url}/claim`);
			await look(page, 'claim');
			await page.fill('#secret', 'the claim');
			await page.fill('#passphrase', 'four words and a comma,');
			await page.keyboard.press('Enter');
			await page.waitForURL(/\/connect$/);
			await page.click('text=Sign out');
			expect(await page.textContent('main')).toContain('signed out');
			await page.goto(`${loadline.url}/connect`);
			await page.fill('#passphrase', 'not it, but long enough');
			await page.keyboard.press('Enter');
			expect(await page.textContent('[role=alert]')).toContain('not the passphrase');
			await look(page, 'wrong');
		} finally {
			await loadline.stop();
		}
	});
});
