// The gateway: which tool a call means, searched ones among them, and to whom a request goes. Calls take
// the way of tool-caller.ts; what is no tool that of beside-tools.ts (CONTRIBUTING.md "Folders").
import { allows, lacks, type Scope } from '../auth/scopes';
import { hostFor } from '../config/hosts';
import { err, ok, type Result } from '../shared/result';
import { textResult } from '../shared/tool-result';
import { BesideTools, unknownUpstream } from './beside-tools';
import { unknownTool } from './call-arguments';
import type { Gateway, GatewayContext, PassedMethod } from './gateway';
import { type Endpoint, OWN_SOURCE, READ_RESULT } from './names';
import { linksHere } from './shared-scope';
import { ToolCaller, type ToolCallerPorts } from './tool-caller';
import { ToolListing, type ToolListingPorts } from './tool-listing';
import {
	argumentFault,
	CALL_TOOL,
	FIND_TOOLS,
	findCall,
	schemaNote,
	wrappedCall,
} from './tool-search';
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

export interface GatewayPorts extends ToolCallerPorts, ToolListingPorts {}

/** A gateway for one request: config and sources are those the request started with. */
export class GatewayService implements Gateway {
	readonly #ports: GatewayPorts;
	readonly #caller: ToolCaller;
	readonly #listing: ToolListing;
	readonly #beside: BesideTools;

	constructor(ports: GatewayPorts) {
		this.#ports = ports;
		this.#caller = new ToolCaller(ports);
		this.#listing = new ToolListing(ports);
		this.#beside = new BesideTools(ports, (name) => this.#listing.source(name));
	}

	declared(context: GatewayContext): Promise<Result<Declared, SourceFault>> {
		return this.#beside.declared(context);
	}

	request(
		method: PassedMethod,
		params: JsonObject,
		given: GatewayContext,
	): Promise<Result<JsonObject, SourceFault>> {
		return this.#beside.request(method, params, this.#hosted(given));
	}

	listen(wanted: Wanted, context: GatewayContext): Promise<void> {
		return this.#beside.listen(wanted, context);
	}

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

	async knownTool(name: string, given: GatewayContext): Promise<ToolDefinition | null> {
		return this.#listing.known(name, this.#hosted(given));
	}

	async callTool(call: ToolCall, given: GatewayContext): Promise<Result<CallAnswer, SourceFault>> {
		const context = this.#hosted(given);
		if (!this.#isSearchTool(call.name, context)) return this.#call(call, context);
		return call.name === FIND_TOOLS ? this.#find(call, context) : this.#callFound(call, context);
	}

	async scopeOf(
		{ name, args }: Pick<ToolCall, 'name' | 'args'>,
		given: GatewayContext,
	): Promise<Scope> {
		const context = this.#hosted(given);
		const isWrapped = name === CALL_TOOL && this.#isSearchTool(name, context);
		const wrapped = isWrapped ? wrappedCall(args) : undefined;
		return this.#listing.scopeOf(wrapped?.ok ? wrapped.value.name : name, context);
	}

	async #call(call: ToolCall, context: GatewayContext): Promise<Result<CallAnswer, SourceFault>> {
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
		if (!endpoint || !source || !this.#isInScope(endpoint, context))
			return err(unknownTool(call.name));
		const answered = await this.#caller.call(source, endpoint, call, context);
		const isShared = context.scope.upstream === undefined && source !== this.#ports.own;
		if (!isShared || !answered.ok || answered.value.kind !== 'result') return answered;
		const { result } = answered.value;
		const content = linksHere(source.name, result.content);
		return content === result.content
			? answered
			: ok({ ...answered.value, result: { ...result, content } });
	}

	/** On an upstream's own endpoint its tools go before, unless tools are searched there. */
	#isSearchTool(name: string, context: GatewayContext): boolean {
		const isOne = name === FIND_TOOLS || name === CALL_TOOL;
		return isOne && (context.scope.upstream === undefined || this.#listing.isSearched(context));
	}

	async #find({ args }: ToolCall, context: GatewayContext) {
		return this.#caller.ownTool({ name: FIND_TOOLS, args }, context, async () => {
			const call = findCall(args);
			return call.ok ? this.#listing.find(call.value, context) : textResult(call.error, true);
		});
	}

	/** A call like any other, under the real name; an error that the arguments explain shows the schema. */
	async #callFound(
		call: ToolCall,
		context: GatewayContext,
	): Promise<Result<CallAnswer, SourceFault>> {
		const refused = (text: string) =>
			this.#caller.ownTool({ name: CALL_TOOL, args: call.args }, context, async () =>
				textResult(text, true),
			);
		const wrapped = wrappedCall(call.args);
		if (!wrapped.ok) return refused(wrapped.error);
		const { name, args } = wrapped.value;
		if (name === CALL_TOOL) return refused('name: call_tool cannot call itself. Name the tool.');
		if (name === FIND_TOOLS) return this.#find({ name, args }, context);
		const scope = { ...context.scope, through: CALL_TOOL };
		const answered = await this.#call({ ...call, name, args }, { ...context, scope });
		const isFailed = answered.ok
			? answered.value.kind === 'result' && answered.value.result.isError === true
			: answered.error.code === 'rejected' || answered.error.code === 'unknown_tool';
		if (!isFailed) return answered;
		if (!(await this.#isListed(name, context))) {
			const close = (await this.#listing.search(name, context)).slice(0, 3);
			const names = close.map((tool) => tool.name).join(', ');
			return refused(
				`Unknown tool: ${name.slice(0, 200)}.${names && ` The closest are ${names}.`} find_tools {"query":"…"} searches them.`,
			);
		}
		return this.#withSchema(answered, name, args, context);
	}

	async #isListed(name: string, context: GatewayContext): Promise<boolean> {
		const endpoint = await this.#listing.endpoint(name, context);
		const source = endpoint && this.#listing.source(endpoint.source);
		if (!endpoint || !source) return name === READ_RESULT;
		if (source === this.#ports.own)
			return this.#ports.own.facts(endpoint.tool) !== undefined || name === READ_RESULT;
		return this.#ports.catalog.lists(source, endpoint.tool, context);
	}

	#withSchema(
		answered: Result<CallAnswer, SourceFault>,
		name: string,
		args: JsonObject,
		context: GatewayContext,
	): Result<CallAnswer, SourceFault> {
		const definition = this.#listing.known(name, context);
		const fault = definition && argumentFault(args, definition);
		if (!definition || fault === undefined || fault === null) return answered;
		const note = schemaNote(name, fault, definition);
		if (!answered.ok)
			return ok({ kind: 'result', result: textResult(`${answered.error.message} ${note}`, true) });
		if (answered.value.kind !== 'result') return answered;
		const { result } = answered.value;
		const content = [...result.content, { type: 'text', text: note } as const];
		return ok({ ...answered.value, result: { ...result, content } });
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

	/** The context with what the caller's host takes: of an answer, and of a tool's name. */
	#hosted(context: GatewayContext): GatewayContext {
		const host = hostFor(context.host, this.#ports.config.host);
		if (!host) return context;
		const { room, longestName } = host;
		const scope = { ...context.scope, ...(longestName !== undefined && { longestName }) };
		return { ...context, scope, room };
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
		const { catalog, own, protector } = this.#ports;
		if (!source || source === own || (await protector.isIssued(args.handle, context))) return false;
		const theirs = await catalog.definition(source, READ_RESULT, context);
		return theirs.ok && theirs.value !== undefined;
	}
}
