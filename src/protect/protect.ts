// Decides what of a tool result may enter the context (context window protection; docs/protect.md).
import type { ToolResult } from '../shared/tool-result';
import { budgetNumbers, spellPointer } from './additions';
import { budgetOf, scale, type Weigh, type Weight, weigher } from './budget';
import { draftChunk, draftGlance, isLong, passageOf } from './chunk';
import { jsonDocument, pagedDocument, streamDocument, textDocument } from './document';
import {
	type Bench,
	type Draft,
	finish,
	holdBudget,
	isWithin,
	SAMPLE_HANDLE,
	type Size,
	sizeOf,
	withReport,
} from './draft';
import { essentialOf } from './essential';
import { glanceOf, isAsked, isRanged } from './first-answer';
import { allItems } from './json/list';
import { type Stream, windowTape } from './json/stream';
import type { Tape } from './json/tape';
import { lined } from './json/write';
import { pager } from './list';
import { listOf, pageLimit } from './list-choice';
import { trimMeta } from './meta';
import { misplaced, type Read } from './misplaced';
import { pagesOf, pagesOfStream } from './pages';
import { noFieldNotice, projectedRoot } from './projection';
import { findSubject } from './subject/find';
import type { Found } from './subject/found';
import { summarizer } from './summary';
import type { Document, Outcome, Policy, Upstream, View } from './types';

export interface ProtectCall {
	readonly view: View;
	/** What the server has beside this, where it has more. */
	readonly upstream?: Upstream;
}

interface Reduction {
	readonly draft: Draft;
	readonly document: Document;
}

/** What is reduced and what every reduction of it needs. */
interface Task {
	readonly bench: Bench;
	readonly found: Found;
	readonly call: ProtectCall;
	readonly original: Size;
	/** Whether the result exceeds the budget: asked only where it matters, because that is to weigh it. */
	readonly isOver: () => boolean;
}

/**
 * What is sent instead of `result`: the result itself when it is within its limits or nothing is
 * gained, else less of it, with the positions that lead to the rest.
 */
export function protect(result: ToolResult, call: ProtectCall, policy: Policy): Outcome {
	const weigh = weigher(policy);
	const { result: trimmed, leftOut } = trimMeta(result, policy, weigh);
	const outcome = protectTrimmed(trimmed, call, policy, weigh);
	return leftOut.length === 0 ? outcome : tellingMeta(outcome, leftOut);
}

/** The outcome, with the keys of `_meta` that were left out in its report. */
function tellingMeta(
	{ report, place, ...outcome }: Outcome,
	metaLeftOut: readonly string[],
): Outcome {
	const told = { ...report, metaLeftOut };
	return { ...outcome, report: told, place: (handles) => withReport(place(handles), told) };
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
	const { tape, frame, stream } = found.subject;
	// Blocks that are within the limits stay as they came, however many.
	if (frame.blocks && !isAsked(call.view) && !isOver()) return untouched(result, original, policy);
	const reduction =
		stream && policy.pagination && !policy.whole && !isRanged(call.view)
			? reduceStream(task, stream)
			: !tape || isRanged(call.view)
				? reduceText(task)
				: policy.whole
					? reduceWhole(task, tape)
					: reduceJson(task, tape);
	if (!reduction) return untouched(result, original, policy);
	const outcome = finish(bench, reduction.draft, original, reduction.document);
	// Over the budget there is no choice: what is sent then holds it, and the original does not.
	const isKept = isAskedFor(call.view, outcome) || isSmaller(outcome, original) || isOver();
	return isKept ? outcome : untouched(result, original, policy);
}

/** What the caller named is done, also where it makes nothing smaller. */
const isAskedFor = (view: View, { report }: Outcome): boolean =>
	view.fields !== undefined ||
	(view.limit !== undefined && report.act === 'paginated') ||
	(isRanged(view) && report.act === 'chunked');

