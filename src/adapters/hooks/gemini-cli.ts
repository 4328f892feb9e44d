// `POST /hooks/gemini-cli`: the hooks of Gemini CLI, which are those of Claude Code under other names
// (docs/llm.md, "Other hosts"). One thing more it can do: clear its context itself, and go on.
import type { Principal } from '../../auth';
import { isRecord, type JsonObject } from '../../shared/json-values';
import { type ClaudeCodeHooks, outputText } from './claude-code';

const NOTHING: JsonObject = {};
/** Tools of this server, as an extension or `gemini mcp add` names it. */
const OURS = /^mcp_(loadline\w*?)_([a-z_]+)$/;

/** Answers to hook events as Gemini CLI reads them, made from those of Claude Code; `{}` says nothing. */
export class GeminiCliHooks {
	constructor(private readonly hooks: Pick<ClaudeCodeHooks, 'answer' | 'asked'>) {}

	/** @param event what Gemini CLI hands to a hook; anything else is answered with nothing */
	async answer(event: unknown, principal: Principal): Promise<JsonObject> {
		if (!isRecord(event)) return NOTHING;
		const ask = async (hook_event_name: string, more: JsonObject = {}) =>
			this.hooks.answer({ ...event, hook_event_name, ...more }, principal);
		const tool_name = String(event.tool_name).replace(OURS, 'mcp__$1__$2');
		const answers = new Map<unknown, () => Promise<JsonObject>>([
			['BeforeTool', async () => named(await ask('PreToolUse', { tool_name }))],
			['AfterTool', () => this.#used(event, ask)],
			['AfterAgent', () => this.#stopped(event, principal, ask)],
			['BeforeAgent', async () => told('BeforeAgent', await ask('UserPromptSubmit'))],
			['SessionStart', async () => told('SessionStart', await ask('SessionStart'))],
			['SessionEnd', () => ask('SessionEnd')],
			['PreCompress', () => ask('PreCompact')],
		]);
		return answers.get(event.hook_event_name)?.() ?? NOTHING;
	}

	/** An output that is too long is replaced, which Gemini CLI calls blocking it. */
	async #used({ tool_name, tool_response }: JsonObject, ask: Ask): Promise<JsonObject> {
		if (OURS.test(String(tool_name)) || !isRecord(tool_response)) return NOTHING;
		const text = outputText(tool_response.llmContent);
		if (text === undefined || isRecord(tool_response.error)) return NOTHING;
		const { hookSpecificOutput } = await ask('PostToolUse', { tool_response: text });
		const shown = isRecord(hookSpecificOutput) ? hookSpecificOutput.updatedToolOutput : undefined;
		if (typeof shown !== 'string') return NOTHING;
		const reason = `only its length. It succeeded, and this is of it:\n${shown}`;
		return { decision: 'deny', reason };
	}

	/** A context that a workflow wants cleared is cleared, and the work goes on in the fresh one. */
	async #stopped(event: JsonObject, principal: Principal, ask: Ask): Promise<JsonObject> {
		const action = await this.hooks.asked(event, principal);
		if (action === undefined) return NOTHING;
		if (action === 'compact')
			return { systemMessage: 'Loadline: run /compress now, then say "go on".' };
		const reason = contextOf(await ask('SessionStart', { source: 'clear', cwd: undefined }));
		if (reason === undefined) return NOTHING;
		const hookSpecificOutput = { hookEventName: 'AfterAgent', clearContext: true };
		return { decision: 'deny', reason, hookSpecificOutput };
	}
}

type Ask = (name: string, more?: JsonObject) => Promise<JsonObject>;

function named({ hookSpecificOutput }: JsonObject): JsonObject {
	const tool_input = isRecord(hookSpecificOutput) ? hookSpecificOutput.updatedInput : undefined;
	if (tool_input === undefined) return NOTHING;
	return { hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input } };
}

const contextOf = ({ hookSpecificOutput }: JsonObject): string | undefined => {
	const text = isRecord(hookSpecificOutput) ? hookSpecificOutput.additionalContext : undefined;
	return typeof text === 'string' ? text : undefined;
};

function told(hookEventName: string, answer: JsonObject): JsonObject {
	const additionalContext = contextOf(answer);
	return additionalContext === undefined
		? NOTHING
		: { hookSpecificOutput: { hookEventName, additionalContext } };
}
