// Tells a session what was called in it, after the answer: the ledger, the trace and the record for the
// telemetry, in one call; and keeps results that concern the context, as they were sent. Nobody waits for it,
// and no failure of it is an answer's.
import type { Caller } from '../memory/types';
import { SESSION_META_KEY, type SessionHandle, sessionHandle } from '../session/handle';
import { saveBaseline } from '../session/verified-action';
import { LEFT_IDS, readIds } from '../shared/context-marks';
import type { CallRecord } from '../telemetry/record';
import { Backlog, type BacklogPorts } from './backlog';
import type { CallFacts } from './call-facts';
import type { GatewayContext } from './gateway';
import { changesMuch, concernsContext, keptOf, notedCall, type SentCall } from './noted-call';
import { replaySources, type Services } from './services';

/** Binds a handle to a session: what was known of the principal's handles holds no longer. */
const MEMSETUP = 'memsetup';
/** Milliseconds for which it is remembered what session a handle stands for. */
const RESOLVED_FOR = 60_000;
const MOST_RESOLVED = 5_000;
/** Milliseconds after which a session has told what it was, and sessions that are remembered until then. */
const TOLD_WITHIN = 90_000;
const MOST_UNTOLD = 500;
/** Sessions that are asked at once. */
const ASKED_AT_ONCE = 50;
/** Milliseconds that calls wait for their records, and between two looks. */
const RECORD_PATIENCE = 1_000;
const LOOK_EVERY = 10;
/** Calls entered at once: what they say of themselves stays far below what one message may hold. */
const MOST_AT_ONCE = 100;

export interface SessionRecorderPorts
	extends Pick<BacklogPorts<unknown>, 'defer' | 'wait' | 'now'> {
	services(workspace: string): Services;
	readonly newId: () => string;
	/** Of a text, short and hard to collide with. */
	readonly digest: (text: string) => Promise<string>;
	/** A failure, for the log. */
	readonly report: (error: unknown, correlationId: string) => void;
}

/** What is kept of a call with its session. */
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

/** What became of records, in this isolate. */
export interface RecorderState {
	/** Calls that could not be entered, or in time. */
	readonly failures: number;
	/** Records lost with them. */
	readonly dropped: number;
}

/** Where a call was entered that is not told elsewhere yet, and until when that may be so. */
interface Untold {
	readonly workspace: string;
	readonly principal: string;
	readonly session: string;
	readonly until: number;
}

interface Entry extends SentCall {
	readonly record?: PendingRecord;
	readonly at: number;
	readonly context: GatewayContext;
	readonly handle: SessionHandle;
	/** Results that the caller says have left its context. */
	readonly left: readonly string[];
}

export class SessionRecorder {
	readonly #ports: SessionRecorderPorts;
	readonly #backlog: Backlog<Entry>;
	readonly #resolved = new Map<string, { readonly session: string; readonly until: number }>();
	readonly #untold = new Map<string, Untold>();
	#failures = 0;
	#dropped = 0;

