// One session: its ledger and its trace. Every method takes one object, runs to its end in one step,
// and answers plain data.
import type { ContextMarks } from '../shared/context-marks';
import {
	EMPTY_LEDGER,
	type LedgerCall,
	type LedgerTotals,
	ledger,
	type PendingResult,
} from '../transient/ledger';
import type { SessionStore } from './store';
import { MOST_EVENTS, type TracedEvent, type TraceEvent } from './trace';

/** A finished call. */
export interface NotedCall {
	/** Unique in the session. */
	readonly id: string;
	/** The tool's name as the caller used it. */
	readonly tool: string;
	readonly at: number;
	readonly marks: ContextMarks;
	/** Tokens of the answer as it was sent. */
	readonly tokens: number;
	/** Tokens of what takes its place once collapsed. */
	readonly collapsedTokens?: number;
	readonly events: readonly TraceEvent[];
}

export interface Noted {
	readonly totals: LedgerTotals;
	/** The result that this call used up. */
	readonly collapsed?: PendingResult;
}

export interface SessionView {
	/** The newest calls, in call order. */
	readonly calls: readonly LedgerCall[];
	readonly totals: LedgerTotals;
	/** Results that wait for their consumer. */
	readonly pending: number;
	readonly trace: readonly TracedEvent[];
}

const MOST_SHOWN = 1_000;
/** Characters of a trace that one view shows; the rest follows with `after`. */
const MOST_TRACE = 2_000_000;
/** Characters of the orders that are looked back on: a payload made of them still fits into a row. */
const MOST_ORDERS = 100_000;

export class SessionService {
	constructor(private readonly store: SessionStore) {}

	/** Enters a finished call. */
	note({ events, at, ...call }: NotedCall): Noted {
		return this.store.transaction(() => {
			const step = ledger(this.store.ledger() ?? EMPTY_LEDGER, { ...call, at });
			const { collapsed } = step;
			this.store.putLedger(step.ledger);
			const ends: TraceEvent[] = collapsed ? [{ kind: 'collapsed', call: collapsed.id }] : [];
			this.store.append([...events, ...ends], at, MOST_EVENTS);
			return { totals: step.ledger.totals, ...(collapsed && { collapsed }) };
		});
	}

	/** Says where the original of a call is kept. */
	keep({ id, handle }: { id: string; handle: string }): void {
		this.store.transaction(() => {
			const before = this.store.ledger();
			if (!before) return;
			const calls = before.calls.map((call) => (call.id === id ? { ...call, handle } : call));
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
