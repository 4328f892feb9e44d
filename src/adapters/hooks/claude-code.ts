// `POST /hooks/claude-code`: the HTTP hooks of Claude Code (docs/llm.md, "Hooks"). Each event is answered with
// what Claude Code is told, or with nothing. All of it belongs to the host's own session.
import type { Principal } from '../../auth';
import { replaySources, type Services } from '../../gateway';
import { currentPayload, principalKey, resume, saveBaseline } from '../../session';
import { isRecord, type JsonObject } from '../../shared/json-values';
import type { ToolResult } from '../../shared/tool-result';
import type { StepContextAction } from '../../workflow';

/** Dependencies of the hooks: storage by workspace, reduction of outputs, hashes. */
export interface HookPorts {
	services(workspace: string): Services;
	/** A text as it may enter a context; undefined where it may enter whole. */
	reduce(text: string, tool: string, principal: Principal): Promise<ToolResult | undefined>;
	digest(text: string): Promise<string>;
	/** Loadline's own tools that take a `session_id`. */
	readonly sessionTools: ReadonlySet<string>;
}

/** State of a host's session between its hooks. */
interface Note {
	/** The run, and the position whose context action was performed. */
	readonly performed?: { readonly run: string; readonly position: number };
	/** Its context was cut, and what binds was not told again yet. */
	readonly isCut?: boolean;
	/** Of a folder: the run of the session that was just cleared there. */
	readonly run?: string;
}

type Answer = Readonly<Record<string, unknown>>;
const NOTHING: Answer = {};

const SESSION = /^[A-Za-z0-9_-]{1,128}$/;
/** Tools of this server, as a plug-in or a `claude mcp add` names it. */
const OURS = /^mcp__(?:plugin_)?loadline\w*?__([a-z_]+)$/;
/** Characters that a hook may add to a context before its host puts them into a file. */
const MOST_TOLD = 9_000;
/** Tokens of the rules that are always on. */
const RULE_TOKENS = 1_500;

/** Answers to hook events as Claude Code reads them: `{}` where there is nothing to tell it. */
export class ClaudeCodeHooks {
	constructor(private readonly ports: HookPorts) {}

