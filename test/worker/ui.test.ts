// The pages in a real browser: each shows what the API says, and its forms do what they say.
import { gzipSync } from 'node:zlib';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWhole, share } from '../fuzz-runs';
import { axe, seriousFaults } from './axe';
import { api, changed, complaints, found, loadline, open, origin, serve } from './pages-bed';
import { singleCalls } from './ui-calls';
import { changes, decisions } from './ui-changes';
import { conversations } from './ui-conversations';

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
	'/find?q=demo',
];

const HEAVY = 'demo__list_bookings';

let session: string;

serve();

describe.skipIf(!found)('the pages of a new deployment', () => {
	it('say what there is to do where there is nothing to see', async () => {
		const page = await open('/overview');
		for (const path of share(PATHS.slice(1), 4)) {
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
		await page.locator('.call summary').last().click();
		await page.locator('.call pre', { hasText: '"totalCount":500' }).first().waitFor();
		await page.goto(`${origin}/overview`);
		// A result cut to its budget is no alarm.
		expect(await page.locator('.over').count()).toBe(0);
		await page.close();
	});
});

/** Pictures of the documents, docs/images: `npm run pictures`. */
describe.skipIf(!found || !process.env.PICTURES)('pictures', () => {
	it.each([
		['context', '/', 1280, 'light', '.advice'],
		['context-dark', '/', 1280, 'dark', '.advice'],
		['overview', '/overview?last=1', 1280, 'light', '.stack'],
		[
			'timeline',
			'/sessions/demo',
			1280,
			'light',
			'.heading ~ .scroll tr:nth-child(12)',
			'.heading',
		],
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

	it.each(share([360, 1280], 2))(
		'fit %i pixels, light and dark, and keep nobody out',
		async (width) => {
			const page = await open('/', { viewport: { width, height: 900 } });
			const more = [`/sessions/${session}`, `/overview?endpoint=${HEAVY}`];
			for (const path of share([...PATHS, ...more], 3)) {
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
			// By keyboard too: settings stand in the account menu.
			await page.getByRole('button', { name: 'Account: ' }).press('Enter');
			await page.evaluate(axe);
			expect(await page.evaluate(seriousFaults, [])).toEqual([]);
			await page.getByRole('link', { name: 'Display' }).press('Enter');
			await page.waitForURL('**/settings');
			await page.goto(`${origin}/`);
			const table = page.locator('.scroll', { hasText: 'Conversations' });
			expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
			// Whatever a tool sent: a word as long as a result stays within the page.
			await page.goto(`${origin}/sessions/${session}`);
			const widest = await page.evaluate(`
			for (const entry of document.querySelectorAll('.call')) entry.open = true;
			for (const text of document.querySelectorAll('.call pre'))
				text.textContent = 'w'.repeat(10000);
			document.documentElement.scrollWidth - innerWidth`);
			expect(widest).toBeLessThanOrEqual(0);
			await page.context().close();
		},
	);

	it('load at most 40 KB of script and style, gzipped, and nothing from elsewhere', async () => {
		for (const path of [...PATHS, `/sessions/${session}`]) {
			const html = await (await loadline.fetch(path)).text();
			const loaded = [...html.matchAll(/<(?:script src|link rel="stylesheet" href)="([^"]+)"/g)];
			const texts = await Promise.all(
				loaded.map(async ([, address = '']) => (await loadline.fetch(address)).text()),
			);
			expect(loaded.every(([, address = '']) => address.startsWith('/assets/'))).toBe(true);
			const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
			expect(bytes, path).toBeLessThanOrEqual(40_000);
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
		await page.getByRole('link', { name: 'Tools' }).click();
		await page.getByRole('link', { name: 'demo__list_bookings', exact: true }).click();
		await page.getByText('Budget of a first answer').click();
		await page.getByLabel('list', { exact: true }).fill('300');
		await page.getByRole('button', { name: 'See the change' }).click();
		await page.locator('table', { hasText: 'firstAnswerTokens.list' }).waitFor();
		await page.getByRole('button', { name: 'Put in force' }).click();
		await page.getByText('is in force.').waitFor();
		expect(new URL(page.url()).searchParams.get('endpoint')).toBe(HEAVY);
		await expect.poll(sent).toBeLessThan(before * 0.8);
		expect(await page.locator('.facts').textContent()).toContain('list 300');
		await page.getByRole('button', { name: 'Undo' }).click();
		await page.getByText('is in force.').waitFor();
		expect(await changed()).toEqual({});
		await page.close();
	});

	it.runIf(isWhole)(
		'say where a list is, find it by a part of a name, and keep a search in one line',
		async () => {
			const page = await open('/people/data?principal=LOC');
			expect(await page.locator('main').textContent()).toContain('What is kept of local');
			await page.goto(`${origin}/sessions/demo?q=search`);
			expect(await page.locator('.pages').count()).toBe(0);
			await page.goto(`${origin}/`);
			const find = page.locator('main search form');
			const [field, button] = [find.locator('input[type=search]'), find.locator('button')];
			const middle = async (of: typeof field) => {
				const box = await of.boundingBox();
				return (box?.y ?? 0) + (box?.height ?? 0) / 2;
			};
			expect(Math.abs((await middle(field)) - (await middle(button)))).toBeLessThan(5);
			// A word is not broken: the button has one line.
			expect((await button.boundingBox())?.height).toBeLessThan(45);
			await page.close();
		},
	);

	it.runIf(isWhole)('find conversations, tools and settings by keyboard', async () => {
		const page = await open('/');
		await page.keyboard.press('Control+k');
		await page.keyboard.type('booking');
		await page.keyboard.press('Enter');
		await page.getByRole('link', { name: 'demo__list_bookings' }).first().waitFor();
		await page.goto(`${origin}/find?q=sessionTexts`);
		await page.getByRole('link', { name: 'sessionTexts' }).click();
		expect(await page.locator('main').textContent()).toContain('sessionTexts');
		await page.goto(`${origin}/find?q=${session}`);
		await page.getByRole('link', { name: session }).click();
		await page.getByText('Timeline').waitFor();
		await page.goto(`${origin}/overview?endpoint=${HEAVY}`);
		await page.getByRole('table', { name: 'The newest first' }).getByRole('link').last().click();
		await page.getByText(`Call of ${HEAVY}`).first().waitFor();
		expect(page.url()).toContain('/calls/');
		await page.close();
	});

	for (const pages of [conversations, singleCalls])
		pages(
			(name, args) => call(name, args),
			() => session,
		);

	changes();

	it('give the table as CSV, with all that it shows', async () => {
		const csvOf = async (query: string) => {
			const csv = await (await loadline.fetch(`/overview.csv${query}`)).text();
			const [head = [], ...rows] = csv.split('\r\n').map((line) => line.split(','));
			return rows
				.slice(0, -1)
				.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])));
		};
		const rows = await csvOf('');
		const { groups } = await api<{ groups: { key: string; count: number }[] }>('/api/telemetry');
		const called = rows.filter(({ calls }) => calls !== '');
		expect(called.map(({ tool, calls }) => `${tool} ${calls}`).sort()).toEqual(
			groups.map(({ key, count }) => `${key} ${count}`).sort(),
		);
		const page = await open('/overview');
		const shown = await page
			.getByRole('table', { name: 'Most sent over' })
			.locator('tbody tr')
			.all();
		expect(rows).toHaveLength(shown.length);
		for (const [at, row] of shown.entries()) {
			const { tool, definition, ...told } = rows[at] ?? {};
			const cell = async (name: string) =>
				(await row.locator(`[data-label="${name}"]`).allTextContents()).join().replaceAll(',', '');
			// Trials of the playground say so beside the name.
			const [name, trial] = tool?.split(':').reverse() ?? [];
			expect((await row.locator('a').first().textContent())?.trim()).toBe(name);
			if (trial !== undefined)
				expect(await row.locator('.badge').first().textContent()).toBe(trial);
			expect(await cell('Definition')).toBe(definition || '–');
			const budget = [told.budget_list, told.budget_object, told.budget_text];
			expect(await cell('Budget')).toBe(tool?.includes('__') ? budget.join(' / ') : '');
			expect(await cell('An answer, p50 / p95')).toBe(
				told.tokensP50 === '' ? '–' : `${told.tokensP50} / ${told.tokensP95}`,
			);
		}
		await page.close();
		const named = rows.filter(({ tool }) => tool?.includes('list_book'));
		expect(named).toContainEqual(expect.objectContaining({ tool: HEAVY }));
		expect(await csvOf('?q=LIST_book')).toEqual(named);
	});

	it('raise no error in the browser', () => {
		expect(complaints).toEqual([]);
	});

	decisions();
});
