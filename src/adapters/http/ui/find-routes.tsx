// One search over conversations and their calls, also by time and client, tools, rules, drafts, people and settings.
import type { Api } from './api';
import { callAddress, wordsOf } from './calls';
import { toolIn } from './figures';
import { namesOf } from './names';
import { timeIn } from './period';
import { nothing, type Places } from './place';
import { ruleAddress, shortNamesIn } from './rules-told';
import { addressOf } from './sessions';
import { Link, number, Time } from './shell';
import { Find, Table } from './table';

const LISTED = 20;
const LOOKED_AT = 10;
const LONGEST = 200;
const MOST_LISTED = 200;

/** A thing that was found, its page, and what tells it from others of its name. */
type Hit = readonly [kind: string, name: string, address: string, note: string, at?: string];
const UNKEPT = 'Nothing more is kept of this call: its conversation has ended.';
const CALLS = `Calls of the newest ${LOOKED_AT} conversations`;
const MOST_CALLS = 200;

/** Creates the routes of the search, and of a call by its time: the telemetry does not know conversations. */
export function findRoutes({ get, routes, page, api: apiOf }: Places): void {
	routes.get('/calls', async (c) => {
		const { at = '', principal = '', tool = '' } = c.req.query();
		const address = await addressAt(apiOf(c), Date.parse(at), principal, tool);
		return address === undefined
			? page('Call', async () => nothing(UNKEPT, 'Conversations'))(c)
			: c.redirect(address, 303);
	});

	get('/find', 'Search', async (c, api, _csrf, me) => {
		const words = (c.req.query('q') ?? '').trim().slice(0, LONGEST);
		const zone = Number(c.req.query('zone')) || 0;
		const found = words === '' ? [] : await find(api, words, me.id, zone);
		const kinds = [...Map.groupBy(found, ([kind]) => kind)];
		return (
			<>
				<Find path="/find" value={words} />
				{words !== '' && kinds.length === 0 && (
					<p class="empty">
						{timeIn(words, Date.now(), zone)
							? `No call at ${words}, and nothing else has these words.`
							: `Nothing has these words: no conversation, no call of the newest ${LOOKED_AT}, no tool, rule, draft, client, person or setting, no correlation id of the newest ${MOST_CALLS} calls.`}{' '}
						A time is written as 14:05, 2026-11-30 or 2026-11-30 14:05.
					</p>
				)}
				{kinds.map(([kind, hits]) => (
					<Table
						caption={`${kind}, ${number(hits.length)}${hits.length > LISTED ? `; the first ${LISTED}` : ''}`}
						rows={hits.slice(0, LISTED)}
						columns={[
							['Name', ([, name, to]) => <Link to={to}>{name}</Link>],
							['What', ([, , , note, at]) => [<Time at={at} />, ' ', note]],
						]}
					/>
				))}
			</>
		);
	});
}

/** Returns the address that leads to the call of a time, as long as it is kept. */
export const timeAddress = (at: string, principal: string, tool: string): string =>
	`/calls?${new URLSearchParams({ at, principal, tool })}`;

/** Returns the address of the call that was answered at a time, milliseconds since the epoch, while it is kept. */
async function addressAt(
	api: Api,
	at: number,
	principal: string,
	tool: string,
): Promise<string | undefined> {
	if (Number.isNaN(at)) return undefined;
	const me = await api.get('/api/me');
	const whose = principal === me.body?.id ? {} : { principal };
	for (let offset = 0; ; offset += MOST_LISTED) {
		const { body } = await api.get('/api/sessions', { ...whose, limit: MOST_LISTED, offset });
		const listed = body?.sessions ?? [];
		for (const each of listed.filter(({ firstAt, lastAt }) => firstAt <= at && at <= lastAt)) {
			const session = await api.get('/api/sessions/:id', { id: each.id, ...whose });
			const calls = (session.body?.calls ?? []).filter((call) => call.at === at);
			const call = calls.find((call) => call.tool === tool) ?? calls[0];
			if (call) return callAddress(addressOf(each, me.body?.id ?? ''), call);
		}
		// The latest come first.
		if (listed.length < MOST_LISTED || listed.every(({ lastAt }) => lastAt < at)) return undefined;
	}
}

