// A resource's contents as a tool result, so that both are protected by the same rules.
import type { Block, ToolResult } from '../shared/tool-result';
import type { JsonObject } from './tool-source';

/** Whether an entry of `contents` carries text. */
export const isTextual = (entry: unknown): boolean =>
	typeof (entry as { text?: unknown } | null)?.text === 'string';

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
