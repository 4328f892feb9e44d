// A session tells what happened in it to the book of its workspace: a minute after the first call that was not
// told, sooner when there are many or somebody asks. Telling again does no harm.
import type { SessionService } from '../session';
import type { Remote } from '../shared/remote';
import type { Book } from './book';

/** Milliseconds for which calls are collected. */
const TOLD_AFTER = 60_000;
/** Milliseconds until what failed is tried again. */
const TRIED_AGAIN_AFTER = 300_000;
/** Returns the time to forward; many entries do not wait. */
export const toldAt = (areMany: boolean, now: number): number => now + (areMany ? 0 : TOLD_AFTER);

/** The owner of the session, and the receiver of its entries. */
export interface ForwardingPorts {
	readonly session: SessionService;
	readonly owner: { readonly principal: string; readonly session: string };
	readonly book: Pick<Remote<Book>, 'take'>;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	readonly wakeAt: (time: number) => void;
}

/** Counts calls as told only once the book has taken them; what it refused stays with the session. */
export class Forwarding {
	constructor(private readonly ports: ForwardingPorts) {}

	/** Tells what was not told yet. */
	async forward(_: object = {}): Promise<void> {
		const { session, owner, book } = this.ports;
		for (let batch = session.due(); batch; batch = session.due()) {
			await book.take({ ...owner, ...batch });
			session.forwarded(batch);
		}
	}

	/** For the alarm. Never rejects. */
	async forwardSoon(): Promise<void> {
		const { now, wakeAt } = this.ports;
		await this.forward().catch(() => wakeAt(now() + TRIED_AGAIN_AFTER));
	}
}