/** Looks for words, in any case, in names, ids and descriptions that the reader may see. */
async function find(api: Api, words: string, me: string, zone: number): Promise<readonly Hit[]> {
	const limit = LISTED + 1;
	const time = timeIn(words, Date.now(), zone);
	const [names, sessions, latest, tools, rules, config, drafts, timed, rule] = await Promise.all([
		namesOf(api),
		api.get('/api/sessions', { limit, query: words }),
		api.get('/api/sessions', { limit: LOOKED_AT }),
		api.tools(),
		api.get('/api/memory/objects', { query: words, limit }),
		api.get('/api/config'),
		api.get('/api/memory/drafts', { limit: MOST_CALLS }),
		api.get('/api/telemetry/requests', { ...time, limit: MOST_CALLS }),
		shortNamesIn(words)[0] === words
			? api.get('/api/memory/objects/:id', { id: words })
			: undefined,
	]);
	const has = (...texts: readonly (string | undefined)[]) =>
		texts.some((text) => text?.toLowerCase().includes(words.toLowerCase()));
	const of = (session: { id: string; principal: string }) => addressOf(session, me);
	const calls = await Promise.all(
		(latest.body?.sessions ?? []).map(async ({ id, principal }) => {
			const { body } = await api.get('/api/sessions/:id', { id, principal });
			return (body?.calls ?? [])
				.filter((call) => has(call.id, ...wordsOf(call)))
				.map((call): Hit => {
					const note = [id, `${number(call.tokensBefore)} tokens`, ...wordsOf(call).slice(1)];
					const said = note.filter((each) => each !== undefined).join(', ');
					const address = callAddress(of({ id, principal }), call);
					return [CALLS, call.tool, address, said.slice(0, LONGEST)];
				})
				.reverse();
		}),
	);
	const at = encodeURIComponent;
	return [
		...(sessions.body?.sessions ?? []).map((each): Hit => {
			const note = `${names.get(each.principal) ?? each.principal}, ${number(each.calls)} calls`;
			return ['Conversations', each.id, of(each), note];
		}),
		...(tools ?? [])
			.filter(({ name, description }) => has(name, description))
			.map(({ name, description = '' }): Hit => {
				const note = description.split('\n')[0]?.slice(0, LONGEST) ?? '';
				return ['Tools', name, `/overview?endpoint=${at(name)}`, note];
			}),
		...(timed.body?.requests ?? [])
			.filter(({ clientName, correlationId: id }) => time !== undefined || has(clientName, id))
			.map(({ time: at, principal, endpoint, clientName, correlationId, estimatedTokens }): Hit => {
				const by = has(correlationId) ? 'Calls of this correlation id' : 'Calls of a client';
				const kind = time === undefined ? `${by}, of the newest ${MOST_CALLS}` : 'Calls then';
				const note = `${clientName}, ${number(estimatedTokens)} tokens`;
				return [kind, endpoint, timeAddress(at, principal, toolIn(endpoint)), note, at];
			}),
		...(drafts.body?.drafts ?? [])
			.filter(({ id, path, newPath, summary }) => has(id, path, newPath, summary))
			.map(({ id, path, operation, state }): Hit => {
				return ['Drafts', path, `/memory/drafts/${at(id)}`, `${operation}, ${state}`];
			}),
		...[...(rule?.body ? [rule.body] : []), ...(rules.body?.objects ?? [])].map(
			({ id, path, kind, version }): Hit => {
				return ['Rules', path, ruleAddress(id), `${kind}, version ${version}`];
			},
		),
		...[...names]
			.filter(([id, name]) => has(id, name))
			.map(([id, name]): Hit => ['People', name, `/people/data?principal=${at(id)}`, id]),
		...Object.entries(config.body?.origin ?? {})
			.filter(([key]) => has(key))
			.map(([key, layer]): Hit => ['Settings', key, `/config?q=${at(key)}`, `from ${layer}`]),
		...calls.flat(),
	];
}
