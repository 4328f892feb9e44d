// The gateway: names the tool, opens a handle or calls the tool's source, lets protect decide
// what is sent, keeps the rest behind handles (CONTRIBUTING.md "Folders").

import { policyFor, settingsFor } from '../config/policy';
import type { Config } from '../config/schema';
import { protect } from '../protect/protect';
import { read } from '../protect/read';
import type { NextCall, Outcome, Policy } from '../protect/types';
import { err, ok, type Result } from '../shared/result';
import { type ToolResult, textResult } from '../shared/tool-result';
import { digestArguments, type Sha256 } from './arguments-digest';
import { advertised, type Catalog, isProtected } from './catalog';
import type { Gateway, GatewayContext, PassedMethod } from './gateway';
import {
	type Endpoint,
	endpointName,
	endpointOf,
	READ_RESULT,
	shownFullName,
	shownName,
} from './names';
import { freeArguments, OWN_ARGUMENTS, type SplitCall, splitArguments } from './own-arguments';
import { readResultCall, readResultDefinition } from './read-result';
import { blocksToContents, contentsToResult, isTextual } from './resource-result';
import type { Opened, Shelf, Timing } from './shelf';
import type {
	CallAnswer,
	JsonObject,
	SourceFault,
	ToolCall,
	ToolDefinition,
	ToolSource,
} from './tool-source';

export interface GatewayPorts {
	/** The config in force for the request. */
	readonly config: Config;
	/** The sources of the request's workspace, in order. */
	readonly sources: readonly ToolSource[];
	readonly catalog: Catalog;
	readonly shelf: Shelf;
	readonly sha256: Sha256;
	/** Seconds since the epoch. */
	readonly now: () => number;
}

type Answer = Result<CallAnswer, SourceFault>;

