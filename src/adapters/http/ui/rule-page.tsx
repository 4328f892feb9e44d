// The page of one rule: what of it binds, how often each part was used, and its text with what binds nobody marked.
import type { AnswerOf } from '../../../contract';
import { parseConstraints } from '../../../memory';
import { estimate } from '../../../protect';
import { changedSince, telling } from './acts';
import { Act } from './form';
import { failed, failedBy, type Places } from './place';
import { addressOf } from './sessions';
import { Figures, Notice, number, Time } from './shell';
import { type Columns, namesOf, OTHER, Person, right, Table } from './table';

/**
 * Returns the lines of a rule's text, without their ends, each with whether it binds.
 * @param known ids of its constraints, in order, as they are stored
 * @returns undefined where the text is not what was stored: nothing of it can be told then
 */
export function markedLines(content: string, known: readonly string[]) {
	const { constraints, places, unboundLines } = parseConstraints(content);
	if (constraints.length !== known.length || constraints.some(({ id }, at) => id !== known[at]))
		return undefined;
	const holders = new Map<number, string>();
	for (const [at, { id }] of constraints.entries())
		for (const [from, to] of places[at] ?? [])
			for (let line = from; line < to; line++) holders.set(line, id);
	return content
		.split('\n')
		.map((text, at): { text: string; kind: 'binds' | 'frame' | 'unbound'; id?: string } => {
			const id = holders.get(at);
			if (text.trim() === '') return { text, kind: 'frame' };
			if (id !== undefined) return { text, kind: 'binds', id };
			const why = unboundLines.get(at);
			return { text, kind: why === undefined || why === 'frontMatter' ? 'frame' : 'unbound' };
		});
}

type Counted = AnswerOf<'GET /api/memory/usage'>['objects'][number];
type Uses = Pick<Counted, 'loads' | 'references' | 'rejections'>;

/** Columns of how often a rule or a part of it was used, and broken, which is marked. */
export const useColumns = <Row,>(usesOf: (row: Row) => Uses | undefined): Columns<Row> => ({
	Loaded: (row) => usesOf(row)?.loads ?? 0,
	'Referred to': (row) => usesOf(row)?.references ?? 0,
	Broken: (row) => {
		const times = usesOf(row)?.rejections ?? 0;
		return right(<span class={times > 0 ? 'over' : ''}>{number(times)}</span>);
	},
});

/** An attestation: who loaded, referred to or broke the rule. */
type Use = AnswerOf<'GET /api/memory/attestations'>['attestations'][number] & {
	readonly session?: string;
	readonly reason?: string;
};

/** Attestations of use, not of a change, in words for people. */
const USES: Readonly<Record<string, string>> = {
	load: 'loaded',
	activate: 'activated',
	refer: 'referred to',
	'.reject': 'broken',
};
const LATEST = 20;
const MOST_USES = 1000;
const WEEK_MS = 7 * 86_400_000;

/** Counts uses by person, those who used it last first. @param uses the newest first */
const byPerson = (uses: readonly Use[]) =>
	[...Map.groupBy(uses, ({ principal }) => principal)].map(([id, own]) => ({
		id,
		all: own.length,
		week: own.filter(({ at }) => at > Date.now() - WEEK_MS).length,
		lastAt: own[0]?.at,
	}));

/** Returns the turns that were closed as broken after the rule was used in them. @param ends of all turns */
export const brokenIn = (uses: readonly Use[], ends: readonly Use[]): readonly Use[] => {
	const isOf = (end: Use) => (use: Use) =>
		use.session === end.session && use.principal === end.principal && use.seq < end.seq;
	return ends
		.filter(({ event }) => event === '.reject')
		.filter((end) => {
			const before = Math.max(0, ...ends.filter(isOf(end)).map(({ seq }) => seq));
			return uses.filter(isOf(end)).some(({ seq }) => seq > before);
		});
};

const LONGEST = 140;
const MOST_DRAFTS = 200;

