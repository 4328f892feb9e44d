// Measures what memactivate tells of the documents that a task is about, and of any others; and that it tells nothing
// for greetings and topics that no rule is about.
import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Tried } from './fit';
import type { Library } from './library';

const FOREIGN = 'bench/rules/foreign.json';
const CHAT = 'bench/rules/chat.json';

/** Of one half of the queries. */
export interface Relevance {
	readonly half: string;
	readonly queries: number;
	/** Tokens of text from right documents, of those of all texts; without rules that are always on. */
	readonly precision: number;
	/** Queries of which a right document is told. */
	readonly reached: number;
	/** Tokens of an answer, in the mean. */
	readonly tokens: number;
	readonly foreign: number;
	/** Of those, how many are told nothing. */
	readonly nothing: number;
	/** Lines that praise, thank or greet, and of those how many are told nothing; figures of before have none. */
	readonly chat?: number;
	readonly silent?: number;
}

interface Query {
	readonly q: string;
	readonly a: readonly string[];
	readonly half: string;
}

/** Returns the lines of a file, by their half. */
const halvesIn = (file: string) =>
	JSON.parse(readFileSync(file, 'utf8')) as Record<'held' | 'build', readonly string[]>;

/** Returns the tasks and foreign topics of the half that builds, with what says anything of them. */
export function triedTasks({ ranked, paths }: Library, queries: readonly Query[]): Tried[] {
	const tasks = queries.filter(({ half }) => half !== 'held');
	const foreign = halvesIn(FOREIGN).build.map((q) => ({ q, a: [] }));
	return [...tasks, ...foreign].map(({ q, a }) => ({
		right: new Set(a.flatMap((file) => paths.get(file) ?? [])),
		found: ranked(q),
	}));
}

/**
 * @param note hears of each task that went wrong, of the half that is not held back
 * @param topics file of topics that no rule is about
 */
export async function relevanceOf(
	{ call, paths }: Library,
	queries: readonly Query[],
	note: (text: string) => void = () => {},
	topics = FOREIGN,
): Promise<readonly Relevance[]> {
	const [foreign, chat] = [halvesIn(topics), halvesIn(CHAT)];
	const found: Relevance[] = [];
	for (const [half, asked] of Map.groupBy(queries, (each) => each.half)) {
		const sums = { right: 0, all: 0, reached: 0, tokens: 0 };
		const say = (text: string) => half !== 'held' && note(text);
		for (const { q, a } of asked) {
			const right = new Set(a.map((file) => paths.get(file)));
			const { items, tokens } = await call('memactivate', { task: q });
			sums.tokens += tokens;
			for (const { path, text = '', always } of items) {
				if (always) continue;
				const told = countTokens(text);
				sums.all += told;
				if (right.has(path)) sums.right += told;
			}
			const isReached = items.some(({ path }) => right.has(path));
			if (isReached) sums.reached++;
			say(
				`${isReached ? '  ' : '!!'} ${q} (${[...right]})\n\t${items.map(({ path, text = '' }) => `${right.has(path) ? '*' : ''}${path} ${countTokens(text)}`).join('\n\t')}`,
			);
		}
		const silentOf = async (lines: readonly string[]): Promise<number> => {
			let silent = 0;
			for (const task of lines) {
				const { items } = await call('memactivate', { task });
				if (items.length === 0) silent++;
				else say(`?? ${task}: ${items.map(({ path }) => path)}`);
			}
			return silent;
		};
		const side = half === 'held' ? 'held' : 'build';
		const others = foreign[side];
		const { length } = asked;
		found.push({
			...{
				half,
				queries: length,
				precision: sums.right / sums.all,
				reached: sums.reached / length,
			},
			...{ tokens: sums.tokens / length, foreign: others.length, nothing: await silentOf(others) },
			...{ chat: chat[side].length, silent: await silentOf(chat[side]) },
		});
	}
	return found;
}
