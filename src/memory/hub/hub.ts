// The memory of one workspace as a service: every method takes one argument, runs in one step and answers with plain
// data, so that it can be called from another isolate. Bodies of drafts are stored outside, once under their hash.
import type { Remote } from '../../shared/remote';
import { err, ok, type Result } from '../../shared/result';
import { parseConstraints } from '../document/document';
import { linesIn, partsOf, toldLines } from '../document/parts';
import type { Fault, ReviewFault } from '../faults';
import {
	type Activation,
	activate,
	activationText,
	type Candidate,
	omittedOf,
} from '../search/activation';
import type { Caller, DraftBody, Shape, Version } from '../types';
import { alwaysOnRules, bindingRules } from './binding-rules';
import {
	aliasFor,
	aliasOf,
	currentVersion,
	type HubContext,
	idOf,
	inSession,
	type Reviewed,
	shapeOf,
} from './context';
import { discovery } from './discovery';
import { targetPath } from './draft-target';
import type { DraftView } from './draft-view';
import { drafting } from './drafting';
import { evidence, publishing } from './publishing';
import { pushing } from './push';
import { isAbout, isNear, rankObjects, scopeOfObject } from './ranking';
import { references } from './references';
import { reviewing } from './reviewing';
import { sessions } from './sessions';
import { type Ledger, ledgerOf, telling } from './told';

const MAX_DOCUMENTS = 6;
/** Documents that are named where none is told. */
const MAX_NEAR = 2;
/** Share of the best score below which a document is left out. */
export const MIN_SHARE = 0.6;

type ActivateAnswer = Partial<Omit<Activation, 'chosen'>> &
	Pick<Activation, 'items'> & { readonly near?: Activation['omitted'] };

const activation = (context: HubContext) => ({
	/**
	 * Returns the documents for a task within a budget.
	 * @param tokenBudget tokens of the answer
	 * @param known alias or id, and hash, of each document that the caller holds
	 * @param shape full: the answer is read as JSON, not as text
	 */
	activate(asked: {
		readonly caller: Caller;
		readonly query: string;
		readonly files: readonly string[];
		readonly tokenBudget: number;
		readonly known: readonly (readonly [string, string])[];
		readonly shape?: Shape;
	}): Result<ActivateAnswer & Reviewed & { readonly shape: Shape }, Fault> {
		const { caller, query, files, tokenBudget, known, shape } = asked;
		const { store, atMost, now } = context;
		return inSession(context, caller, (attest, session) => {
			const ledger = ledgerOf(context, caller, session);
			const answered = shapeOf(context, caller, session, shape);
			const ranked = rankObjects(context, query, files);
			const about = candidatesFor(context, ranked, phraseOf(query));
			const candidates = about.length === 0 ? [] : [...about, ...alwaysOn(context, about, ledger)];
			const { chosen, ...answer } = activate(candidates, {
				known: new Map([
					...ledger.withdrawn().map((key) => [key, ''] as const),
					...known.map(([key, hash]) => [aliasFor(context, key), hash] as const),
				]),
				exists: (key) => currentVersion(context, idOf(context, key)) !== undefined,
				// A task that no rule is about needs no other rules.
				stays: (key) =>
					about.length === 0 || scopeOfObject(context, { id: idOf(context, key) }).always,
				isOf: (key, held, hash) => ledger.isOf(idOf(context, key), held, hash),
				budget: tokenBudget,
				cost: (items) =>
					atMost(answered === 'full' ? JSON.stringify(items) : activationText(items)),
			});
			for (const { key } of answer.removed) ledger.release(idOf(context, key));
			for (const [at, { key, parts }] of chosen.entries()) {
				const objectId = idOf(context, key);
				const version = currentVersion(context, objectId);
				if (version === undefined) continue;
				const keys = keysIn(version, parts);
				const { action = 'add', parts: share, hash: text = '' } = answer.items[at] ?? {};
				const { hash } = version;
				const replaces = action === 'replace' && { replaces: true as const };
				if (share === undefined) ledger.whole(objectId, { hash, text });
				else ledger.part(objectId, { hash, keys, text, parts, ...replaces });
				store.tally(objectId, 'activate', '', now());
				for (const constraint of keys) store.tally(objectId, 'activate', constraint, now());
				attest({
					event: 'activate',
					...{ objectId, path: version.path, hash, reason: query },
					detail: [action, share].filter((each) => each !== undefined).join(' '),
				});
			}
			const { items, removed, omitted } = answer;
			const near = about.length > 0 ? [] : nearTo(context, ranked);
			return ok({
				shape: answered,
				items,
				...(near.length > 0 && { near }),
				...(removed.length > 0 && { removed }),
				...(omitted.length > 0 && { omitted }),
			});
		});
	},
});

