// Tokens and price of a conversation's requests, counted from what its provider was sent.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { isRecord } from '../../src/shared/json-values';
import { type Provider, SimulatedProvider } from './simulated-provider';

export interface Figures {
	readonly requests: number;
	/**
	 * Tokens (o200k) of the messages, without what the host itself says as system: of the longest request, the
	 * last, and all together.
	 */
	readonly peak: number;
	readonly final: number;
	readonly sum: number;
	/** By the provider's rules, in uncached tokens. */
	readonly price: number;
}

/** Marks of a cache, ids and times that a host makes up are no content: two runs are to be alike. */
const plain = (value: unknown): string =>
	(
		JSON.stringify(value, (key, each) =>
			key === 'cache_control' || key === 'id' ? undefined : each,
		) ?? ''
	).replaceAll(/Chunk ID: \w+|Wall time: [\d.]+ seconds/g, '');

const weights = new Map<string, number>();
const weigh = (text: string): number => {
	const known = weights.get(text) ?? countTokens(text);
	weights.set(text, known);
	return known;
};

interface Block {
	readonly text: string;
	/** Of the conversation, and not what its host says once for all. */
	readonly counts: boolean;
}

/** Blocks of a request in the order in which a provider compares them: tools, system, then messages. */
function blocksOf(body: Readonly<Record<string, unknown>>): readonly Block[] {
	const head = [plain(body.tools), plain(body.system ?? body.instructions)];
	const list = (Array.isArray(body.messages) ? body.messages : body.input) as unknown[];
	const messages = list.flatMap((message) => {
		if (!isRecord(message)) return [];
		const counts = message.role !== 'system' && message.role !== 'developer';
		if (!Array.isArray(message.content)) return [{ text: plain(message), counts }];
		return message.content.map((block) => ({
			text: `${String(message.role)}${plain(block)}`,
			counts,
		}));
	});
	return [...head.map((text) => ({ text, counts: false })), ...messages];
}

/** Seconds between requests. */
const PACE = 8;

export function measured(
	bodies: readonly Readonly<Record<string, unknown>>[],
	rules: Provider,
): Figures {
	const provider = new SimulatedProvider(rules);
	let [sum, peak, final] = [0, 0, 0];
	for (const [at, body] of bodies.entries()) {
		final = 0;
		for (const { text, counts } of blocksOf(body)) if (counts) final += weigh(text);
		provider.take(body, at * PACE * 1_000);
		sum += final;
		peak = Math.max(peak, final);
	}
	return { requests: bodies.length, peak, final, sum, price: Math.round(provider.price) };
}
