// `loadline replay-tool`: one JSON request `{tool, params}` from standard input or a file, one JSON
// response on standard output. A local adapter for programs; failures are responses, too.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { canonicalJson } from '../../shared/canonical-json';
import { callersFolder } from './callers-folder';
import { isReplayTool, REPLAY_TOOLS, ToolFailure } from './replay-tools';

interface Options {
	readonly requestFile?: string;
}

export function replayToolCommand(): Command {
	return new Command('replay-tool')
		.description('Answer one JSON request {tool, params} with one JSON response.')
		.option('--request-file <file>', 'read the request from a file instead of standard input')
		.action(replayTool);
}

async function replayTool({ requestFile }: Options): Promise<void> {
	let tool: string | null = null;
	let response: object;
	try {
		const request = parseRequest(await readRequest(requestFile));
		tool = request.tool;
		response = { ok: true, result: await run(request), tool };
	} catch (error) {
		const { message } = error as Error;
		const type = error instanceof ToolFailure ? error.type : 'RuntimeError';
		response = { error: { message, type }, ok: false, tool };
		process.exitCode = 1;
	}
	console.log(canonicalJson(response, 2));
}

interface Request {
	readonly tool: string;
	readonly params: unknown;
}

async function run({ tool, params }: Request): Promise<object> {
	if (!isReplayTool(tool)) {
		const known = Object.keys(REPLAY_TOOLS).join(', ');
		throw new ToolFailure('ValueError', `there is no tool ${JSON.stringify(tool)}; use ${known}`);
	}
	if (typeof params !== 'object' || params === null || Array.isArray(params)) {
		throw new ToolFailure('ValueError', 'params must be a JSON object');
	}
	return REPLAY_TOOLS[tool](params as Readonly<Record<string, unknown>>);
}

async function readRequest(file: string | undefined): Promise<string> {
	if (file === undefined) return text(process.stdin);
	try {
		return await readFile(resolve(callersFolder(), file), 'utf8');
	} catch (error) {
		throw new ToolFailure('RuntimeError', `cannot read request file: ${(error as Error).message}`);
	}
}

function parseRequest(source: string): Request {
	let value: unknown;
	try {
		value = JSON.parse(source);
	} catch (error) {
		const detail = (error as Error).message.replaceAll(/\s+/g, ' ');
		throw new ToolFailure('ValueError', `the request is not JSON: ${detail}`);
	}
	const { tool, params = {} } = Object(value) as Readonly<Record<string, unknown>>;
	if (typeof tool === 'string') return { tool, params };
	throw new ToolFailure('ValueError', 'the request must be a JSON object {tool, params}');
}
