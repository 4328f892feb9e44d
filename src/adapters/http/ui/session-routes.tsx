// Conversations: the list with the first of them drawn, each, and each call.
import { allows } from '../../../auth';
import type { Api } from './api';
import { Calls, Facts } from './calls';
import { definitionsOf, toolIn } from './figures';
import { Act } from './form';
import { idsOf, namesOf, Person, textIn } from './names';
import { type C, failed, failedBy, type Me, nothing, type Places } from './place';
import {
	addressOf,
	DEMO_SESSIONS,
	isTrial,
	LISTED,
	type Session,
	SessionTable,
	Side,
	type SideProps,
} from './sessions';
import { hintsOf, windowFor } from './settings-routes';
import { offsetIn } from './table';

/** Milliseconds within which a conversation is taken to go on. */
const LIVE_MS = 120_000;

const NONE = 'There is no such conversation; it may have ended.';

/** The pages of conversations; the first of them is the home page. */
export function sessionRoutes({ get, routes, api: apiOf, recordDemo }: Places): void {
	get('/', 'Conversations', async (c, api, _csrf, me) => {
		const asked = c.req.query();
		const offset = offsetIn(asked.offset);
		const search = (asked.q ?? '').trim();
		const by = asked.by === 'fullest' ? 'fullest' : 'latest';
		const whose = asked.whose === 'mine' ? 'mine' : 'all';
		const names = await namesOf(api);
		const maySeeAll = allows(me, 'admin');
		// A person's name stands for what they had.
		const [person] = search === '' || !maySeeAll ? [] : idsOf(names, search);
		const query = person === undefined ? search : '';
		const principal = maySeeAll ? (whose === 'mine' ? me.id : person) : undefined;
		const list = () =>
			api.get('/api/sessions', { limit: LISTED, offset, sort: by, query, principal });
		const isFirst = offset === 0 && search === '';
		let listed = await list();
		if (recordDemo && isFirst && listed.body?.sessions.length === 0) {
			await recordDemo(api);
			listed = await list();
		}
		if (listed.fault !== undefined) return failedBy(listed);
		const { sessions, total } = listed.body;
		const isMine = (one: (typeof sessions)[number]) => by === 'fullest' || one.principal === me.id;
		const latest =
			sessions.find((one) => isMine(one) && !isTrial(one.id)) ??
			sessions.find(({ id }) => !isTrial(id)) ??
			sessions[0];
		const session =
			latest && isFirst
				? ((await ofSession(api, latest.id, latest.principal)).body ?? undefined)
				: undefined;
		return {
			islands: ['side'],
			content: (
				<div data-live={session && Date.now() - (latest?.lastAt ?? 0) < LIVE_MS && ''}>
					{session && (
						<>
							<p class="lead">
								{session.principal === me.id ? 'Your' : 'The'} {by} conversation,{' '}
								<a href={addressOf(session, me.id)}>{session.id}</a>
								{calledBy(session)}
							</p>
							<Side {...(await sideOf(c, api, me, session))} />
						</>
					)}
					<SessionTable
						{...{ sessions, total, person, names, offset, search, by, whose, maySeeAll }}
						me={me.id}
					/>
				</div>
			),
		};
	});

	get('/sessions/:id', 'Conversation', async (c, api, csrf, me) => {
		const { principal, q = '', offset, by } = c.req.query();
		const answer = await ofSession(api, c.req.param('id') ?? '', principal);
		if (answer.fault !== undefined)
			return answer.status === 404 ? nothing(NONE, 'All conversations') : failedBy(answer);
		const session = answer.body;
		const hints = hintsOf(c);
		const { body } = await api.get('/api/config');
		return {
			title: `Conversation ${session.id}`,
			islands: ['side'],
			content: (
				<div data-live={Date.now() - (session.calls.at(-1)?.at ?? 0) < LIVE_MS && ''}>
					<p class="lead">
						<a href="/">All conversations</a>
						{calledBy(session)}
					</p>
					<Side {...(await sideOf(c, api, me, session))} />
					<div class="heading">
						<h2>Timeline</h2>
						<Act
							to="/settings"
							fields={{ csrf, to: addressOf(session, me.id), hints: hints ? '0' : '1' }}
						>
							{hints ? 'Hide context hints' : 'Show context hints'}
						</Act>
					</div>
					<Calls
						{...{ session, hints }}
						me={me.id}
						texts={body?.config.sessionTexts === true}
						search={q.trim()}
						offset={offsetIn(offset)}
						by={by === 'largest' ? by : 'newest'}
					/>
				</div>
			),
		};
	});

	get('/sessions/:id/calls/:call', 'Call', async (c, api) => {
		const { id = '', call: callId = '' } = c.req.param();
		const principal = c.req.query('principal');
		const [answer, { body: session }, names] = await Promise.all([
			originalOf(c, api),
			ofSession(api, id, principal),
			namesOf(api),
		]);
		const call = session?.calls.find((each) => each.id === callId);
		if (answer.fault !== undefined && (answer.status !== 404 || call === undefined))
			return answer.status === 404 ? { ...failed(goneFor(c)), status: 404 } : failedBy(answer);
		const back = addressOf({ id, principal: principal ?? '' }, '');
		const ms = call && (await msOf(api, call));
		return {
			...(call && { title: `Call of ${call.tool}` }),
			content: (
				<>
					<p class="lead">
						In the conversation <a href={back}>{id}</a>
						{session && (
							<>
								{' '}
								of <Person id={session.principal} names={names} />
								{calledBy(session)}
							</>
						)}
					</p>
					{call && <Facts {...{ call, ms }} address={back} />}
					{call?.tool.includes('__') && (
						<p>
							<a
								class="button quiet small"
								href={`/playground?tool=${encodeURIComponent(call.tool)}`}
							>
								Try this tool
							</a>
						</p>
					)}
					{answer.fault === undefined ? (
						<>
							<p class="note">The result as it was sent. Looking changes nothing.</p>
							<pre tabindex={0}>{textIn(answer.body)}</pre>
						</>
					) : (
						<p class="empty">{goneFor(c)}</p>
					)}
				</>
			),
		};
	});

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
}

/** `, with Claude Code 2.1.0`. */
const calledBy = ({ id, client }: Session): string => {
	if (client?.name === undefined || DEMO_SESSIONS.has(id)) return '';
	return `, with ${client.name}${client.version === undefined ? '' : ` ${client.version}`}`;
};

const goneFor = (c: C): string =>
	c.req.query('failed') === undefined
		? 'Expired: the original is not kept any more.'
		: 'The call failed: it gave nothing.';

async function msOf(api: Api, { at, tool }: Session['calls'][number]): Promise<number | undefined> {
	const [from, to] = [at, at + 1].map((time) => new Date(time).toISOString());
	const { body } = await api.get('/api/telemetry/requests', { from, to });
	return body?.requests.find(({ endpoint }) => toolIn(endpoint) === tool)?.totalMs;
}

const ofSession = (api: Api, id: string, principal?: string) =>
	api.get('/api/sessions/:id', { id, principal });

function originalOf(c: C, api: Api) {
	const { id = '', call = '' } = c.req.param();
	const principal = c.req.query('principal');
	return api.get('/api/sessions/:id/calls/:call/original', { id, call, principal });
}

async function sideOf(c: C, api: Api, me: Me, session: Session): Promise<SideProps> {
	return {
		session,
		me: me.id,
		window: windowFor(c, session.window),
		mayChange: allows(me, 'config:write'),
		definitions: await definitionsOf(api, session.client),
	};
}
