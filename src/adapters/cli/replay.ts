// `loadline replay`: the replay payload of a recorded run, as a prompt or as JSON; and
// `loadline replay-tool`: the replay functions, one JSON request in, one JSON response out.
import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import {
	buildReplayPayload,
	createContextStore,
	type PayloadStore,
	type ReplayPayload,
	readPayload,
	readTaskId,
	renderPromptContext,
	validated,
	validateReplayPayload,
} from '../../replay';
import { canonicalJson } from '../../shared/canonical-json';
import { jsonFault } from '../../shared/json-fault';
import { isRecord, type JsonObject, jsonIn } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import { callersFolder } from './input-file';
import { noneThere, writeWhole } from './patched-files';
import type { Flags, Texts } from './terminal';

type Options = Texts<'fixture'> & Flags<'renderPrompt' | 'validate' | 'json'>;

export const replayCommands = () => ({
	replay: new Command('replay')
		.description(
			'Build the replay payload of a recorded run; JSON unless only the prompt is wanted.',
		)
		.requiredOption('--fixture <folder>', 'holds trace.json, state.json and dependency_graph.json')
		.option('--render-prompt', 'render the payload for a prompt')
		.option('--validate', 'validate the payload; the prompt then says whether it is admissible')
		.option('--json', 'JSON with everything asked for')
		.action(replay),
	'replay-tool': new Command('replay-tool')
		.description('Answer one JSON request {tool, params} with one JSON response.')
		.option('--request-file <file>', 'read the request from a file instead of standard input')
		.action(replayTool),
});

async function replay({ fixture, renderPrompt, validate, json }: Options): Promise<void> {
	const read = await readFixture(fixture);
	if (!read.ok) return fail(read.error);
	const built = buildReplayPayload(read.value.run);
	if (!built.ok) return fail(built.error.message);
	const more = besides(built.value, validate === true, renderPrompt === true);
	if (more.prompt_context !== undefined && !json) return console.log(more.prompt_context);
	const output = { ...more, replay_payload: built.value, source_fixture_path: read.value.path };
	console.log(canonicalJson(output, 2));
}

function fail(message: string): void {
	console.error(message);
	process.exitCode = 1;
}

/** @param root a folder, made on the first save */
export function filePayloadStore(root: string): PayloadStore {
	const fileOf = (taskId: string): string => {
		const task = readTaskId(taskId, 'task_id');
		if (!task.ok) throw new Error(task.error.message);
		return join(root, `${task.value}.json`);
	};
	return {
		async put(taskId, text) {
			const file = fileOf(taskId);
			await mkdir(root, { recursive: true });
			await writeWhole(file, text);
		},
		get: async (taskId) => readFile(fileOf(taskId), 'utf8').catch(noneThere(null)),
	};
}

/** An error response: `ValueError` for a wrong request, else `RuntimeError`. */
class ToolFailure extends Error {
	constructor(
		readonly type: 'ValueError' | 'RuntimeError',
		message: string,
	) {
		super(message);
	}
}

const REPLAY_TOOLS = {
	/** Takes `fixture`, or `task`, `trace`, `state` and `dependency_graph`; `validate`, `render_prompt`. */
	async build_replay_payload(params: JsonObject): Promise<object> {
		const payload = accept(buildReplayPayload(await runOf(params)));
		const { validate, render_prompt } = params;
		return { payload, ...besides(payload, validate === true, render_prompt === true) };
	},

	async render_prompt_context(params: JsonObject): Promise<object> {
		return { prompt_context: renderPromptContext(validated(payloadOf(params.payload, 'payload'))) };
	},

	async validate_replay_payload({ payload, baseline }: JsonObject): Promise<object> {
		const hasBaseline = baseline !== undefined && baseline !== null;
		const validation = validateReplayPayload(payloadOf(payload, 'payload'), {
			baseline: hasBaseline ? payloadOf(baseline, 'baseline') : undefined,
		});
		return { validation };
	},

	/** Takes `payload`, or what build_replay_payload takes, and `store_dir`. */
	async save_context(params: JsonObject): Promise<object> {
		const input = params.payload ?? (await runOf(params));
		return accept(await storeOf(params).saveContext(input));
	},

	/** Takes `task_id` and `store_dir`. */
	async load_context(params: JsonObject): Promise<object> {
		return { payload: accept(await storeOf(params).loadContext(params.task_id)) };
	},
};

/** The validation of a payload and its prompt, which says whether it is admissible, as far as they are asked for. */
function besides(payload: ReplayPayload, validates: boolean, renders: boolean) {
	const validation = validates ? validateReplayPayload(payload) : undefined;
	const shown = validation === undefined ? payload : { ...payload, validation };
	return { validation, prompt_context: renders ? renderPromptContext(shown) : undefined };
}

