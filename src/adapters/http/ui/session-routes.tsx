// Conversations: the latest, each, and what was sent in it.
import { Hono } from 'hono';
import { allows } from '../../../auth';
import type { AnswerOf } from '../../../contract';
import { estimate } from '../../../protect';
import type { RouteState } from '../deps';
import type { Answer, Api } from './api';
import { textIn } from './fields-of';
import { namesOf, Person } from './names';
import { type C, failed, failedBy, type Places } from './place';
import {
	addressOf,
	DEMO_SESSIONS,
	type Definitions,
	isTrial,
	type Session,
	SessionTable,
	Side,
	type SideProps,
} from './sessions';
import { hintsOf, windowFor } from './settings-routes';
import { Empty, SIDE } from './shell';
import { Act, Document } from './table';
import { Facts, Timeline } from './timeline';

/** Milliseconds within which a conversation is taken to go on. */
const LIVE_MS = 120_000;
/** Conversations that a page lists. */
const LISTED = 20;

/** The pages of conversations; the first of them is the home page. */
export function sessionRoutes({ page, api: apiOf, recordDemo }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/',
		page('/', 'Conversations', async (c, api) => {
			const offset = Math.max(0, Math.floor(Number(c.req.query('offset'))) || 0);
			const list = () => api.get('/api/sessions', { limit: LISTED, offset });
			let listed = await list();
			if (recordDemo && offset === 0 && isEmpty(listed)) {
				await recordDemo(api);
				listed = await list();
			}
			if (listed.fault !== undefined) return failedBy(listed);
			const { sessions } = listed.body;
			const [me, names] = await Promise.all([meOf(api), namesOf(api)]);
			const latest =
				sessions.find(({ id, principal }) => principal === me.id && !isTrial(id)) ??
				sessions.find(({ id }) => !isTrial(id)) ??
				sessions[0];
			const session =
				latest && offset === 0 ? await sessionOf(api, latest.id, latest.principal) : undefined;
			return {
				islands: [SIDE],
				content: (
					<div data-live={latest && Date.now() - latest.lastAt < LIVE_MS && ''}>
						{session && (
							<>
								<p class="lead">
									{session.principal === me.id ? 'Your' : 'The'} latest conversation,{' '}
									<a href={addressOf(session, me.id)}>{session.id}</a>
									{calledBy(session)}
								</p>
								<Side {...(await sideOf(c, api, me, session))} />
							</>
						)}
						<SessionTable
							sessions={sessions}
							me={me.id}
							names={names}
							offset={offset}
							limit={LISTED}
						/>
					</div>
				),
			};
		}),
	);

	routes.get(
		'/sessions/:id',
		page('/', 'Conversation', async (c, api, csrf) => {
			const id = c.req.param('id') ?? '';
			const answer = await ofSession(api, id, c.req.query('principal'));
			if (answer.fault !== undefined)
				return answer.status === 404 ? { content: <None />, status: 404 } : failedBy(answer);
			const session = answer.body;
			const hints = hintsOf(c);
			const me = await meOf(api);
			const last = session.calls.at(-1)?.at ?? 0;
			const address = addressOf(session, me.id);
			const side = await sideOf(c, api, me, session);
			return {
				title: `Conversation ${session.id}`,
				islands: [SIDE],
				content: (
					<div data-live={Date.now() - last < LIVE_MS && ''}>
						<p class="lead">
							<a href="/">All conversations</a>
							{calledBy(session)}
						</p>
						<Side {...side} />
						<div class="heading">
							<h2>Timeline</h2>
							<Act to="/settings" fields={{ csrf, to: address, hints: hints ? '0' : '1' }}>
								{hints ? 'Hide context hints' : 'Show context hints'}
							</Act>
						</div>
						<Timeline {...side} hints={hints} />
					</div>
				),
			};
		}),
	);

	routes.get(
		'/sessions/:id/calls/:call',
		page('/', 'Call', async (c, api) => {
			const { id = '', call: callId = '' } = c.req.param();
			const principal = c.req.query('principal');
			const [answer, session, names] = await Promise.all([
				originalOf(c, api),
				sessionOf(api, id, principal),
				namesOf(api),
			]);
			const call = session?.calls.find((each) => each.id === callId);
			if (answer.fault !== undefined && (answer.status !== 404 || call === undefined))
				return answer.status === 404 ? { ...failed(goneFor(c)), status: 404 } : failedBy(answer);
			const back = addressOf({ id, principal: principal ?? '' }, '');
			return {
				...(call && { title: `Call of ${call.tool}` }),
				content: (
					<>
						<p class="lead">
							In the conversation <a href={`${back}#${callId}`}>{id}</a>
							{session && (
								<>
									{' '}
									of <Person id={session.principal} names={names} />
									{calledBy(session)}
								</>
							)}
						</p>
						{call && <Facts call={call} />}
						{answer.fault === undefined ? (
							<Document
								path={callId}
								text={textIn(answer.body)}
								more={<p class="note">The result as it was sent. Looking changes nothing.</p>}
							/>
						) : (
							<p class="empty">{goneFor(c)}</p>
						)}
					</>
				),
			};
		}),
	);

	/** For scripts: the original, or why there is none. */
	routes.get('/sessions/:id/calls/:call/text', async (c) => {
		const answer = await originalOf(c, apiOf(c));
		const text = answer.fault === undefined ? textIn(answer.body) : undefined;
		const isGone = answer.status === 404;
		const status = text !== undefined || isGone ? 200 : answer.status;
		return c.text(text ?? (isGone ? goneFor(c) : (answer.fault ?? '')), status as 200, {
			'Cache-Control': 'no-store',
		});
	});

	return routes;
}

