// The pass-through to model providers, as config names it (docs/llm.md).
import { flag, section, whole } from './fields';
import { type CheckUrl, providerUrl, transientPairs } from './upstream-schema';

/**
 * The section `llm`.
 * @param checkUrl refuses addresses that may not be called
 */
export const llmSchema = (checkUrl: CheckUrl) => {
	const provider = () => section({ url: providerUrl(checkUrl) }).optional();
	return section({
		/** `https://api.anthropic.com`: what stands before `/v1/messages`. */
		anthropic: provider(),
		/** `https://api.openai.com/v1`: what stands before `/chat/completions`. */
		openai: provider(),
		/** Of tools that a host has itself: Bash, Read, WebFetch. */
		pairs: transientPairs(1).default([]),
		/** Results that leave without a pair. */
		superseded: section({
			reads: flag().default(true),
			listings: flag().default(true),
			repeats: flag().default(true),
		}).prefault({}),
		/** Characters from which a host's own result is worth leaving out. */
		leastCharacters: whole(1, 1_000_000, 'characters').default(1_500),
	});
};
