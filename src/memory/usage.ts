// What became of each rule: how often it was loaded, referred to and broken, and which never were.
import type { Tally } from './store';
import type { Constraint, ObjectMeta } from './types';

export interface Counts {
	readonly loads: number;
	readonly references: number;
	readonly rejections: number;
	/** Milliseconds since the epoch; absent when never used. */
	readonly lastUsed?: number;
}

export interface ConstraintUsage extends Counts {
	readonly id: string;
}

export interface ObjectUsage extends Counts {
	readonly id: string;
	readonly kind: ObjectMeta['kind'];
	readonly path: string;
	readonly constraints: readonly ConstraintUsage[];
}

export interface NeverReferred {
	readonly ruleId: string;
	readonly constraintId: string;
	readonly path: string;
	readonly loads: number;
}

export interface Usage {
	readonly objects: readonly ObjectUsage[];
	/** Constraints in force that nobody ever referred to, the most loaded first. */
	readonly neverReferred: readonly NeverReferred[];
}

/** A published object with what its versions held. */
export interface UsageSubject {
	readonly object: ObjectMeta;
	readonly constraints: readonly Constraint[];
	/** Keys of the constraints that the content of a hash had. */
	readonly constraintsAt: (hash: string) => ReadonlySet<string>;
}

/** Counts per object and per constraint in force. */
export function usageOf(subjects: readonly UsageSubject[], tallies: readonly Tally[]): Usage {
	const byObject = Map.groupBy(tallies, ({ objectId }) => objectId);
	const objects = subjects.map((subject) =>
		objectUsage(subject, byObject.get(subject.object.id) ?? []),
	);
	const neverReferred = objects
		.flatMap(({ id, path, constraints }) =>
			constraints
				.filter(({ references }) => references === 0)
				.map(({ id: constraintId, loads }) => ({ ruleId: id, constraintId, path, loads })),
		)
		.sort((one, other) => other.loads - one.loads);
	return { objects, neverReferred };
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
