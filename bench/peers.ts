// `npm run bench -- peers`: the payloads and questions of the needle benchmark before what others do about long
// results, and a day of a small team's work in price. What runs from npm is run; the rest is emulated, and called so.

import { runInNewContext } from 'node:vm';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Context } from './needle/context';
import { Mcp, memberOf } from './needle/mcp';
import { needlePayloads } from './needle/payloads/all';
import { SavedFile } from './needle/readers/file';
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
import { contextMode } from './peers/context-mode';
import { price } from './peers/price';
import { CodeReader, EndsReader, PageReader, type Run } from './peers/readers';
import { type DayRow, type PeerRow, peersTable } from './peers/table';
import { saveResults } from './results';
import { serveBench } from './serve';

const TEN = 10;
const payloads = needlePayloads().map(weighed);
const bench = await serveBench({
	upstream: 'needle/upstream.ts',
	config: { endpoints: { 'bench__*': { arguments: 'always' } } },
});
const peer = await contextMode();

/** What a host says in the place of a result that it saved. */
function savedNote(payload: Weighed): string {
	const shown: string[] = [];
	const file = new SavedFile(payload);
	file.context.add = (_, text) => void shown.push(text);
	file.open();
	return shown[0] ?? '';
}

/** Two tools, to find and to run; nothing of a result is shown that code does not print. */
const CODE_TOOLS = 500;
const codeMode: Run = async (payload, code) => {
	const printed: string[] = [];
	const console = { log: (...given: unknown[]) => void printed.push(given.join(' ')) };
	runInNewContext(code, { FILE_CONTENT: payload.text, console });
	const fetched = code.replaceAll('FILE_CONTENT', `(await tools.${payload.name}({}))`);
	return { sent: JSON.stringify({ code: fetched }), shown: printed.join('\n') };
};

interface Approach {
	readonly isRun: boolean;
	readonly list: number;
	readonly make: (payload: Weighed) => Reader;
}

try {
	const mcp = await Mcp.open(bench.mcp('bench'));
	const direct = await Mcp.open(bench.direct);
	const own = countTokens(JSON.stringify(mcp.tools.get('read_result')));
	const added = (mcp.listTokens - direct.listTokens - own) / direct.tools.size;
	const loadline = (variant: Variant): Approach => ({
		isRun: true,
		list: own + TEN * added,
		make: (payload) => new LoadlineReader(mcp, payload, variant),
	});
	const emulated = (make: Approach['make'], list = 0): Approach => ({ isRun: false, list, make });
	const approaches: Readonly<Record<string, Approach>> = {
		'raw, as the server sends it': { ...emulated(rawReader), isRun: true },
		'Loadline, asked on the first call': loadline('asked'),
		'Loadline, blind first call': loadline('blind'),
		'context-mode 1.0.169, over saved results': {
			isRun: true,
			list: peer.listTokens,
			make: (payload) => new CodeReader(payload, peer.run, savedNote(payload)),
		},
		'code mode: a gateway that runs programs': emulated(
			(payload) => new CodeReader(payload, codeMode, `Declared: ${payload.name}(): string`),
			CODE_TOOLS,
		),
		'TOON in place of JSON': { ...emulated(toonReader), isRun: true },
		[`a host's cut at ${HARD_CUT.toLocaleString('en')} tokens`]: emulated(cutReader),
		'10,000 tokens, of both ends': emulated((payload) => new EndsReader(payload, 10_000)),
		'pages of 2,000 tokens, read until found': emulated(
			(payload) => new PageReader(payload, 2_000),
		),
		'a host that saves it, and grep': emulated((payload) => new GrepReader(payload)),
		'a host that saves it, and jq (else grep)': emulated((payload) => new JqReader(payload)),
	};
	const rows: PeerRow[] = [];
	for (const [approach, each] of Object.entries(approaches))
		rows.push(await measured(approach, each));
	const day = await dayOf(approaches);
	const peers = {
		questions: payloads.reduce((sum, { questions }) => sum + questions.length, 0),
		payloads: payloads.length,
		rows,
		day,
		through: await readThrough(mcp),
	};
	console.log(peersTable(peers));
	saveResults('peers', peers);
} finally {
	await peer.stop();
	await bench.stop();
}

async function measured(approach: string, { isRun, list, make }: Approach): Promise<PeerRow> {
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
		fourPrice += price(list, reader.context.exchanged);
	}
	tokens.sort((a, b) => a - b);
	return {
		...{ approach, isRun, list: Math.round(list) },
		found: found / tokens.length,
		median: tokens[tokens.length >> 1] ?? 0,
		mean: Math.round(tokens.reduce((sum, each) => sum + each, 0) / tokens.length),
		four: Math.round(four / payloads.length),
		price: Math.round(fourPrice / payloads.length),
	};
}

/** Five people, each with one conversation: issues, logs, files, calendar and pages, two questions to each result. */
async function dayOf(all: Readonly<Record<string, Approach>>) {
	const wanted = [
		['linear_issues', 'application-log', 'commander-readme', 'page-snapshot', 'mailbox'],
		['sentry_issues', 'stack-traces', 'client-h1', 'github_pulls', 'build-log'],
		['pagerduty_incidents', 'access-log', 'infrastructure-plan', 'containers', 'json-log'],
		['stripe_charges', 'hubspot_contacts', 'orders-dump', 'people-page', 'airports-csv'],
		['asana_tasks', 'notion_pages', 'discord_messages', 'github_workflow_runs', 'test-report'],
	];
	const conversations = wanted.map((names) =>
		names.map((name) => {
			const payload = payloads.find((each) => each.name === name);
			if (!payload) throw new Error(`no payload ${name}`);
			return payload;
		}),
	);
	const questions = conversations.flat().length * 2;
	const rows: DayRow[] = [];
	for (const [approach, { make, list }] of Object.entries(all)) {
		let [found, requests, tokens, sum] = [0, 0, 0, 0];
		for (const conversation of conversations) {
			const exchanged: (readonly [number, number])[] = [];
			for (const payload of conversation) {
				const reader = make(payload);
				for (const question of payload.questions.slice(0, 2))
					if (await reader.ask(question)) found++;
				exchanged.push(...reader.context.exchanged);
				tokens += reader.context.tokens;
			}
			requests += exchanged.length + 1;
			sum += price(list, exchanged);
		}
		rows.push({ approach, found: found / questions, requests, tokens, price: Math.round(sum) });
	}
	return { conversations: wanted.length, results: questions / 2, questions, rows };
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
