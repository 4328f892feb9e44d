// The page of people, and its forms.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { isPrincipalId, type Role, type Scope } from '../../../auth';
import { jsonIn } from '../../../shared/json-values';
import { LISTED, NewToken, PeoplePage } from './people';
import { failed, failedBy, NO_NAME, nameIn, next, type Places } from './place';

/** Carries a new token to the page that shows it once. */
const MADE_COOKIE = 'loadline-made';
const MADE = { path: '/people/tokens', sameSite: 'Strict', httpOnly: true, maxAge: 60 } as const;

/** The pages of members, tokens and the audit log. */
export function peopleRoutes({ get, post }: Places): void {
	get('/people', 'People', async (c, api, csrf, me) => {
		const { before = '', action = '' } = c.req.query();
		const [tokens, members, audit] = await Promise.all([
			api.get('/api/tokens'),
			api.get('/api/members'),
			api.get('/api/audit', {
				limit: LISTED,
				before: /^\d{1,15}$/.test(before) ? before : undefined,
				action: action || undefined,
			}),
		]);
		// A reader without permission is told so (4xx); a failure of the lists is another thing (5xx).
		const wrong = [tokens, members, audit].find(({ status }) => status >= 500);
		if (wrong) return failedBy(wrong);
		return {
			content: (
				<PeoplePage
					{...{ me, action, csrf }}
					tokens={tokens.body?.tokens}
					members={members.body?.members}
					audit={audit.body?.entries}
				/>
			),
		};
	});

	post('/people/tokens', async (given, api, c) => {
		const days = given.get('days') ?? '';
		const name = given.get('name') ?? '';
		const body = {
			name,
			// The server says which of them are none.
			scopes: given.getAll('scopes') as Scope[],
			...(days !== '' && { days: Number(days) }),
		};
		const answer = await api.send('POST /api/tokens', {}, body);
		if (answer.fault !== undefined) return failedBy(answer);
		// Shown by the page that follows, so that a reload makes no second token.
		const made = JSON.stringify([name, answer.body.scopes.join(', '), answer.body.token]);
		const secure = new URL(c.req.url).protocol === 'https:';
		setCookie(c, MADE_COOKIE, made, { ...MADE, secure });
		return '/people/tokens/made';
	});

	get('/people/tokens/made', 'Token made', async (c) => {
		const kept = jsonIn(getCookie(c, MADE_COOKIE) ?? '');
		deleteCookie(c, MADE_COOKIE, MADE);
		const [name = '', may = '', token = ''] = Array.isArray(kept) ? kept.map(String) : [];
		return token !== ''
			? { content: <NewToken {...{ name, may, token }} /> }
			: failed('A token is shown once. If it is lost, revoke it and make another.');
	});

	post('/people/members', async (given, api) => {
		const [issuer = '', subject = '', name = ''] = ['issuer', 'subject', 'name'].map(
			(key) => given.get(key) ?? '',
		);
		const role = (given.get('role') ?? '') as Role;
		const body = { issuer, subject, name, role };
		return next(await api.send('POST /api/members', {}, body), '/people');
	});

	for (const [path, method] of [
		['role', 'PUT'],
		['remove', 'DELETE'],
	] as const)
		post(`/people/${path}`, async (given, api) => {
			const id = given.get('id') ?? '';
			if (!isPrincipalId(id)) return failed('There is no such member.');
			const role = given.get('role') as Role;
			const done =
				method === 'PUT'
					? await api.send('PUT /api/members/:id', { id }, { role })
					: await api.send('DELETE /api/members/:id', { id });
			return next(done, '/people');
		});

	for (const [path, key] of [
		['revoke', 'DELETE /api/tokens/:id'],
		['restore', 'POST /api/tokens/:id/restore'],
	] as const)
		post(`/people/${path}`, async (given, api) => {
			const id = nameIn(given, 'id');
			if (id === undefined) return failed(NO_NAME);
			return next(await api.send(key, { id }), `/people?said=${path}&of=${id}`);
		});
}
