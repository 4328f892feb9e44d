// The replay section of a status after a context action: what the caller still holds and what it must be
// told again (docs/replay.md, "Verified context actions"). Pure.

import { compareConstraints, holdsHash, shortHash } from '../memory';
import { type ReplayPayload, validateReplayPayload } from '../replay';
import { sortedByCodePoint } from '../shared/code-point-order';
import { fitEvidence, type Issue, largestFit, type Validation } from './evidence';
import { type LiveConstraint, livePrompt } from './live-constraints';

/** Hashes that the caller holds: by document, `path#id` or id of a constraint. */
export type HeldHashes = Readonly<Record<string, string>>;

/** The section as sent on the wire. */
export interface ReplaySection {
	/** Prompt text, constraints first. */
	readonly prompt_context: string;
	/** Lists omissions and how to get them. */
	readonly note?: string;
	readonly verification: Validation;
}

/** Inputs of a resumption. */
export interface Resumption {
	readonly live: ReplayPayload;
	readonly constraints: readonly LiveConstraint[];
	/** Paths of loaded rules without binding constraints. */
	readonly silent?: readonly string[];
	/** Harmless changes. */
	readonly warnings?: readonly string[];
	/** The payload saved before the action; without it, the live payload is compared. */
	readonly baseline?: ReplayPayload | undefined;
	/** Absent: the caller holds nothing, so that everything is told. */
	readonly held?: HeldHashes | undefined;
	/** Tokens of the prompt context. */
	readonly tokenBudget: number;
	/** Tokens of the issues; defaults to `tokenBudget`. */
	readonly evidenceBudget?: number;
	/** Counts the tokens of a text. */
	readonly estimate: (text: string) => number;
}

/**
 * Builds the section. Constraints that the caller holds, or is told where it holds none, are compared with
 * the baseline and with constraints that bind since.
 */
export function replaySection(resumption: Resumption): ReplaySection {
	const { live, constraints, held } = resumption;
	const saved = resumption.baseline ?? live;
	// Names of the same run may differ between the payloads.
	const baseline = {
		...withConstraints(saved, live.constraints),
		task: live.task,
		objective: live.objective ?? '',
	};
	const byLine = new Map(constraints.map((constraint) => [constraint.line, constraint]));
	const isHeld = (constraint: LiveConstraint) => held !== undefined && holds(held, constraint);
	const own = live.constraints.filter((line) => !byLine.has(line));
	const chains = live.dependency_chains.filter(isBeyond(live.required_order));
	const plan = { ...live, constraints: own, dependency_chains: chains };
	const missing = constraints.filter((constraint) => !isHeld(constraint));
	const { told, payload } = fitPrompt(plan, missing, resumption);
	const known =
		held === undefined
			? [...payload.constraints, ...told.map(({ line }) => line)]
			: [...own, ...constraints.filter(isHeld).map(({ line }) => line)];
	const verdict = validateReplayPayload({ ...live, constraints: known }, { baseline });
	const silent = unboundWarnings(resumption.silent ?? [], constraints.length);
	const warnings = [...(verdict.warnings ?? []), ...silent, ...(resumption.warnings ?? [])];
	const { left, verification } = fitEvidence(
		{
			...verdict,
			issues: explainDrift(verdict.issues, saved.constraints, live.constraints),
			...(warnings.length > 0 && { warnings }),
		},
		{ ...resumption, tokenBudget: resumption.evidenceBudget ?? resumption.tokenBudget },
	);
	const gone = DROP_ORDER.filter((list) => payload[list].length < plan[list].length);
	const lost = missing.filter((constraint) => !told.includes(constraint));
	const ownLost = own.length - payload.constraints.length;
	const cut = told.filter(({ isCut }) => isCut);
	const notes = [
		...(resumption.baseline ? [] : ['No payload was saved: compared with what binds now.']),
		...(gone.length > 0 ? [`No room for ${gone.join(', ')}: build_replay_payload has them.`] : []),
		...(lost.length + ownLost > 0
			? [`${lost.length + ownLost} constraints found no room: ${reloadAdvice(lost)}.`]
			: []),
		...(cut.length > 0 ? [`${cut.length} end in …: memload ${named(cut)} for the rest.`] : []),
		...(left > 0 ? [`${left} pieces of evidence found no room.`] : []),
		...silent,
	];
	return {
		prompt_context: livePrompt(payload, told),
		...(notes.length > 0 && { note: notes.join(' ') }),
		verification,
	};
}

/** Returns true for edges that the order does not imply. */
const isBeyond = (order: readonly string[]) => {
	const next = new Map(order.slice(1).map((name, at) => [order[at], name]));
	return ([from, to]: readonly [string, string]): boolean => next.get(from) !== to;
};

const withConstraints = (payload: ReplayPayload, more: readonly string[]): ReplayPayload => ({
	...payload,
	constraints: sortedByCodePoint(new Set([...payload.constraints, ...more])),
});

/** Warns about loaded rules without constraints, which verification cannot cover. */
const unboundWarnings = (silent: readonly string[], binding: number): string[] => {
	if (silent.length === 0) return [];
	const all = binding === 0 ? 'Nothing that was loaded binds' : 'Nothing binds';
	return [`${all} of ${namesOf(silent)}: this proves nothing about it.`];
};

/** Documents named in a note. */
const MAX_NAMED = 8;
const namesOf = (names: readonly string[]): string =>
	names.length > MAX_NAMED
		? `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`
		: names.join(', ');
