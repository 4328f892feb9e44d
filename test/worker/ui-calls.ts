import { expect, it } from 'vitest';
import { startRawUpstream } from '../upstreams/raw-upstream';
import { api, loadline, open, origin } from './pages-bed';
import type { Call } from './ui-changes';

/** Of the conversation that calls are made in. @param session its id, once there is one */
export function singleCalls(call: Call, session: () => string): void {
	it('say of a call that was sent over the limits why it was, and what to do', async () => {
		const endpoints = { demo__list_listings: { mode: 'off' } };
		const { version } = await api<{ version: number }>('/api/config');
		const put = (path: string, method: string, body: object) =>
			loadline.fetch(path, {
				...{ method, body: JSON.stringify(body) },
				headers: { 'content-type': 'application/json' },
			});
		await put('/api/config', 'PUT', { endpoints });
		await call('demo__list_listings');
		const page = await open(`/sessions/${session()}?q=list_listings`);
		const link = page.locator('td').getByRole('link', { name: 'demo__list_listings' });
		await expect.poll(() => page.reload().then(() => link.count())).toBe(1);
		await link.click();
		await page.getByText('because protection is switched off for it').waitFor();
		await page.getByRole('link', { name: 'Protect it' }).click();
		await page.getByRole('button', { name: 'Protect it' }).waitFor();
		await put('/api/config/rollback', 'POST', { version });
		await page.close();
	});

	it('show what was sent of a call whose server was down, and by which id it is found', async () => {
		const { version } = await api<{ version: number }>('/api/config');
		const put = (path: string, method: string, body: object) =>
			loadline.fetch(path, {
				...{ method, body: JSON.stringify(body) },
				headers: { 'content-type': 'application/json' },
			});
		const upstreams = [{ name: 'down', url: 'http://127.0.0.1:1/mcp' }];
		await put('/api/config', 'PUT', { upstreams, sessionTexts: true });
		await call('down__anything');
		const page = await open(`/sessions/${session()}?q=down__anything`);
		const link = page.locator('td').getByRole('link', { name: 'down__anything' });
		await expect.poll(() => page.reload().then(() => link.count())).toBe(1);
		await link.click();
		const said = (await page.locator('pre').textContent()) ?? '';
		const id = /\(correlation id (.+)\)$/.exec(said)?.[1] ?? 'none';
		await page.locator('.facts').getByText(id).waitFor();
		expect(await page.locator('.facts').textContent()).not.toMatch(/(?<!\d)0 tokens/);
		await page.goto(`${origin}/upstreams`);
		const card = page.getByRole('region', { name: 'down' });
		// The calls in question, and from there the reason.
		await card.getByText('1 failed (100 %)').click();
		const failed = page.getByRole('table', { name: 'The newest first' });
		await failed.getByRole('row', { name: 'down__anything' }).getByRole('link').click();
		await page.locator('.facts').getByText(id).waitFor();
		await put('/api/config/rollback', 'POST', { version });
		await page.close();
	});

	it('show an image of a result as one', async () => {
		const { version } = await api<{ version: number }>('/api/config');
		const data =
			'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
		const image = { content: [{ type: 'image', data, mimeType: 'image/png' }] };
		const drawer = await startRawUpstream({ tools: { draw: () => JSON.stringify(image) } });
		const put = (path: string, method: string, body: object) =>
			loadline.fetch(path, {
				...{ method, body: JSON.stringify(body) },
				headers: { 'content-type': 'application/json' },
			});
		await put('/api/config', 'PUT', { upstreams: [{ name: 'drawer', url: drawer.url }] });
		await call('drawer__draw');
		const page = await open(`/sessions/${session()}?q=drawer__draw`);
		const link = page.locator('td').getByRole('link', { name: 'drawer__draw' });
		await expect.poll(() => page.reload().then(() => link.count())).toBe(1);
		await link.click();
		await page.getByRole('img', { name: 'As the tool gave it, image/png' }).waitFor();
		expect(await page.evaluate('document.querySelector("main img").naturalWidth')).toBe(1);
		await page.getByText('1 × 1 pixels').waitFor();
		// On the playground it stands in the pane of what a model gets.
		await page.getByRole('link', { name: 'Try it again' }).click();
		await page.getByRole('button', { name: 'Call' }).click();
		const pane = page.locator('figure', { hasText: 'Protected, as a model gets it' });
		await pane.getByRole('img', { name: 'As the tool gave it, image/png' }).waitFor();
		await put('/api/config/rollback', 'POST', { version });
		await Promise.all([page.close(), drawer.close()]);
	});

	it('lead from a call to the whole of what its tool gave, and to trying it again', async () => {
		await call('demo__get_booking', { id: 'bk_0007' });
		const page = await open(`/sessions/${session()}?q=bk_0007`);
		const link = page.locator('td').getByRole('link', { name: 'demo__get_booking' });
		await expect.poll(() => page.reload().then(() => link.count())).toBe(1);
		await link.click();
		await page.getByRole('link', { name: 'Try it again' }).click();
		await expect.poll(() => page.getByLabel('id').inputValue()).toBe('bk_0007');
		await page.goBack();
		await page.getByRole('link', { name: 'The whole result' }).click();
		const shown = () => page.locator('pre').textContent();
		await expect.poll(async () => (await shown())?.length).toBeGreaterThan(20_000);
		await page.close();
	});
}
