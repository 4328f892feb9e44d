// The tools of a scope as its caller sees them: which, with what arguments, under which names; and which a name means.
import { allows, type Scope, scopeOfTool } from '../../auth';
import type { Config } from '../../config';
import { ok } from '../../shared/result';
import { readResultDefinition, shortReadResult } from '../asking/read-result';
import { treatmentOf } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import {
	canBeShortened,
	type Endpoint,
	endpointName,
	endpointOf,
	OWN_SOURCE,
	READ_RESULT,
	shownName,
} from '../contract/names';
import {
	type OwnSource,
	TOOLSETS,
	type ToolDefinition,
	type ToolSource,
} from '../contract/tool-source';
import type { LearntPlans } from '../sessions/learnt-plans';
import { hasKept, type KnownTools, type ToolMemory } from '../upstream/tool-memory';
import { advertised, type Catalog, mirrorsArguments } from './catalog';
import type { FoundTool, ToolIndexes } from './tool-index';
import { CALL_TOOL, callToolDefinition, FIND_TOOLS, findToolsDefinition } from './tool-search';

export interface ToolListingPorts {
	/** The config in force for the request. */
	readonly config: Config;
	/** The sources of the request's workspace, in order. */
	readonly sources: readonly ToolSource[];
	readonly own: OwnSource;
	readonly catalog: Catalog;
	readonly tools: ToolMemory;
	readonly indexes: ToolIndexes;
	/** Plans learnt from earlier calls; absent: none. */
	readonly plans?: Pick<LearntPlans, 'all'>;
}

/** Tools of one page of a list: one that has more has lost most hosts long before. */
export const PAGE_OF_TOOLS = 5_000;

/** The tools of one request's scope; a list leaves out what the caller's permissions do not allow. */
export class ToolListing {
	constructor(private readonly ports: ToolListingPorts) {}

	source(name: string): ToolSource | undefined {
		const { own, sources } = this.ports;
		if (name === OWN_SOURCE) return own;
		for (const source of sources) if (source.name === name) return source;
		return undefined;
	}

	/** Returns whether tools are searched and called through two others, instead of being listed. */
	isSearched({ scope }: GatewayContext): boolean {
		const configured = scope.upstream === undefined ? this.ports.config.tools : 'all';
		return (scope.tools ?? configured) === 'search';
	}

