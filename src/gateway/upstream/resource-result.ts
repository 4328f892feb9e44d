// A resource's contents as a tool result, so that both are protected by the same rules.
import { isRecord, type JsonObject } from '../../shared/json-values';
import type { Block, ToolResult } from '../../shared/tool-result';

/** Returns whether an entry of `contents` carries text that a model may read. */
export const isTextual = (entry: unknown): entry is JsonObject =>
	isRecord(entry) && typeof entry.text === 'string' && !isInterface(entry);

/** A tool's user interface (MCP Apps): hosts run it, and it runs whole or not at all. */
const isInterface = ({ uri, mimeType }: JsonObject): boolean =>
	String(uri).startsWith('ui://') || String(mimeType).includes('profile=mcp-app');

/** Converts the result of `resources/read` into one that can be protected. */
export const contentsToResult = (contents: readonly unknown[]): ToolResult => ({
	content: contents.map((resource) => ({ type: 'resource', resource }) as Block),
});

/** Back again; added keys become an entry of JSON beside the text they belong to. */
export const blocksToContents = (
	blocks: readonly Block[],
	original: readonly unknown[],
): JsonObject[] => {
	const uri = (original[0] as { uri?: unknown } | undefined)?.uri;
	return blocks.map((block) =>
		block.type === 'resource'
			? (block.resource as JsonObject)
			: { uri, mimeType: 'application/json', text: block.text },
	);
};
