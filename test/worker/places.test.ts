// Pages with forms, in a real browser: servers behind, rules, runs. Each does what it says, and shows what
// the API says.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADVICE, startBrowser } from '../chromium';
import { share } from '../fuzz-runs';
import { type FixtureServer, startFixtureServer } from '../upstreams/fixture-server';
import { axe, seriousFaults } from './axe';
import { callThrough, connectClient } from './clients';
import { type Loadline, startLoadline } from './serve';

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

const DRESSES = [
	[1280, 'light'],
	[390, 'dark'],
] as const;
let looked = 0;

/** A page as it stands, by turns wide and light or narrow and dark, by night both: fits, and keeps nobody out. */
async function look(name: string): Promise<void> {
	for (const [width, colorScheme] of share(DRESSES, 2, looked++)) {
		await page.setViewportSize({ width, height: 844 });
		await page.emulateMedia({ colorScheme });
		expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), name).toBe(0);
		await page.evaluate(axe);
		expect(await page.evaluate(seriousFaults, []), `${name} ${width}`).toEqual([]);
		if (process.env.SCREENSHOTS)
			await page.screenshot({
				path: `${process.env.SCREENSHOTS}/${name}-${width}-${colorScheme}.png`,
				fullPage: true,
			});
	}
	await page.setViewportSize({ width: 1280, height: 900 });
}

describe.skipIf(!found)('a page', () => {
	it('tells of acts, and offers their way back, to the browser that did them alone', async () => {
		for (const forged of [
			'said=role&of=u-1&was=admin',
			'done=1&before=0',
			'said=revoke&of=t-1&seal=0123456789abcdef',
		]) {
			await open(`/people?${forged}`);
			expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
			expect(await page.locator('.notice.good').count()).toBe(0);
		}
	});
});

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
		expect(await card.locator('h2 + span').textContent()).toContain('ok');
	});

	it('offer what is ticked, and what was changed is undone', async () => {
		const card = page.locator('.server').last();
		await card.locator('.tools summary').first().click();
		await look('upstreams');
		const box = card.locator('input[name=offered]').first();
		const tool = await box.getAttribute('value');
		await box.uncheck();
		await press('Offer what is ticked');
		expect((await listed())?.tools).toEqual({ deny: [tool] });
		await card.locator('.tools summary').first().click();
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
		await page.locator('form[action="/upstreams"]').getByLabel('a token or key, the same').check();
		await page.fill('#secret', 'tok-very-secret-1');
		await press('Add and try it');
		const { config } = await api<{ config: { upstreams: { name: string; headers: object }[] } }>(
			'/api/config',
		);
		expect(config.upstreams.find(({ name }) => name === 'kept')?.headers).toEqual({
			authorization: expect.stringMatching(/^Bearer \$\{secret:TOKEN_KEPT_[0-9A-F]{16}\}$/),
		});
		expect(await page.content()).not.toContain('tok-very-secret-1');
		await page.getByRole('button', { name: 'Remove kept' }).click();
		await page.waitForLoadState();
		expect(await page.locator('.server h2').allTextContents()).toEqual(['demo', 'fixture']);
	});

	it('refuse an address that cannot be one, in words', async () => {
		await page.fill('#url', 'https://user:pw@example.com/mcp');
		await page.fill('#name', 'odd');
		await press('Add and try it');
		expect(await page.locator('[role=alert]').textContent()).toMatch(/url/);
		complaints.length = 0;
	});
});

const RULE = `# Commits

Subjects are imperative.

- Never force-push to main.
- [How others do it](https://example.com)
`;