	/** A page of the tools; `read_result` is on the first one, since not every client asks for more. */
	async list(context: GatewayContext, from = 0) {
		if (this.isSearched(context)) {
			return ok([findToolsDefinition, callToolDefinition, shortReadResult].slice(from));
		}
		const sources = this.#sources(context);
		const [known, listed, plans = {}] = await Promise.all([
			this.ports.tools.ask(context.principal.workspace),
			this.#lists(sources, context),
			this.ports.plans?.all(context),
		]);
		if (!listed.ok) return listed;
		const lists = listed.value;
		const may = mayCall(context);
		const theirs = sources.flatMap((source, at) =>
			(lists[at] ?? []).filter(may).map((tool) => ({ source, tool })),
		);
		const all: (() => ToolDefinition)[] = [
			...(await this.#ownTools(known, context)).filter(may).map((tool) => () => tool),
			...theirs.map(
				({ source, tool }) =>
					() =>
						this.#advertised(tool, source, context, plans),
			),
		];
		const { upstream } = context.scope;
		const isTaken = upstream !== undefined && theirs.some(({ tool }) => tool.name === READ_RESULT);
		const leftOf = (each: ToolSource) => this.ports.catalog.known(each, context)?.left ?? 0;
		const leftOut = sources.reduce((sum, each) => sum + leftOf(each), 0);
		const more = { beyond: Math.max(0, all.length + 1 - PAGE_OF_TOOLS), leftOut };
		if (!isTaken && this.#hasReadResult(known, more, context))
			all.splice(PAGE_OF_TOOLS - 1, 0, () => this.#readResult(context, more));
		this.ports.tools.tell(context);
		return ok(all.slice(from, from + PAGE_OF_TOOLS).map((definition) => definition()));
	}

	/** Nothing is listed before it serves, but for hosts that list once and for who names its toolset. */
	#hasReadResult(known: KnownTools, more: NotShown, context: GatewayContext): boolean {
		const { scope, listsOnce = false } = context;
		return (
			hasKept(known, context) ||
			listsOnce ||
			more.beyond + more.leftOut > 0 ||
			scope.toolsets?.includes('results') === true
		);
	}

	/** A tool as it is listed, as far as that is known without asking anyone. */
	known(name: string, context: GatewayContext): ToolDefinition | null {
		const endpoint = this.#recalled(name, context);
		const source = endpoint && this.source(endpoint.source);
		const tool = source && this.ports.catalog.recall(source, endpoint.tool, context);
		if (tool) return this.#advertised(tool, source, context);
		if (name === FIND_TOOLS) return findToolsDefinition;
		if (name === CALL_TOOL) return callToolDefinition;
		return name === READ_RESULT ? this.#readResult(context) : null;
	}

	/** Returns whether arguments of a tool are repeated in headers; false of a tool that is not known. */
	mirrors(name: string, context: GatewayContext): boolean {
		const endpoint = this.#recalled(name, context);
		const source = endpoint && this.source(endpoint.source);
		const tool = source && this.ports.catalog.recall(source, endpoint.tool, context);
		return tool !== undefined && mirrorsArguments(tool.inputSchema);
	}

	/** The endpoint that a caller means; a name that was shortened for its host is looked up. */
	async endpoint(name: string, context: GatewayContext): Promise<Endpoint | undefined> {
		if (context.scope.longestName === undefined) return endpointOf(name, context.scope);
		const recalled = this.#recalled(name, context);
		const source = recalled && this.source(recalled.source);
		if (!source || source === this.ports.own || !canBeShortened(name, context.scope))
			return recalled;
		if (this.ports.catalog.recall(source, recalled.tool, context)) return recalled;
		const [listed = []] = await this.ports.catalog.listAll([source], context);
		return called(name, source, listed, context) ?? recalled;
	}

	/** The scope that a call of the name takes; of a tool that cannot be looked up, that of any other. */
	async scopeOf(name: string, context: GatewayContext): Promise<Scope> {
		const endpoint = await this.endpoint(name, context);
		const source = endpoint && this.source(endpoint.source);
		const defined = source && (await this.ports.catalog.definition(source, endpoint.tool, context));
		if (defined?.ok && defined.value) return scopeOfTool(defined.value);
		return name === READ_RESULT || name === FIND_TOOLS ? 'mcp:read' : 'mcp:use';
	}

	/** Searches all tools of the scope, listed or not. */
	async search(query: string, context: GatewayContext): Promise<readonly FoundTool[]> {
		const { own, catalog, indexes } = this.ports;
		const sources = this.#sources(context);
		const lists = await catalog.listAll(sources, context);
		const ours = await own.listTools(context);
		const wanted = wantedIn(context);
		const { principal, scope } = context;
		const key = JSON.stringify([principal.workspace, principal.id, principal.scopes, scope]);
		const found = indexes.index(key, lists, () => [
			...sources.flatMap((source, at) =>
				(lists[at] ?? []).filter(mayCall(context)).map((definition) => ({
					name: shownName({ source: source.name, tool: definition.name }, scope),
					definition,
				})),
			),
			...(ours.ok && scope.upstream === undefined ? ours.value : [])
				.filter(({ name }) => wanted(own.facts(name)?.toolset ?? ''))
				.filter(mayCall(context))
				.map((definition) => ({ name: definition.name, definition })),
		]);
		return found(query);
	}

	#sources({ scope }: GatewayContext): readonly ToolSource[] {
		const { upstream, toolsets } = scope;
		if (upstream === undefined && toolsets && !toolsets.includes('upstreams')) return [];
		return this.ports.sources.filter(({ name }) => upstream === undefined || name === upstream);
	}

	/** One upstream alone may take its time, and its fault is the list's; among others it may not. */
	async #lists(sources: readonly ToolSource[], context: GatewayContext) {
		const { catalog } = this.ports;
		const [alone] = context.scope.upstream === undefined ? [] : sources;
		if (!alone) return ok(await catalog.listAll(sources, context));
		const listed = await catalog.list(alone, context);
		// A server without tools need not know the request.
		if (!listed.ok && listed.error.code !== 'unknown_method') return listed;
		return ok([listed.ok ? listed.value : []]);
	}

