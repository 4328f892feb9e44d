// `npm run bench -- needle`: tokens until a model has its answer, through Loadline and through what
// hosts do else. `--rows` prints every question. Writes bench/results.json.

import { Mcp } from './needle/mcp';
import type { NeedlePayload, Question } from './needle/payload';
import { needlePayloads } from './needle/payloads/all';
import { GrepReader } from './needle/readers/grep';
import { JqReader } from './needle/readers/jq';
import { LoadlineReader, type Variant } from './needle/readers/loadline';
import type { Reader } from './needle/readers/reader';
import {
	cutReader,
	HARD_CUT,
	rawReader,
	toonReader,
	type Weighed,
	weighed,
} from './needle/readers/whole';
import { type Asked, summed } from './needle/sums';
import { needleTable } from './needle/table';
import { saveResults } from './results';
import { serveBench } from './serve';

const payloads = needlePayloads().map(weighed);
const bench = await serveBench({ upstream: 'needle/upstream.ts' });
try {
	const mcp = await Mcp.open(bench.mcp('bench'));
	const direct = await Mcp.open(bench.direct);
	const loadline = (variant: Variant) => (payload: NeedlePayload) =>
		new LoadlineReader(mcp, payload, variant);
	const isAsked = mcp.takes('read_result', 'select');
	// Those over the network first: while the others count, connections would be closed.
	const approaches: Readonly<Record<string, (payload: Weighed) => Reader>> = {
		'Loadline, blind first call': loadline('blind'),
		...(isAsked ? { 'Loadline, asked on the first call': loadline('asked') } : {}),
		raw: rawReader,
		[`hard cut at ${HARD_CUT.toLocaleString('en')}`]: cutReader,
		TOON: toonReader,
		'raw to 25,000, else file + grep': (payload) =>
			payload.tokens > HARD_CUT ? new GrepReader(payload) : rawReader(payload),
		'file + grep': (payload) => new GrepReader(payload),
		'file + jq (else grep)': (payload) => new JqReader(payload),
	};
	const singles = new Map<string, Asked[]>();
	const conversations = new Map<string, number[]>();
	for (const [approach, make] of Object.entries(approaches)) {
		const asked: Asked[] = [];
		for (const payload of payloads)
			for (const question of payload.questions) asked.push(await alone(payload, question, make));
		singles.set(approach, asked);
		const tokens = [];
		for (const payload of payloads) tokens.push(await together(payload, make));
		conversations.set(approach, tokens);
	}
	const grep = singles.get('file + grep');
	const rows = [...singles].map(([approach, asked]) =>
		summed(approach, asked, conversations.get(approach) ?? [], grep),
	);
	const needle = {
		payloads: payloads.length,
		real: payloads.filter(({ isReal }) => isReal).length,
		kinds: new Set(payloads.map(({ kind }) => kind)).size,
		questions: payloads.reduce((sum, { questions }) => sum + questions.length, 0),
		smallest: Math.min(...payloads.map(({ tokens }) => tokens)),
		largest: Math.max(...payloads.map(({ tokens }) => tokens)),
		addedPerTool: Math.round((mcp.listTokens - direct.listTokens) / direct.tools.size),
		rows,
	};
	console.log(needleTable(needle));
	if (process.argv.includes('--rows'))
		for (const [approach, asked] of singles)
			if (approach.startsWith('Loadline'))
				for (const row of asked)
					console.log(
						`${approach[10]}\t${row.found ? 'ok' : 'NOT FOUND'}\t${row.tokens}\t${row.calls}\t${row.payload}\t${row.question}`,
					);
	saveResults('needle', needle);
} finally {
	await bench.stop();
}

async function alone(
	payload: Weighed,
	question: Question,
	make: (payload: Weighed) => Reader,
): Promise<Asked> {
	const reader = make(payload);
	const found = await reader.ask(question);
	const { tokens, calls } = reader.context;
	const { answer, kind, ...known } = question;
	return {
		payload: payload.name,
		question: `${kind} ${JSON.stringify(known)} → ${answer}`,
		raw: payload.tokens,
		found,
		tokens,
		calls,
	};
}

/** Tokens of all questions about a payload in one conversation. */
async function together(payload: Weighed, make: (payload: Weighed) => Reader): Promise<number> {
	const reader = make(payload);
	for (const question of payload.questions) await reader.ask(question);
	return reader.context.tokens;
}