const isSmaller = ({ report }: Outcome, { tokens, bytes }: Size): boolean =>
	report.estimatedTokens < tokens && report.bytes < bytes;

/** The result as it is, with its budget numbers in `_meta`. */
export function untouched(result: ToolResult, original: Size, policy: Policy): Outcome {
	const report = {
		act: 'passthrough' as const,
		...budgetNumbers(original.tokens, policy.tokenBudgetThreshold),
		originalTokens: original.tokens,
		bytes: original.bytes,
		originalBytes: original.bytes,
	};
	return { report, positions: [], place: () => withReport(result, report) };
}

/** What a first page may take more than its aim to show all the items of a page. */
const STRETCHED = 1.55;

function reduceJson(task: Task, source: Tape): Reduction | undefined {
	const { bench, found, call, original, isOver } = task;
	const { view, upstream } = call;
	const { policy } = bench;
	const essential = essentialOf(policy);
	const budget = budgetOf(policy);
	const usual = pageLimit(view, policy);
	const projected = view.fields && projectedRoot(source, view.fields, policy, usual);
	const tape = projected?.tape ?? source;
	const fields = projected ? undefined : view.fields;
	const list = listOf(tape, policy, usual);
	const limit = pageLimit(view, policy, tape, list);
	const { subject, leftOut } = found;
	const whole = jsonDocument(subject.text, bench.frame, leftOut, view.fields, upstream);
	const isPaged = list && !projected && tape.text === subject.text;
	const document = isPaged ? pagedDocument(whole, pagesOf(tape, list)) : whole;
	const aim = glanceOf(policy, 'list');
	const isGlance = !isAsked(view) && policy.summarization && aim.tokens < budget.tokens;

	if (list && (fields || (policy.pagination && (list.total > limit || isOver())))) {
		const paged = pager(bench, {
			tape,
			list,
			from: 0,
			limit: policy.pagination ? limit : list.total,
			askedLimit: view.limit ?? 0,
			...(fields ? { fields } : {}),
			whole: !policy.summarization || (bench.frame.blocks === true && !fields),
			full: false,
			...(isGlance ? { glance: budget } : {}),
			essential,
			...(upstream === undefined ? {} : { upstream }),
		});
		const make = (room: Weight) => withNotices(paged(room), task, 'list');
		const draft = isGlance
			? holdBudget(bench, scale(aim, STRETCHED), make, aim)
			: holdBudget(bench, budget, make);
		return { draft, document };
	}
	const summarized = summarizer(bench, tape, essential);
	const summary = (room: Weight) => withNotices(summarized(room), task, 'object');
	if (projected) {
		const draft = holdBudget(bench, budget, summary);
		const { available } = projected;
		return { draft: available ? nothingFound(bench, draft, available) : draft, document };
	}
	if (!policy.summarization) return undefined;
	if ((list || original.tokens <= policy.itemTokenThreshold) && !isOver()) return undefined;
	const room = isGlance ? glanceOf(policy, 'object') : budget;
	return { draft: holdBudget(bench, room, summary), document };
}

/** A list too long for a tape: its first page, out of as many items as a page may have. */
function reduceStream(task: Task, stream: Stream): Reduction {
	const { bench, found, call } = task;
	const { view, upstream } = call;
	const { policy } = bench;
	const { subject, leftOut } = found;
	const tape = windowTape(subject.text, stream, 0, policy.maxPageSize);
	const node = { node: 0, keyed: false } as const;
	const shown = { ...node, total: allItems(tape, 0).length };
	const isGlance = !isAsked(view) && policy.summarization;
	const budget = budgetOf(policy);
	const paged = pager(bench, {
		tape,
		list: { ...node, total: stream.total },
		from: 0,
		base: 0,
		limit: pageLimit(view, policy, tape, shown),
		askedLimit: view.limit ?? 0,
		...(view.fields ? { fields: view.fields } : {}),
		whole: !policy.summarization,
		full: false,
		...(isGlance ? { glance: budget } : {}),
		essential: essentialOf(policy),
		...(upstream === undefined ? {} : { upstream }),
	});
	const make = (room: Weight) => withNotices(paged(room), task, 'list');
	const aim = isGlance ? glanceOf(policy, 'list') : budget;
	const limit = isGlance ? scale(aim, STRETCHED) : aim;
	const document = jsonDocument(subject.text, bench.frame, leftOut, view.fields, upstream);
	const draft = holdBudget(bench, limit, make, aim);
	const pages = pagesOfStream(stream, tape);
	return { draft, document: pagedDocument(streamDocument(document, stream), pages) };
}

