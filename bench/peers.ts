// `npm run bench -- peers`: the payloads and questions of the needle benchmark before what others do about long
// results, and a day of a small team's work in price. What runs from npm is run; the rest is emulated, and called so.

import { runInNewContext } from 'node:vm';
import { Context } from './needle/context';
import { type Mcp, memberOf } from './needle/mcp';
import { savedNote } from './needle/readers/file';
import type { Variant } from './needle/readers/loadline';
import { HARD_CUT } from './needle/readers/whole';
import { byHosts, openStage } from './needle/stage';
import { bash } from './peers/bash';
import { contextMode } from './peers/context-mode';
import { coolProxy } from './peers/cool-proxy';
import { besidePrice, dayOf, THE_DAY, type Way } from './peers/day';
import { price } from './peers/price';
import { canTooner, modular, tooner } from './peers/proxies';
import {
	CodeReader,
	EndsReader,
	ExtractReader,
	PageReader,
	type Run,
	SummaryReader,
} from './peers/readers';
import { type DayRow, type PeerRow, peersTable } from './peers/table';
import { saveResults } from './results';

const TEN = 10;
/** A cheap model's price for what it reads, of the other's. */
const CHEAP = 0.1;
const SUMMARY = 1_000;
/** Two tools, to find and to run; nothing of a result is shown that code does not print. */
const CODE_TOOLS = 500;

const codeMode: Run = async (payload, code) => {
	const printed: string[] = [];
	const console = { log: (...given: unknown[]) => void printed.push(given.join(' ')) };
	runInNewContext(code, { FILE_CONTENT: payload.text, console });
	const fetched = code.replaceAll('FILE_CONTENT', `(await tools.${payload.name}({}))`);
	return { sent: JSON.stringify({ code: fetched }), shown: printed.join('\n') };
};

interface Approach extends Way {
	readonly isRun: boolean;
}

const stage = await openStage();
const { payloads } = stage;
const running: { stop(): Promise<void> }[] = [];
const started = async <Program extends { stop(): Promise<void> }>(program: Promise<Program>) => {
	running.push(await program);
	return program;
};
try {
	const loadline = (variant: Variant, list: number): Approach => ({
		isRun: true,
		list,
		make: stage.loadline(variant),
	});
	const emulated = (make: Way['make'], list = 0): Approach => ({ isRun: false, list, make });
	const context = await started(contextMode());
	const shell = await started(bash());
	const gateway = await started(coolProxy(stage.directUrl));
	const lazy = await started(modular(stage.directUrl));
	const toon = canTooner ? await started(tooner(stage.directUrl)) : undefined;
	const details = new Map<string, string>();
	for (const { name } of payloads) details.set(name, (await gateway.looked(name)).shown);
	const approaches: Readonly<Record<string, Approach>> = {
		'raw, as the server sends it': { ...emulated(byHosts.raw), isRun: true },
		'Loadline, asked on the first call': loadline('asked', stage.own + TEN * stage.addedPerTool),
		'Loadline, blind first call': loadline('blind', stage.own),
		'context-mode 1.0.169, over saved results': {
			isRun: true,
			list: context.listTokens,
			make: (payload) => new CodeReader(payload, context.run, savedNote(payload)),
		},
		'my-cool-proxy 1.6.2, programs in Lua': {
			isRun: true,
			list: gateway.listTokens,
			make: (payload) => gateway.make(payload, details.get(payload.name) ?? ''),
		},
		'just-bash-mcp 3.1.0, jq over saved results': {
			isRun: true,
			list: shell.listTokens,
			make: shell.make,
		},
		'modular-mcp 0.0.5, tools listed when asked for': {
			isRun: true,
			list: lazy.listTokens,
			make: lazy.make,
		},
		...(toon
			? { 'tooner 0.2.6, TOON in place of JSON': { isRun: true, list: 0, make: toon.make } }
			: { 'TOON in place of JSON': emulated(byHosts.toon) }),
		'code mode: a gateway that runs programs': emulated(
			(payload) => new CodeReader(payload, codeMode, `Declared: ${payload.name}(): string`),
			CODE_TOOLS,
		),
		[`a summary of ${SUMMARY.toLocaleString('en')} tokens by a cheap model`]: {
			...emulated((payload) => new SummaryReader(payload, SUMMARY)),
			beside: ({ tokens }) => tokens * CHEAP + SUMMARY * 5 * CHEAP,
		},
		'a cheap model that reads it for each question': {
			...emulated(() => new ExtractReader()),
			besideEach: ({ tokens }) => tokens * CHEAP,
		},
		[`a host's cut at ${HARD_CUT.toLocaleString('en')} tokens`]: emulated(byHosts.cut),
		'10,000 tokens, of both ends': emulated((payload) => new EndsReader(payload, 10_000)),
		'pages of 2,000 tokens, read until found': emulated(
			(payload) => new PageReader(payload, 2_000),
		),
		'a host that saves it, and grep': emulated(byHosts.grep),
		'a host that saves it, and jq (else grep)': emulated(byHosts.jq),
	};
	const rows: PeerRow[] = [];
	const days: DayRow[] = [];
	for (const [approach, each] of Object.entries(approaches)) {
		console.error(approach);
		rows.push(await measured(approach, each));
		days.push({ approach, ...(await dayOf(payloads, each)) });
	}
	const peers = {
		questions: stage.questions,
		payloads: payloads.length,
		rows,
		day: { ...THE_DAY, rows: days },
		through: await readThrough(stage.mcp),
	};
	console.log(peersTable(peers));
	saveResults('peers', peers);
} finally {
	for (const program of running) await program.stop();
	await stage.stop();
}

async function measured(approach: string, way: Approach): Promise<PeerRow> {
	const { isRun, list, make } = way;
	const tokens: number[] = [];
	let found = 0;
	let [four, fourPrice] = [0, 0];
	for (const payload of payloads) {
		for (const question of payload.questions) {
			const reader = make(payload);
			if (await reader.ask(question)) found++;
			tokens.push(reader.context.tokens);
		}
		const reader = make(payload);
		for (const question of payload.questions) await reader.ask(question);
		four += reader.context.tokens;
		fourPrice += price(list, reader.context.exchanged) + besidePrice(way, payload, 4);
	}
	tokens.sort((a, b) => a - b);
	return {
		approach,
		isRun,
		list: Math.round(list),
		found: found / tokens.length,
		median: Math.round(tokens[tokens.length >> 1] ?? 0),
		mean: Math.round(tokens.reduce((sum, each) => sum + each, 0) / tokens.length),
		four: Math.round(four / payloads.length),
		price: Math.round(fourPrice / payloads.length),
	};
}

/** Lists and texts that are cut, to their end. */
async function readThrough(mcp: Mcp) {
	let [results, shares, calls] = [0, 0, 0];
	for (const payload of payloads) {
		const context = new Context();
		let answer = await mcp.call(payload.name, {}, context);
		for (;;) {
			const handle = memberOf(answer, ['nextCursor'], 'string');
			if (handle === undefined || context.calls > 200) break;
			answer = await mcp.call('read_result', { handle }, context);
		}
		if (context.calls === 1) continue;
		results++;
		shares += context.tokens / payload.tokens;
		calls += context.calls;
	}
	return { results, mean: shares / results, calls: calls / results };
}
