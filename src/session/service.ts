// A session: its ledger and its trace. Methods take one object, are atomic and return plain data.
import type { Sql } from '../shared/sql';
import {
	addCosts,
	disagrees,
	EMPTY_LEDGER,
	type Ledger,
	NO_COSTS,
	type PromptCosts,
	recordCall,
	recordRemovals,
} from '../transient';
import { createSessionStore } from './session-store';
import { type Entry, MAX_EVENTS, type TraceEvent } from './store';

const MAX_SHOWN = 1_000;
/** Maximum characters of the trace in a view; the rest follows with `after`. */
const MAX_TRACE = 2_000_000;
/** Maximum characters of remembered orders, so that a payload fits into a row. */
const MAX_ORDERS = 100_000;

/** Maximum characters of a replayable call; after a longer one the ledger is saved. */
const MAX_CALL_LENGTH = 65_536;
const MAX_BATCH = 200;
/** Entries that are to be forwarded at once. */
const MANY = 150;

interface State {
	ledger: Ledger;
	/** Numbers of the last entry and the last forwarded one. */
	last: number;
	forwarded: number;
	born: number;
	lastAt: number;
	/** Forwarding was asked for since entries began to wait. */
	isAsked: boolean;
}

interface Removal {
	readonly results: Parameters<typeof recordRemovals>[1];
	readonly by: Parameters<typeof recordRemovals>[2];
	readonly at: number;
	/** Costs of requests to the model. */
	readonly prompts?: PromptCosts;
}

/** Everything kept of the conversations of a principal: calls, trace, results, payloads. */
export class SessionService {
	#state: State | undefined;

	readonly #store: ReturnType<typeof createSessionStore>;

	/**
	 * @param sql a database of this session alone
	 * @param waiting learns that entries begin to wait to be forwarded, and that they have become many
	 */
	constructor(
		private readonly sql: Sql,
		private readonly waiting: (isMany: boolean) => void = () => {},
	) {
		this.#store = createSessionStore(sql);
	}

