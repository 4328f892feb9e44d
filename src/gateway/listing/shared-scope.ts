// `/mcp` beside tools: the prompts and resources of all servers, named so that none is taken for
// another's. Prompts are `<upstream>__<prompt>`, resources `<upstream>+<uri>`.
import { isRecord, type JsonObject } from '../../shared/json-values';
import { remember } from '../../shared/remember';
import { err, ok, type Result } from '../../shared/result';
import type { ToolResult } from '../../shared/tool-result';
import type { PassedMethod } from '../contract/gateway';
import { limitConcurrency, TurnOver } from '../contract/limit-concurrency';
import { endpointOf } from '../contract/names';
import {
	type CallContext,
	type Declared,
	invalidParams,
	type SourceFault,
	type ToolDefinition,
	type ToolSource,
	timeoutFault,
} from '../contract/tool-source';

/** Timeout of servers when a client connects or lists. */
export const PATIENCE = { eachMs: 2_000, allMs: 5_000 };

/** Returns each server's description of itself; for one that does not answer in time, the fault. */
export async function declaredByAll(sources: readonly ToolSource[], context: CallContext) {
	const turns = await limitConcurrency(sources, PATIENCE, context.signal, (source, signal) =>
		declaredLately(source, { ...context, signal }),
	);
	return turns.map((turn, at) => {
		const name = sources[at]?.name ?? '';
		return turn.kind === 'done' ? turn.value : err(timeoutFault(name, PATIENCE.eachMs));
	});
}

/** Milliseconds for which what a server said of itself is taken from memory: when it did, when it failed. */
const SAID_MS = 60_000;
const FAILED_MS = 15_000;
/** Callers remembered of one server. */
const MOST_CALLERS = 500;

interface Said {
	readonly until: number;
	readonly declared: Result<Declared, SourceFault>;
}

/** By the source, which is made once a configuration: what it said goes with it. */
const remembered = new WeakMap<ToolSource, Map<string, Said>>();

/** Caches a server's description of itself for a moment: a hung one costs one wait, not each. */
export async function declaredLately(source: ToolSource, context: CallContext) {
	if (!source.declared) return undefined;
	const said = remembered.get(source) ?? new Map<string, Said>();
	remembered.set(source, said);
	const caller = JSON.stringify([context.principal.workspace, context.principal.id]);
	const before = said.get(caller);
	if (before && Date.now() < before.until) return before.declared;
	const declared = await source.declared(context);
	// A caller who has gone says nothing of the server.
	const { aborted: isOver, reason } = context.signal;
	if (!declared.ok && isOver && !(reason instanceof TurnOver)) return declared;
	const until = Date.now() + (declared.ok ? SAID_MS : FAILED_MS);
	remember(said, caller, { until, declared }, MOST_CALLERS);
	return declared;
}

/** The capabilities that a scope of several servers has because one of them has it. */
export function joinedCapabilities(all: readonly (JsonObject | undefined)[], listChanged: boolean) {
	const has = (name: string) => all.some((capabilities) => isRecord(capabilities?.[name]));
	return {
		tools: { listChanged },
		...(has('logging') && { logging: {} }),
		...(has('completions') && { completions: {} }),
		...(has('prompts') && { prompts: { listChanged: false } }),
		...(has('resources') && { resources: { listChanged: false, subscribe: false } }),
	};
}

/** The server that a request means; the error is for the caller. */
export function addressed(
	method: PassedMethod,
	params: JsonObject,
	find: (name: string) => ToolSource | undefined,
): Result<{ readonly source: ToolSource; readonly params: JsonObject }, SourceFault> {
	const byName = (name: unknown, under: (own: string) => JsonObject) => {
		const endpoint = typeof name === 'string' ? endpointOf(name, {}) : undefined;
		const source = endpoint && find(endpoint.source);
		return source && endpoint ? ok({ source, params: under(endpoint.tool) }) : unknown('prompt');
	};
	const byUri = (uri: unknown, under: (own: string) => JsonObject) => {
		const [, ui = '', name = '', own = ''] =
			typeof uri === 'string' ? (SHARED_URI.exec(uri) ?? []) : [];
		const source = find(name);
		return source ? ok({ source, params: under(`${ui}${own}`) }) : unknown('resource');
	};
	if (method === 'prompts/get') return byName(params.name, (name) => ({ ...params, name }));
	if (method !== 'completion/complete') return byUri(params.uri, (uri) => ({ ...params, uri }));
	const ref = isRecord(params.ref) ? params.ref : {};
	return ref.type === 'ref/prompt'
		? byName(ref.name, (name) => ({ ...params, ref: { ...ref, name } }))
		: byUri(ref.uri, (uri) => ({ ...params, ref: { ...ref, uri } }));
}

const SHARED_URI = /^(ui:\/\/)?([a-z0-9][a-z0-9-]{0,31})\+(.+)$/s;
/** Hosts of MCP Apps take nothing else for a user interface. */
const UI = 'ui://';

const unknown = (what: 'prompt' | 'resource') => {
	const form = what === 'prompt' ? '<upstream>__<prompt>' : '<upstream>+<uri>';
	return err(invalidParams(`Unknown ${what}: here the name of a ${what} is ${form}, as listed.`));
};

/** The URI under which a server's resource is read here. */
export const sharedUri = (source: string, uri: string): string =>
	uri.startsWith(UI) ? `${UI}${source}+${uri.slice(UI.length)}` : `${source}+${uri}`;

/** Renames the URIs of a read resource to those it has here. */
export const readHere = (source: string, read: JsonObject): JsonObject => ({
	...read,
	...(Array.isArray(read.contents) && {
		contents: read.contents.map((entry: unknown) =>
			isRecord(entry) && typeof entry.uri === 'string'
				? { ...entry, uri: sharedUri(source, entry.uri) }
				: entry,
		),
	}),
});

/** Links to resources in a tool's result, under the URIs they have here; texts stay as they are. */
export const linksHere = (source: string, result: ToolResult): ToolResult => {
	let content: ToolResult['content'] | undefined;
	for (const [at, block] of result.content.entries())
		if (block.type === 'resource_link' && typeof block.uri === 'string')
			content = (content ?? result.content).with(at, {
				...block,
				uri: sharedUri(source, block.uri),
			});
	return content ? { ...result, content } : result;
};

/** A tool's `_meta` with the URI of its user interface (MCP Apps) as it is read here. */
export function interfaceHere(source: string, { _meta }: ToolDefinition): JsonObject {
	if (!isRecord(_meta)) return {};
	const { ui, 'ui/resourceUri': flat } = _meta;
	const nested = isRecord(ui) && typeof ui.resourceUri === 'string' ? ui : undefined;
	if (!nested && typeof flat !== 'string') return {};
	return {
		_meta: {
			..._meta,
			...(nested && {
				ui: { ...nested, resourceUri: sharedUri(source, String(nested.resourceUri)) },
			}),
			...(typeof flat === 'string' && { 'ui/resourceUri': sharedUri(source, flat) }),
		},
	};
}
