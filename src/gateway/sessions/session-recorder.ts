// Hands the records of calls on, after their answers and in batches (write-behind of one isolate): to the telemetry, and
// each to its session (session-writer.ts). Nobody waits for it, and no failure of it is an answer's.

import { fairShare } from '../../shared/fair-share';
import type { Platform } from '../../shared/platform';
import type { CallTelemetry } from './call-record';
import { type AnsweredCall, recordedCall } from './recorded-call';
import { SessionWriter, type SessionWriterPorts, type Waiting } from './session-writer';

/** Binds a handle to a session: what was known of the principal's handles holds no longer. */
const MEMSETUP = 'memsetup';

type SessionRecorderPorts = Omit<SessionWriterPorts, 'failed'> &
	Pick<Platform, 'defer' | 'wait' | 'newId' | 'report'> & {
		readonly telemetry: Pick<CallTelemetry, 'isSampled' | 'take'>;
	};

/** Calls that may wait; beyond them each workspace may add up to an even share, and a few in any case. */
const [MOST_WAITING, FEW] = [2_000, 10];

export class SessionRecorder {
	/** By workspace: none waits for another's. */
	readonly #backlogs = new Map<string, Backlog<AnsweredCall, Waiting>>();
	readonly #writer: SessionWriter;
	#failures = 0;
	#dropped = 0;
	/** Calls so far. */
	#given = 0;

	constructor(private readonly ports: SessionRecorderPorts) {
		this.#writer = new SessionWriter({ ...ports, failed: this.#failed.bind(this) });
	}

	/** Records a call soon; calls of one moment in the order in which they began. Never throws. */
	record(call: Omit<AnsweredCall, 'at'>): void {
		this.#given++;
		const { workspace } = call.context.principal;
		const backlog = this.#backlogs.get(workspace) ?? this.#begin(workspace);
		if (backlog.waiting < FEW || this.#hasRoom(backlog.waiting))
			backlog.add({ ...call, at: this.ports.now() });
		else this.#failed(new Error('too many calls wait to be recorded'), '', 1);
	}

	#begin(workspace: string): Backlog<AnsweredCall, Waiting> {
		for (const [name, each] of this.#backlogs) if (each.isIdle) this.#backlogs.delete(name);
		const backlog = new Backlog<AnsweredCall, Waiting>({
			...this.ports,
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
			const key = `${start}${source} ${session} ${recorded.connection}`;
			const { order = 0 } = answered.facts;
			return { ...recorded, caller: { principal, correlationId }, key, order };
		} catch (error) {
			this.#failed(error, correlationId, 1);
			return undefined;
		}
	}

	/** Resolves when what this isolate has recorded of a workspace so far is entered: after two seconds at most. */
	async settled(workspace: string): Promise<void> {
		// The turn is given away meanwhile: it is waited for.
		const hadTurn = this.ports.turns.leave(workspace);
		await this.#backlogs.get(workspace)?.settled();
		if (hadTurn) await this.ports.turns.enter(workspace);
	}

	/** The same, and forwarded to the list of sessions and the telemetry of a workspace. Never rejects. */
	async told(workspace: string): Promise<void> {
		await this.settled(workspace);
		await this.#writer.forward(workspace);
	}

	/** Calls that could not be entered in this isolate, or in time, the records lost with them, and those that wait. */
	get state() {
		const left = this.#given - this.#dropped - this.#writer.entered;
		return { failures: this.#failures, dropped: this.#dropped, left };
	}

	#failed(error: unknown, correlationId: string, calls: number): void {
		this.#failures++;
		this.#dropped += calls;
		this.ports.report(error, correlationId);
	}
}

/** Dependencies of write-behind. */
interface BacklogPorts<Given, Entry> extends Pick<Platform, 'now' | 'wait' | 'defer'> {
	/** Reads what is to be done of what was given, which may be large; undefined: nothing. */
	readonly read: (given: Given) => Entry | undefined;
	/** Does what there is, in order. Never rejects. */
	readonly drain: (entries: readonly Entry[]) => Promise<void>;
}

/** Milliseconds for which entries are collected. */
const COLLECTED_FOR = 100;
/** Time after which running work has died with its request. */
const DEAD_AFTER = 10_000;
const READ_AT_ONCE = 4;
/** Milliseconds between two looks at what another request began. */
const LOOK_EVERY = 10;
/** Milliseconds that a reader waits, at most. */
const PATIENCE = 2_000;

/** Entries of this isolate that wait to be worked off, in their order. */
export class Backlog<Given, Entry> {
	/** Given since the last reading, which comes within a moment, however long a draining takes. */
	readonly #given: Given[] = [];
	readonly #waiting: Entry[] = [];
	/** Entries taken up so far, and done. */
	#taken = 0;
	#done = 0;
	/** Times of the next promised draining, and of the start of the present one; undefined without one. */
	#promised: number | undefined;
	#draining: number | undefined;

	/** Entries that wait to be taken up. */
	waiting = 0;

	constructor(private readonly ports: BacklogPorts<Given, Entry>) {}

	/** True while there is nothing to be done. */
	get isIdle(): boolean {
		return this.waiting === 0 && !this.#isAlive(this.#promised) && !this.#isAlive(this.#draining);
	}

	add(given: Given): void {
		this.#given.push(given);
		this.waiting++;
		if (this.#promised !== undefined && this.#isAlive(this.#promised)) return;
		this.#promised = this.ports.now();
		this.ports.defer(this.#drainLater());
	}

	/** Waits for a slow draining to end or die: no other request would take up the work behind it. */
	async #drainLater(): Promise<void> {
		await this.ports.wait(COLLECTED_FOR);
		this.#promised = undefined;
		await this.settled(DEAD_AFTER + LOOK_EVERY);
	}

	/** Resolves when all that was added before is done, or some time has passed: under constant traffic there is always more. */
	async settled(patience = PATIENCE): Promise<void> {
		for (let n = this.#given.length; n > 0 && this.#given.length > 0; n--) {
			const entry = this.ports.read(this.#given.shift() as Given);
			if (entry === undefined) this.waiting--;
			else this.#waiting.push(entry);
			// Others go on between: of what many calls sent, reading takes long.
			if (n % READ_AT_ONCE === 0) await this.ports.wait(0);
		}
		const wanted = this.#taken + this.#waiting.length;
		const until = this.ports.now() + patience;
		while (this.#done < wanted && this.ports.now() < until) {
			if (this.#isAlive(this.#draining)) await this.ports.wait(LOOK_EVERY);
			else if (this.#taken >= wanted) return;
			else {
				const work = this.#drain();
				// It goes on when the client of this request leaves.
				this.ports.defer(work);
				await work;
			}
		}
	}

	/** Polled rather than awaited by others: a promise belongs to the request that made it. */
	async #drain(): Promise<void> {
		const entries = this.#waiting.splice(0);
		this.waiting -= entries.length;
		const taken = this.#taken + entries.length;
		this.#taken = taken;
		const begun = this.ports.now();
		this.#draining = begun;
		try {
			await this.ports.drain(entries);
		} finally {
			this.#done = Math.max(this.#done, taken);
			if (this.#draining === begun) this.#draining = undefined;
		}
	}

	#isAlive(since: number | undefined): boolean {
		return since !== undefined && this.ports.now() - since < DEAD_AFTER;
	}
}
