// The way of one tool call: asked of its source or read on from a handle, treated as config says,
// reduced, marked, and told to whoever records.
import { policyFor } from '../config/policy';
import type { Config } from '../config/schema';
import { budgetOf, within } from '../protect/budget';
import { stripResult } from '../protect/strip';
import type { Policy } from '../protect/types';
import { idsOfArguments } from '../shared/named-ids';
import { err, ok, type Result } from '../shared/result';
import { type ToolResult, textResult } from '../shared/tool-result';
import { ASKING_ARGUMENTS, asks } from './asking/arguments';
import { type CallFacts, Trail } from './call-facts';
import type { Catalog } from './catalog';
import { countingFor } from './counted';
import { FurtherPages } from './further-pages';
import type { GatewayContext } from './gateway';
import type { Gathered } from './gather';
import { type Endpoint, endpointName, OWN_SOURCE, READ_RESULT, shownName } from './names';
import { OWN_ARGUMENTS, splitArguments, splitHandleCall, takenArguments } from './own-arguments';
import type { Reducer } from './reducer';
import { isPagingName } from './server-paging';
import type { ToolMemory } from './tool-memory';
import type {
	CallAnswer,
	JsonObject,
	OwnSource,
	SourceFault,
	ToolCall,
	ToolSource,
} from './tool-source';
import { marked } from './transient';
import { bringsHandle, isProtected, roomed, treatmentOf, variantOf, weigh } from './variant';

export interface ToolCallerPorts {
	/** The config in force for the request. */
	readonly config: Config;
	readonly reducer: Reducer;
	/** Loadline's own tools. */
	readonly own: OwnSource;
	readonly catalog: Catalog;
	readonly tools: ToolMemory;
	/** Milliseconds, for durations. */
	readonly clock: () => number;
	/** A short random id, of 8 or more letters and digits. */
	readonly newId: () => string;
	/** Learns of every call that has been answered; never throws, and nobody waits for it. */
	readonly observe: (facts: CallFacts, context: GatewayContext) => void;
}

/** Milliseconds that a definition may take after the answer has gone. */
const DEFINED_WITHIN_MS = 10_000;

/** What a source says when its tools are not those that it listed. */
export const LIST_CHANGED = 'notifications/tools/list_changed';

type Answer = Result<CallAnswer, SourceFault>;

/** The source was reached, and says that it could not do it: perhaps for want of such a tool. */
const isFailure = (answered: Answer): boolean =>
	answered.ok
		? answered.value.kind === 'result' && answered.value.result.isError === true
		: answered.error.code === 'rejected';

const answer = (result: ToolResult): Answer => ok({ kind: 'result', result });
const refusal = (text: string): Answer => answer(textResult(text, true));
const answerOrRefusal = (gone: Result<ToolResult, string>): Answer =>
	gone.ok ? answer(gone.value) : refusal(gone.error);

export class ToolCaller {
	readonly #ports: ToolCallerPorts;
	readonly #further: FurtherPages;

	constructor(ports: ToolCallerPorts) {
		this.#ports = ports;
		this.#further = new FurtherPages(ports.catalog, ports.clock);
	}

