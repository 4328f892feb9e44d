// Asks a model each question in a conversation of its own, and sums what was right and what it took.
import { generateText, isStepCount, type LanguageModel } from 'ai';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { answerIn, isRight } from './answers';
import type { Question } from './questions';
import { type Command, openWay, type Way } from './ways';

/** Dollars a million tokens. */
export interface Prices {
	readonly input: number;
	readonly cached: number;
	readonly output: number;
}

export interface Asked {
	readonly way: Way;
	readonly ask: string;
	readonly isRight: boolean;
	/** The answer; an error of the provider in its place. */
	readonly given: unknown;
	readonly calls: number;
	/** o200k tokens of what tools gave. */
	readonly resultTokens: number;
	/** As the provider counts them; NaN where it does not tell. */
	readonly inputTokens: number;
	readonly cachedTokens: number;
	readonly outputTokens: number;
}

export interface Setting {
	readonly model: LanguageModel;
	readonly server: Command;
	/** The command `loadline`. */
	readonly loadline: Command;
}

const SYSTEM =
	'Answer from what the tools give, not from memory. End with one line: ANSWER: and the answer as JSON (a number, a string, or a list of strings).';
const STEPS = 20;

export async function evaluate(
	way: Way,
	{ ask, answer }: Question,
	{ model, server, loadline }: Setting,
): Promise<Asked> {
	const opened = await openWay(way, server, loadline);
	try {
		const { text, steps, totalUsage } = await generateText({
			model,
			instructions: SYSTEM,
			prompt: ask,
			tools: opened.tools,
			stopWhen: isStepCount(STEPS),
		});
		const given = answerIn(text);
		return {
			...{ way, ask, given, isRight: isRight(answer, given) },
			calls: steps.reduce((sum, { toolCalls }) => sum + toolCalls.length, 0),
			resultTokens: opened.results.reduce((sum, each) => sum + countTokens(each), 0),
			inputTokens: totalUsage.inputTokens ?? Number.NaN,
			cachedTokens: totalUsage.inputTokenDetails.cacheReadTokens ?? 0,
			outputTokens: totalUsage.outputTokens ?? Number.NaN,
		};
	} catch (error) {
		const given = error instanceof Error ? error.message : String(error);
		const none = { calls: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
		const resultTokens = opened.results.reduce((sum, each) => sum + countTokens(each), 0);
		return { way, ask, given, isRight: false, resultTokens, ...none };
	} finally {
		await opened.close();
	}
}

const median = (values: readonly number[]): number =>
	values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const count = (value: number): string =>
	Number.isNaN(value) ? 'not told' : Math.round(value).toLocaleString('en');

/** Returns the table of a run: a row each way. Price is told where prices are given. */
export function evalsTable(asked: readonly Asked[], prices?: Prices): string {
	const rows = [...new Set(asked.map(({ way }) => way))].map((way) => {
		const of = asked.filter((each) => each.way === way);
		const sum = (by: (each: Asked) => number) => of.reduce((all, each) => all + by(each), 0);
		const dollars =
			prices &&
			sum(
				({ inputTokens, cachedTokens, outputTokens }) =>
					((inputTokens - cachedTokens) * prices.input +
						cachedTokens * prices.cached +
						outputTokens * prices.output) /
					1_000_000,
			);
		const cells = [
			way,
			`${of.filter((each) => each.isRight).length} of ${of.length}`,
			count(median(of.map(({ resultTokens }) => resultTokens))),
			count(sum(({ resultTokens }) => resultTokens)),
			count(sum(({ inputTokens }) => inputTokens)),
			count(sum(({ outputTokens }) => outputTokens)),
			count(sum(({ calls }) => calls)),
			dollars === undefined ? 'no prices given' : `$${dollars.toFixed(3)}`,
		];
		return `| ${cells.join(' | ')} |`;
	});
	return [
		'| way | right | tokens of results a question, median | in all | input | output | calls | price |',
		'|---|---|---|---|---|---|---|---|',
		...rows,
	].join('\n');
}
