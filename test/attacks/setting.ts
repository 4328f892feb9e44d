// Helpers of the attack tests: a gateway over a scripted tool or over a hostile upstream, and a
// caller that follows what it is told.
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import type { UpstreamConfig } from '../../src/adapters/mcp/upstream/source';
import type { SnapshotStore } from '../../src/gateway/handles/snapshots';
import type { GatewayService } from '../../src/gateway/service';
import type { JsonObject } from '../../src/shared/json-values';
import type { ToolResult } from '../../src/shared/tool-result';
import { during, sourceOf } from '../adapters/mcp/upstream/harness';
import { call, contextOf, first, gatewayOf, type Setting, scripted } from '../gateway/gateway';
import { type RawHandlers, startRawUpstream } from '../upstreams/raw-upstream';

/** A gateway over tools that answer the same result whatever they are asked. */
export const answering = (
	tools: Readonly<Record<string, ToolResult | (() => ToolResult)>>,
	setting: Omit<Setting, 'sources'> = {},
) => {
	const table = Object.entries(tools).map(([name, result]) => [
		name,
		{ answer: () => (typeof result === 'function' ? result() : result) },
	]);
	const { source, calls } = scripted('up', Object.fromEntries(table));
	return { gateway: gatewayOf({ ...setting, sources: [source] }), calls };
};

/** A gateway over a real upstream of scripted bytes; both end with the test. */
export const behind = async (handlers: RawHandlers, options: Partial<UpstreamConfig> = {}) => {
	const upstream = await during(startRawUpstream(handlers));
	const source = sourceOf(upstream, { maxUpstreamBytes: 20_971_520, ...options });
	return { gateway: gatewayOf({ sources: [source] }), source, upstream };
};

/** The JSON text of a call's result with `text` as its one block. */
export const block = (text: string): string =>
	JSON.stringify({ content: [{ type: 'text', text }] });

/** A store that counts what is asked of it. */
export const counting = (store: SnapshotStore = createMemorySnapshotStore()) => {
	const seen = { gets: 0, puts: 0 };
	const counted: SnapshotStore = {
		get: (...asked) => {
			seen.gets++;
			return store.get(...asked);
		},
		put: (...stored) => {
			seen.puts++;
			return store.put(...stored);
		},
	};
	return { store: counted, seen };
};

/** The text of a refusal; fails when the call was answered. */
export const refusal = async (
	gateway: GatewayService,
	name: string,
	args: JsonObject,
	context = contextOf(),
): Promise<string> => {
	const result = await call(gateway, name, args, context);
	if (!result.isError) throw new Error(`answered: ${first(result).slice(0, 200)}`);
	return first(result);
};

/** The keys added to a list or a text: the last block. */
export const added = (result: ToolResult) =>
	JSON.parse((result.content.at(-1) as { text: string }).text);

/** Every chunk of a long text, following `chunk.nextCursor` with the tool itself. */
export const chunks = async (
	gateway: GatewayService,
	name: string,
	args: JsonObject = {},
	most = 10_000,
): Promise<string[]> => {
	const texts: string[] = [];
	let result = await call(gateway, name, args);
	while (texts.length < most) {
		texts.push(first(result));
		const cursor = added(result).chunk?.nextCursor;
		if (cursor === undefined) break;
		result = await call(gateway, name, { cursor });
	}
	return texts;
};

/** The parsed first block of every page of a list, following `nextCursor` wherever it stands. */
export const pages = async (
	gateway: GatewayService,
	name: string,
	args: JsonObject = {},
	most = 10_000,
) => {
	const found: { data: unknown; cursor: string | undefined }[] = [];
	let result = await call(gateway, name, args);
	while (found.length < most) {
		const data = JSON.parse(first(result));
		const cursor = Array.isArray(data) ? added(result).nextCursor : data.nextCursor;
		found.push({ data, cursor });
		if (cursor === undefined) break;
		result = await call(gateway, name, { cursor });
	}
	return found;
};
