// One call for a task (memactivate): rank documents, fill the budget with the parts of them that say most of
// the task, and send the difference to what the caller holds.
import { ok, type Result } from '../../shared/result';
import { type Activation, activate, type Candidate } from '../activate';
import { activationText } from '../activation-text';
import { parseConstraints } from '../constraints';
import type { Fault } from '../faults';
import { partsOf } from '../parts';
import type { Caller, Version } from '../types';
import { queryWords } from '../words';
import { aliasOf, idOf } from './alias';
import { attestor, currentVersion, type HubContext, sessionOf } from './context';
import { rankObjects } from './ranking';

/** Documents that are considered. */
const MOST_DOCUMENTS = 12;
/** Of the best score, for a document to be worth its room. */
const LEAST_SHARE = 0.3;
/** Parts that a search finds. */
const MOST_PARTS = 300;

/** An activation without what only the hub needs of it. */
export type ActivateAnswer = Partial<Omit<Activation, 'told'>> & Pick<Activation, 'items'>;

/** What of the hub finds and tells what binds a task. */
export const activating = (context: HubContext) => ({
	/** @param tokenBudget tokens that the answer may cost */
	activate({
		caller,
		query,
		files,
		tokenBudget,
		known,
		full,
	}: {
		readonly caller: Caller;
		readonly query: string;
		readonly files: readonly string[];
		readonly tokenBudget: number;
		readonly known: readonly (readonly [string, string])[];
		/** The answer is read as JSON, not as text. */
		readonly full?: boolean;
	}): Result<ActivateAnswer, Fault> {
		const { store, atMost, now } = context;
		return store.transaction(() => {
			const session = sessionOf(context, caller);
			if (!session.ok) return session;
			const candidates = candidatesFor(context, query, files);
			const { told, ...activation } = activate(candidates, {
				known: new Map(known.map(([key, hash]) => [shortNameOf(context, key), hash])),
				exists: (key) => currentVersion(context, idOf(context, key)) !== undefined,
				budget: tokenBudget,
				cost: (told) => atMost(full ? JSON.stringify(told) : activationText(told)),
			});
			const attest = attestor(context, caller.principal, session.value);
			for (const [at, { key, parts }] of told.entries()) {
				const objectId = idOf(context, key);
				const version = currentVersion(context, objectId);
				if (version === undefined) continue;
				store.tally(objectId, 'activate', '', now());
				for (const constraint of keysIn(version, parts))
					store.tally(objectId, 'activate', constraint, now());
				const { action = 'add', parts: share } = activation.items[at] ?? {};
				attest({
					event: 'activate',
					objectId,
					path: version.path,
					hash: version.hash,
					reason: query,
					detail: [action, share].filter((each) => each !== undefined).join(' '),
				});
			}
			// Empty lists say nothing.
			const { items, removed, omitted } = activation;
			return ok({
				items,
				...(removed.length > 0 && { removed }),
				...(omitted.length > 0 && { omitted }),
			});
		});
	},
});

/** As items are called here, whatever name the caller has for the object. */
function shortNameOf(context: HubContext, name: string): string {
	const object = context.store.object(idOf(context, name));
	return object === undefined ? name : aliasOf(object);
}

function candidatesFor(context: HubContext, query: string, files: readonly string[]): Candidate[] {
	const ranked = rankObjects(context, query, files);
	const least = (ranked[0]?.score ?? 0) * LEAST_SHARE;
	const hits = context.store.searchParts(queryWords(query), MOST_PARTS);
	const scores = new Map(hits.map(({ objectId, part, score }) => [`${objectId}#${part}`, score]));
	return ranked
		.filter(({ score }) => score >= least)
		.flatMap(({ id }) => context.store.object(id) ?? [])
		.filter(({ kind }) => kind !== 'mpf')
		.slice(0, MOST_DOCUMENTS)
		.flatMap((object): Candidate[] => {
			const { id } = object;
			const version = currentVersion(context, id);
			if (version === undefined) return [];
			const parts = partsOf(version.content);
			return [
				{
					id: aliasOf(object),
					path: version.path,
					description: version.description,
					parts,
					scores: parts.map((_, part) => scores.get(`${id}#${part}`) ?? 0),
				},
			];
		});
}

/** Of the constraints in those parts. */
function keysIn({ content, constraints }: Version, told: readonly number[]): string[] {
	const parts = partsOf(content);
	if (told.length === parts.length) return constraints.map(({ key }) => key);
	const text = told.map((part) => parts[part]?.text ?? '').join('\n\n');
	const keys = new Set(parseConstraints(text).constraints.map(({ key }) => key));
	return constraints.filter(({ key }) => keys.has(key)).map(({ key }) => key);
}
