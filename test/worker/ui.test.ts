// The pages in a real browser: each shows what the API says, and its forms do what they say.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
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
	'/people/data',
	'/settings',
];

const HEAVY = 'demo__list_bookings';

/** In the page, once axe is there; all rules unless some are named. */
const seriousFaults = async (rules: readonly string[]) => {
	const { axe } = globalThis as unknown as {
		axe: { run(options: object): Promise<{ violations: { id: string; impact: string }[] }> };
	};
	const { violations } = await axe.run(rules.length > 0 ? { runOnly: rules } : {});
	return violations.filter(({ impact }) => /serious|critical/.test(impact)).map(({ id }) => id);
};

const found: Browser | undefined = await startBrowser();
if (!found) console.warn(ADVICE);
const browser = found as Browser;

let loadline: Loadline;
let origin: string;
let session: string;
/** What pages complained about. */
const complaints: string[] = [];

beforeAll(async () => {
	// As `npm start` has it.
	loadline = await startLoadline({ vars: { LOADLINE_SESSION_TEXTS: 'true' } });
	origin = loadline.url.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
	await found?.close();
	await loadline?.stop();
});

/** One visitor of them all, unless told otherwise: a context of its own is half a second. */
let visitor: BrowserContext | undefined;

async function open(path: string, options?: BrowserContextOptions): Promise<Page> {
	if (!options) visitor ??= await browser.newContext();
	const page = await (options ? await browser.newContext(options) : visitor)?.newPage();
	if (!page) throw new Error('no page opens');
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
	it('say what there is to do where there is nothing to see', async () => {
		const page = await open('/overview');
		for (const path of PATHS.slice(1)) {
			await page.goto(`${origin}${path}`);
			expect(await page.title(), path).toContain('Loadline');
			expect(await page.locator('main').textContent(), path).toMatch(/\w{4}/);
		}
		await page.close();
	});

	it('show the demo at first, as it was really called, once', async () => {
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
		await page.goto(`${origin}/sessions/demo`);
		await page.locator('.timeline summary').first().click();
		await page.locator('.timeline pre', { hasText: '"totalCount":500' }).first().waitFor();
		await page.goto(`${origin}/overview`);
		expect(await page.locator('.over').count()).toBeGreaterThan(1);
		await page.close();
	});
});

/** Pictures of the documents, docs/images: `npm run pictures`. */
describe.skipIf(!found || !process.env.PICTURES)('pictures', () => {
	it.each([
		['context', '/', 1280, 'light', '.advice'],
		['context-dark', '/', 1280, 'dark', '.advice'],
		['overview', '/overview?last=1', 1280, 'light', '.stack'],
		['timeline', '/sessions/demo', 1280, 'light', '.timeline > :nth-child(12)', '.heading'],
		['context-narrow', '/', 390, 'dark', '.advice'],
	] as const)('%s', async (name, path, width, colorScheme, end, begin?: string) => {
		const page = await open(path, { viewport: { width, height: 840 }, colorScheme });
		await page.waitForTimeout(500);
		const box = await page.locator(end).first().boundingBox();
		const top = begin === undefined ? 0 : ((await page.locator(begin).boundingBox())?.y ?? 12) - 12;
		const height = Math.ceil((box?.y ?? 0) + (box?.height ?? 0) + 12 - top);
		const clip = { x: 0, y: top, width, height };
		await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, clip, fullPage: true });
		await page.context().close();
	});
});

