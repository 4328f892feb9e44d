// One session: its ledger and its trace. Every method takes one object, runs to its end in one step,
// and answers plain data.
import {
	EMPTY_LEDGER,
	type Ledger,
	type LedgerCall,
	type LedgerEvent,
	type LedgerTotals,
	type LeftResult,
	leave,
	ledger,
	type Proof,
	type SessionClient,
} from '../transient';
import type { Entry, SessionStore } from './store';
import { MOST_EVENTS, type TracedEvent, type TraceEvent } from './trace';

/** A finished call, what it adds to the trace, and its record for the telemetry. */
export interface NotedCall extends LedgerEvent {
	readonly events: readonly TraceEvent[];
	readonly record?: object;
}

/** What entering calls came to: the session's totals after them, and what is left to do. */
export interface Noted {
	readonly totals: LedgerTotals;
	/** Results that these calls used up. */
	readonly used: number;
	/** Records that wait to be forwarded. */
	readonly waiting: number;
}

/** What the workspace's list of sessions and its telemetry are told, entries in order. */
export interface Batch {
	/** Number of the first entry, and of the last. */
	readonly from: number;
	readonly through: number;
	/** Of each entry, null where it has none. */
	readonly records: readonly (object | null)[];
	readonly born: number;
	readonly lastAt: number;
	readonly totals: LedgerTotals;
}

/** A session as somebody looks at it; calls and trace are bounded, totals are of all of it. */
export interface SessionView {
	/** The newest calls, in call order. */
	readonly calls: readonly LedgerCall[];
	readonly totals: LedgerTotals;
	/** Results that wait for their consumer. */
	readonly pending: number;
	readonly trace: readonly TracedEvent[];
	/** Who called last, where anybody said. */
	readonly client?: SessionClient;
}

/** Events of a trace that one view shows. */
const MOST_SHOWN = 1_000;
/** Characters of a trace that one view shows; the rest follows with `after`. */
const MOST_TRACE = 2_000_000;
/** Characters of the orders that are looked back on: a payload made of them still fits into a row. */
const MOST_ORDERS = 100_000;

/** Characters of a call that is entered again where its ledger was not saved; after a longer one it is. */
const LONGEST_CALL = 65_536;
/** Entries of one batch. */
const LARGEST_BATCH = 200;

/** Everything that is known while the object lives. */
interface State {
	ledger: Ledger;
	/** Numbers of the last entry, and of the last that was forwarded. */
	last: number;
	forwarded: number;
	born: number;
	lastAt: number;
}

export class SessionService {
	#state: State | undefined;

	/** @param waiting learns after each change how many entries wait to be told elsewhere */
	constructor(
		private readonly store: SessionStore,
		private readonly waiting: (entries: number) => void = () => {},
	) {}

