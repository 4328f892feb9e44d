// Prompts and resources of a scope, its description of itself, and changes of
// them; of one upstream as it is, of several as they are named among each other (shared-scope.ts).

import { isRecord, type JsonObject } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import type { CallPorts } from '../calling/tool-caller';
import {
	isProtected,
	Trail,
	treatmentOf,
	variantOf,
	weigh,
	withHostLimits,
} from '../contract/call-facts';
import type { GatewayContext, PassedMethod } from '../contract/gateway';
import { endpointName } from '../contract/names';
import {
	type Declared,
	invalidParams,
	LIST_CHANGED,
	type SourceFault,
	type ToolSource,
	type Toolset,
	type Wanted,
} from '../contract/tool-source';
import { addressed, declaredByAll, joinedCapabilities, readHere } from '../listing/shared-scope';
import type { ToolListing } from '../listing/tool-listing';
import { blocksToContents, contentsToResult, isTextual } from '../upstream/label-server-text';
import {
	instructionsOf,
	isSharedList,
	listOfAll,
	placeOf,
	shownServer,
	wordsOfAll,
} from './shared-lists';

/** Capabilities, instructions, prompts and resources of a request's scope; errors are a source's faults. */
export class PromptsAndResources {
	constructor(
		private readonly ports: CallPorts,
		private readonly listing: Pick<ToolListing, 'source'>,
	) {}

	async declared(context: GatewayContext): Promise<Result<Declared, SourceFault>> {
		const { upstream } = context.scope;
		if (upstream === undefined) return ok(await this.#declaredByAll(context));
		const source = this.listing.source(upstream);
		if (!source) return err(unknownUpstream(upstream));
		if (!source.declared)
			return ok({ capabilities: { tools: { listChanged: hearsOfTools(context) } } });
		const declared = await source.declared(context);
		if (!declared.ok) return declared;
		const { capabilities, pushes = false, instructions, serverInfo, ...rest } = declared.value;
		const isPushed = pushes && context.canListen === true;
		return ok({
			...rest,
			pushes: isPushed,
			capabilities: crossing(capabilities, context, isPushed),
			...(serverInfo && { serverInfo: shownServer(serverInfo) }),
			...(instructions && { instructions: instructionsOf(upstream, instructions) }),
		});
	}

	async #declaredByAll(context: GatewayContext): Promise<Declared> {
		const sources = this.#shared(context);
		const all = await declaredByAll(sources, context);
		const words = sources.map(({ name }, at) => {
			const declared = all[at];
			const fault = declared && !declared.ok ? declared.error.message : undefined;
			return { name, instructions: declared?.ok ? declared.value.instructions : undefined, fault };
		});
		const instructions = wordsOfAll(words, await this.#ownWords(context));
		const capabilities = all.map((one) => (one?.ok ? one.value.capabilities : undefined));
		return {
			capabilities: joinedCapabilities(capabilities, hearsOfTools(context)),
			...(instructions && { instructions }),
		};
	}

	/** Words for the model: of memory, where it is listed because there are rules. */
	async #ownWords({ scope, principal }: GatewayContext): Promise<readonly string[]> {
		const used = scope.toolsets ?? (await this.ports.tools.ask(principal.workspace)).inUse;
		return used?.includes('memory') ? [MEMORY_WORDS] : [];
	}

