// What became of each rule: how often it was loaded, referred to and broken, and which never were.
import type { Tally } from './store';
import type { Constraint, ObjectMeta } from './types';

/** How often something was used since it exists; an activation counts as a load. */
export interface Counts {
	readonly loads: number;
	readonly references: number;
	readonly rejections: number;
	/** Milliseconds since the epoch; absent when never used. */
	readonly lastUsed?: number;
}

/** How often one constraint was loaded and referred to. */
export interface ConstraintUsage extends Counts {
	readonly id: string;
}

/** The same of an object and all of its constraints. */
export interface ObjectUsage extends Counts {
	readonly id: string;
	readonly kind: ObjectMeta['kind'];
	readonly path: string;
	readonly constraints: readonly ConstraintUsage[];
}

/** A constraint in force that was never referred to, with what it costs the contexts it is loaded into. */
export interface NeverReferred {
	readonly ruleId: string;
	readonly constraintId: string;
	readonly path: string;
	readonly loads: number;
	/** Tokens of its text, and what its loads cost together. */
	readonly tokens: number;
	readonly cost: number;
}

/** A rule that was loaded often and of which nothing was ever referred to. */
export interface DeadRule {
	readonly id: string;
	readonly path: string;
	readonly loads: number;
	/** Tokens of the document, and what its loads cost together. */
	readonly tokens: number;
	readonly cost: number;
}

/** Use of what is published, over all sessions of the workspace. */
export interface Usage {
	readonly objects: readonly ObjectUsage[];
	/** Constraints in force that nobody ever referred to, the most loaded first. */
	readonly neverReferred: readonly NeverReferred[];
	/** The dearest first. */
	readonly dead: readonly DeadRule[];
}

/** A published object with what its versions held. */
export interface UsageSubject {
	readonly object: ObjectMeta;
	readonly constraints: readonly Constraint[];
	readonly content: string;
	/** Keys of the constraints that the content of a hash had. */
	readonly constraintsAt: (hash: string) => ReadonlySet<string>;
}

/** Loads after which a rule that nobody referred to counts as dead. */
const DEAD_LOADS = 5;

/**
 * Counts per object and per constraint in force.
 * @param estimate tokens of a text
 */
export function usageOf(
	subjects: readonly UsageSubject[],
	tallies: readonly Tally[],
	estimate: (text: string) => number,
): Usage {
	const byObject = Map.groupBy(tallies, ({ objectId }) => objectId);
	const objects = subjects.map((subject) =>
		objectUsage(subject, byObject.get(subject.object.id) ?? []),
	);
	const subjectOf = new Map(subjects.map((subject) => [subject.object.id, subject]));
	const textOf = (ruleId: string, constraintId: string) =>
		subjectOf.get(ruleId)?.constraints.find(({ id }) => id === constraintId)?.text ?? '';
	const neverReferred = objects
		.flatMap(({ id, path, constraints }) =>
			constraints
				.filter(({ references }) => references === 0)
				.map(({ id: constraintId, loads }) => {
					const tokens = estimate(textOf(id, constraintId));
					return { ruleId: id, constraintId, path, loads, tokens, cost: loads * tokens };
				}),
		)
		.sort((one, other) => other.loads - one.loads);
	const dead = objects
		.filter(
			({ constraints, loads, references }) =>
				constraints.length > 0 && references === 0 && loads >= DEAD_LOADS,
		)
		.map(({ id, path, loads }) => {
			const tokens = estimate(subjectOf.get(id)?.content ?? '');
			return { id, path, loads, tokens, cost: loads * tokens };
		})
		.sort((one, other) => other.cost - one.cost);
	return { objects, neverReferred, dead };
}

function objectUsage(
	{ object, constraints, constraintsAt }: UsageSubject,
	tallies: readonly Tally[],
) {
	const { id, kind, path } = object;
	const ofParts = ({ what, key }: Tally) =>
		(what === 'reject' || what === 'activate') && key !== '';
	const whole = counted(tallies.filter((tally) => !ofParts(tally)));
	return {
		id,
		kind,
		path,
		...whole,
		constraints: constraints.map((constraint) => ({
			id: constraint.id,
			...counted(
				tallies.filter(({ what, key }) =>
					what === 'load'
						? constraintsAt(key).has(constraint.key)
						: key === constraint.key || key === constraint.id,
				),
			),
		})),
	};
}

function counted(tallies: readonly Tally[]): Counts {
	const sum = (wanted: Tally['what']) =>
		tallies.reduce((total, { what, count }) => total + (what === wanted ? count : 0), 0);
	const used = tallies.filter(({ what }) => what !== 'reject').map(({ lastAt }) => lastAt);
	return {
		loads: sum('load') + sum('activate'),
		references: sum('refer'),
		rejections: sum('reject'),
		...(used.length === 0 ? {} : { lastUsed: Math.max(...used) }),
	};
}
