// The policy by which an answer is fitted: with the tokenizer where a host with a cliff is asked for a long
// answer, where few words repeated make an estimate doubtful and bytes do not hold the budget, or where a text may be
// within its bound (docs/protect.md "Tokens"). It is dear, so nobody else waits for it.
import type { ToolResult } from '../shared/tool-result';
import { budgetOf, estimated, isDoubtful, isNearBound } from './budget';
import { shown } from './frame';
import { isAsked } from './reduction';
import { quickCounter } from './tokens/exact';
import type { Document, Policy, View } from './types';

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