	/** A tool of a source, by the name the caller uses. */
	call(
		source: ToolSource,
		endpoint: Endpoint,
		call: ToolCall,
		context: GatewayContext,
	): Promise<Answer> {
		const tool = { endpoint: endpointName(endpoint), source: source.name, tool: call.name };
		const named = () => idsOfArguments(call.args);
		return this.#observed(
			tool,
			context,
			(trail) => this.#answer(source, endpoint, call, trail, context),
			named,
		);
	}

	/** A tool of the gateway itself, whose answers are short. */
	ownTool(name: string, context: GatewayContext, run: () => Promise<ToolResult>): Promise<Answer> {
		const tool = { endpoint: name, source: OWN_SOURCE, tool: name };
		return this.#observed(tool, context, async () => answer(await run()));
	}

	/** `read_result`, which opens the handles of every tool. */
	readResult(call: ToolCall, context: GatewayContext): Promise<Answer> {
		const tool = { endpoint: READ_RESULT, source: OWN_SOURCE, tool: READ_RESULT };
		return this.#observed(tool, context, (trail) => this.#readOn(call, trail, context));
	}

	/** Runs one call and tells what it came to. */
	async #observed(
		tool: Pick<CallFacts, 'endpoint' | 'source' | 'tool'>,
		context: GatewayContext,
		run: (trail: Trail) => Promise<Answer>,
		named?: () => readonly string[],
	): Promise<Answer> {
		const trail = new Trail(this.#ports.clock, tool);
		try {
			const answered = this.#marked(await run(trail), trail.facts, context, named);
			if (!answered.ok) trail.note({ errorCode: trail.facts.errorCode ?? answered.error.code });
			else if (answered.value.kind === 'result') {
				const { result } = answered.value;
				const { errorCode = 'tool_error' } = trail.facts;
				trail.note({ result, ...(result.isError && { errorCode }) });
			}
			return answered;
		} catch (error) {
			trail.note({ errorCode: 'internal' });
			throw error;
		} finally {
			this.#ports.observe(trail.close(), context);
		}
	}

	/** A page that `read_result` gives may leave like any; what is looked at again may not. */
	#marked(
		answered: Answer,
		facts: Omit<CallFacts, 'totalMs'>,
		{ scope }: GatewayContext,
		named: (() => readonly string[]) | undefined,
	): Answer {
		if (!answered.ok || answered.value.kind !== 'result') return answered;
		if (facts.cursorUse === 'read_result' && facts.tool !== READ_RESULT) return answered;
		const { endpoint, tool, original, report, variant } = facts;
		// The report of a shadow is of what did not go out.
		const items = variant === 'shadow' ? undefined : report?.itemCount;
		const before = original && { result: original, items };
		const { result } = answered.value;
		const sent = { endpoint, tool, scope, result, ...(named && { named }) };
		const { config, newId, own } = this.#ports;
		const isOwnTool = (name: string) => own.facts(name) !== undefined;
		return answer(marked(before ? { ...sent, original: before } : sent, config, newId, isOwnTool));
	}

	async #answer(
		source: ToolSource,
		endpoint: Endpoint,
		call: ToolCall,
		trail: Trail,
		context: GatewayContext,
	): Promise<Answer> {
		const name = endpointName(endpoint);
		const policy = roomed(this.#policy(endpoint), context);
		if (source === this.#ports.own) trail.note({ sessionArgument: call.args.session_id });
		const { strip, canBeProtected, gather: setting } = treatmentOf(this.#ports.config, name);
		const variant = variantOf(this.#ports.config, name, context);
		trail.note({ variant });
		const named = { ...call, name: endpoint.tool };
		const brought = await this.#handleIn(call.args, context);
		const takesOurs = (canBeProtected && isProtected(policy)) || bringsHandle(call.args);
		const free = takesOurs
			? await this.#freeArguments(source, endpoint.tool, call.args, context)
			: ok([]);
		if (!free.ok) return free;
		if (!free.value) return err(unknownTool(call.name));
		const { maxAnswerTokens } = this.#ports.config;
		const bounds = [free.value, policy.maxPageSize, maxAnswerTokens] as const;
		const split =
			brought === undefined
				? splitArguments(call.args, ...bounds)
				: splitHandleCall(call.args, brought, ...bounds);
		if (!split.ok) {
			trail.note({ errorCode: 'invalid_arguments' });
			return refusal(split.error);
		}
		const { cursor, view, asking, args } = split.value;
		if (cursor !== undefined) {
			const on = { cursor, view, asking, args };
			const gone = await this.#ports.reducer.goOn(on, name, trail, context);
			return answerOrRefusal(gone);
		}
		const filled = await this.#fill(args, endpoint, asking.dry === true, trail, context);
		if (!filled.ok) {
			trail.note({ errorCode: 'invalid_arguments' });
			return refusal(filled.error);
		}
		if ('preview' in filled.value) return answer(textResult(filled.value.preview));
		const answered = await this.#ask(source, { ...named, ...filled.value }, trail, context);
		if (!answered.ok || answered.value.kind !== 'result') return answered;
		// What was sent before is sent again as it was.
		if (source === this.#ports.own && this.#ports.own.facts(endpoint.tool)?.whole === 'original') {
			const report = weigh('off', answered.value.result, policy);
			trail.note(report ? { report } : {});
			return answered;
		}
		const isAsked = Object.keys(view).length > 0 || asks(asking) || split.value.gather === true;
		const isOn = variant === 'on' || isAsked;
		const canGather = isOn && isProtected(policy) && source !== this.#ports.own;
		const wantsAll = split.value.gather === true;
		const isGathered = canGather && (wantsAll || (setting && split.value.gather !== false));
		const { result: given } = answered.value;
		const { itemsPath } = policy;
		const page = { source, call: { ...named, ...filled.value }, result: given, itemsPath, setting };
		const gathered: Gathered = isGathered
			? await this.#further.gathered(page, wantsAll, trail, context)
			: { result: given, complete: true };
		const original = gathered.result;
		// Who asks for a page or for fields gets them, whichever side of a rollout they are on.
		if (!isOn) {
			const considered = variant === 'shadow' ? stripResult(original, strip) : original;
			const report = weigh(variant, considered, await countingFor(considered, view, policy));
			trail.note(report ? { report } : {});
			return answered;
		}
		const result = stripResult(original, strip);
		if (!isProtected(policy)) return answer(result);
		// What was gathered says itself how the server goes on.
		const isPage = source !== this.#ports.own && original === given;
		const after = isPage ? this.#further.after(page, context) : gathered;
		const { complete, upstream } = after;
		const outgoing = { result, endpoint: name, args, view, policy, asking, complete };
		const sent = await this.#ports.reducer.send(
			upstream ? { ...outgoing, upstream } : outgoing,
			trail,
			context,
		);
		const { report } = trail.facts;
		const size = report && { tokens: report.originalTokens, bytes: report.originalBytes };
		// What a call asked to be short says nothing of the tool.
		const isShort = isAsked || asking.tokens !== undefined;
		if (!isShort || (size && !within(size, budgetOf(policy))))
			this.#remember(source, endpoint, trail, context);
		return answer(sent);
	}

	/** The argument that brings a handle of ours, wherever a caller puts what says how to go on. */
	async #handleIn(args: JsonObject, context: GatewayContext): Promise<string | undefined> {
		for (const name of Object.keys(args)) {
			if (!isPagingName(name) || !bringsHandle({ cursor: args[name] })) continue;
			if (await this.#ports.reducer.isIssued(args[name], context)) return name;
		}
		return undefined;
	}

	/** A first answer that had to be cut is where Loadline's arguments pay the next time. */
	#remember(
		source: ToolSource,
		endpoint: Endpoint,
		{ facts: { report } }: Trail,
		context: GatewayContext,
	): void {
		const { catalog, own, tools } = this.#ports;
		if (source === own || !report || report.act === 'passthrough') return;
		tools.note(context.principal.workspace, endpointName(endpoint), async () => {
			const known = catalog.recall(source, endpoint.tool, context);
			if (known) return known;
			// The call may have ended by then.
			const signal = AbortSignal.timeout(DEFINED_WITHIN_MS);
			const asked = await catalog.definition(source, endpoint.tool, { ...context, signal });
			return asked.ok ? asked.value : undefined;
		});
	}

	/** The arguments with kept values in place of their references, or what they would come to. */
	async #fill(
		args: JsonObject,
		endpoint: Endpoint,
		isDry: boolean,
		trail: Trail,
		context: GatewayContext,
	): Promise<Result<{ readonly args: JsonObject } | { readonly preview: string }, string>> {
		const { referrer } = this.#ports.reducer;
		const referred = await referrer.resolve(args, endpointName(endpoint), context);
		if (!referred.ok) return referred;
		const shown = shownName(endpoint, context.scope);
		if (isDry) return ok({ preview: await referrer.preview(shown, referred.value) });
		if (referred.value.length === 0) return ok({ args });
		trail.note({ references: [...new Set(referred.value.flatMap(({ sources }) => sources))] });
		return ok({ args: referrer.fill(args, referred.value) });
	}

	/** `read_result`: counted where the call is counted whose result it reads on. */
	async #readOn(call: ToolCall, trail: Trail, context: GatewayContext): Promise<Answer> {
		const gone = await this.#ports.reducer.read(call.args, trail, context);
		const { endpoint } = trail.facts;
		if (endpoint !== READ_RESULT)
			trail.note({ variant: variantOf(this.#ports.config, endpoint, context) });
		return answerOrRefusal(gone);
	}

	async #ask(
		source: ToolSource,
		call: ToolCall,
		trail: Trail,
		context: GatewayContext,
	): Promise<Answer> {
		const heard = this.#hearing(source, context);
		const answered = await trail.timed(() => source.callTool(call, heard));
		if (isFailure(answered) && !(await this.#ports.catalog.lists(source, call.name, context)))
			trail.note({ errorCode: 'unknown_tool' });
		if (!answered.ok || answered.value.kind !== 'result') return answered;
		const { result, continues } = answered.value;
		trail.note({ original: result });
		if (continues !== undefined) trail.goOn(continues, 'read_result');
		return answered;
	}

	/** The context, in which a source that changes its tools while it works is asked for them anew. */
	#hearing(source: ToolSource, context: GatewayContext): GatewayContext {
		const notify: GatewayContext['notify'] = (method, params) => {
			if (method === LIST_CHANGED) this.#ports.catalog.forget(source);
			else context.notify(method, params);
		};
		return { ...context, notify };
	}

	/** Own tools that must be read whole are chunked or paged when too long, never condensed. */
	#policy(endpoint: Endpoint): Policy {
		const policy = policyFor(this.#ports.config, endpointName(endpoint));
		if (endpoint.source !== OWN_SOURCE) return policy;
		const own = asAskedFor(policy);
		const whole = this.#ports.own.facts(endpoint.tool)?.whole;
		if (whole === 'items') return { ...own, summarization: false };
		return whole === true ? { ...own, whole } : own;
	}

	/** Which of Loadline's arguments the tool leaves free. Asked for only when the call uses one. */
	async #freeArguments(
		source: ToolSource,
		tool: string,
		args: JsonObject,
		context: GatewayContext,
	): Promise<Result<ReturnType<typeof takenArguments> | undefined, SourceFault>> {
		if (source === this.#ports.own) return ok([]);
		const names = [...OWN_ARGUMENTS, ...ASKING_ARGUMENTS];
		if (!names.some((name) => Object.hasOwn(args, name))) return ok([]);
		const definition = await this.#ports.catalog.definition(source, tool, context);
		if (!definition.ok) return definition;
		return ok(definition.value && takenArguments(definition.value.inputSchema));
	}
}

/** Own tools page themselves: what a call of one gives is what it asked for. */
function asAskedFor(policy: Policy): Policy {
	const { tokenBudgetThreshold: all } = policy;
	return { ...policy, firstAnswerTokens: { list: all, object: all, text: all } };
}

/** What a caller learns of a name that no tool has. */
export const unknownTool = (name: string): SourceFault => ({
	code: 'unknown_tool',
	message: `Unknown tool: ${name.slice(0, 200)}`,
});
