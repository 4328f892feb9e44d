// What a caller still holds after its context was compacted or cleared, and what it must be told again
// (docs/replay.md, "Verified context actions"). Pure.
import { renderPromptContext } from '../replay/render';
import type { ReplayPayload, ReplayValidation } from '../replay/types';
import { validateReplayPayload } from '../replay/validate';
import { sortedByCodePoint } from '../shared/code-point-order';
import { fittedEvidence } from './evidence';
import { type LiveConstraint, shortHash } from './live-payload';
import { mostThatFit } from './most-that-fit';

/** Constraint id to hash, as the caller reports it; ids as `path#id`, `ruleId#id` or plain. */
export type Held = Readonly<Record<string, string>>;

export interface ReplaySection {
	/** What must still hold, for the prompt; constraints first. */
	readonly prompt_context: string;
	/** Says what found no room, and how to get it. */
	readonly note?: string;
	readonly verification: ReplayValidation;
}

export interface Resumption {
	readonly live: ReplayPayload;
	readonly constraints: readonly LiveConstraint[];
	/** What was saved when the context action was asked for; without it, what binds now is compared. */
	readonly baseline?: ReplayPayload | undefined;
	/** Absent: the caller says nothing, and everything is told. */
	readonly held?: Held | undefined;
	/** Tokens of the prompt context, at most; the issues of the verification get as many. */
	readonly tokenBudget: number;
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
	const baseline = withConstraints(resumption.baseline ?? live, live.constraints);
	const byLine = new Map(constraints.map((constraint) => [constraint.line, constraint]));
	const isHeld = (line: string): boolean => {
		const constraint = byLine.get(line);
		return held !== undefined && constraint !== undefined && holds(held, constraint);
	};
	const missing = live.constraints.filter((line) => !isHeld(line));
	const chains = live.dependency_chains.filter(isBeyond(live.required_order));
	const plan = { ...live, constraints: missing, dependency_chains: chains };
	const told = fitted(plan, resumption);
	const lost = missing.length - told.constraints.length;
	const known =
		held === undefined ? told.constraints : live.constraints.filter(isHeldOrOwn(isHeld, byLine));
	const verification = validateReplayPayload({ ...live, constraints: known }, { baseline });
	const cut = told.constraints.filter((line) => byLine.get(line)?.isCut).length;
	const { left, ...shown } = fittedEvidence(verification, resumption);
	const gone = GIVING_WAY.filter((list) => told[list].length < plan[list].length);
	const notes = [
		...(resumption.baseline ? [] : ['No payload was saved: compared with what binds now.']),
		...(gone.length > 0 ? [`No room for ${gone.join(', ')}: build_replay_payload has them.`] : []),
		...(lost > 0 ? [`${lost} constraints found no room: memload their rules again.`] : []),
		...(cut > 0 ? [`${cut} end in …: memload their rules for the rest.`] : []),
		...(left > 0 ? [`${left} pieces of evidence found no room.`] : []),
	];
	return {
		prompt_context: renderPromptContext(told),
		...(notes.length > 0 && { note: notes.join(' ') }),
		verification: shown.verification,
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

/** Constraints of the workflow itself come with every status; only rules can be forgotten. */
const isHeldOrOwn =
	(isHeld: (line: string) => boolean, byLine: ReadonlyMap<string, LiveConstraint>) =>
	(line: string): boolean =>
		!byLine.has(line) || isHeld(line);

/** The hash decides; it may be given whole, with its prefix, or as short as payloads say it. */
function holds(held: Held, { path, ruleId, id, hash }: LiveConstraint): boolean {
	const names = [`${path}#${id}`, `${ruleId}#${id}`, `${ruleId}/${id}`, `${ruleId}:${id}`, id];
	return names.some((name) => {
		const given = Object.hasOwn(held, name) ? held[name] : undefined;
		return given !== undefined && given.length >= 12 && shortHash(given) === shortHash(hash);
	});
}

/** What gives way when there is no room, in this order; then constraints, from the last. */
const GIVING_WAY = ['dependency_chains', 'blockers', 'required_order', 'recovery'] as const;

function fitted(payload: ReplayPayload, { tokenBudget, estimate }: Resumption): ReplayPayload {
	const fits = (candidate: ReplayPayload) =>
		estimate(renderPromptContext(candidate)) <= tokenBudget;
	let left = payload;
	for (const list of GIVING_WAY) {
		if (fits(left)) return left;
		left = { ...left, [list]: [] };
	}
	const first = (count: number): ReplayPayload => ({
		...left,
		constraints: left.constraints.slice(0, count),
	});
	return first(mostThatFit(left.constraints.length, (count) => fits(first(count))));
}
