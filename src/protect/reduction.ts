// Inputs and output of a first reduction, and its notices: arguments not honoured, how to read texts that gave way.
import type { Tape } from '../shared/json/tape';
import { defined } from '../shared/json-values';
import type { ToolResult } from '../shared/tool-result';
import { budgetOf, estimated, isDoubtful, isNearBound, type Weight } from './budget';
import type { Context, Draft } from './draft';
import { shown, spellPointer } from './frame';
import type { ListChoice } from './list-choice';
import type { Found } from './payload';
import { meantFields } from './projection';
import { quickCounter } from './tokens/exact';
import { type Document, type Policy, type Read, type Upstream, type View, WHOLE } from './types';

/** A call whose result is protected: what it asked of Loadline, beside the tool's own arguments. */
export interface ProtectCall {
	readonly view: View;
	/** Further pages of the server, where it has more. */
	readonly upstream?: Upstream;
}

/** A draft, and the document behind its handles. */
export interface Reduction {
	readonly draft: Draft;
	readonly document: Document;
}

export interface Task {
	readonly context: Context;
	readonly found: Found;
	readonly call: ProtectCall;
	readonly original: Weight;
	/** Tells whether the result exceeds the budget: asked only where it matters, because that is to weigh it. */
	readonly isOver: () => boolean;
	/** Said of the fields that were asked for. */
	readonly notice?: string;
}

/** The call by the fields that are meant; where the data have none of them as if none had been asked for. */
export function meaning(task: Task, tape: Tape, list: ListChoice | undefined): Task {
	const { context, call } = task;
	const { fields: asked, ...view } = call.view;
	if (!asked) return task;
	const { fields, notice } = meantFields(context, tape, list, asked);
	return {
		...task,
		call: { ...call, view: { ...view, ...defined({ fields }) } },
		...defined({ notice }),
	};
}

/** Said where data are read from a text that is no JSON. */
const READ_FROM = 'Read from YAML; "startLine" gives its text.';

/** Names arguments that cannot be honoured, and spells how to read texts that gave way to the data. */
export function noticesOf({ found, call, notice }: Task, read: Read, handle: string | undefined) {
	const { isRead, leftOut } = found;
	const isData = isRead && read !== 'text';
	const chars = leftOut.slice(isRead ? 1 : 0).reduce((sum, text) => sum + text.length, 0);
	const beside =
		chars > 0 && handle !== undefined
			? `${chars} characters of text beside the data are left out: ${spellPointer(handle, `/content/${isData ? 1 : 0}`)}`
			: undefined;
	const from = isData ? READ_FROM : undefined;
	return [notice, misplaced(call.view, read), from, beside].filter(Boolean).join(' ');
}

/** The draft with these notices. */
export function withNotices(draft: Draft, task: Task, read: Read): Draft {
	const { isRead, leftOut } = task.found;
	const isBeside = leftOut.length > (isRead ? 1 : 0);
	return {
		...draft,
		positions: isBeside ? [...draft.positions, WHOLE] : draft.positions,
		additions: (handles) => {
			const added = draft.additions(isBeside && handles ? handles.slice(0, -1) : handles);
			const notices = noticesOf(task, read, handles?.at(-1));
			const notice = [added.notice, notices].filter(Boolean).join(' ');
			return { ...added, ...(notice && { notice }) };
		},
	};
}

/** Tokens of a whole first answer. */
const FIRST_ANSWER: Readonly<Record<Read, number>> = { list: 600, object: 450, text: 350 };

/** The room of a first answer of this kind. */
export function glanceOf(policy: Policy, kind: Read): Weight {
	const budget = budgetOf(policy);
	const tokens = Math.min((policy.firstAnswerTokens ?? FIRST_ANSWER)[kind], budget.tokens);
	return { tokens, bytes: budget.bytes };
}

/** Tells whether a call asks for lines. */
export const isRanged = (view: View) => view.startLine !== undefined || view.endLine !== undefined;