	/** @param event what Claude Code posts; any other is answered with nothing @param held short hashes of files it reads */
	async answer(event: unknown, principal: Principal, held: readonly string[] = []) {
		const call = this.#call(event, principal);
		if (!call) return NOTHING;
		const answers = new Map<unknown, () => Answer | Promise<Answer>>([
			['PreToolUse', () => this.#named(call)],
			['PostToolUse', () => this.#used(call)],
			['SessionStart', () => this.#begun(call, held)],
			['SessionEnd', () => this.#ended(call)],
			['Stop', () => this.#stopped(call)],
			['PreCompact', () => this.#cut(call)],
			['UserPromptSubmit', () => this.#prompted(call, held)],
		]);
		return answers.get(call.event.hook_event_name)?.() ?? NOTHING;
	}

	async #cut(call: Call): Promise<Answer> {
		await saveBaseline(...saving(call));
		await call.services.memory.hub.taken({ caller: callerOf(call) });
		await this.#note(call, { isCut: true });
		return NOTHING;
	}

	/** The context action that the run of an event's session waits for, and that was not performed yet. */
	async asked(event: unknown, principal: Principal): Promise<StepContextAction | undefined> {
		const call = this.#call(event, principal);
		if (!call) return undefined;
		const { session, services } = call;
		const run = await services.workflow.inForce({ principal: principal.id, session });
		if (!run.ok || run.value.delivered === null) return undefined;
		const { performed } = await readNote(call);
		const { run_id, position, delivered } = run.value;
		const isDone = performed?.run === run_id && performed.position === position;
		return isDone ? undefined : delivered;
	}

	#call(event: unknown, principal: Principal): Call | undefined {
		if (!isRecord(event)) return undefined;
		const session = event.session_id;
		if (typeof session !== 'string' || !SESSION.test(session)) return undefined;
		return { event, principal, session, services: this.ports.services(principal.workspace) };
	}

	/** The host's session is the session of every call to us: two windows never meet. */
	#named({ event, session }: Call): Answer {
		const tool = OURS.exec(String(event.tool_name))?.[1];
		const input = event.tool_input;
		if (tool === undefined || !this.ports.sessionTools.has(tool) || !isRecord(input))
			return NOTHING;
		// A subagent's context is its own; a workflow is its caller's.
		const agent = tool.startsWith('workflow_') ? '' : String(event.agent_id ?? '');
		const session_id = SESSION.test(agent) ? `${session}-${agent}`.slice(0, 128) : session;
		if (input.session_id === session_id) return NOTHING;
		const updatedInput = { ...input, session_id };
		return { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput } };
	}

	/** Ends the turn on a context action; lets other tools' outputs in within the budget. */
	async #used({ event, principal }: Call): Promise<Answer> {
		const name = String(event.tool_name);
		const ours = OURS.exec(name)?.[1];
		if (ours !== undefined) {
			const action = /contextAction\\*":\s*\\*"\/(compact|clear)/.exec(
				JSON.stringify(event.tool_response ?? ''),
			)?.[1];
			return ours.startsWith('workflow_') && action !== undefined
				? { continue: false, stopReason: request(action as StepContextAction) }
				: NOTHING;
		}
		const text = outputText(event.tool_response);
		if (text === undefined) return NOTHING;
		const reduced = await this.ports.reduce(text, name, principal);
		if (!reduced) return NOTHING;
		const shown = reduced.content
			.flatMap((block) => (typeof block.text === 'string' ? [block.text] : []))
			.join('\n\n');
		const file = isRecord(event.tool_response) && event.tool_response.persistedOutputPath;
		// A host cuts long outputs before its hooks see them.
		const whole = typeof file === 'string' ? `${shown}\n\nThe whole output: ${file}` : shown;
		const updatedToolOutput = withOutputText(event.tool_response, whole);
		return { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput } };
	}

	/** A context that begins anew is told where the work is, and what binds. */
	async #begun(call: Call, held: readonly string[]): Promise<Answer> {
		const { event, principal, session, services } = call;
		const { source, hook_event_name } = event;
		const folder = source === 'clear' ? await this.#folder(call) : undefined;
		const left: Note = folder === undefined ? {} : await readNote(call, folder);
		if (folder !== undefined) await writeNote(call, {}, folder);
		const run_id = left.run;
		const which = { principal: principal.id, session, ...(run_id !== undefined && { run_id }) };
		const run = await services.workflow.inForce(which);
		// Rules that are always on are in the context from its first word, and again after every cut.
		const rules = await services.memory.hub.standing({
			principal: principal.id,
			session,
			tokenBudget: RULE_TOKENS,
			held,
		});
		const told: string[] = rules.text === '' ? [] : [rules.text];
		if (run.ok) {
			const { delivered, position, run_id: id } = run.value;
			const isPerformed = delivered !== null && (source === delivered || source === 'clear');
			if (isPerformed) await this.#note(call, { performed: { run: id, position } });
			const status = await services.workflow.status({ ...which, run_id: id });
			if (status.ok && status.value.status === 'running') {
				const where = `This conversation is in workflow run ${id}. Call workflow_status {"run_id":"${id}"} for what binds, go on with this step, then workflow_advance {"run_id":"${id}","if_position":${position}}.`;
				const whole = `${where}\n${JSON.stringify(status.value)}`;
				told.push(whole.length <= roomBeside(told) ? whole : where);
			}
		}
		// The status after an action tells what binds; no status follows a cut that none asked for.
		const isUnasked = source === 'clear' && run.ok && run.value.delivered === null;
		if (source === 'compact' || isUnasked) {
			await this.#note(call, { isCut: false });
			told.push(...(await stillBinding(call, rules.paths, roomBeside(told))));
		}
		return added(String(hook_event_name), told);
	}

	/** After a /clear the host goes on under a new session: the folder says which run was left there. */
	async #ended(call: Call): Promise<Answer> {
		const { event, principal, session, services } = call;
		if (event.reason !== 'clear') return NOTHING;
		const run = await services.workflow.inForce({ principal: principal.id, session });
		const isOn =
			run.ok &&
			(await services.workflow.runningRuns({ principal: principal.id })).some(
				({ id }) => id === run.value.run_id,
			);
		const note = isOn && run.ok ? { run: run.value.run_id } : {};
		await writeNote(call, note, await this.#folder(call));
		return NOTHING;
	}

