// Measures what real rules cost and how well they are found: `npm run bench -- rules`, of the files beside the
// repository, or of `--files=DIR` with `--queries=FILE` (`[{q, a: [file, …], half}]`) and `--foreign=FILE`. Nothing here is tuned on
// the half that is called held. `--misses` tells which queries of the other half went wrong, and which edits.
// `--fit` tells which least shares of a task tell foreign topics from tasks best, on the other half. `--proof=DIR` names the documents that are edited, `--histories=DIR,DIR` repositories whose commits are replayed.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { MIN_SHARE } from '../src/memory/hub/hub';
import { saveResults } from './results';
import { rank } from './rules/bm25';
import { fits } from './rules/fit';
import { type History, historyOf } from './rules/history';
import { type Answer, FIXTURES, type Library, openLibrary, realRules } from './rules/library';
import { proofOf } from './rules/proof';
import { relevanceOf, triedTasks } from './rules/relevance';
import type { Costs, Rank } from './rules/table';
import { rulesTable } from './rules/table';

const QUERIES = 'bench/rules/queries.json';
/** Ids of one load. */
const LOADED = 200;

interface Query {
	readonly q: string;
	/** Files that answer it. */
	readonly a: readonly string[];
	readonly half: string;
}

const option = (name: string): string | undefined =>
	process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const sum = (numbers: Iterable<number>): number =>
	[...numbers].reduce((all, each) => all + each, 0);

async function costsOf(
	rules: ReadonlyMap<string, string>,
	library: Library,
	tasks: readonly string[],
): Promise<Costs> {
	const { call } = library;
	const found = await call('memdisc', {});
	const ids = found.items.map(({ id }) => id);
	const load = async (known: ReadonlyMap<string, string>, more: object = {}) => {
		const answers: Answer[] = [];
		for (let at = 0; at < ids.length; at += LOADED) {
			const some = ids.slice(at, at + LOADED);
			const knownHashes = Object.fromEntries(some.map((id) => [id, known.get(id) ?? '']));
			answers.push(await call('memload', { ids: some, knownHashes, ...more }));
		}
		return answers;
	};
	const tokens = (answers: readonly Answer[]) => sum(answers.map((each) => each.tokens));
	const slim = await load(new Map());
	const hashes = new Map(slim.flatMap(({ items }) => items).map(({ id, hash }) => [id, hash]));
	const texts = [...rules.values()];
	const raw = sum(texts.map((text) => countTokens(text)));
	return {
		documents: ids.length,
		raw,
		escapes: sum(texts.map((text) => countTokens(JSON.stringify(text)))) / raw,
		slim: tokens(slim) / raw,
		full: tokens(await load(new Map(), { shape: 'full' })) / raw,
		unchanged: tokens(await load(hashes)) / raw,
		found: found.tokens / ids.length,
		activated: await Promise.all(BUDGETS.map((budget) => activated(library, tasks, budget))),
	};
}

/** Tokens that activations are asked to fit into. */
const BUDGETS = [100, 250, 500, 1000, 2000, 4000];

/** Measures what activations cost beside the text that they bring, and of their budget. */
async function activated(
	{ call }: Library,
	tasks: readonly string[],
	budget: number,
): Promise<Costs['activated'][number]> {
	const told: { readonly cost: number; readonly text: number }[] = [];
	for (const task of tasks) {
		const { items, tokens } = await call('memactivate', { task, token_budget: budget });
		const text = sum(items.map((item) => countTokens(item.text ?? '')));
		if (text > 0) told.push({ cost: tokens, text });
	}
	const ratios = told.map(({ cost, text }) => cost / text).sort((one, other) => one - other);
	const mean = sum(told.map(({ cost }) => cost)) / sum(told.map(({ text }) => text));
	const shares = told.map(({ cost }) => cost / budget);
	return {
		...{ budget, mean, median: ratios[ratios.length >> 1] ?? 0, worst: ratios.at(-1) ?? 0 },
		...{ filled: sum(shares) / shares.length, most: Math.max(...shares) },
	};
}

type Search = (query: string) => Promise<readonly string[]>;

/** Searches that find paths, by name: the tools, and BM25 over plain words for comparison. */
function searches(
	rules: ReadonlyMap<string, string>,
	{ call, paths }: Library,
): [string, Search][] {
	const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	const documents = [...rules].map(([file, text]) => ({
		key: paths.get(file) ?? '',
		columns: [[...words(file), ...words(text)]],
	}));
	const pathsOf = ({ items }: Answer) => items.map(({ path }) => path);
	return [
		['`memdisc`', async (query) => pathsOf(await call('memdisc', { query }))],
		['`memactivate`, 2,000 tokens', async (task) => pathsOf(await call('memactivate', { task }))],
		[
			'plain BM25, full text',
			async (query) =>
				rank(documents, [...new Set(words(query))], [1], false).map(({ key }) => key),
		],
	];
}

async function ranksOf(
	rules: ReadonlyMap<string, string>,
	library: Library,
	queries: readonly Query[],
): Promise<readonly Rank[]> {
	const ranks: Rank[] = [];
	for (const [half, asked] of Map.groupBy(queries, (each) => each.half))
		for (const [what, search] of searches(rules, library)) {
			const places: number[] = [];
			for (const { q, a } of asked) {
				const right = new Set(a.map((file) => library.paths.get(file)));
				const found = await search(q);
				const place = found.findIndex((path) => right.has(path)) + 1;
				places.push(place === 0 ? Number.POSITIVE_INFINITY : place);
				if (process.argv.includes('--misses') && half !== 'held' && place !== 1)
					console.log(`${what} ${place}: ${q}\n\twanted ${a[0]}\n\t${found.slice(0, 5).join(' ')}`);
			}
			const within = (most: number) =>
				places.filter((place) => place <= most).length / places.length;
			const mrr = sum(places.map((place) => (place <= 10 ? 1 / place : 0))) / places.length;
			ranks.push({ what, half, queries: places.length, first: within(1), five: within(5), mrr });
		}
	return ranks;
}

const noted = (kind: string, file: string): void => {
	if (process.argv.includes('--misses')) console.log(`${kind}: ${file}`);
};

/** Of git directories, each named as its parent folder is: `owner+name/repo`. */
const histories = (): History[] =>
	(option('histories')?.split(',') ?? []).map((directory) =>
		historyOf(directory, [], basename(dirname(directory)).replace('+', '/')),
	);

async function bench(): Promise<void> {
	const folder = option('files');
	if (folder === undefined && !existsSync(FIXTURES)) {
		console.log(`No rules: name a folder with --files=DIR, or put files into ${FIXTURES}.`);
		return;
	}
	const rules = realRules(folder);
	const library = await openLibrary(rules);
	const queries: readonly Query[] = JSON.parse(readFileSync(option('queries') ?? QUERIES, 'utf8'));
	if (process.argv.includes('--fit')) {
		for (const fit of fits(triedTasks(library, queries), MIN_SHARE).slice(0, 9))
			console.log(JSON.stringify(fit));
		return;
	}
	const edited = option('proof');
	const results = {
		costs: await costsOf(
			rules,
			library,
			queries.map(({ q }) => q),
		),
		relevance: await relevanceOf(
			library,
			queries,
			(text) => noted('memactivate', text),
			option('foreign'),
		),
		ranks: await ranksOf(rules, library, queries),
		proof: proofOf(edited === undefined ? rules : realRules(edited), noted),
		histories: histories(),
	};
	console.log(rulesTable(results));
	saveResults('rules', results);
}

if (basename(process.argv[1] ?? '') === 'rules.ts') await bench();