	note({ entries }: { readonly entries: readonly Entry[] }) {
		return this.#changing(() => {
			const state = this.#now();
			const before = state.ledger.totals.used;
			let hasLong = false;
			const noted: Entry[] = [];
			for (const entry of entries) {
				const { at, call, record } = entry;
				if (!call) {
					noted.push(entry);
					continue;
				}
				const step = recordCall(state.ledger, call);
				state.ledger = step.ledger;
				const isLong = JSON.stringify(call).length > MAX_CALL_LENGTH;
				hasLong ||= isLong;
				const ends = step.used.map(({ id }): TraceEvent => ({ kind: 'used', call: id }));
				const events = [...entry.events, ...ends];
				noted.push({ at, ...(!isLong && { call }), events, ...(record && { record }) });
			}
			this.#enter(state, noted);
			if (hasLong) this.#save(state);
			const { totals } = state.ledger;
			return { totals, used: totals.used - before, waiting: state.last - state.forwarded };
		});
	}

	/** Records that results left the context; each counts once. */
	left({ results, by, at, prompts }: Removal): Ledger['totals'] {
		return this.#changing(() => {
			const state = this.#now();
			const before = state.ledger;
			const after = recordRemovals(before, results, by, prompts);
			if (!prompts && after.totals.left === before.totals.left) return before.totals;
			const had = new Set(
				before.calls.flatMap(({ id, state: was }) => (was === 'collapsed' ? [id] : [])),
			);
			const events = after.calls.flatMap(({ id, state: is }): TraceEvent[] =>
				is === 'collapsed' && !had.has(id) ? [{ kind: 'collapsed', call: id, by }] : [],
			);
			state.ledger = after;
			this.#enter(state, [{ at, events }]);
			// Entries do not replay removals.
			this.#save(state);
			return after.totals;
		});
	}

	trace({ events, at }: { events: readonly TraceEvent[]; at: number }): void {
		this.#changing(() => this.#enter(this.#now(), [{ at, events }]));
	}

	/** Returns entries to forward, null when there are none. */
	due() {
		const state = this.#now();
		const entries = this.#store.entries(state.forwarded, MAX_BATCH);
		const [first] = entries;
		if (!first) return null;
		const { born, lastAt, ledger: counted } = state;
		return {
			/** Numbers of the first and last entry. */
			from: first.n,
			through: entries.at(-1)?.n ?? first.n,
			/** By entry, null without a record. */
			records: entries.map(({ record = null }) => record),
			...{ born, lastAt, totals: counted.totals },
		};
	}

	forwarded({ through }: { readonly through: number }): void {
		// Another process may have written meanwhile.
		this.#state = undefined;
		this.#store.refresh();
		this.#changing(() => {
			const state = this.#now();
			if (through <= state.forwarded) return;
			state.forwarded = through;
			this.#store.dropRecords(through);
			this.#save(state);
		});
	}

	/** Returns the time of the last entry; null for an empty session. */
	lastAt(): number | null {
		const { last, lastAt } = this.#now();
		return last === 0 ? null : lastAt;
	}

	/**
	 * Returns the timeline; the trace begins after event number `after`. Calls and trace are bounded, totals are
	 * complete; `disagrees` where the provider misses its cache so often that nothing more leaves.
	 */
	view({ after = 0, limit = MAX_SHOWN }: { after?: number; limit?: number }) {
		const { calls, totals, earlierRules, pending, client, prompts } = this.#now().ledger;
		const most = Math.min(Math.max(1, limit), MAX_SHOWN);
		const trace = this.#store.trace(Math.max(0, after), most, MAX_TRACE);
		return {
			...{ calls, totals, pending: pending.length, trace },
			...(client && { client }),
			...(earlierRules !== undefined && { earlierRules }),
			...(prompts && {
				prompts: { ...addCosts(NO_COSTS, prompts), disagrees: disagrees(prompts) },
			}),
		};
	}

	/** Returns the latest required orders, oldest first. */
	requiredOrders(_: object = {}): readonly (readonly string[])[] {
		return this.#store
			.latest('required_order', MAX_ORDERS)
			.flatMap((event) => (event.kind === 'required_order' ? [event.steps] : []));
	}

	/** Runs a transaction, and forgets what is known of the rows where it fails. */
	#changing<Value>(work: () => Value): Value {
		try {
			return this.sql.transaction(work);
		} catch (error) {
			this.#state = undefined;
			this.#store.refresh();
			throw error;
		}
	}

	/** Appends entries and saves the ledger when a row is full, which bounds replay. */
	#enter(state: State, entries: readonly Entry[]): void {
		if (entries.length === 0) return;
		if (state.last === 0) state.born = entries[0]?.at ?? 0;
		const { last, isFull } = this.#store.append(entries);
		const wereMany = state.last - state.forwarded >= MANY;
		state.last = last;
		state.lastAt = entries.at(-1)?.at ?? state.lastAt;
		const areMany = last - state.forwarded >= MANY;
		if (!state.isAsked || areMany !== wereMany) this.waiting(areMany);
		state.isAsked = true;
		if (!isFull) return;
		this.#store.forget(MAX_EVENTS);
		this.#save(state);
	}

	#save(state: State): void {
		const { ledger: saved, last, forwarded, born } = state;
		this.#store.save({ ledger: saved, through: last, forwarded, born });
	}

	/** Returns the state: the checkpoint plus later entries. */
	#now(): State {
		if (this.#state) return this.#state;
		const saved = this.#store.saved();
		const { through = 0, forwarded = 0, born = 0 } = saved ?? {};
		const stored = saved?.ledger ?? EMPTY_LEDGER;
		// Totals of an older version may lack members.
		let counted: Ledger = { ...stored, totals: { ...EMPTY_LEDGER.totals, ...stored.totals } };
		const entries = this.#store.entries(Math.max(0, through - 1), Number.POSITIVE_INFINITY);
		for (const { n, call } of entries)
			if (n > through && call) counted = recordCall(counted, call).ledger;
		const [first] = entries;
		const newest = entries.at(-1);
		this.#state = {
			ledger: counted,
			last: newest?.n ?? through,
			forwarded,
			born: born || (first?.at ?? 0),
			lastAt: newest?.at ?? born,
			isAsked: false,
		};
		return this.#state;
	}
}
