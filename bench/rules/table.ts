// Real rules as tables of docs/benchmarks.md: what they cost, how well they are found, and what a proof tells of
// edits.
import type { History } from './history';
import type { Proof } from './proof';
import type { Relevance } from './relevance';

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
	/** By budget. */
	readonly activated: readonly Activated[];
}

export interface Activated {
	/** Tokens. */
	readonly budget: number;
	/** Times the text that it brought. */
	readonly mean: number;
	readonly median: number;
	readonly worst: number;
	/** Shares of the budget, in the mean and at most. */
	readonly filled: number;
	readonly most: number;
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
	readonly relevance: readonly Relevance[];
	readonly ranks: readonly Rank[];
	/** Absent where it was measured before. */
	readonly proof?: Proof;
	readonly histories?: readonly History[];
}

export function rulesTable({
	costs,
	// Figures of before it was measured have none.
	relevance = [],
	ranks,
	proof,
	histories = [],
}: RulesResults): string {
	return [
		`${costs.documents} documents, ${costs.raw.toLocaleString('en')} tokens.`,
		'',
		'| | times the raw text | goal |',
		'|---|---|---|',
		`| the texts as JSON strings, nothing else | ${costs.escapes.toFixed(2)} | |`,
		`| \`memload\` | ${costs.slim.toFixed(2)} | ≤ 1.2 |`,
		`| \`memload\`, \`shape: "full"\` | ${costs.full.toFixed(2)} | |`,
		`| \`memload\`, all unchanged | ${costs.unchanged.toFixed(4)} | ≤ 0.05 |`,
		`| \`memdisc\`, tokens an item | ${costs.found.toFixed(1)} | ≤ 25 |`,
		'',
		'| `memactivate` within | of the text it brings: mean, median, worst | of the budget: mean, most |',
		'|---|---|---|',
		...costs.activated.map(
			({ budget, mean, median, worst, filled, most }) =>
				`| ${budget.toLocaleString('en')} tokens | ${[mean, median, worst].map((each) => each.toFixed(2)).join(', ')} | ${filled.toFixed(2)}, ${most.toFixed(2)} |`,
		),
		'',
		...(relevance.length === 0
			? []
			: [
					'| `memactivate` | half | queries | tokens from right documents | reached | tokens | nothing for other topics | for chat |',
					'|---|---|---|---|---|---|---|---|',
					...relevance.map(
						({ half, queries, precision, reached, tokens, foreign, nothing, chat, silent }) =>
							`| 2,000 tokens | ${half} | ${queries} | ${precision.toFixed(2)} | ${reached.toFixed(2)} | ${tokens.toFixed(0)} | ${nothing} of ${foreign} | ${silent ?? '?'} of ${chat ?? '?'} |`,
					),
					'',
				]),
		'| | half | queries | hit@1 | recall@5 | MRR@10 |',
		'|---|---|---|---|---|---|',
		...ranks.map(
			({ what, half, queries, first, five, mrr }) =>
				`| ${what} | ${half} | ${queries} | ${first.toFixed(2)} | ${five.toFixed(2)} | ${mrr.toFixed(2)} |`,
		),
		...(proof === undefined ? [] : ['', ...proofTable(proof)]),
		...(histories.length === 0 ? [] : ['', ...historyTable(histories)]),
	].join('\n');
}

function proofTable({ documents, odd, harmless, corrupt }: Proof): string[] {
	const edits = harmless.reduce((sum, row) => sum + row.edits, 0);
	const alarms = harmless.filter(({ wrong }) => wrong > 0);
	const names = alarms.map(({ kind, wrong }) => `${kind} ${wrong}`).join(', ');
	return [
		`${harmless.length} kinds of harmless edits of ${documents - odd} documents (${odd} more cannot be edited by lines), ${edits.toLocaleString('en')} edits: ${alarms.length === 0 ? 'no false alarm' : `false alarms: ${names}`}.`,
		'',
		'| corruption | edits | the proof fails | told beside it | on a line counted as unbound | missed |',
		'|---|---|---|---|---|---|',
		...corrupt.map(
			({ kind, edits, wrong, warned = 0, unbound = 0 }) =>
				`| ${kind} | ${edits} | ${edits - wrong - warned - unbound} | ${warned} | ${unbound} | ${wrong} |`,
		),
	];
}

const historyTable = (histories: readonly History[]): string[] => [
	'| history of | days | commits, edits of rules | that take words away: missed | that only add: a failed proof | constraints that stayed: lost |',
	'|---|---|---|---|---|---|',
	...histories.map((each) => {
		const { name, days, commits, edits, telling, missed, additions, alarms, stayed, lost } = each;
		return `| ${name} | ${days.join(' to ')} | ${commits}, ${edits} | ${telling}: ${missed} | ${additions}: ${alarms} | ${stayed.toLocaleString('en')}: ${lost} |`;
	}),
];
