// `npm run evals`: asks a model of yours questions on public data, in three ways, and prints what was right and what
// it took. docs/evals.md tells the variables, and how to ask your own questions of your own server.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { LanguageModel } from 'ai';
import { z } from 'zod';
import { fetchTool } from '../scripts/tools.mjs';
import { type Asked, evalsTable, evaluate, type Prices } from './evaluate';
import { publicData, type Question } from './questions';
import { type Command, WAYS, type Way } from './ways';

const { values } = parseArgs({
	options: {
		server: { type: 'string' },
		questions: { type: 'string' },
		way: { type: 'string', multiple: true },
		first: { type: 'string' },
	},
});
const fail = (message: string): never => {
	console.error(message);
	process.exit(2);
};

const questionsOf = (file: string): readonly Question[] => {
	const schema = z.array(
		z.object({
			tool: z.string().default(''),
			ask: z.string().min(1),
			answer: z.union([z.number(), z.string(), z.array(z.string())]),
		}),
	);
	const read = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
	if (read.success) return read.data;
	const [issue] = read.error.issues;
	return fail(`${file}: ${issue?.path.join('.')}: ${issue?.message}`);
};

/** The model that the environment names. */
async function modelOf(env: NodeJS.ProcessEnv): Promise<LanguageModel> {
	const { EVALS_MODEL: name, EVALS_API: api = 'openai', EVALS_URL: baseURL, EVALS_KEY } = env;
	if (name === undefined)
		return fail('EVALS_MODEL is not set: the name of a model (docs/evals.md)');
	if (api !== 'openai' && api !== 'anthropic')
		return fail(`EVALS_API: "${api}" is no API; openai or anthropic`);
	const from = createRequire(join(await fetchTool('evals'), 'package.json'));
	const load = async (id: string) => (await import(from.resolve(id))) as Record<string, never>;
	const key = EVALS_KEY === undefined ? {} : { apiKey: EVALS_KEY };
	const url = baseURL === undefined ? {} : { baseURL };
	if (api === 'anthropic') {
		const { createAnthropic } = (await load('@ai-sdk/anthropic')) as Record<
			string,
			(settings: object) => (id: string) => LanguageModel
		>;
		return createAnthropic?.({ ...key, ...url })(name) as LanguageModel;
	}
	const { createOpenAICompatible } = (await load('@ai-sdk/openai-compatible')) as Record<
		string,
		(settings: object) => (id: string) => LanguageModel
	>;
	const settings = { name: 'evals', baseURL: baseURL ?? 'https://api.openai.com/v1', ...key };
	return createOpenAICompatible?.(settings)(name) as LanguageModel;
}

function pricesOf(text = ''): Prices | undefined {
	if (text === '') return undefined;
	const [input = Number.NaN, cached = Number.NaN, output = Number.NaN] = text
		.split(',')
		.map(Number);
	if ([input, cached, output].some(Number.isNaN))
		return fail(
			'EVALS_PRICES: three numbers with commas between: input,cached,output in $ a million',
		);
	return { input, cached, output };
}

const all = values.questions === undefined ? publicData().questions : questionsOf(values.questions);
if (values.server !== undefined && values.questions === undefined)
	fail('--server needs --questions: the public questions are of the public data');
const questions = all.slice(0, Number(values.first ?? all.length));
const ways = (values.way ?? WAYS) as Way[];
for (const way of ways) if (!WAYS.includes(way)) fail(`--way ${way}: one of ${WAYS.join(', ')}`);
const prices = pricesOf(process.env.EVALS_PRICES);
const model = await modelOf(process.env);

const run = (program: string): Command => [process.execPath, 'scripts/run.mjs', program];
const loadline = run('src/bin.ts');
const server =
	values.server === undefined
		? run('evals/server.ts')
		: (values.server.split(' ') as unknown as Command);
const asked: Asked[] = [];
for (const way of ways)
	for (const question of questions) {
		const one = await evaluate(way, question, { model, server, loadline });
		asked.push(one);
		const mark = one.isRight ? 'right' : `wrong (${JSON.stringify(one.given)?.slice(0, 80)})`;
		console.log(`${way}\t${mark}\t${one.calls} calls\t${one.resultTokens} tokens\t${one.ask}`);
	}
console.log(`\n${evalsTable(asked, prices)}`);
