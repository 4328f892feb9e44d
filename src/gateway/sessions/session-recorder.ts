// Tells a session what was called in it, after the answer: the ledger, the trace and the record for the
// telemetry, in one call; and keeps results that concern the context, as they were sent. Nobody waits for it,
// and no failure of it is an answer's.
import { saveBaseline } from '../../session';
import { TRANSIENT_NOTE } from '../../shared/context-marks';
import { Backlog, type BacklogPorts } from './backlog';
import { handleOf, ResolvedSessions } from './resolved-sessions';
import { replaySources, type Services } from './services';
import {
	type AnsweredCall,
	type Entry,
	enter,
	entryOf,
	type RecorderState,
	recordsMade,
} from './session-entries';
import { UnforwardedSessions } from './unforwarded-sessions';

/** Binds a handle to a session: what was known of the principal's handles holds no longer. */
const MEMSETUP = 'memsetup';
/** Calls entered at once: what they say of themselves stays far below what one message may hold. */
const MOST_AT_ONCE = 100;

export interface SessionRecorderPorts
	extends Pick<BacklogPorts<unknown>, 'defer' | 'wait' | 'now'> {
	readonly services: (workspace: string) => Services;
	readonly newId: () => string;
	/** Of a text, short and hard to collide with. */
	readonly digest: (text: string) => Promise<string>;
	/** A failure, for the log. */
	readonly report: (error: unknown, correlationId: string) => void;
}

export class SessionRecorder {
	readonly #backlog: Backlog<Entry>;
	readonly #resolved: ResolvedSessions;
	readonly #untold: UnforwardedSessions;
	readonly #answered: AnsweredCall[] = [];
	#failures = 0;
	#dropped = 0;

	constructor(private readonly ports: SessionRecorderPorts) {
		const { services, defer, wait, now } = ports;
		this.#resolved = new ResolvedSessions(services, now);
		this.#untold = new UnforwardedSessions(services, now);
		this.#backlog = new Backlog({
			defer,
			wait,
			now,
			drain: (entries) => this.#recordAll(entries),
			lost: () => this.#failed(new Error('too many calls wait to be recorded'), '', 1),
		});
	}

	/** Enters a call soon; calls of one principal stay in order. Never throws. */
	record(call: Omit<AnsweredCall, 'at' | 'id'>): void {
		const { defer, wait, now, newId } = this.ports;
		const isNamed = call.facts.result?.meta?.[TRANSIENT_NOTE] !== undefined;
		this.#answered.push({ ...call, at: now(), ...(!isNamed && { id: newId() }) });
		// What is read of it waits until its answer is out.
		defer(wait(0).then(() => this.#read()));
	}

	#read(): void {
		const { newId } = this.ports;
		for (const answered of this.#answered.splice(0)) {
			const { principal, correlationId } = answered.context;
			try {
				const entry = entryOf(answered, newId);
				if (entry?.call?.tool === MEMSETUP) this.#resolved.forget(principal);
				if (entry) this.#backlog.add(entry);
			} catch (error) {
				this.#failed(error, correlationId, 1);
			}
		}
	}

	async #recordAll(entries: readonly Entry[]): Promise<void> {
		await recordsMade(entries, this.ports);
		const callers = Map.groupBy(entries, ({ context: { principal } }) =>
			JSON.stringify([principal.workspace, principal.id]),
		);
		await Promise.all([...callers.values()].map((own) => this.#recordOwn(own)));
	}

	/** Of one principal: each handle is looked up once, and each session takes its calls in order. */
	async #recordOwn(entries: readonly Entry[]): Promise<void> {
		const sessions = new Map<string, string>();
		const byHandle = Map.groupBy(entries, handleOf);
		await Promise.all(
			[...byHandle].map(([key, own]) =>
				this.#reported(own, async () => void sessions.set(key, await this.#resolved.of(own))),
			),
		);
		const bySession = Map.groupBy(entries, (entry) => sessions.get(handleOf(entry)));
		await Promise.all(
			[...bySession].map(async ([session, own]) => {
				if (session === undefined) return;
				for (let from = 0; from < own.length; from += MOST_AT_ONCE) {
					const some = own.slice(from, from + MOST_AT_ONCE);
					const [first] = some;
					if (first) await this.#reported(some, () => this.#enter(session, first, some));
				}
			}),
		);
	}

	async #enter(session: string, first: Entry, entries: readonly Entry[]): Promise<void> {
		const { id: principal, workspace } = first.context.principal;
		const services = this.ports.services(workspace);
		const used = await enter(services, session, first, entries, this.ports.digest);
		this.#untold.note({ workspace, principal, session });
		// A client that collapses a result changes its context: what binds is saved first.
		if (used === 0) return;
		const caller = { principal, ...first.handle };
		await saveBaseline(replaySources(services, principal), { caller, session });
	}

	/** Resolves when what this isolate has recorded so far is entered. */
	settled(): Promise<void> {
		this.#read();
		return this.#backlog.settled();
	}

	/** The same, and told to the list of sessions and the telemetry of a workspace. Never rejects. */
	async told(workspace: string): Promise<void> {
		await this.settled();
		await this.#untold.tell(workspace);
	}

	get state(): RecorderState {
		return { failures: this.#failures, dropped: this.#dropped };
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
		this.ports.report(error, correlationId);
	}
}
