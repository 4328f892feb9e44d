// The pages in a real browser: each shows what the API says, and its forms do what they say.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADVICE, startBrowser } from '../chromium';
import { type Loadline, startLoadline } from './serve';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PATHS = [
	'/',
	'/overview',
	'/upstreams',
	'/memory',
	'/runs',
	'/config',
	'/people',
	'/settings',
];

const found: Browser | undefined = await startBrowser();
if (!found) console.warn(ADVICE);
const browser = found as Browser;

let loadline: Loadline;
let origin: string;
let session: string;
/** What pages complained about. */
const complaints: string[] = [];

beforeAll(async () => {
	loadline = await startLoadline();
	origin = loadline.url.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
	await found?.close();
	await loadline?.stop();
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
	const page = await (await browser.newContext(options)).newPage();
	page.on('console', (message) => {
		// That a page itself says what is wrong is none.
		const isPage = message.location().url === page.url();
		if (message.type() === 'error' && !isPage) complaints.push(`${path}: ${message.text()}`);
	});
	page.on('pageerror', ({ message }) => complaints.push(`${path}: ${message}`));
	await page.goto(`${origin}${path}`);
	return page;
}

const version = async () => (await api<{ version: number }>('/api/config')).version;
/** What the endpoints of the configuration say. */
const changed = async () =>
	(await api<{ config: { endpoints: object } }>('/api/config')).config.endpoints;

const api = async <Body>(path: string): Promise<Body> =>
	(await (await loadline.fetch(path)).json()) as Body;

describe.skipIf(!found)('the pages of a new deployment', () => {
	it.each(PATHS)('%s says what there is to do where there is nothing to see', async (path) => {
		const page = await open(path);
		expect(await page.title()).toContain('Loadline');
		expect(await page.locator('main').textContent()).toMatch(/\w{4}/);
		await page.context().close();
	});

	it('shows the demo at first, as it was really called, once', async () => {
		const page = await open('/');
		expect(await page.locator('main').textContent()).toContain('really calling the demo');
		const { sessions } = await api<{ sessions: { id: string }[] }>('/api/sessions');
		expect(sessions.map(({ id }) => id)).toEqual(['demo', 'demo-log']);
		type Calls = { calls: { state: string; tool: string }[]; trace: { kind: string }[] };
		const { calls, trace } = await api<Calls>('/api/sessions/demo');
		const states = ['plain', 'consumed', 'collapsed', 'used', 'forgotten'];
		expect([...new Set(calls.map(({ state }) => state))].sort()).toEqual(states.sort());
		expect(new Set(calls.map(({ tool }) => tool)).size).toBeGreaterThan(5);
		expect(trace.map(({ kind }) => kind)).toContain('context_action');
		await page.goto(`${origin}/overview`);
		expect(await page.locator('.over').count()).toBeGreaterThan(1);
		await page.context().close();
	});
});

describe.skipIf(!found)('the pages after a conversation', () => {
	beforeAll(async () => {
		const client = new Client({ name: 'test', version: '1' });
		await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', loadline.url)));
		const call = (name: string, args: object = {}) =>
			client.callTool({ name, arguments: { ...args } });
		await call('demo__list_bookings');
		for (let page = 0; page < 3; page++) {
			await call('search_records', { model: 'activity' });
			await call('store_analysis_memory', { finding: `of page ${page}` });
		}
		await client.close();
		const { sessions } = await api<{ sessions: { id: string }[] }>('/api/sessions');
		session = sessions[0]?.id ?? '';
	});

	it.each([
		['wide and light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
		['narrow and dark', { viewport: { width: 360, height: 800 }, colorScheme: 'dark' }],
	] as const)('fit, %s, and keep nobody out', async (_name, options) => {
		const page = await open('/', options);
		for (const path of [...PATHS, `/sessions/${session}`]) {
			await page.goto(`${origin}${path}`);
			const beyond = 'document.documentElement.scrollWidth - innerWidth';
			expect(await page.evaluate(beyond), path).toBeLessThanOrEqual(0);
			await page.evaluate(axe);
			const violations = await page.evaluate(async () => {
				const { axe } = globalThis as unknown as {
					axe: { run(): Promise<{ violations: { id: string; impact: string }[] }> };
				};
				return (await axe.run()).violations;
			});
			const serious = violations.filter(({ impact }) => /serious|critical/.test(impact));
			expect(
				serious.map(({ id }) => id),
				path,
			).toEqual([]);
		}
		await page.context().close();
	});

	it('show the figures of the API', async () => {
		const { totals, calls } = await api<{
			totals: Record<string, number>;
			calls: { state: string }[];
		}>(`/api/sessions/${session}`);
		const page = await open(`/sessions/${session}`);
		const figures = await page.locator('.figure').allInnerTexts();
		const shown = figures.map((text) => Number(text.split('\n')[1]?.replaceAll(',', '')));
		expect(shown).toEqual([
			...[totals.calls, totals.tokensBefore, totals.tokensReleased],
			Number(totals.tokensReleasable) - Number(totals.tokensReleased),
			totals.tokensAfter,
		]);
		expect(await page.locator('.timeline > li').count()).toBe(calls.length);
		expect(await page.locator('.hull a').count()).toBe(calls.length);
		await page.context().close();
	});

	it('show hints when they are asked for, open by keyboard, and have the original', async () => {
		const page = await open(`/sessions/${session}`);
		expect(await page.locator('.badge').count()).toBe(0);
		await page.getByRole('button', { name: 'Show context hints' }).click();
		expect(await page.locator('.badge').allInnerTexts()).toContain('consumed');
		await page.locator('.timeline summary').nth(1).focus();
		await page.keyboard.press('Enter');
		await page.locator('.timeline pre', { hasText: '"items"' }).waitFor();
		await page.getByRole('link', { name: 'The original' }).first().click();
		expect(await page.locator('pre').textContent()).toContain('"items"');
		await page.goto(`${origin}/sessions/${session}/calls/gone%2F..`);
		expect(await page.locator('main').textContent()).toContain('Expired');
		await page.goto(`${origin}/settings`);
		expect(await page.getByLabel('Show context hints').isChecked()).toBe(true);
		await page.selectOption('select', '32000');
		await page.getByRole('button', { name: 'Keep' }).click();
		await page.goto(`${origin}/sessions/${session}`);
		expect(await page.locator('.side').textContent()).toContain('load line at 32,000');
		await page.locator('.hull a').nth(1).focus();
		await page.locator('.peeks pre', { hasText: '"items"' }).waitFor();
		await page.context().close();
	});

	it('lead from what is heavy to a setting, show what would change, and undo it', async () => {
		const page = await open('/');
		await page.getByRole('button', { name: 'Shorter first answers' }).click();
		expect(await page.locator('table').textContent()).toContain('firstAnswerTokens.list');
		expect((await api<{ version: number }>('/api/config')).version).toBe(0);
		await page.getByRole('button', { name: 'Put in force' }).click();
		await page.getByText('Version 1 is in force').waitFor();
		expect(await version()).toBe(1);
		await page.getByRole('button', { name: 'Undo' }).click();
		await page.getByText('Version 2 is in force').waitFor();
		expect(await changed()).toEqual({});
		await page.context().close();
	});

	it('check a document as it is written, and keep what one of two writers wrote', async () => {
		const [first, second] = [await open('/config'), await open('/config')];
		await first.fill('textarea', 'defaultPageSize: none');
		await first.getByText('defaultPageSize must be').waitFor();
		await first.fill('textarea', 'defaultPageSize: 9 # small');
		await first.getByText('Would change defaultPageSize').waitFor();
		await first.getByRole('button', { name: 'Put in force' }).click();
		await first.getByText('is in force.').waitFor();
		expect(await first.inputValue('textarea')).toContain('# small');
		await second.fill('textarea', 'chunkSize: 100');
		await second.getByRole('button', { name: 'Put in force' }).click();
		expect(await second.locator('main').textContent()).toContain('Somebody changed it meanwhile');
		expect(await second.inputValue('textarea')).toBe('chunkSize: 100');
		await second.goto(`${origin}/config`);
		await second.getByRole('button', { name: 'Undo' }).count();
		await second.getByRole('button', { name: 'Go back to it' }).last().click();
		await second.getByText('is in force.').waitFor();
		await Promise.all([first, second].map((page) => page.context().close()));
	});

	it('keep the values that they hide', async () => {
		const authorization = 'Bearer s3cret-of-crm';
		const upstream = { url: 'https://crm.example/mcp', headers: { authorization } };
		const headers = { 'content-type': 'application/json' };
		const put = { method: 'PUT', headers, body: JSON.stringify(upstream) };
		await loadline.fetch('/api/config/upstreams/crm', put);
		const page = await open('/config');
		expect(await page.inputValue('textarea')).not.toContain('s3cret');
		await page.fill('textarea', `${await page.inputValue('textarea')}chunkSize: 77\n`);
		await page.getByRole('button', { name: 'Put in force' }).click();
		await page.getByText('is in force.').waitFor();
		const text = await page.inputValue('textarea');
		await page.fill('textarea', text.replace('crm.example', 'elsewhere.example'));
		await page.getByText('holds the mask').waitFor();
		await page.fill('textarea', '');
		await page.getByRole('button', { name: 'Put in force' }).click();
		await page.getByText('is in force.').waitFor();
		await page.context().close();
	});

	it('give the table as CSV', async () => {
		const csv = await (await loadline.fetch('/overview.csv')).text();
		const { groups } = await api<{ groups: { key: string; count: number }[] }>('/api/telemetry');
		const rows = csv.trim().split('\r\n').slice(1);
		expect(rows.map((row) => row.split(',').slice(0, 2).join())).toEqual(
			groups.map(({ key, count }) => `${key},${count}`),
		);
	});

	it('raise no error in the browser', () => {
		expect(complaints).toEqual([]);
	});

	it('name what is wrong with a document, and change nothing', async () => {
		const before = (await api<{ version: number }>('/api/config')).version;
		const page = await open('/config');
		await page.fill('textarea', 'tokenBudgetThreshold: many');
		await page.getByRole('button', { name: 'Put in force' }).click();
		expect(await page.locator('main').textContent()).toContain('tokenBudgetThreshold must be');
		expect((await api<{ version: number }>('/api/config')).version).toBe(before);
		await page.context().close();
	});

	it('take no form of another page', async () => {
		const body = new URLSearchParams({ text: 'demo: false', do: 'save', csrf: 'x' });
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		const answer = await loadline.fetch('/config', { method: 'POST', headers, body: `${body}` });
		expect(answer.status).toBeGreaterThanOrEqual(400);
		expect((await api<{ config: { demo: boolean } }>('/api/config')).config.demo).toBe(true);
	});
});
