// Hands the records of calls on, after their answers and in batches (write-behind of one isolate): to the telemetry, and
// each to its session (session-writer.ts). Nobody waits for it, and no failure of it is an answer's.
import { fairShare } from '../../shared/fair-share';
import { Backlog, type BacklogPorts } from './backlog';
import type { CallTelemetry } from './call-telemetry';
import { type AnsweredCall, recordedCall, type Services } from './recorded-call';
import { SessionWriter, type Waiting } from './session-writer';

/** Binds a handle to a session: what was known of the principal's handles holds no longer. */
const MEMSETUP = 'memsetup';

interface SessionRecorderPorts
	extends Pick<BacklogPorts<unknown, unknown>, 'defer' | 'wait' | 'now'> {
	readonly services: (workspace: string) => Services;
	readonly telemetry: Pick<CallTelemetry, 'isSampled' | 'take'>;
	readonly newId: () => string;
	/** Of a text, short and hard to collide with. */
	readonly digest: (text: string) => Promise<string>;
	/** A failure, for the log. */
	readonly report: (error: unknown, correlationId: string) => void;
}

/** Calls that may wait, of one workspace and of all; beyond them each may add up to an even share, and so many in any case. */
const MOST_WAITING = 2_000;
const FEW = 10;

export class SessionRecorder {
	/** By workspace: none waits for another's. */
	readonly #backlogs = new Map<string, Backlog<AnsweredCall, Waiting>>();
	readonly #writer: SessionWriter;
	#failures = 0;
	#dropped = 0;
	/** Calls that are not entered, and were not dropped. */
	#left = 0;

	constructor(private readonly ports: SessionRecorderPorts) {
		const { services, digest, telemetry, now } = ports;
		const done = (calls: number) => (this.#left -= calls);
		const failed = this.#failed.bind(this);
		this.#writer = new SessionWriter({ services, telemetry, now, digest, done, failed });
	}

	/** Records a call soon; calls of one moment in the order in which they began. Never throws. */
	record(call: Omit<AnsweredCall, 'at'>): void {
		this.#left++;
		const { workspace } = call.context.principal;
		const backlog = this.#backlogs.get(workspace) ?? this.#begin(workspace);
		if (backlog.waiting < FEW || this.#hasRoom(backlog.waiting))
			backlog.add({ ...call, at: this.ports.now() });
		else this.#failed(new Error('too many calls wait to be recorded'), '', 1);
	}

	#begin(workspace: string): Backlog<AnsweredCall, Waiting> {
		for (const [name, each] of this.#backlogs) if (each.isIdle) this.#backlogs.delete(name);
		const { defer, wait, now } = this.ports;
		const backlog = new Backlog<AnsweredCall, Waiting>({
			...{ defer, wait, now },
			read: this.#read.bind(this),
			drain: this.#writer.write.bind(this.#writer),
		});
		this.#backlogs.set(workspace, backlog);
		return backlog;
	}

	/** Returns whether one more may wait where so many do. */
	#hasRoom(own: number): boolean {
		const needs = Array.from(this.#backlogs.values(), ({ waiting }) => waiting);
		const all = needs.reduce((sum, waiting) => sum + waiting, 0);
		return all < MOST_WAITING || own < fairShare(needs, MOST_WAITING);
	}

	#read(answered: AnsweredCall): Waiting | undefined {
		const { principal, correlationId } = answered.context;
		try {
			const { newId, telemetry } = this.ports;
			const recorded = recordedCall(answered, newId, telemetry.isSampled(answered));
			const start = `${JSON.stringify([principal.workspace, principal.id])} `;
			if (recorded.entry.call?.tool === MEMSETUP) this.#writer.forget(start);
			const { source, session } = recorded.handle;
			const key = `${start}${source} ${session}`;
			const { order = 0 } = answered.facts;
			return { ...recorded, caller: { principal, correlationId }, key, order };
		} catch (error) {
			this.#failed(error, correlationId, 1);
			return undefined;
		}
	}

	/** Resolves when what this isolate has recorded of a workspace so far is entered: after two seconds at most. */
	async settled(workspace: string): Promise<void> {
		await this.#backlogs.get(workspace)?.settled();
	}

	/** The same, and forwarded to the list of sessions and the telemetry of a workspace. Never rejects. */
	async told(workspace: string): Promise<void> {
		await this.settled(workspace);
		await this.#writer.forward(workspace);
	}

	/** Calls that could not be entered in this isolate, or in time, the records lost with them, and those that wait. */
	get state() {
		return { failures: this.#failures, dropped: this.#dropped, left: this.#left };
	}

	#failed(error: unknown, correlationId: string, calls: number): void {
		this.#failures++;
		this.#dropped += calls;
		this.#left -= calls;
		this.ports.report(error, correlationId);
	}
}
