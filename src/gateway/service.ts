// The gateway: names the tool, opens a handle or calls the tool's source, lets protect decide
// what is sent, keeps the rest behind handles (CONTRIBUTING.md "Folders").

import { policyFor } from '../config/policy';
import type { Config } from '../config/schema';
import { stripResult } from '../protect/strip';
import type { NextCall, Policy } from '../protect/types';
import { err, ok, type Result } from '../shared/result';
import { type ToolResult, textResult } from '../shared/tool-result';
import { type CallFacts, Trail } from './call-facts';
import { advertised, type Catalog } from './catalog';
import type { Gateway, GatewayContext, PassedMethod } from './gateway';
import {
	type Endpoint,
	endpointName,
	endpointOf,
	OWN_SOURCE,
	READ_RESULT,
	shownName,
} from './names';
import { freeArguments, OWN_ARGUMENTS, splitArguments } from './own-arguments';
import { readResultDefinition } from './read-result';
import type { Reducer } from './reducer';
import { blocksToContents, contentsToResult, isTextual } from './resource-result';
import type {
	CallAnswer,
	JsonObject,
	OwnSource,
	SourceFault,
	ToolCall,
	ToolDefinition,
	ToolSource,
} from './tool-source';
import { marked } from './transient';
import { bringsHandle, isProtected, treatmentOf, variantOf, weigh } from './variant';

export interface GatewayPorts {
	/** The config in force for the request. */
	readonly config: Config;
	readonly reducer: Reducer;
	/** The sources of the request's workspace, in order. */
	readonly sources: readonly ToolSource[];
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

const answer = (result: ToolResult): Answer => ok({ kind: 'result', result });
const refusal = (text: string): Answer => answer(textResult(text, true));
const answerOrRefusal = (gone: Result<ToolResult, string>): Answer =>
	gone.ok ? answer(gone.value) : refusal(gone.error);

/** A gateway for one request: config and sources are those the request started with. */
export class GatewayService implements Gateway {
	readonly #ports: GatewayPorts;

	constructor(ports: GatewayPorts) {
		this.#ports = ports;
	}

	async capabilities(context: GatewayContext): Promise<Result<JsonObject, SourceFault>> {
		const { upstream } = context.scope;
		if (upstream === undefined) return ok(TOOLS_ONLY);
		const source = this.#source(upstream);
		if (!source) return err(unknownUpstream(upstream));
		if (!source.capabilities) return ok(TOOLS_ONLY);
		const declared = await source.capabilities(context);
		return declared.ok ? ok(withoutListChanges(declared.value)) : declared;
	}

