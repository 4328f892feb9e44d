// Sessions that their clients have ended (MCP 2025-11-25, "Session Management"): a session itself is only
// a name under a seal, so what is kept is that it is over.

import type { Principal } from '../../auth';
import { remember } from '../../shared/remember';

/** Store of ended sessions. */
export interface EndedStore {
	has(principal: Principal, name: string): Promise<boolean>;
	/** @param seconds for which it must be known */
	add(principal: Principal, name: string, seconds: number): Promise<void>;
}

/** Milliseconds for which an isolate goes without asking: another one may have been told the end. */
const FRESH_MS = 60_000;
/** Sessions of which an isolate knows. */
const MOST = 10_000;

type Known = 'alive' | 'ended';

/** Ended sessions known to this isolate; an end elsewhere may be unknown here for a minute. */
export class EndedSessions {
	readonly #known = new Map<string, { readonly is: Known; readonly until: number }>();

	/** @param now milliseconds since the epoch */
	constructor(
		private readonly store: EndedStore,
		private readonly now: () => number,
	) {}

	/** A session that has just begun, or is in use. */
	#note(name: string, is: Known): void {
		remember(this.#known, name, { is, until: this.now() + FRESH_MS }, MOST);
	}

	begun(name: string): void {
		this.#note(name, 'alive');
	}

	/** Returns whether it is over; where that cannot be asked it goes on. */
	async isEnded(principal: Principal, name: string): Promise<boolean> {
		const known = this.#known.get(name);
		if (known?.is === 'ended') return true;
		if (known && this.now() < known.until) return false;
		const isEnded = await this.store.has(principal, name).catch(() => false);
		this.#note(name, isEnded ? 'ended' : 'alive');
		return isEnded;
	}

	async end(principal: Principal, name: string, seconds: number): Promise<void> {
		this.#note(name, 'ended');
		await this.store.add(principal, name, seconds);
	}
}
