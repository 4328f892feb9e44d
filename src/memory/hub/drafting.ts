// Drafts (artifact): decides in one step who holds a path. Bodies are stored elsewhere and arrive by reference.
import { defined } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import { type Fault, fault, quoted } from '../faults';
import { kindOf, META_PROMPT_PATH } from '../files/paths';
import { holdsHash, shortHash } from '../hash';
import type { Caller, Category, Draft } from '../types';
import {
	aliasFor,
	type HubContext,
	inSession,
	presentVersion,
	sessionOf,
	shapeOf,
} from './context';
import {
	type ArtifactCall,
	type Change,
	type Create,
	changeDraft,
	freeId,
	freePlace,
	type Move,
	type Put,
	type Subject,
	subjectOf,
	targetPath,
	type Update,
} from './draft-target';
import { hasMoved } from './draft-view';

/** The answer of artifact; a path only where the command has one. */
export interface ArtifactAnswer {
	readonly ok: true;
	/** Id for later commands: the object's, or the draft's own. */
	readonly id: string;
	readonly draft_path?: string;
	readonly new_draft_path?: string;
	readonly warnings?: readonly string[];
	/** The path that was asked for is spelled otherwise. */
	readonly note?: string;
}

const moved = (resource: Category, id: string, hash: string): string => {
	const merge = { resource, op: { update: { id, base: shortHash(hash) } } };
	return `the published text has changed since you began this draft; artifact ${JSON.stringify(merge)} merges both`;
};
const spelled = (asked: string, path: string): { readonly note?: string } =>
	asked === path ? {} : { note: 'paths are spelled folder/NAME.md' };

export const drafting = (context: HubContext) => ({
	/** Returns the id under which the body of a create or update is stored, or the reason to refuse it. Changes nothing. */
	prepareDraft(call: ArtifactCall<Create | Update>) {
		const { resource, command, caller } = call;
		const session = sessionOf(context, caller);
		if (!session.ok) return session;
		if (command.kind === 'create') {
			const place = freePlace(context, resource, command.path, caller.principal);
			if (!place.ok) return place;
			const full = roomFault(context, call);
			if (full) return err(full);
			const { category, path } = place.value;
			return ok({ draftId: freeId(context, category, path), kind: kindOf(category, path) });
		}
		const subject = subjectOf(context, { ...call, command });
		if (!subject.ok) return subject;
		const { pending, category, path, kind } = subject.value;
		const full = addsOne(command, pending) && roomFault(context, call);
		if (full) return err(full);
		const own = ownOf(pending, caller);
		return ok({ draftId: own?.id ?? freeId(context, category, path), kind });
	},

	artifact(call: ArtifactCall): Result<ArtifactAnswer, Fault> {
		return inSession(context, call.caller, (attest, session) => {
			const { command } = call;
			const done =
				command.kind === 'create'
					? create(context, { ...call, command })
					: change(context, { ...call, command });
			if (!done.ok) return done;
			const { draft, answer } = done.value;
			attest({
				event: `artifact.${command.kind}`,
				objectId: draft.objectId ?? draft.id,
				path: draft.path,
				...('body' in command && { hash: command.body.hash }),
				...defined({ reason: command.summary }),
				...(command.kind === 'rename' && { detail: `to ${targetPath(draft)}` }),
			});
			const isSlim = shapeOf(context, call.caller, session, undefined) === 'slim';
			return ok(isSlim ? { ...answer, id: aliasFor(context, answer.id) } : answer);
		});
	},
});

/** Default limit of pending drafts per author: each holds its path for the whole workspace. */
const MAX_DRAFTS = 200;

/** Tells whether one more draft waits afterwards: a rejected one, of whomever, waits for nobody. */
const addsOne = ({ kind }: { readonly kind: string }, pending: Draft | undefined): boolean =>
	kind !== 'discard' && (pending === undefined || pending.state === 'rejected');