/** The call said how much it wants, or what. */
export const isAsked = (view: View): boolean =>
	view.limit !== undefined || view.fields !== undefined || isRanged(view);

const ADVICE: Readonly<Record<Read, Partial<Record<'lines' | 'limit' | 'fields', string>>>> = {
	text: {
		limit: 'this result is text, which has no items. Use "startLine" and "endLine", or its cursor.',
		fields:
			'this result is text, which has no fields. Use "startLine" and "endLine", or its cursor.',
	},
	list: {
		lines:
			'this result is a list, which has no lines. Use "limit" and its cursor, "fields", or read_result with "pointer".',
	},
	object: {
		lines:
			'this result is an object, which has no lines. Use "fields", or read_result with "pointer".',
		limit: 'this result is an object, not a list. Use "fields", or read_result with "pointer".',
	},
};

/** The first argument of a view that cannot be honoured, and what to use instead. */
export function misplaced(view: View, read: Read): string | undefined {
	const { lines, limit, fields } = ADVICE[read];
	if (lines && view.startLine !== undefined) return `startLine: ${lines}`;
	if (lines && view.endLine !== undefined) return `endLine: ${lines}`;
	if (limit && view.limit !== undefined) return `limit: ${limit}`;
	if (fields && view.fields !== undefined) return `fields: ${fields}`;
	return undefined;
}

/** The view without what a cursor stands for already: a caller may repeat the call it continues. */
export function withoutRepeats(view: View, asked: View): View {
	const left = Object.entries(view).filter(
		([name, value]) => JSON.stringify(value) !== JSON.stringify(asked[name as keyof View]),
	);
	return Object.fromEntries(left);
}

/** With the tokenizer, which is loaded when the first answer wants it. */
const counting = async (policy: Policy): Promise<Policy> =>
	policy.estimator === 'calibrated' ? { ...policy, count: await quickCounter() } : policy;

/** For an answer read from a kept document. */
export const countingToRead = async (document: Document, policy: Policy): Promise<Policy> =>
	policy.host || isDoubtful(document.parts[0] ?? '', policy) ? counting(policy) : policy;

/** For a first answer. */
export async function countingFor(result: ToolResult, view: View, policy: Policy): Promise<Policy> {
	if (policy.host && isAsked(view)) return counting(policy);
	const { text } = shown(result);
	const isLong = text.length > policy.chunkTokenThreshold * LONGEST_TOKEN;
	if (isDoubtful(text, policy))
		return (isLong && !isAsked(view) && heldByBytes(policy)) || counting(policy);
	const isNear = !isLong && !/^\s*[{[]/.test(text) && isNearBound(estimated(text, policy), policy);
	return isNear ? counting(policy) : policy;
}

/**
 * A policy whose first answers hold their budget whatever their words cost, since no token is less than a byte;
 * undefined where they have too much room for that. Loading the tokenizer takes longer than all else.
 */
function heldByBytes(policy: Policy): Policy | undefined {
	const { firstAnswerTokens, tokenFamily, pagination, summarization, chunking, whole } = policy;
	const bytes = Math.floor(budgetOf(policy).tokens / tokenFamily);
	const room = Math.max(...Object.values(firstAnswerTokens ?? { all: Infinity }));
	const isShort =
		pagination &&
		summarization &&
		chunking &&
		!whole &&
		bytes >= Math.max(LEAST_BYTES, room * USUAL_BYTES);
	const hardByteLimit = Math.min(policy.hardByteLimit, bytes);
	return isShort ? { ...policy, hardByteLimit } : undefined;
}

/** UTF-16 units of a token in the densest of texts: longer ones are beyond their bound. */
const LONGEST_TOKEN = 8;
/** Bytes that the smallest first answers may take: fewer do not hold them. */
const LEAST_BYTES = 2_000;
/** Bytes of a token in most texts: with so many for each of its tokens, a first answer has the room it is meant to have. */
const USUAL_BYTES = 5;
