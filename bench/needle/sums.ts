// Sums over the questions of an approach.

export interface Asked {
	readonly payload: string;
	readonly question: string;
	/** Tokens of the whole payload. */
	readonly raw: number;
	readonly found: boolean;
	readonly tokens: number;
	readonly calls: number;
}

export interface Sums {
	readonly approach: string;
	/** Shares are 0 to 1. */
	readonly found: number;
	readonly median: number;
	readonly mean: number;
	/** Mean of the shares of raw. */
	readonly share: number;
	readonly calls: number;
	/** Tokens of four questions about one result in one conversation, mean. */
	readonly four: number;
	/** Share of questions that cost less than file + grep. */
	readonly belowGrep?: number;
}

export function summed(
	approach: string,
	asked: readonly Asked[],
	conversations: readonly number[],
	grep: readonly Asked[] | undefined,
): Sums {
	const mean = (values: readonly number[]) =>
		values.reduce((sum, value) => sum + value, 0) / values.length;
	const tokens = asked.map((row) => row.tokens).sort((a, b) => a - b);
	const middle = tokens.length >> 1;
	const median =
		tokens.length % 2 === 1 ? tokens[middle] : mean(tokens.slice(middle - 1, middle + 1));
	return {
		approach,
		found: mean(asked.map(({ found }) => (found ? 1 : 0))),
		median: Math.round(median ?? 0),
		mean: Math.round(mean(tokens)),
		share: mean(asked.map(({ tokens, raw }) => tokens / raw)),
		calls: mean(asked.map(({ calls }) => calls)),
		four: Math.round(mean(conversations)),
		...(grep && approach.startsWith('Loadline')
			? {
					belowGrep: mean(
						asked.map(({ tokens }, at) => (tokens < (grep[at]?.tokens ?? 0) ? 1 : 0)),
					),
				}
			: {}),
	};
}
