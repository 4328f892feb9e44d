// Pages of conversations: each shows what the API says, to whoever reads them. Part of ui.test.ts, which has one
// Loadline for all.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { isWhole } from '../fuzz-runs';
import { api, loadline, open, origin } from './pages-bed';
import type { Call } from './ui-changes';

/** Of the conversation that calls are made in, and of all. @param session its id, once there is one */
export function conversations(call: Call, session: () => string): void {
	it('tell times as the clock of the reader has them, UTC when they are pointed at', async () => {
		const page = await open('/', { timezoneId: 'Asia/Kolkata', locale: 'de-DE' });
		const time = page.locator('td time').first();
		const at = new Date((await time.getAttribute('datetime')) ?? '');
		const format = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Kolkata' } as const;
		expect(await time.textContent()).toBe(at.toLocaleString('de-DE', format));
		expect(await time.getAttribute('title')).toBe(
			`${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
		);
		await page.context().close();
	});

	it('print a conversation dark on light, whole, without what is there to press', async () => {
		const page = await open(`/sessions/${session()}`, { colorScheme: 'dark' });
		await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
		await page.setViewportSize({ width: 760, height: 900 });
		expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(28, 39, 51)');
		expect(
			await page.locator('header, main search, main button').locator('visible=true').count(),
		).toBe(0);
		const table = page.locator('.scroll').last();
		expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
		// However long names are.
		await page.goto(`${origin}/config`);
		const beyond = await page.evaluate(`
			for (const cell of document.querySelectorAll('td.wrap')) cell.textContent = 'a_long_name_'.repeat(9);
			document.documentElement.scrollWidth - innerWidth`);
		expect(beyond).toBe(0);
		// However long the document is.
		const hidden = await page.evaluate(`
			const text = document.querySelector('textarea');
			text.value = 'a: 1\\n'.repeat(90);
			text.scrollHeight - text.clientHeight`);
		expect(hidden).toBeLessThanOrEqual(1);
		await page.context().close();
	});

	it.runIf(isWhole)(
		'list conversations by what they hold, whose they are, and by name',
		async () => {
			type Listed = { sessions: { id: string }[] };
			const page = await open('/');
			await page.getByRole('link', { name: 'My fullest' }).click();
			const { sessions } = await api<Listed>('/api/sessions?sort=fullest');
			const ids = () => page.locator('.stack').last().locator('td:first-child a').allTextContents();
			await expect.poll(ids).toEqual(sessions.map(({ id }) => id));
			await page.getByLabel('Name or person').fill('demo-');
			await page.keyboard.press('Enter');
			await expect.poll(ids).toEqual(['demo-log']);
			await page.close();
		},
	);

	it('show the figures of the API', async () => {
		const { totals, calls, window } = await api<{
			totals: Record<string, number>;
			calls: { state: string; arguments?: string }[];
			window: object;
		}>(`/api/sessions/${session()}`);
		const page = await open(`/sessions/${session()}`);
		const figures = await page.locator('.figure').allInnerTexts();
		const shown = figures.map((text) => Number(text.split('\n')[1]?.replaceAll(',', '')));
		expect(shown).toEqual([
			...[totals.calls, totals.tokensBefore, totals.tokensReleased],
			totals.tokensAfter,
			expect.any(Number),
		]);
		// Sent tokens have left, or are held; cleared ones have a figure of their own.
		expect(shown[1]).toBe((shown[2] ?? 0) + (shown[3] ?? 0));
		const could = Number(totals.tokensReleasable) - Number(totals.tokensReleased);
		expect(figures[3]).toContain(`${could.toLocaleString('en-US')} used: could leave`);
		const demo = await open('/sessions/demo');
		const told = await demo.locator('.figure').allInnerTexts();
		const of = (name: string) =>
			Number(
				/\n([\d,]+)/
					.exec(told.find((text) => text.startsWith(name)) ?? '')?.[1]
					?.replaceAll(',', ''),
			);
		expect(of('Sent')).toBe(of('Left') + of('Cleared') + of('Held'));
		await demo.close();
		expect(await page.locator('.call').count()).toBe(calls.length);
		expect(await page.locator('.hull a').count()).toBe(calls.length);
		expect(window).toEqual({ tokens: 128_000, host: 'goose' });
		expect(await page.locator('.side').textContent()).toContain('128,000 that goose takes');
		expect(calls[1]?.arguments).toBe('{"model":"activity"}');
		expect(await page.locator('.call summary').nth(-2).textContent()).toContain('model: activity');
		await page.close();
	});

	it('follow a conversation while it goes on, and leave open what is open', async () => {
		const page = await open(`/sessions/${session()}`);
		await page.clock.install();
		await page.reload();
		const lines = page.locator('tr:has(.call)');
		const before = await lines.count();
		await lines.last().locator('summary').click();
		await page.locator('h1').click();
		await page.evaluate('document.activeElement.blur()');
		await call('demo__get_booking', { id: 'bk_0002' });
		await page.clock.runFor(5_500);
		await expect.poll(() => lines.count()).toBe(before + 1);
		expect(await lines.first().textContent()).toContain('id: bk_0002');
		expect(await lines.last().locator('details').getAttribute('open')).not.toBeNull();
		await page.close();
	});

	it.runIf(isWhole)(
		'show hints when they are asked for, open by keyboard, and have the original',
		async () => {
			const page = await open(`/sessions/${session()}`);
			expect(await page.locator('.badge').count()).toBe(0);
			await page.getByRole('button', { name: 'Show context hints' }).click();
			await expect.poll(() => page.locator('.badge').allInnerTexts()).toContain('consumed');
			const row = page.locator('tr:has(.call)').nth(-2);
			await row.locator('summary').focus();
			await page.keyboard.press('Enter');
			await row.locator('pre', { hasText: '"items"' }).waitFor();
			await row.getByRole('link').first().click();
			expect(await page.locator('pre').textContent()).toContain('"items"');
			await page.goto(`${origin}/sessions/${session()}/calls/gone%2F..`);
			expect(await page.locator('main').textContent()).toContain('Expired');
			await page.goto(`${origin}/settings`);
			expect(await page.getByLabel('Show context hints').isChecked()).toBe(true);
			await page.selectOption('select', '32000');
			await page.getByRole('button', { name: 'Keep in this browser' }).click();
			await page.waitForLoadState();
			await page.goto(`${origin}/sessions/${session()}`);
			expect(await page.locator('.side').textContent()).toContain('32,000 load line');
			await page.locator('.hull a').nth(1).focus();
			await page.locator('.peek', { hasText: 'tokens' }).waitFor();
			await page.close();
		},
	);

	it('tell which rules bind in a conversation, by names that lead to them', async () => {
		const session_id = 'of-rules';
		const client = new Client({ name: 'of-rules', version: '1' });
		await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', loadline.url)));
		const call: Call = (name, args = {}) => client.callTool({ name, arguments: { ...args } });
		const post = async (path: string, body: object) => {
			const headers = { 'content-type': 'application/json' };
			const init = { method: 'POST', headers, body: JSON.stringify(body) };
			return (await loadline.fetch(`/api/memory/${path}`, init)).json() as Promise<object>;
		};
		const content = '- Refunds need a person.\n- Dates are written as 2026-11-30.\n';
		const part = (topic: string) => `## ${topic}\n\n- ${topic} ${'padding '.repeat(90)}\n`;
		const long = { file: '.claude/rules/long.md', content: `${part('Zebras')}\n${part('Yaks')}` };
		const files = [{ file: '.claude/rules/guests.md', content, base: null }];
		await post('sync/apply', { files });
		const { objects } = await api<{ objects: { id: string; path: string }[] }>(
			'/api/memory/objects?query=refunds',
		);
		const { id = '', path = '' } = objects[0] ?? {};
		await call('memsetup', { session_id, knownHashes: { 'META_PROMPT.md': '' } });
		await call('memload', { session_id, ids: ['r1'], knownHashes: { r1: '' } });
		await call('artifact', {
			...{ session_id, resource: 'rule' },
			op: { update: { id, body: '- Refunds need two people.\n', description: 'stricter' } },
		});
		await call('agentrejected', { session_id, reason: 'promised a refund' });
		await post('sync/apply', { files: [{ ...long, base: null }] });
		await call('memactivate', { session_id, task: 'zebras', token_budget: 300 });
		const page = await open(`/sessions/${session_id}`);
		const inPart = page.locator('#rules').getByRole('row', { name: /long/i });
		await inPart.locator('summary').click();
		await inPart.locator('li', { hasText: /Yaks .*not told/ }).waitFor();
		await page.locator('#rules').getByRole('row', { name: path }).locator('summary').click();
		await page.locator('#rules').getByText('Dates are written').waitFor();
		await page.locator('td').getByRole('link', { name: 'memload' }).click();
		await page.locator('.facts').getByRole('link', { name: path }).click();
		const main = page.locator('main');
		await main.getByText('broken: promised a refund').waitFor();
		expect(new URL(page.url()).pathname).toBe(`/memory/${id}`);
		await page.getByRole('link', { name: 'A change of it' }).click();
		// The page that asks once more shows what it asks about.
		await page.getByRole('button', { name: 'Submit for review' }).click();
		await page.getByRole('button', { name: 'Submit it' }).waitFor();
		await page.getByRole('region', { name: 'Proposed' }).getByText('Refunds need two').waitFor();
		// A draft that deletes it says so.
		await call('artifact', { session_id, resource: 'rule', op: { discard: { id } } });
		await call('artifact', { session_id, resource: 'rule', op: { delete: { id } } });
		await page.goto(`${origin}/memory/${id}`);
		await page.getByRole('link', { name: 'A change of it' }).click();
		await page.getByText('The rule goes').waitFor();
		await call('artifact', { session_id, resource: 'rule', op: { discard: { id } } });
		const again = { update: { id, body: '- No refunds.\n', description: 'stricter' } };
		await call('artifact', { session_id, resource: 'rule', op: again });
		const token = { name: 'of-the-night-shift', scopes: ['mcp:read'] };
		const made = await loadline.fetch('/api/tokens', {
			...{ method: 'POST', body: JSON.stringify(token) },
			headers: { 'content-type': 'application/json' },
		});
		// More conversations than were ever looked at first.
		for (let n = 0; n < 12; n++)
			await call('memsetup', { session_id: `later-${n}`, knownHashes: { 'META_PROMPT.md': '' } });
		type Requests = { requests: { correlationId: string; endpoint: string }[] };
		const { requests } = await api<Requests>('/api/telemetry/requests');
		const ofLoad = requests.find(({ endpoint }) => endpoint === 'memload')?.correlationId ?? '?';
		for (const [words, kind, found] of [
			[ofLoad, 'Calls of this correlation id', 'memload'],
			['r1', 'Rules', path],
			['stricter', 'Drafts', path],
			['of-rules', 'Calls of a client', 'memload'],
			['promised refund', 'Calls', 'agentrejected'],
			['night-shift', 'Tokens', 'of-the-night-shift'],
			['first page budget', 'Settings', 'firstAnswerTokens.list'],
			[new Date().toISOString().slice(0, 13).replace('T', ' '), 'Calls then', 'memload'],
		] as const) {
			await page.goto(`${origin}/find?q=${encodeURIComponent(words)}`);
			const table = page.getByRole('table', { name: kind });
			await table.getByRole('link', { name: found }).first().waitFor();
		}
		await page.goto(`${origin}/find?q=2020-01-02 10:42`);
		await page.getByText('No call at 2020-01-02 10:42').waitFor();
		const { id: ofToken } = (await made.json()) as { id: string };
		await loadline.fetch(`/api/tokens/${ofToken}`, { method: 'DELETE' });
		await Promise.all([page.close(), client.close()]);
	});
}
