// `requestState` of a server that needs input first (MCP 2026-07-28) crosses the client, and a client is
// not to be trusted with it: it is sealed to the principal, its conversation, the source,
// what was asked for and a time.

import { encodeBase64url } from '../../shared/digits';
import type { Hmac, Sha256 } from '../../shared/hash';
import type { JsonObject } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import { digestArguments } from '../contract/arguments-digest';
import {
	type CallContext,
	invalidParams,
	type SourceFault,
	type ToolSource,
} from '../contract/tool-source';

/** Dependencies of sealing; `hmac` seals with the current key and accepts the previous. */
export interface SealPorts {
	readonly hmac: Hmac;
	readonly sha256: Sha256;
	/** Seconds since the epoch. */
	readonly now: () => number;
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
	const seal = async (
		facts: readonly string[],
		time: string,
		state: string,
		key: 'current' | 'previous',
	) => {
		const sealed = JSON.stringify(['request state', ...facts, time, state]);
		const digest = await ports.hmac(key, new TextEncoder().encode(sealed));
		return digest && encodeBase64url(digest.subarray(0, 12));
	};

	/** A result that asks, its state sealed; any other as it is. */
	const sealed = async (value: JsonObject, facts: readonly string[]): Promise<JsonObject> => {
		const { requestState } = value;
		if (typeof requestState !== 'string') return value;
		const time = ports.now().toString(36);
		const mark = await seal(facts, time, requestState, 'current');
		return { ...value, requestState: `${mark}.${time}.${requestState}` };
	};

	/** Returns the client's answer, with its state opened. */
	const opened = async (
		value: JsonObject,
		facts: readonly string[],
	): Promise<Result<JsonObject, SourceFault>> => {
		const { requestState } = value;
		if (requestState === undefined) return ok(value);
		if (typeof requestState !== 'string' || requestState.length > LONGEST * 2) return refused();
		const [, given, time = '', state = ''] = FORM.exec(requestState) ?? [];
		if (ports.now() - Number.parseInt(time, 36) > LIFE) return refused();
		for (const key of ['current', 'previous'] as const)
			if (given !== undefined && given === (await seal(facts, time, state, key)))
				return ok({ ...value, requestState: state });
		return refused();
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