	constructor(ports: SessionRecorderPorts) {
		this.#ports = ports;
		const { defer, wait, now } = ports;
		this.#backlog = new Backlog({
			defer,
			wait,
			now,
			drain: (entries) => this.#recordAll(entries),
			lost: () => this.#failed(new Error('too many calls wait to be recorded'), '', 1),
		});
	}

	get state(): RecorderState {
		return { failures: this.#failures, dropped: this.#dropped };
	}

	/**
	 * Enters a call soon; calls of one principal stay in order. Never throws.
	 * @param keeps what of it is kept beside what it came to
	 */
	record(
		facts: CallFacts,
		context: GatewayContext,
		record?: PendingRecord,
		keeps: Kept = {},
	): void {
		try {
			this.#add(facts, context, record, keeps);
		} catch (error) {
			this.#failed(error, context.correlationId, 1);
		}
	}

	#add(
		facts: CallFacts,
		context: GatewayContext,
		record: PendingRecord | undefined,
		{ text: keepsText = false, arguments: keepsArguments = false }: Kept,
	): void {
		const handle = sessionHandle({
			argument: facts.sessionArgument,
			meta: context.meta[SESSION_META_KEY],
			transport: context.transportSession,
		});
		const { endpoint } = facts;
		const common = { context, endpoint, at: this.#ports.now(), ...(record && { record }) };
		if (!handle.ok) {
			if (record) this.#backlog.add({ ...common, handle: NOWHERE, left: [] });
			return;
		}
		const { newId } = this.#ports;
		const call = notedCall(facts, context, { at: common.at, newId, keepsArguments });
		if (call.tool === MEMSETUP) this.#forgetResolved(context.principal);
		const left = readIds(context.meta[LEFT_IDS]);
		// Results are long: of those that nobody will ask for, none waits here.
		const result = concernsContext(call) || keepsText ? facts.result : undefined;
		const entry = { ...common, call, handle: handle.value, left, keepsText };
		this.#backlog.add(result ? { ...entry, result } : entry);
	}

	/** Resolves when what this isolate has recorded so far is entered. */
	settled(): Promise<void> {
		return this.#backlog.settled();
	}

	/** The same, and told to the list of sessions and the telemetry of a workspace. Never rejects. */
	async told(workspace: string): Promise<void> {
		await this.settled();
		const now = this.#ports.now();
		const untold = [...this.#untold].filter(([key, each]) => {
			const isOurs = each.workspace === workspace;
			if (isOurs || each.until < now) this.#untold.delete(key);
			return isOurs && each.until >= now;
		});
		for (let from = 0; from < untold.length; from += ASKED_AT_ONCE) {
			const asked = untold.slice(from, from + ASKED_AT_ONCE).map(async ([key, each]) => {
				const { forward } = this.#ports
					.services(workspace)
					.forwarding(each.principal, each.session);
				await forward().catch(() => void this.#untold.set(key, each));
			});
			await Promise.all(asked);
		}
	}

	async #recordAll(entries: readonly Entry[]): Promise<void> {
		await this.#recordsMade(entries);

		const callers = Map.groupBy(entries, ({ context: { principal } }) =>
			JSON.stringify([principal.workspace, principal.id]),
		);
		await Promise.all([...callers.values()].map((own) => this.#recordOwn(own)));
	}

	/** Polled: each record is made in the request that it belongs to. */
	async #recordsMade(entries: readonly Entry[]): Promise<void> {
		const until = this.#ports.now() + RECORD_PATIENCE;
		const isWaiting = () => entries.some(({ record }) => record && record.value === undefined);
		while (isWaiting() && this.#ports.now() < until) await this.#ports.wait(LOOK_EVERY);
	}

	/** Of one principal: each handle is looked up once, and each session takes its calls in order. */
	async #recordOwn(entries: readonly Entry[]): Promise<void> {
		const sessions = new Map<string, string>();
		const byHandle = Map.groupBy(entries, keyOf);
		await Promise.all(
			[...byHandle].map(([key, own]) =>
				this.#reported(own, async () => void sessions.set(key, await this.#resolve(own))),
			),
		);
		const bySession = Map.groupBy(entries, (entry) => sessions.get(keyOf(entry)));
		await Promise.all(
			[...bySession].map(async ([session, own]) => {
				if (session === undefined) return;
				for (let from = 0; from < own.length; from += MOST_AT_ONCE) {
					const some = own.slice(from, from + MOST_AT_ONCE);
					const [first] = some;
					if (first) await this.#reported(some, () => this.#record(session, first, some));
				}
			}),
		);
	}

	/** The session of a handle. What concerns a context, and what binds a handle anew, is looked up anew. */
	async #resolve(entries: readonly Entry[]): Promise<string> {
		const [first] = entries;
		if (!first) return '';
		const { id: principal, workspace } = first.context.principal;
		const key = JSON.stringify([workspace, principal, keyOf(first)]);
		const known = this.#resolved.get(key);
		const isPlain = entries.every(({ call }) => !call || !changesMuch(call));
		if (isPlain && known && known.until > this.#ports.now()) return known.session;
		const { hub } = this.#ports.services(workspace).memory;
		const session = await hub.resolveSession({ caller: { principal, ...first.handle } });
		this.#resolved.delete(key);
		this.#resolved.set(key, { session, until: this.#ports.now() + RESOLVED_FOR });
		forgetOldest(this.#resolved, MOST_RESOLVED);
		return session;
	}

	#forgetResolved({ workspace, id }: GatewayContext['principal']): void {
		const start = JSON.stringify([workspace, id, '']).slice(0, -2);
		for (const key of this.#resolved.keys()) if (key.startsWith(start)) this.#resolved.delete(key);
	}

	async #reported(entries: readonly Entry[], work: () => Promise<void>): Promise<void> {
		try {
			await work();
		} catch (error) {
			this.#failed(error, entries[0]?.context.correlationId ?? '', entries.length);
		}
	}

	#failed(error: unknown, correlationId: string, calls: number): void {
		this.#failures++;
		this.#dropped += calls;
		this.#ports.report(error, correlationId);
	}

	/** Calls of one session. */
	async #record(session: string, first: Entry, entries: readonly Entry[]): Promise<void> {
		const { id: principal, workspace } = first.context.principal;
		const services = this.#ports.services(workspace);
		const live = services.session(principal, session);
		// Kept first: whoever finds a call in the session finds its original.
		const concerning = entries.flatMap((entry) =>
			entry.result ? [keptOf(entry, session, this.#ports.digest)] : [],
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
		const until = this.#ports.now() + TOLD_WITHIN;
		this.#untold.set(JSON.stringify([workspace, principal, session]), {
			...{ workspace, principal, session, until },
		});
		forgetOldest(this.#untold, MOST_UNTOLD);
		if (noted.used > 0)
			await this.#saveWhatBinds(services, { principal, ...first.handle }, session);
	}

	/** A client that collapses a result changes its context: what binds is saved first. */
	async #saveWhatBinds(services: Services, caller: Caller, session: string): Promise<void> {
		await saveBaseline(replaySources(services, caller.principal), { caller, session });
	}
}

/** The session of calls whose own cannot be one: their records belong somewhere. */
const NOWHERE: SessionHandle = { session: 'default', source: 'none' };

function forgetOldest(map: Map<string, unknown>, most: number): void {
	const oldest = map.keys().next().value;
	if (map.size > most && oldest !== undefined) map.delete(oldest);
}

const keyOf = ({ handle: { session, source } }: Entry): string => `${source} ${session}`;
