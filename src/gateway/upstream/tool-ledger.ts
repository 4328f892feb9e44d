// Facts that shape a workspace's list of tools: endpoints of which results were kept, and which of Loadline's
// own toolsets have something to work on. In the workspace's object.
import type { Toolset } from '../contract/tool-source';

/** Facts of a workspace's tools. */
export interface ToolFacts {
	/** Endpoints of which a result was kept in the last 90 days. */
	readonly overflows: readonly string[];
	/** Toolsets that have something to work on. */
	readonly inUse: readonly Toolset[];
}

/** Store of one workspace's ledger; synchronous, in the workspace's object. */
export interface ToolLedgerStore {
	/** Those noted since, milliseconds since the epoch. */
	overflows(since: number): readonly string[];
	/** Notes one, forgets those before `since`, and keeps the newest `most`. */
	note(endpoint: string, at: number, since: number, most: number): void;
	inUse(): readonly Toolset[];
}

/** Milliseconds after which a tool has to be seen again: 90 days. */
const KEPT_FOR = 90 * 86_400_000;
const MOST_OVERFLOWS = 2_000;

/** The tools of one workspace; at most 2,000 overflows, each kept for 90 days after it was noted. */
export class ToolLedger {
	/** @param now milliseconds since the epoch */
	constructor(
		private readonly store: ToolLedgerStore,
		private readonly now: () => number,
	) {}

	facts(): ToolFacts {
		const overflows = this.store.overflows(this.now() - KEPT_FOR);
		return { overflows, inUse: this.store.inUse() };
	}

	note(endpoint: string): void {
		const now = this.now();
		this.store.note(endpoint, now, now - KEPT_FOR, MOST_OVERFLOWS);
	}
}
