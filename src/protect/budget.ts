// What a piece of text weighs against the token budget (seed 003, FR-009, FR-010, Risk 3).
// A fit uses the ceiling, not the estimate: the budget then also holds when counted exactly.
import { utf8Bytes } from './tokens/bytes';
import { ceiling } from './tokens/ceiling';
import { measure } from './tokens/measure';
import type { Policy } from './types';

/** Tokens (an upper bound) and UTF-8 bytes. */
export interface Weight {
	readonly tokens: number;
	readonly bytes: number;
}

export type Weigh = (text: string) => Weight;

export const NOTHING: Weight = { tokens: 0, bytes: 0 };
export const plus = (a: Weight, b: Weight): Weight => ({
	tokens: a.tokens + b.tokens,
	bytes: a.bytes + b.bytes,
});
export const minus = (a: Weight, b: Weight): Weight => ({
	tokens: a.tokens - b.tokens,
	bytes: a.bytes - b.bytes,
});
export const heavier = (a: Weight, b: Weight): Weight => ({
	tokens: Math.max(a.tokens, b.tokens),
	bytes: Math.max(a.bytes, b.bytes),
});
export const scale = (a: Weight, by: number): Weight => ({
	tokens: Math.floor(a.tokens * by),
	bytes: Math.floor(a.bytes * by),
});
export const within = (a: Weight, limit: Weight): boolean =>
	a.tokens <= limit.tokens && a.bytes <= limit.bytes;

/** A token is never less than a byte and rarely more than six characters of ordinary text. */
const HOPELESS = 64;

/** The ceiling is fitted, not proven: words it never met may exceed it by a little. */
const MARGIN = 1.05;

/**
 * Weighs under a policy: the larger of the ceiling and the configured estimate.
 * Texts that could not fit any budget of the policy are not looked at: they weigh infinitely much.
 */
export function weigher(policy: Policy): Weigh {
	const scaled = { estimator: policy.estimator, tokenFamily: policy.tokenFamily };
	const tooLong = Math.max(policy.tokenBudgetThreshold * HOPELESS, policy.hardByteLimit);
	return (text) => {
		if (text.length > tooLong) return { tokens: Number.POSITIVE_INFINITY, bytes: text.length };
		const upper = Math.ceil(ceiling(text) * MARGIN * policy.tokenFamily);
		return { tokens: Math.max(upper, measure(text, scaled)), bytes: utf8Bytes(text) };
	};
}

/** The whole response's budget. */
export const budgetOf = (policy: Policy): Weight => ({
	tokens: policy.tokenBudgetThreshold,
	bytes: policy.hardByteLimit,
});

/** Ordinary text costs more than this share of its ceiling: an estimate below it has met what it cannot judge. */
const LEAST_SHARE = 0.6;
/** UTF-16 units of a long text whose ceiling stands for the whole. */
const SAMPLE = 32_768;

/** The estimate reported to the model and to telemetry, in tokens. */
export function estimated(text: string, policy: Policy): number {
	const { estimator, tokenFamily } = policy;
	const tokens = measure(text, { estimator, tokenFamily });
	if (estimator !== 'calibrated') return tokens;
	const sample = text.length > SAMPLE ? text.slice(0, SAMPLE) : text;
	const scaled = ceiling(sample) * (text.length / Math.max(1, sample.length)) * tokenFamily;
	return Math.max(tokens, Math.floor(scaled * LEAST_SHARE));
}