const named = (constraints: readonly LiveConstraint[]): string =>
	namesOf([...new Set(constraints.map(({ rule }) => rule.alias ?? rule.path))]);

const reloadAdvice = (lost: readonly LiveConstraint[]): string =>
	lost.length === 0 ? 'build_replay_payload has them' : `memload ${named(lost)} again`;

/** Matches full, prefixed and shortened hashes. */
function holds(held: HeldHashes, { rule, constraint }: LiveConstraint): boolean {
	const { ruleId, path, alias = ruleId, hash, earlier = {} } = rule;
	const given = (names: readonly string[]) =>
		names.flatMap((name) => (Object.hasOwn(held, name) ? [held[name] ?? ''] : []));
	const documents = given([path, ruleId, alias]);
	if (documents.some((each) => holdsHash(each, hash))) return true;
	// An earlier version covers constraints that have not changed since.
	const before = Object.entries(earlier).filter(([, keys]) => keys.includes(constraint.key));
	if (documents.some((each) => before.some(([old]) => holdsHash(each, old)))) return true;
	const { key, textHash } = constraint;
	const hashes = [[constraint.id, shortHash(textHash)], ...(constraint.within ?? [])] as const;
	return hashes.some(([id, digits]) =>
		given([
			`${path}#${id}`,
			`${ruleId}#${id}`,
			`${alias}#${id}`,
			`${ruleId}/${id}`,
			`${ruleId}:${id}`,
			id,
		]).some((each) => each.length >= digits.length && (shortHash(each) === digits || each === key)),
	);
}

/** Lists dropped in this order when space is short; then constraints, least important first. */
const DROP_ORDER = ['dependency_chains', 'blockers', 'required_order', 'recovery'] as const;
/** Fraction of the budget reserved for the lists. */
const LISTS_SHARE = 0.25;

/** Selects constraints by importance and returns them in document order. */
function fitPrompt(
	payload: ReplayPayload,
	missing: readonly LiveConstraint[],
	{ tokenBudget, estimate }: Resumption,
): { payload: ReplayPayload; told: readonly LiveConstraint[] } {
	const fits = (candidate: ReplayPayload, told: readonly LiveConstraint[], budget = tokenBudget) =>
		estimate(livePrompt(candidate, told)) <= budget;
	if (fits(payload, missing)) return { payload, told: missing };
	const { constraints: own } = payload;
	let kept = payload;
	// Lists keep their share beside many constraints.
	for (const list of DROP_ORDER) {
		if (fits({ ...kept, constraints: [] }, [], tokenBudget * LISTS_SHARE)) break;
		kept = { ...kept, [list]: [] };
	}
	const byImportance = missing
		.map((constraint, at) => ({ constraint, at }))
		.sort((one, other) => one.constraint.rank - other.constraint.rank || one.at - other.at);
	const first = (count: number) => {
		const chosen = new Set(byImportance.slice(0, count).map(({ constraint }) => constraint));
		return missing.filter((constraint) => chosen.has(constraint));
	};
	const count = largestFit(missing.length, (each) => fits(kept, first(each)));
	if (count === 0 && !fits(kept, [])) {
		kept = {
			...kept,
			constraints: own.slice(
				0,
				largestFit(own.length, (each) => fits({ ...kept, constraints: own.slice(0, each) }, [])),
			),
		};
		for (const list of DROP_ORDER) if (!fits(kept, [])) kept = { ...kept, [list]: [] };
	}
	const told = first(count);
	// Unused space goes back to the lists.
	for (const list of [...DROP_ORDER].reverse()) {
		const more = { ...kept, [list]: payload[list] };
		if (fits(more, told)) kept = more;
	}
	return { payload: kept, told };
}

type Edge = ReplayPayload['blockers'][number];

const DRIFT = { field: 'constraints', failure_label: 'CONSTRAINT_DRIFT' } as const;

/** Splits constraint drift into missing, edited and withdrawn lines, given the saved and the live ones. */
export function explainDrift(
	issues: readonly Issue[],
	baseline: readonly string[],
	live: readonly string[],
): Issue[] {
	const at = issues.findIndex(({ field }) => field === 'constraints');
	const found = issues[at];
	if (found === undefined) return [...issues];
	const inForce = new Set(live);
	const before = new Set(baseline);
	const evidence = (found.evidence ?? []).filter((each) => typeof each === 'string');
	const { changed, removed } = compareConstraints(
		evidence.filter((line) => !inForce.has(line)).map(asConstraint),
		live.filter((line) => !before.has(line)).map(asConstraint),
	);
	const edited: Edge[] = changed.map(([before, after]) => [before.text, after.text]);
	// Edited lines are reported once.
	const successors = new Set(edited.map(([, after]) => after));
	const missing = evidence.filter((line) => inForce.has(line) && !successors.has(line));
	const parts: Issue[] = [
		...issueOf(found.message, missing),
		...issueOf('constraints were edited since: the second text is in force', edited),
		...issueOf(
			'constraints are no longer in force: removed or withdrawn, stop following them',
			removed.map(({ text }) => text),
		),
	];
	return [...issues.slice(0, at), ...(parts.length > 0 ? parts : [found]), ...issues.slice(at + 1)];
}

const issueOf = (message: string, evidence: readonly (string | Edge)[]): Issue[] =>
	evidence.length === 0 ? [] : [{ ...DRIFT, message, evidence }];

const asConstraint = (line: string) => ({ id: line, key: line, text: line });
