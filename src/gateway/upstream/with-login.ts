// A server that wants the caller's own login first: it lists one tool that says so, and a call without a
// login is answered with where to go, or asks the client to open it (MCP elicitation, URL mode).
import { isRecord, type JsonObject } from '../../shared/json-values';
import { ok } from '../../shared/result';
import { textResult } from '../../shared/tool-result';
import type {
	Answer,
	CallContext,
	SourceFault,
	ToolCall,
	ToolDefinition,
	ToolSource,
} from '../contract/tool-source';

export const LOGIN_TOOL = 'log_in';

/** The one tool that stands for an upstream until the user has logged in there. */
const loginTool = (upstream: string): ToolDefinition => ({
	name: LOGIN_TOOL,
	description: `Log in at ${upstream}: its tools are listed once the user has.`,
	inputSchema: { type: 'object', properties: {} },
	annotations: { readOnlyHint: true },
});

/** Such a list ends with the next request: the user may have logged in meanwhile. */
export const isLoginList = (tools: readonly Pick<ToolDefinition, 'name'>[]): boolean =>
	tools.length === 1 && tools[0]?.name === LOGIN_TOOL;

/** Our question among `inputRequests`. */
const QUESTION = 'loadline_login';
/** The client tells when the user agrees to open the page: how long and how often it is looked for. */
const PATIENCE_MS = 60_000;
const EVERY_MS = 2_000;

interface LoginPorts {
	readonly wait: (milliseconds: number) => Promise<void>;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}

/** The source as it is before and after its caller has logged in there. */
export function withLogin<Source extends ToolSource>(
	source: Source,
	{ wait, now }: LoginPorts,
): Source {
	const declared = source.declared?.bind(source);

	const attempt = async (call: ToolCall, context: CallContext) => {
		if (call.name !== LOGIN_TOOL) return source.callTool(call, context);
		const listed = await source.listTools(context);
		if (!listed.ok) return listed;
		if (listed.value.some(({ name }) => name === LOGIN_TOOL)) return source.callTool(call, context);
		const text = `The user is logged in at ${source.name}. Its tools are listed now: list the tools again.`;
		return ok({ kind: 'result', result: textResult(text) } as const);
	};

	/** Once more and again, until the user has come back from the page that they agreed to open. */
	const untilThere = async (call: ToolCall, context: CallContext) => {
		const end = now() + PATIENCE_MS;
		let answered = await attempt(call, context);
		while (!answered.ok && answered.error.login && now() < end && !context.signal.aborted) {
			await wait(EVERY_MS);
			answered = await attempt(call, context);
		}
		return answered;
	};

	return {
		...source,
		listTools: async (context) => {
			const listed = await source.listTools(context);
			return !listed.ok && listed.error.login ? ok([loginTool(source.name)]) : listed;
		},
		callTool: async (given, context): Promise<Answer> => {
			const { reply, call } = ourReply(given);
			if (reply !== undefined && reply !== 'accept') {
				const text = `The user did not agree to log in at ${source.name}. Nothing was called.`;
				return ok({ kind: 'result', result: textResult(text, true) });
			}
			const answered =
				reply === undefined ? await attempt(call, context) : await untilThere(call, context);
			if (answered.ok || !answered.error.login || reply !== undefined) return answered;
			if (!canOpen(context)) return answered;
			return ok({ kind: 'input_required', value: question(answered.error.login) });
		},
		...(declared && {
			declared: async (context: CallContext) => {
				const said = await declared(context);
				if (said.ok || !said.error.login) return said;
				const instructions = `${source.name} needs the user's own login first: call ${LOGIN_TOOL}.`;
				return ok({ capabilities: { tools: {} }, instructions });
			},
		}),
	};
}

/** A client that can show a page to its user, and can be told of it in this request. */
const canOpen = ({ clientCapabilities, era, ask }: CallContext): boolean => {
	const elicitation = clientCapabilities?.elicitation;
	const canBeAsked = era === 'modern' || ask !== undefined;
	return canBeAsked && isRecord(elicitation) && isRecord(elicitation.url);
};

const question = ({ url, upstream }: NonNullable<SourceFault['login']>): JsonObject => ({
	resultType: 'input_required',
	inputRequests: {
		[QUESTION]: {
			method: 'elicitation/create',
			params: {
				mode: 'url',
				elicitationId: crypto.randomUUID(),
				url,
				message: `Loadline needs your login at "${upstream}". Open the page and allow access there.`,
			},
		},
	},
});

/** Splits the client's answer to our question from the call. */
function ourReply(call: ToolCall): { readonly reply?: string; readonly call: ToolCall } {
	const { continuation, ...rest } = call;
	const responses = continuation?.inputResponses;
	const ours = isRecord(responses) ? responses[QUESTION] : undefined;
	if (!isRecord(responses) || !isRecord(ours)) return { call };
	const { [QUESTION]: _, ...others } = responses;
	const left = { ...continuation, inputResponses: others };
	const isLeft = Object.keys(others).length > 0 || continuation?.requestState !== undefined;
	return { reply: String(ours.action), call: isLeft ? { ...rest, continuation: left } : rest };
}
