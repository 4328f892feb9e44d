// The page of memory: drafts first, then rules with their use.
import type { AnswerOf } from '../../../contract';
import { type Names, namesOf, Person } from './names';
import { failed, type Places } from './place';
import { useColumns } from './rule-page';
import { Link, number } from './shell';
import { Find, Order, offsetIn, Table } from './table';

const LISTED = 100;
const ORDERS = { changed: 'latest changed', used: 'most used' };

/** The page of memory. */
export function memoryRoutes({ get }: Places): void {
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
				{drafts.body && draftTable(drafts.body, names)}
				{usage.body && deadRules(usage.body.dead)}
				<h2>Published</h2>
				<Find path="/memory" value={search}>
					<Order of={ORDERS} value={sort} />
				</Find>
				<Table
					caption={`${number(total)}, the ${ORDERS[sort]} first`}
					empty={search === '' ? publishing : 'No rule has these words.'}
					rows={rules}
					columns={{
						Path: ({ id, path }) => <Link to={`/memory/${encodeURIComponent(id)}`}>{path}</Link>,
						Kind: 'kind',
						Version: 'version',
						'Parts that bind': ({ id }) => used.get(id)?.constraints.length ?? 0,
						...useColumns(({ id }: (typeof rules)[number]) => used.get(id)),
						Changed: 'updatedAt',
					}}
					pages={{ path: '/memory', query: { q: search, by: sort }, offset, limit: LISTED, total }}
				/>
			</>
		);
	});
}

const publishing = (
	<>
		Nothing is published yet: <code>loadline memory push</code> brings the rules of a repository.
	</>
);

const draftTable = ({ drafts, total }: AnswerOf<'GET /api/memory/drafts'>, names: Names) => (
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
			columns={{
				Path: ({ id, path, newPath }) => (
					<Link to={`/memory/drafts/${encodeURIComponent(id)}`}>
						{newPath === undefined ? path : `${path} → ${newPath}`}
					</Link>
				),
				Change: 'operation',
				State: ({ state, conflict }) => (
					<>
						<span class={`badge ${state === 'submitted' ? 'amber' : 'grey'}`}>{state}</span>{' '}
						{conflict && <span class="badge amber">published otherwise meanwhile</span>}
					</>
				),
				By: ({ author }) => <Person id={author} names={names} />,
				Since: 'updatedAt',
			}}
		/>
	</section>
);

const deadRules = (dead: AnswerOf<'GET /api/memory/usage'>['dead']) =>
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