type RankedObjects = ReturnType<typeof rankObjects>;

function candidatesFor(context: HubContext, found: RankedObjects, task: string): Candidate[] {
	const ranked = found.filter(isAbout);
	const least = (ranked[0]?.score ?? 0) * MIN_SHARE;
	const others = ranked.filter(({ score }) => score >= least);
	return [
		...found.flatMap((each) => sectionsNamed(context, each, task) ?? []),
		...others.flatMap(({ id, parts }) => candidateOf(context, id, parts) ?? []),
	]
		.filter(({ id }, at, all) => all.findIndex((each) => each.id === id) === at)
		.slice(0, MAX_DOCUMENTS);
}

/** The name of a document, or of its folder where all are called so. */
const NAMED = /([^/]+?)(?:\/(?:SKILL|README|AGENTS|CLAUDE))?\.md$/;

/** Returns the words of a text with a blank on each side. */
const phraseOf = (text: string): string =>
	` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

/** Returns a document with those sections alone whose titles a task says beside its name. */
function sectionsNamed(context: HubContext, { id, path }: RankedObjects[number], task: string) {
	const name = phraseOf(NAMED.exec(path)?.[1] ?? '');
	const candidate = task.includes(name) ? candidateOf(context, id) : undefined;
	const scores = candidate?.parts.map(({ title, text }) => {
		const titles = [title, ...(text.match(/^#+ .+/gm) ?? [])].map(phraseOf);
		const said = titles.filter((each) => task.includes(each) && !name.includes(each));
		return Math.max(0, ...said.map(({ length }) => length));
	});
	return candidate && scores?.some((score) => score > 0) ? [{ ...candidate, scores }] : [];
}

/** Returns what says too little of a task to be told, where nothing says more. */
const nearTo = (context: HubContext, found: RankedObjects): Activation['omitted'] =>
	found
		.filter(isNear)
		.slice(0, MAX_NEAR)
		.flatMap(({ id }) => candidateOf(context, id) ?? [])
		.map(omittedOf);

/** Returns the rules that are always on and that the session was not told yet, the shallowest first. */
function alwaysOn(context: HubContext, others: readonly Candidate[], ledger: Ledger): Candidate[] {
	const there = new Set(others.map(({ id }) => id));
	return alwaysOnRules(context)
		.filter((object) => !there.has(aliasOf(object)) && !ledger.holds(object.id, object.hash))
		.flatMap(({ id }) => candidateOf(context, id) ?? [])
		.map((candidate) => ({ ...candidate, always: true }));
}

function candidateOf(
	context: HubContext,
	id: string,
	scores: ReadonlyMap<number, number> = new Map(),
): Candidate | undefined {
	const object = context.store.object(id);
	const version = currentVersion(context, id);
	if (object === undefined || version === undefined || object.kind === 'mpf') return undefined;
	const { path, hash, description, content, kind } = version;
	const parts = partsOf(content, kind);
	return {
		...{ id: aliasOf(object), path, hash, description, parts },
		scores: parts.map((_, part) => scores.get(part) ?? 0),
	};
}

/** Returns the keys of the constraints that an excerpt of parts has whole. */
function keysIn({ content, constraints, kind }: Version, chosen: readonly number[]): string[] {
	const parts = partsOf(content, kind);
	if (constraints.length === 0 || chosen.length === parts.length)
		return constraints.map(({ key }) => key);
	const told = toldLines(chosen.flatMap((part) => parts[part] ?? []));
	const parsed = parseConstraints(content);
	return parsed.constraints
		.filter((_, at) => parsed.places[at]?.every((lines) => linesIn([lines]).every(told.has, told)))
		.map(({ key }) => key);
}

/** Creates a workspace's memory. @example createHub({ store, workspaceId: 'ws-local', now: Date.now, … }).drafts() */
export const createHub = (context: HubContext) => ({
	...sessions(context),
	...discovery(context),
	...references(context),
	...drafting(context),
	...activation(context),
	...bindingRules(context),
	...telling(context),
	...reviewing(context),
	...pushing(context),
	...publishing(context),
	...evidence(context),
});

/** The memory of a workspace; its methods are synchronous. */
export type Hub = ReturnType<typeof createHub>;
/** The hub as other isolates call it. */
export type RemoteHub = Remote<Hub>;

/** Draft bodies of one workspace, kept for 180 days or more after they were written. */
export interface DraftBodies {
	/** Resolves when the body is durable; one key always has one content. @param author principal id */
	put(key: string, content: string, author: string): Promise<void>;
	/** Resolves to null when the body is not visible here yet, or has expired. */
	get(key: string): Promise<string | null>;
}

/** Milliseconds after which a written body is visible everywhere. */
const PROPAGATION_MS = 90_000;

/** `draft/<draft id>/<hex of the hash>` */
export const bodyKey = (draftId: string, hash: string): string =>
	`draft/${draftId}/${hash.slice(hash.indexOf(':') + 1)}`;

/** Reads a draft's content, or returns a sentence on why it is not available. */
export async function readBody(
	bodies: DraftBodies,
	body: Pick<DraftBody, 'key'>,
	writtenAt: number,
	now: number,
): Promise<{ readonly content: string } | { readonly missing: string }> {
	const content = await bodies.get(body.key);
	if (content !== null) return { content };
	return {
		missing:
			now - writtenAt < PROPAGATION_MS
				? 'the draft is not visible at this location yet; repeat the call in a minute'
				: 'the content of the draft has expired; update it with a new body, or discard it',
	};
}

export interface Services {
	readonly hub: RemoteHub;
	readonly bodies: DraftBodies;
	readonly now: () => number;
}

type DraftRef = Parameters<Hub['draft']>[0];

/** Submits a draft for review, with its content. */
export async function submitDraft(
	{ hub, bodies, now }: Services,
	decision: DraftRef & { readonly comment?: string },
): Promise<ReturnType<Hub['submitDraft']>> {
	const body = await hub.draftBody({ id: decision.id, by: decision.by });
	if (!body.ok) return body;
	if (body.value === null) return hub.submitDraft(decision);
	const read = await readBody(bodies, body.value, body.value.writtenAt, now());
	if ('missing' in read) return err({ code: 'wrong_state', message: read.missing });
	return hub.submitDraft({ ...decision, content: read.content });
}

/** Returns base, current and proposed text; an author sees the own draft before it is submitted. */
export async function viewDraft(
	{ hub, bodies, now }: Services,
	{ id, by }: DraftRef,
): Promise<Result<Omit<DraftView, 'body'>, ReviewFault>> {
	const found = await hub.draft({ id, by });
	if (!found.ok) return found;
	const { body, ...view } = found.value;
	if (body === undefined || view.proposed !== null) return ok(view);
	const read = await readBody(bodies, body, body.writtenAt, now());
	if ('missing' in read) return ok({ ...view, withheld: read.missing });
	const path = targetPath(view.draft, view.current);
	return ok({ ...view, proposed: { hash: body.hash, path, content: read.content } });
}
