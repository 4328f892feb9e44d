// A memory tool on the wire (Memory MCP, "Result envelope"): the payload is structured content and,
// serialized, the text. Arguments reach the tool unvalidated: each error is a text of its own.

import { type Caller, MEMORY_TOOLS } from '../../../../memory';
import type { JsonObject } from '../../../../shared/is-record';
import { type ToolResult, textResult } from '../../../../shared/tool-result';
import { jsonResult, type OwnRequest, type OwnTool } from '../tool';

interface MemoryToolParts {
	readonly name: keyof typeof MEMORY_TOOLS;
	readonly description: string;
	readonly properties: Readonly<Record<string, object>>;
	readonly required?: readonly string[];
	readonly annotations?: Readonly<Record<string, boolean>>;
	readonly whole?: OwnTool['whole'];
	readonly first?: boolean;
	/** Resolves the caller where it is not the request's. */
	readonly caller?: (request: OwnRequest) => Promise<Caller | string>;
	/** Limits the arguments to the budget of the endpoint. */
	readonly limit?: (args: JsonObject, request: OwnRequest) => JsonObject;
	/** Makes an answer fit the budget of its endpoint. */
	readonly fit?: (structured: object, request: OwnRequest) => Promise<object>;
}

/** Names the session where neither the request nor its connection does. */
const SESSION_ID = {
	session_id: { type: 'string' },
};

/** Wraps the tool of this name. */
export function memoryTool(parts: MemoryToolParts): OwnTool {
	const { name, description, properties, required = [], annotations, whole = false, first } = parts;
	const run = MEMORY_TOOLS[name];
	return {
		toolset: 'memory',
		whole,
		...(first && { first }),
		definition: {
			name,
			description,
			inputSchema: {
				type: 'object',
				properties: { ...SESSION_ID, ...properties },
				...(required.length > 0 && { required }),
			},
			annotations: { ...annotations, openWorldHint: false },
		},
		refused,
		async call(args, request) {
			const caller = await (parts.caller ?? callerOf)(request);
			if (typeof caller === 'string') return refused(caller);
			const limited = parts.limit?.(args, request) ?? args;
			const { structured, isError, text } = await run(memoryOf(request), caller, limited);
			if (text !== undefined) return textResult(text);
			const answer = isError ? structured : await parts.fit?.(structured, request);
			return wrapped(answer ?? structured, isError);
		},
	};
}

const memoryOf = ({ services, config }: OwnRequest) => ({
	...services.memory,
	mostDrafts: config.limits.drafts,
});

const callerOf = async ({ context, session }: OwnRequest): Promise<Caller> => ({
	principal: context.principal.id,
	...session,
});

const refused = (error: string): ToolResult => wrapped({ error }, true);

/** Sets `isError` on successes too, as the envelope demands. */
const wrapped = (structured: object, isError: boolean): ToolResult => ({
	...jsonResult(structured),
	isError,
});