/** What must be read whole is told in chunks of its JSON text; nothing of it is left out. */
function reduceWhole({ bench, found, call, isOver }: Task, tape: Tape): Reduction | undefined {
	if (!isOver()) return undefined;
	const passage = passageOf(lined(tape, 0));
	const document = textDocument(passage, bench.frame, call.view, found.leftOut);
	return { draft: draftChunk(bench, passage), document };
}

const nothingFound = (bench: Bench, draft: Draft, available: readonly string[]): Draft => ({
	...draft,
	positions: [],
	additions: () => ({ notice: noFieldNotice(available, bench) }),
});

function reduceText(task: Task): Reduction | undefined {
	const { bench, found, call, original, isOver } = task;
	const { subject, leftOut } = found;
	const { view } = call;
	const { policy } = bench;
	if (!isRanged(view) && !(policy.chunking && (isLong(original.tokens, policy) || isOver())))
		return undefined;
	const passage = passageOf(subject.text, isRanged(view) ? view : undefined);
	const beside = noticesOf(task, 'text', SAMPLE_HANDLE);
	const chunk =
		isAsked(view) || policy.whole
			? draftChunk(bench, passage, undefined, beside)
			: draftGlance(bench, passage, glanceOf(policy, 'text').tokens, beside);
	if (chunk.positions.length === 0 && passage.text.length < subject.text.length) {
		const whole = textDocument(passageOf(subject.text), bench.frame, {}, leftOut);
		return { draft: withNotices(withHandle(chunk), task, 'text'), document: whole };
	}
	const draft = withNotices(chunk, task, 'text');
	return { draft, document: textDocument(passage, bench.frame, view, leftOut) };
}

/** Nothing follows these lines, and yet they are not all: the rest can be asked. */
const withHandle = (draft: Draft): Draft => ({
	...draft,
	positions: [{ kind: 'char', offset: 0, limit: 0 }],
	additions: (handles) => {
		const added = draft.additions(handles);
		return handles?.[0] === undefined ? added : { ...added, handle: handles[0] };
	},
});

/** What the caller asked for and cannot have, and how to read texts that gave way to the data. */
function noticesOf({ found, call }: Task, read: Read, handle: string | undefined): string {
	const chars = found.leftOut.reduce((sum, text) => sum + text.length, 0);
	const beside =
		chars > 0 && handle !== undefined
			? `${chars} characters of text beside the data are left out: ${spellPointer(handle, '/content/0')}`
			: undefined;
	return [misplaced(call.view, read), beside].filter(Boolean).join(' ');
}

function withNotices(draft: Draft, task: Task, read: Read): Draft {
	const isBeside = task.found.leftOut.length > 0;
	const whole = { kind: 'whole', offset: 0, limit: 0 } as const;
	return {
		...draft,
		positions: isBeside ? [...draft.positions, whole] : draft.positions,
		additions: (handles) => {
			const added = draft.additions(isBeside && handles ? handles.slice(0, -1) : handles);
			const notices = noticesOf(task, read, handles?.at(-1));
			const notice = [added.notice, notices].filter(Boolean).join(' ');
			return { ...added, ...(notice ? { notice } : {}) };
		},
	};
}