const isReplayTool = (name: string): name is keyof typeof REPLAY_TOOLS =>
	Object.hasOwn(REPLAY_TOOLS, name);

async function runOf(params: JsonObject): Promise<unknown> {
	if (params.fixture === undefined) return params;
	if (typeof params.fixture !== 'string') {
		throw new ToolFailure('ValueError', 'fixture must be the path of a folder');
	}
	const fixture = await readFixture(params.fixture);
	if (!fixture.ok) throw new ToolFailure('RuntimeError', fixture.error);
	return fixture.value.run;
}

function storeOf({ store_dir: folder }: JsonObject) {
	if (folder === undefined || folder === null || folder === '')
		throw new ToolFailure('RuntimeError', NOT_CONFIGURED);
	if (typeof folder !== 'string')
		throw new ToolFailure('ValueError', 'store_dir must be the path of a folder');
	return createContextStore(filePayloadStore(resolve(callersFolder(), folder)));
}

const NOT_CONFIGURED = 'the context store is not configured; name its folder in store_dir';

const payloadOf = (value: unknown, path: string): ReplayPayload => accept(readPayload(value, path));

function accept<T>(result: Result<T, { readonly code: string; readonly message: string }>): T {
	if (result.ok) return result.value;
	const { code, message } = result.error;
	const isStore = code === 'not_found' || code === 'corrupt';
	throw new ToolFailure(isStore ? 'RuntimeError' : 'ValueError', message);
}

async function replayTool({ requestFile }: { readonly requestFile?: string }): Promise<void> {
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

async function run({ tool, params }: ReturnType<typeof parseRequest>): Promise<object> {
	if (!isReplayTool(tool)) {
		const known = Object.keys(REPLAY_TOOLS).join(', ');
		throw new ToolFailure('ValueError', `there is no tool ${JSON.stringify(tool)}; use ${known}`);
	}
	if (!isRecord(params)) throw new ToolFailure('ValueError', 'params must be a JSON object');
	return REPLAY_TOOLS[tool](params);
}

async function readRequest(file: string | undefined): Promise<string> {
	if (file === undefined) return text(process.stdin);
	try {
		return await readFile(resolve(callersFolder(), file), 'utf8');
	} catch (error) {
		throw new ToolFailure('RuntimeError', `cannot read request file: ${(error as Error).message}`);
	}
}

function parseRequest(source: string) {
	const value = jsonIn(source);
	if (value === undefined)
		throw new ToolFailure('ValueError', `the request is not JSON: ${jsonFault(source)}`);
	const { tool, params = {} } = Object(value) as JsonObject;
	if (typeof tool === 'string') return { tool, params };
	throw new ToolFailure('ValueError', 'the request must be a JSON object {tool, params}');
}

/**
 * Reads a recorded run from a folder of three JSON documents; the task is the name of the folder around it
 * (`TASK/original`). What is in the documents is not checked here.
 * @returns the run, and the folder as outputs name it, or the message about the first document that cannot be used
 */
async function readFixture(folder: string) {
	const location = resolve(callersFolder(), folder);
	const path = shownPath(folder, location);
	const documents: Record<string, object> = {};
	for (const name of ['trace', 'state', 'dependency_graph']) {
		const read = await readDocument(join(location, `${name}.json`), `${path}/${name}.json`);
		if (!read.ok) return read;
		documents[name] = read.value;
	}
	const { trace = {}, state = {}, dependency_graph = {} } = documents;
	return ok({ path, run: { task: basename(dirname(location)), trace, state, dependency_graph } });
}

function shownPath(folder: string, location: string): string {
	const inside = relative(callersFolder(), location);
	const leaves = /^\.\.($|[\\/])/.test(inside) || isAbsolute(inside);
	const path = leaves && isAbsolute(folder) ? location : inside || '.';
	return path.replaceAll(sep, '/');
}

async function readDocument(location: string, path: string): Promise<Result<object, string>> {
	let bytes: Uint8Array;
	try {
		bytes = await readFile(location);
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		const isMissing = ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code ?? '');
		return err(
			isMissing
				? `missing required fixture file: ${path}`
				: `cannot read fixture file: ${path}: ${message}`,
		);
	}
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
	} catch (error) {
		const detail = (error as Error).message.replaceAll(/\s+/g, ' ');
		return err(`invalid JSON in fixture file: ${path}: ${detail}`);
	}
	return isRecord(value) ? ok(value) : err(`fixture file must contain a JSON object: ${path}`);
}