const answer = (result: ToolResult): Answer => ok({ kind: 'result', result });
const refusal = (text: string): Answer => answer(textResult(text, true));

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
		const tools = lists.flat();
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
		if (call.name === READ_RESULT && !(source && this.#hasOwnReadResult(source, context)))
			return this.#read(call, context);
		if (!endpoint || !source) return err(unknownTool(call.name));
		const name = endpointName(endpoint);
		const policy = policyFor(this.#ports.config, name);
		if (!isProtected(policy)) return source.callTool({ ...call, name: endpoint.tool }, context);
		const free = await this.#freeArguments(source, endpoint.tool, call.args, context);
		if (!free.ok) return free;
		if (!free.value) return err(unknownTool(call.name));
		const split = splitArguments(call.args, free.value, policy.maxPageSize);
		if (!split.ok) return refusal(split.error);
		if (split.value.cursor !== undefined) return this.#continue(split.value, name, context);
		return this.#call(
			source,
			endpoint,
			{ ...call, args: split.value.args },
			split.value,
			policy,
			context,
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

	/** Asks the source, and lets protect decide what of its answer is sent. */
	async #call(
		source: ToolSource,
		endpoint: Endpoint,
		call: ToolCall,
		{ view, args }: SplitCall,
		policy: Policy,
		context: GatewayContext,
	): Promise<Answer> {
		const answered = await source.callTool({ ...call, name: endpoint.tool }, context);
		if (!answered.ok || answered.value.kind !== 'result') return answered;
		const { result } = answered.value;
		const name = shownName(endpoint, context.scope);
		const next = this.#nextCall(source, endpoint, name, context);
		const outcome = protect(result, { view, next }, policy);
		const argsDigest = await digestArguments(args, [], this.#ports.sha256);
		return answer(await this.#keep(outcome, endpointName(endpoint), argsDigest, policy, context));
	}

	/** Stores what was cut and puts the handles in; without a store the answer says how to narrow. */
	async #keep(
		outcome: Outcome,
		tool: string,
		argsDigest: string,
		policy: Policy,
		{ principal }: GatewayContext,
	): Promise<ToolResult> {
		const { document, positions } = outcome;
		if (!document) return outcome.place([]);
		const keepsake = { document, policy, tool, argsDigest, principal };
		const kept = await this.#ports.shelf.keep(keepsake, positions, this.#timing(tool));
		return outcome.place(kept.ok ? kept.value : null);
	}

	/** The tool's own `cursor`: served from the snapshot, the source is not asked. */
	async #continue(
		{ cursor, view, args }: SplitCall,
		tool: string,
		context: GatewayContext,
	): Promise<Answer> {
		const argsDigest = await digestArguments(args, [], this.#ports.sha256);
		const opened = await this.#ports.shelf.open(
			cursor,
			{ ...this.#opening(context), tool, argsDigest, argument: 'cursor' },
			this.#timing(tool),
		);
		if (!opened.ok) return refusal(opened.error.text);
		const next = { tool: shownFullName(tool, context.scope), argument: 'cursor' } as const;
		return this.#readOn(opened.value, { view, next }, context);
	}

	/** `read_result`. */
	async #read({ args }: ToolCall, context: GatewayContext): Promise<Answer> {
		const call = readResultCall(args, this.#ports.config.maxPageSize);
		if (!call.ok) return refusal(call.error);
		const opened = await this.#ports.shelf.open(
			call.value.handle,
			{ ...this.#opening(context), tool: null, argsDigest: '', argument: 'handle' },
			this.#timing(READ_RESULT),
		);
		if (!opened.ok) return refusal(opened.error.text);
		const next = { tool: READ_RESULT, argument: 'handle' } as const;
		return this.#readOn(opened.value, { ...call.value, next }, context);
	}

	async #readOn(
		{ snapshot, position }: Opened,
		call: Omit<Parameters<typeof read>[1], 'position'>,
		context: GatewayContext,
	): Promise<Answer> {
		const outcome = read(snapshot.document, { ...call, position }, snapshot.policy);
		if (!outcome.ok) return refusal(outcome.error);
		const { document, viewKey, positions } = outcome.value;
		if (!document) {
			const handles = await this.#ports.shelf.seal(snapshot, positions, context.principal);
			return answer(outcome.value.place(handles));
		}
		const { policy, tool, argsDigest } = snapshot;
		const derivedFrom = { snapshot, viewKey: viewKey ?? '' };
		const keepsake = {
			document,
			policy,
			tool,
			argsDigest,
			principal: context.principal,
			derivedFrom,
		};
		const kept = await this.#ports.shelf.keep(keepsake, positions, this.#timing(tool));
		return answer(outcome.value.place(kept.ok ? kept.value : null));
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
		const policy = policyFor(this.#ports.config, name);
		if (!isProtected(policy)) return read;
		const next: NextCall = { tool: READ_RESULT, argument: 'handle' };
		const outcome = protect(contentsToResult(contents), { view: {}, next }, policy);
		if (outcome.report.act === 'passthrough') return read;
		const result = await this.#keep(outcome, name, '', policy, context);
		return { ...read, contents: blocksToContents(result.content, contents) };
	}

	/** Which of Loadline's arguments the tool leaves free. Asked for only when the call uses one. */
	async #freeArguments(
		source: ToolSource,
		tool: string,
		args: JsonObject,
		context: GatewayContext,
	): Promise<Result<ReturnType<typeof freeArguments> | undefined, SourceFault>> {
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
		return this.#ports.sources.find((source) => source.name === name);
	}

	#hasOwnReadResult(source: ToolSource, context: GatewayContext): boolean {
		return this.#ports.catalog.recall(source, READ_RESULT, context) !== undefined;
	}

	#advertised(tool: ToolDefinition, source: ToolSource, context: GatewayContext): ToolDefinition {
		const endpoint = { source: source.name, tool: tool.name };
		const policy = policyFor(this.#ports.config, endpointName(endpoint));
		return advertised(tool, endpoint, policy, context);
	}

	#readResult(): ToolDefinition {
		return readResultDefinition(this.#ports.config.maxPageSize);
	}

	#opening({ principal, scope }: GatewayContext) {
		return { principal, shownName: (name: string) => shownFullName(name, scope) };
	}

	#timing(endpoint: string): Timing {
		const { cursorTtlSeconds } = settingsFor(this.#ports.config, endpoint);
		return { now: this.#ports.now(), cursorTtlSeconds };
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
