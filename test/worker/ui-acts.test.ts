// Tests of the forms of pages: an act that cannot be undone asks first, any other is undone whole, and each is told to
// the browser that did it, on its page, for ten minutes. Without a browser: forms as one sends them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { telling } from '../../src/adapters/http/ui/acts';
import { startRawUpstream } from '../upstreams/raw-upstream';
import { callThrough, connectClient } from './clients';
import { Forms, fieldsOf, told } from './forms';

let forms: Forms;

beforeAll(async () => {
	forms = await Forms.open();
});
afterAll(() => forms?.loadline.stop());

const get = (path: string) => forms.get(path);
const post = (path: string, fields: Record<string, string>) => forms.post(path, fields);
const undo = (page: string) => forms.undo(page);
const api = <Body>(path: string, method?: string, body?: object): Promise<Body> =>
	forms.api<Body>(path, method, body);

describe('the secret of a server', () => {
	const seen: string[] = [];
	const change = (fields: Record<string, string>) =>
		post('/upstreams/change', { name: 'keyed', way: 'secret', ...fields });

	it('is replaced with the configuration or not at all, and comes back by Undo', async () => {
		const server = await startRawUpstream({
			methods: {
				'tools/list': ({ request }) => {
					seen.push(String(request.headers.authorization));
					return JSON.stringify({ tools: [] });
				},
			},
		});
		const { url } = server;
		const added = await post('/upstreams', {
			name: 'keyed',
			way: 'secret',
			url,
			secret: 'first-one',
		});
		expect(told(added.text)).toContain('is in force');
		expect(seen.at(-1)).toBe('Bearer first-one');
		// Another of its name is none.
		const twice = await post('/upstreams', { name: 'keyed', way: 'none', url: `${url}/other` });
		expect([twice.status, twice.text]).toEqual([
			409,
			expect.stringContaining('of this name already'),
		]);

		const refused = await change({ url, secret: 'second-one', timeoutMs: '5' });
		expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('timeoutMs')]);
		await change({ url, way: 'keep', timeoutMs: '5000' });
		expect(seen.at(-1)).toBe('Bearer first-one');
		const { secrets } = await api<{ secrets: { name: string }[] }>('/api/secrets');
		const own = expect.stringMatching(/^TOKEN_KEYED_[0-9A-F]{16}$/);
		expect(secrets).toEqual([expect.objectContaining({ name: own, once: true })]);
		// Nobody changes by hand what versions hold.
		const byHand = api(`/api/secrets/${secrets[0]?.name}`, 'PUT', {
			...{ value: 'by-hand', origins: [new URL(url).origin] },
		});
		await expect(byHand).rejects.toThrow('versions of the configuration have its value');

		const changed = await change({ url, secret: 'third-one' });
		expect(seen.at(-1)).toBe('Bearer third-one');
		const back = await undo(changed.text);
		expect(told(back.text)).toContain('It says what version');
		expect(seen.at(-1)).toBe('Bearer first-one');
		// And the way back from there.
		await undo(back.text);
		expect(seen.at(-1)).toBe('Bearer third-one');

		// A change that is refused leaves the one before whole, which a version further back still names.
		await change({ url, secret: 'fourth-one' });
		await change({ url, secret: 'fifth-one', timeoutMs: '5' });
		const last = await post('/upstreams/remove', { name: 'keyed' });
		const put = await undo(last.text);
		expect(seen.at(-1)).toBe('Bearer fourth-one');
		const { version } = await api<{ version: number }>('/api/config');
		const rollback = { version: String(version - 3), inForce: String(version), from: '/upstreams' };
		await post('/config/rollback', rollback);
		expect(seen.at(-1)).toBe('Bearer third-one');
		// Offering what is offered already is no version to go back from.
		const offered = await post('/upstreams/offer', { name: 'keyed', tool: 'a', offered: 'a' });
		expect(told(offered.text)).toBe('It was so already: nothing changed.');
		expect(offered.text).not.toContain('>Undo<');
		expect((await api<{ version: number }>('/api/config')).version).toBe(version + 1);
		// Later changes of others are not undone.
		const late = await undo(put.text);
		expect([late.status, late.text]).toEqual([409, expect.stringContaining('Changed meanwhile')]);
		expect(late.text).toContain('Changed last by local, upstreams');
		expect(seen.at(-1)).toBe('Bearer third-one');
		await server.close();
	});
});

it('an undo names nobody to who may not see names', async () => {
	const wish = { name: 'editor', scopes: ['mcp:use', 'config:write'], service: 'editor' };
	const { token } = await api<{ token: string }>('/api/tokens', 'POST', wish);
	const editor = await Forms.open(forms.loadline, token);
	const { version } = await api<{ version: number }>('/api/config');
	const put = await editor.post('/config', { text: 'chunkSize: 500\n', version: `${version}` });
	expect(told(put.text)).toContain('is in force');
	await api('/api/config', 'PUT', { chunkSize: 600 });
	const late = await editor.undo(put.text);
	expect([late.status, late.text]).toEqual([
		409,
		expect.stringContaining('Changed last by somebody else, chunkSize.'),
	]);
	await api('/api/config', 'PUT', {});
});