	/** Own tools without anything to work on must be named, but for those that begin it. */
	async #ownTools({ inUse }: KnownTools, context: GatewayContext) {
		const { own, config } = this.ports;
		if (context.scope.upstream !== undefined) return [];
		const listed = await own.listTools(context);
		if (!listed.ok) return [];
		const used = new Set<string>(inUse ?? TOOLSETS);
		if (config.demo) used.add('records').add('results');
		// A result that may leave needs the tool that gives it back.
		const { llm, upstreams } = config;
		const hasPairs = [config, ...upstreams].some(({ transient }) => transient.length > 0);
		if (hasPairs || llm.anthropic || llm.openai) used.add('results');
		const isNamed = context.scope.toolsets !== undefined;
		const wanted = wantedIn(context);
		return listed.value.filter(({ name }) => {
			const { toolset, forInterfaces = false, first = false } = own.facts(name) ?? {};
			if (toolset === undefined || !wanted(toolset)) return false;
			return isNamed || used.has(toolset) || forInterfaces || first;
		});
	}

	#recalled(name: string, context: GatewayContext): Endpoint | undefined {
		const endpoint = endpointOf(name, context.scope);
		const source = endpoint && this.source(endpoint.source);
		if (!source || !canBeShortened(name, context.scope)) return endpoint;
		const { listed = [] } = this.ports.catalog.known(source, context) ?? {};
		return called(name, source, listed, context) ?? endpoint;
	}

	#advertised(
		tool: ToolDefinition,
		source: ToolSource,
		context: GatewayContext,
		plans: Awaited<ReturnType<LearntPlans['all']>> = {},
	): ToolDefinition {
		const endpoint = { source: source.name, tool: tool.name };
		const name = endpointName(endpoint);
		const treatment = treatmentOf(this.ports.config, name);
		const outline = Object.hasOwn(plans, name) ? plans[name]?.outline : undefined;
		return advertised(tool, endpoint, treatment, context, outline);
	}

	/** In few words: an answer that is cut spells its calls. */
	#readResult({ scope }: GatewayContext, more: NotShown = { beyond: 0, leftOut: 0 }) {
		const isNamed = scope.toolsets?.includes('results') === true;
		const definition = isNamed
			? readResultDefinition(this.ports.config.maxPageSize)
			: shortReadResult;
		const { beyond, leftOut } = more;
		if (beyond + leftOut === 0) return definition;
		const pages = beyond > 0 ? ` ${beyond} further tools are on the next pages of this list.` : '';
		const left =
			leftOut > 0 ? ` ${leftOut} tools have no room in it: /mcp/<upstream> lists them.` : '';
		const description = `${definition.description}${pages}${left} With ?tools=search they are searched.`;
		return { ...definition, description };
	}
}

/** Tools on further pages, and those that there was no room for. */
interface NotShown {
	readonly beyond: number;
	readonly leftOut: number;
}

/** Selects the tools that the caller's scopes allow. */
const mayCall =
	({ principal }: GatewayContext) =>
	(tool: ToolDefinition): boolean =>
		allows(principal, scopeOfTool(tool));

const wantedIn =
	({ scope: { upstream, toolsets } }: GatewayContext) =>
	(toolset: string): boolean =>
		upstream !== undefined || !toolsets || toolsets.includes(toolset);

/** Finds a source's tool by the name it is shown under. */
function called(
	name: string,
	source: ToolSource,
	listed: readonly ToolDefinition[],
	{ scope }: GatewayContext,
): Endpoint | undefined {
	const tool = listed.find(
		(candidate) => shownName({ source: source.name, tool: candidate.name }, scope) === name,
	);
	return tool && { source: source.name, tool: tool.name };
}
