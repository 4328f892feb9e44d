// Hands the records of calls on, after their answers and in batches: to the telemetry, and each to its session,
// in one call a session; results that concern the context are kept as they were sent. Nobody waits for it, and no
// failure of it is an answer's.
import { saveBaseline } from '../../session';
import { TRANSIENT_NOTE } from '../../shared/context-marks';
import type { GatewayContext } from '../contract/gateway';
import { Backlog, type BacklogPorts } from './backlog';
import { KnownSessions } from './known-sessions';
import { type AnsweredCall, keptResult, type RecordedCall, recordedCall } from './recorded-call';
import { replaySources, type Services } from './services';

/** Binds a handle to a session: what was known of the principal's handles holds no longer. */
const MEMSETUP = 'memsetup';
/** Calls entered at once: what they say of themselves stays far below what one message may hold. */
const MOST_AT_ONCE = 100;

/** Counts of records in this isolate. */
export interface RecorderState {
	/** Calls that could not be entered, or in time. */
	readonly failures: number;
	/** Records lost with them. */
	readonly dropped: number;
}

/** The telemetry's part of recording. */
export interface RecordTelemetry {
	/** Returns whether an answer is counted exactly. */
	isSampled: Parameters<typeof recordedCall>[2];
	/** Counts those that are, which changes their records, and writes all of them. Never rejects. */
	take(calls: readonly RecordedCall[]): Promise<void>;
}

export interface SessionRecorderPorts
	extends Pick<BacklogPorts<unknown, unknown>, 'defer' | 'wait' | 'now'> {
	readonly services: (workspace: string) => Services;
	readonly telemetry: RecordTelemetry;
	readonly newId: () => string;
	/** Of a text, short and hard to collide with. */
	readonly digest: (text: string) => Promise<string>;
	/** A failure, for the log. */
	readonly report: (error: unknown, correlationId: string) => void;
}

/** A record on its way to its session. */
interface Waiting extends RecordedCall {
	readonly caller: Pick<GatewayContext, 'principal' | 'correlationId'>;
	/** The handle by which its caller knows the session, among those of all callers. */
	readonly key: string;
	/** Undefined until it is looked up, and where that fails. */
	session?: string;
}

export class SessionRecorder {
	readonly #backlog: Backlog<AnsweredCall, Waiting>;
	readonly #sessions: KnownSessions;
	#failures = 0;
	#dropped = 0;

	constructor(private readonly ports: SessionRecorderPorts) {
		const { services, defer, wait, now } = ports;
		this.#sessions = new KnownSessions(services, now);
		this.#backlog = new Backlog({
			...{ defer, wait, now },
			read: (answered) => this.#read(answered),
			drain: (calls) => this.#handOn(calls),
			lost: () => this.#failed(new Error('too many calls wait to be recorded'), '', 1),
		});
	}

	/** Records a call soon; calls of one principal stay in order. Never throws. */
	record(call: Omit<AnsweredCall, 'at' | 'id'>): void {
		const { now, newId } = this.ports;
		const isNamed = call.facts.result?.meta?.[TRANSIENT_NOTE] !== undefined;
		this.#backlog.add({ ...call, at: now(), ...(!isNamed && { id: newId() }) });
	}

	#read(answered: AnsweredCall): Waiting | undefined {
		const { principal, correlationId } = answered.context;
		try {
			const { newId, telemetry } = this.ports;
			const recorded = recordedCall(answered, newId, telemetry.isSampled);
			if (recorded.entry.call?.tool === MEMSETUP) this.#sessions.forget(principal);
			const { source, session } = recorded.handle;
			const key = JSON.stringify([principal.workspace, principal.id, source, session]);
			return { ...recorded, caller: { principal, correlationId }, key };
		} catch (error) {
			this.#failed(error, correlationId, 1);
			return undefined;
		}
	}

	/** Each handle is looked up once, and each session takes its calls in order. */
	async #handOn(calls: readonly Waiting[]): Promise<void> {
		await this.ports.telemetry.take(calls);
		const lookedUp: Promise<void>[] = [];
		for (const [, own] of Map.groupBy(calls, handleOf)) lookedUp.push(this.#lookUp(own));
		await Promise.all(lookedUp);
		const entered: Promise<void>[] = [];
		for (const [session, own] of Map.groupBy(calls, sessionOf))
			if (session !== undefined) entered.push(this.#enterAll(own));
		await Promise.all(entered);
	}

	/** Looks up the session of calls that one principal made with one handle. */
	async #lookUp(calls: readonly Waiting[]): Promise<void> {
		const [first] = calls;
		if (!first) return;
		try {
			const session = await this.#sessions.of(first.caller.principal, calls);
			for (const call of calls) call.session = session;
		} catch (error) {
			this.#failed(error, first.caller.correlationId, calls.length);
		}
	}

	/** Enters calls of one session, in their order. */
	async #enterAll(calls: readonly Waiting[]): Promise<void> {
		for (let from = 0; from < calls.length; from += MOST_AT_ONCE) {
			const some = calls.slice(from, from + MOST_AT_ONCE);
			const [first] = some;
			if (!first) return;
			try {
				await this.#enter(first, some);
			} catch (error) {
				this.#failed(error, first.caller.correlationId, some.length);
			}
		}
	}

	async #enter(
		{ caller, handle, session = '' }: Waiting,
		calls: readonly Waiting[],
	): Promise<void> {
		const { workspace, id: principal } = caller.principal;
		const services = this.ports.services(workspace);
		const live = services.session(principal, session);
		const entries: Waiting['entry'][] = [];
		const kept: ReturnType<typeof keptResult>[] = [];
		const left = new Set<string>();
		for (const call of calls) {
			entries.push(call.entry);
			if (call.kept) kept.push(keptResult(call, session, this.ports.digest));
			for (const id of call.left) left.add(id);
		}
		// Kept first: whoever finds a call in the session finds its original.
		const results = (await Promise.all(kept)).filter((each) => each !== undefined);
		if (results.length > 0) await services.kept(principal).put({ results });
		const { used } = await live.note({ entries });
		if (left.size > 0) {
			const at = entries.at(-1)?.at ?? 0;
			await live.left({ results: [...left].map((id) => ({ id })), by: 'client', at });
		}
		this.#sessions.entered({ workspace, principal, session });
		// A client that collapses a result changes its context: what binds is saved first.
		if (used === 0) return;
		await saveBaseline(replaySources(services, principal), {
			caller: { principal, ...handle },
			session,
		});
	}

	/** Resolves when what this isolate has recorded so far is entered. */
	settled(): Promise<void> {
		return this.#backlog.settled();
	}

	/** The same, and forwarded to the list of sessions and the telemetry of a workspace. Never rejects. */
	async told(workspace: string): Promise<void> {
		await this.settled();
		await this.#sessions.forward(workspace);
	}

	get state(): RecorderState {
		return { failures: this.#failures, dropped: this.#dropped };
	}

	#failed(error: unknown, correlationId: string, calls: number): void {
		this.#failures++;
		this.#dropped += calls;
		this.ports.report(error, correlationId);
	}
}

const handleOf = ({ key }: Waiting): string => key;

/** The session of a call among those of all callers. */
const sessionOf = ({ caller: { principal }, session }: Waiting): string | undefined =>
	session && JSON.stringify([principal.workspace, principal.id, session]);
