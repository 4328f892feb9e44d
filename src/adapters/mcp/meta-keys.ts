// The protocol's keys in `_meta` (MCP 2026-07-28, "_meta").
import type { JsonObject } from '../../shared/json-values';

export const PROTOCOL_VERSION_META_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CLIENT_INFO_META_KEY = 'io.modelcontextprotocol/clientInfo';
export const SERVER_INFO_META_KEY = 'io.modelcontextprotocol/serverInfo';
export const CLIENT_CAPABILITIES_META_KEY = 'io.modelcontextprotocol/clientCapabilities';
export const LOG_LEVEL_META_KEY = 'io.modelcontextprotocol/logLevel';

/** A `_meta` object without the keys that belong to one connection, and those that begin with another prefix. */
export function withoutProtocolKeys(meta: JsonObject, other?: string): JsonObject {
	const own: Record<string, unknown> = { ...meta };
	for (const key of Object.keys(own))
		if (key.startsWith('io.modelcontextprotocol/') || (other && key.startsWith(other)))
			delete own[key];
	return own;
}

export const TOOLS_CHANGED = 'notifications/tools/list_changed';
/** Notifications of changes: of lists, and of resources. */
export const CHANGED =
	/^notifications\/(?:(?:tools|prompts|resources)\/list_changed|resources\/updated)$/;
