// Tests of forms that are refused: they are shown again where they stand, with what was written and what was wrong.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Forms } from './forms';

let forms: Forms;
beforeAll(async () => {
	forms = await Forms.open();
});
afterAll(() => forms?.loadline.stop());

/** The form of a page that is sent to an address, with the part before it, which may fold it away. */
const formIn = (page: string, action: string): string => {
	const at = page.indexOf(`action="${action}"`);
	expect(at).toBeGreaterThan(0);
	return page.slice(page.lastIndexOf('<details', at), page.indexOf('</form>', at));
};
/** A field that is wrong, and what is said beside it. */
const wrong = (name: string) => new RegExp(`name="${name}"[^>]*aria-invalid="true"`);

it('a token has its name and scopes still, and says beside the days what is wrong', async () => {
	const { status, text } = await forms.post(
		'/people/tokens',
		{ name: 'ci <1>', scopes: 'mcp:read', days: '7' },
		'/people',
	);
	const form = formIn(text, '/people/tokens');
	expect([status, text]).toEqual([400, expect.stringContaining('role="alert"')]);
	expect(form).toMatch(/^<details open/);
	expect(form).toContain('value="ci &lt;1&gt;"');
	expect(form).toMatch(wrong('name'));
	expect(form).toMatch(/value="mcp:read" checked/);
	expect(form).not.toMatch(/value="mcp:use" checked/);
	// Sent again from the page that it was shown on, whose address is the form's.
	const back = /name="back" value="([^"]*)"/.exec(form)?.[1] ?? '';
	expect(back).toBe('/people');
	const more = { name: 'ci', scopes: 'mcp:read', days: '-1', back };
	const again = await forms.post('/people/tokens', more, '/people/tokens');
	expect(formIn(again.text, '/people/tokens')).toMatch(wrong('days'));
	const made = await forms.post('/people/tokens', { ...more, days: '' }, '/people/tokens');
	expect(made.to).toBe('/people/tokens/made');
});

it('a member, a usual setting, a budget and a server have what was written', async () => {
	const added = { name: 'Ada', issuer: 'https://id.example', subject: '', role: 'reviewer' };
	const member = await forms.post('/people/members', added, '/people');
	expect(formIn(member.text, '/people/members')).toContain('value="https://id.example"');
	expect(formIn(member.text, '/people/members')).toMatch(/value="reviewer" selected/);
	const set = { tokenBudgetThreshold: '3', 'firstAnswerTokens.list': '700' };
	const setting = await forms.post('/config/set', set, '/config');
	expect(formIn(setting.text, '/config/set')).toMatch(wrong('tokenBudgetThreshold'));
	expect(formIn(setting.text, '/config/set')).toContain('value="700"');
	const page = '/overview?endpoint=demo__list_bookings';
	await forms
		.api('/mcp', 'POST', {
			...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
			params: { name: 'demo__list_bookings', arguments: {} },
		})
		.catch(() => {});
	const from = '/overview?last=24&endpoint=demo__list_bookings';
	const budget = { tool: 'demo__list_bookings', from, change: 'budget', list: '7' };
	const shown = await forms.post('/config/propose', { ...budget, object: '300' }, page);
	expect(shown.text).toMatch(wrong('list'));
	expect(shown.text).toContain('value="300"');
	expect(shown.text).toContain('demo__list_bookings');
	const server = { name: 'up', url: 'ftp://a.example', way: 'secret', secret: 'hidden-one' };
	const refused = await forms.post('/upstreams', server, '/upstreams');
	expect(formIn(refused.text, '/upstreams')).toContain('ftp://a.example');
	expect(refused.text).not.toContain('hidden-one');
	for (const url of ['ftp://ann:pass-1@a.example/mcp', 'ftp://a.example/mcp?api_key=pass-1']) {
		const { text } = await forms.post('/upstreams', { ...server, url }, '/upstreams');
		expect(text).not.toContain('pass-1');
		expect(formIn(text, '/upstreams')).toMatch(wrong('url'));
		expect(formIn(text, '/upstreams')).toContain('is not shown again: write it anew');
	}
	const blank = { ...server, url: 'https://a.example/mcp', secret: '' };
	const { text } = await forms.post('/upstreams', blank, '/upstreams');
	expect(formIn(text, '/upstreams')).toMatch(wrong('secret'));
	expect(text).toContain('secret must not be empty');
});

