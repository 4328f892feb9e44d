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
} from '../transient/ledger';
import type { SessionStore } from './store';
import { MOST_EVENTS, type TracedEvent, type TraceEvent } from './trace';

/** A finished call, and what it adds to the trace. */
export interface NotedCall extends LedgerEvent {
	readonly events: readonly TraceEvent[];
}

export interface Noted {
	readonly totals: LedgerTotals;
	/** Results that these calls used up. */
	readonly used: number;
}

export interface SessionView {
	/** The newest calls, in call order. */
	readonly calls: readonly LedgerCall[];
	readonly totals: LedgerTotals;
	/** Results that wait for their consumer. */
	readonly pending: number;
	readonly trace: readonly TracedEvent[];
}

/** Events of a trace that one view shows. */
const MOST_SHOWN = 1_000;
/** Characters of a trace that one view shows; the rest follows with `after`. */
const MOST_TRACE = 2_000_000;
/** Characters of the orders that are looked back on: a payload made of them still fits into a row. */
const MOST_ORDERS = 100_000;

export class SessionService {
	constructor(private readonly store: SessionStore) {}

	/** Enters finished calls, in order. */
	note({ calls }: { readonly calls: readonly NotedCall[] }): Noted {
		return this.store.transaction(() => {
			let state = this.#ledger();
			const before = state.totals.used;
			for (const { events, ...call } of calls) {
				const step = ledger(state, call);
				state = step.ledger;
				const ends = step.used.map(({ id }): TraceEvent => ({ kind: 'used', call: id }));
				this.store.append([...events, ...ends], call.at, MOST_EVENTS);
			}
			this.store.putLedger(state);
			return { totals: state.totals, used: state.totals.used - before };
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
		return this.store.transaction(() => {
			const before = this.#ledger();
			const after = leave(before, results, by);
			if (after.totals.left === before.totals.left) return before.totals;
			const had = new Set(
				before.calls.flatMap(({ id, state }) => (state === 'collapsed' ? [id] : [])),
			);
			const events = after.calls.flatMap(({ id, state }): TraceEvent[] =>
				state === 'collapsed' && !had.has(id) ? [{ kind: 'collapsed', call: id, by }] : [],
			);
			this.store.append(events, at, MOST_EVENTS);
			this.store.putLedger(after);
			return after.totals;
		});
	}

	/** Enters what was no call by itself. */
	trace({ events, at }: { events: readonly TraceEvent[]; at: number }): void {
		this.store.append(events, at, MOST_EVENTS);
	}

	/** The timeline; the trace begins after event number `after`. */
	view({ after = 0, limit = MOST_SHOWN }: { after?: number; limit?: number }): SessionView {
		const { calls, totals, pending } = this.#ledger();
		const most = Math.min(Math.max(1, limit), MOST_SHOWN);
		const trace = this.store.trace(Math.max(0, after), most, MOST_TRACE);
		return { calls, totals, pending: pending.length, trace };
	}

	/** The latest orders that results of this session asked for, the last one last. */
	requiredOrders(_: object = {}): readonly (readonly string[])[] {
		return this.store
			.latest('required_order', MOST_ORDERS)
			.flatMap((event) => (event.kind === 'required_order' ? [event.steps] : []));
	}

	/** A session that an older version wrote counts on from what it has. */
	#ledger(): Ledger {
		const stored = this.store.ledger() ?? EMPTY_LEDGER;
		return { ...stored, totals: { ...EMPTY_LEDGER.totals, ...stored.totals } };
	}
}