const roomFault = (
	{ store }: HubContext,
	{ caller, mostDrafts = MAX_DRAFTS }: ArtifactCall<unknown>,
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

const ownOf = (draft: Draft | undefined, { principal }: Caller): Draft | undefined =>
	draft?.author === principal ? draft : undefined;

/** Takes a rejected draft of another author from its path; the author hears of it. */
const giveWay = ({ store }: HubContext, { body: _, ...draft }: Draft): void =>
	store.putDraft({ ...draft, state: 'replaced' });

/** An applied command; `draft.path` is the path before a rename. */
interface Done {
	readonly draft: Draft;
	readonly answer: ArtifactAnswer;
}

function create(context: HubContext, call: ArtifactCall<Create & Put>): Result<Done, Fault> {
	const { store, now } = context;
	const { caller, resource, command } = call;
	const place = freePlace(context, resource, command.path, caller.principal);
	if (!place.ok) return place;
	const full = roomFault(context, call);
	if (full) return err(full);
	const { category, path, over } = place.value;
	if (over !== undefined) giveWay(context, over);
	const mpf = category === 'mpf' ? presentVersion(context, META_PROMPT_PATH) : undefined;
	const draft: Draft = {
		id: freeId(context, category, path),
		category,
		// The meta-prompt always exists: a new one is an update.
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
	const id = draft.objectId ?? draft.id;
	return ok({ draft, answer: { ok: true, id, draft_path: path, ...spelled(command.path, path) } });
}

function change(
	context: HubContext,
	call: ArtifactCall<(Update & Put) | Move>,
): Result<Done, Fault> {
	const { store, now } = context;
	const { caller, command } = call;
	const subject = subjectOf(context, call);
	if (!subject.ok) return subject;
	const { pending, target, category, path } = subject.value;
	const full = addsOne(command, pending) && roomFault(context, call);
	if (full) return err(full);
	const asked = asChange(context, call, subject.value);
	if (!asked.ok) return asked;
	const { over, ...change } = asked.value;
	const own = ownOf(pending, caller);
	const transition = changeDraft(pending, target, {
		change,
		author: caller.principal,
		at: now(),
		draftId: freeId(context, category, path, own),
	});
	if (!transition.ok) return transition;
	const { draft, kind } = transition.value;
	for (const other of [over, own === undefined ? pending : undefined])
		if (other !== undefined) giveWay(context, other);
	if (own !== undefined) store.dropDraft(own.id);
	if (kind === 'put') store.putDraft(draft);
	const id = draft.objectId ?? draft.id;
	const current = target && presentVersion(context, target.objectId);
	const hasConflict = kind === 'put' && current !== undefined && hasMoved(draft, current);
	return ok({
		draft: { ...draft, path },
		answer: {
			ok: true,
			id,
			[command.kind === 'rename' ? 'new_draft_path' : 'draft_path']: targetPath(draft),
			...(hasConflict && {
				warnings: [moved(draft.category, aliasFor(context, id), current.hash)],
			}),
			...(command.kind === 'rename' && spelled(command.newPath, targetPath(draft))),
		},
	});
}

/** Converts a command for the state machine: its new path is canonical, and free once `over` is dropped; its base is whole. */
function asChange(
	context: HubContext,
	{ caller, command }: ArtifactCall<(Update & Put) | Move>,
	{ pending, target, category }: Subject,
): Result<Change & { readonly over?: Draft }, Fault> {
	if (command.kind === 'update' && command.base !== undefined) {
		const { base, ...rest } = command;
		const published = target ? [target, ...context.store.versions(target.objectId)] : [];
		const from = published.find(({ hash }) => holdsHash(base, hash))?.hash;
		if (from !== undefined) return ok({ ...rest, base: from });
		// The draft's own text has the base that it has.
		if (holdsHash(base, ownOf(pending, caller)?.body?.hash ?? '')) return ok(rest);
		return err(fault(`base ${quoted(base)} is no hash of a text of this document; memload it`));
	}
	if (command.kind !== 'rename') return ok(command);
	const place = freePlace(context, category, command.newPath, caller.principal, pending);
	if (!place.ok) return place;
	const { path: newPath, over } = place.value;
	return ok({ ...command, newPath, ...defined({ over }) });
}
