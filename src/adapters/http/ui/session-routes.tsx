// Conversations: the latest, each, and what was sent in it.
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { RouteState } from '../deps';
import { formOf } from '../pages/page';
import type { Api } from './api';
import { type C, failed, type Places } from './place';
import { type Listed, type Session, SessionTable, Side, Timeline, WINDOWS } from './sessions';
import { LIVE, number } from './shell';
import { Document } from './table';

const HINTS_COOKIE = 'loadline-hints';
/** Milliseconds within which a conversation is taken to go on. */
const LIVE_MS = 120_000;

export function sessionRoutes({ page }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/',
		page('/', 'Context', async (c, api, csrf) => {
			const listed = await api.get('/api/sessions?limit=20');
			if (listed.fault !== undefined) return failed(listed.fault);
			const { sessions } = listed.body as { sessions: readonly Listed[] };
			const [latest] = sessions;
			const session = latest && (await sessionOf(api, latest.id, latest.principal));
			return {
				...(latest && Date.now() - latest.lastAt < LIVE_MS && { islands: [LIVE] }),
				content: (
					<>
						{session && (
							<>
								<p>
									The latest conversation, <a href={`/sessions/${session.id}`}>{session.id}</a>
								</p>
								<Side session={session} room={roomOf(c)} canChange={true} csrf={csrf} />
							</>
						)}
						<SessionTable sessions={sessions} />
					</>
				),
			};
		}),
	);

	routes.get(
		'/sessions/:id',
		page('/', 'Conversation', async (c, api, csrf) => {
			const id = c.req.param('id') ?? '';
			const session = await sessionOf(api, id, c.req.query('principal'));
			if (!session)
				return { ...failed('There is no such conversation; it may have ended.'), status: 404 };
			const hints = getCookie(c, HINTS_COOKIE) === '1';
			const last = session.calls.at(-1)?.at ?? 0;
			return {
				title: `Conversation ${session.id}`,
				...(Date.now() - last < LIVE_MS && { islands: [LIVE] }),
				content: (
					<>
						<Side session={session} room={roomOf(c)} canChange={true} csrf={csrf} />
						<p>
							Window:{' '}
							{WINDOWS.map((tokens) => (
								<>
									<a
										href={`?window=${tokens}`}
										aria-current={tokens === roomOf(c) ? 'true' : undefined}
									>
										{number(tokens)}
									</a>{' '}
								</>
							))}
						</p>
						<h2>Timeline</h2>
						<form class="plain" method="post" action="/settings/hints">
							<input type="hidden" name="csrf" value={csrf} />
							<input type="hidden" name="to" value={`/sessions/${session.id}`} />
							<input type="hidden" name="hints" value={hints ? '0' : '1'} />
							<button type="submit" class="quiet small">
								{hints ? 'Hide context hints' : 'Show context hints'}
							</button>
						</form>
						<Timeline session={session} hints={hints} />
					</>
				),
			};
		}),
	);

	routes.get(
		'/sessions/:id/calls/:call',
		page('/', 'Original', async (c, api) => {
			const { id, call } = c.req.param();
			const answer = await api.get(`/api/sessions/${id}/calls/${call}/original`);
			if (answer.fault !== undefined)
				return { ...failed('Expired: the original is not kept any more.'), status: 404 };
			const { content } = answer.body as { content: readonly { text?: string; type: string }[] };
			const text = content.map((block) => block.text ?? `(${block.type})`).join('\n\n');
			return {
				content: (
					<Document
						path={call ?? ''}
						text={text}
						more={<p>As it was sent. Looking changes nothing.</p>}
					/>
				),
			};
		}),
	);

	routes.post('/settings/hints', async (c) => {
		const given = await formOf(c);
		const to = given?.get('to') ?? '/';
		setCookie(c, HINTS_COOKIE, given?.get('hints') === '1' ? '1' : '0', {
			...{ path: '/', sameSite: 'Lax', httpOnly: true, maxAge: 31_536_000 },
		});
		return c.redirect(/^\/sessions\/[\w-]+$/.test(to) ? to : '/', 303);
	});

	return routes;
}

async function sessionOf(api: Api, id: string, principal?: string): Promise<Session | undefined> {
	const whose = principal === undefined ? '' : `?principal=${encodeURIComponent(principal)}`;
	const answer = await api.get(`/api/sessions/${encodeURIComponent(id)}${whose}`);
	return answer.fault === undefined ? (answer.body as Session) : undefined;
}

const roomOf = (c: C): number => {
	const asked = Number(c.req.query('window'));
	return asked >= 1_000 && asked <= 10_000_000 ? asked : 200_000;
};
