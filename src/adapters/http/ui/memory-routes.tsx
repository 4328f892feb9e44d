// Pages of memory: drafts first, rules with their use, drafts beside what they would replace, and their review.
import type { AnswerOf } from '../../../contract';
import { estimate } from '../../../protect';
import { changedSince, telling } from './acts';
import { type Names, namesOf, Person } from './names';
import { askFirst, failed, failedBy, type Places } from './place';
import { DraftPage } from './resolve-routes';
import { Broken, RulePage, USES } from './rule-page';
import { number, Time } from './shell';
import { Find, Order, offsetIn, Pages, Table } from './table';

const LISTED = 100;
const MOST_USES = 1000;
const ORDERS = { changed: 'latest changed', used: 'most used' };

/** The pages of memory. */
export function memoryRoutes({ get, post }: Places): void {
	get('/memory', 'Rules', async (c, api) => {
		const offset = offsetIn(c.req.query('offset'));
		const search = (c.req.query('q') ?? '').trim();
		const sort = c.req.query('by') === 'used' ? 'used' : 'changed';
		const [objects, drafts, usage, names] = await Promise.all([
			api.get('/api/memory/objects', { limit: LISTED, offset, sort, query: search || undefined }),
			api.get('/api/memory/drafts', { limit: 100 }),
			api.get('/api/memory/usage'),
			namesOf(api),
		]);
		if (objects.fault !== undefined) return failed(objects.fault);
		const { objects: rules, total } = objects.body;
		const used = new Map(usage.body?.objects.map((object) => [object.id, object]));
		return (
			<>
				{drafts.body && <Drafts listed={drafts.body} names={names} />}
				{usage.body && <Dead dead={usage.body.dead} />}
				<h2>Published</h2>
				<Find path="/memory" value={search}>
					<Order of={ORDERS} value={sort} />
				</Find>
				<Table
					caption={`${number(total)}, the ${ORDERS[sort]} first`}
					empty={search === '' ? publishing : 'No rule has these words.'}
					rows={rules}
					columns={[
						['Path', ({ id, path }) => <a href={`/memory/${encodeURIComponent(id)}`}>{path}</a>],
						['Kind', ({ kind }) => kind],
						['Version', ({ version }) => version, 'wide number'],
						[
							'Parts that bind',
							({ id }) => number(used.get(id)?.constraints.length ?? 0),
							'wide number',
						],
						['Loaded', ({ id }) => number(used.get(id)?.loads ?? 0), 'number'],
						['Referred to', ({ id }) => number(used.get(id)?.references ?? 0), 'number'],
						['Broken', ({ id }) => <Broken times={used.get(id)?.rejections} />, 'number'],
						['Changed', ({ updatedAt }) => <Time at={updatedAt} />],
					]}
				/>
				<Pages
					path="/memory"
					query={{ q: search, by: sort }}
					offset={offset}
					limit={LISTED}
					total={total}
				/>
			</>
		);
	});

	get('/memory/:id', 'Rule', async (c, api, csrf) => {
		const id = c.req.param('id') ?? '';
		const [object, versions, usage, uses, names] = await Promise.all([
			api.get('/api/memory/objects/:id', { id }),
			api.get('/api/memory/objects/:id/versions', { id }),
			api.get('/api/memory/usage', { object: id }),
			api.get('/api/memory/attestations', { object: id, limit: MOST_USES }),
			namesOf(api),
		]);
		if (object.fault !== undefined) return { ...failed(object.fault), status: 404 };
		const rule = object.body;
		const [counts] = usage.body?.objects ?? [];
		return {
			title: rule.path,
			content: (
				<RulePage
					rule={rule}
					versions={versions.body?.versions ?? []}
					counts={counts}
					used={new Map(counts?.constraints.map((each) => [each.id, each]))}
					tokens={estimate(rule.content)}
					names={names}
					uses={(uses.body?.attestations ?? []).filter(({ event }) => event in USES)}
					csrf={csrf}
				/>
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
			const [newest] = body?.versions ?? [];
			const by = (await namesOf(api)).get(newest?.author ?? '');
			// A rule that is withdrawn has no page.
			return newest?.deleted
				? changedSince(done, by, ['/memory', 'It is withdrawn: see what is published'])
				: changedSince(done, by, [to, 'Look at its versions, and publish one of them']);
		}
		const isText = body?.versions.some((each) => each.version === was && !each.deleted);
		const said = 'The earlier version is published again, as a new one.';
		return telling(to, said, isText && earlier(id, was, done.body.version));
	});

	get('/memory/drafts/:id', 'Draft', async (c, api, csrf, me) => {
		const id = c.req.param('id') ?? '';
		const [answer, names] = await Promise.all([
			api.get('/api/memory/drafts/:id', { id }),
			namesOf(api),
		]);
		if (answer.fault !== undefined) return { ...failed(answer.fault), status: 404 };
		const sides = answer.body;
		return {
			title: `Draft of ${sides.draft.path}`,
			content: <DraftPage sides={sides} names={names} me={me.id} csrf={csrf} />,
		};
	});

	post('/memory/drafts/:id', async (given, api, c) => {
		const verb = VERBS.find((each) => each === given.get('do'));
		if (verb === undefined) return failed('Nothing was asked for: approve, reject or submit.');
		const said = (name: string) => {
			const text = given.get(name)?.trim();
			return text ? { [name]: text } : {};
		};
		const body = {
			...said('comment'),
			...(verb === 'approve' && said('draftHash')),
			...(verb === 'approve' && given.has('over') && { over: given.get('current') ?? '' }),
		};
		const id = c.req.param('id') ?? '';
		const ask = given.has('sure') ? undefined : ASKED[verb];
		if (ask) return askFirst(c.req.path, given, ask, c.req.path);
		const done = await api.send(`POST /api/memory/drafts/:id/${verb}`, { id }, body);
		if (done.fault !== undefined) return failedBy(done);
		if (!('version' in done.body)) return telling('/memory', SAID[verb]);
		// An earlier text comes back by its version; a new rule has none.
		const { objectId, version, state } = done.body;
		const was = Number(given.get('was'));
		return telling('/memory', SAID[state], was > 0 && earlier(objectId, was, version));
	});
}

const publishing = (
	<>
		Nothing is published yet: <code>loadline memory push</code> brings the rules of a repository.
	</>
);

const VERBS = ['approve', 'reject', 'submit'] as const;

const SAID: Readonly<Record<string, string>> = {
	submit: 'The draft waits for its review.',
	reject: 'The draft is given back to its author.',
	published: 'The draft is published.',
	withdrawn: 'The draft is accepted: its rule is withdrawn, and no longer loaded.',
};

/** Acts that nobody can take back exactly: heading, consequence and button of the page that asks. */
const ASKED: Readonly<Partial<Record<string, readonly [string, string, string]>>> = {
	submit: [
		'Submit for review',
		'Reviewers read it from then on. Only a reviewer gives it back.',
		'Submit it',
	],
	reject: [
		'Reject the draft',
		'It goes back to its author, who is told. Only they, or an administrator, submit it again.',
		'Reject it',
	],
};

/** Publishes what was published before, while `version` is the newest. */
const earlier = (id: string, was: number, version: number) =>
	[`/memory/${encodeURIComponent(id)}/rollback`, { version: was, was: version }] as const;

const Drafts = ({
	listed: { drafts, total },
	names,
}: {
	listed: AnswerOf<'GET /api/memory/drafts'>;
	names: Names;
}) => (
	<section>
		<h2>Drafts</h2>
		<Table
			caption={
				total > drafts.length
					? `The newest ${number(drafts.length)} of ${number(total)}`
					: 'Being written, to be reviewed, and rejected'
			}
			empty="No draft waits: what agents write of rules comes here to be reviewed."
			rows={drafts}
			columns={[
				[
					'Path',
					({ id, path, newPath }) => (
						<a href={`/memory/drafts/${encodeURIComponent(id)}`}>
							{path}
							{newPath !== undefined && ` → ${newPath}`}
						</a>
					),
				],
				['Change', ({ operation }) => operation],
				[
					'State',
					({ state, conflict }) => (
						<>
							<span class={`badge ${state === 'submitted' ? 'amber' : 'grey'}`}>{state}</span>{' '}
							{conflict && <span class="badge amber">published otherwise meanwhile</span>}
						</>
					),
				],
				['By', ({ author }) => <Person id={author} names={names} />],
				['Since', ({ updatedAt }) => <Time at={updatedAt} />],
			]}
		/>
	</section>
);

const Dead = ({ dead }: Pick<AnswerOf<'GET /api/memory/usage'>, 'dead'>) =>
	dead.length === 0 ? null : (
		<div class="advice">
			<strong>Loaded often and never referred to:</strong>
			<ul>
				{dead.slice(0, 5).map(({ id, path, loads, tokens, cost }) => (
					<li>
						<a href={`/memory/${id}`}>{path}</a>, loaded {number(loads)} times at {number(tokens)}{' '}
						tokens: {number(cost)} in all
					</li>
				))}
			</ul>
		</div>
	);
