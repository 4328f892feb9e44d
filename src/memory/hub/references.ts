// References to applied constraints (memref): all references of a call are validated before any is recorded.
import { defined } from '../../shared/json-values';
import { err, ok, type SuccessOf } from '../../shared/result';
import { binds, sectionsIn } from '../document/document';
import { compareConstraints, normalized } from '../document/identity';
import { CANNOT_VALIDATE, CONTEXT_TARGET, UNKNOWN_RULE, unknownConstraint } from '../faults';
import { kindOf } from '../files/paths';
import { holdsHash } from '../hash';
import type { Called, Constraint, Draft, Version } from '../types';
import { currentVersion, type HubContext, idOf, inSession, ownDrafts } from './context';

/** A constraint that an agent declares as applied; the ids may be aliases. */
export interface Reference {
	readonly ruleId: string;
	readonly constraintId: string;
	readonly ruleHash?: string;
	readonly reason?: string;
}

export const references = (context: HubContext) => ({
	/** Records references: all, or none when one of them is invalid. */
	refer({ caller, refs }: Called & { readonly refs: readonly Reference[] }) {
		const { store, now } = context;
		return inSession(context, caller, (attest) => {
			const own = ownDrafts(context, caller.principal);
			const accepted: SuccessOf<typeof check>[] = [];
			for (const [index, reference] of refs.entries()) {
				const checked = check(context, reference, own);
				if (!checked.ok) return err({ ...checked.error, index });
				accepted.push(checked.value);
			}
			for (const [index, { ruleId, keys, ...facts }] of accepted.entries()) {
				for (const key of keys) store.tally(ruleId, 'refer', key, now());
				attest({
					event: 'refer',
					objectId: ruleId,
					...facts,
					...defined({ reason: refs[index]?.reason }),
					detail: keys.join(' '),
				});
			}
			return ok({ ok: true as const, count: refs.length });
		});
	},
});

/** Validates a reference against the version of its hash; without a hash, against what memload returns now. */
function check(
	context: HubContext,
	{ ruleId: name, constraintId, ruleHash = '' }: Reference,
	drafts: ReadonlyMap<string, Draft>,
) {
	const ruleId = idOf(context, name);
	const draft = drafts.get(ruleId);
	const drafted = draft?.body && {
		...{ path: draft.path, kind: kindOf(draft.category, draft.path) },
		...draft.body,
	};
	const now = currentVersion(context, ruleId) ?? drafted;
	if (now?.kind === 'context') return err(CONTEXT_TARGET);
	if (now === undefined || !binds(now.kind)) return err(UNKNOWN_RULE);

	const among = ({ hash, constraints, content = '' }: Candidate) => {
		const found = constraintNamed(constraintId, constraints, content);
		if (found === undefined)
			return err(unknownConstraint(name, constraintId, nearest(constraintId, constraints)));
		// A constraint that was edited since counts as what it became.
		const { changed } = compareConstraints(constraints, now.constraints);
		const successors = new Map(changed.map(([before, after]) => [before.key, after.key]));
		const keys = found.keys.map((key) => successors.get(key) ?? key);
		return ok({ ruleId, path: now.path, hash, constraintId: found.id, keys });
	};
	if (ruleHash === '' || holdsHash(ruleHash, now.hash)) return among(now);
	if (drafted !== undefined && holdsHash(ruleHash, drafted.hash)) return among(drafted);
	const older = olderVersion(context, ruleId, ruleHash);
	return older === undefined ? err(CANNOT_VALIDATE) : among(older);
}

type Candidate = Pick<Version, 'hash' | 'constraints'> & Partial<Pick<Version, 'content'>>;

function olderVersion({ store }: HubContext, id: string, hash: string): Version | undefined {
	const whole = store.versions(id).find((version) => holdsHash(hash, version.hash))?.hash;
	return whole === undefined ? undefined : store.versionByHash(id, whole);
}

/** Minimum characters by which a constraint can be named, unless they are its whole text. */
const MIN_WORDS = 8;

/** Finds a constraint by id, key, id of its section in Memory MCP, or first words; undefined for none, or more than one. */
export function constraintNamed(name: string, constraints: readonly Constraint[], content: string) {
	const exact = constraints.find(({ id, key }) => id === name || key === name);
	const held = constraints.filter(({ within = [] }) => within.some(([id]) => id === name));
	// A section stands for all of its constraints, an item also for those nested in it.
	if (held.length > 0) return { id: name, keys: held.map(({ key }) => key) };
	if (exact !== undefined) return { id: exact.id, keys: [exact.key] };
	if (sectionsIn(content).some(({ id }) => id === name)) return { id: name, keys: [] };
	const words = plain(name);
	if (words === '') return undefined;
	const whole = constraints.filter(({ text }) => plain(text) === words);
	const begun =
		whole.length > 0 || words.length < MIN_WORDS
			? whole
			: constraints.filter(({ text }) => plain(text).startsWith(words));
	const [found, another] = begun;
	return found === undefined || another !== undefined
		? undefined
		: { id: found.id, keys: [found.key] };
}

/** Sorts constraints by the words that they share with a wrong name, most first. */
export function nearest(name: string, constraints: readonly Constraint[]): readonly Constraint[] {
	const words = new Set(plain(name).split(' '));
	const scored = constraints.map((constraint) => ({
		constraint,
		score: plain(`${constraint.id} ${constraint.text}`)
			.split(' ')
			.filter((word) => words.has(word)).length,
	}));
	return scored.sort((one, other) => other.score - one.score).map(({ constraint }) => constraint);
}

/** Drops a list's marker, an ellipsis, backticks and case, which models change when they copy a text. */
const plain = (text: string): string =>
	normalized(text.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, '').replace(/(?:…|\.\.\.)$/, ''))
		.replaceAll('`', '')
		.toLowerCase();
