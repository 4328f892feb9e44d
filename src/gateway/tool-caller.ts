// The way of one tool call: asked of its source or read on from a handle, treated as config says,
// reduced, marked, and told to whoever records.
import { policyFor } from '../config/policy';
import type { Config } from '../config/schema';
import { stripResult } from '../protect/strip';
import type { NextCall, Policy } from '../protect/types';
import { idsOfArguments } from '../shared/named-ids';
import { err, ok, type Result } from '../shared/result';
import { type ToolResult, textResult } from '../shared/tool-result';
import { type CallFacts, Trail } from './call-facts';
import type { Catalog } from './catalog';
import type { GatewayContext } from './gateway';
import { type Endpoint, endpointName, OWN_SOURCE, READ_RESULT, shownName } from './names';
import { freeArguments, OWN_ARGUMENTS, splitArguments } from './own-arguments';
import type { Reducer } from './reducer';
import type {
	CallAnswer,
	JsonObject,
	OwnSource,
	SourceFault,
	ToolCall,
	ToolSource,
} from './tool-source';
import { marked } from './transient';
import { bringsHandle, isProtected, treatmentOf, variantOf, weigh } from './variant';

export interface ToolCallerPorts {
	/** The config in force for the request. */
	readonly config: Config;
	readonly reducer: Reducer;
	/** Loadline's own tools. */
	readonly own: OwnSource;
	readonly catalog: Catalog;
	/** Milliseconds, for durations. */
	readonly clock: () => number;
	/** A short random id, of 8 or more letters and digits. */
	readonly newId: () => string;
	/** Learns of every call that has been answered; never throws, and nobody waits for it. */
	readonly observe: (facts: CallFacts, context: GatewayContext) => void;
}

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

	constructor(ports: ToolCallerPorts) {
		this.#ports = ports;
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
		const policy = this.#policy(endpoint);
		if (source === this.#ports.own) trail.note({ sessionArgument: call.args.session_id });
		const { strip, canBeProtected } = treatmentOf(this.#ports.config, name);
		const variant = variantOf(this.#ports.config, name, context);
		trail.note({ variant });
		const named = { ...call, name: endpoint.tool };
		const takesOurs = (canBeProtected && isProtected(policy)) || bringsHandle(call.args);
		const free = takesOurs
			? await this.#freeArguments(source, endpoint.tool, call.args, context)
			: ok([]);
		if (!free.ok) return free;
		if (!free.value) return err(unknownTool(call.name));
		const split = splitArguments(call.args, free.value, policy.maxPageSize);
		if (!split.ok) {
			trail.note({ errorCode: 'invalid_arguments' });
			return refusal(split.error);
		}
		const { cursor, view, args } = split.value;
		if (cursor !== undefined) {
			const gone = await this.#ports.reducer.goOn({ cursor, view, args }, name, trail, context);
			return answerOrRefusal(gone);
		}
		const answered = await this.#ask(source, { ...named, args }, trail, context);
		if (!answered.ok || answered.value.kind !== 'result') return answered;
		const original = answered.value.result;
		const next = this.#nextCall(source, endpoint, shownName(endpoint, context.scope), context);
		// What was sent before is sent again as it was.
		if (source === this.#ports.own && this.#ports.own.facts(endpoint.tool)?.whole === 'original') {
			const report = weigh('off', original, next, policy);
			trail.note(report ? { report } : {});
			return answered;
		}
		// Who asks for a page or for fields gets them, whichever side of a rollout they are on.
		if (variant !== 'on' && Object.keys(view).length === 0) {
			const considered = variant === 'shadow' ? stripResult(original, strip) : original;
			const report = weigh(variant, considered, next, policy);
			trail.note(report ? { report } : {});
			return answered;
		}
		const result = stripResult(original, strip);
		if (!isProtected(policy)) return answer(result);
		const outgoing = { result, endpoint: name, args, view, next, policy };
		return answer(await this.#ports.reducer.send(outgoing, trail, context));
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
		const answered = await trail.timed(() => source.callTool(call, context));
		if (isFailure(answered) && !(await this.#ports.catalog.lists(source, call.name, context)))
			trail.note({ errorCode: 'unknown_tool' });
		if (!answered.ok || answered.value.kind !== 'result') return answered;
		const { result, continues } = answered.value;
		trail.note({ original: result });
		if (continues !== undefined) trail.goOn(continues, 'read_result');
		return answered;
	}

	/** Own tools that must be read whole are chunked or paged when too long, never condensed. */
	#policy(endpoint: Endpoint): Policy {
		const policy = policyFor(this.#ports.config, endpointName(endpoint));
		if (endpoint.source !== OWN_SOURCE) return policy;
		const whole = this.#ports.own.facts(endpoint.tool)?.whole;
		if (whole === 'items') return { ...policy, summarization: false };
		return whole === true ? { ...policy, whole } : policy;
	}

	/** Which of Loadline's arguments the tool leaves free. Asked for only when the call uses one. */
	async #freeArguments(
		source: ToolSource,
		tool: string,
		args: JsonObject,
		context: GatewayContext,
	): Promise<Result<ReturnType<typeof freeArguments> | undefined, SourceFault>> {
		if (source === this.#ports.own) return ok([]);
		if (!OWN_ARGUMENTS.some((name) => Object.hasOwn(args, name))) return ok([]);
		const definition = await this.#ports.catalog.definition(source, tool, context);
		if (!definition.ok) return definition;
		return ok(definition.value && freeArguments(definition.value.inputSchema));
	}

	/** A tool with a `cursor` or `fields` of its own is continued through `read_result`. */
	#nextCall(
		source: ToolSource,
		{ tool }: Endpoint,
		name: string,
		context: GatewayContext,
	): NextCall {
		if (source === this.#ports.own) return { tool: READ_RESULT, argument: 'handle' };
		const known = this.#ports.catalog.recall(source, tool, context);
		const free = known ? freeArguments(known.inputSchema) : OWN_ARGUMENTS;
		return free.includes('cursor') && free.includes('fields')
			? { tool: name, argument: 'cursor' }
			: { tool: READ_RESULT, argument: 'handle' };
	}
}

/** What a caller learns of a name that no tool has. */
export const unknownTool = (name: string): SourceFault => ({
	code: 'unknown_tool',
	message: `Unknown tool: ${name.slice(0, 200)}`,
});