	async #stopped({ event, principal }: Call): Promise<Answer> {
		const action = await this.asked(event, principal);
		return action === undefined ? NOTHING : { systemMessage: request(action) };
	}

	/** A host that starts no session after a cut is told with the next prompt. */
	async #prompted(call: Call, held: readonly string[]): Promise<Answer> {
		const { isCut } = await readNote(call);
		if (isCut !== true) return NOTHING;
		return this.#begun({ ...call, event: { ...call.event, source: 'compact' } }, held);
	}

	async #note(call: Call, changes: Note): Promise<void> {
		await writeNote(call, { ...(await readNote(call)), ...changes });
	}

	async #folder({ event }: Call): Promise<string> {
		return `folder-${await this.ports.digest(String(event.cwd ?? ''))}`;
	}
}

interface Call {
	readonly event: Readonly<Record<string, unknown>>;
	readonly principal: Principal;
	/** The host's own. */
	readonly session: string;
	readonly services: Services;
}

const request = (action: StepContextAction): string =>
	`Loadline: the next step of the workflow wants its context ${action === 'clear' ? 'cleared' : 'compacted'}. Run /${action} now, then say "go on".`;

const added = (hookEventName: string, told: readonly string[]): Answer =>
	told.length === 0
		? NOTHING
		: { hookSpecificOutput: { hookEventName, additionalContext: told.join('\n\n') } };

/** Characters that one more part may have. */
const roomBeside = (told: readonly string[]): number =>
	MOST_TOLD - told.reduce((length, part) => length + part.length + 2, 0);

const callerOf = ({ principal, session }: Call) =>
	({ principal: principal.id, session, source: 'argument' }) as const;

/** Returns what a cut took of binding lines, as a status tells them. @param told paths of rules that are told beside it */
async function stillBinding(call: Call, told: readonly string[], room: number): Promise<string[]> {
	const [sources, who] = saving(call);
	const { rules } = await currentPayload(sources, who);
	const held = rules
		.filter(({ path }) => told.includes(path))
		.map(({ path, hash }) => [path, hash]);
	if (held.length === rules.length) return [];
	const { section } = await resume(sources, who, {
		held: Object.fromEntries(held),
		...{ tokenBudget: room, estimate: (text) => text.length },
		fits: ({ note = '', prompt_context }) =>
			CUT.length + note.length + prompt_context.length + 2 <= room,
	});
	const { prompt_context, note = '' } = section;
	return [[CUT, prompt_context, note].filter((part) => part !== '').join('\n')];
}

const CUT = 'These rules still bind; their texts left the context:';

const saving = (call: Call) =>
	[
		replaySources(call.services, call.principal.id),
		{ caller: callerOf(call), session: call.session },
	] as const;

/** @param name of a folder; of the session unless told */
const noteKey = ({ principal, session }: Call, name = session): string =>
	principalKey(principal.id, `hook-${name}`);

async function readNote(call: Call, name?: string): Promise<Note> {
	const text = await call.services.baselines.get(noteKey(call, name));
	return text === null ? {} : (JSON.parse(text) as Note);
}

const writeNote = (call: Call, note: Note, name?: string) =>
	call.services.baselines.put(noteKey(call, name), JSON.stringify(note));

/** The members that hold the text, by shape: Bash, Read, Grep and WebFetch. */
const MEMBERS = ['stdout', 'content', 'result', 'output'] as const;

const textMember = (response: JsonObject) =>
	MEMBERS.find((name) => {
		const value = response[name];
		return Array.isArray(value) || (typeof value === 'string' && value !== '');
	});

/** Undefined where there is no text, or not text alone. */
export function outputText(response: unknown): string | undefined {
	if (typeof response === 'string') return response;
	if (Array.isArray(response)) {
		const texts = response.map((block) => (isRecord(block) ? block.text : undefined));
		return texts.every((text) => typeof text === 'string') ? texts.join('\n') : undefined;
	}
	if (!isRecord(response)) return undefined;
	const { file } = response;
	if (isRecord(file)) return typeof file.content === 'string' ? file.content : undefined;
	const name = textMember(response);
	return name && outputText(response[name]);
}

/** The same shape with another text. */
export function withOutputText(response: unknown, text: string): unknown {
	if (typeof response === 'string') return text;
	if (Array.isArray(response)) return [{ type: 'text', text }];
	if (!isRecord(response)) return response;
	const { file } = response;
	if (isRecord(file)) return { ...response, file: { ...file, content: text } };
	const name = textMember(response);
	if (name === undefined) return response;
	// A host that put a long output into a file shows the file's beginning instead.
	const kept = Object.entries(response).filter(([key]) => !key.startsWith('persistedOutput'));
	return { ...Object.fromEntries(kept), [name]: withOutputText(response[name], text) };
}
