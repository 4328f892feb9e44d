// Proposing changes (artifact): who holds a path is decided here, in one step; bodies are kept elsewhere
// and arrive by reference.
import { defined } from '../../shared/defined';
import { err, ok, type Result } from '../../shared/result';
import { type Change, changeDraft, targetPath } from '../draft-machine';
import { type Fault, fault } from '../faults';
import { kindOf, META_PROMPT_PATH } from '../paths';
import { hasMoved } from '../review';
import type { Caller, Draft, Kind } from '../types';
import { attestor, type HubContext, presentVersion, sessionOf } from './context';
import {
	type ArtifactCall,
	type ArtifactCommand,
	type Create,
	freeId,
	freePlace,
	type Move,
	type Put,
	type Subject,
	subjectOf,
	type Update,
} from './draft-place';

/** What artifact answers when the change was taken; a path only where the change has one or moved it. */
export interface ArtifactAnswer {
	readonly ok: true;
	/** How the caller names it from now on: the object's id, or the draft's own. */
	readonly id: string;
	readonly draft_path?: string;
	readonly new_draft_path?: string;
	readonly warnings?: readonly string[];
}

const MOVED =
	'the published text has changed since you began this draft; to start from the new text, discard the draft, load, and update again';

/** What of the hub takes changes as drafts. */
export const drafting = (context: HubContext) => ({
	/** Where the body of a create or update goes, or why there is no need to write it. Changes nothing. */
	prepareDraft(
		call: ArtifactCall<Create | Update>,
	): Result<{ readonly draftId: string; readonly kind: Kind }, Fault> {
		const { resource, command, caller } = call;
		const session = sessionOf(context, caller);
		if (!session.ok) return session;
		if (command.kind === 'create') {
			const place = freePlace(context, resource, command.path, caller.principal);
			if (!place.ok) return place;
			const { category, path, over } = place.value;
			return ok({ draftId: freeId(context, category, path, over), kind: kindOf(category, path) });
		}
		const subject = subjectOf(context, { ...call, command });
		if (!subject.ok) return subject;
		const { pending, category, path, kind } = subject.value;
		return ok({ draftId: pending?.id ?? freeId(context, category, path), kind });
	},

	/** Decides and records. */
	artifact(call: ArtifactCall): Result<ArtifactAnswer, Fault> {
		return context.store.transaction(() => {
			const session = sessionOf(context, call.caller);
			if (!session.ok) return session;
			const { command } = call;
			return command.kind === 'create'
				? create(context, { ...call, command }, session.value)
				: change(context, { ...call, command }, session.value);
		});
	},
});

/** Drafts of one author that wait, unless told: each holds its path for the whole workspace. */
const MOST_DRAFTS = 200;

const roomFault = (
	{ store }: HubContext,
	{ caller, mostDrafts = MOST_DRAFTS }: ArtifactCall<unknown>,
): Fault | undefined => {
	const waiting = store
		.drafts()
		.filter((draft) => draft.author === caller.principal && draft.state !== 'rejected');
	return waiting.length < mostDrafts
		? undefined
		: fault(
				`you have ${mostDrafts} drafts that wait (limits.drafts): discard some, or have them reviewed, before you begin another`,
			);
};

function create(
	context: HubContext,
	call: ArtifactCall<Create & Put>,
	session: string,
): Result<ArtifactAnswer, Fault> {
	const { store, now } = context;
	const { caller, resource, command } = call;
	const place = freePlace(context, resource, command.path, caller.principal);
	if (!place.ok) return place;
	const full = roomFault(context, call);
	if (full) return err(full);
	const { category, path, over } = place.value;
	if (over !== undefined) store.dropDraft(over.id);
	const mpf = category === 'mpf' ? presentVersion(context, META_PROMPT_PATH) : undefined;
	const draft: Draft = {
		id: freeId(context, category, path),
		category,
		// There always is a meta-prompt: a new one changes it.
		operation: mpf === undefined ? 'create' : 'update',
		state: 'draft',
		author: caller.principal,
		...(mpf === undefined ? {} : { objectId: mpf.objectId, baseHash: mpf.hash }),
		path,
		body: command.body,
		...defined({ summary: command.summary }),
		createdAt: now(),
		updatedAt: now(),
	};
	store.putDraft(draft);
	note(context, caller, session, draft, command);
	return ok({ ok: true, id: draft.objectId ?? draft.id, draft_path: path });
}

function change(
	context: HubContext,
	call: ArtifactCall<(Update & Put) | Move>,
	session: string,
): Result<ArtifactAnswer, Fault> {
	const { store, now } = context;
	const { caller, command } = call;
	const subject = subjectOf(context, call);
	if (!subject.ok) return subject;
	const { pending, target, category, path } = subject.value;
	const full = pending === undefined && roomFault(context, call);
	if (full) return err(full);
	const asked = asChange(context, call, subject.value);
	if (!asked.ok) return asked;
	const { over, ...change } = asked.value;
	const outcome = changeDraft(pending, target, {
		change,
		author: caller.principal,
		at: now(),
		draftId: freeId(context, category, path, pending),
	});
	if (!outcome.ok) return outcome;
	const { draft, kind } = outcome.value;
	if (over !== undefined) store.dropDraft(over.id);
	if (pending !== undefined) store.dropDraft(pending.id);
	if (kind === 'put') store.putDraft(draft);
	// Evidence names the path the change came from.
	note(context, caller, session, { ...draft, path }, command);
	const id = draft.objectId ?? draft.id;
	const current = target && presentVersion(context, target.objectId);
	const hasConflict = kind === 'put' && hasMoved(draft, current);
	return ok({
		ok: true,
		id,
		[command.kind === 'rename' ? 'new_draft_path' : 'draft_path']: targetPath(draft),
		...(hasConflict && { warnings: [MOVED] }),
	});
}

/** The command as the state machine takes it, its new path canonical, and free once `over` makes room. */
function asChange(
	context: HubContext,
	{ caller, command }: ArtifactCall<(Update & Put) | Move>,
	{ pending, category }: Subject,
): Result<Change & { readonly over?: Draft }, Fault> {
	if (command.kind !== 'rename') return ok(command);
	const place = freePlace(context, category, command.newPath, caller.principal, pending);
	if (!place.ok) return place;
	const { path: newPath, over } = place.value;
	return ok({ ...command, newPath, ...defined({ over }) });
}

function note(
	context: HubContext,
	caller: Caller,
	session: string,
	draft: Draft,
	command: ArtifactCommand,
): void {
	attestor(
		context,
		caller.principal,
		session,
	)({
		event: `artifact.${command.kind}`,
		objectId: draft.objectId ?? draft.id,
		path: draft.path,
		...('body' in command && { hash: command.body.hash }),
		...defined({ reason: command.summary }),
		...(command.kind === 'rename' && { detail: `to ${targetPath(draft)}` }),
	});
}
