// One draft: beside what is published, three sides where that has moved, and what can be done with it.
import type { AnswerOf } from '../../../contract';
import { Notice } from '../pages/frame';
import { Hidden } from './form';
import { type Names, Person } from './names';
import { Time } from './shell';
import { SideBySide } from './side-by-side';

/** A draft with its sides, as the API tells it. */
export type DraftSides = AnswerOf<'GET /api/memory/drafts/:id'>;
type Side = DraftSides['base'];

/** An update that began with another text than is published, with both to be seen. */
export const mayResolve = ({ draft, current, proposed }: DraftSides): boolean =>
	draft.conflict && draft.operation === 'update' && current !== null && proposed !== null;

/** A draft beside what it would change, and how to decide. */
export const DraftPage = ({
	sides,
	names,
	me,
	csrf,
}: {
	sides: DraftSides;
	names: Names;
	me: string;
	csrf: string;
}) => {
	const { draft, base, current, proposed, warnings = [], overlaps = [], withheld } = sides;
	const { operation, author, summary, comment, state, conflict, updatedAt } = draft;
	const titled = (title: string, side: Side) =>
		side?.version === undefined ? title : `${title}, version ${side.version}`;
	return (
		<>
			<p>
				{operation} by <Person id={author} names={names} />, {state} since <Time at={updatedAt} />
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
					What is published is not what this draft began with: approving it would overwrite that.{' '}
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
			{withheld !== undefined && <Notice kind="mind">{withheld}</Notice>}
			{withheld === undefined && (
				<SideBySide
					columns={[
						...(conflict ? [{ title: titled('Begun with', base), text: base?.content }] : []),
						{
							title: titled(conflict ? 'Published now' : 'Published', current),
							text: current?.content,
							since: conflict ? base?.content : undefined,
						},
						{
							title: 'Proposed',
							text: proposed?.content,
							since: (conflict ? base : current)?.content,
						},
					]}
				/>
			)}
			{(state === 'submitted' || author === me) && <Actions sides={sides} csrf={csrf} />}
		</>
	);
};

const Actions = ({
	sides: { draft, current, proposed },
	csrf,
}: {
	sides: DraftSides;
	csrf: string;
}) => {
	const { id, state, conflict } = draft;
	return (
		<form method="post" action={`/memory/drafts/${encodeURIComponent(id)}`} class="review">
			<Hidden of={{ csrf, draftHash: proposed?.hash }} />
			<label for="comment">
				{state === 'submitted' ? 'Comment for the author' : 'Comment for the reviewer'}
			</label>
			<textarea id="comment" name="comment" class="short" maxlength={2000} />
			{state === 'submitted' && conflict && current && (
				<label class="check">
					<input type="checkbox" name="over" value={current.hash} />
					<span>Overwrite what was published meanwhile</span>
				</label>
			)}
			<div class="row">
				{state === 'submitted' ? (
					<>
						<button type="submit" name="do" value="approve">
							Approve
						</button>
						<button type="submit" name="do" value="reject" class="quiet">
							Reject
						</button>
					</>
				) : (
					<button type="submit" name="do" value="submit">
						Submit for review
					</button>
				)}
			</div>
		</form>
	);
};
