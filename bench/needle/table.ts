// The needle benchmark as a table of docs/benchmarks.md.
import type { Sums } from './sums';

export interface NeedleResults {
	readonly payloads: number;
	readonly real: number;
	readonly kinds: number;
	readonly questions: number;
	readonly smallest: number;
	readonly largest: number;
	/** Tokens that Loadline adds to the list, for each tool. */
	readonly addedPerTool: number;
	readonly rows: readonly Sums[];
	/** Blind first calls, by tokens of the first answer; figures of older runs have none. */
	readonly first?: readonly FirstRow[];
}

export interface FirstRow extends Omit<Sums, 'four'> {
	/** Of the day of `npm run bench -- peers`. */
	readonly price: number;
}

const count = (value: number) => Math.round(value).toLocaleString('en');
const percent = (share: number, digits = 0) => `${(share * 100).toFixed(digits)} %`;

export const needleTable = (results: NeedleResults): string =>
	[
		`${results.questions} questions on ${results.payloads} payloads of ${results.kinds} kinds, ${count(results.smallest)} to ${count(results.largest)} tokens, ${results.real} of real material.`,
		'',
		'| approach | found | median | mean | share of raw | calls | four questions in one conversation | below file + grep |',
		'|---|---|---|---|---|---|---|---|',
		...results.rows.map((row) => {
			const below = row.belowGrep === undefined ? '' : percent(row.belowGrep);
			return `| ${row.approach} | ${percent(row.found, 1)} | ${count(row.median)} | ${count(row.mean)} | ${percent(row.share, 1)} | ${row.calls.toFixed(1)} | ${count(row.four)} | ${below} |`;
		}),
		...(results.first ? ['', ...firstTable(results.first)] : []),
	].join('\n');

const firstTable = (rows: readonly FirstRow[]): string[] => [
	'| `firstAnswerTokens` | found | median | mean | calls | price of a day |',
	'|---|---|---|---|---|---|',
	...rows.map(({ approach, found, median, mean, calls, price }) => {
		const size = /^\d+$/.test(approach) ? count(Number(approach)) : approach;
		return `| ${size} | ${percent(found, 1)} | ${count(median)} | ${count(mean)} | ${calls.toFixed(1)} | ${count(price)} |`;
	}),
];
