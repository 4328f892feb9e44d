// `npm run bench -- needle`: tokens until a model has its answer, through Loadline and through what
// hosts do else. `--rows` prints every question.

import type { Question } from './needle/payload';
import { HARD_CUT, type Weighed } from './needle/readers/whole';
import { byHosts, type Make, openStage } from './needle/stage';
import { type Asked, summed } from './needle/sums';
import { type FirstRow, needleTable } from './needle/table';
import { dayOf } from './peers/day';
import { saveResults } from './results';

const stage = await openStage();
const { payloads, mcp, direct } = stage;
try {
	const isAsked = mcp.takes('read_result', 'select');
	// Those over the network first: while the others count, connections would be closed.
	const approaches: Readonly<Record<string, Make>> = {
		'Loadline, blind first call': stage.loadline('blind'),
		...(isAsked ? { 'Loadline, asked on the first call': stage.loadline('asked') } : {}),
		raw: byHosts.raw,
		[`hard cut at ${HARD_CUT.toLocaleString('en')}`]: byHosts.cut,
		TOON: byHosts.toon,
		'raw to 25,000, else file + grep': (payload) =>
			(payload.tokens > HARD_CUT ? byHosts.grep : byHosts.raw)(payload),
		'file + grep': byHosts.grep,
		'file + jq (else grep)': byHosts.jq,
	};
	const singles = new Map<string, Asked[]>();
	const conversations = new Map<string, number[]>();
	for (const [approach, make] of Object.entries(approaches)) {
		singles.set(approach, await allAlone(make));
		conversations.set(approach, await allTogether(make));
	}
	const grep = singles.get('file + grep');
	const rows = [...singles].map(([approach, asked]) =>
		summed(approach, asked, conversations.get(approach) ?? [], grep),
	);
	const needle = {
		payloads: payloads.length,
		real: payloads.filter(({ isReal }) => isReal).length,
		kinds: new Set(payloads.map(({ kind }) => kind)).size,
		questions: stage.questions,
		smallest: Math.min(...payloads.map(({ tokens }) => tokens)),
		largest: Math.max(...payloads.map(({ tokens }) => tokens)),
		addedPerTool: Math.round((mcp.listTokens - direct.listTokens) / direct.tools.size),
		first: await byFirstAnswer(),
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
	await stage.stop();
}

/** Returns the cost of first answers of other sizes. */
async function byFirstAnswer() {
	const rows: FirstRow[] = [];
	const variants = [['as it is', mcp] as const, ...stage.withFirst];
	for (const [tokens, at] of variants) {
		const make = stage.loadline('blind', at);
		const { four: _, ...sums } = summed(String(tokens), await allAlone(make), [], undefined);
		const { price } = await dayOf(payloads, { list: stage.own, make });
		rows.push({ ...sums, price });
	}
	return rows;
}

async function allAlone(make: Make): Promise<Asked[]> {
	const asked: Asked[] = [];
	for (const payload of payloads)
		for (const question of payload.questions) asked.push(await alone(payload, question, make));
	return asked;
}

async function allTogether(make: Make): Promise<number[]> {
	const tokens = [];
	for (const payload of payloads) tokens.push(await together(payload, make));
	return tokens;
}

async function alone(payload: Weighed, question: Question, make: Make): Promise<Asked> {
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
async function together(payload: Weighed, make: Make): Promise<number> {
	const reader = make(payload);
	for (const question of payload.questions) await reader.ask(question);
	return reader.context.tokens;
}
