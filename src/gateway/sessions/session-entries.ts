// Session entries of calls: made when the call is answered, written in batches.
import { SESSION_META_KEY, type SessionHandle, sessionHandle } from '../../session';
import { LEFT_IDS, readIds } from '../../shared/context-marks';
import type { CallRecord } from '../../telemetry';
import type { CallFacts } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import type { BacklogPorts } from './backlog';
import type { Services } from './services';
import { concernsContext, keptOf, type SentCall, sessionCall } from './session-call';

/** The entry of a call in its session. */
export interface Kept {
	/** Its result as it was sent, also where it cannot leave. */
	readonly text?: boolean;
	/** Its arguments, shortened. */
	readonly arguments?: boolean;
}

/** A record that is made after the answer. */
export interface PendingRecord {
	/** Undefined until it is made, null when it could not be. */
	value: CallRecord | null | undefined;
}

/** Counts of records in this isolate. */
export interface RecorderState {
	/** Calls that could not be entered, or in time. */
	readonly failures: number;
	/** Records lost with them. */
	readonly dropped: number;
}

/** A call that waits to be entered in its session; without `call` only its record is. */
export interface Entry extends SentCall {
	readonly record?: PendingRecord;
	readonly at: number;
	readonly context: GatewayContext;
	readonly handle: SessionHandle;
	/** Results that the caller says have left its context. */
	readonly left: readonly string[];
}

/** Milliseconds that calls wait for their records, and between two looks. */
const RECORD_PATIENCE = 1_000;
const LOOK_EVERY = 10;

/** The session of calls whose own cannot be one: their records belong somewhere. */
const NOWHERE: SessionHandle = { session: 'default', source: 'none' };

/** A call that has been answered: all that its session, the telemetry and the pages are told of it is read here. */
export interface AnsweredCall {
	readonly facts: CallFacts;
	readonly context: GatewayContext;
	readonly record?: PendingRecord;
	readonly keeps?: Kept;
	/** Of the call; absent where its result has one. */
	readonly id?: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
}

/** Reads the entry of an answered call; undefined where nothing of it can be entered. */
export function entryOf(
	{ facts, context, record, keeps = {}, id, at }: AnsweredCall,
	newId: () => string,
): Entry | undefined {
	const { text: keepsText = false, arguments: keepsArguments = false } = keeps;
	const handle = sessionHandle({
		argument: facts.sessionArgument,
		meta: context.meta[SESSION_META_KEY],
		transport: context.transportSession,
	});
	const common = { context, endpoint: facts.endpoint, at, ...(record && { record }) };
	if (!handle.ok) return record && { ...common, handle: NOWHERE, left: [] };
	const call = sessionCall(facts, context, { at, newId: () => id ?? newId(), keepsArguments });
	const left = readIds(context.meta[LEFT_IDS]);
	// Results are long: of those that nobody will ask for, none waits here.
	const result = concernsContext(call) || keepsText ? facts.result : undefined;
	const entry = { ...common, call, handle: handle.value, left, keepsText };
	return result ? { ...entry, result } : entry;
}

/**
 * Enters calls of one session, in their order.
 *
 * @param first of them
 * @returns how many results its client has collapsed with them
 */
export async function enter(
	services: Services,
	session: string,
	first: Entry,
	entries: readonly Entry[],
	digest: (text: string) => Promise<string>,
): Promise<number> {
	const { id: principal } = first.context.principal;
	const live = services.session(principal, session);
	// Kept first: whoever finds a call in the session finds its original.
	const concerning = entries.flatMap((entry) =>
		entry.result ? [keptOf(entry, session, digest)] : [],
	);
	if (concerning.length > 0)
		await services
			.kept(principal)
			.put({ results: (await Promise.all(concerning)).filter((kept) => kept !== undefined) });
	const noted = await live.note({
		calls: entries.flatMap(({ call, record }) =>
			call ? [{ ...call, ...(record?.value && { record: record.value }) }] : [],
		),
		records: entries.flatMap(({ call, record, at }) =>
			!call && record?.value ? [{ at, record: record.value }] : [],
		),
	});
	const left = [...new Set(entries.flatMap((entry) => entry.left))].map((id) => ({ id }));
	const at = entries.at(-1)?.at ?? first.at;
	if (left.length > 0) await live.left({ results: left, by: 'client', at });
	return noted.used;
}

/** Waits for the records of calls. Polled: each is made in the request that it belongs to. */
export async function recordsMade(
	entries: readonly Entry[],
	{ wait, now }: Pick<BacklogPorts<Entry>, 'wait' | 'now'>,
): Promise<void> {
	const until = now() + RECORD_PATIENCE;
	const isWaiting = () => entries.some(({ record }) => record && record.value === undefined);
	while (isWaiting() && now() < until) await wait(LOOK_EVERY);
}
