// The page of people, and its form.
import { Hono } from 'hono';
import { isRecord } from '../../../shared/is-record';
import type { RouteState } from '../deps';
import type { Answer } from './api';
import { PeoplePage } from './people';
import { failed, NO_NAME, nameIn, next, type Places } from './place';

export function peopleRoutes({ page, form }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/people',
		page('/people', 'People', async (_c, api, csrf) => {
			const [me, tokens, members, audit] = await Promise.all(
				['/api/me', '/api/tokens', '/api/members', '/api/audit?limit=50'].map((path) =>
					api.get(path),
				),
			);
			const part = (answer: Answer | undefined, key: string) =>
				answer?.fault === undefined && isRecord(answer?.body) ? answer.body[key] : undefined;
			return {
				content: (
					<PeoplePage
						me={me?.body as never}
						tokens={part(tokens, 'tokens') as never}
						members={part(members, 'members') as never}
						audit={part(audit, 'entries') as never}
						csrf={csrf}
					/>
				),
			};
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
