// Selects the valid tools of an upstream's list: one bad definition costs that tool, never the list.
import { isToolAllowed } from '../../../config';
import type { ToolDefinition } from '../../../gateway';
import { defined, isRecord } from '../../../shared/json-values';
import { withoutProtocolMeta } from './answer';

/** Longest tool name, in characters (MCP 2025-11-25, "Tool Names"). */
const MAX_NAME = 128;

type Json = Record<string, unknown>;

const absentOr = (value: unknown, check: (value: unknown) => boolean): boolean =>
	value === undefined || check(value);
const isString = (value: unknown): boolean => typeof value === 'string';

/** Returns whether a tool may have this name; no other is listed, and none is asked for. */
const isToolName = (name: string): boolean =>
	name !== '' && name.length <= MAX_NAME && !/\p{Cc}|\p{Cf}|\p{Cs}/u.test(name);

/**
 * A usable definition, or undefined. Clients check the whole list with one strict schema, so what
 * would fail there is left out here. Everything else stays as it is.
 */
function readToolDefinition(value: unknown): ToolDefinition | undefined {
	if (!isRecord(value)) return undefined;
	const { name } = value;
	if (typeof name !== 'string' || !isToolName(name)) return undefined;
	const usable =
		absentOr(value.description, isString) &&
		absentOr(value.title, isString) &&
		absentOr(value.annotations, isRecord) &&
		absentOr(value._meta, isRecord) &&
		absentOr(value.execution, isRecord) &&
		absentOr(value.icons, Array.isArray) &&
		absentOr(value.outputSchema, isRecord);
	const { execution: told, ...rest } = value;
	const { inputSchema: input } = rest;
	const isObject = isRecord(input) && (input.type === undefined || input.type === 'object');
	if (!usable || !isObject) return undefined;
	if (!absentOr(input.required, (list) => Array.isArray(list) && list.every(isString)))
		return undefined;
	// Members that MCP takes for granted are filled in, nothing else changed.
	const inputSchema = withObjects(input.type === undefined ? { type: 'object', ...input } : input);
	const outputSchema = isRecord(rest.outputSchema) ? withObjects(rest.outputSchema) : {};
	if (!inputSchema || !outputSchema) return undefined;
	// Tasks do not cross; a tool that runs only as one is not offered.
	const { taskSupport, ...others } = isRecord(told) ? told : {};
	if (taskSupport === 'required') return undefined;
	const isLeft = Object.keys(others).length > 0;
	const said = { ...(rest.outputSchema !== undefined && { outputSchema }) };
	const execution = taskSupport === 'forbidden' ? told : isLeft ? others : undefined;
	const kept = { ...rest, name, inputSchema, ...said, ...defined({ execution }) };
	return withoutProtocolMeta(kept, 0) as ToolDefinition;
}

/** A schema whose properties are objects, as clients want them: `true` and `{}` mean the same, so do `false` and `{not: {}}`. */
function withObjects(schema: Json): Json | undefined {
	const { properties } = schema;
	if (properties === undefined) return schema;
	if (!isRecord(properties)) return undefined;
	const parts = Object.entries(properties);
	if (parts.every(([, part]) => isRecord(part))) return schema;
	const read = parts.map(([key, part]) => [key, BOOLEAN_SCHEMAS.get(part) ?? part] as const);
	if (!read.every(([, part]) => isRecord(part))) return undefined;
	return { ...schema, properties: Object.fromEntries(read) };
}

const BOOLEAN_SCHEMAS = new Map<unknown, Json>([
	[true, {}],
	[false, { not: {} }],
]);

/** The usable tools of a list, in its order; of equal names the first. */
export function readToolDefinitions(values: readonly unknown[]): readonly ToolDefinition[] {
	const tools = new Map<string, ToolDefinition>();
	for (const value of values) {
		const tool = readToolDefinition(value);
		if (tool !== undefined && !tools.has(tool.name)) tools.set(tool.name, tool);
	}
	return [...tools.values()];
}

/** Patterns of tool names that the configuration lets through; `deny` wins, no `allow` allows all. */
export type ToolFilter = Parameters<typeof isToolAllowed>[0];

/** Returns whether an upstream's tool of this name is offered: it can be a tool's, and the configuration allows it. */
export const isOffered = (name: string, filter: ToolFilter = {}): boolean =>
	isToolName(name) && ((filter.allow ?? filter.deny) === undefined || isToolAllowed(filter, name));
