// Whether a payload still holds what binds the work: on its own, and against an earlier one. Exact
// strings, ordered lists, explicit edges; nothing is guessed and nothing is stopped.
import { sortedByCodePoint } from '../shared/code-point-order';
import { missingEdges } from './payload';
import type { Edge, FailureLabel, ReplayIssue, ReplayPayload, ReplayValidation } from './types';

export interface ValidationOptions {
	/** An earlier payload of the same task: whatever it held and this one lacks is an issue. */
	readonly baseline?: ReplayPayload | undefined;
}

/**
 * Validates a payload, in time linear in its size. Without a baseline it must hold constraints and
 * recovery paths; with one, an empty list is an issue only if the baseline's was not. A cycle of
 * dependencies shows as those of its edges that the order cannot satisfy.
 */
export const validateReplayPayload = (
	payload: ReplayPayload,
	{ baseline }: ValidationOptions = {},
): ReplayValidation => {
	const { against, absent } = checkOrder(payload);
	const blocked = checkOrder(payload, payload.blockers);
	const lost = baseline && lostAgainst(baseline, payload);
	const hasNo = (field: 'constraints' | 'recovery'): boolean =>
		payload[field].length === 0 && (baseline === undefined || baseline[field].length > 0);

	const issues = [
		...(baseline === undefined ? [] : otherWork(payload, baseline)),
		...(hasNo('constraints')
			? [constraintDrift('payload has no preserved constraints', lost?.constraints)]
			: ifAny(lost?.constraints, constraintDrift, 'payload lost constraints of the baseline')),
		...ifAny(against, orderViolation, 'required order violates dependency edges'),
		...ifAny(blocked.against, orderViolation, 'required order violates blocker edges'),
		...ifAny(lost?.steps, orderViolation, 'required order lost steps of the baseline'),
		...ifAny(lost?.turned, orderViolation, 'required order turned around steps of the baseline'),
		...ifAny(absent, chainBreak, 'dependency edges reference actions absent from required_order'),
		...ifAny(lost?.dependencies, chainBreak, 'payload lost dependency edges of the baseline'),
		...ifAny(lost?.blockers, blockerLoss, 'payload lost blockers of the baseline'),
		...(hasNo('recovery')
			? [recoveryLoss('payload has no preserved recovery paths', lost?.recovery)]
			: ifAny(lost?.recovery, recoveryLoss, 'payload lost recovery paths of the baseline')),
	];
	const labels = new Set(issues.map((issue) => issue.failure_label));
	const warnings = baseline === undefined ? [] : extraSteps(payload, baseline);
	return {
		admissible: issues.length === 0,
		failure_labels: sortedByCodePoint(labels),
		issues,
		...(warnings.length > 0 && { warnings }),
	};
};

/** A payload of another task proves nothing of this one, whatever it holds. */
const otherWork = (payload: ReplayPayload, baseline: ReplayPayload): ReplayIssue[] =>
	(['task', 'objective'] as const)
		.filter((field) => (baseline[field] ?? '') !== '' && payload[field] !== baseline[field])
		.map((field) => ({
			field,
			failure_label: 'CONSTRAINT_DRIFT',
			message: `payload is of another ${field} than the baseline`,
			evidence: [[baseline[field] ?? '', payload[field] ?? '']],
		}));

/** Steps that a warning names. */
const MOST_NAMED = 5;

const extraSteps = (payload: ReplayPayload, baseline: ReplayPayload): string[] => {
	const known = new Set(baseline.required_order);
	const extra = [...new Set(payload.required_order)].filter((step) => !known.has(step));
	if (extra.length === 0) return [];
	const more = extra.length > MOST_NAMED ? ` and ${extra.length - MOST_NAMED} more` : '';
	const named = extra.slice(0, MOST_NAMED).join(', ');
	return [`required order has steps that the baseline does not know: ${named}${more}`];
};

type Evidence = readonly (string | Edge)[];
type MakeIssue = (message: string, evidence?: Evidence) => ReplayIssue;

const issueOf =
	(field: ReplayIssue['field'], failure_label: FailureLabel): MakeIssue =>
	(message, evidence = []) => ({
		field,
		failure_label,
		message,
		...(evidence.length > 0 ? { evidence } : {}),
	});

const constraintDrift = issueOf('constraints', 'CONSTRAINT_DRIFT');
const orderViolation = issueOf('required_order', 'TOOL_ORDER_VIOLATION');
const chainBreak = issueOf('dependency_chains', 'DEPENDENCY_CHAIN_BREAK');
const blockerLoss = issueOf('blockers', 'DEPENDENCY_CHAIN_BREAK');
const recoveryLoss = issueOf('recovery', 'RECOVERY_PATH_LOSS');

const ifAny = (
	evidence: Evidence | undefined,
	make: MakeIssue,
	message: string,
): readonly ReplayIssue[] => (evidence?.length ? [make(message, evidence)] : []);

/** Edges that the order contradicts, and edges to steps that it lacks, as the payload lists them. */
const checkOrder = (
	payload: ReplayPayload,
	edges: readonly Edge[] = payload.dependency_chains,
): { against: Edge[]; absent: Edge[] } => {
	// The first time counts: a step needs its source once before it, and may then happen again.
	const first = new Map<string, number>();
	for (const [at, step] of payload.required_order.entries()) {
		if (!first.has(step)) first.set(step, at);
	}
	const against: Edge[] = [];
	const absent: Edge[] = [];
	for (const edge of edges) {
		const source = first.get(edge[0]);
		const target = first.get(edge[1]);
		if (source === undefined || target === undefined) absent.push(edge);
		else if (source >= target) against.push(edge);
	}
	return { against, absent };
};

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
