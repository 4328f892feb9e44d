// Tests of changes that people make by pages: each form does what it says, and what it may not do it says. Part of
// ui.test.ts, which has one Loadline for all.
import { expect, it } from 'vitest';
import { isWhole } from '../fuzz-runs';
import { api, changed, loadline, open, origin, version } from './pages-bed';

/** Calls a tool as a client does. */
export type Call = (name: string, args?: object) => Promise<unknown>;

/** Of settings, tokens and members. */
export function changes(): void {
	it.runIf(isWhole)(
		'explain each key of the configuration, and set a usual one by its form',
		async () => {
			const page = await open('/config');
			expect(await page.getByText('Items on a page when a call names no limit.').count()).toBe(2);
			await page.getByLabel('Items of a page').fill('12');
			await page.getByRole('button', { name: 'See the change' }).click();
			await page.getByRole('button', { name: 'Put in force' }).click();
			await page.getByText('is in force.').waitFor();
			const { config } = await api<{ config: { defaultPageSize: number } }>('/api/config');
			expect(config.defaultPageSize).toBe(12);
			await page.getByRole('button', { name: 'Undo' }).click();
			await page.getByText('is in force.').waitFor();
			await page.close();
		},
	);

	it('make a token, which works, and revoke it', async () => {
		const page = await open('/people');
		await page.getByText('Make a token').click();
		await page.fill('#token-name', 'of a test');
		await page.getByRole('button', { name: 'Make it' }).click();
		const token = (await page.locator('pre').textContent()) ?? '';
		await page.reload();
		expect(await page.locator('main').textContent()).toContain('A token is shown once.');
		const headers = { authorization: `Bearer ${token}` };
		expect((await loadline.fetch('/api/me', { headers })).status).toBe(200);
		await page.goto(`${origin}/people`);
		expect(await page.locator('main').textContent()).not.toContain('1970');
		await page.getByText('Revoke', { exact: true }).click();
		await page.getByRole('button', { name: 'Revoke of a test' }).click();
		await page.getByText('The token is revoked').waitFor();
		expect((await loadline.fetch('/api/me', { headers })).status).toBe(401);
		await page.getByRole('button', { name: 'Undo' }).click();
		await page.getByText('The token is back').waitFor();
		expect((await loadline.fetch('/api/me', { headers })).status).toBe(200);
		await page.getByText('Revoke', { exact: true }).click();
		await page.getByRole('button', { name: 'Revoke of a test' }).click();
		await page.getByText('The token is revoked').waitFor();
		await page.close();
	});

	it.runIf(isWhole)('add a member, give another role, and remove them', async () => {
		const page = await open('/people');
		await page.getByText('Add somebody').click();
		await page.fill('#member-name', 'Ada');
		await page.fill('#member-issuer', 'https://id.example');
		await page.fill('#member-subject', 'ada');
		await page.getByRole('button', { name: 'Add', exact: true }).click();
		await page.getByLabel('Role of Ada').selectOption('reviewer');
		await page.getByRole('button', { name: 'Change' }).click();
		const members = async () =>
			(await api<{ members: { name: string; role: string }[] }>('/api/members')).members;
		expect(await members()).toMatchObject([{ name: 'Ada', role: 'reviewer' }]);
		await page.getByText('Remove', { exact: true }).click();
		await page.getByRole('button', { name: 'Remove Ada' }).click();
		expect(await members()).toEqual([]);
		await page.close();
	});

	it.runIf(isWhole)(
		'lead from what is heavy to a setting, show what would change, and undo it',
		async () => {
			const before = await version();
			const page = await open('/');
			const said = await page.locator('.advice').textContent();
			expect(said).toContain('search_records carries');
			await page.getByRole('link', { name: 'Settings of this tool' }).click();
			// Fields that its results were seen to have, one at a click or several.
			await page.getByText('Limit its fields').click();
			expect(await page.getByLabel('items.notes').count()).toBe(1);
			await page.getByRole('button', { name: 'items.notes' }).click();
			expect(await page.locator('table').textContent()).toContain('strip');
			expect(await version()).toBe(before);
			await page.getByRole('button', { name: 'Put in force' }).click();
			await page.getByText(`Version ${before + 1} is in force`).waitFor();
			expect(await changed()).toEqual({ search_records: { strip: ['items.notes'] } });
			await page.getByRole('button', { name: 'Undo' }).click();
			await page.getByText(`Version ${before + 2} is in force`).waitFor();
			expect(await changed()).toEqual({});
			await page.close();
		},
	);

	it.runIf(isWhole)('note nothing of what only looks: previews, checks, tests, tries', async () => {
		const noted = async () =>
			(await api<{ entries: { n: number }[] }>('/api/audit?limit=1')).entries[0]?.n;
		const [before, inForce] = [await noted(), await version()];
		const page = await open('/overview?endpoint=demo__list_bookings');
		await page.getByText('Budget of a first answer').click();
		await page.getByLabel('list', { exact: true }).fill('300');
		await page.getByRole('button', { name: 'See the change' }).click();
		await page.getByText('Nothing is changed yet').waitFor();
		await page.goto(`${origin}/config`);
		await page.fill('textarea', 'chunkSize: 99');
		await page.getByText('Would change chunkSize').waitFor();
		await page.getByRole('button', { name: 'Check', exact: true }).click();
		await page.locator('table', { hasText: 'chunkSize' }).waitFor();
		await page.goto(`${origin}/upstreams?test=demo`);
		await page.getByText('It listed 5 tools').waitFor();
		await page.goto(`${origin}/playground?tool=demo__list_bookings`);
		await page.getByRole('button', { name: 'Call', exact: true }).click();
		await page.getByText('tokens became').waitFor();
		const headers = { 'content-type': 'application/json' };
		const body = JSON.stringify({ files: [{ file: 'AGENTS.md', hash: '0'.repeat(64) }] });
		const plan = await loadline.fetch('/api/memory/sync/plan', { method: 'POST', headers, body });
		expect(await plan.json()).toMatchObject({ create: [{ file: 'AGENTS.md' }] });
		expect([await noted(), await version()]).toEqual([before, inForce]);
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
		await second.locator('main', { hasText: 'Somebody changed it meanwhile' }).waitFor();
		expect(await second.inputValue('textarea')).toBe('chunkSize: 100');
		await second.goto(`${origin}/config`);
		await second.getByRole('button', { name: 'Undo' }).count();
		// Changes of going back are shown before it is done.
		await second.getByRole('button', { name: 'Go back to it' }).last().click();
		const changing = second.getByRole('table', { name: 'What changes' });
		await changing.getByText('defaultPageSize').waitFor();
		// Red is for what nobody takes back.
		expect(await second.locator('main .danger').count()).toBe(0);
		await second.getByRole('button', { name: 'Go back' }).click();
		await second.getByText('is in force.').waitFor();
		await second.getByRole('button', { name: 'Go back to version 0' }).click();
		await second.getByRole('button', { name: 'Go back' }).click();
		await second.getByText('It says what version 0 said.').waitFor();
		await Promise.all([first, second].map((page) => page.close()));
	});

	it.runIf(isWhole)('keep the values that they hide', async () => {
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
		// The check of a text while it is written is there once the page is.
		await page.waitForLoadState();
		const text = await page.inputValue('textarea');
		await page.fill('textarea', text.replace('crm.example', 'elsewhere.example'));
		await page.getByText('holds the mask').waitFor();
		await page.fill('textarea', '');
		await page.getByText('send {} to empty the configuration').waitFor();
		await page.fill('textarea', '{}');
		await page.getByRole('button', { name: 'Put in force' }).click();
		await page.getByText('is in force.').waitFor();
		await page.close();
	});
}

/** Tests of pages that refuse, and of those that take a decision. */
export function decisions(): void {
	it('name what is wrong with a document, and change nothing', async () => {
		const before = (await api<{ version: number }>('/api/config')).version;
		const page = await open('/config');
		// A check while the text is written would hold a slow click back.
		await page.route('**/config/check', () => undefined);
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

	it.runIf(isWhole)(
		'export what is kept of somebody, and erase it once that is typed',
		async () => {
			const exported = await (await loadline.fetch('/people/data.ndjson?principal=local')).text();
			expect(exported).toBe(await (await loadline.fetch('/api/export?principal=local')).text());
			const page = await open('/people/data');
			await page.getByLabel('Of whom').fill('local');
			await page.getByRole('button', { name: 'Find', exact: true }).click();
			const shown = await page.locator('.figure dd').first().textContent();
			expect(Number(shown?.replaceAll(',', ''))).toBe(exported.trim().split('\n').length);
			const erase = async (word: string) => {
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
		},
	);
}