	/** Enters finished calls, in order; a record without a call is one that no session's handle was given with. */
	note({
		calls,
		records = [],
	}: {
		readonly calls: readonly NotedCall[];
		readonly records?: readonly { readonly at: number; readonly record: object }[];
	}): Noted {
		return this.#changing((state) => {
			const before = state.ledger.totals.used;
			let hasLong = false;
			const noted = calls.map(({ events, record, ...call }): Entry => {
				const step = ledger(state.ledger, call);
				state.ledger = step.ledger;
				const ends = step.used.map(({ id }): TraceEvent => ({ kind: 'used', call: id }));
				const isLong = JSON.stringify(call).length > LONGEST_CALL;
				hasLong ||= isLong;
				return {
					at: call.at,
					...(!isLong && { call }),
					events: [...events, ...ends],
					...(record && { record }),
				};
			});
			this.#enter(state, [...noted, ...records.map((each) => ({ ...each, events: [] }))]);
			if (hasLong) this.#save(state);
			const { totals } = state.ledger;
			return { totals, used: totals.used - before, waiting: state.last - state.forwarded };
		});
	}

	/** Enters that results left the context, as `by` says; each counts once. */
	left({
		results,
		by,
		at,
	}: {
		readonly results: readonly LeftResult[];
		readonly by: Proof;
		/** Milliseconds since the epoch. */
		readonly at: number;
	}): LedgerTotals {
		return this.#changing((state) => {
			const before = state.ledger;
			const after = leave(before, results, by);
			if (after.totals.left === before.totals.left) return before.totals;
			const had = new Set(
				before.calls.flatMap(({ id, state: was }) => (was === 'collapsed' ? [id] : [])),
			);
			const events = after.calls.flatMap(({ id, state: is }): TraceEvent[] =>
				is === 'collapsed' && !had.has(id) ? [{ kind: 'collapsed', call: id, by }] : [],
			);
			state.ledger = after;
			this.#enter(state, [{ at, events }]);
			// No entry says it to the ledger again.
			this.#save(state);
			return after.totals;
		});
	}

	/** Enters what was no call by itself. */
	trace({ events, at }: { events: readonly TraceEvent[]; at: number }): void {
		this.#changing((state) => this.#enter(state, [{ at, events }]));
	}

	/** What is to be told elsewhere; null when everything was. */
	due(): Batch | null {
		const state = this.#now();
		const entries = this.store.entries(state.forwarded, LARGEST_BATCH);
		const [first] = entries;
		if (!first) return null;
		const { born, lastAt, ledger: counted } = state;
		return {
			from: first.n,
			through: entries.at(-1)?.n ?? first.n,
			records: entries.map(({ record = null }) => record),
			...{ born, lastAt, totals: counted.totals },
		};
	}

	/** What `due` gave was told. */
	forwarded({ through }: Pick<Batch, 'through'>): void {
		// Time has passed: who else writes where this runs in several processes has to be seen.
		this.#state = undefined;
		this.store.refresh();
		this.#changing((state) => {
			if (through <= state.forwarded) return;
			state.forwarded = through;
			this.store.dropRecords(through);
			this.#save(state);
		});
	}

	/** Milliseconds since the epoch of the last entry; null when nothing was ever entered. */
	lastAt(): number | null {
		const { last, lastAt } = this.#now();
		return last === 0 ? null : lastAt;
	}

	/** The timeline; the trace begins after event number `after`. */
	view({ after = 0, limit = MOST_SHOWN }: { after?: number; limit?: number }): SessionView {
		const { calls, totals, pending, client } = this.#now().ledger;
		const most = Math.min(Math.max(1, limit), MOST_SHOWN);
		const trace = this.store.trace(Math.max(0, after), most, MOST_TRACE);
		return { calls, totals, pending: pending.length, trace, ...(client && { client }) };
	}

	/** The latest orders that results of this session asked for, the last one last. */
	requiredOrders(_: object = {}): readonly (readonly string[])[] {
		return this.store
			.latest('required_order', MOST_ORDERS)
			.flatMap((event) => (event.kind === 'required_order' ? [event.steps] : []));
	}

	/** All or nothing: what failed is read again. */
	#changing<Value>(work: (state: State) => Value): Value {
		try {
			return this.store.transaction(() => work(this.#now()));
		} catch (error) {
			this.#state = undefined;
			throw error;
		}
	}

	/** A row is full: the ledger is saved, so that no more than a row is ever entered again. */
	#enter(state: State, entries: readonly Entry[]): void {
		if (entries.length === 0) return;
		if (state.last === 0) state.born = entries[0]?.at ?? 0;
		const { last, isFull } = this.store.append(entries);
		state.last = last;
		state.lastAt = entries.at(-1)?.at ?? state.lastAt;
		this.waiting(state.last - state.forwarded);
		if (!isFull) return;
		this.store.forget(MOST_EVENTS);
		this.#save(state);
	}

	#save(state: State): void {
		const { ledger: saved, last, forwarded, born } = state;
		this.store.save({ ledger: saved, through: last, forwarded, born });
	}

	/** As it was saved, with what was entered since. */
	#now(): State {
		if (this.#state) return this.#state;
		const saved = this.store.saved();
		const { through = 0, forwarded = 0, born = 0 } = saved ?? {};
		const stored = saved?.ledger ?? EMPTY_LEDGER;
		// A session that an older version wrote counts on from what it has.
		let counted: Ledger = { ...stored, totals: { ...EMPTY_LEDGER.totals, ...stored.totals } };
		const entries = this.store.entries(Math.max(0, through - 1), Number.POSITIVE_INFINITY);
		for (const { n, call } of entries)
			if (n > through && call) counted = ledger(counted, call).ledger;
		const [first] = entries;
		const newest = entries.at(-1);
		this.#state = {
			ledger: counted,
			last: newest?.n ?? through,
			forwarded,
			born: born || (first?.at ?? 0),
			lastAt: newest?.at ?? born,
		};
		return this.#state;
	}
}
