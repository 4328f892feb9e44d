// One search over conversations, tools, rules, people and settings.
import type { Api } from './api';
import { namesOf } from './names';
import type { Places } from './place';
import { addressOf } from './sessions';
import { Name, number } from './shell';
import { Find, Table } from './table';

/** Hits of one kind that the page lists. */
const LISTED = 20;
/** Conversations that are looked through, the newest. */
const LOOKED_AT = 200;
const LONGEST = 200;

/** A thing that was found, and its page. */
interface Hit {
	readonly name: string;
	readonly address: string;
	/** Facts that tell it from others of its name. */
	readonly note: string;
}

/** Hits by kind; `of` names a bound of what was looked through. */
interface Found {
	readonly kind: string;
	readonly of?: string;
	readonly hits: readonly Hit[];
}

/** Creates the route of the search. */
export function findRoutes({ get }: Places): void {
	get('/find', 'Search', async (c, api) => {
		const words = (c.req.query('q') ?? '').trim().slice(0, LONGEST);
		const found = words === '' ? [] : await find(api, words);
		return { content: <Results words={words} found={found} /> };
	});
}

const Results = ({ words, found }: { words: string; found: readonly Found[] }) => (
	<>
		<Find path="/find" value={words} />
		{words !== '' && found.every(({ hits }) => hits.length === 0) && (
			<p class="empty">Nothing has these words: no conversation, tool, rule, person or setting.</p>
		)}
		{found
			.filter(({ hits }) => hits.length > 0)
			.map(({ kind, of, hits }) => (
				<Table
					caption={`${kind}, ${number(hits.length)}${of === undefined ? '' : ` ${of}`}${hits.length > LISTED ? `; the first ${LISTED}` : ''}`}
					rows={hits.slice(0, LISTED)}
					columns={[
						[
							'Name',
							({ name, address }) => (
								<a href={address}>
									<Name>{name}</Name>
								</a>
							),
						],
						['What', ({ note }) => note],
					]}
				/>
			))}
	</>
);

/** Looks for words, in any case, in names, ids and descriptions that the reader may see. */
async function find(api: Api, words: string): Promise<readonly Found[]> {
	const [me, names, sessions, tools, rules, config] = await Promise.all([
		api.get('/api/me'),
		namesOf(api),
		api.get('/api/sessions', { limit: LOOKED_AT }),
		api.tools(),
		api.get('/api/memory/objects', { query: words, limit: LISTED + 1 }),
		api.get('/api/config'),
	]);
	const has = (...texts: readonly (string | undefined)[]) =>
		texts.some((text) => text?.toLowerCase().includes(words.toLowerCase()));
	const conversations = sessions.body?.sessions ?? [];
	return [
		{
			kind: 'Conversations',
			...(conversations.length === LOOKED_AT && { of: `of the newest ${LOOKED_AT}` }),
			hits: conversations
				.filter(({ id, principal }) => has(id, names.get(principal)))
				.map((each) => ({
					name: each.id,
					address: addressOf(each, me.body?.id ?? ''),
					note: `${names.get(each.principal) ?? each.principal}, ${number(each.calls)} calls`,
				})),
		},
		{
			kind: 'Tools',
			hits: (tools ?? [])
				.filter(({ name, description }) => has(name, description))
				.map(({ name, description = '' }) => ({
					name,
					address: `/overview?endpoint=${encodeURIComponent(name)}`,
					note: description.split('\n')[0]?.slice(0, LONGEST) ?? '',
				})),
		},
		{
			kind: 'Rules',
			hits: (rules.body?.objects ?? []).map(({ id, path, kind, version }) => ({
				name: path,
				address: `/memory/${encodeURIComponent(id)}`,
				note: `${kind}, version ${version}`,
			})),
		},
		{
			kind: 'People',
			hits: [...names]
				.filter(([id, name]) => has(id, name))
				.map(([id, name]) => ({
					name,
					address: `/people/data?principal=${encodeURIComponent(id)}`,
					note: id,
				})),
		},
		{
			kind: 'Settings',
			hits: Object.entries(config.body?.origin ?? {})
				.filter(([key]) => has(key))
				.map(([key, layer]) => ({
					name: key,
					address: `/config?q=${encodeURIComponent(key)}`,
					note: `from ${layer}`,
				})),
		},
	];
}
