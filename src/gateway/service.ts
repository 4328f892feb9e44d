// The gateway: which tool a call means, and to whom a request goes. Calls take the way of tool-caller.ts,
// searched ones that of searched-tools.ts; what is no tool that of prompts-and-resources.ts (CONTRIBUTING.md "Folders").
import { allows, lacks, type Scope } from '../auth';
import { HOSTS } from '../config';
import type { JsonObject } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import { isFailed, unknownTool } from './calling/call-arguments';
import { SearchedTools } from './calling/searched-tools';
import { type CallPorts, ToolCaller } from './calling/tool-caller';
import type { GatewayContext, PassedMethod } from './contract/gateway';
import { READ_RESULT } from './contract/names';
import {
	type Answer,
	LIST_CHANGED,
	type SourceFault,
	type ToolCall,
	type ToolDefinition,
	type ToolSource,
	type Wanted,
} from './contract/tool-source';
import { linksHere } from './listing/shared-scope';
import { ToolListing } from './listing/tool-listing';
import { CALL_TOOL, FIND_TOOLS } from './listing/tool-search';
import {
	PromptsAndResources,
	TOLD_IN_CALLS,
	unknownUpstream,
} from './resources/prompts-and-resources';

const SEARCHES: ReadonlySet<string> = new Set([FIND_TOOLS, CALL_TOOL]);

/**
 * A gateway for one request: config and sources are those the request started with. Every answer is a value: a method that
 * throws has a fault in it, and the caller learns only that.
 */
export class GatewayService {
	readonly #caller: ToolCaller;
	readonly #listing: ToolListing;
	readonly #searched: SearchedTools;
	readonly #promptsAndResources: PromptsAndResources;
	/** Calls of the process: each configuration has a gateway of its own. */
	static #begun = 0;

	constructor(private readonly ports: CallPorts) {
		this.#caller = new ToolCaller(ports);
		this.#listing = new ToolListing(ports);
		this.#searched = new SearchedTools(ports, this.#listing, this.#caller);
		this.#promptsAndResources = new PromptsAndResources(ports, this.#listing);
	}

	/**
	 * Calls a tool by the name the caller uses. Faults without `rpc` reach the model as an `isError` result with their
	 * message; `unknown_tool` becomes −32602.
	 */
	async callTool(call: ToolCall, given: GatewayContext): Promise<Answer> {
		return this.#callOf(call, this.#hosted(given));
	}

	/**
	 * The same for a caller that has compared no arguments with headers: `mirrors`, and nothing is called, where the
	 * tool, as far as it is known, has arguments that are repeated in `Mcp-Param-*` headers.
	 */
	async callPlain(call: ToolCall, given: GatewayContext): Promise<Answer | 'mirrors'> {
		const context = this.#hosted(given);
		const { catalog } = this.ports;
		return catalog.hasMirroring && this.#listing.mirrors(call.name, context)
			? 'mirrors'
			: this.#callOf(call, context);
	}

	async #callOf(call: ToolCall, given: GatewayContext): Promise<Answer> {
		const context = { ...given, order: GatewayService.#begun++ };
		const isSearch = SEARCHES.has(call.name) && this.#searched.has(call.name, context);
		let answered = isSearch
			? await this.#searched.call(call, context, (meant, scoped) => this.#call(meant, scoped))
			: await this.#call(call, context);
		if (!isSearch && isFailed(answered))
			answered = await this.#searched.told(answered, call.name, context);
		// Others hear of it where they listen.
		if (context.era === TOLD_IN_CALLS && this.ports.tools.isNews(context))
			context.notify(LIST_CHANGED, {});
		return answered;
	}

