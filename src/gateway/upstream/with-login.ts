// Servers that need something first. A login of the caller's: one tool says so, and a call without it is answered with
// where to go, or asks the client to open it (MCP elicitation, URL mode). Input: its `requestState` (MCP 2026-07-28)
// crosses the client, so it is sealed to principal, conversation, source, question and time. And with whose credentials a
// server is called: decided at every call, so that a refreshed token reaches the wire at once and a revoked one never again.

import { type Hmac, isTagOf, sha256Hex, tagOf } from '../../shared/hash';
import { isRecord, type JsonObject } from '../../shared/json-values';
import type { Platform } from '../../shared/platform';
import { err, ok, type Result } from '../../shared/result';
import { textResult } from '../../shared/tool-result';
import { digestArguments } from '../contract/names';
import {
	type Answer,
	type CallContext,
	invalidParams,
	type SourceFault,
	type ToolCall,
	type ToolDefinition,
	type ToolSource,
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

/** The source as it is before and after its caller has logged in there. */
export function withLogin<Source extends ToolSource>(
	source: Source,
	{ wait, now }: Pick<Platform, 'wait' | 'now'>,
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

/** Dependencies of sealing; `hmac` seals with the current key and accepts the previous, `now` counts seconds. */
interface SealPorts extends Pick<Platform, 'sha256' | 'now'> {
	readonly hmac: Hmac;
}

/** Seconds for which a question may be answered. */
const LIFE = 3_600;
/** UTF-16 units of a server's state. */
const LONGEST = 65_536;
const FORM = /^([A-Za-z0-9_-]{16})\.([0-9a-z]{1,9})\.([\s\S]*)$/;

/** The source, its states sealed on the way out and opened on the way back. */
export function withSealedState<Source extends ToolSource>(
	source: Source,
	ports: SealPorts,
): Source {
	const sealedText = (facts: readonly string[], time: string, state: string): string =>
		JSON.stringify(['request state', ...facts, time, state]);

	/** A result that asks, its state sealed; any other as it is. */
	const sealed = async (value: JsonObject, facts: readonly string[]): Promise<JsonObject> => {
		const { requestState } = value;
		if (typeof requestState !== 'string') return value;
		const time = ports.now().toString(36);
		const mark = await tagOf(ports.hmac, sealedText(facts, time, requestState));
		return { ...value, requestState: `${mark}.${time}.${requestState}` };
	};

	/** Returns the client's answer, with its state opened. */
	const opened = async (value: JsonObject, facts: readonly string[]) => {
		const { requestState } = value;
		if (requestState === undefined) return ok(value);
		if (typeof requestState !== 'string' || requestState.length > LONGEST * 2) return refused();
		const [, given, time = '', state = ''] = FORM.exec(requestState) ?? [];
		if (ports.now() - Number.parseInt(time, 36) > LIFE) return refused();
		const isOurs = await isTagOf(ports.hmac, given, sealedText(facts, time, state));
		return isOurs ? ok({ ...value, requestState: state }) : refused();
	};

	const factsOf = async (
		{ principal, conversation = '' }: CallContext,
		method: string,
		name: unknown,
		args: JsonObject,
	): Promise<readonly string[]> => [
		principal.workspace,
		principal.id,
		conversation,
		source.name,
		method,
		String(name),
		await digestArguments(args, ports.sha256),
	];

	const request = source.request?.bind(source);
	return {
		...source,
		callTool: async (call, context) => {
			const facts = () => factsOf(context, 'tools/call', call.name, call.args);
			const { continuation, ...rest } = call;
			const back = continuation && (await opened(continuation, await facts()));
			if (back && !back.ok) return back;
			const again = back ? { ...rest, continuation: back.value } : rest;
			const answered = await source.callTool(again, context);
			if (!answered.ok || answered.value.kind !== 'input_required') return answered;
			const value = await sealed(answered.value.value, await facts());
			return ok({ kind: 'input_required', value });
		},
		...(request && {
			request: async (method: string, params: JsonObject, context: CallContext) => {
				const { requestState: _, inputResponses: __, ...own } = params;
				const facts = await factsOf(context, method, own.name ?? own.uri, own);
				const back = await opened(params, facts);
				if (!back.ok) return back;
				const answered = await request(method, back.value, context);
				return answered.ok && answered.value.resultType === 'input_required'
					? ok(await sealed(answered.value, facts))
					: answered;
			},
		}),
	};
}

/** One text for altered, foreign and old ones. */
const refused = () =>
	err(
		invalidParams(
			'Invalid requestState: it was not given to you for this call, or it is too old. Make the call again without requestState and inputResponses.',
		),
	);

export interface Credential {
	/** Header values as they are sent, secrets in clear. */
	readonly headers: Readonly<Record<string, string>>;
	/** The address as it is called, secrets in clear; as configured unless told. */
	readonly url?: string;
	/** Values that nobody is shown, whatever says them. */
	readonly secrets?: readonly string[];
	/**
	 * Generation of the grant; it holds no secret. A refreshed token keeps it; connections, sessions and kept
	 * results of another one are not touched.
	 */
	readonly generation: string;
}

export interface Credentials {
	/** The credential of a caller; a fault says what the caller has to do first. */
	of(context: CallContext): Promise<Result<Credential, SourceFault>>;
	/**
	 * The server has refused a credential unread (HTTP 401, or 403 with a challenge).
	 * @param challenge `WWW-Authenticate`
	 * @returns another to try once, or the fault to tell; undefined where nothing can be done
	 */
	refused?(
		context: CallContext,
		credential: Credential,
		challenge: string | undefined,
	): Promise<Result<Credential, SourceFault> | undefined>;
}

/** The generation of fixed headers: a digest of them. */
export const generationOf = (headers: Readonly<Record<string, string>>): string =>
	sha256Hex(JSON.stringify(Object.entries(headers).sort())).slice(0, 24);
