// Matched replays of a real Claude Code against a scripted Messages API, with and without the pass-through:
// what its conversation takes and costs. `node bench/hosts/claude-code.mjs --claude PATH --loadline URL`;
// the server needs `llm: {anthropic: {url: http://127.0.0.1:PORT}}` (--port), which this puts in place.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

const { values } = parseArgs({
	options: {
		claude: { type: 'string', default: 'claude' },
		loadline: { type: 'string', default: 'http://127.0.0.1:8787' },
		port: { type: 'string', default: '9250' },
		only: { type: 'string' },
	},
});
const LOADLINE = 'mcp__loadline__';

/**
 * What the scripted model does: a list of calls, each made when the result of the one before is there.
 * @typedef {(state: { cursor?: string }) => { name: string, input: object }} Step
 */

/** @type {Step} */
const page = ({ cursor }) => ({
	name: `${LOADLINE}search_records`,
	input: cursor === undefined ? { model: 'activity' } : { cursor },
});
/** @type {(n: number) => Step} */
const store = (n) => () => ({
	name: `${LOADLINE}store_analysis_memory`,
	input: {
		finding: `Of page ${n}, three activities belong to Web Dev, two to AI, the rest stays.`,
	},
});
/** @type {(n: number) => Step} */
const bash = (n) => () => ({
	name: 'Bash',
	input: {
		command: `for i in $(seq 1 260); do echo "${n}: entry $i of the log"; done`,
		description: 'Reads',
	},
});
const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** @type {Record<string, Step[]>} */
const SHAPES = {
	'nine pages, a finding each': nine.flatMap((n) => [page, store(n)]),
	'nine pages, a finding for three': nine.flatMap((n) => (n % 3 === 0 ? [page, store(n)] : [page])),
	'a detail between page and finding': nine.flatMap((n) => [page, bash(n), store(n)]),
	'two pages': [page, store(1), page, store(2)],
	'nine pages, nothing stored': nine.map(() => page),
	'Bash alone, repeated': nine.flatMap((n) => [bash(1 + (n % 2))]),
};

/** @type {{ steps: Step[], at: number, cursor?: string, bodies: any[] }} */
let script = { steps: [], at: 0, bodies: [] };
/** The same in both runs: ids are part of what is compared. */
let ids = 0;

const server = createServer((request, response) => {
	let text = '';
	request.setEncoding('utf8').on('data', (part) => {
		text += part;
	});
	request.on('end', () => {
		const path = (request.url ?? '').replace(/\?.*/, '');
		if (path.endsWith('/count_tokens')) return void response.end('{"input_tokens":1000}');
		if (!path.endsWith('/v1/messages')) return void response.writeHead(404).end('{}');
		const body = JSON.parse(text);
		const tools = (body.tools ?? []).map((/** @type {any} */ tool) => tool.name);
		const isMain = tools.some((/** @type {string} */ name) => name === 'Bash');
		answer(response, body, isMain ? next(body) : undefined);
	});
});