	async #call(call: ToolCall, context: GatewayContext): Promise<Answer> {
		// Asked only where it matters: most callers may call anything.
		if (!allows(context.principal, 'mcp:use')) {
			const needed = await this.#listing.scopeOf(call.name, context);
			const message = lacks(`The tool ${call.name.slice(0, 200)}`, needed);
			if (!allows(context.principal, needed)) return err({ code: 'rejected', message });
		}
		const endpoint = await this.#listing.endpoint(call.name, context);
		const source = endpoint && this.#listing.source(endpoint.source);
		if (call.name === READ_RESULT && !(await this.#isTheirs(source, call, context)))
			return this.#caller.readResult(call, context);
		if (!endpoint || !source) return err(unknownTool(call.name));
		const { upstream, toolsets } = context.scope;
		if (source === this.ports.own) {
			const { first, toolset } = this.ports.own.facts(endpoint.tool) ?? {};
			const isInScope = toolset && upstream === undefined && (toolsets?.includes(toolset) ?? true);
			if (!isInScope) return err(unknownTool(call.name));
			const answered = await this.#caller.call(source, endpoint, call, context);
			if (first) await this.ports.tools.begun(context.principal.workspace, toolset);
			return answered;
		}
		const answered = await this.#caller.call(source, endpoint, call, context);
		if (upstream !== undefined || !answered.ok || answered.value.kind !== 'result') return answered;
		const { result } = answered.value;
		for (const { type } of result.content)
			if (type === 'resource_link')
				return ok({ ...answered.value, result: linksHere(source.name, result) });
		return answered;
	}

	/** An upstream's own `read_result`, on its endpoint, goes first; but a handle that Loadline gave opens only here. */
	async #isTheirs(source: ToolSource | undefined, { args }: ToolCall, context: GatewayContext) {
		const { catalog, own, protector } = this.ports;
		if (!source || source === own || (await protector.isIssued(args.handle, context))) return false;
		const theirs = await catalog.definition(source, READ_RESULT, context);
		return theirs.ok && theirs.value !== undefined;
	}

	/** The context with what the caller's host takes: of an answer, and of a tool's name. */
	#hosted(context: GatewayContext): GatewayContext {
		const choice = context.host ?? this.ports.config.host;
		if (choice === undefined || choice === 'none') return context;
		const { room, longestName, listsOnce = false } = HOSTS[choice];
		return { ...context, scope: { ...context.scope, longestName }, room, listsOnce };
	}

	/** The scope that a call takes; `callTool` refuses a caller without it. */
	async scopeOf(call: Pick<ToolCall, 'name' | 'args'>, given: GatewayContext): Promise<Scope> {
		const context = this.#hosted(given);
		return this.#listing.scopeOf(this.#searched.meant(call, context), context);
	}

	/**
	 * The tools of the scope as advertised: names as the caller uses them, order stable. A page of them, from a place
	 * counted from 0; one that is not full is the last.
	 */
	async listTools(
		given: GatewayContext,
		from = 0,
	): Promise<Result<readonly ToolDefinition[], SourceFault>> {
		const context = this.#hosted(given);
		const { upstream } = context.scope;
		if (upstream !== undefined && !this.#listing.source(upstream))
			return err(unknownUpstream(upstream));
		return this.#listing.list(context, from);
	}

	/**
	 * A tool as `listTools` shows it, as far as it is known without asking anyone; null otherwise.
	 * Used to check `Mcp-Param-*` headers and to shape structured content for legacy callers.
	 */
	async knownTool(name: string, given: GatewayContext): Promise<ToolDefinition | null> {
		return this.#listing.known(name, this.#hosted(given));
	}

	/**
	 * Description of the scope. Whatever stands in `capabilities` is advertised as it is, so
	 * `listChanged` and `subscribe` belong in it only where the notifications really arrive.
	 * `completions`, `prompts` and `resources` decide which requests exist at all. `tools` is implied.
	 */
	declared(context: GatewayContext) {
		return this.#promptsAndResources.declared(context);
	}

	/** Any other request; `params` without `_meta`, which is in the context. */
	request(method: PassedMethod, params: JsonObject, given: GatewayContext) {
		return this.#promptsAndResources.request(method, params, this.#hosted(given));
	}

	/** Passes on by `notify` what the scope's upstream says without being asked, until the signal. */
	listen(wanted: Wanted, context: GatewayContext): Promise<void> {
		return this.#promptsAndResources.listen(wanted, context);
	}

	/** Ends what the scope's upstreams remember of the caller's conversation; never rejects. */
	endConversation(context: GatewayContext): Promise<void> {
		return this.#promptsAndResources.endConversation(context);
	}
}

/** The gateway as protocol adapters see it. */
export type Gateway = Pick<GatewayService, keyof GatewayService>;
