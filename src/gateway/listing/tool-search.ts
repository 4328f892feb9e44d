// `find_tools` and `call_tool`, which stand for all tools where their list would cost too much
// (docs/gateway.md "What a list of tools costs"): how they are defined, read and answered.
import { estimate } from '../../protect';
import { isRecord, type JsonObject, jsonIn } from '../../shared/json-values';
import { err, ok, type Result, type SuccessOf } from '../../shared/result';
import { shownName } from '../../shared/shown-text';
import { type ToolResult, textResult } from '../../shared/tool-result';
import { faultOf, notObject, OWN_ARGUMENT } from '../asking/own-arguments';
import { isAbsent } from '../asking/read-result';
import type { ToolCall, ToolDefinition } from '../contract/tool-source';
import type { FoundTool } from './tool-index';

export const FIND_TOOLS = 'find_tools';
export const CALL_TOOL = 'call_tool' as const;

/** Tools that a search shows unless told otherwise, and at most. */
const USUAL_LIMIT = 5;
const MOST_SHOWN = 50;
/** Tokens of an answer: schemas come with the best of what is found, as far as they fit. */
const ROOM = 1_500;
/** UTF-16 units of a description in a list of what was found. */
const SHORT_DESCRIPTION = 300;
const SHORT_PART = 200;
const LONGEST_QUERY = 400;

export const findToolsDefinition: ToolDefinition = {
	name: FIND_TOOLS,
	description: 'Searches the tools that call_tool can call; gives their names and arguments.',
	inputSchema: {
		type: 'object',
		properties: {
			query: { type: 'string', description: 'What to do, or the name of a tool.' },
			limit: { type: 'integer', minimum: 1, maximum: MOST_SHOWN },
		},
		required: ['query'],
	},
	annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
};

export const callToolDefinition: ToolDefinition = {
	name: CALL_TOOL,
	description: 'Calls a tool that find_tools has found.',
	inputSchema: {
		type: 'object',
		properties: { name: { type: 'string' }, arguments: { type: 'object' } },
		required: ['name'],
	},
};

/** Reads the arguments of `find_tools`; the error names one. */
export function findCall({ query, limit, ...others }: JsonObject) {
	if (Object.hasOwn(others, OWN_ARGUMENT))
		return err(`${OWN_ARGUMENT}: ${FIND_TOOLS} takes query and limit alone; its answer is short.`);
	if (typeof query !== 'string' && query !== undefined && query !== null)
		return err('query: must be a text: what to do, or the name of a tool.');
	const wanted =
		limit === undefined || limit === null || limit === '' ? USUAL_LIMIT : Number(limit);
	if (!Number.isInteger(wanted) || wanted < 1 || wanted > MOST_SHOWN)
		return err(`limit: must be a whole number from 1 to ${MOST_SHOWN}.`);
	return ok({ query: (query ?? '').slice(0, LONGEST_QUERY), limit: wanted });
}

/** The tool that is meant, its arguments, and Loadline's beside them; a model may write either as JSON in a text. */
export function wrappedCall({
	name,
	arguments: inArguments,
	[OWN_ARGUMENT]: beside,
	...others
}: JsonObject): Result<Pick<ToolCall, 'name' | 'args' | 'own'>, string> {
	if (typeof name !== 'string' || name === '')
		return err('name: missing. Give the name of a tool; find_tools {"query":"…"} finds it.');
	const unknown = Object.keys(others).find((each) => !isAbsent(others[each]));
	if (unknown !== undefined)
		return err(
			`${shownName(unknown)}: ${CALL_TOOL} takes name, arguments and ${OWN_ARGUMENT} alone. What the tool takes stands in arguments. Nothing was called.`,
		);
	const isBlank = typeof inArguments === 'string' && inArguments.trim() === '';
	const given = isBlank ? undefined : (jsonIn(inArguments) ?? inArguments);
	const isNone = given === undefined || given === null || given === '';
	if (!isNone && !isRecord(given))
		return err(`arguments: must be an object, as in {"path":"…"}${faultOf(given)}.`);
	const call = { name, args: isNone ? {} : given };
	if (isAbsent(beside)) return ok(call);
	const own = jsonIn(beside) ?? beside;
	return isRecord(own) ? ok({ ...call, own }) : err(notObject(OWN_ARGUMENT, own));
}