	/** Sources of prompts and resources in the shared scope: memory and the upstreams. */
	#shared({ scope: { toolsets } }: GatewayContext): readonly ToolSource[] {
		const has = (toolset: Toolset) => !toolsets || toolsets.includes(toolset);
		return [
			...(has('memory') || has('results') ? [this.ports.own] : []),
			...(has('upstreams') ? this.ports.sources : []),
		];
	}

	async request(
		method: PassedMethod,
		params: JsonObject,
		context: GatewayContext,
	): Promise<Result<JsonObject, SourceFault>> {
		const { upstream } = context.scope;
		if (upstream !== undefined)
			return this.#ask(this.listing.source(upstream), method, params, context);
		// On `/mcp` it names what it wants as it is listed there.
		const sources = this.#shared(context);
		if (isSharedList(method)) {
			const from = placeOf(params.cursor);
			return from.ok ? ok(await listOfAll(method, sources, context, from.value)) : from;
		}
		// Of many servers all messages are told.
		if (method === 'logging/setLevel') return ok({});
		// The one kind of resource that hosts know by its own URI.
		if (method === 'resources/read' && OWN_INTERFACE.test(String(params.uri)))
			return this.ports.own.request?.(method, params, context) ?? err(NO_INTERFACE);
		const to = addressed(method, params, (name) => sources.find((each) => each.name === name));
		if (!to.ok) return to;
		const { source } = to.value;
		const answered = await this.#ask(source, method, to.value.params, context);
		if (!answered.ok || method !== 'resources/read') return answered;
		return ok(readHere(source.name, answered.value));
	}

	/** Asks one source; what is read is within the limits. */
	async #ask(
		source: ToolSource | undefined,
		method: PassedMethod,
		params: JsonObject,
		context: GatewayContext,
	): Promise<Result<JsonObject, SourceFault>> {
		if (!source?.request)
			return err({ code: 'unknown_method', message: `${method} is not offered here.` });
		const answered = await source.request(method, params, context);
		if (!answered.ok || method !== 'resources/read') return answered;
		return ok(await this.#protectResource(answered.value, source, context));
	}

	async listen(wanted: Wanted, context: GatewayContext): Promise<void> {
		const { scope, principal, signal, era } = context;
		const tell = () => context.notify(LIST_CHANGED, {});
		// Others are told on the stream of a call.
		const isWatched = wanted.toolsListChanged === true && era === 'modern';
		const watching = isWatched
			? this.ports.tools.watch(principal.workspace, signal, LOOK_MS, tell)
			: undefined;
		const source = scope.upstream === undefined ? undefined : this.listing.source(scope.upstream);
		if (!source) return watching;
		const notify: GatewayContext['notify'] = (method, params) => {
			if (method === LIST_CHANGED) this.ports.catalog.forget(source);
			context.notify(method, params);
		};
		await Promise.all([source.listen?.(wanted, { ...context, notify }), watching]);
	}

	async endConversation(context: GatewayContext): Promise<void> {
		const { upstream } = context.scope;
		const ending = this.ports.sources
			.filter(({ name }) => upstream === undefined || name === upstream)
			.map((source) => source.endConversation?.(context));
		await Promise.allSettled(ending);
	}

	/**
	 * Texts over the budget give their beginnings, each within its share and with a handle for `read_result`; what has
	 * no room for one of its own is kept together.
	 */
	async #protectResource(read: JsonObject, source: ToolSource, context: GatewayContext) {
		const contents = read.contents;
		if (!Array.isArray(contents) || !contents.some(isTextual)) return read;
		const name = endpointName({ source: source.name, tool: 'resources/read' });
		const policy = withHostLimits(treatmentOf(this.ports.config, name).policy, context);
		const isOn = variantOf(this.ports.config, name, context) === 'on';
		if (!isOn || !isProtected(policy)) return read;
		const send = async (entries: readonly unknown[], tokens?: number) => {
			const facts = { endpoint: name, source: source.name, tool: 'resources/read' };
			const trail = new Trail(this.ports.clock, facts);
			const result = contentsToResult(entries);
			const asking = tokens === undefined ? {} : { tokens };
			const outgoing = { result, endpoint: name, args: {}, view: {}, policy, asking };
			const { content } = await this.ports.protector.send(outgoing, trail, context);
			const { act, estimatedTokens = 0 } = trail.close().report ?? {};
			const isCut = act !== undefined && act !== 'passthrough';
			return { isCut, tokens: estimatedTokens, entries: blocksToContents(content, entries) };
		};
		if (contents.length === 1) {
			const alone = await send(contents);
			return alone.isCut ? { ...read, contents: alone.entries } : read;
		}
		if (weigh('shadow', contentsToResult(contents), policy)?.act === 'passthrough') return read;
		let room = policy.tokenBudgetThreshold;
		const most = Math.floor(room / LEAST_SHARE);
		const own = contents.slice(0, most);
		const rest = contents.slice(most);
		// The short ones first: what they leave is the others'.
		const order = [...own.keys()].sort((one, other) => lengthOf(own[one]) - lengthOf(own[other]));
		const shown: unknown[][] = own.map((entry) => [entry]);
		let left = order.length + Math.sign(rest.length);
		for (const at of order) {
			const share = Math.floor(room / left--);
			const sent = isTextual(own[at]) ? await send([own[at]], share) : undefined;
			if (sent?.isCut) shown[at] = sent.entries;
			room -= sent?.tokens ?? 0;
		}
		if (rest.length === 0) return { ...read, contents: shown.flat() };
		const handle = await this.ports.protector.keep(
			`{"contents":${JSON.stringify(rest)}}`,
			name,
			context,
		);
		const told = {
			leftOut: rest.length,
			...(handle ? { handle, notice: REST } : { notice: LOST }),
		};
		const { uri } = rest[0] as JsonObject;
		const note = { uri, mimeType: 'application/json', text: JSON.stringify(told) };
		return { ...read, contents: [...shown.flat(), note] };
	}
}

