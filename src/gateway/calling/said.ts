// Questions of calls to results, in the words that their conversations keep.
import type { Config } from '../../config';
import { isRecord, type JsonObject, jsonIn } from '../../shared/json-values';
import { REDACTED } from '../../shared/secret-looks';
import { type CallRecord, recordedName } from '../../telemetry';
import { OWN_ARGUMENT } from '../asking/own-arguments';
import { readAsked } from '../asking/read-result';
import { READ_RESULT } from '../contract/names';
import type { Services } from '../sessions/recorded-call';

/** Conversations that are looked into, those last used. */
const MOST_SESSIONS = 40;
/** Arguments that ask for a part of a result. */
const QUESTIONS = ['select', 'query', 'fields', 'pointer'];

/** Returns whether a call asked a result for something, as far as that is recorded. */
export const asks = ({ learn }: CallRecord): boolean =>
	learn?.step === 'question' || learn?.step === 'fields';

/** Reads what calls asked: of each its arguments of Loadline's, or undefined where they are not kept as they were. */
export async function saidIn(
	{ sessionArguments, maxPageSize, maxAnswerTokens: maxTokens }: Config,
	services: Pick<Services, 'sessions' | 'session'> | undefined,
) {
	const of = sessionArguments ? services : undefined;
	const listed = (await of?.sessions.list({ principal: null, limit: MOST_SESSIONS })) ?? [];
	const read = listed.map(async ({ principal, session }) => {
		const view = await of?.session(principal, session).view({ limit: 1 });
		return (view?.calls ?? []).flatMap(({ tool, at: time, arguments: text = '{}' }) => {
			const own = ownIn(text, tool === READ_RESULT);
			const asked = own && readAsked(own, { maxPageSize, maxTokens });
			const isQuestion = QUESTIONS.some((name) => own && name in own);
			const key = keyOf({ principal: recordedName(principal), time });
			return asked?.ok ? [[key, { ...asked.value, own, isQuestion }] as const] : [];
		});
	});
	const said = new Map((await Promise.all(read)).flat());
	return (call: CallRecord | undefined) => {
		const found = call && said.get(keyOf(call));
		// It asked otherwise than by its arguments.
		return found && asks(call) && !found.isQuestion ? undefined : found;
	};
}

const keyOf = ({ principal, time }: Pick<CallRecord, 'principal' | 'time'>): string =>
	`${principal}\0${time}`;

/** Returns Loadline's arguments of a call as its conversation keeps them; undefined where they are not as they were. */
export function ownIn(text: string, isReading: boolean): JsonObject | undefined {
	const args = jsonIn(text);
	if (!isRecord(args) || '…' in args) return undefined;
	const given = args[OWN_ARGUMENT];
	const own = isRecord(given) ? given : isReading ? args : {};
	const told = JSON.stringify({ ...own, handle: undefined, cursor: undefined });
	return told.includes(REDACTED) || told.includes('…') ? undefined : (jsonIn(told) as JsonObject);
}
