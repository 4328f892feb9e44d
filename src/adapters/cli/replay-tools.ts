// Tools of `loadline replay-tool`: the functions of src/replay over params as JSON.
import { resolve } from 'node:path';
import {
	buildReplayPayload,
	type ReplayPayload,
	readPayload,
	renderPromptContext,
	validateReplayPayload,
} from '../../replay';
import type { Result } from '../../shared/result';
import { callersFolder } from './callers-folder';
import { readFixture } from './replay-fixture';
import { loadContext, saveContext } from './replay-store';

type Params = Readonly<Record<string, unknown>>;

/** An error response: `ValueError` for a wrong request, else `RuntimeError`. */
export class ToolFailure extends Error {
	constructor(
		readonly type: 'ValueError' | 'RuntimeError',
		message: string,
	) {
		super(message);
	}
}

export const REPLAY_TOOLS = {
	/** Takes `fixture`, or `task`, `trace`, `state` and `dependency_graph`; `validate`, `render_prompt`. */
	async build_replay_payload(params: Params): Promise<object> {
		const payload = accept(buildReplayPayload(await runOf(params)));
		const validation = params.validate === true ? validateReplayPayload(payload) : undefined;
		const shown = validation === undefined ? payload : { ...payload, validation };
		const prompt_context = params.render_prompt === true ? renderPromptContext(shown) : undefined;
		return { payload, validation, prompt_context };
	},

	async render_prompt_context(params: Params): Promise<object> {
		return { prompt_context: renderPromptContext(payloadOf(params.payload, 'payload')) };
	},

	async validate_replay_payload({ payload, baseline }: Params): Promise<object> {
		const hasBaseline = baseline !== undefined && baseline !== null;
		const validation = validateReplayPayload(payloadOf(payload, 'payload'), {
			baseline: hasBaseline ? payloadOf(baseline, 'baseline') : undefined,
		});
		return { validation };
	},

	/** Takes `payload`, or what build_replay_payload takes, and `store_dir`. */
	async save_context(params: Params): Promise<object> {
		const input = params.payload ?? (await runOf(params));
		return accept(await saveContext(input, { storeDir: storeOf(params) }));
	},

	/** Takes `task_id` and `store_dir`. */
	async load_context(params: Params): Promise<object> {
		return { payload: accept(await loadContext(params.task_id, { storeDir: storeOf(params) })) };
	},
};

export const isReplayTool = (name: string): name is keyof typeof REPLAY_TOOLS =>
	Object.hasOwn(REPLAY_TOOLS, name);

async function runOf(params: Params): Promise<unknown> {
	if (params.fixture === undefined) return params;
	if (typeof params.fixture !== 'string') {
		throw new ToolFailure('ValueError', 'fixture must be the path of a folder');
	}
	const fixture = await readFixture(params.fixture);
	if (!fixture.ok) throw new ToolFailure('RuntimeError', fixture.error);
	return fixture.value.run;
}

function storeOf({ store_dir: folder }: Params): string | undefined {
	if (folder === undefined || folder === null || folder === '') return undefined;
	if (typeof folder === 'string') return resolve(callersFolder(), folder);
	throw new ToolFailure('ValueError', 'store_dir must be the path of a folder');
}

const payloadOf = (value: unknown, path: string): ReplayPayload => accept(readPayload(value, path));

function accept<T>(result: Result<T, { readonly code: string; readonly message: string }>): T {
	if (result.ok) return result.value;
	const { code, message } = result.error;
	const isStore = code === 'not_configured' || code === 'not_found' || code === 'corrupt';
	throw new ToolFailure(isStore ? 'RuntimeError' : 'ValueError', message);
}
