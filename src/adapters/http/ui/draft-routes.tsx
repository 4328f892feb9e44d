// Drafts beside what they would change, their review, and the merge of one that began with another text than is published.
import type { AnswerOf } from '../../../contract';
import { mergeTexts } from '../../../memory';
import { isRecord } from '../../../shared/json-values';
import { Notice } from '../pages/frame';
import { telling } from './acts';
import type { Api } from './api';
import { Form } from './form';
import { namesOf, Person } from './names';
import { askFirst, failed, failedBy, type Places, type Shown, textIn } from './place';
import { earlier } from './rule-page';
import { Time } from './shell';
import { SideBySide } from './side-by-side';

type DraftSides = AnswerOf<'GET /api/memory/drafts/:id'>;
/** An update that began with another text than is published, with both to be seen. */
const mayResolve = ({ draft, current, proposed }: DraftSides): boolean =>
	draft.conflict && draft.operation === 'update' && current !== null && proposed !== null;

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
const MOVED = 'It moved again while you decided. Nothing was saved: look at it anew.';
const NOTHING =
	'There is nothing to resolve: both texts must be yours to see, and still be what they were.';
const GIVEN_BACK = 'Resolved against what was published meanwhile: see the new draft.';
/** Begins and ends a part that both changed, as the command line writes it, too. */
const MARK = /^(?:<{7}|>{7}) /m;

/** The pages of a draft: beside what it would change, and made into a new one where its base is published no more. */
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
						{draft.newPath !== undefined && (
							<>
								, to <code>{draft.newPath}</code>
							</>
						)}
						. {summary}
					</p>
					{comment !== undefined && <blockquote>{comment}</blockquote>}
					{conflict && (
						<Notice kind="mind">
							What is published is not what this draft began with: approving it would overwrite
							that.{' '}
							{mayResolve(sides) && (
								<a href={`/memory/drafts/${encodeURIComponent(draft.id)}/resolve`}>Resolve it</a>
							)}
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

	get('/memory/drafts/:id/resolve', 'Resolve', async (c, api) => {
		const found = await subjectOf(api, c.req.param('id') ?? '');
		if ('content' in found) return found;
		const { author } = found.draft;
		const label = (await namesOf(api)).get(author) ?? author;
		const { text } = mergeTexts({ ...found, label });
		return resolving(found, text);
	});

	post('/memory/drafts/:id/resolve', async (given, api, c) => {
		const found = await subjectOf(api, c.req.param('id') ?? '');
		if ('content' in found) return found;
		const { seen } = found;
		if (given.get('published') !== seen.published || given.get('proposed') !== seen.proposed)
			return failed(MOVED);
		const text = textIn(given);
		if (given.get('do') === 'save' && !MARK.test(text)) return save(api, found, text);
		return resolving(found, text);
	});
}

/** A draft, its three texts, and hashes of two: a form is refused once either is another. */
type Subject = Exclude<Awaited<ReturnType<typeof subjectOf>>, Shown>;

/** Shows a text that is not saved yet: what it changes of what is published, and the whole to go on writing. */
const resolving = ({ draft, theirs, seen }: Subject, text: string): Shown => ({
	title: `Resolve ${draft.path}`,
	content: (
		<>
			<Notice kind="mind">
				{MARK.test(text)
					? 'Parts that both changed stand between <<<<<<< and >>>>>>>: write what shall stand, and take the marks out.'
					: 'Nothing is left to decide. Saved, it is a draft of yours upon what is published now, and the other is given back.'}
			</Notice>
			<SideBySide of={{ 'What it changes of what is published': { text, since: theirs } }} />
			<Form
				to={`/memory/drafts/${encodeURIComponent(draft.id)}/resolve`}
				hidden={seen}
				fields={[
					{
						...{ name: 'text', label: 'The whole, to go on writing', type: 'area', rows: 20 },
						...{ spellcheck: false, value: `\n${text}` },
					},
				]}
				submit={[
					['save', 'Save as a draft'],
					['look', 'See the difference again'],
				]}
			/>
		</>
	),
});

async function subjectOf(api: Api, id: string) {
	const answer = await api.get('/api/memory/drafts/:id', { id });
	if (answer.fault !== undefined) return { ...failed(answer.fault), status: 404 };
	const { draft, base, current, proposed } = answer.body;
	if (!mayResolve(answer.body) || !current || !proposed) return failed(NOTHING);
	return {
		draft,
		...{ mine: proposed.content, base: base?.content ?? '', theirs: current.content },
		seen: { published: current.hash, proposed: proposed.hash },
	};
}

/** The old draft makes room first: a path takes one change at a time. */
async function save(api: Api, { draft, seen }: Subject, text: string): Promise<string | Shown> {
	const session = { session_id: `page-${draft.id}`.slice(0, 128) };
	const tool = async (name: string, args: object): Promise<string | undefined> => {
		const result = await api.mcp('tools/call', { name, arguments: { ...session, ...args } });
		const said = result?.structuredContent;
		if (result && result.isError !== true) return undefined;
		return isRecord(said) ? String(said.error) : 'The server could not say what was wrong.';
	};
	const unset = await tool('memsetup', { knownHashes: { 'META_PROMPT.md': '' } });
	if (unset !== undefined) return failed(unset);
	const back = await api.send(
		'POST /api/memory/drafts/:id/reject',
		{ id: draft.id },
		{ comment: GIVEN_BACK },
	);
	if (back.fault !== undefined) return failedBy(back);
	const description = `resolved: ${draft.summary ?? `the draft of ${draft.author}`}`.slice(0, 2000);
	const fault = await tool('artifact', {
		resource: draft.resource,
		op: { update: { id: draft.objectId, body: text, base: seen.published, description } },
	});
	// Nobody talked: no conversation is left of it.
	await api.send('DELETE /api/sessions/:id', { id: session.session_id });
	if (fault !== undefined) return failed(`${fault} The draft of ${draft.author} was given back.`);
	return `/memory/drafts/${encodeURIComponent(draft.objectId ?? draft.id)}`;
}
