// What a later payload lost against an earlier one: each constraint, step, edge and recovery path.
import { missingEdges } from './edges';
import type { Edge, ReplayPayload } from './types';

/** What a baseline has and a later payload lacks; every list is empty where nothing was lost. */
export interface Loss {
	readonly constraints: readonly string[];
	/** Steps that happen less often than in the baseline, once for each time. */
	readonly steps: readonly string[];
	/** Neighbours of the baseline, among the steps both have, that now come the other way round. */
	readonly turned: readonly Edge[];
	readonly dependencies: readonly Edge[];
	readonly blockers: readonly Edge[];
	readonly recovery: readonly Edge[];
}

/** Compares exactly, in linear time. What the later payload has on top is no loss. */
export const lostAgainst = (baseline: ReplayPayload, payload: ReplayPayload): Loss => {
	const constraints = new Set(payload.constraints);
	return {
		constraints: baseline.constraints.filter((constraint) => !constraints.has(constraint)),
		...lostOrder(baseline.required_order, payload.required_order),
		dependencies: missingEdges(baseline.dependency_chains, payload.dependency_chains),
		blockers: missingEdges(baseline.blockers, payload.blockers),
		recovery: missingEdges(baseline.recovery, payload.recovery),
	};
};

/**
 * What keeps the earlier order from being found, in its order, within the later one. To say what,
 * the nth time a step happens in one is paired with the nth time in the other.
 */
const lostOrder = (
	before: readonly string[],
	now: readonly string[],
): Pick<Loss, 'steps' | 'turned'> => {
	const steps: string[] = [];
	const turned: Edge[] = [];
	if (isWithin(before, now)) return { steps, turned };
	const places = new Map<string, number[]>();
	for (const [at, step] of now.entries()) {
		const known = places.get(step);
		if (known === undefined) places.set(step, [at]);
		else known.push(at);
	}
	const taken = new Map<string, number>();
	let previous: { readonly step: string; readonly place: number } | undefined;
	for (const step of before) {
		const times = taken.get(step) ?? 0;
		taken.set(step, times + 1);
		const place = places.get(step)?.[times];
		if (place === undefined) {
			steps.push(step);
			continue;
		}
		if (previous !== undefined && previous.place > place) turned.push([previous.step, step]);
		previous = { step, place };
	}
	return { steps, turned };
};

const isWithin = (before: readonly string[], now: readonly string[]): boolean => {
	let found = 0;
	for (const step of now) if (step === before[found]) found++;
	return found === before.length;
};
