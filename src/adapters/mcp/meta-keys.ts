// The protocol's keys in `_meta` (MCP 2026-07-28, "_meta").
import type { JsonObject } from '../../shared/json-values';

export const META = {
	prefix: 'io.modelcontextprotocol/',
	version: 'io.modelcontextprotocol/protocolVersion',
	client: 'io.modelcontextprotocol/clientInfo',
	server: 'io.modelcontextprotocol/serverInfo',
	capabilities: 'io.modelcontextprotocol/clientCapabilities',
	logLevel: 'io.modelcontextprotocol/logLevel',
} as const;

/** A `_meta` object without the keys that belong to one connection, and those that begin with another prefix. */
export function withoutProtocolKeys(meta: JsonObject, other?: string): JsonObject {
	const own: Record<string, unknown> = { ...meta };
	for (const key of Object.keys(own))
		if (key.startsWith(META.prefix) || (other && key.startsWith(other))) delete own[key];
	return own;
}

export const TOOLS_CHANGED = 'notifications/tools/list_changed';
/** Notifications of changes: of lists, and of resources. */
export const CHANGED =
	/^notifications\/(?:(?:tools|prompts|resources)\/list_changed|resources\/updated)$/;