	async listTools(
		context: GatewayContext,
	): Promise<Result<readonly ToolDefinition[], SourceFault>> {
		const { upstream, toolsets } = context.scope;
		if (upstream !== undefined && !this.#source(upstream)) return err(unknownUpstream(upstream));
		const wanted = (name: string) => upstream !== undefined || !toolsets || toolsets.includes(name);
		const sources = wanted('upstreams')
			? this.#ports.sources.filter(({ name }) => upstream === undefined || name === upstream)
			: [];
		const lists = await Promise.all(
			sources.map(async (source) => {
				const listed = await this.#list(source, context);
				return listed.map((tool) => this.#advertised(tool, source, context));
			}),
		);
		const own = upstream === undefined ? await this.#ownTools(wanted, context) : [];
		const tools = [...own, ...lists.flat()];
		const isTaken = tools.some(({ name }) => name === READ_RESULT);
		if (wanted('results') && !isTaken) tools.push(this.#readResult());
		return ok(tools);
	}

	async knownTool(name: string, context: GatewayContext): Promise<ToolDefinition | null> {
		if (name === READ_RESULT) return this.#readResult();
		const endpoint = endpointOf(name, context.scope);
		const source = endpoint && this.#source(endpoint.source);
		const tool = source && this.#ports.catalog.recall(source, endpoint.tool, context);
		return tool ? this.#advertised(tool, source, context) : null;
	}

	async callTool(call: ToolCall, context: GatewayContext): Promise<Answer> {
		const endpoint = endpointOf(call.name, context.scope);
		const source = endpoint && this.#source(endpoint.source);
		if (call.name === READ_RESULT && !(source && this.#hasOwnReadResult(source, context))) {
			const tool = { endpoint: READ_RESULT, source: OWN_SOURCE, tool: READ_RESULT };
			return this.#observed(tool, context, (trail) => this.#readOn(call, trail, context));
		}
		if (!endpoint || !source || !this.#isInScope(endpoint, context))
			return err(unknownTool(call.name));
		const tool = { endpoint: endpointName(endpoint), source: source.name, tool: call.name };
		return this.#observed(tool, context, (trail) =>
			this.#call(source, endpoint, call, trail, context),
		);
	}

	async request(
		method: PassedMethod,
		params: JsonObject,
		context: GatewayContext,
	): Promise<Result<JsonObject, SourceFault>> {
		const { upstream } = context.scope;
		const source = upstream === undefined ? undefined : this.#source(upstream);
		if (!source?.request)
			return err({ code: 'unknown_method', message: `${method} is not offered here.` });
		const answered = await source.request(method, params, context);
		if (isSubscription(method) && isUnknownMethod(answered)) return ok({});
		if (!answered.ok || method !== 'resources/read') return answered;
		return ok(await this.#protectResource(answered.value, source, context));
	}

	/** Runs one call and tells what it came to. */
	async #observed(
		tool: Pick<CallFacts, 'endpoint' | 'source' | 'tool'>,
		context: GatewayContext,
		run: (trail: Trail) => Promise<Answer>,
	): Promise<Answer> {
		const trail = new Trail(this.#ports.clock, tool);
		try {
			const answered = this.#marked(await run(trail), trail.facts, context);
			if (!answered.ok) trail.note({ errorCode: answered.error.code });
			else if (answered.value.kind === 'result') {
				const { result } = answered.value;
				trail.note({ result, ...(result.isError && { errorCode: 'tool_error' }) });
			}
			return answered;
		} catch (error) {
			trail.note({ errorCode: 'internal' });
			throw error;
		} finally {
			this.#ports.observe(trail.close(), context);
		}
	}

	/** What `read_result` gives is marked nowhere: it belongs to a result that was. */
	#marked(answered: Answer, facts: Omit<CallFacts, 'totalMs'>, { scope }: GatewayContext): Answer {
		if (!answered.ok || answered.value.kind !== 'result') return answered;
		if (facts.cursorUse === 'read_result') return answered;
		const { endpoint, tool, original, report, variant } = facts;
		// The report of a shadow is of what did not go out.
		const items = variant === 'shadow' ? undefined : report?.itemCount;
		const before = original && { result: original, items };
		const sent = { endpoint, tool, scope, result: answered.value.result };
		const { config, newId } = this.#ports;
		return answer(marked(before ? { ...sent, original: before } : sent, config, newId));
	}

	async #call(
		source: ToolSource,
		endpoint: Endpoint,
		call: ToolCall,
		trail: Trail,
		context: GatewayContext,
	): Promise<Answer> {
		const name = endpointName(endpoint);
		const policy = this.#policy(endpoint);
		if (source === this.#ports.own) trail.note({ sessionArgument: call.args.session_id });
		const { strip, isOffered } = treatmentOf(this.#ports.config, name);
		const variant = variantOf(this.#ports.config, name, context);
		trail.note({ variant });
		const named = { ...call, name: endpoint.tool };
		const takesOurs = (isOffered && isProtected(policy)) || bringsHandle(call.args);
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
		if (answered.ok && answered.value.kind === 'result')
			trail.note({ original: answered.value.result });
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

	#isInScope({ source, tool }: Endpoint, { scope }: GatewayContext): boolean {
		const { toolsets, upstream } = scope;
		if (source !== OWN_SOURCE) return true;
		const facts = this.#ports.own.facts(tool);
		if (!facts || upstream !== undefined) return false;
		return !toolsets || toolsets.includes(facts.toolset);
	}

	/** Own tools take no arguments but their own, and are listed as they are. */
	async #ownTools(
		wanted: (toolset: string) => boolean,
		context: GatewayContext,
	): Promise<readonly ToolDefinition[]> {
		const { own } = this.#ports;
		const listed = await own.listTools(context);
		if (!listed.ok) return [];
		return listed.value.filter(({ name }) => {
			const facts = own.facts(name);
			return facts !== undefined && wanted(facts.toolset);
		});
	}

	/** An over-budget text resource gives its first chunk, and a handle for `read_result`. */
	async #protectResource(
		read: JsonObject,
		source: ToolSource,
		context: GatewayContext,
	): Promise<JsonObject> {
		const contents = read.contents;
		if (!Array.isArray(contents) || !contents.some(isTextual)) return read;
		const name = endpointName({ source: source.name, tool: 'resources/read' });
		const { policy } = treatmentOf(this.#ports.config, name);
		const isOn = variantOf(this.#ports.config, name, context) === 'on';
		if (!isOn || !isProtected(policy)) return read;
		const next: NextCall = { tool: READ_RESULT, argument: 'handle' };
		const trail = new Trail(this.#ports.clock, {
			endpoint: name,
			source: source.name,
			tool: 'resources/read',
		});
		const result = contentsToResult(contents);
		const outgoing = { result, endpoint: name, args: {}, view: {}, next, policy };
		const { content } = await this.#ports.reducer.send(outgoing, trail, context);
		if (trail.close().report?.act === 'passthrough') return read;
		return { ...read, contents: blocksToContents(content, contents) };
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

	/** One upstream alone may take its time; among others it may not. */
	async #list(source: ToolSource, context: GatewayContext): Promise<readonly ToolDefinition[]> {
		const { catalog } = this.#ports;
		if (context.scope.upstream === undefined) return catalog.listAmongOthers(source, context);
		const listed = await catalog.list(source, context);
		return listed.ok ? listed.value : [];
	}

	#source(name: string): ToolSource | undefined {
		const { own, sources } = this.#ports;
		return name === OWN_SOURCE ? own : sources.find((source) => source.name === name);
	}

	#hasOwnReadResult(source: ToolSource, context: GatewayContext): boolean {
		return this.#ports.catalog.recall(source, READ_RESULT, context) !== undefined;
	}

	#advertised(tool: ToolDefinition, source: ToolSource, context: GatewayContext): ToolDefinition {
		const endpoint = { source: source.name, tool: tool.name };
		const treatment = treatmentOf(this.#ports.config, endpointName(endpoint));
		return advertised(tool, endpoint, treatment, context);
	}

	#readResult(): ToolDefinition {
		return readResultDefinition(this.#ports.config.maxPageSize);
	}
}

const isSubscription = (method: PassedMethod): boolean =>
	method === 'resources/subscribe' || method === 'resources/unsubscribe';

/** A server of 2026-07-28 has no subscriptions by request; an older client's is acknowledged. */
const isUnknownMethod = (answered: Result<unknown, SourceFault>): boolean =>
	!answered.ok &&
	(answered.error.code === 'unknown_method' || answered.error.rpc?.code === -32_601);

const TOOLS_ONLY: JsonObject = { tools: { listChanged: false } };

/** Changes of lists are not pushed through the gateway: what cannot arrive is not promised. */
function withoutListChanges(capabilities: JsonObject): JsonObject {
	const kept = Object.entries(capabilities).map(([name, value]) => {
		if (typeof value !== 'object' || value === null) return [name, value];
		return [name, 'listChanged' in value ? { ...value, listChanged: false } : value];
	});
	return { ...Object.fromEntries(kept), ...TOOLS_ONLY };
}

const unknownTool = (name: string): SourceFault => ({
	code: 'unknown_tool',
	message: `Unknown tool: ${name.slice(0, 200)}`,
});

const unknownUpstream = (name: string): SourceFault => ({
	code: 'rejected',
	message: `Unknown upstream: ${name.slice(0, 60)}`,
	rpc: { code: -32_602, message: `Unknown upstream: ${name.slice(0, 60)}` },
});
