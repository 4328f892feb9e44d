// Decides what of a tool result may enter the context (context window protection; docs/protect.md), and of a text that is
// one value among others in an answer; and makes the document that is kept of a result, whole, behind a handle.
import type { Tape } from '../shared/json/tape';
import { lined } from '../shared/json/write';
import { defined } from '../shared/json-values';
import { once } from '../shared/once';
import type { ToolResult } from '../shared/tool-result';
import { budgetOf, isNearBound, type Weigh, weigher, within } from './budget';
import {
	draftChunk,
	draftChunkTo,
	draftGlance,
	endOfChunk,
	FIRST_CHUNK,
	isLong,
	passageOf,
} from './chunk';
import { jsonDocument, textDocument } from './document';
import { countedSize, type Draft, finish, isWithin, SAMPLE_HANDLE, sizeOf } from './draft';
import { ALONE, type Frame, PLAIN, withReport } from './frame';
import { passThrough, trimMeta, untouched } from './pass-through';
import { findPayload } from './payload';
import { reduceJson, reduceStream } from './reduce-json';
import {
	glanceOf,
	isAsked,
	isRanged,
	noticesOf,
	type ProtectCall,
	type Reduction,
	type Task,
	withNotices,
} from './reduction';
import { BEGINNING, type Outcome, type Policy, WHOLE } from './types';

/** Decides what is sent for `result`: itself within its limits or where nothing is gained, else less, and how to go on. */
export function protect(result: ToolResult, call: ProtectCall, policy: Policy): Outcome {
	return passThrough(result, call.view, policy) ?? protectFully(result, call, policy);
}

/** The decision for a result that has to be looked at: {@link protect} without its short way. */
export function protectFully(result: ToolResult, call: ProtectCall, policy: Policy): Outcome {
	const weigh = weigher(policy);
	const { result: trimmed, leftOut } = trimMeta(result, policy, weigh);
	const outcome = protectTrimmed(trimmed, call, policy, weigh);
	if (leftOut.length === 0) return outcome;
	const report = { ...outcome.report, metaLeftOut: leftOut };
	return { ...outcome, report, place: (handles) => withReport(outcome.place(handles), report) };
}

function protectTrimmed(result: ToolResult, call: ProtectCall, policy: Policy, weigh: Weigh) {
	const estimate = sizeOf(result, policy);
	const original = isNearBound(estimate.tokens, policy)
		? countedSize(result, { policy, weigh })
		: estimate;
	const isOver = once(() => !isWithin(result, budgetOf(policy), { policy, weigh }));
	const found = findPayload(result, policy, weigh);
	if (!found) return untouched(result, original, policy);
	const context = { policy, weigh, frame: found.payload.frame, around: found.around };
	const task = { context, found, call, original, isOver };
	// Blocks that are within the limits stay as they came, however many.
	if (context.frame.blocks && !isAsked(call.view) && !isOver())
		return untouched(result, original, policy);
	const reduction = reduce(task);
	if (!reduction) return untouched(result, original, policy);
	const outcome = finish(context, reduction.draft, original, reduction.document);
	// Over the budget there is no choice: what is sent then holds it, and the original does not.
	const { act, estimatedTokens, bytes } = outcome.report;
	const isSmaller = estimatedTokens < original.tokens && bytes < original.bytes;
	// A part that the call asked for is sent also where it makes nothing smaller.
	const { fields, limit } = call.view;
	const isPage = limit !== undefined && act === 'paginated';
	const isAskedFor = fields !== undefined || isPage || (isRanged(call.view) && act === 'chunked');
	return isAskedFor || isSmaller || isOver() ? outcome : untouched(result, original, policy);
}

/** Less of what was found: lines of a text, a page of a list, a preview of an object. */
function reduce(task: Task): Reduction | undefined {
	const { pagination, whole } = task.context.policy;
	const { tape, stream } = task.found.payload;
	const { view } = task.call;
	const ranged = isRanged(view);
	if (stream && pagination && !whole && !ranged) return reduceStream(task, stream);
	// Data read from a text stay a text where it may go out, or is to be read, as it is.
	const mayStay = (): boolean =>
		!isAsked(view) && !isLong(task.original.tokens, task.context.policy) && !task.isOver();
	const isText = task.found.isRead && (whole || mayStay());
	if (!tape || ranged || isText) return reduceText(task);
	return whole ? reduceWhole(task, tape) : reduceJson(task, tape);
}

