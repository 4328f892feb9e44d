// Decides what of a tool result may enter the context (context window protection; docs/protect.md).
import type { ToolResult } from '../shared/tool-result';
import { budgetOf, type Weigh, weigher } from './budget';
import { type Bench, finish, isWithin, type Size, sizeOf, withReport } from './draft';
import { isAsked, isRanged } from './first-answer';
import { trimMeta } from './meta';
import { passThrough, untouched } from './pass-through';
import { reduceJson, reduceStream } from './reduce-json';
import { reduceText, reduceWhole } from './reduce-text';
import type { ProtectCall, Reduction, Task } from './reduction';
import { findSubject } from './subject/find';
import type { Outcome, Policy, View } from './types';

/**
 * What is sent instead of `result`: the result itself when it is within its limits or nothing is
 * gained, else less of it, with the positions that lead to the rest.
 */
export function protect(result: ToolResult, call: ProtectCall, policy: Policy): Outcome {
	return passThrough(result, call.view, policy) ?? protectFully(result, call, policy);
}

/** The decision for a result that has to be looked at: {@link protect} without its short way. */
export function protectFully(result: ToolResult, call: ProtectCall, policy: Policy): Outcome {
	const weigh = weigher(policy);
	const { result: trimmed, leftOut } = trimMeta(result, policy, weigh);
	const outcome = protectTrimmed(trimmed, call, policy, weigh);
	return leftOut.length === 0 ? outcome : tellingMeta(outcome, leftOut);
}

function protectTrimmed(
	result: ToolResult,
	call: ProtectCall,
	policy: Policy,
	weigh: Weigh,
): Outcome {
	const original = sizeOf(result, policy);
	let over: boolean | undefined;
	const isOver = (): boolean => {
		over ??= !isWithin(result, budgetOf(policy), { policy, weigh });
		return over;
	};
	const found = findSubject(result, policy, weigh);
	if (!found) return untouched(result, original, policy);
	const bench: Bench = { policy, weigh, frame: found.subject.frame, around: found.around };
	const task = { bench, found, call, original, isOver };
	// Blocks that are within the limits stay as they came, however many.
	if (bench.frame.blocks && !isAsked(call.view) && !isOver())
		return untouched(result, original, policy);
	const reduction = reduce(task);
	if (!reduction) return untouched(result, original, policy);
	const outcome = finish(bench, reduction.draft, original, reduction.document);
	// Over the budget there is no choice: what is sent then holds it, and the original does not.
	const isKept = isAskedFor(call.view, outcome) || isSmaller(outcome, original) || isOver();
	return isKept ? outcome : untouched(result, original, policy);
}

/** Less of what was found: lines of a text, a page of a list, a preview of an object. */
function reduce(task: Task): Reduction | undefined {
	const { pagination, whole } = task.bench.policy;
	const { tape, stream } = task.found.subject;
	const ranged = isRanged(task.call.view);
	if (stream && pagination && !whole && !ranged) return reduceStream(task, stream);
	if (!tape || ranged) return reduceText(task);
	return whole ? reduceWhole(task, tape) : reduceJson(task, tape);
}

/** What the caller named is done, also where it makes nothing smaller. */
const isAskedFor = (view: View, { report }: Outcome): boolean =>
	view.fields !== undefined ||
	(view.limit !== undefined && report.act === 'paginated') ||
	(isRanged(view) && report.act === 'chunked');

const isSmaller = ({ report }: Outcome, { tokens, bytes }: Size): boolean =>
	report.estimatedTokens < tokens && report.bytes < bytes;

/** The outcome, with the keys of `_meta` that were left out in its report. */
function tellingMeta(
	{ report, place, ...outcome }: Outcome,
	metaLeftOut: readonly string[],
): Outcome {
	const told = { ...report, metaLeftOut };
	return { ...outcome, report: told, place: (handles) => withReport(place(handles), told) };
}
