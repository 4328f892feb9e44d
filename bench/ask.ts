// `npm run bench -- ask`: are the answers to questions exact, and what do they cost? Expressions go
// through the Worker by MCP; what is right is worked out by plain JavaScript. Failures of the build
// half are printed, those of the held half with `--held`. Ends with 1 when a goal is missed.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { AskPayload, AskQuestion } from './ask/payload';
import { besidePayloads, ownPayloads } from './ask/payloads';
import { questionsOf } from './ask/questions';
import { isSame } from './ask/same';
import { specialQuestions } from './ask/special';
import { type Asked, askTable, summed, type Trial } from './ask/sums';
import { Context } from './needle/context';
import { type Answer, Mcp, memberOf } from './needle/mcp';
import { at } from './needle/payload';
import { halved } from './payloads/api-lists';
import { saveResults } from './results';
import { serveBench } from './serve';

const EACH = 8;
const GOALS = { first: 0.03, later: 0.15 };

const own = ownPayloads();
const beside = besidePayloads();
const payloads = new Map([...own, ...beside].map((payload) => [payload.name, payload]));
const halves = [halved(own), halved(beside)];

const bench = await serveBench({ upstream: 'ask/upstream.ts' });
try {
	const mcp = await Mcp.open(bench.mcp('bench'));
	if (!mcp.takes('read_result', 'select')) throw new Error('nothing can be asked: no select');
	const openings = new Map<string, Opening>();
	const sums = [];
	for (const half of ['build', 'held'] as const) {
		const asked: Asked[] = [];
		for (const payload of halves.flatMap((each) => each[half]))
			for (const question of [...questionsOf(payload, EACH), ...specialQuestions(payload, parsed)])
				asked.push(await ask(mcp, openings, payload, question));
		sums.push(summed(half, asked));
		if (half === 'build' || process.argv.includes('--held'))
			for (const each of asked) complain(each);
	}
	console.log(askTable(sums));
	saveResults('ask', { halves: sums, goals: GOALS });
	const isMet = sums.every(
		(half) =>
			half.exactFirst === half.askedFirst &&
			half.exactLater === half.questions &&
			half.shareFirst <= GOALS.first &&
			half.shareLater <= GOALS.later,
	);
	if (!isMet) process.exitCode = 1;
} finally {
	await bench.stop();
}

/** A first answer to a call that asks nothing. */
interface Opening {
	readonly tokens: number;
	readonly raw: number;
	readonly handle: string | undefined;
}

async function open(mcp: Mcp, openings: Map<string, Opening>, name: string): Promise<Opening> {
	const known = openings.get(name);
	if (known) return known;
	const context = new Context();
	const answer = await mcp.call(name, {}, context);
	const handle =
		memberOf(answer, ['handle'], 'string') ?? memberOf(answer, ['nextCursor'], 'string');
	const opening = {
		tokens: context.tokens,
		raw: countTokens(payloads.get(name)?.text ?? ''),
		handle,
	};
	openings.set(name, opening);
	return opening;
}

async function ask(
	mcp: Mcp,
	openings: Map<string, Opening>,
	payload: AskPayload,
	question: AskQuestion,
): Promise<Asked> {
	const { kind, select, expected, others = {} } = question;
	const of = [payload.name, ...Object.values(others)];
	const right = { expected, complete: !of.some((name) => payloads.get(name)?.isPartial) };
	const opening = await open(mcp, openings, payload.name);
	const joined = [];
	for (const [as, name] of Object.entries(others))
		joined.push([as, await open(mcp, openings, name)] as const);
	const raw = [opening, ...joined.map(([, other]) => other)].reduce(
		(sum, each) => sum + each.raw,
		0,
	);
	const seen = [opening, ...joined.map(([, other]) => other)].reduce(
		(sum, each) => sum + each.tokens,
		0,
	);
	const handles = {
		a: opening.handle,
		...Object.fromEntries(joined.map(([as, { handle }]) => [as, handle])),
	};
	const args = joined.length > 0 ? { handles, select } : { handle: opening.handle, select };
	const later = await tried(mcp, 'read_result', args, right, raw, seen);
	const base = { payload: payload.name, kind, select, expected, later };
	return joined.length > 0
		? base
		: { ...base, first: await tried(mcp, payload.name, { select }, right, raw, 0) };
}

async function tried(
	mcp: Mcp,
	tool: string,
	args: object,
	right: Right,
	raw: number,
	seen: number,
): Promise<Trial> {
	const context = new Context();
	const answer = await mcp.call(tool, args as Readonly<Record<string, unknown>>, context);
	return {
		isExact: isExact(answer, right),
		share: (seen + context.tokens) / raw,
		answer: answer.text.slice(0, 300),
	};
}

interface Right {
	readonly expected: unknown;
	/** The payload is all there is; of a page of a list it must be said that it is not. */
	readonly complete: boolean;
}

/** The result, whole, and told to be over all there is exactly where it is. */
function isExact(answer: Answer, { expected, complete }: Right): boolean {
	const told = answer.values.find((value) => at(value, 'over') !== undefined);
	return (
		told !== undefined &&
		at(told, 'over/complete') === complete &&
		isSame(expected, at(told, 'result'))
	);
}

function complain({ payload, kind, select, expected, first, later }: Asked): void {
	for (const [when, trial] of Object.entries({ first, later }))
		if (trial && !trial.isExact)
			console.log(
				`${payload}, ${kind}, ${when}: ${select}\n  expected ${JSON.stringify(expected)?.slice(0, 200)}\n  answered ${trial.answer}\n`,
			);
}

function parsed(name: string): unknown {
	const payload = payloads.get(name);
	try {
		return JSON.parse(payload?.text ?? '');
	} catch {
		return payload?.items;
	}
}