/** The page of a rule: what binds in it, its use, its cost and its versions, of which one is published again. */
export function ruleRoutes({ get, post }: Places): void {
	get('/memory/:id', 'Rule', async (c, api) => {
		const present = await api.get('/api/memory/objects/:id', { id: c.req.param('id') ?? '' });
		// Its short name leads here, too.
		const id = present.body?.id ?? c.req.param('id') ?? '';
		const [history, usage, told, names, listed, ...closed] = await Promise.all([
			api.get('/api/memory/objects/:id/versions', { id }),
			api.get('/api/memory/usage', { object: id }),
			api.get('/api/memory/attestations', { object: id, limit: MOST_USES }),
			namesOf(api),
			api.get('/api/memory/drafts', { limit: MOST_DRAFTS }),
			...['.reject', '.agent_report'].map((event) =>
				api.get('/api/memory/attestations', { event, limit: MOST_USES }),
			),
		]);
		const { versions = [] } = history.body ?? {};
		// One that is withdrawn is shown as it was last.
		const last = versions[0]?.deleted && versions.find(({ deleted }) => !deleted);
		const object = last
			? await api.get('/api/memory/objects/:id', { id, version: last.version })
			: present;
		if (object.fault !== undefined) return { ...failed(object.fault), status: 404 };
		const rule = object.body;
		const [counts] = usage.body?.objects ?? [];
		const counted = new Map(counts?.constraints.map((each) => [each.id, each]));
		const used: readonly Use[] = (told.body?.attestations ?? []).filter(
			({ event }) => event in USES,
		);
		const ends: readonly Use[] = closed.flatMap(({ body }) => body?.attestations ?? []);
		const uses = [...used, ...brokenIn(used, ends)].sort((a, b) => b.seq - a.seq);
		const drafts = listed.body?.drafts.filter(({ objectId }) => objectId === rule.id) ?? [];
		const { kind, content, constraints } = rule;
		const [newest = rule] = versions;
		const binds = kind !== 'context' && kind !== 'mpf';
		const ids = constraints.map(({ id: part }) => part);
		const lines = binds ? markedLines(content, ids) : undefined;
		const unbound = lines?.filter((line) => line.kind === 'unbound').length ?? 0;
		return {
			title: rule.path,
			content: (
				<>
					{newest.deleted && (
						<Notice kind="mind">
							It is withdrawn since <Time at={newest.at} />, and no longer loaded. This was its last
							text; each version can be published again, below.
						</Notice>
					)}
					{drafts.map((draft) => (
						<Notice kind="mind">
							<a href={`/memory/drafts/${encodeURIComponent(draft.id)}`}>A change of it</a> by{' '}
							<Person id={draft.author} names={names} /> is{' '}
							{draft.state === 'submitted' ? 'submitted for review' : `a ${draft.state}`}.
						</Notice>
					))}
					<p>
						{kind}, version {rule.version}
					</p>
					<Figures
						of={{
							'Parts that bind': [constraints.length],
							'Lines unbound': lines && [unbound, 'grey below: they bind nobody'],
							'A load costs': [estimate(content), 'tokens'],
							Loaded: [counts?.loads ?? 0],
							'Referred to': [counts?.references ?? 0],
							Broken: [counts?.rejections ?? 0],
						}}
					/>
					{binds && (
						<Table
							caption="What binds, and what came of it"
							empty="Nothing of it binds."
							rows={constraints}
							columns={{
								Part: ({ id: part }) => <code>{part}</code>,
								Text: ({ text }) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text),
								...useColumns(({ id: part }: (typeof constraints)[number]) => counted.get(part)),
							}}
						/>
					)}
					<h2>The text</h2>
					<pre class="rule" tabindex={0}>
						{lines?.map(({ text, kind: of, id: part }) => (
							<span class={`line-${of}`} title={part}>{`${text}\n`}</span>
						)) ?? content}
					</pre>
					<Table
						caption={
							uses.length < MOST_USES
								? 'Who used it'
								: `Who used it, of the newest ${number(uses.length)} uses`
						}
						empty="Nobody that you may see used it yet."
						rows={byPerson(uses)}
						columns={{
							Who: ({ id: whose }) => <Person id={whose} names={names} />,
							'In the last week': 'week',
							'In all': 'all',
							Last: 'lastAt',
						}}
					/>
					{uses.length > 0 && (
						<Table
							caption={`The latest ${number(Math.min(uses.length, LATEST))} uses`}
							rows={uses.slice(0, LATEST)}
							columns={{
								Who: ({ principal }) => <Person id={principal} names={names} />,
								What: ({ event, reason }) => (
									<span class={event === '.reject' ? 'over' : ''}>
										{[USES[event], reason].filter(Boolean).join(': ')}
									</span>
								),
								When: 'at',
								Conversation: ({ session, principal }) =>
									session ? <a href={addressOf({ id: session, principal }, '')}>{session}</a> : '–',
							}}
						/>
					)}
					<Table
						caption="Versions"
						rows={versions}
						columns={{
							Version: ({ version }) => `${version}`,
							When: 'at',
							By: ({ author }) => <Person id={author} names={names} />,
							Through: 'origin',
							'': ({ version, deleted }) =>
								deleted ? (
									'withdrawn'
								) : version === newest.version ? (
									'published'
								) : (
									<Act to={`/memory/${rule.id}/rollback`} fields={{ version, was: newest.version }}>
										Publish it again
									</Act>
								),
						}}
					/>
				</>
			),
		};
	});

	post('/memory/:id/rollback', async (given, api, c) => {
		const id = c.req.param('id') ?? '';
		const version = Number(given.get('version'));
		const was = Number(given.get('was'));
		const key = 'POST /api/memory/objects/:id/rollback';
		const done = await api.send(key, { id }, { version }, was);
		const to = `/memory/${encodeURIComponent(id)}`;
		if (done.fault !== undefined && done.status !== 409) return failedBy(done);
		const { body } = await api.get('/api/memory/objects/:id/versions', { id });
		if (done.fault !== undefined) {
			const link = [to, 'Look at its versions, and publish one of them'] as const;
			// Of a draft the author is known, not who published it.
			const [{ author = '' } = {}] = body?.versions ?? [];
			const wrote = <>Its newest version is by {(await namesOf(api)).get(author) ?? OTHER}.</>;
			return changedSince(done, wrote, link);
		}
		const isText = body?.versions.some((each) => each.version === was && !each.deleted);
		const said = 'The earlier version is published again, as a new one.';
		return telling(to, said, isText && earlier(id, was, done.body.version));
	});
}

/** Publishes what was published before, while `version` is the newest. */
export const earlier = (id: string, was: number, version: number) =>
	[`/memory/${encodeURIComponent(id)}/rollback`, { version: was, was: version }] as const;
