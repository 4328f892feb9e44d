// What a caller still holds after its context was compacted or cleared, and what it must be told again
// (docs/replay.md, "Verified context actions"). Pure.

import { compareConstraints, holdsHash, shortHash } from '../memory';
import {
	type Edge,
	type ReplayIssue,
	type ReplayPayload,
	type ReplayValidation,
	validateReplayPayload,
} from '../replay';
import { sortedByCodePoint } from '../shared/code-point-order';
import { fittedEvidence, mostThatFit } from './evidence';
import { type LiveConstraint, livePrompt } from './live-constraints';

/** Hash by name, as the caller reports it: of a whole document, or of a constraint as `path#id` or plain. */
export type Held = Readonly<Record<string, string>>;

/** What a status carries after a context action, members named as on the wire. */
export interface ReplaySection {
	/** What must still hold, for the prompt; constraints first. */
	readonly prompt_context: string;
	/** Says what found no room, and how to get it. */
	readonly note?: string;
	readonly verification: ReplayValidation;
}

/** What a session goes on from: what binds now, what was saved, and what the caller says it holds. */
export interface Resumption {
	readonly live: ReplayPayload;
	readonly constraints: readonly LiveConstraint[];
	/** Paths of rules that were loaded and of which nothing binds. */
	readonly silent?: readonly string[];
	/** What changed since and is no failure. */
	readonly warnings?: readonly string[];
	/** What was saved when the context action was asked for; without it, what binds now is compared. */
	readonly baseline?: ReplayPayload | undefined;
	/** Absent: the caller says nothing, and everything is told. */
	readonly held?: Held | undefined;
	/** Tokens of the prompt context, at most. */
	readonly tokenBudget: number;
	/** Tokens of the issues of the verification, at most; as many unless said. */
	readonly evidenceBudget?: number;
	/** Tokens of a text, at most. */
	readonly estimate: (text: string) => number;
}

/**
 * The section of a status after a context action. Without `held`, what is told is what is compared;
 * with it, what the caller holds is, and only the rest is told. It is compared with the baseline, and
 * with the constraints that came to bind since.
 */