/** Hits of a search: names and descriptions, the best with their schemas. */
export function foundAnswer(
	found: readonly FoundTool[],
	{ query, limit }: SuccessOf<typeof findCall>,
): ToolResult {
	const isNamed = found.length === 1 && found[0]?.name === query.trim();
	const tools: JsonObject[] = [];
	let room = ROOM;
	for (const { name, definition } of found.slice(0, limit)) {
		const { description, inputSchema } = definition;
		const whole = isNamed
			? { name, description, inputSchema }
			: { name, description: beginning(description), inputSchema: brief(inputSchema) };
		const cost = estimate(JSON.stringify(whole));
		const isShown = cost <= room || isNamed || tools.length === 0;
		const shown = isShown ? whole : namedTool(name, definition);
		room -= isShown ? cost : estimate(JSON.stringify(shown));
		if (room < 0 && tools.length > 0) break;
		tools.push(shown);
	}
	const more = found.length - tools.length;
	const isCut = tools.some(({ inputSchema }) => inputSchema === undefined);
	const hints = [
		...(found.length === 0 ? ['No tool fits. Try other words.'] : []),
		...(isCut ? [`For the schema of one: ${FIND_TOOLS} {"query":"<its name>"}.`] : []),
		...(more > 0 ? [`${more} more fit less well: raise "limit", or say more.`] : []),
	];
	const answer = { tools, ...(hints.length > 0 && { notice: hints.join(' ') }) };
	return textResult(JSON.stringify(answer));
}

const namedTool = (name: string, { description, inputSchema }: ToolDefinition): JsonObject => {
	const properties = isRecord(inputSchema.properties) ? inputSchema.properties : {};
	const takes = Object.keys(properties).join(', ').slice(0, SHORT_PART);
	return { name, description: beginning(description, SHORT_PART), takes };
};

const beginning = (text: string | undefined, most = SHORT_DESCRIPTION): string | undefined =>
	text === undefined || text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;

/** A schema whose texts are short; what it asserts is whole. */
const brief = (schema: JsonObject): unknown =>
	JSON.parse(
		JSON.stringify(schema, (key, value: unknown) => {
			if (key === '$schema') return undefined;
			return key === 'description' && typeof value === 'string'
				? beginning(value, SHORT_PART)
				: value;
		}),
	);

/** Finds shallow faults of arguments: missing, unknown or of another type. */
export function argumentFault(args: JsonObject, { inputSchema }: ToolDefinition) {
	const { required, additionalProperties } = inputSchema;
	const properties = isRecord(inputSchema.properties) ? inputSchema.properties : {};
	const missing = (Array.isArray(required) ? required : []).filter(
		(name) => typeof name === 'string' && args[name] === undefined,
	);
	if (missing.length > 0) return `missing: ${missing.join(', ')}`;
	const unknown = Object.keys(args).filter((name) => !Object.hasOwn(properties, name));
	if (unknown.length > 0 && additionalProperties === false)
		return `unknown: ${unknown.slice(0, 10).join(', ')}`;
	const wrong = Object.entries(args).filter(([name, value]) => {
		const schema = properties[name];
		return isRecord(schema) && typeof schema.type === 'string' && !isOf(schema.type, value);
	});
	return wrong.length > 0
		? `of another type: ${wrong.map(([name]) => name).join(', ')}`
		: undefined;
}

const isOf = (type: string, value: unknown): boolean => {
	if (type === 'array') return Array.isArray(value);
	if (type === 'object') return isRecord(value);
	if (type === 'string' || type === 'boolean') return typeof value === type;
	if (type !== 'number' && type !== 'integer') return true;
	return typeof value === 'number' || (isRecord(value) && 'rawJSON' in value);
};

/** UTF-16 units of a schema that an error shows. */
const LONGEST_SHOWN = 6_000;

/** The schema, for a model whose arguments did not fit it. */
export const schemaNote = (name: string, fault: string, { inputSchema }: ToolDefinition) => {
	const schema = JSON.stringify(brief(inputSchema));
	const shown = schema.length > LONGEST_SHOWN ? '' : ` inputSchema of ${name}: ${schema}`;
	return `Arguments ${fault}.${shown}`;
};
