// Activation (memactivate): ranks documents for a task, fills the budget with their most relevant parts, and returns
// the delta to what the caller holds.
import { ok, type Result } from '../../shared/result';
import { parseConstraints } from '../document/constraints';
import { partsOf } from '../document/parts';
import type { Fault } from '../faults';
import { type Activation, activate, activationText, type Candidate } from '../search/activation';
import { queryWords } from '../search/words';
import type { Caller, Version } from '../types';
import { aliasOf, currentVersion, type HubContext, idOf, inSession } from './context';
import { rankObjects } from './ranking';
import { ledgerOf } from './told';

const MAX_DOCUMENTS = 12;
/** Share of the best score below which a document is left out. */
const MIN_SHARE = 0.3;
const MAX_PARTS = 300;

type ActivateAnswer = Partial<Omit<Activation, 'chosen'>> & Pick<Activation, 'items'>;

/** Returns the hub's method that activates the documents for a task. */
export const activation = (context: HubContext) => ({
	/**
	 * Returns the documents for a task within a budget.
	 * @param tokenBudget tokens of the answer
	 * @param known alias or id, and hash, of each document that the caller holds
	 * @param full the answer is read as JSON, not as text
	 */
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
		readonly full?: boolean;
	}): Result<ActivateAnswer, Fault> {
		const { store, atMost, now } = context;
		return inSession(context, caller, (attest, session) => {
			const candidates = candidatesFor(context, query, files);
			const { chosen, ...answer } = activate(candidates, {
				known: new Map(known.map(([key, hash]) => [aliasNamed(context, key), hash])),
				exists: (key) => currentVersion(context, idOf(context, key)) !== undefined,
				budget: tokenBudget,
				cost: (items) => atMost(full ? JSON.stringify(items) : activationText(items)),
			});
			const ledger = ledgerOf(context, caller.principal, session);
			for (const { key } of answer.removed) ledger.release(idOf(context, key));
			for (const [at, { key, parts }] of chosen.entries()) {
				const objectId = idOf(context, key);
				const version = currentVersion(context, objectId);
				if (version === undefined) continue;
				const keys = keysIn(version, parts);
				const { action = 'add', parts: share, hash: text = '' } = answer.items[at] ?? {};
				if (share === undefined) ledger.whole({ objectId, hash: version.hash });
				else {
					const replaces = action === 'replace' && { replaces: true as const };
					ledger.part(objectId, { hash: version.hash, keys, text, ...replaces });
				}
				store.tally(objectId, 'activate', '', now());
				for (const constraint of keys) store.tally(objectId, 'activate', constraint, now());
				attest({
					event: 'activate',
					...{ objectId, path: version.path, hash: version.hash, reason: query },
					detail: [action, share].filter((each) => each !== undefined).join(' '),
				});
			}
			const { items, removed, omitted } = answer;
			return ok({
				items,
				...(removed.length > 0 && { removed }),
				...(omitted.length > 0 && { omitted }),
			});
		});
	},
});

/** Returns the alias of an object by its id or alias. */
function aliasNamed(context: HubContext, name: string): string {
	const object = context.store.object(idOf(context, name));
	return object === undefined ? name : aliasOf(object);
}

function candidatesFor(context: HubContext, query: string, files: readonly string[]): Candidate[] {
	const ranked = rankObjects(context, query, files);
	const least = (ranked[0]?.score ?? 0) * MIN_SHARE;
	const hits = context.store.searchParts(queryWords(query), MAX_PARTS);
	const scores = new Map(hits.map(({ objectId, part, score }) => [`${objectId}#${part}`, score]));
	return ranked
		.filter(({ score }) => score >= least)
		.flatMap(({ id }) => context.store.object(id) ?? [])
		.filter(({ kind }) => kind !== 'mpf')
		.slice(0, MAX_DOCUMENTS)
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

function keysIn({ content, constraints }: Version, chosen: readonly number[]): string[] {
	const parts = partsOf(content);
	if (chosen.length === parts.length) return constraints.map(({ key }) => key);
	const text = chosen.map((part) => parts[part]?.text ?? '').join('\n\n');
	const keys = new Set(parseConstraints(text).constraints.map(({ key }) => key));
	return constraints.filter(({ key }) => keys.has(key)).map(({ key }) => key);
}