/** Less of a text; undefined where it may go out as it is. */
function reduceText(task: Task): Reduction | undefined {
	const { context, found, call, original, isOver } = task;
	const { payload, isRead } = found;
	const [text = '', ...leftOut] = isRead ? found.leftOut : [payload.text, ...found.leftOut];
	const { view } = call;
	const { policy } = context;
	if (!isRanged(view) && !(policy.chunking && (isLong(original.tokens, policy) || isOver())))
		return undefined;
	const passage = passageOf(text, isRanged(view) ? view : undefined);
	const beside = noticesOf(task, 'text', SAMPLE_HANDLE);
	const chunk =
		isAsked(view) || policy.whole
			? draftChunk(context, passage, undefined, beside)
			: draftGlance(context, passage, glanceOf(policy, 'text').tokens, beside);
	if (chunk.positions.length === 0 && passage.text.length < text.length) {
		const whole = textDocument(passageOf(text), context.frame, {}, leftOut);
		return { draft: withNotices(withHandle(chunk), task, 'text'), document: whole };
	}
	const draft = withNotices(chunk, task, 'text');
	return { draft, document: textDocument(passage, context.frame, view, leftOut) };
}

/** Nothing follows these lines, and yet they are not all: the rest can be asked. */
const withHandle = (draft: Draft): Draft => ({
	...draft,
	positions: [BEGINNING],
	additions: (handles) => {
		const added = draft.additions(handles);
		return handles?.[0] === undefined ? added : { ...added, handle: handles[0] };
	},
});

/** Chunks the JSON text of a result that must be read whole; nothing is left out. */
function reduceWhole({ context, found, call, isOver }: Task, tape: Tape): Reduction | undefined {
	if (!isOver()) return undefined;
	const passage = passageOf(lined(tape, 0));
	const document = textDocument(passage, context.frame, call.view, found.leftOut);
	return { draft: draftChunk(context, passage), document };
}

/** The document of a result, parsed where it is JSON, and where it is read from; undefined when it holds no text. */
export function keptWhole(result: ToolResult, policy: Policy) {
	const found = findPayload(result, policy, weigher(policy));
	if (!found) return undefined;
	const { payload, leftOut, isRead } = found;
	const { frame, text, tape } = payload;
	return tape
		? { document: jsonDocument(text, frame, leftOut, defined({ isRead })), position: WHOLE, tape }
		: { document: textDocument(passageOf(text), frame, {}, leftOut), position: BEGINNING };
}

/** Frame of the first answer: quoted, as a string of JSON. */
const QUOTED: Frame = { structured: { as: 'same' } };

/** Tokens that the facts of a chunk take, beside the least that is worth cutting. */
const LEAST_TOKENS = 220;

/**
 * A first chunk of at most `tokens` tokens as a JSON string, its facts included; empty when they are
 * too few for a beginning. The text as it is where it fits.
 * @param policy limits of the chunks that follow; bytes of the first are in proportion to its tokens
 */
export function beginText(text: string, tokens: number, policy: Policy): Outcome {
	const weigh = weigher(policy);
	const share = tokens / policy.tokenBudgetThreshold;
	const limit = { tokens, bytes: Math.floor(policy.hardByteLimit * share) };
	const weight = weigh(JSON.stringify(text));
	const original = { tokens: weight.tokens, bytes: weight.bytes };
	const whole = { content: [{ type: 'text', text }] };
	if (text === '' || within(weight, limit)) return untouched(whole, original, policy);
	const context = { policy, weigh, frame: PLAIN, around: ALONE };
	const small = { ...policy, tokenBudgetThreshold: tokens, hardByteLimit: limit.bytes };
	const passage = passageOf(text);
	const quoted = { ...context, policy: small, frame: QUOTED };
	const end = tokens < LEAST_TOKENS ? 0 : endOfChunk(quoted, passage, FIRST_CHUNK);
	const usual = end > 0 ? end / share : text.length;
	const draft = draftChunkTo(passage, FIRST_CHUNK, end, usual);
	return finish(context, draft, original, textDocument(passage, PLAIN, {}));
}