const None = () => (
	<Empty>
		There is no such conversation; it may have ended. <a href="/">All conversations</a>
	</Empty>
);

/** `, with Claude Code 2.1.0`. */
const calledBy = ({ id, client }: Session): string => {
	if (client?.name === undefined || DEMO_SESSIONS.has(id)) return '';
	return `, with ${client.name}${client.version === undefined ? '' : ` ${client.version}`}`;
};

/** Why a call has no original. */
const goneFor = (c: C): string =>
	c.req.query('failed') === undefined
		? 'Expired: the original is not kept any more.'
		: 'The call failed: it gave nothing.';

const ofSession = (api: Api, id: string, principal?: string) =>
	api.get('/api/sessions/:id', { id, principal });

async function sessionOf(api: Api, id: string, principal?: string): Promise<Session | undefined> {
	const answer = await ofSession(api, id, principal);
	return answer.body ?? undefined;
}

function originalOf(c: C, api: Api) {
	const { id = '', call = '' } = c.req.param();
	const principal = c.req.query('principal');
	return api.get('/api/sessions/:id/calls/:call/original', { id, call, principal });
}

const isEmpty = ({ body }: Answer<AnswerOf<'GET /api/sessions'>>): boolean =>
	body?.sessions.length === 0;

async function areTextsKept(api: Api): Promise<boolean> {
	const { body } = await api.get('/api/config');
	return body?.config.sessionTexts === true;
}

type Me = AnswerOf<'GET /api/me'>;

async function meOf(api: Api): Promise<Me> {
	const { body, fault } = await api.get('/api/me');
	if (body === null) throw new Error(fault);
	return body;
}

/** All that the picture of a conversation shows. */
async function sideOf(c: C, api: Api, me: Me, session: Session): Promise<SideProps> {
	const mayChange = allows(me as never, 'config:write');
	const [texts, definitions] = await Promise.all([areTextsKept(api), definitionsOf(api)]);
	const window = windowFor(c, session.window);
	return { session, me: me.id, window, mayChange, texts, definitions };
}

/** Estimates the definitions of the list at /mcp, by server. */
async function definitionsOf(api: Api): Promise<Definitions | undefined> {
	const tools = await api.tools();
	if (tools === undefined) return undefined;
	const tokens = new Map<string, number>();
	for (const { name, description, inputSchema } of tools) {
		const server = name.includes('__') ? (name.split('__')[0] ?? '') : 'Loadline';
		const own = estimate(JSON.stringify({ name, description, inputSchema }));
		tokens.set(server, (tokens.get(server) ?? 0) + own);
	}
	return new Map([...tokens].sort(([, a], [, b]) => b - a));
}
