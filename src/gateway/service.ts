// The gateway: what a scope offers, and to whom a request goes. Calls of tools take the way of
// tool-caller.ts (CONTRIBUTING.md "Folders").
import type { NextCall } from '../protect/types';
import { err, ok, type Result } from '../shared/result';
import { Trail } from './call-facts';
import { crossing, TOOLS_ONLY } from './capabilities';
import { advertised } from './catalog';
import type { Gateway, GatewayContext, PassedMethod } from './gateway';
import { type Endpoint, endpointName, endpointOf, OWN_SOURCE, READ_RESULT } from './names';
import { readResultDefinition } from './read-result';
import { blocksToContents, contentsToResult, isTextual } from './resource-result';
import { ToolCaller, type ToolCallerPorts, unknownTool } from './tool-caller';
import type {
	CallAnswer,
	Declared,
	JsonObject,
	SourceFault,
	ToolCall,
	ToolDefinition,
	ToolSource,
	Wanted,
} from './tool-source';
import { isProtected, treatmentOf, variantOf } from './variant';

export interface GatewayPorts extends ToolCallerPorts {
	/** The sources of the request's workspace, in order. */
	readonly sources: readonly ToolSource[];
}

/** A gateway for one request: config and sources are those the request started with. */
export class GatewayService implements Gateway {
	readonly #ports: GatewayPorts;
	readonly #caller: ToolCaller;

	constructor(ports: GatewayPorts) {
		this.#ports = ports;
		this.#caller = new ToolCaller(ports);
	}

	async declared(context: GatewayContext): Promise<Result<Declared, SourceFault>> {
		const { upstream } = context.scope;
		if (upstream === undefined) return ok({ capabilities: TOOLS_ONLY });
		const source = this.#source(upstream);
		if (!source) return err(unknownUpstream(upstream));
		if (!source.declared) return ok({ capabilities: TOOLS_ONLY });
		const declared = await source.declared(context);
		if (!declared.ok) return declared;
		const { capabilities, pushes = false, ...rest } = declared.value;
		const hears = pushes && context.canListen === true;
		return ok({ ...rest, capabilities: crossing(capabilities, hears) });
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
		const endpoint = endpointOf(name, context.scope);
		const source = endpoint && this.#source(endpoint.source);
		const tool = source && this.#ports.catalog.recall(source, endpoint.tool, context);
		if (tool) return this.#advertised(tool, source, context);
		return name === READ_RESULT ? this.#readResult() : null;
	}

	async callTool(
		call: ToolCall,
		context: GatewayContext,
	): Promise<Result<CallAnswer, SourceFault>> {
		const endpoint = endpointOf(call.name, context.scope);
		const source = endpoint && this.#source(endpoint.source);
		if (call.name === READ_RESULT && !(await this.#isTheirs(source, call, context)))
			return this.#caller.readResult(call, context);
		if (!endpoint || !source || !this.#isInScope(endpoint, context))
			return err(unknownTool(call.name));
		return this.#caller.call(source, endpoint, call, context);
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
		if (!answered.ok || method !== 'resources/read') return answered;
		return ok(await this.#protectResource(answered.value, source, context));
	}

	async listen(wanted: Wanted, context: GatewayContext): Promise<void> {
		const { upstream } = context.scope;
		const source = upstream === undefined ? undefined : this.#source(upstream);
		await source?.listen?.(wanted, context);
	}

	async endConversation(context: GatewayContext): Promise<void> {
		const { upstream } = context.scope;
		const ending = this.#ports.sources
			.filter(({ name }) => upstream === undefined || name === upstream)
			.map((source) => source.endConversation?.(context));
		await Promise.allSettled(ending);
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

	/**
	 * An upstream's own `read_result`, on its own endpoint, goes before Loadline's. A handle that
	 * Loadline gave this caller is still Loadline's: nothing else there could open it.
	 */
	async #isTheirs(
		source: ToolSource | undefined,
		{ args }: ToolCall,
		context: GatewayContext,
	): Promise<boolean> {
		const { catalog, own, reducer } = this.#ports;
		if (!source || source === own || (await reducer.isIssued(args.handle, context))) return false;
		const theirs = await catalog.definition(source, READ_RESULT, context);
		return theirs.ok && theirs.value !== undefined;
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

const unknownUpstream = (name: string): SourceFault => ({
	code: 'rejected',
	message: `Unknown upstream: ${name.slice(0, 60)}`,
	rpc: { code: -32_602, message: `Unknown upstream: ${name.slice(0, 60)}` },
});
