// The policy by which an answer is fitted: with the tokenizer where a host with a cliff is asked for a long
// answer, where few words repeated make an estimate doubtful, or where a text may be within its bound
// (docs/protect.md "Tokens"). It is dear, so
// nobody else waits for it.
import {
	type Document,
	estimated,
	isAsked,
	isDoubtful,
	isNearBound,
	type Policy,
	quickCounter,
	shown,
	type View,
} from '../../protect';
import type { ToolResult } from '../../shared/tool-result';

/** With the tokenizer, which is loaded when the first answer wants it. */
const counting = async (policy: Policy): Promise<Policy> =>
	policy.estimator === 'calibrated' ? { ...policy, count: await quickCounter() } : policy;

/** For an answer read from a kept document. */
export const countingToRead = async (document: Document, policy: Policy): Promise<Policy> =>
	policy.host || isDoubtful(document.parts[0] ?? '', policy) ? counting(policy) : policy;

/** For a first answer. */
export const countingFor = async (
	result: ToolResult,
	view: View,
	policy: Policy,
): Promise<Policy> =>
	(policy.host && isAsked(view)) || isCounted(shown(result).text, policy)
		? counting(policy)
		: policy;

const isCounted = (text: string, policy: Policy): boolean =>
	isDoubtful(text, policy) ||
	(!/^\s*[{[]/.test(text) &&
		text.length <= policy.chunkTokenThreshold * LONGEST_TOKEN &&
		isNearBound(estimated(text, policy), policy));

/** UTF-16 units of a token in the densest of texts: longer ones are beyond their bound. */
const LONGEST_TOKEN = 8;