it('says that nothing was learnt of a tool, where it is to be forgotten', async () => {
	const { text } = await post('/overview/forget', { tool: 'nosuch__tool', from: '/overview' });
	expect(told(text)).toBe('Nothing was learnt of it that could be forgotten.');
});

describe('display', () => {
	it('is as it was before, once that is undone', async () => {
		await post('/settings', { to: '/settings', hints: '0', window: '128000' });
		const kept = await post('/settings', { to: '/settings', hints: '1', window: '32000' });
		const back = await undo(kept.text);
		expect(back.text).toMatch(
			/name="window"[^>]* value="128000"|value="128000"[^>]* name="window"/,
		);
		expect(back.text).not.toMatch(/name="hints" value="1" checked/);
	});
});

describe('a rule', () => {
	type Connected = Awaited<ReturnType<typeof connectClient>>;
	let client: Connected | undefined;
	const draft = async (op: object) => {
		client ??= await connectClient('v2 auto', `${forms.loadline.url}/mcp`);
		const tool = (name: string, args: object) =>
			callThrough(client as Connected, name, { session_id: 'acts', ...args });
		await tool('memsetup', { knownHashes: { 'META_PROMPT.md': '' } });
		await tool('artifact', { resource: 'rule', op });
		const { drafts } = await api<{ drafts: { id: string }[] }>('/api/memory/drafts?state=draft');
		const id = drafts[0]?.id ?? '';
		const asked = await post(`/memory/drafts/${id}`, { do: 'submit' });
		expect(asked.text).toContain('Only a reviewer gives it back.');
		expect(asked.text).toContain(`<a href="/memory/drafts/${id}">Leave it as it is</a>`);
		await post(`/memory/drafts/${id}`, fieldsOf(asked.text, `/memory/drafts/${id}`));
		return { id, page: await get(`/memory/drafts/${id}`) };
	};
	const approve = ({ id, page }: { id: string; page: string }) =>
		post(`/memory/drafts/${id}`, { ...fieldsOf(page, `/memory/drafts/${id}`), do: 'approve' });
	const texts = async () => {
		const { objects } = await api<{ objects: { id: string }[] }>('/api/memory/objects');
		return Promise.all(
			objects.map(({ id }) => api<{ id: string; content: string }>(`/api/memory/objects/${id}`)),
		);
	};

	it('that is new asks before it is published; a change and a deletion are undone', async () => {
		const first = await draft({ create: { path: 'acts.md', body: '# Acts\n\n- ask first\n' } });
		const ask = /name="sure"[^>]* required=""[^>]*><span>Publish it as a new rule/;
		expect(first.page).toMatch(ask);
		const published = await approve(first);
		expect(told(published.text)).toBe('The draft is published.');
		expect(published.text).not.toContain('>Undo<');
		const [{ id } = { id: '' }] = await texts();

		const second = await draft({ update: { id, body: '# Acts\n\n- ask never\n' } });
		expect(second.page).not.toMatch(ask);
		const changed = await approve(second);
		const undone = await undo(changed.text);
		expect(await texts()).toMatchObject([{ id, content: '# Acts\n\n- ask first\n' }]);

		const third = await approve(await draft({ delete: { id } }));
		expect(told(third.text)).toContain('its rule is withdrawn');
		expect(await texts()).toEqual([]);
		expect(third.to).toMatch(new RegExp(`^/memory/${id}[?]`));
		// Its page has its last text, and the way back; of an act before, Undo leads there.
		const gone = await undo(changed.text);
		expect([gone.status, gone.text]).toEqual([
			409,
			expect.stringContaining(`href="/memory/${id}"`),
		]);
		expect(gone.text).toContain('Its newest version is by local.');
		const page = await get(`/memory/${id}`);
		expect(page).toContain('It is withdrawn since');
		expect(page).toContain('- ask first');
		expect(fieldsOf(page, `/memory/${id}/rollback`)).toMatchObject({ version: '3', was: '4' });
		const back = await undo(third.text);
		// The version before it was no text.
		expect(back.text).not.toContain('>Undo<');
		expect(back.text.match(/Publish it again/g)).toHaveLength(3);
		expect(await texts()).toMatchObject([{ id, content: '# Acts\n\n- ask first\n' }]);

		// Versions published since stay.
		const fourth = await approve(await draft({ update: { id, body: '# Acts\n\n- ask twice\n' } }));
		const late = await undo(undone.text);
		expect([late.status, late.text]).toEqual([409, expect.stringContaining('is the newest now')]);
		expect(late.text).toContain(`href="/memory/${id}"`);
		expect(await texts()).toMatchObject([{ id, content: '# Acts\n\n- ask twice\n' }]);
		await undo(fourth.text);

		const fifth = await draft({ delete: { id } });
		const asked = await post(`/memory/drafts/${fifth.id}`, { do: 'reject', comment: 'no' });
		expect(asked.text).toContain('Only they, or an administrator, submit it again.');
		// The written comment is seen before it goes to the author.
		expect(asked.text).toMatch(/<textarea[^>]*name="comment"[^>]*>no<\/textarea>/);
		const sure = fieldsOf(asked.text, `/memory/drafts/${fifth.id}`);
		expect(sure).toMatchObject({ comment: 'no', sure: '1' });
		expect(told((await post(`/memory/drafts/${fifth.id}`, sure)).text)).toContain('given back');
	});
});

