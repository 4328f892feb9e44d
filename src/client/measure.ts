// Token estimates and fingerprints of results, without a tokenizer.
import { isCount } from '../shared/context-marks';
import { isRecord } from '../shared/is-record';

/** Tokens of a text. */
export type CountTokens = (text: string) => number;

/** Characters / 4, and a fifth on top: good enough for totals where the server gives no numbers. */
export const roughTokens: CountTokens = (text) => Math.ceil((text.length / 4) * 1.2);

/** Counts of a host's counter in whole numbers, as they are stored; what is no number is estimated. */
export const inWholeTokens =
	(countTokens: CountTokens): CountTokens =>
	(text) => {
		const tokens = Math.ceil(countTokens(text));
		return isCount(tokens) ? tokens : roughTokens(text);
	};

/**
 * Counts the tokens of a result as a model may see it: the larger of its texts and its structured content.
 * Without a counter, Loadline's own number where the result carries one.
 */
export function tokensOf(result: unknown, countTokens?: CountTokens): number {
	if (!isRecord(result)) return 0;
	if (!countTokens) {
		const report = isRecord(result._meta) && result._meta['dev.loadline/protect'];
		if (isRecord(report) && isCount(report.estimatedTokens)) return report.estimatedTokens;
	}
	const blocks: unknown[] = Array.isArray(result.content) ? result.content : [];
	const texts = blocks.flatMap((block) =>
		isRecord(block) && typeof block.text === 'string' ? block.text : [],
	);
	const shown = [texts.join('\n'), jsonText(result.structuredContent) ?? ''];
	return Math.max(...shown.map(countTokens ?? roughTokens));
}

/** Serialises a value; undefined when that fails, for a cycle for example. */
export function jsonText(value: unknown): string | undefined {
	try {
		return JSON.stringify(value);
	} catch {
		return undefined;
	}
}

/** Computes a fingerprint of a text: its length, and 53 bits of a hash. */
export function fingerprint(text: string): string {
	let a = 0xdeadbeef;
	let b = 0x41c6ce57;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		a = Math.imul(a ^ code, 0x9e3779b1);
		b = Math.imul(b ^ code, 0x5f356495);
	}
	a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
	b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
	const hash = 0x1_0000_0000 * (b & 0x1fffff) + (a >>> 0);
	return `${text.length.toString(36)}-${hash.toString(36)}`;
}
