// Validation of a payload, alone and against a baseline: exact strings, ordered lists, explicit edges.
import { sortedByCodePoint } from '../shared/code-point-order';
import { missingEdges } from './payload';
import type { Edge, FailureLabel, ReplayIssue, ReplayPayload } from './types';

/**
 * Validates a payload in linear time. Without a baseline it must hold constraints and recovery paths; with
 * one, an empty list is an issue only if the baseline's was not. Cycles show as unsatisfiable edges.
 * @param baseline an earlier payload of the same task; everything it held and this one lacks is an issue
 * @returns admissible without issues, which are ordered as in `ReplayPayload`; `warnings` are no failure
 */
export const validateReplayPayload = (
	payload: ReplayPayload,
	{ baseline }: { readonly baseline?: ReplayPayload | undefined } = {},
) => {
	const { against, absent } = checkOrder(payload);
	const blocked = checkOrder(payload, payload.blockers);
	const lost = baseline && lossAgainst(baseline, payload);
	const hasNo = (field: 'constraints' | 'recovery'): boolean =>
		payload[field].length === 0 && (baseline === undefined || baseline[field].length > 0);

	const issues = [
		...(baseline === undefined ? [] : taskMismatch(payload, baseline)),
		...(hasNo('constraints')
			? [constraintDrift('payload has no preserved constraints', lost?.constraints)]
			: issuesOf([
					[lost?.constraints, constraintDrift, 'payload lost constraints of the baseline'],
				])),
		...issuesOf([
			[against, orderViolation, 'required order violates dependency edges'],
			[blocked.against, orderViolation, 'required order violates blocker edges'],
			[lost?.steps, orderViolation, 'required order lost steps of the baseline'],
			[lost?.reversed, orderViolation, 'required order turned around steps of the baseline'],
			[absent, chainBreak, 'dependency edges reference actions absent from required_order'],
			[lost?.dependencies, chainBreak, 'payload lost dependency edges of the baseline'],
			[lost?.blockers, blockerLoss, 'payload lost blockers of the baseline'],
		]),
		...(hasNo('recovery')
			? [recoveryLoss('payload has no preserved recovery paths', lost?.recovery)]
			: issuesOf([[lost?.recovery, recoveryLoss, 'payload lost recovery paths of the baseline']])),
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

/** Returns a payload with a validation: its own, else that of the payload alone. */
export const validated = (payload: ReplayPayload): ReplayPayload =>
	payload.validation === undefined
		? { ...payload, validation: validateReplayPayload(payload) }
		: payload;

/** A payload of another task proves nothing about this one. */
const taskMismatch = (payload: ReplayPayload, baseline: ReplayPayload): ReplayIssue[] =>
	(['task', 'objective'] as const)
		.filter((field) => (baseline[field] ?? '') !== '' && payload[field] !== baseline[field])
		.map((field) => ({
			field,
			failure_label: 'CONSTRAINT_DRIFT',
			message: `payload is of another ${field} than the baseline`,
			evidence: [[baseline[field] ?? '', payload[field] ?? '']],
		}));

const MAX_NAMED = 5;

const extraSteps = (payload: ReplayPayload, baseline: ReplayPayload): string[] => {
	const known = new Set(baseline.required_order);
	const extra = [...new Set(payload.required_order)].filter((step) => !known.has(step));
	if (extra.length === 0) return [];
	const more = extra.length > MAX_NAMED ? ` and ${extra.length - MAX_NAMED} more` : '';
	const named = extra.slice(0, MAX_NAMED).join(', ');
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

/** Makes an issue of each loss that has evidence. */
const issuesOf = (
	losses: readonly (readonly [Evidence | undefined, MakeIssue, message: string])[],
): readonly ReplayIssue[] =>
	losses.flatMap(([evidence, make, message]) => (evidence?.length ? make(message, evidence) : []));

/** Returns the edges that contradict the order, and those to steps that it lacks. */
const checkOrder = (payload: ReplayPayload, edges: readonly Edge[] = payload.dependency_chains) => {
	// Only the first occurrence counts: a step needs its source once, and may then repeat.
	const first = new Map(payload.required_order.map((step, at) => [step, at] as const).reverse());
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

/**
 * Returns the commitments of a baseline that a later payload lacks, in linear time. @returns `steps`: once per missing
 * occurrence; `reversed`: adjacent steps that now come in reverse order
 */
export const lossAgainst = (baseline: ReplayPayload, payload: ReplayPayload) => {
	const constraints = new Set(payload.constraints);
	return {
		constraints: baseline.constraints.filter((constraint) => !constraints.has(constraint)),
		...lostOrder(baseline.required_order, payload.required_order),
		dependencies: missingEdges(baseline.dependency_chains, payload.dependency_chains),
		blockers: missingEdges(baseline.blockers, payload.blockers),
		recovery: missingEdges(baseline.recovery, payload.recovery),
	};
};

/** Explains why the earlier order is no subsequence of the later one, pairing the nth occurrences of a step. */
const lostOrder = (before: readonly string[], now: readonly string[]) => {
	const steps: string[] = [];
	const reversed: Edge[] = [];
	if (isSubsequence(before, now)) return { steps, reversed };
	const places = Map.groupBy(now.keys(), (at) => now[at] ?? '');
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
		if (previous !== undefined && previous.place > place) reversed.push([previous.step, step]);
		previous = { step, place };
	}
	return { steps, reversed };
};

const isSubsequence = (before: readonly string[], now: readonly string[]): boolean => {
	let found = 0;
	for (const step of now) if (step === before[found]) found++;
	return found === before.length;
};
