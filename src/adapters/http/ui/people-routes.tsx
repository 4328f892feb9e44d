// The page of people, and its forms.
import { Hono } from 'hono';
import { isPrincipalId } from '../../../auth';
import { isRecord } from '../../../shared/is-record';
import type { RouteState } from '../deps';
import type { Answer } from './api';
import { LISTED, NewToken, PeoplePage } from './people';
import { failed, failedBy, NO_NAME, nameIn, next, type Places } from './place';

/** The pages of members, tokens and the audit log. */
export function peopleRoutes({ page, form }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/people',
		page('/people', 'People', async (c, api, csrf) => {
			const { before = '', action = '' } = c.req.query();
			const log = new URLSearchParams({
				limit: String(LISTED),
				...(/^\d{1,15}$/.test(before) && { before }),
				...(action !== '' && { action }),
			});
			const [me, tokens, members, audit] = await Promise.all(
				['/api/me', '/api/tokens', '/api/members', `/api/audit?${log}`].map((path) =>
					api.get(path),
				),
			);
			// Who may not see them is told so; that they could not be asked for is something else.
			const wrong = [tokens, members, audit].find(({ status = 0 } = {} as Answer) => status >= 500);
			if (wrong) return failedBy(wrong);
			const part = (answer: Answer | undefined, key: string) =>
				answer?.fault === undefined && isRecord(answer?.body) ? answer.body[key] : undefined;
			return {
				content: (
					<PeoplePage
						me={me?.body as never}
						tokens={part(tokens, 'tokens') as never}
						members={part(members, 'members') as never}
						audit={part(audit, 'entries') as never}
						action={action}
						csrf={csrf}
					/>
				),
			};
		}),
	);

	routes.post(
		'/people/tokens',
		form('/people', 'People', async (given, api) => {
			const days = given.get('days') ?? '';
			const name = given.get('name') ?? '';
			const body = {
				name,
				scopes: given.getAll('scopes'),
				...(days !== '' && { days: Number(days) }),
			};
			const answer = await api.send('POST', '/api/tokens', JSON.stringify(body));
			if (answer.fault !== undefined) return failedBy(answer);
			const { token } = answer.body as { token: string };
			return { content: <NewToken name={name} token={token} /> };
		}),
	);

	routes.post(
		'/people/members',
		form('/people', 'People', async (given, api) => {
			const body = Object.fromEntries(
				['issuer', 'subject', 'name', 'role'].map((key) => [key, given.get(key) ?? '']),
			);
			return next(await api.send('POST', '/api/members', JSON.stringify(body)), '/people');
		}),
	);

	for (const [path, method] of [
		['role', 'PUT'],
		['remove', 'DELETE'],
	] as const)
		routes.post(
			`/people/${path}`,
			form('/people', 'People', async (given, api) => {
				const id = given.get('id') ?? '';
				if (!isPrincipalId(id)) return failed('There is no such member.');
				const body = method === 'PUT' ? JSON.stringify({ role: given.get('role') }) : undefined;
				const address = `/api/members/${encodeURIComponent(id)}`;
				return next(await api.send(method, address, body), '/people');
			}),
		);

	routes.post(
		'/people/revoke',
		form('/people', 'People', async (given, api) => {
			const id = nameIn(given, 'id');
			if (id === undefined) return failed(NO_NAME);
			return next(await api.send('DELETE', `/api/tokens/${id}`), '/people');
		}),
	);

	return routes;
}