describe.skipIf(!found)('the pages after a conversation', () => {
	afterAll(() => client?.close());
	let client: Client;
	let call: (name: string, args?: object) => Promise<unknown>;

	beforeAll(async () => {
		client = new Client({ name: 'test', version: '1' });
		const address = new URL('/mcp?host=goose', loadline.url);
		await client.connect(new StreamableHTTPClientTransport(address));
		call = (name, args = {}) => client.callTool({ name, arguments: { ...args } });
		await call('demo__list_bookings');
		for (let page = 0; page < 3; page++) {
			await call('search_records', { model: 'activity' });
			await call('store_analysis_memory', { finding: `of page ${page}` });
		}
		const { sessions } = await api<{ sessions: { id: string }[] }>('/api/sessions');
		session = sessions[0]?.id ?? '';
	});

	it.each([1280, 360])('fit %i pixels, light and dark, and keep nobody out', async (width) => {
		const page = await open('/', { viewport: { width, height: 900 } });
		for (const path of [...PATHS, `/sessions/${session}`, `/overview?endpoint=${HEAVY}`]) {
			await page.goto(`${origin}${path}`);
			const beyond = 'document.documentElement.scrollWidth - innerWidth';
			expect(await page.evaluate(beyond), path).toBeLessThanOrEqual(0);
			await page.evaluate(axe);
			// In the dark, colours alone are others.
			for (const [colorScheme, rules] of [
				['light', []],
				['dark', ['color-contrast']],
			] as const) {
				await page.emulateMedia({ colorScheme });
				const faults = await page.evaluate(seriousFaults, rules);
				expect(faults, `${path}, ${colorScheme}`).toEqual([]);
			}
		}
		await page.goto(`${origin}/`);
		// By keyboard too: on a narrow screen the other pages stand behind a button.
		if (width < 960) {
			await page.getByRole('button', { name: 'Pages: Context' }).press('Enter');
			await page.evaluate(axe);
			expect(await page.evaluate(seriousFaults, [])).toEqual([]);
			await page.getByRole('link', { name: 'Settings' }).press('Enter');
			await page.waitForURL('**/settings');
			await page.goto(`${origin}/`);
		}
		const table = page.locator('.scroll', { hasText: 'Conversations' });
		expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
		// Whatever a tool sent: a word as long as a result stays within the page.
		await page.goto(`${origin}/sessions/${session}`);
		const widest = await page.evaluate(`
			for (const entry of document.querySelectorAll('.timeline details')) entry.open = true;
			for (const text of document.querySelectorAll('.timeline pre, .peeks pre'))
				text.textContent = 'w'.repeat(10000);
			document.documentElement.scrollWidth - innerWidth`);
		expect(widest).toBeLessThanOrEqual(0);
		await page.context().close();
	});

	it('load at most 100 KB of script and style, gzipped, and nothing from elsewhere', async () => {
		for (const path of [...PATHS, `/sessions/${session}`]) {
			const html = await (await loadline.fetch(path)).text();
			const loaded = [...html.matchAll(/<(?:script src|link rel="stylesheet" href)="([^"]+)"/g)];
			const texts = await Promise.all(
				loaded.map(async ([, address = '']) => (await loadline.fetch(address)).text()),
			);
			expect(loaded.every(([, address = '']) => address.startsWith('/assets/'))).toBe(true);
			const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
			expect(bytes, path).toBeLessThanOrEqual(100_000);
		}
	});

	it('let a stranger find what overflows, and mend it', async () => {
		const sent = async () => {
			await call(HEAVY);
			const query = `/api/telemetry/requests?limit=1&endpoint=${HEAVY}`;
			const { requests } = await api<{ requests: { estimatedTokens: number }[] }>(query);
			return requests[0]?.estimatedTokens ?? 0;
		};
		const before = await sent();
		const page = await open('/');
		await page.getByRole('link', { name: 'Overview' }).click();
		await page.getByRole('link', { name: /mend demo__list_bookings/ }).click();
		await page.getByRole('button', { name: 'Shorter first answers' }).click();
		expect(await page.locator('table').textContent()).toContain('firstAnswerTokens.list');
		await page.getByRole('button', { name: 'Put in force' }).click();
		await page.getByText('is in force.').waitFor();
		expect(new URL(page.url()).searchParams.get('endpoint')).toBe(HEAVY);
		await expect.poll(sent).toBeLessThan(before * 0.8);
		await page.getByRole('button', { name: 'Undo' }).click();
		await page.getByText('is in force.').waitFor();
		expect(await changed()).toEqual({});
		await page.close();
	});

	it('make a token, which works, and revoke it', async () => {
		const page = await open('/people');
		await page.getByText('Make a token').click();
		await page.fill('#token-name', 'of a test');
		await page.getByRole('button', { name: 'Make it' }).click();
		const token = (await page.locator('pre').textContent()) ?? '';
		const headers = { authorization: `Bearer ${token}` };
		expect((await loadline.fetch('/api/me', { headers })).status).toBe(200);
		await page.goto(`${origin}/people`);
		expect(await page.locator('main').textContent()).not.toContain('1970');
		await page.getByRole('button', { name: 'Revoke of a test' }).click();
		expect((await loadline.fetch('/api/me', { headers })).status).toBe(401);
		await page.close();
	});

	it('add a member, give another role, and remove them', async () => {
		const page = await open('/people');
		await page.getByText('Add somebody').click();
		await page.fill('#member-name', 'Ada');
		await page.fill('#issuer', 'https://id.example');
		await page.fill('#subject', 'ada');
		await page.getByRole('button', { name: 'Add', exact: true }).click();
		await page.getByLabel('Role of Ada').selectOption('reviewer');
		await page.getByRole('button', { name: 'Change' }).click();
		const members = async () =>
			(await api<{ members: { name: string; role: string }[] }>('/api/members')).members;
		expect(await members()).toMatchObject([{ name: 'Ada', role: 'reviewer' }]);
		await page.getByRole('button', { name: 'Remove Ada' }).click();
		expect(await members()).toEqual([]);
		await page.close();
	});

	it('show the figures of the API', async () => {
		const { totals, calls, window } = await api<{
			totals: Record<string, number>;
			calls: { state: string; arguments?: string }[];
			window: object;
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
		expect(window).toEqual({ tokens: 128_000, host: 'goose' });
		expect(await page.locator('.side').textContent()).toContain('128,000 that goose takes');
		expect(calls[1]?.arguments).toBe('{"model":"activity"}');
		expect(await page.locator('.timeline summary').nth(1).textContent()).toContain(
			'model: activity',
		);
		await page.close();
	});

	it('follow a conversation while it goes on, and leave open what is open', async () => {
		const page = await open(`/sessions/${session}`);
		await page.clock.install();
		await page.reload();
		const lines = page.locator('.timeline > li');
		const before = await lines.count();
		await lines.first().locator('summary').click();
		await page.locator('h1').click();
		await page.evaluate('document.activeElement.blur()');
		await call('demo__get_booking', { id: 'bk_0002' });
		await page.clock.runFor(5_500);
		await expect.poll(() => lines.count()).toBe(before + 1);
		expect(await lines.last().textContent()).toContain('id: bk_0002');
		expect(await lines.first().locator('details').getAttribute('open')).not.toBeNull();
		await page.close();
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
		expect(await page.locator('.side').textContent()).toContain('32,000 load line');
		await page.locator('.hull a').nth(1).focus();
		await page.locator('.peeks pre', { hasText: '"items"' }).waitFor();
		await page.close();
	});

	it('lead from what is heavy to a setting, show what would change, and undo it', async () => {
		const before = await version();
		const page = await open('/');
		const said = await page.locator('.advice').textContent();
		expect(said).toContain('search_records carries');
		expect(await page.inputValue('#consumer')).toBe('store_analysis_memory');
		await page.getByText('Limit its fields').click();
		// What its results were seen to have.
		await page.getByLabel('items.notes').check();
		await page.getByRole('button', { name: 'Leave them out' }).click();
		expect(await page.locator('table').textContent()).toContain('strip');
		expect(await version()).toBe(before);
		await page.getByRole('button', { name: 'Put in force' }).click();
		await page.getByText(`Version ${before + 1} is in force`).waitFor();
		expect(await changed()).toEqual({ search_records: { strip: ['items.notes'] } });
		await page.getByRole('button', { name: 'Undo' }).click();
		await page.getByText(`Version ${before + 2} is in force`).waitFor();
		expect(await changed()).toEqual({});
		await page.close();
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
		await Promise.all([first, second].map((page) => page.close()));
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
		await page.close();
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
		await page.close();
	});

	it('take no form of another page', async () => {
		const body = new URLSearchParams({ text: 'demo: false', do: 'save', csrf: 'x' });
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		const answer = await loadline.fetch('/config', { method: 'POST', headers, body: `${body}` });
		expect(answer.status).toBeGreaterThanOrEqual(400);
		expect((await api<{ config: { demo: boolean } }>('/api/config')).config.demo).toBe(true);
	});

	it('resolve a draft against what was published meanwhile, part by part', async () => {
		const post = async (path: string, body: object = {}) => {
			const headers = { 'content-type': 'application/json' };
			const init = { method: 'POST', headers, body: JSON.stringify(body) };
			return (await loadline.fetch(`/api/memory/${path}`, init)).json() as Promise<object>;
		};
		const rule = (tabs: string, tests: string) =>
			`# Style\n\n- ${tabs}\n- short names\n\n## Tests\n\n- ${tests}\n`;
		const session_id = 'of-a-test';
		await call('memsetup', { session_id, knownHashes: { 'META_PROMPT.md': '' } });
		const write = async (op: object) => {
			await call('artifact', { session_id, resource: 'rule', op });
			const { drafts } = await api<{ drafts: { id: string }[] }>('/api/memory/drafts');
			await post(`drafts/${drafts[0]?.id}/submit`);
			return drafts[0]?.id ?? '';
		};
		const first = await write({ create: { path: 'style.md', body: rule('tabs', 'one each') } });
		const { objectId: id } = (await post(`drafts/${first}/approve`)) as { objectId: string };
		const second = await write({ update: { id, body: rule('spaces', 'one each') } });
		await post(`drafts/${second}/approve`);
		await write({ update: { id, body: rule('two spaces', 'two each') } });
		await post(`objects/${id}/rollback`, { version: 1 });

		const page = await open('/memory');
		await page.getByRole('link', { name: 'style.md' }).last().click();
		await page.getByRole('link', { name: 'Resolve it' }).click();
		await page.locator('legend', { hasText: 'Part 1' }).waitFor();
		expect(await page.locator('.part').count()).toBe(1);
		// What one side alone changed is told, whose it is, and not folded away.
		expect(await page.locator('.taken').allTextContents()).toEqual([
			...['Removed, by local- one each\n', 'Added, by local- two each\n'],
		]);
		expect(await page.locator('.versions del').first().innerText()).toMatch(/^- \w+\n?$/);
		await page.evaluate(axe);
		expect(await page.evaluate(seriousFaults, [])).toEqual([]);
		await page.getByLabel('As written here').check();
		await page.getByLabel('Part 1, as written').fill('- tabs, or two spaces');
		await page.getByRole('button', { name: 'See the whole' }).click();
		expect(await page.locator('ins').allTextContents()).toEqual([
			...['- tabs, or two spaces\n', '- two each\n'],
		]);
		await page.getByRole('button', { name: 'Save as a draft' }).click();
		await page.getByRole('button', { name: 'Submit for review' }).click();
		await page.getByRole('link', { name: 'style.md' }).last().click();
		expect(await page.locator('main').textContent()).not.toContain('Resolve it');
		await page.getByRole('button', { name: 'Approve' }).click();
		const { content } = await api<{ content: string }>(`/api/memory/objects/${id}`);
		expect(content).toBe(rule('tabs, or two spaces', 'two each'));
		await page.close();
	});

	it('export what is kept of somebody, and erase it once that is typed', async () => {
		const exported = await (await loadline.fetch('/people/data.ndjson?principal=local')).text();
		expect(exported).toBe(await (await loadline.fetch('/api/export?principal=local')).text());
		const page = await open('/people');
		await page.getByRole('link', { name: 'Export and erase' }).click();
		await page.getByLabel('Of whom').fill('local');
		await page.getByRole('button', { name: 'Look' }).click();
		const shown = await page.locator('.figure dd').first().textContent();
		expect(Number(shown?.replaceAll(',', ''))).toBe(exported.trim().split('\n').length);
		const erase = async (word: string) => {
			await page.locator('summary', { hasText: 'Erase it' }).click();
			await page.getByLabel('Type local').fill(word);
			await page.getByRole('button', { name: 'Erase local' }).click();
		};
		await erase('locale');
		expect(await page.getByRole('alert').textContent()).toContain('Nothing was erased');
		await page.goto(`${origin}/people/data?principal=local`);
		await erase('local');
		await page.getByText('all that was found is gone').waitFor();
		const { sessions } = await api<{ sessions: object[] }>('/api/sessions?principal=local');
		expect(sessions).toEqual([]);
		await page.context().close();
	});
});
