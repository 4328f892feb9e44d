// The beginning of a text that is one value among others in an answer: as much of it as there is room
// for, and chunks of the usual size from there on.
import { weigher, within } from './budget';
import { draftChunkTo, endOfChunk, FIRST_CHUNK, passageOf } from './chunk';
import { textDocument } from './document';
import { type Context, finish } from './draft';
import { ALONE, type Frame, PLAIN } from './frame';
import { untouched } from './pass-through';
import type { Outcome, Policy } from './types';

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
	const context: Context = { policy, weigh, frame: PLAIN, around: ALONE };
	const small = { ...policy, tokenBudgetThreshold: tokens, hardByteLimit: limit.bytes };
	const passage = passageOf(text);
	const quoted = { ...context, policy: small, frame: QUOTED };
	const end = tokens < LEAST_TOKENS ? 0 : endOfChunk(quoted, passage, FIRST_CHUNK);
	const usual = end > 0 ? end / share : text.length;
	const draft = draftChunkTo(passage, FIRST_CHUNK, end, usual);
	return finish(context, draft, original, textDocument(passage, PLAIN, {}));
}
