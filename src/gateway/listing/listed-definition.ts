// A definition as it is listed: the server's own, without what goes without saying (docs/gateway.md "What a
// list of tools costs").

import type { JsonObject } from '../../shared/is-record';
import type { ToolDefinition } from '../contract/tool-source';

/** Dialects in which a schema without any of `DIALECTAL` means the same. */
const DIALECTS = /^https?:\/\/json-schema\.org\/draft(?:\/2020-12|\/2019-09|-07)\/schema#?$/;
/** Keywords that a dialect gives a meaning of its own. */
const DIALECTAL =
	/"(?:definitions|dependencies|additionalItems|\$recursiveRef|\$dynamicRef|\$anchor|\$id|\$ref|unevaluated\w+|prefixItems|items":\s*\[)/;

/** The definition; the dialect goes without saying where every one of them reads the schema alike. */
export function listedDefinition(tool: ToolDefinition): ToolDefinition {
	const { $schema: dialect, ...inputSchema } = tool.inputSchema;
	if (typeof dialect !== 'string' || !DIALECTS.test(dialect)) return tool;
	return DIALECTAL.test(JSON.stringify(inputSchema)) ? tool : { ...tool, inputSchema };
}

const mirroring = new WeakMap<JsonObject, boolean>();

/** Returns true for a schema with arguments that headers of the request repeat. */
export function mirrorsArguments({ inputSchema }: ToolDefinition): boolean {
	const known = mirroring.get(inputSchema);
	if (known !== undefined) return known;
	const mirrors = JSON.stringify(inputSchema).includes('"x-mcp-header"');
	mirroring.set(inputSchema, mirrors);
	return mirrors;
}
