// A tool of Loadline's own: what it is called, what it takes, what it does. One file each, under its
// toolset. Descriptions and results are read by models that pay for every token.
import * as z from 'zod/v4';
import type { Config } from '../../../config';
import {
	type CallContext,
	type OwnToolFacts,
	type Protector,
	replaySources,
	type Services,
	type ToolDefinition,
	type Toolset,
} from '../../../gateway';
import { SESSION_META_KEY, type SessionHandle, sessionHandle } from '../../../session';
import { fieldReason } from '../../../shared/field-reason';
import type { JsonObject } from '../../../shared/json-values';
import type { Result } from '../../../shared/result';
import { type JsonText, type ToolResult, textResult } from '../../../shared/tool-result';

/** Context of a tool besides its arguments. */
export interface OwnRequest {
	readonly context: CallContext;
	/** From the tool's `session_id`, the request, or the transport. */
	readonly session: SessionHandle;
	/** The session that the handle means: that which memsetup bound it to, else the handle. Asked once per request. */
	sessionName(): Promise<string>;
	/** Of the caller's workspace. */
	readonly services: Services;
	readonly config: Config;
	/** Notes an error for the log, with the call's correlation id. */
	report(error: unknown): void;
	/** A result that was sent and has left a context, as it was; undefined when it is not kept. */
	original(id: string): Promise<ToolResult | undefined>;
	/** A text within so many tokens, the rest behind a handle of `read_result`. */
	chunk(text: string, tokens: number): ReturnType<Protector['chunk']>;
	/** Keeps the JSON of an object instead of sending it: a handle of `read_result`, if it was stored. */
	keep(json: JsonText): Promise<string | undefined>;
}

/** A tool as the source sees it: checked, listed and called, its schema hidden behind `call`. */
export interface OwnTool extends OwnToolFacts {
	readonly definition: ToolDefinition;
	/** A fault of the request, in the form of the tool's own. */
	refused(message: string): ToolResult;
	/** Checks its arguments itself: a fault is a result that names the argument. */
	call(args: JsonObject, request: OwnRequest): Promise<ToolResult>;
}

interface ToolParts<Shape extends z.ZodRawShape> {
	readonly name: string;
	readonly description: string;
	readonly input: Shape;
	/** Members of its answers, and their types: `run_id: string, agent`. Values that may be long, and so reduced, have none. */
	readonly output?: string;
	readonly annotations?: JsonObject;
	/** The user interface that shows its results (MCP Apps). */
	readonly interfaceUri?: string;
	readonly whole?: OwnToolFacts['whole'];
	call(args: z.output<z.ZodObject<Shape>>, request: OwnRequest): Promise<ToolResult>;
}

/** Makes tools of a toolset whose arguments a schema describes; unknown arguments are refused by name. */
export const ownTools =
	(toolset: Toolset) =>
	<Shape extends z.ZodRawShape>(parts: ToolParts<Shape>): OwnTool => {
		const { name, description, output, annotations, whole = false, interfaceUri } = parts;
		const input = z.strictObject(parts.input);
		let inputSchema: JsonObject | undefined;
		return {
			toolset,
			whole,
			forInterfaces: interfaceUri !== undefined,
			definition: {
				name,
				description,
				// Made when tools are first listed: a start has no need of it.
				get inputSchema() {
					inputSchema ??= schemaOf(input);
					return inputSchema;
				},
				...(output !== undefined && { outputSchema: outputSchemaOf(output) }),
				...(annotations && { annotations }),
				...(interfaceUri !== undefined && { _meta: { ui: { resourceUri: interfaceUri } } }),
			},
			refused,
			call: async (args, request) => {
				const read = input.safeParse(args);
				if (read.success) return parts.call(read.data as z.output<z.ZodObject<Shape>>, request);
				return refused(faultsOf(read.error, Object.keys(parts.input)));
			},
		};
	};

/** Nothing is required: a chunk of a long answer is `{text, chunk}`. */
function outputSchemaOf(members: string): JsonObject {
	const typed = members.split(', ').map((member) => {
		const [name = '', type] = member.split(': ');
		return [name, type === undefined ? {} : { type }] as const;
	});
	return { type: 'object', properties: Object.fromEntries(typed) };
}

function schemaOf(input: z.ZodType): JsonObject {
	const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
	return schema as JsonObject;
}

const refused = (message: string): ToolResult => textResult(message, true);

/** A result whose structured content is also its text. */
export const jsonResult = (value: object, meta?: JsonObject): ToolResult => {
	const json = JSON.stringify(value);
	return {
		content: [{ type: 'text', text: json }],
		structured: json,
		...(meta && { meta }),
	};
};

/** The value in the tool's shape, as JSON; a fault becomes an error result with its message. */
export const answerOf = <Value extends object>(
	result: Result<Value, { readonly message: string }>,
	shape: (value: Value) => object = (value) => value,
): ToolResult => (result.ok ? jsonResult(shape(result.value)) : refused(result.error.message));

/** Handle of a session by an argument, else by the request, or the transport. */
export const handleOf = ({ meta, session, transportSession }: CallContext, argument?: unknown) =>
	sessionHandle({
		argument,
		meta: meta[SESSION_META_KEY],
		transport: session ?? transportSession,
	});

/** The optional argument that names a session; every tool with a state takes it. */
export const sessionId = () =>
	z
		.string()
		.regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be 1 to 128 letters, digits, _ or -')
		.optional();

/** `tasks.0.id: is missing` for each problem, the first five. */
const faultsOf = ({ issues }: z.ZodError, known: readonly string[]): string =>
	issues
		.slice(0, 5)
		.map((issue) =>
			issue.code === 'unrecognized_keys'
				? `${issue.keys.join(', ').slice(0, 100)}: unknown argument. Arguments are ${known.join(', ')}.`
				: `${issue.path.join('.') || 'arguments'}: ${fieldReason(issue.message)}.`,
		)
		.join(' ');

/** Returns the sources of the caller's session, once its writes are done, and its name. */
export async function liveSources({ services, context, session, sessionName }: OwnRequest) {
	// Calls of a moment ago count, too.
	await services.settled();
	const name = await sessionName();
	const principal = context.principal.id;
	return {
		sources: replaySources(services, principal),
		who: { caller: { principal, ...session }, session: name },
	};
}
