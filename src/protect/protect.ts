// Decides what of a tool result may enter the context (seed 003; design, "protect").
import type { ToolResult } from '../shared/tool-result';
import { budgetNumbers } from './additions';
import { budgetOf, weigher, within } from './budget';
import { draftChunk, isLong, passageOf } from './chunk';
import { jsonDocument, textDocument } from './document';
import {
	type Bench,
	type Draft,
	finish,
	holdBudget,
	type Original,
	type Size,
	sizeOf,
	withReport,
} from './draft';
import type { Tape } from './json/tape';
import { draftPage } from './list';
import { listOf, pageLimit } from './list-choice';
import { noFieldNotice, type Projected, projectedRoot } from './projection';
import { findSubject, type Subject } from './subject';
import { draftSummary, summaryTarget } from './summary';
import type { Document, NextCall, Outcome, Policy, View } from './types';

export interface ProtectCall {
	readonly view: View;
	readonly next: NextCall;
}

interface Reduction {
	readonly draft: Draft;
	readonly document: Document;
}

/**
 * What is sent instead of `result`: the result itself when it is within its limits or nothing is
 * gained, else less of it, with the positions that lead to the rest.
 */
export function protect(result: ToolResult, call: ProtectCall, policy: Policy): Outcome {
	const weigh = weigher(policy);
	const size = sizeOf(result, policy, weigh);
	const original: Original = { tokens: size.tokens, bytes: size.weight.bytes };
	const found = findSubject(result, policy, weigh);
	if (!found) return untouched(result, original, policy);
	const bench: Bench = { policy, weigh, frame: found.subject.frame, around: found.around };
	const reduction = found.subject.tape
		? reduceJson(bench, found.subject, found.subject.tape, call, size, found.leftOut)
		: reduceText(bench, found.subject, call, size, found.leftOut);
	if (!reduction) return untouched(result, original, policy);
	const draft = withLeftOut(reduction.draft, found.leftOut);
	const outcome = finish(bench, draft, original, reduction.document);
	// Over the budget there is no choice: what is sent then holds it, and the original does not.
	const isFree = within(size.weight, budgetOf(policy));
	return isFree && !isSmaller(outcome, original) ? untouched(result, original, policy) : outcome;
}

const isSmaller = ({ report }: Outcome, { tokens, bytes }: Original): boolean =>
	report.estimatedTokens < tokens && report.bytes < bytes;

/** The result as it is, with its budget numbers in `_meta`. */
export function untouched(result: ToolResult, original: Original, policy: Policy): Outcome {
	const report = {
		act: 'passthrough' as const,
		...budgetNumbers(original.tokens, policy.tokenBudgetThreshold),
		originalTokens: original.tokens,
		bytes: original.bytes,
		originalBytes: original.bytes,
	};
	return { report, positions: [], place: () => withReport(result, report) };
}

function reduceJson(
	bench: Bench,
	subject: Subject,
	source: Tape,
	{ view, next }: ProtectCall,
	size: Size,
	leftOut: readonly string[],
): Reduction | undefined {
	const { policy } = bench;
	const essential = essentialOf(policy);
	const budget = budgetOf(policy);
	const limit = pageLimit(view, policy);
	const projected = view.fields && projectedRoot(source, view.fields, policy, limit);
	const tape = projected?.tape ?? source;
	const fields = projected ? undefined : view.fields;
	const over = !within(size.weight, budget);
	const list = listOf(tape, policy, limit);
	const document = jsonDocument(subject.text, bench.frame, leftOut, view.fields);

	if (
		(list && (list.total > limit ? policy.pagination : over && policy.pagination)) ||
		(list && fields)
	) {
		const page = {
			tape,
			list: list.node,
			from: 0,
			limit: policy.pagination ? limit : list.total,
			askedLimit: view.limit ?? 0,
			...(fields ? { fields } : {}),
			whole: !policy.summarization,
			full: false,
			next,
			essential,
		};
		return { draft: holdBudget(bench, budget, (room) => draftPage(bench, page, room)), document };
	}
	if (projected) return { draft: draftProjected(bench, projected, next, essential), document };
	if (!policy.summarization) return undefined;
	if (!over && (list || size.tokens <= policy.itemTokenThreshold)) return undefined;
	const target = summaryTarget(size.tokens, policy.itemTokenThreshold, budget.tokens);
	const limits = { tokens: target, bytes: budget.bytes };
	return {
		draft: holdBudget(bench, limits, (room) => draftSummary(bench, tape, essential, next, room)),
		document,
	};
}

/** An object of which the call wanted some fields only. */
function draftProjected(
	bench: Bench,
	{ tape, available }: Projected,
	next: NextCall,
	essential: ReadonlySet<string>,
): Draft {
	const draft = holdBudget(bench, budgetOf(bench.policy), (room) =>
		draftSummary(bench, tape, essential, next, room),
	);
	if (!available) return draft;
	return { ...draft, positions: [], additions: () => ({ notice: noFieldNotice(available) }) };
}

function reduceText(
	bench: Bench,
	subject: Subject,
	{ view }: ProtectCall,
	size: Size,
	leftOut: readonly string[],
): Reduction | undefined {
	const ranged = view.startLine !== undefined || view.endLine !== undefined;
	const over = !within(size.weight, budgetOf(bench.policy));
	if (!ranged && !(bench.policy.chunking && (over || isLong(size.tokens, bench.policy))))
		return undefined;
	const passage = passageOf(bench, subject.text, ranged ? view : undefined);
	return { draft: draftChunk(passage, 0), document: textDocument(passage, bench.frame, leftOut) };
}

/** Says of texts that gave way to the data how to read them. */
function withLeftOut(draft: Draft, leftOut: readonly string[]): Draft {
	if (leftOut.length === 0) return draft;
	const chars = leftOut.reduce((sum, text) => sum + text.length, 0);
	return {
		...draft,
		positions: [...draft.positions, { kind: 'whole', offset: 0, limit: 0 }],
		additions: (handles) => {
			const added = draft.additions(handles ? handles.slice(0, -1) : null);
			if (!handles) return added;
			const notice = `${chars} characters of text beside the data are left out: read_result {"handle":"${handles.at(-1)}","pointer":"/content/0"}`;
			return { ...added, notice };
		},
	};
}

/** Configured field names, of all types: a result does not say which type it is of. */
export const essentialOf = (policy: Policy): ReadonlySet<string> =>
	new Set(Object.values(policy.essentialFields ?? {}).flat());