/** Tokens that a content has at least where several share an answer. */
const LEAST_SHARE = 300;
const REST = 'Further contents: read_result with this handle, and "select" for one of them.';
const LOST = 'Further contents could not be kept for a later call.';
const lengthOf = (entry: unknown): number => (isTextual(entry) ? String(entry.text).length : 0);

const MEMORY_WORDS =
	'Rules bind your work: when a task begins, and after a compaction, call memsetup, then memactivate.';
/** Milliseconds after which a listener learns what another isolate has changed. */
const LOOK_MS = 60_000;
const OWN_INTERFACE = /^ui:\/\/loadline\//;
const NO_INTERFACE: SourceFault = { code: 'unknown_method', message: 'It is not offered here.' };

export const unknownUpstream = (name: string): SourceFault =>
	invalidParams(`Unknown upstream: ${name.slice(0, 60)}`);

// Capabilities of an upstream shown to callers: only those that work through the gateway.

type Hearer = Pick<GatewayContext, 'era' | 'canListen'>;

/** Callers of this era are told on the stream of a call that their list of tools has changed. */
export const TOLD_IN_CALLS: GatewayContext['era'] = 'legacy';

/** Returns whether a caller is told of its list of tools: there, or where it listens; half of the changes are no promise. */
const hearsOfTools = ({ era, canListen }: Hearer, isHalf = false): boolean =>
	era === TOLD_IN_CALLS || (canListen === true && !isHalf);

/**
 * @param pushes whether what the upstream says without being asked reaches this caller
 * @returns tools in any case; no tasks, whose calls would outlive the request that began them
 */
export function crossing(capabilities: JsonObject, caller: Hearer, pushes: boolean): JsonObject {
	const silent = (value: JsonObject) =>
		Object.entries(value).map(([name, said]) => [name, !PUSHED.includes(name) && said]);
	const kept = Object.entries(capabilities)
		.filter(([name]) => name !== 'tasks')
		.map(([name, value]) => {
			if (!isRecord(value) || pushes) return [name, value];
			return [name, Object.fromEntries(silent(value))];
		});
	const all: JsonObject = { tools: {}, ...Object.fromEntries(kept) };
	// The library that answers takes a missing member for true.
	const said = LISTED.filter((name) => isRecord(all[name])).map((name) => [
		name,
		{ listChanged: false, ...(all[name] as JsonObject) },
	]);
	const theirs = isRecord(capabilities.tools) ? capabilities.tools : {};
	return {
		...all,
		...Object.fromEntries(said),
		tools: {
			...theirs,
			listChanged: hearsOfTools(caller, !pushes && theirs.listChanged === true),
		},
	};
}

/** Capabilities whose lists may change. */
const LISTED = ['prompts', 'resources'];
/** Capabilities of capabilities that work by notifications. */
const PUSHED = ['listChanged', 'subscribe'];
