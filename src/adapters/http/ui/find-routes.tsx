// One search over conversations and their calls, also by time and client, tools, rules, drafts, people, tokens and settings.
import { type Api, conversations, views } from './api';
import { callAddress, ruleAddress, shortNamesIn, wordsOf } from './calls';
import { toolIn } from './figures';
import { actsOf } from './people-routes';
import { timeIn } from './period';
import { nothing, type Places } from './place';
import { keysIn, settingsIn } from './proposals';
import { addressOf } from './sessions';
import { Link, number, Time } from './shell';
import { Find, namesOf, Table } from './table';

const LISTED = 20;
const LONGEST = 200;
const MOST_LISTED = 200;
/** Conversations whose calls are looked at, and milliseconds after which no others are. */
const LOOKED_AT = 200;
const LOOKS_MS = 3_000;

/** A thing that was found, its page, and what tells it from others of its name. */
type Hit = readonly [kind: string, name: string, address: string, note: string, at?: string];
/** A session that Loadline named itself. */
const GIVEN = /^s-[\w-]{8,}$/;
const UNNAMED = 'of clients that name none; Loadline named this session for such a one';
const UNKEPT = 'Nothing more is kept of this call: its conversation has ended.';

/** Creates the routes of the search, and of a call by its time: the telemetry does not know conversations. */
export function findRoutes({ get, routes, page, api: apiOf, documentFile }: Places): void {
	routes.get('/calls', async (c) => {
		const { at = '', principal = '', tool = '' } = c.req.query();
		const address = await addressAt(apiOf(c), Date.parse(at), principal, tool);
		return address === undefined
			? page('Call', async () => nothing(UNKEPT, 'Conversations'))(c)
			: c.redirect(address, 303);
	});

	get('/find', 'Search', async (c, api, me) => {
		const words = (c.req.query('q') ?? '').trim().slice(0, LONGEST);
		const zone = Number(c.req.query('zone')) || 0;
		const explained = (await documentFile?.('docs/config.md')) ?? '';
		const [found, unseen] =
			words === '' ? [[], []] : await find(api, words, { me: me.id, zone, explained });
		const kinds = [...Map.groupBy(found, ([kind]) => kind)];
		return (
			<>
				<Find path="/find" value={words} />
				{words !== '' && kinds.length === 0 && (
					<p class="empty">
						{timeIn(words, Date.now(), zone)
							? `No call at ${words}, and nothing else has these words.`
							: 'Nothing has these words: no conversation or call, no correlation id, client, tool, rule, draft, person, token or setting.'}{' '}
						A time is written as 14:05, 2026-11-30 or 2026-11-30 14:05.
					</p>
				)}
				{unseen.length > 0 && <p class="note">Looked at {unseen.join(', and at ')}.</p>}
				{kinds.map(([kind, hits]) => (
					<Table
						caption={`${kind}, ${number(hits.length)}${hits.length > LISTED ? `; the first ${LISTED}` : ''}`}
						rows={hits.slice(0, LISTED)}
						columns={{
							Name: ([, name, to]) => <Link to={to}>{name}</Link>,
							What: ([, , , note, at]) => [<Time at={at} />, ' ', note],
						}}
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
async function addressAt(api: Api, at: number, principal: string, tool: string) {
	if (Number.isNaN(at)) return undefined;
	const me = await api.get('/api/me');
	const whose = principal === me.body?.id ? {} : { principal };
	for await (const listed of conversations(api, whose)) {
		// The latest come first.
		if (!listed || listed.lastAt < at) return undefined;
		if (listed.firstAt > at) continue;
		const session = await api.get('/api/sessions/:id', { id: listed.id, ...whose });
		const calls = (session.body?.calls ?? []).filter((call) => call.at === at);
		const call = calls.find((call) => call.tool === tool) ?? calls[0];
		if (call) return callAddress(addressOf(listed, me.body?.id ?? ''), call);
	}
	return undefined;
}

/** Returns whether each of some words is in a text, in any case: in capitals ß is SS. */
export const hasIn = (words: string) => {
	const parts = words.toUpperCase().split(/\s+/);
	return (...texts: readonly (string | undefined)[]): boolean => {
		const text = texts.join('\n').toUpperCase();
		return parts.every((part) => text.includes(part));
	};
};

/** Looks for words in names, ids and descriptions that the reader may see; with what was not looked at whole. */
async function find(
	api: Api,
	words: string,
	{ me, zone, explained }: { me: string; zone: number; explained: string },
): Promise<readonly [found: readonly Hit[], unseen: readonly string[]]> {
	const limit = LISTED + 1;
	const time = timeIn(words, Date.now(), zone);
	const called = time
		? { ...time, limit: MOST_LISTED }
		: { from: 0, query: words, limit: MOST_LISTED };
	const has = hasIn(words);
	const of = (session: { id: string; principal: string }) => addressOf(session, me);
	const [names, sessions, calls, tools, rules, config, drafts, requests, tokens, acts, rule] =
		await Promise.all([
			namesOf(api),
			api.get('/api/sessions', { limit, query: words }),
			callsIn(api, has, of),
			api.tools(),
			api.get('/api/memory/objects', { query: words, limit }),
			api.get('/api/config'),
			api.get('/api/memory/drafts', { limit: MOST_LISTED }),
			api.get('/api/telemetry/requests', called),
			api.get('/api/tokens'),
			actsOf(api, { limit: MOST_LISTED }),
			shortNamesIn(words)[0] === words
				? api.get('/api/memory/objects/:id', { id: words })
				: undefined,
		]);
	const at = encodeURIComponent;
	const found = [
		...(sessions.body?.sessions ?? []).map((each): Hit => {
			const note = `${names.get(each.principal) ?? each.principal}, ${number(each.calls)} calls`;
			return ['Conversations', each.id, of(each), note];
		}),
		...(GIVEN.test(words)
			? [['Conversations', 'default', '/sessions/default', UNNAMED] satisfies Hit]
			: []),
		...(tools ?? [])
			.filter(({ name, description }) => has(name, description))
			.map(({ name, description = '' }): Hit => {
				const note = description.split('\n')[0]?.slice(0, LONGEST) ?? '';
				return ['Tools', name, `/overview?endpoint=${at(name)}`, note];
			}),
		...(requests.body?.requests ?? []).map(
			({ time: when, principal, endpoint, clientName, correlationId, estimatedTokens }): Hit => {
				const by = has(correlationId) ? 'Calls of this correlation id' : 'Calls of a client';
				const note = `${clientName}, ${number(estimatedTokens)} tokens`;
				const address = timeAddress(when, principal, toolIn(endpoint));
				return [time ? 'Calls then' : by, endpoint, address, note, when];
			},
		),
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
		...(tokens.body?.tokens ?? [])
			.filter(({ id, name }) => has(id, name))
			.map(({ name, scopes }): Hit => ['Tokens', name, '/people', scopes.join(', ')]),
		...(config.body ? settingsIn(keysIn(explained), config.body) : [])
			.filter(({ path, label, about }) => has(path, label, about))
			.map(({ path, layer, label, about }): Hit => {
				const note = [`from ${layer}`, label, about].filter(Boolean).join(': ');
				return ['Settings', path, `/config?q=${at(path)}`, note.slice(0, LONGEST)];
			}),
		...calls.found,
		...(acts.entries ?? [])
			.filter(({ name, words: what, target, to }) => has(name, what, target, to))
			.map(({ at: when, name, action, words: what, to }): Hit => {
				return ['Audit log', what, `/people?action=${at(action)}#audit`, `${to}, by ${name}`, when];
			}),
	];
	const { seen, all, isWhole } = calls;
	const [read = 0, inAll = 0] = [drafts.body?.drafts.length, drafts.body?.total];
	return [
		found,
		[
			...(seen < all
				? [`calls of the newest ${number(seen)} of ${number(all)} conversations`]
				: []),
			...(isWhole ? [] : ['the newest 300 calls of each conversation']),
			...(acts.entries?.length === MOST_LISTED ? ['the newest 200 acts of the audit log'] : []),
			...(read < inAll ? [`the newest ${number(read)} of ${number(inAll)} drafts`] : []),
		],
	];
}

/** Looks through the calls of conversations, the newest first, until enough is found or it takes long. */
async function callsIn(
	api: Api,
	has: ReturnType<typeof hasIn>,
	addressIn: (session: { id: string; principal: string }) => string,
) {
	const { body } = await api.get('/api/sessions', { limit: LOOKED_AT });
	const { sessions, total: all } = body ?? { sessions: [], total: 0 };
	const end = Date.now() + LOOKS_MS;
	const found: Hit[] = [];
	let seen = 0;
	let isWhole = true;
	for await (const session of views(api, sessions)) {
		if (found.length > LISTED || Date.now() > end) break;
		seen++;
		isWhole &&= session.calls.length === session.totals.calls;
		for (const call of session.calls.toReversed()) {
			const [tool = '', ...about] = wordsOf(call);
			if (!has(call.id, tool, ...about)) continue;
			const said = [session.id, `${number(call.tokensBefore)} tokens`, ...about];
			const note = said.filter((each) => each !== undefined).join(', ');
			found.push([
				...(['Calls', tool, callAddress(addressIn(session), call)] as const),
				note.slice(0, LONGEST),
			]);
		}
	}
	return { found, seen, all, isWhole };
}
