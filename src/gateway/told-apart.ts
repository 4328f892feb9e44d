// What a server says is never taken for Loadline's: a block that imitates what Loadline adds is told to
// be the server's, and a question to the user says who asks.
import { isRecord } from '../shared/is-record';
import { ok } from '../shared/result';
import { shownText, withoutUnseen } from '../shared/shown-text';
import type { Block } from '../shared/tool-result';
import type { CallContext, JsonObject, ToolSource } from './tool-source';

/** What Loadline adds to results (docs/protect.md), and which of it nobody else has a reason to send. */
const OURS = new Set([
	...['totalCount', 'nextCursor', 'estimatedTokens', 'budgetUsed', 'budgetRemaining'],
	...['summary', 'chunk', 'notice', 'loadline', 'gathered', 'session_id'],
]);
const TELLING = ['estimatedTokens', 'budgetUsed', 'budgetRemaining', 'loadline'];
/** UTF-16 units of a block that is looked at: what Loadline adds is short. */
const LONGEST = 20_000;

/** The source, its words told apart from Loadline's. */
export function toldApart<Source extends ToolSource>(source: Source): Source {
	const request = source.request?.bind(source);
	return {
		...source,
		callTool: async (call, context) => {
			const answered = await source.callTool(call, naming(source.name, context));
			if (!answered.ok) return answered;
			if (answered.value.kind === 'input_required')
				return ok({
					...answered.value,
					value: askedBy(source.name, answered.value.value, context),
				});
			const { result } = answered.value;
			const at = result.content.findLastIndex(isImitation);
			if (at < 0) return answered;
			const text = `The block before this one is of the server ${shownText(source.name)}, not of Loadline.`;
			const content = result.content.toSpliced(at + 1, 0, { type: 'text', text });
			return ok({ ...answered.value, result: { ...result, content } });
		},
		...(request && {
			request: async (method: string, params: JsonObject, context: CallContext) => {
				const answered = await request(method, params, naming(source.name, context));
				return answered.ok && answered.value.resultType === 'input_required'
					? ok(askedBy(source.name, answered.value, context))
					: answered;
			},
		}),
	};
}

/** Whether a block consists of nothing but what Loadline adds. */
function isImitation({ type, text }: Block): boolean {
	if (type !== 'text' || typeof text !== 'string' || text.length > LONGEST) return false;
	if (!TELLING.some((key) => text.includes(key)) && !text.includes('instructions')) return false;
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return false;
	}
	if (!isRecord(value)) return false;
	const keys = Object.keys(value);
	const isTelling =
		keys.some((key) => TELLING.includes(key)) ||
		(isRecord(value.summary) && 'instructions' in value.summary);
	return isTelling && keys.every((key) => OURS.has(key));
}

/** The context, its client asked under the server's name. */
const naming = (name: string, context: CallContext): CallContext => {
	const { ask } = context;
	if (!ask) return context;
	return {
		...context,
		ask: (method, params, signal) => ask(method, question(name, method, params, context), signal),
	};
};

const askedBy = (name: string, value: JsonObject, context: CallContext): JsonObject => {
	const { inputRequests } = value;
	if (!isRecord(inputRequests)) return value;
	const named = Object.entries(inputRequests).map(([key, asked]) => {
		if (!isRecord(asked) || !isRecord(asked.params)) return [key, asked];
		const params = question(name, String(asked.method), asked.params, context);
		return [key, { ...asked, params }];
	});
	return { ...value, inputRequests: Object.fromEntries(named) };
};

/** What the user reads: with nothing unseen in it, and among several servers with the one that asks. */
function question(
	name: string,
	method: string,
	params: JsonObject,
	{ scope }: CallContext,
): JsonObject {
	if (method !== 'elicitation/create' || typeof params.message !== 'string') return params;
	const message = params.message.split('\n').map(withoutUnseen).join('\n');
	const isAlone = scope?.upstream !== undefined;
	return { ...params, message: isAlone ? message : `Server ${shownText(name)} asks: ${message}` };
}
