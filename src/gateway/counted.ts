// The policy by which an answer is fitted: with the tokenizer where the call asks for a long answer, or
// where few words repeated make an estimate doubtful (docs/protect.md "Tokens").
import { isDoubtful } from '../protect/budget';
import { isAsked } from '../protect/first-answer';
import { shown } from '../protect/frame';
import { quickCounter } from '../protect/tokens/exact';
import type { Policy, View } from '../protect/types';
import type { ToolResult } from '../shared/tool-result';

/** With the tokenizer, which is loaded when the first answer wants it. */
export const counting = async (policy: Policy): Promise<Policy> =>
	policy.estimator === 'calibrated' ? { ...policy, count: await quickCounter() } : policy;

/** For a first answer. */
export const countingFor = async (
	result: ToolResult,
	view: View,
	policy: Policy,
): Promise<Policy> =>
	isAsked(view) || isDoubtful(shown(result).text, policy) ? counting(policy) : policy;