describe('the audit log', () => {
	it('is searched by what was done, and by the name of a token that is gone', async () => {
		const made = await api<{ id: string }>('/api/tokens', 'POST', {
			...{ name: 'night-bot', scopes: ['mcp:use'] },
		});
		await api(`/api/tokens/${made.id}`, 'DELETE');
		for (const words of ['night-bot', 'revokes night-bot', made.id]) {
			const page = await get(`/find?q=${encodeURIComponent(words)}`);
			const [, log = ''] = page.split('Audit log, ');
			expect([words, log.replaceAll(/<[^>]*>/g, '')]).toEqual([
				words,
				expect.stringMatching(/Revokes an API token.*night-bot, by local/s),
			]);
		}
		expect(await get('/people')).toMatch(/Revokes an API token<.*?>night-bot</s);
	});
});

describe('the window of a conversation', () => {
	it('holds the definitions of the address that it came by', async () => {
		const definitions = async (path: string) => {
			const session_id = path.slice(1).replaceAll(/\W/g, '-');
			const client = await connectClient('v2 auto', `${forms.loadline.url}${path}`);
			const meta = { 'dev.loadline/session': session_id };
			const { tools } = await client.listTools();
			const asked = { query: 'a booking' };
			const [name = 'search_records', args = { id: 'bk_0001' }] = tools.flatMap((tool) => {
				if (tool.name === 'find_tools') return [tool.name, asked];
				return tool.name.endsWith('get_booking') ? [tool.name] : [];
			}) as [string?, object?];
			await client.callTool({ name, arguments: args as Record<string, unknown>, _meta: meta });
			await client.close();
			const page = await get(`/sessions/${session_id}`);
			const table = page.split('The whole window, in tokens')[1]?.split('</table>')[0] ?? '';
			const rows = table.matchAll(/<tr><td class="left wrap">([^<]*)<\/td><td[^>]*>([\d,]+)/g);
			return Object.fromEntries(
				[...rows].map(([, server, tokens]) => [server, Number(tokens?.replace(',', ''))]),
			);
		};
		const [one, all] = [await definitions('/mcp/demo'), await definitions('/mcp')];
		const servers = Object.keys(one).filter((part) => part.startsWith('Definitions'));
		expect(servers.sort()).toEqual(['Definitions of Loadline', 'Definitions of demo']);
		// Of Loadline's own it lists one.
		const own = 'Definitions of Loadline';
		expect(one[own]).toBeLessThan((all[own] ?? 0) / 2);
		// An address that names its toolsets lists those alone.
		const few = await definitions('/mcp?toolsets=records');
		expect(Object.keys(few)).not.toContain('Definitions of demo');
		expect(few[own]).toBeLessThan(all[own] ?? 0);
		// The search for tools is Loadline's own, at the address of one server too.
		expect(Object.keys(await definitions('/mcp/demo?tools=search'))).not.toContain(
			'Definitions of demo',
		);
	});
});

it('a conversation that there is none of is not removed', async () => {
	const remove = (id: string) => forms.loadline.fetch(`/api/sessions/${id}`, { method: 'DELETE' });
	expect((await remove('nosuch')).status).toBe(404);
	expect((await remove('mcp-demo')).status).toBe(200);
	expect((await remove('mcp-demo')).status).toBe(404);
});

describe('what an address tells', () => {
	it('is told on its own page, to its own browser, and once for ten minutes', async () => {
		const { to } = await post('/settings', { to: '/settings', hints: '1', window: '0' });
		expect(told(await get(to))).toBe('Kept in this browser.');
		expect(told(await get(to.replace('/settings', '/people')))).toBe('');
		const later = new URL(to, forms.loadline.url);
		for (const at of [Date.now() - 601_000, Date.now() + 60_000, '']) {
			later.searchParams.set('at', `${at}`);
			expect(told(await get(`${later.pathname}${later.search}`))).toBe('');
		}
		expect(told(await forms.getAsStranger(to))).toBe('');
	});

	it('is of the act alone: what an earlier one or a stranger wrote there goes', async () => {
		const { to } = await post('/settings', {
			...{ to: '/people?said=revoke&undo=x&seal=0&action=x', hints: '1', window: '0' },
		});
		expect(to).toBe('/people?action=x');
		expect(telling('/overview?endpoint=a&said=x&undo=y#mend', 'Done.')).toBe(
			'/overview?endpoint=a&said=Done.#mend',
		);
		expect(telling('/.//evil.example/?said=x')).toBe('/evil.example/');
	});
});
