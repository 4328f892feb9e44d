// A definition as it is listed: a model pays for all of it in every conversation, so it is bounded,
// and says nothing that goes without saying (docs/gateway.md "What a list of tools costs").
import { isRecord } from '../../shared/is-record';
import type { JsonObject, ToolDefinition } from '../contract/tool-source';

/** UTF-16 units of a tool's description and title, of a description in its schemas, and of a schema. */
const LONGEST_DESCRIPTION = 8_000;
const LONGEST_TITLE = 300;
const LONGEST_PART = 2_000;
const LONGEST_SCHEMA = 60_000;
/** Of a part's description in a schema that is too long. */
const SHORT_PART = 80;
/** Levels of a schema that are looked into. */
const DEEPEST = 40;

/** Dialects in which a schema without any of `DIALECTAL` means the same. */
const DIALECTS = /^https?:\/\/json-schema\.org\/draft(?:\/2020-12|\/2019-09|-07)\/schema#?$/;
/** Keywords that a dialect gives a meaning of its own. */
const DIALECTAL =
	/"(?:definitions|dependencies|additionalItems|\$recursiveRef|\$dynamicRef|\$anchor|\$id|\$ref|unevaluated\w+|prefixItems|items":\s*\[)/;

/** The definition within its bounds; what was cut off is counted where it stood. */
export function listedDefinition(tool: ToolDefinition): ToolDefinition {
	const inputSchema = boundedSchema(withoutDialect(tool.inputSchema));
	const { outputSchema } = tool;
	const texts = {
		...bounded(tool, 'description', LONGEST_DESCRIPTION),
		...bounded(tool, 'title', LONGEST_TITLE),
	};
	return {
		...tool,
		...texts,
		inputSchema,
		...(outputSchema && { outputSchema: shortened(outputSchema, LONGEST_PART, 0) as JsonObject }),
	};
}

const mirroring = new WeakMap<ToolDefinition, boolean>();

/** Whether a schema, as it is listed, has arguments that are repeated in headers of the request. */
export function mirrorsArguments(tool: ToolDefinition): boolean {
	const known = mirroring.get(tool);
	if (known !== undefined) return known;
	const { inputSchema } = listedDefinition(tool);
	const mirrors = JSON.stringify(inputSchema).includes('"x-mcp-header"');
	mirroring.set(tool, mirrors);
	return mirrors;
}

const bounded = (tool: ToolDefinition, name: string, most: number): JsonObject => {
	const text = tool[name];
	return typeof text === 'string' && text.length > most ? { [name]: cut(text, most) } : {};
};

const cut = (text: string, most: number): string =>
	`${text.slice(0, most).toWellFormed()}… [+${text.length - most} characters]`;

/** The dialect goes without saying where every one of them reads the schema alike. */
function withoutDialect(schema: JsonObject): JsonObject {
	const { $schema: dialect, ...rest } = schema;
	if (typeof dialect !== 'string' || !DIALECTS.test(dialect)) return schema;
	return DIALECTAL.test(JSON.stringify(rest)) ? schema : rest;
}

function boundedSchema(schema: JsonObject): JsonObject {
	const { length } = JSON.stringify(schema);
	if (length <= LONGEST_PART) return schema;
	const once = shortened(schema, LONGEST_PART, 0) as JsonObject;
	if (JSON.stringify(once).length <= LONGEST_SCHEMA) return once;
	const twice = shortened(schema, SHORT_PART, 0) as JsonObject;
	if (JSON.stringify(twice).length <= LONGEST_SCHEMA) return twice;
	return namesOnly(schema);
}

/** The same object where there is nothing to shorten. */
function shortened(value: unknown, most: number, depth: number): unknown {
	if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
	if (Array.isArray(value)) {
		const items = value.map((item) => shortened(item, most, depth + 1));
		return items.some((item, at) => item !== value[at]) ? items : value;
	}
	let isSame = true;
	const entries = Object.entries(value).map(([key, part]) => {
		const isText = key === 'description' && typeof part === 'string' && part.length > most;
		const short = isText ? cut(part, most) : shortened(part, most, depth + 1);
		if (short !== part) isSame = false;
		return [key, short] as const;
	});
	return isSame ? value : Object.fromEntries(entries);
}

/** Of a schema that no shortening makes bearable: its arguments by name, the first of them. */
function namesOnly({ properties, required }: JsonObject): JsonObject {
	const names = Object.keys(isRecord(properties) ? properties : {}).filter(
		(name) => name.length <= 200,
	);
	const kept = names.slice(0, 200);
	const needed = Array.isArray(required)
		? required.filter((name) => kept.includes(String(name)))
		: [];
	return {
		type: 'object',
		description: `The schema is too long to be listed: ${names.length} arguments.`,
		properties: Object.fromEntries(kept.map((name) => [name, {}])),
		...(needed.length > 0 && { required: needed }),
	};
}

/** A definition without what its arguments are for: their names and types. */
export function namesAndTypes(tool: ToolDefinition): ToolDefinition {
	const { properties, ...rest } = tool.inputSchema;
	const bare = Object.entries(isRecord(properties) ? properties : {}).map(([name, schema]) => [
		name,
		isRecord(schema) && schema.type !== undefined ? { type: schema.type } : {},
	]);
	return { ...tool, inputSchema: { ...rest, properties: Object.fromEntries(bare) } };
}