export function replaySection(resumption: Resumption): ReplaySection {
	const { live, constraints, held } = resumption;
	const saved = resumption.baseline ?? live;
	// The run is the same: what its saved payload calls it is how it was called then.
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
	const { told, payload } = fitted(plan, missing, resumption);
	const known =
		held === undefined
			? [...payload.constraints, ...told.map(({ line }) => line)]
			: [...own, ...constraints.filter(isHeld).map(({ line }) => line)];
	const verdict = validateReplayPayload({ ...live, constraints: known }, { baseline });
	const silent = silence(resumption.silent ?? [], constraints.length);
	const warnings = [...(verdict.warnings ?? []), ...silent, ...(resumption.warnings ?? [])];
	const { left, verification } = fittedEvidence(
		{
			...verdict,
			issues: explained(verdict.issues, saved.constraints, live.constraints),
			...(warnings.length > 0 && { warnings }),
		},
		{ ...resumption, tokenBudget: resumption.evidenceBudget ?? resumption.tokenBudget },
	);
	const gone = GIVING_WAY.filter((list) => payload[list].length < plan[list].length);
	const lost = missing.filter((constraint) => !told.includes(constraint));
	const ownLost = own.length - payload.constraints.length;
	const cut = told.filter(({ isCut }) => isCut);
	const notes = [
		...(resumption.baseline ? [] : ['No payload was saved: compared with what binds now.']),
		...(gone.length > 0 ? [`No room for ${gone.join(', ')}: build_replay_payload has them.`] : []),
		...(lost.length + ownLost > 0
			? [`${lost.length + ownLost} constraints found no room: ${again(lost)}.`]
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

/** Whether an edge says more than the order does, where its ends are neighbours. */
const isBeyond = (order: readonly string[]) => {
	const next = new Map(order.slice(1).map((name, at) => [order[at], name]));
	return ([from, to]: readonly [string, string]): boolean => next.get(from) !== to;
};

const withConstraints = (payload: ReplayPayload, more: readonly string[]): ReplayPayload => ({
	...payload,
	constraints: sortedByCodePoint(new Set([...payload.constraints, ...more])),
});

/** Rules that were loaded for nothing are never silently admissible. */
const silence = (silent: readonly string[], binding: number): string[] => {
	if (silent.length === 0) return [];
	const all = binding === 0 ? 'Nothing that was loaded binds' : 'Nothing binds';
	return [`${all} of ${namesOf(silent)}: this proves nothing about it.`];
};

/** Documents that a note names. */
const MOST_NAMED = 8;
const namesOf = (names: readonly string[]): string =>
	names.length > MOST_NAMED
		? `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`
		: names.join(', ');
const named = (constraints: readonly LiveConstraint[]): string =>
	namesOf([...new Set(constraints.map(({ rule }) => rule.alias ?? rule.path))]);

const again = (lost: readonly LiveConstraint[]): string =>
	lost.length === 0 ? 'build_replay_payload has them' : `memload ${named(lost)} again`;

/** The hash decides; it may be given whole, with its prefix, or as short as answers say it. */
function holds(held: Held, { rule, constraint }: LiveConstraint): boolean {
	const { ruleId, path, alias = ruleId, hash, earlier = {} } = rule;
	const given = (names: readonly string[]) =>
		names.flatMap((name) => (Object.hasOwn(held, name) ? [held[name] ?? ''] : []));
	const documents = given([path, ruleId, alias]);
	if (documents.some((each) => holdsHash(each, hash))) return true;
	// An earlier text holds what has not changed since.
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

/** What gives way when there is no room, in this order; then constraints, the least important first. */
const GIVING_WAY = ['dependency_chains', 'blockers', 'required_order', 'recovery'] as const;
/** Of the budget, that constraints leave to order, dependencies and recovery. */
const LISTS_SHARE = 0.25;

/** Most important first is what is kept; told is it in the order of the documents. */
function fitted(
	payload: ReplayPayload,
	missing: readonly LiveConstraint[],
	{ tokenBudget, estimate }: Resumption,
): { payload: ReplayPayload; told: readonly LiveConstraint[] } {
	const fits = (candidate: ReplayPayload, told: readonly LiveConstraint[], budget = tokenBudget) =>
		estimate(livePrompt(candidate, told)) <= budget;
	if (fits(payload, missing)) return { payload, told: missing };
	const { constraints: own } = payload;
	let kept = payload;
	// Lists keep their share even beside many constraints.
	for (const list of GIVING_WAY) {
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
	const count = mostThatFit(missing.length, (each) => fits(kept, first(each)));
	if (count === 0 && !fits(kept, [])) {
		kept = {
			...kept,
			constraints: own.slice(
				0,
				mostThatFit(own.length, (each) => fits({ ...kept, constraints: own.slice(0, each) }, [])),
			),
		};
		for (const list of GIVING_WAY) if (!fits(kept, [])) kept = { ...kept, [list]: [] };
	}
	const told = first(count);
	// What constraints do not need is the lists' again.
	for (const list of [...GIVING_WAY].reverse()) {
		const more = { ...kept, [list]: payload[list] };
		if (fits(more, told)) kept = more;
	}
	return { payload: kept, told };
}

const DRIFT = { field: 'constraints', failure_label: 'CONSTRAINT_DRIFT' } as const;

/**
 * @param issues of a validation against the baseline and what binds now
 * @param baseline lines saved before the context changed
 * @param live lines in force
 */
export function explained(
	issues: readonly ReplayIssue[],
	baseline: readonly string[],
	live: readonly string[],
): ReplayIssue[] {
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
	const edited = changed.map(([before, after]): Edge => [before.text, after.text]);
	// What an edit made of a line is said with it.
	const successors = new Set(edited.map(([, after]) => after));
	const missing = evidence.filter((line) => inForce.has(line) && !successors.has(line));
	const parts: ReplayIssue[] = [
		...issueOf(found.message, missing),
		...issueOf('constraints were edited since: the second text is in force', edited),
		...issueOf(
			'constraints are no longer in force: removed or withdrawn, stop following them',
			removed.map(({ text }) => text),
		),
	];
	return [...issues.slice(0, at), ...(parts.length > 0 ? parts : [found]), ...issues.slice(at + 1)];
}

const issueOf = (message: string, evidence: readonly (string | Edge)[]): ReplayIssue[] =>
	evidence.length === 0 ? [] : [{ ...DRIFT, message, evidence }];

const asConstraint = (line: string) => ({ id: line, key: line, text: line });