/** @param {any} body */
function next(body) {
	script.bodies.push(body);
	const last = JSON.stringify(body.messages.at(-1));
	const cursor = /nextCursor\\*":\s*\\*"([^"\\]+)/.exec(last)?.[1];
	if (cursor !== undefined) script.cursor = cursor;
	const step = script.steps[script.at++];
	return step?.(script);
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {any} body
 * @param {{ name: string, input: object } | undefined} call
 */
function answer(response, body, call) {
	const usage = { input_tokens: 10, output_tokens: 10 };
	const block = call
		? {
				type: 'tool_use',
				id: `toolu_scripted_${++ids}`,
				name: call.name,
				input: {},
			}
		: { type: 'text', text: '' };
	const stop = call ? 'tool_use' : 'end_turn';
	const message = {
		id: `msg_scripted_${++ids}`,
		type: 'message',
		role: 'assistant',
		model: body.model,
		content: [],
		stop_reason: null,
		usage,
	};
	if (!body.stream) {
		const content = call ? [{ ...block, input: call.input }] : [{ type: 'text', text: 'Done.' }];
		response.writeHead(200, { 'content-type': 'application/json' });
		return void response.end(JSON.stringify({ ...message, content, stop_reason: stop }));
	}
	const delta = call
		? { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
		: { type: 'text_delta', text: 'Done.' };
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	for (const event of [
		{ type: 'message_start', message },
		{ type: 'content_block_start', index: 0, content_block: block },
		{ type: 'content_block_delta', index: 0, delta },
		{ type: 'content_block_stop', index: 0 },
		{ type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage },
		{ type: 'message_stop' },
	])
		response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
	response.end();
}

/**
 * Runs Claude Code once.
 * @param {Step[]} steps
 * @param {string} base ANTHROPIC_BASE_URL
 */
async function run(steps, base) {
	script = { steps, at: 0, bodies: [] };
	ids = 0;
	const home = join(tmpdir(), 'loadline-claude-replay');
	mkdirSync(home, { recursive: true });
	const mcp = join(home, 'mcp.json');
	const url = `${values.loadline}/mcp?toolsets=records,results`;
	writeFileSync(mcp, JSON.stringify({ mcpServers: { loadline: { type: 'http', url } } }));
	const child = spawn(
		values.claude,
		[
			'-p',
			'Read every page and store what you find.',
			'--mcp-config',
			mcp,
			'--strict-mcp-config',
			'--allowedTools',
			`${LOADLINE}*,Bash`,
			'--output-format',
			'json',
		],
		{
			cwd: home,
			stdio: ['ignore', 'pipe', 'pipe'],
			env: /** @type {any} */ ({
				PATH: process.env.PATH,
				HOME: home,
				ANTHROPIC_BASE_URL: base,
				ANTHROPIC_API_KEY: 'sk-ant-scripted',
				CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
				DISABLE_AUTOUPDATER: '1',
				ENABLE_TOOL_SEARCH: 'false',
				IS_SANDBOX: '1',
			}),
		},
	);
	let said = '';
	child.stdout.on('data', (part) => {
		said += part;
	});
	child.stderr.on('data', (part) => {
		said += part;
	});
	const code = await new Promise((resolve) => child.once('close', resolve));
	rmSync(home, { recursive: true, force: true });
	if (code !== 0 || script.at < steps.length)
		console.error(`claude ended with ${code} after ${script.at} steps: ${said.slice(0, 600)}`);
	return measured(script.bodies);
}

/** @param {any[]} bodies */
function measured(bodies) {
	let [sum, peak, final, cached, fresh] = [0, 0, 0, 0, 0];
	/** @type {string[]} */
	let before = [];
	for (const body of bodies) {
		// What a prompt cache compares: tools, system, then block by block; breakpoints are no content.
		const plain = (/** @type {unknown} */ value) =>
			JSON.stringify(value, (key, each) => (key === 'cache_control' ? undefined : each));
		const blocks = [plain(body.tools), plain(body.system)];
		let messages = 0;
		const sizes = blocks.map((block) => countTokens(block ?? ''));
		for (const { role, content } of body.messages)
			for (const block of Array.isArray(content) ? content : [{ type: 'text', text: content }]) {
				const text = role + plain(block);
				blocks.push(text);
				sizes.push(countTokens(text));
				messages += sizes.at(-1) ?? 0;
			}
		let isSame = true;
		for (const [at, block] of blocks.entries()) {
			if (before[at] !== block) isSame = false;
			if (isSame) cached += sizes[at] ?? 0;
			else fresh += sizes[at] ?? 0;
		}
		before = blocks;
		sum += messages;
		peak = Math.max(peak, messages);
		final = messages;
	}
	return {
		requests: bodies.length,
		peak,
		final,
		sum,
		cached,
		fresh,
		price: Math.round(cached * 0.1 + fresh * 1.25),
	};
}

await new Promise((resolve) =>
	server.listen(Number(values.port), '127.0.0.1', () => resolve(undefined)),
);
const provider = `http://127.0.0.1:${values.port}`;
const put = await fetch(`${values.loadline}/api/config`, {
	method: 'PUT',
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify({ llm: { anthropic: { url: provider } } }),
});
if (!put.ok) throw new Error(`PUT /api/config answers ${put.status}: ${await put.text()}`);
for (const [name, steps] of Object.entries(SHAPES)) {
	if (values.only !== undefined && !name.includes(values.only)) continue;
	const without = await run(steps, provider);
	const through = await run(steps, `${values.loadline}/llm/anthropic`);
	const change = (/** @type {'sum' | 'price'} */ key) =>
		`${(((through[key] - without[key]) / without[key]) * 100).toFixed(1)} %`;
	console.log(`${name}: sum ${change('sum')}, price ${change('price')}`);
	console.log(`  without ${JSON.stringify(without)}`);
	console.log(`  with    ${JSON.stringify(through)}`);
}
server.close();
