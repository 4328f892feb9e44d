// The page of memory: drafts first, then rules with their use; and drafts beside what they would change, and their review.
import type { AnswerOf } from '../../../contract';
import { telling } from './acts';
import { Form } from './form';
import { askFirst, failed, failedBy, type Places } from './place';
import { earlier, useColumns } from './rule-page';
import { Link, Notice, number, Time } from './shell';
import { SideBySide } from './side-by-side';
import { Find, type Names, namesOf, Order, offsetIn, Person, Table } from './table';

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

type DraftSides = AnswerOf<'GET /api/memory/drafts/:id'>;
const Sides = ({ of: { draft, base, current, proposed, withheld } }: { of: DraftSides }) => {
	const { conflict, operation } = draft;
	const titled = (title: string, side: DraftSides['base']) =>
		side?.version === undefined ? title : `${title}, version ${side.version}`;
	return withheld === undefined ? (
		<SideBySide
			of={{
				...(conflict && { [titled('Begun with', base)]: { text: base?.content } }),
				[titled(conflict ? 'Published now' : 'Published', current)]: {
					text: current?.content,
					since: conflict ? base?.content : undefined,
					none: 'Nothing yet: it is new.',
				},
				Proposed: {
					text: proposed?.content,
					since: (conflict ? base : current)?.content,
					...(operation === 'delete' && { none: WITHDRAWN }),
				},
			}}
		/>
	) : (
		<Notice kind="mind">{withheld}</Notice>
	);
};

const commentField = (isForAuthor: boolean, value = '') => ({
	...{ name: 'comment', type: 'area', maxlength: 2000, value },
	label: isForAuthor ? 'Comment for the author' : 'Comment for the reviewer',
});

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

const WITHDRAWN = 'The rule goes: approved, it is withdrawn and no longer loaded.';
const REVIEW = [
	['approve', 'Approve'],
	['reject', 'Reject'],
] as const;
const OVERWRITE = 'Overwrite what was published meanwhile';
const NEW_RULE = 'Publish it as a new rule: only a draft that deletes it takes that back';
/** The page of a draft, beside what it would change. */
export function draftRoutes({ get, post }: Places): void {
	get('/memory/drafts/:id', 'Draft', async (c, api, me) => {
		const id = c.req.param('id') ?? '';
		const [answer, names] = await Promise.all([
			api.get('/api/memory/drafts/:id', { id }),
			namesOf(api),
		]);
		if (answer.fault !== undefined) return { ...failed(answer.fault), status: 404 };
		const sides = answer.body;
		const { draft, current, proposed, warnings = [], overlaps = [] } = sides;
		const { operation, author, summary, comment, state, conflict, updatedAt } = draft;
		const isSubmitted = state === 'submitted';
		return {
			title: `Draft of ${draft.path}`,
			content: (
				<>
					<p>
						{operation} by <Person id={author} names={names} />, {state} since{' '}
						<Time at={updatedAt} />
						{draft.newPath !== undefined && [', to ', <code>{draft.newPath}</code>]}. {summary}
					</p>
					{comment !== undefined && <blockquote>{comment}</blockquote>}
					{conflict && (
						<Notice kind="mind">
							What is published is not what this draft began with: approving it would overwrite
							that. Rejected, it can be written anew upon what is published now.
						</Notice>
					)}
					{warnings.map((warning) => (
						<p class="note">{warning}</p>
					))}
					{overlaps.length > 0 && (
						<p class="note">
							Other rules already say, or contradict, {overlaps.length}{' '}
							{overlaps.length === 1 ? 'part' : 'parts'} of it.
						</p>
					)}
					<Sides of={sides} />
					{(isSubmitted || author === me.id) && (
						<Form
							class="review"
							to={`/memory/drafts/${encodeURIComponent(draft.id)}`}
							hidden={{
								draftHash: proposed?.hash,
								...{ was: current?.version, current: current?.hash },
							}}
							fields={[
								commentField(isSubmitted),
								...(isSubmitted && conflict && current
									? [{ name: 'over', label: OVERWRITE, type: 'check' }]
									: []),
								...(isSubmitted && operation === 'create'
									? [{ name: 'sure', label: NEW_RULE, type: 'check', required: true }]
									: []),
							]}
							submit={isSubmitted ? REVIEW : [['submit', 'Submit for review']]}
						/>
					)}
				</>
			),
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
		if (ask) {
			const comment = given.get('comment') ?? '';
			given.delete('comment');
			const fields = [commentField(verb === 'reject', comment)];
			const asked = askFirst(c.req.path, given, ask, c.req.path, { fields });
			const { body: sides } = await api.get('/api/memory/drafts/:id', { id });
			return { ...asked, content: [asked.content, sides && <Sides of={sides} />] };
		}
		const done = await api.send(`POST /api/memory/drafts/:id/${verb}`, { id }, body);
		if (done.fault !== undefined) return failedBy(done);
		if (!('version' in done.body)) return telling('/memory', SAID[verb]);
		// An earlier text comes back by its version; a new rule has none.
		const { objectId, version, state } = done.body;
		const was = Number(given.get('was'));
		const to = state === 'withdrawn' ? `/memory/${encodeURIComponent(objectId)}` : '/memory';
		return telling(to, SAID[state], was > 0 && earlier(objectId, was, version));
	});
}
