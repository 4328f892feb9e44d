// Users log in at servers behind Loadline: each login is one user's, in one workspace. Part of logins.test.ts,
// which has one deployment for all.
import { describe, expect, it } from 'vitest';
import { times } from '../fuzz-runs';
import { Browsing } from '../oauth/browsing';
import { ROBOT, signIn } from '../oauth/deployment';
import { callThrough, connectClient } from './clients';
import { acts, connected, connectNotes, deployment, names } from './login-bed';

export const loginsAtServers = () =>
	describe('a user’s own login at a server', () => {
		it('is asked for by a link, used for that user alone, and gone when the user disconnects', async () => {
			const [alice, bob] = await Promise.all([connected('alice'), connected('bob')]);
			for (const { client } of [alice, bob])
				expect((await names(client)).filter((name) => name.startsWith('notes__'))).toEqual([
					'notes__log_in',
				]);
			const told = await callThrough(alice.client, 'notes__log_in');
			expect(told.texts[0]).toContain(`${deployment.loadline.url}/connect/notes?workspace=ws-team`);
			expect(await connectNotes(alice.browser, 'alice')).toContain('notes is connected');
			expect((await names(alice.client)).filter((name) => name.startsWith('notes__of_'))).toEqual([
				'notes__of_alice',
			]);
			expect((await callThrough(alice.client, 'notes__whoami')).texts[0]).toBe('whoami alice');
			// Bob has none of it.
			expect((await callThrough(bob.client, 'notes__whoami')).texts[0]).toContain(
				'needs your own login',
			);
			expect(await names(bob.client)).toContain('notes__log_in');

			const page = await callThrough(alice.client, 'notes__notes');
			const { nextCursor } = page.added as { nextCursor: string };
			expect(nextCursor).toEqual(expect.any(String));
			await connectNotes(bob.browser, 'bob');
			const stolen = await callThrough(bob.client, 'read_result', { handle: nextCursor });
			expect([stolen.isError, stolen.texts[0]]).toEqual([
				true,
				expect.not.stringContaining('alice'),
			]);
			expect((await callThrough(bob.client, 'notes__whoami')).texts[0]).toBe('whoami bob');
			expect((await names(bob.client)).filter((name) => name.startsWith('notes__of_'))).toEqual([
				'notes__of_bob',
			]);

			const next = await callThrough(alice.client, 'read_result', { handle: nextCursor });
			expect(next.isError).toBe(false);
			const connections = await alice.browser.open(`${deployment.loadline.url}/connect`);
			await alice.browser.submit(connections, {}, undefined, '/disconnect');
			expect((await callThrough(alice.client, 'notes__whoami')).texts[0]).toContain(
				'needs your own login',
			);
			expect((await callThrough(alice.client, 'read_result', { handle: nextCursor })).isError).toBe(
				true,
			);
			expect((await callThrough(bob.client, 'notes__whoami')).texts[0]).toBe('whoami bob');
			expect(deployment.loadline.logs.join('\n')).not.toContain(deployment.upstream.tokens.at(-1));
			const noted = await acts('ws-team');
			for (const act of [
				['member by claims', 'admin'],
				['POST /authorize', 'client of bob'],
				['GET /connect/callback', 'notes'],
				['POST /connect/:upstream/disconnect', 'notes'],
			])
				expect(noted).toContainEqual(act);
			expect(await acts('deployment')).toContainEqual(['GET /sign-in/callback', 'openid']);
		});

		it('ends with its user, who is erased: logins of clients, at servers and at pages', async () => {
			const { client, keeping, browser } = await connected('bob');
			await connectNotes(browser, 'bob');
			expect((await callThrough(client, 'notes__whoami')).texts[0]).toBe('whoami bob');
			const api = async (token: unknown, path: string, body?: object) => {
				const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
				const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers };
				const answer = await deployment.loadline.fetch(path, init);
				return { status: answer.status, told: await answer.json() } as {
					readonly status: number;
					readonly told: { readonly id: string; readonly state: string };
				};
			};
			const me = await api(keeping.saved?.access_token, '/api/me');
			const begun = await api(deployment.token, '/api/erasures', { principal: me.told.id });
			const state = async () =>
				(await api(deployment.token, `/api/erasures/${begun.told.id}`)).told.state;
			await expect.poll(state).toBe('watching');
			expect((await api(keeping.saved?.access_token, '/api/me')).status).toBe(401);
			expect((await browser.open(`${deployment.loadline.url}/connect`)).url).toContain('/sign-in');
			const again = await connected('bob');
			expect((await callThrough(again.client, 'notes__whoami')).texts[0]).toContain(
				'needs your own login',
			);
		});

		it('does not end for an administrator who names a stranger as a member, to erase them', async () => {
			const { loadline, provider, otherToken } = deployment;
			const browser = new Browsing();
			await signIn(browser, deployment, 'nina');
			const where = async () =>
				new URL((await browser.open(`${loadline.url}/connect`)).url).pathname;
			expect(await where()).toBe('/connect');
			const api = async (path: string, body: object) => {
				const headers = {
					authorization: `Bearer ${otherToken}`,
					'content-type': 'application/json',
				};
				const init = { method: 'POST', headers, body: JSON.stringify(body) };
				return (await (await loadline.fetch(path, init)).json()) as { id: string; state: string };
			};
			const nina = { issuer: provider.issuer, subject: 'nina', name: 'Nina', role: 'reader' };
			const { id } = await api('/api/members', nina);
			const begun = await api('/api/erasures', { principal: id });
			const headers = { authorization: `Bearer ${otherToken}` };
			const state = async () =>
				(await (await loadline.fetch(`/api/erasures/${begun.id}`, { headers })).json()) as object;
			await expect.poll(state).toMatchObject({ state: 'watching', found: 1 });
			expect(await where()).toBe('/connect');
		});

		it('gives its resources and prompts to that user alone', async () => {
			const all = await Promise.all([connected('alice'), connected('rita'), connected('eve')]);
			const [alice] = all;
			await connectNotes(alice.browser, 'alice');
			const seenBy = async ({ keeping }: (typeof all)[number], path: string) => {
				const token = `${keeping.saved?.access_token}`;
				const url = deployment.loadline.url + path;
				// There is no such server in another workspace.
				const client = await connectClient('v2 auto', url, token).catch(() => undefined);
				if (!client) return ['refused'];
				const asked = await Promise.allSettled([
					client.listResources(),
					client.readResource({ uri: 'notes://mine' }),
					client.listPrompts(),
					client.getPrompt({ name: 'prompt_of_alice' }),
					client.getPrompt({ name: 'notes__prompt_of_alice' }),
				]);
				await client.close();
				return asked.map((one) =>
					one.status === 'fulfilled' ? JSON.stringify(one.value) : 'refused',
				);
			};
			const [listed, read, prompts, got] = await seenBy(alice, '/mcp/notes');
			expect([listed, read, prompts, got]).toEqual([
				expect.stringContaining('Notes of alice'),
				expect.stringContaining('notes://mine of alice'),
				expect.stringContaining('prompt_of_alice'),
				expect.stringContaining('of alice'),
			]);
			expect((await seenBy(alice, '/mcp')).at(-1)).toContain('of alice');
			for (const other of all.slice(1))
				for (const path of ['/mcp', '/mcp/notes'])
					expect((await seenBy(other, path)).join('\n')).not.toContain('alice');
		});

		it('is not one of another workspace, nor of somebody who only knows the address', async () => {
			const eve = new Browsing();
			await signIn(eve, deployment, 'eve');
			const page = await eve.open(`${deployment.loadline.url}/connect/notes?workspace=ws-team`);
			expect([page.status, page.text]).toEqual([
				404,
				expect.not.stringContaining(deployment.upstream.url),
			]);
			const stranger = await new Browsing().open(`${deployment.loadline.url}/connect/notes`);
			expect(stranger.url).toContain('/sign-in');
		});

		it('is none where a service account calls for all', async () => {
			const api = async (path: string, method: string, body: object) => {
				const answer = await deployment.loadline.fetch(path, {
					method,
					headers: {
						authorization: `Bearer ${deployment.token}`,
						'content-type': 'application/json',
					},
					body: JSON.stringify(body),
				});
				expect([path, answer.status, await answer.text()]).toEqual([path, 200, expect.any(String)]);
			};
			const { origin } = new URL(deployment.upstream.url);
			await api('/api/secrets/ROBOT_SECRET', 'PUT', {
				value: ROBOT.client_secret,
				origins: [origin, deployment.provider.issuer],
			});
			await api('/api/config/upstreams/desk', 'PUT', {
				url: deployment.upstream.url,
				auth: {
					...{ type: 'client_credentials', clientId: ROBOT.client_id, scopes: ['notes'] },
					clientSecret: `\${secret:ROBOT_SECRET}`,
				},
			});
			const asked = () => deployment.provider.asked['/token'] ?? 0;
			const before = asked();
			const both = await Promise.all([connected('alice'), connected('bob')]);
			for (const { client } of both) {
				expect(await names(client)).toContain('desk__whoami');
				expect((await callThrough(client, 'desk__whoami')).texts[0]).toBe('whoami robot');
				await client.close();
			}
			// Two people signed in; one token of the service account does for both.
			expect(asked() - before).toBe(3);
			expect(deployment.loadline.logs.join('\n')).not.toContain(ROBOT.client_secret);
		});

		it('never meets another: two tenants, four users, all at once', async () => {
			const put = await deployment.loadline.fetch('/api/config/upstreams/notes', {
				method: 'PUT',
				headers: {
					authorization: `Bearer ${deployment.otherToken}`,
					'content-type': 'application/json',
				},
				body: JSON.stringify({ url: deployment.upstream.url, auth: 'oauth' }),
			});
			expect(put.status, await put.text()).toBe(200);
			const users = { alice: 'ws-team', bob: 'ws-team', eve: 'ws-other', frank: 'ws-other' };
			const all = await Promise.all(
				Object.entries(users).map(async ([account, workspace]) => {
					const { client, browser } = await connected(account);
					expect(await connectNotes(browser, account, workspace)).toContain('notes is connected');
					return { account, client };
				}),
			);
			const handles: { account: string; handle: string }[] = [];
			await Promise.all(
				all.flatMap(({ account, client }) =>
					Array.from({ length: times(2, 5) }, async () => {
						const [who, page] = await Promise.all([
							callThrough(client, 'notes__whoami'),
							callThrough(client, 'notes__notes'),
						]);
						expect(who.texts[0]).toBe(`whoami ${account}`);
						const owners = new Set(page.texts.join('').match(/(?<=Note \d+ of |owner=)[a-z]+/g));
						expect([...owners]).toEqual([account]);
						const { nextCursor } = page.added as { nextCursor: string };
						handles.push({ account, handle: nextCursor });
					}),
				),
			);
			for (const { account, handle } of handles.slice(0, 8))
				for (const other of all) {
					const read = await callThrough(other.client, 'read_result', { handle });
					expect([account, other.account, read.isError]).toEqual([
						account,
						other.account,
						account !== other.account,
					]);
				}
		});
	});
