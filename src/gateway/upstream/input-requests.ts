// A server of 2026-07-28 answers `input_required` where one of 2025 would have asked the client itself.
// A 2025 client is asked on its open stream, and the call made again with what it said.

import { isRecord, type JsonObject } from '../../shared/json-values';
import { err, ok } from '../../shared/result';
import { shownText } from '../../shared/shown-text';
import { textResult } from '../../shared/tool-result';
import type { CallContext, ClientReply, ToolSource } from '../contract/tool-source';

/** Times that one call may ask. */
const MOST_ROUNDS = 10;
/** Questions of one round. */
const MOST_QUESTIONS = 20;

/** The source, its questions put to clients that could not be told to come back. */
export function withInputRequests<Source extends ToolSource>(source: Source): Source {
	const request = source.request?.bind(source);
	return {
		...source,
		callTool: async (call, context) => {
			let answered = await source.callTool(call, context);
			for (let round = 0; round < MOST_ROUNDS; round++) {
				if (!answered.ok || answered.value.kind !== 'input_required') return answered;
				const continuation = await askedOf(answered.value.value, context);
				if (!continuation) return answered;
				if (typeof continuation === 'string') {
					const text = `${call.name} needed input. ${continuation} Nothing was done.`;
					return ok({ kind: 'result', result: textResult(text, true) });
				}
				answered = await source.callTool({ ...call, continuation }, context);
			}
			return answered;
		},
		...(request && {
			request: async (method: string, params: JsonObject, context: CallContext) => {
				let answered = await request(method, params, context);
				for (let round = 0; round < MOST_ROUNDS; round++) {
					if (!answered.ok || answered.value.resultType !== 'input_required') return answered;
					const continuation = await askedOf(answered.value, context);
					if (!continuation) return answered;
					if (typeof continuation === 'string')
						return err({ code: 'rejected', message: `${method} needed input. ${continuation}` });
					answered = await request(method, { ...params, ...continuation }, context);
				}
				return answered;
			},
		}),
	};
}

/**
 * Returns the answer for the server; undefined where the caller's client cannot be asked, its error where it gave one.
 */
async function askedOf(
	{ inputRequests, requestState }: JsonObject,
	{ era, ask, signal }: CallContext,
): Promise<JsonObject | string | undefined> {
	if (era !== 'legacy' || !ask) return undefined;
	const questions = isRecord(inputRequests) ? Object.entries(inputRequests) : [];
	if (questions.length > MOST_QUESTIONS) return undefined;
	const answers = await Promise.all(
		questions.map(async ([key, question]) => {
			const { method, params } = isRecord(question) ? question : {};
			const reply: ClientReply =
				typeof method === 'string'
					? await ask(method, isRecord(params) ? params : {}, signal)
					: { error: { code: 0, message: 'no question' } };
			return [key, reply] as const;
		}),
	);
	const inputResponses: Record<string, JsonObject> = {};
	for (const [key, reply] of answers) {
		if ('error' in reply) return `The client answered: ${shownText(reply.error.message, 200)}`;
		inputResponses[key] = reply.result;
	}
	return { inputResponses, ...(requestState !== undefined && { requestState }) };
}