describe.skipIf(!found)('rules', () => {
	/** Through the tools, as an agent. */
	let agent: (tool: string, args: object) => Promise<Record<string, unknown>>;
	const publish = async (content: string, more: object = { base: null }) => {
		const body = JSON.stringify({ files: [{ file: 'rules/git/COMMITS.md', content, ...more }] });
		const headers = { 'content-type': 'application/json' };
		const init = { method: 'POST', headers, body };
		const { published } = (await (await loadline.fetch('/api/memory/sync/apply', init)).json()) as {
			published: { id: string; hash: string }[];
		};
		return published[0] ?? { id: '', hash: '' };
	};

	it('show what binds, what does not, and what came of it', async () => {
		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		agent = async (tool, args) => {
			const session_id = 'rules';
			const { structured = {} } = await callThrough(client, tool, { session_id, ...args });
			return structured;
		};
		const { id } = await publish(RULE);
		await agent('memsetup', { knownHashes: { 'META_PROMPT.md': '' } });
		await agent('memload', { ids: [id], knownHashes: { [id]: '' } });
		await open('/memory');
		await page.getByRole('link', { name: 'git/COMMITS.md' }).click();
		expect(await page.locator('.rule .line-unbound').allTextContents()).toEqual([
			'- [How others do it](https://example.com)\n',
		]);
		expect(await page.locator('.rule .line-binds').count()).toBe(2);
		const { objects } = await api<{ objects: { loads: number }[] }>('/api/memory/usage');
		const loaded = page.locator('.figure', { hasText: 'Loaded' }).locator('dd');
		expect(await loaded.textContent()).toBe(String(objects[0]?.loads));
		expect(objects[0]?.loads).toBe(1);
		await look('rule');
	});

	it('are drafted, submitted, rejected with a word, and approved beside what was published', async () => {
		const [rule] = (await api<{ objects: { id: string }[] }>('/api/memory/objects')).objects;
		const id = rule?.id ?? '';
		const body = RULE.replace('imperative', 'imperative and short');
		await agent('artifact', { resource: 'rule', op: { update: { id, body } } });
		await open('/memory');
		await page.getByRole('link', { name: 'git/COMMITS.md' }).first().click();
		expect(await page.locator('ins').textContent()).toContain('and short');
		await page.fill('#comment', 'Shorter reads better.');
		await press('Submit for review');
		await press('Submit it');
		await page.getByRole('link', { name: 'git/COMMITS.md' }).first().click();
		expect(await page.locator('main').textContent()).toContain('Shorter reads better.');
		await look('draft');
		await page.fill('#comment', 'Say how short.');
		await press('Reject');
		await press('Reject it');
		const drafts = async () =>
			(
				await api<{ drafts: { id: string; state: string; comment: string }[] }>(
					'/api/memory/drafts',
				)
			).drafts[0];
		expect(await drafts()).toMatchObject({ state: 'rejected', comment: 'Say how short.' });
		const [at] = (await api<{ objects: { hash: string }[] }>('/api/memory/objects')).objects;
		const meanwhile = RULE.replace('main', 'any branch');
		await publish(meanwhile, { base: at?.hash, id });
		await open(`/memory/drafts/${(await drafts())?.id}`);
		await press('Submit for review');
		await press('Submit it');
		await open(`/memory/drafts/${(await drafts())?.id}`);
		expect(await page.locator('.versions section').count()).toBe(3);
		await look('conflict');
		await press('Approve');
		expect(await page.locator('[role=alert]').textContent()).toMatch(/\w/);
		complaints.length = 0;
		await open(`/memory/drafts/${(await drafts())?.id}`);
		await page.getByLabel('Overwrite what was published meanwhile').check();
		await press('Approve');
		const { content } = await api<{ content: string }>(`/api/memory/objects/${id}`);
		expect(content).toContain('imperative and short');
		await open(`/memory/${id}`);
		await page.getByRole('button', { name: 'Publish it again' }).first().click();
		await page.waitForLoadState();
		expect((await api<{ content: string }>(`/api/memory/objects/${id}`)).content).toBe(meanwhile);
	});
});

describe.skipIf(!found)('runs', () => {
	it('are drawn with what is done, where they stand, and how they came there', async () => {
		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		const call = (tool: string, args: object = {}) =>
			callThrough(client, tool, { session_id: 'runs', ...args });
		await call('workflow_start', { workflow: 'tasks-one-by-one' });
		const tasks = [
			{ id: 'a', title: 'First' },
			{ id: 'b', title: 'Second' },
		];
		await call('workflow_set_tasks', { loop_id: 'tasks', tasks });
		await call('workflow_advance');
		await call('workflow_advance');
		await open('/runs');
		const { workflows } = await api<{ workflows: { name: string; steps: number }[] }>(
			'/api/workflows',
		);
		for (const { name, steps } of workflows)
			expect(await page.locator(`[aria-labelledby=workflow-${name}] .step`).count()).toBe(steps);
		await look('runs');
		await page.locator('tbody a').first().click();
		const { runs } = await api<{ runs: { id: string }[] }>('/api/runs');
		const { status, history } = await api<{
			status: { step: string; subStep: string };
			history: unknown[];
		}>(`/api/runs/${runs[0]?.id}`);
		const here = page.locator('[aria-current=step]');
		expect(await here.first().locator('strong').textContent()).toBe(status.step);
		expect(await here.last().textContent()).toContain(status.subStep);
		expect(await page.locator('.step.is-done').count()).toBe(1);
		const moves = page.getByRole('table', { name: 'Every move' });
		expect(await moves.locator('tbody tr').count()).toBe(history.length);
		await look('run');
	});
});

it.skipIf(!found)('no page raises an error', () => {
	expect(complaints).toEqual([]);
});
