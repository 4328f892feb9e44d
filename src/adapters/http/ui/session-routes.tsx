// Conversations: the list with the first of them drawn, each, and each call.
import { allows } from '../../../auth';
import type { Api } from './api';
import { calledIn, callTable, factsOf, Overflow, RulesTold, shortNamesIn } from './calls';
import { definitionsOf, toolIn } from './figures';
import { Act } from './form';
import { handleIn, Media, mediaIn, textsOf } from './media';
import { type C, failed, failedBy, type Me, nothing, type Places } from './place';
import { addressOf, calledBy, isTrial, LISTED, type Session, Side, sessionTable } from './sessions';
import { hintsOf, windowFor } from './settings-routes';
import { FactList } from './shell';
import { idsOf, namesOf, offsetIn, Person, withQuery } from './table';

/** Milliseconds within which a conversation is taken to go on. */
const LIVE_MS = 120_000;

const NONE = 'There is no such conversation; it may have ended.';
const GONE = 'Expired, or the call failed: what was sent is not kept.';
const FRESH = { 'Cache-Control': 'no-store' };

/** The pages of conversations; the first of them is the home page. */
export function sessionRoutes({ get, routes, api: apiOf, recordDemo }: Places): void {
	get('/', 'Conversations', async (c, api, me) => {
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
		const { sessions } = listed.body;
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
					{sessionTable(
						listed.body,
						{ offset, search, by, whose },
						{ id: me.id, maySeeAll },
						names,
						person,
					)}
				</div>
			),
		};
	});

	get('/sessions/:id', 'Conversation', async (c, api, me) => {
		const { principal, q = '', offset, by } = c.req.query();
		const answer = await ofSession(api, c.req.param('id') ?? '', principal);
		if (answer.fault !== undefined)
			return answer.status === 404 ? nothing(NONE, 'All conversations') : failedBy(answer);
		const session = answer.body;
		const hints = hintsOf(c);
		const [{ body }, bound] = await Promise.all([
			api.get('/api/config'),
			api.get('/api/sessions/:id/rules', { id: session.id, principal }),
		]);
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
					<RulesTold rules={bound.body?.rules ?? []} />
					<div class="heading">
						<h2>Timeline</h2>
						<Act to="/settings" fields={{ to: addressOf(session, me.id), hints: hints ? 0 : 1 }}>
							{hints ? 'Hide context hints' : 'Show context hints'}
						</Act>
					</div>
					{callTable(session, me.id, {
						hints,
						hasTexts: body?.config.sessionTexts === true,
						search: q.trim(),
						offset: offsetIn(offset),
						by: by === 'largest' ? by : 'newest',
					})}
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
			return answer.status === 404 ? { ...failed(GONE), status: 404 } : failedBy(answer);
		const back = addressOf({ id, principal: principal ?? '' }, '');
		const [record, rules] = await Promise.all([
			call && recordOf(api, call),
			call?.tool.startsWith('mem') ? rulesIn(api, call.arguments ?? '') : [],
		]);
		const content = answer.body?.content;
		const text = textsOf(content).join('\n\n');
		const whole = record?.kept && handleIn(text);
		// A value that is shortened or hidden is not the one that was asked.
		const args = /…|\[redacted\]/.test(call?.arguments ?? '') ? undefined : call?.arguments;
		const query = { tool: call && calledIn(call), args };
		return {
			...(call && { title: `Call of ${call.tool}` }),
			hasMedia: mediaIn(content).length > 0,
			content: (
				<>
					<p class="lead">
						In the conversation <a href={back}>{id}</a>
						{session && [
							' of ',
							<Person id={session.principal} names={names} />,
							calledBy(session),
						]}
					</p>
					{call && <FactList of={Object.entries(factsOf(call, back, record, rules))} />}
					{record && <Overflow record={record} isJson={/^\s*[[{]/.test(text)} />}
					<p class="row">
						{call?.tool.includes('__') && (
							<a class="button quiet small" href={withQuery('/playground', query)}>
								Try it again
							</a>
						)}
						{whole && (
							<a href={`${c.req.path}/whole?handle=${whole}`}>
								The whole result, as the tool gave it
							</a>
						)}
					</p>
					{answer.fault === undefined ? (
						<>
							<p class="note">The result as it was sent. Looking changes nothing.</p>
							<pre tabindex={0}>{text}</pre>
							<Media content={content} />
						</>
					) : (
						<p class="empty">{GONE}</p>
					)}
				</>
			),
		};
	});

	routes.get('/sessions/:id/calls/:call/whole', async (c) => {
		const handle = c.req.query('handle') ?? '';
		const { body, fault, status } = await apiOf(c).get('/api/results/:handle', { handle });
		const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
		return c.text(fault ?? text, status as 200, FRESH);
	});

	/** For scripts: the original, or why there is none. */
	routes.get('/sessions/:id/calls/:call/text', async (c) => {
		const { body, fault, status } = await originalOf(c, apiOf(c));
		if (status === 404) return c.text(GONE, 200, FRESH);
		return c.text(fault ?? textsOf(body.content).join('\n\n'), status as 200, FRESH);
	});
}

/** Returns what the telemetry has of a call. */
async function recordOf(api: Api, { at, tool }: Session['calls'][number]) {
	const [from, to] = [at, at + 1].map((time) => new Date(time).toISOString());
	const { body } = await api.get('/api/telemetry/requests', { from, to });
	return body?.requests.find(({ endpoint }) => toolIn(endpoint) === tool);
}

/** Returns the rules, workflows and context that a text names by their short names. */
async function rulesIn(api: Api, text: string) {
	const found = await Promise.all(
		shortNamesIn(text).map((id) => api.get('/api/memory/objects/:id', { id })),
	);
	return found.flatMap(({ body }) => body ?? []);
}

const ofSession = (api: Api, id: string, principal?: string) =>
	api.get('/api/sessions/:id', { id, principal });

function originalOf(c: C, api: Api) {
	const { id = '', call = '' } = c.req.param();
	const principal = c.req.query('principal');
	return api.get('/api/sessions/:id/calls/:call/original', { id, call, principal });
}

export async function sideOf(c: C, api: Api, me: Me, session: Session) {
	return {
		session,
		me: me.id,
		window: windowFor(c, session.window),
		mayChange: allows(me, 'config:write'),
		definitions: await definitionsOf(api, session.client),
	};
}
