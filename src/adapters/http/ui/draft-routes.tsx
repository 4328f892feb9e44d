// Drafts beside what they would change, and their review.
import type { AnswerOf } from '../../../contract';
import { Notice } from '../pages/frame';
import { telling } from './acts';
import { Form } from './form';
import { namesOf, Person } from './names';
import { askFirst, failed, failedBy, type Places } from './place';
import { earlier } from './rule-page';
import { Time } from './shell';
import { SideBySide } from './side-by-side';

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
