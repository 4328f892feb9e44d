// One session: its ledger and its trace. Every method takes one object, runs to its end in one step,
// and answers plain data.
import {
	EMPTY_LEDGER,
	type LedgerCall,
	type LedgerEvent,
	type LedgerTotals,
	ledger,
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
	readonly collapsed: number;
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
			let state = this.store.ledger() ?? EMPTY_LEDGER;
			const before = state.totals.collapsed;
			for (const { events, ...call } of calls) {
				const step = ledger(state, call);
				state = step.ledger;
				const { collapsed } = step;
				const ends: TraceEvent[] = collapsed ? [{ kind: 'collapsed', call: collapsed.id }] : [];
				this.store.append([...events, ...ends], call.at, MOST_EVENTS);
			}
			this.store.putLedger(state);
			return { totals: state.totals, collapsed: state.totals.collapsed - before };
		});
	}

	/** Says where the originals of calls are kept. */
	keep({ originals }: { readonly originals: readonly { id: string; handle: string }[] }): void {
		const handles = new Map(originals.map(({ id, handle }) => [id, handle]));
		this.store.transaction(() => {
			const before = this.store.ledger();
			if (!before) return;
			const calls = before.calls.map((call) => {
				const handle = handles.get(call.id);
				return handle === undefined ? call : { ...call, handle };
			});
			this.store.putLedger({ ...before, calls });
		});
	}

	/** Enters what was no call by itself. */
	trace({ events, at }: { events: readonly TraceEvent[]; at: number }): void {
		this.store.append(events, at, MOST_EVENTS);
	}

	/** The timeline; the trace begins after event number `after`. */
	view({ after = 0, limit = MOST_SHOWN }: { after?: number; limit?: number }): SessionView {
		const { calls, totals, pending } = this.store.ledger() ?? EMPTY_LEDGER;
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

	/** A call of the timeline, null when it is not listed (any more). */
	call({ id }: { id: string }): LedgerCall | null {
		return this.store.ledger()?.calls.find((each) => each.id === id) ?? null;
	}
}
