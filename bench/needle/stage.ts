// Setup of both benchmarks of questions: the payloads, Loadline in workerd before the server that sends them,
// and the readers of what hosts do else.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { serveBench } from '../serve';
import { Context } from './context';
import { Mcp } from './mcp';
import { needlePayloads } from './payloads/all';
import { GrepReader } from './readers/grep';
import { JqReader } from './readers/jq';
import { LoadlineReader, type Variant } from './readers/loadline';
import type { Reader } from './readers/reader';
import { cutReader, rawReader, toonReader, type Weighed, weighed } from './readers/whole';

export type Make = (payload: Weighed) => Reader;

/** A reader of a payload for each thing that a host does by itself. */
export const byHosts = {
	raw: rawReader,
	cut: cutReader,
	toon: toonReader,
	grep: (payload: Weighed) => new GrepReader(payload),
	jq: (payload: Weighed) => new JqReader(payload),
};

/** Tokens of the whole first answer, of any kind, that an operator may choose. */
export const FIRST_ANSWERS = [300, 600, 1_000, 2_000] as const;
export type FirstAnswerTokens = (typeof FIRST_ANSWERS)[number];

const nameOf = (tokens: FirstAnswerTokens) => `first${tokens}`;

export interface Stage {
	readonly payloads: readonly Weighed[];
	readonly questions: number;
	/** Loadline as it is configured unless told, and with first answers of so many tokens. */
	readonly mcp: Mcp;
	readonly withFirst: ReadonlyMap<FirstAnswerTokens, Mcp>;
	/** The server itself. */
	readonly direct: Mcp;
	readonly directUrl: string;
	/** Tokens of Loadline's own tool, and of what it adds to each of the server's where it lists arguments. */
	readonly own: number;
	readonly addedPerTool: number;
	loadline(variant: Variant, mcp?: Mcp): Make;
	stop(): Promise<void>;
}

/**
 * The list of a workspace in which an answer was cut before, where `read_result` is described: what a team has
 * after its first long answer.
 */
async function openDescribed(url: string, payloads: readonly Weighed[]): Promise<Mcp> {
	for (const { name } of payloads) {
		const mcp = await Mcp.open(url);
		if (mcp.tools.get('read_result')?.inputSchema.properties?.query?.description) return mcp;
		await mcp.call(name, {}, new Context());
	}
	throw new Error('no answer was seen to be cut');
}

export async function openStage(): Promise<Stage> {
	const payloads = needlePayloads().map(weighed);
	const bench = await serveBench({
		upstream: 'needle/upstream.ts',
		names: ['bench', ...FIRST_ANSWERS.map(nameOf)],
		config: {
			endpoints: {
				// Questions that the second reader asks at once are listed; the first does without.
				'bench__*': { arguments: 'always' },
				...Object.fromEntries(
					FIRST_ANSWERS.map((tokens) => [
						`${nameOf(tokens)}__*`,
						{ firstAnswerTokens: { list: tokens, object: tokens, text: tokens } },
					]),
				),
			},
		},
	});
	try {
		const mcp = await openDescribed(bench.mcp('bench'), payloads);
		const direct = await Mcp.open(bench.direct);
		const withFirst = new Map<FirstAnswerTokens, Mcp>();
		for (const tokens of FIRST_ANSWERS)
			withFirst.set(tokens, await Mcp.open(bench.mcp(nameOf(tokens))));
		const own = countTokens(JSON.stringify(mcp.tools.get('read_result')));
		return {
			payloads,
			questions: payloads.reduce((sum, { questions }) => sum + questions.length, 0),
			mcp,
			withFirst,
			direct,
			directUrl: bench.direct,
			own,
			addedPerTool: (mcp.listTokens - direct.listTokens - own) / direct.tools.size,
			loadline:
				(variant, at = mcp) =>
				(payload) =>
					new LoadlineReader(at, payload, variant),
			stop: () => bench.stop(),
		};
	} catch (error) {
		await bench.stop();
		throw error;
	}
}
