// Token estimates of results, without a tokenizer.
import { isCount } from '../shared/context-marks';
import { isRecord } from '../shared/json-values';

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
 * Counts the tokens of a result as a model may see it: the larger of texts and structured content. Without a counter,
 * Loadline's own number where the result carries one.
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
