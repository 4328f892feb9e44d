// The receiver of what sessions of a workspace forward: its list of sessions and its telemetry take it
// in one transaction, and each entry once, however often it is told. A session tells a minute after the first call
// that was not told, sooner when there are many or somebody asks.
import type { TelemetryStores } from '../adapters/sqlite';
import type { SessionList, SessionService } from '../session';
import type { Remote } from '../shared/remote';
import type { Sql } from '../shared/sql';
import type { CallRecord } from '../telemetry';

/** Calls of one principal, to be noted together. */
interface ToldBatch extends NonNullable<ReturnType<SessionService['due']>> {
	readonly principal: string;
	readonly session: string;
}

/** Hears what sessions of a workspace did, in batches that may come again; a batch is taken whole or not at all. */
export class Book {
	constructor(
		private readonly sql: Sql,
		private readonly parts: {
			readonly sessions: SessionList;
			readonly telemetry: TelemetryStores['telemetry'];
			readonly learnt: Pick<TelemetryStores['learnt'], 'enter'>;
			readonly known: TelemetryStores['known'];
			readonly called: () => void;
		},
	) {}

	take(batch: ToldBatch): void {
		const { principal, session, from, born, lastAt, totals, records } = batch;
		const { calls, tokensBefore, tokensAfter, tokensReleasable, tokensReleased } = totals;
		const { sessions, telemetry, learnt, known: principals, called } = this.parts;
		this.sql.transaction(() => {
			principals.note({ principals: [principal] });
			const tokens = { tokensBefore, tokensAfter, tokensReleasable, tokensReleased };
			const summary = { principal, session, firstAt: born, lastAt, calls, ...tokens };
			const news = records
				.slice(Math.max(0, sessions.update(summary, batch) - from + 1))
				.filter((record) => record !== null) as CallRecord[];
			telemetry.enter(news);
			learnt.enter(news);
		});
		called();
	}
}

/** Milliseconds for which calls are collected. */
const TOLD_AFTER = 60_000;
/** Milliseconds until what failed is tried again. */
const TRIED_AGAIN_AFTER = 300_000;
/** Returns the time to forward; many entries do not wait. */
export const toldAt = (areMany: boolean, now: number): number => now + (areMany ? 0 : TOLD_AFTER);

/** The owner of the session, and the receiver of its entries. */
interface ForwardingPorts {
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
