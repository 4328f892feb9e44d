// Hands the records of calls on, after their answers and in batches: to the telemetry, and each to its session
// (session-writer.ts). Nobody waits for it, and no failure of it is an answer's.
import { Backlog, type BacklogPorts } from './backlog';
import { KnownSessions } from './known-sessions';
import { type AnsweredCall, type RecordedCall, recordedCall } from './recorded-call';
import type { Services } from './services';
import { SessionWriter, type Waiting } from './session-writer';

/** Binds a handle to a session: what was known of the principal's handles holds no longer. */
const MEMSETUP = 'memsetup';

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

interface SessionRecorderPorts
	extends Pick<BacklogPorts<unknown, unknown>, 'defer' | 'wait' | 'now'> {
	readonly services: (workspace: string) => Services;
	readonly telemetry: RecordTelemetry;
	readonly newId: () => string;
	/** Of a text, short and hard to collide with. */
	readonly digest: (text: string) => Promise<string>;
	/** A failure, for the log. */
	readonly report: (error: unknown, correlationId: string) => void;
}

export class SessionRecorder {
	readonly #backlog: Backlog<AnsweredCall, Waiting>;
	readonly #sessions: KnownSessions;
	#failures = 0;
	#dropped = 0;

	constructor(private readonly ports: SessionRecorderPorts) {
		const { services, digest, telemetry, defer, wait, now } = ports;
		const sessions = new KnownSessions(services, now);
		this.#sessions = sessions;
		const failed = this.#failed.bind(this);
		const writer = new SessionWriter({ services, sessions, digest, failed });
		this.#backlog = new Backlog({
			...{ defer, wait, now },
			read: this.#read.bind(this),
			async drain(calls) {
				await telemetry.take(calls);
				await writer.write(calls);
			},
			lost: () => failed(new Error('too many calls wait to be recorded'), '', 1),
		});
	}

	/** Records a call soon; calls of one principal stay in order. Never throws. */
	record(call: Omit<AnsweredCall, 'at'>): void {
		this.#backlog.add({ ...call, at: this.ports.now() });
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