it('says what is wrong beside the field that it is about, whoever found it', async () => {
	const server = { name: 'up', url: 'https://a.example/mcp', way: 'none' };
	const beside = async (to: string, given: Record<string, string>, at: string, page = to) => {
		const { text } = await forms.post(to, given, page);
		expect(formIn(text, to), JSON.stringify(given)).toMatch(
			new RegExp(`<textarea[^>]* name="${at}"[^>]*aria-invalid="true"|${wrong(at).source}`),
		);
		return formIn(text, to);
	};
	await beside('/upstreams', { ...server, name: 'x y' }, 'name');
	await beside('/upstreams', { ...server, name: 'Up' }, 'name');
	await forms.api('/api/config', 'PUT', { upstreams: [{ name: 'up', url: 'https://a.example/' }] });
	expect(await beside('/upstreams', server, 'name')).toContain('There is a server of this name');
	const keyed = { ...server, name: 'new', way: 'header', secret: 'hidden-one' };
	await beside('/upstreams', { ...keyed, header: 'no header' }, 'header');
	await beside('/upstreams', { ...keyed, way: 'account', client: '' }, 'client');
	await beside('/upstreams', { ...keyed, url: 'nowhere' }, 'url');
	await beside('/config', { text: 'chunkSize: 0', back: '/config' }, 'text');
	const erase = { principal: '', word: 'no' };
	expect(await beside('/people/data/erase', erase, 'word', '/people/data')).toMatch(
		/^<details open/,
	);
	const headers = { 'x-key': `\${secret:TOKEN_UP}` };
	const origins = ['https://a.example'];
	await forms.api('/api/secrets/TOKEN_UP', 'PUT', { value: 'hidden-one', origins });
	await forms.api('/api/config', 'PUT', {
		upstreams: [{ name: 'up', url: 'https://a.example/', headers }],
	});
	const moved = { ...server, url: 'https://b.example/mcp', way: 'keep' };
	expect(await beside('/upstreams/change', moved, 'url', '/upstreams')).not.toMatch(
		wrong('header'),
	);
});

it('goes back to an earlier version with the secrets that it had, and offers none of another to be written over', async () => {
	const put = (key: string) =>
		forms.api('/api/config', 'PUT', {
			upstreams: [{ name: 'up', url: 'https://a.example/', headers: { 'x-key': key } }],
		});
	const version = Number(((await put('first-one')) as { version: number }).version);
	await put('second-one');
	const page = await (await forms.loadline.fetch(`/config?version=${version}`)).text();
	expect(page).not.toMatch(/<textarea|first-one|second-one/);
	expect(page).toMatch(/<pre[^>]*>[^<]*x-key[^<]*\*\*\*/);
	expect(page).toContain('Go back to it, with the secrets that it had');
});

it('says of a server that an address names and that is not there', async () => {
	for (const path of ['/playground?server=nope', '/upstreams?test=nope'])
		expect(await (await forms.loadline.fetch(path)).text(), path).toContain(
			'No server is called nope here.',
		);
	for (const path of ['/playground?server=up', '/playground?server='])
		expect(await (await forms.loadline.fetch(path)).text()).not.toContain('No server is called');
});

it('of another visit keeps what was written where a page of this server sent it, and nowhere else', async () => {
	const written = { csrf: 'of another visit', name: 'ci-kept', days: '7' };
	const stale = await forms.post('/people/tokens', written, '/people');
	expect([stale.status, stale.text]).toEqual([400, expect.stringContaining('too old')]);
	expect(formIn(stale.text, '/people/tokens')).toContain('value="ci-kept"');
	const { status, text } = await forms.postFrom('cross-site', '/people/tokens', written, '/people');
	expect([status, text.includes('ci-kept')]).toEqual([400, false]);
});

it('of a large configuration is taken, and one that is longer says how long it is and what is taken', async () => {
	const text = `# ${'ä'.repeat(100_000)}\nchunkSize: 71\n`;
	expect((await forms.post('/config', { text, from: '/config' })).to).toContain('/config?said=');
	const long = await forms.post('/config', { text: 'x'.repeat(1_100_000) }, '/config');
	expect(long.text).toMatch(/the form is too long, 1,100,0\d\d bytes/);
	expect(long.text).not.toContain('too old');
});
