// Decisions on drafts, told to their author at the next call: once in each session that was there, else in the next one.
import { ok, type Result } from '../../shared/result';
import type { Fault } from '../faults';
import type { Caller, Draft } from '../types';
import { aliasFor, currentVersion, type HubContext } from './context';
import { targetPath } from './draft-machine';

/** A member of an answer; absent where the caller has heard of everything. */
export interface Reviewed {
	/** A sentence for each decision. */
	readonly reviews?: readonly string[];
}

/**
 * Returns the answer of a step with what was decided before it of the caller's drafts, and notes that the session
 * heard of that; a step that fails tells nothing.
 */
export function withReviews<Value extends object>(
	context: HubContext,
	{ principal }: Pick<Caller, 'principal'>,
	session: string,
	step: () => Result<Value, Fault>,
): Result<Value & Reviewed, Fault> {
	const { store } = context;
	const since = store.binding(principal, session)?.at ?? 0;
	const news = store
		.decided()
		.filter(
			({ author, heard = [], decidedAt = 0 }) =>
				author === principal &&
				!heard.includes(session) &&
				(heard.length === 0 || decidedAt > since),
		);
	const done = step();
	if (!done.ok || news.length === 0) return done;
	// What the step has changed is decided no more.
	const decided = new Set(store.decided().map(keyOf));
	for (const draft of news.filter((each) => decided.has(keyOf(each)))) {
		const heard = [...(draft.heard ?? []), session];
		store.putDraft({ ...draft, heard }, store.submittedContent(draft.id));
	}
	return ok({ ...done.value, reviews: news.map((draft) => sentenceOf(context, draft)) });
}

const keyOf = ({ id, decidedAt }: Draft): string => `${id} ${decidedAt}`;

const MAX_COMMENT = 500;

function sentenceOf(context: HubContext, draft: Draft): string {
	const { id, objectId, operation, state, comment } = draft;
	const current = objectId === undefined ? undefined : currentVersion(context, objectId);
	const name = objectId === undefined ? id : aliasFor(context, objectId);
	const path = targetPath(draft, current);
	const said =
		comment === undefined
			? ''
			: `: ${JSON.stringify(comment.slice(0, MAX_COMMENT).toWellFormed())}`;
	if (state === 'rejected')
		return `${name} ${path}: your ${operation} was rejected${said}; update it, or discard it`;
	return operation === 'create'
		? `${id} was approved and is ${name} now, ${path}${said}`
		: `${name} ${path}: your ${operation} was approved${said}`;
}
