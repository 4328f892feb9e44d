// Real rules as tables of docs/benchmarks.md: what they cost, and how well they are found.

export interface Costs {
	readonly documents: number;
	/** Tokens, o200k. */
	readonly raw: number;
	/** Times the raw text: as a JSON string alone, and of each load. */
	readonly escapes: number;
	readonly slim: number;
	readonly full: number;
	readonly unchanged: number;
	/** Tokens an item. */
	readonly found: number;
	/** Times the text that it brought. */
	readonly activated: { readonly mean: number; readonly median: number; readonly worst: number };
}

export interface Rank {
	readonly what: string;
	readonly half: string;
	readonly queries: number;
	readonly first: number;
	readonly five: number;
	readonly mrr: number;
}

export interface RulesResults {
	readonly costs: Costs;
	readonly ranks: readonly Rank[];
}

export function rulesTable({ costs, ranks }: RulesResults): string {
	const { mean, median, worst } = costs.activated;
	return [
		`${costs.documents} documents, ${costs.raw.toLocaleString('en')} tokens.`,
		'',
		'| | times the raw text | goal |',
		'|---|---|---|',
		`| the texts as JSON strings, nothing else | ${costs.escapes.toFixed(2)} | |`,
		`| \`memload\` | ${costs.slim.toFixed(2)} | ≤ 1.2 |`,
		`| \`memload\`, \`shape: "full"\` | ${costs.full.toFixed(2)} | |`,
		`| \`memload\`, all unchanged | ${costs.unchanged.toFixed(4)} | ≤ 0.05 |`,
		`| \`memactivate\`, of what it brings: mean, median, worst | ${[mean, median, worst].map((each) => each.toFixed(2)).join(', ')} | ≤ 1.1 |`,
		`| \`memdisc\`, tokens an item | ${costs.found.toFixed(1)} | ≤ 25 |`,
		'',
		'| | half | queries | hit@1 | recall@5 | MRR@10 |',
		'|---|---|---|---|---|---|',
		...ranks.map(
			({ what, half, queries, first, five, mrr }) =>
				`| ${what} | ${half} | ${queries} | ${first.toFixed(2)} | ${five.toFixed(2)} | ${mrr.toFixed(2)} |`,
		),
	].join('\n');
}
