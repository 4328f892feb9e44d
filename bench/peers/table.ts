// The comparison as tables of documents.

export interface PeerRow {
	readonly approach: string;
	/** Really run, or worked out from what such programs say they do. */
	readonly isRun: boolean;
	/** Tokens of its own tools before a server of ten. */
	readonly list: number;
	/** Share, 0 to 1. */
	readonly found: number;
	readonly median: number;
	readonly mean: number;
	/** Four questions in one conversation, mean: tokens, and price with the tools. */
	readonly four: number;
	readonly price: number;
}

export interface DayRow {
	readonly approach: string;
	readonly found: number;
	readonly requests: number;
	readonly tokens: number;
	readonly price: number;
}

export interface PeersResults {
	readonly questions: number;
	readonly payloads: number;
	readonly rows: readonly PeerRow[];
	readonly day: {
		readonly conversations: number;
		readonly results: number;
		readonly questions: number;
		readonly rows: readonly DayRow[];
	};
	/** Reading a whole result page by page: times its tokens. */
	readonly through: { readonly results: number; readonly mean: number; readonly calls: number };
}

const count = (value: number) => Math.round(value).toLocaleString('en');

/** Approaches in the short table: the result as it is, ours, and what people do instead. */
const IN_SHORT: Readonly<Record<string, string>> = {
	'raw, as the server sends it': 'the result as the server sends it',
	'Loadline, asked on the first call': '**Loadline**, asked on the first call',
	'Loadline, blind first call': '**Loadline**, called without a question first',
	'a host that saves it, and jq (else grep)': 'a host that saves it, and jq or grep',
	'code mode: a gateway that runs programs': 'code mode: programs of the model (emulated)',
};
const isInShort = ({ approach, isRun }: PeerRow): boolean =>
	approach in IN_SHORT || (isRun && /context-mode|just-bash/.test(approach));

/** Returns the table of README.md: tokens of one answer, and the price of four questions with the tools. */
export const peersInShort = ({ questions, payloads, rows }: PeersResults): string => {
	const raw = rows[0]?.price ?? 1;
	return [
		`${questions} questions on ${payloads} results:`,
		'',
		'| | answered | tokens of an answer, median (mean) | price of four questions |',
		'|---|---|---|---|',
		...rows
			.filter(isInShort)
			.map(
				({ approach, found, median, mean, price }) =>
					`| ${IN_SHORT[approach] ?? approach} | ${(found * 100).toFixed(1)} % | ${count(median)} (${count(mean)}) | ${((100 * price) / raw).toFixed(1)} % |`,
			),
	].join('\n');
};

export const peersTable = ({ questions, payloads, rows, day, through }: PeersResults): string =>
	[
		`${questions} questions on ${payloads} payloads.`,
		'',
		'| approach | | own tools | found | median | mean | four questions: tokens | price |',
		'|---|---|---|---|---|---|---|---|',
		...rows.map(
			(row) =>
				`| ${row.approach} | ${row.isRun ? 'run' : 'emulated'} | ${count(row.list)} | ${(row.found * 100).toFixed(1)} % | ${count(row.median)} | ${count(row.mean)} | ${count(row.four)} | ${count(row.price)} |`,
		),
		'',
		`A day: ${day.conversations} conversations, ${day.results} results, ${day.questions} questions.`,
		'',
		'| approach | answered | requests | tokens of results | price | of raw |',
		'|---|---|---|---|---|---|',
		...day.rows.map(
			(row) =>
				`| ${row.approach} | ${(row.found * 100).toFixed(1)} % | ${count(row.requests)} | ${count(row.tokens)} | ${count(row.price)} | ${((100 * row.price) / (day.rows[0]?.price ?? 1)).toFixed(1)} % |`,
		),
		'',
		`Reading through: ${through.results} lists and texts, page by page to their end through Loadline, take ${through.mean.toFixed(2)} times the tokens of the raw result, ${through.calls.toFixed(1)} calls.`,
	].join('\n');
